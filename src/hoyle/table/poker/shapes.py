"""The shape of a poker table as a person sees it. Cards are spelled ``Ah``, unknown ones ``??``."""

from __future__ import annotations

from msgspec import Struct

from hoyle.poker.shapes import RoundView


class SeatView(Struct, frozen=True, kw_only=True):
    """Somebody with a seat."""

    seat: int
    name: str
    stack: int
    currency: int
    away: bool
    missed_blinds: int
    waits: bool
    promises: list[str]


class PokerView(Struct, frozen=True, kw_only=True):
    """A poker table."""

    book: str
    game: str
    person: str
    seat: int
    """Where the person sits; 0 if nowhere."""
    number: int
    playing: bool
    button: int
    limits: tuple[int, int]
    kill: str
    """Who has the kill button."""
    deck: str
    jackpot: int
    waiting: list[str]
    seats: list[SeatView]
    round: RoundView | None
