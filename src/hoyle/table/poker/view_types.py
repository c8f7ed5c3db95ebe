"""View types of a poker table: seats and the table as JSON structs."""

from __future__ import annotations

from msgspec import Struct

from hoyle.games.poker.view_types import RoundView


class SeatView(Struct, frozen=True, kw_only=True):
    """Somebody with a seat."""

    seat: int
    name: str
    stack: int
    """What lies before him, cash included."""
    currency: int
    """Cash beside them, where the book lets it play."""
    away: bool
    """Sits out."""
    missed_blinds: int
    """How many he owes."""
    waits: bool
    """He waits for the blind to come round rather than post what he missed."""
    promises: list[str]
    """What is done when the round is over: ``leave``, ``top up``, ``sit out``."""


class PokerTableView(Struct, frozen=True, kw_only=True):
    """A poker table."""

    book: str
    game: str
    person: str
    """Who sees it so."""
    seat: int
    """Where the person sits; 0 if nowhere."""
    number: int
    """Rounds begun."""
    playing: bool
    """A round is being played."""
    button: int
    """The seat that has it."""
    limits: tuple[int, int]
    """The small and the big bet; in a kill pot those of that pot."""
    kill: str
    """Who has the kill button."""
    deck: str
    """The deck in use."""
    jackpot: int
    """What the fund holds."""
    waiting: list[str]
    """The waiting list."""
    seats: list[SeatView]
    round: RoundView | None
    """The round being played, or the last one."""
