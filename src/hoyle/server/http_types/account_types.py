"""Account and table answers of the HTTP API: sessions, posted signs, home-game settlement."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.table.pending_decisions import Choice

Millis = Annotated[int, Meta(ge=0)]
"""Milliseconds since 1970; 0: never."""


class DoneBody(Struct, frozen=True, kw_only=True):
    """Empty answer: the request succeeded."""


class ReadyBody(Struct, frozen=True, kw_only=True):
    """Readiness of the room."""

    ready: bool


class MemberBody(Struct, frozen=True, kw_only=True):
    """Member, with the token that replaces the previous one; programs use it as Bearer."""

    person: str
    kind: str
    token: str = ""


class PurseBody(Struct, frozen=True, kw_only=True):
    """Play chips of the caller that are not on a table."""

    purse: int


class SessionBody(Struct, frozen=True, kw_only=True):
    """One of the caller's sessions."""

    begun: Millis
    ends: Millis
    ended: Millis
    agent: str
    """User agent of the browser or program."""
    here: bool
    """Whether it is the session of this request."""


class MeBody(Struct, frozen=True, kw_only=True):
    """Account of the caller."""

    person: str
    kind: str
    roles: list[str]
    purse: int
    """Play chips that are not on a table."""
    deposit: int
    """Cage chips that are not on a table."""
    last_login: Millis
    """Time of the previous login."""
    sessions: list[SessionBody]


class LineBody(Struct, frozen=True, kw_only=True):
    """Line of a posted sign."""

    text: str
    clauses: list[str]


class PostedBody(Struct, frozen=True, kw_only=True):
    """Posted sign of a table."""

    table: int
    title: str
    game: str
    name: str
    """Common name of the game."""
    about: str
    book: str
    stakes: str
    lines: list[LineBody]
    terms: dict[str, Any]
    """Terms of the room, beside the sign."""
    host: str
    seats: int
    taken: list[int]


class HomeBody(PostedBody, frozen=True, kw_only=True):
    """Home game behind an invite link."""

    joined: bool
    """Whether the caller has joined it before."""


class LedgerLine(Struct, frozen=True, kw_only=True):
    """Result of one person in a home game."""

    person: str
    terms: list[int]
    """Their buy-ins, one by one."""
    bought: int
    cashed: int
    stack: int
    took: int
    won: int
    """Net result; below zero: lost."""
    seated: bool
    bot: bool
    left: Millis


class MoveBody(Struct, frozen=True, kw_only=True):
    """Chips brought to the table, or taken off it."""

    time: Millis
    person: str
    what: str
    """``buy-in``, ``top-up`` or ``cash-out``."""
    chips: int
    round: int
    """Rounds of play before it."""
    leave: str
    """Person who allowed it."""


class SeatBody(Struct, frozen=True, kw_only=True):
    """Seat options of the caller: take a seat, or, with one, add chips, sit out, leave, and undo these."""

    offers: list[Choice]


class PaymentBody(Struct, frozen=True, kw_only=True):
    """Payment that settles a debt."""

    payer: str
    to: str
    chips: int


class LedgerBody(Struct, frozen=True, kw_only=True):
    """Buy-in ledger and settlement of a home game."""

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
    """Groups of people whose accounts settle among themselves."""
    payments: list[PaymentBody]
    """Fewest payments that settle the game; the host covers what bots win or lose."""
    text: str
    csv: str
