"""What the door and the tables answer over HTTP: who one is, what is posted, how a home game settles up."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.table.pending_decisions import Choice

Millis = Annotated[int, Meta(ge=0)]
"""Since 1970; 0: never."""


class DoneBody(Struct, frozen=True, kw_only=True):
    """It is done, and there is nothing to say about it."""


class ReadyBody(Struct, frozen=True, kw_only=True):
    """People can play here."""

    ready: bool


class MemberBody(Struct, frozen=True, kw_only=True):
    """Who is a member, with the token that takes the place of the one before; programs use it as Bearer."""

    person: str
    kind: str
    token: str = ""


class PurseBody(Struct, frozen=True, kw_only=True):
    """What one has now that lies on no table."""

    purse: int


class SessionBody(Struct, frozen=True, kw_only=True):
    """One of one's sessions."""

    begun: Millis
    ends: Millis
    ended: Millis
    agent: str
    """As the browser or program calls itself."""
    here: bool
    """It is the one that asks."""


class MeBody(Struct, frozen=True, kw_only=True):
    """Who one is."""

    person: str
    kind: str
    roles: list[str]
    purse: int
    """Play chips that lie on no table."""
    deposit: int
    """Cage chips that lie on no table."""
    last_login: Millis
    """The one before this."""
    sessions: list[SessionBody]


class LineBody(Struct, frozen=True, kw_only=True):
    """A line of a posted sign."""

    text: str
    clauses: list[str]


class PostedBody(Struct, frozen=True, kw_only=True):
    """The posted sign of a table."""

    table: int
    title: str
    game: str
    name: str
    """What people call the game."""
    about: str
    book: str
    stakes: str
    lines: list[LineBody]
    terms: dict[str, Any]
    """The room's own, beside the sign."""
    host: str
    seats: int
    taken: list[int]


class HomeBody(PostedBody, frozen=True, kw_only=True):
    """Where the link to a home game leads."""

    joined: bool
    """One has come by it before."""


class LedgerLine(Struct, frozen=True, kw_only=True):
    """One person's evening."""

    person: str
    terms: list[int]
    """What he bought in for, each time."""
    bought: int
    cashed: int
    stack: int
    took: int
    won: int
    """Below zero: lost."""
    seated: bool
    bot: bool
    left: Millis


class MoveBody(Struct, frozen=True, kw_only=True):
    """Chips that came to the table, or left it."""

    time: Millis
    person: str
    what: str
    """``buy-in``, ``top-up`` or ``cash-out``."""
    chips: int
    round: int
    """After which round of play."""
    leave: str
    """By whose leave."""


class SeatBody(Struct, frozen=True, kw_only=True):
    """What one may do about a seat: take one, or, who has one, add chips, sit out, leave, change his mind."""

    offers: list[Choice]


class PaymentBody(Struct, frozen=True, kw_only=True):
    """Who owes whom."""

    payer: str
    to: str
    chips: int


class LedgerBody(Struct, frozen=True, kw_only=True):
    """The settling up of a home game."""

    title: str
    name: str
    book: str
    stakes: str
    host: str
    closed: bool
    playing: bool
    round: int
    since: Millis
    lines: list[LedgerLine]
    moves: list[MoveBody]
    groups: list[list[PaymentBody]]
    """People whose accounts settle among themselves."""
    payments: list[PaymentBody]
    """The fewest that settle the evening; what bots win or lose is the host's."""
    text: str
    csv: str
