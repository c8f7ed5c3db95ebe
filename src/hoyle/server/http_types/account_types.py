"""Account and table answers of the HTTP API: sessions, posted signs, home-game settlement."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.table.pending_decisions import Choice

Millis = Annotated[int, Meta(ge=0)]
"""Milliseconds since 1970; 0: never."""


class EmptyResponse(Struct, frozen=True, kw_only=True):
    """Empty HTTP response: the request succeeded."""


class ReadyResponse(Struct, frozen=True, kw_only=True):
    """HTTP response: whether the room is ready for clients."""

    ready: bool


class MemberResponse(Struct, frozen=True, kw_only=True):
    """Member, with the token that replaces the previous one; programs use it as Bearer."""

    person: str
    kind: str
    token: str = ""


class WalletResponse(Struct, frozen=True, kw_only=True):
    """Play chips of the caller that are not on a table."""

    wallet: int


class SessionSummary(Struct, frozen=True, kw_only=True):
    """Summary of one of the caller's log-in sessions."""

    begun: Millis
    ends: Millis
    ended: Millis
    agent: str
    """User agent of the browser or program."""
    current: bool
    """Whether it is the session of this request."""


class AccountResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the caller's account: roles, chips and sessions."""

    person: str
    kind: str
    roles: list[str]
    wallet: int
    """Play chips that are not on a table."""
    deposit: int
    """Cage chips that are not on a table."""
    last_login: Millis
    """Time of the previous login."""
    sessions: list[SessionSummary]


class PostedSignLine(Struct, frozen=True, kw_only=True):
    """Line of a posted sign."""

    text: str
    clauses: list[str]


class PostedSignResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the posted sign of a table."""

    table_id: int
    title: str
    game: str
    name: str
    """Common name of the game."""
    about: str
    book: str
    stakes: str
    lines: list[PostedSignLine]
    settings: dict[str, Any]
    """Table settings, beside the sign."""
    host: str
    seats: int
    taken: list[int]


class HomeGameResponse(PostedSignResponse, frozen=True, kw_only=True):
    """HTTP response with the home game behind an invite link."""

    joined: bool
    """Whether the caller has joined it before."""


class LedgerLine(Struct, frozen=True, kw_only=True):
    """Result of one person in a home game."""

    person: str
    buy_ins: list[int]
    bought_in: int
    """Sum of the buy-ins."""
    cashed_out: int
    stack: int
    left_with: int
    """Chips cashed out, with the stack."""
    net: int
    seated: bool
    bot: bool
    left: Millis


class ChipMovement(Struct, frozen=True, kw_only=True):
    """Chips brought to the table, or taken off it."""

    time: Millis
    person: str
    what: str
    """``buy-in``, ``top-up`` or ``cash-out``."""
    chips: int
    round: int
    """Rounds of play before it."""
    approved_by: str
    """Empty: no approval was needed."""


class SeatChoicesResponse(Struct, frozen=True, kw_only=True):
    """Seat options of the caller: take a seat, or, with one, add chips, sit out, leave, and undo these."""

    offers: list[Choice]


class SettlementPayment(Struct, frozen=True, kw_only=True):
    """Payment between two players that settles a home game."""

    payer: str
    to: str
    chips: int


class HomeLedgerResponse(Struct, frozen=True, kw_only=True):
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
    moves: list[ChipMovement]
    groups: list[list[SettlementPayment]]
    """Groups of people whose accounts settle among themselves."""
    payments: list[SettlementPayment]
    """Fewest payments that settle the game; the host covers what bots win or lose."""
    text: str
    csv: str
