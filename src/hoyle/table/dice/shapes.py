"""The shape of a dice table as a person sees it. Nothing on it is hidden."""

from __future__ import annotations

from msgspec import Struct


class SeatView(Struct, frozen=True, kw_only=True):
    """Somebody with a place at the rail."""

    seat: int
    name: str
    stack: int
    away: bool
    promises: list[str]
    barred: list[str]
    """Wagers that he may not make for now."""


class WagerView(Struct, frozen=True, kw_only=True):
    """A wager on the layout, or one that the last roll decided."""

    id: str
    seat: int
    owner: str
    kind: str
    name: str
    """As people name it: ``place-6``."""
    number: int
    """The number it stands on; 0 where it has none."""
    faces: str
    amount: int
    odds_on: str
    """For odds the flat bet they support."""
    off: bool
    """Out of action on the next roll."""
    result: str
    """``live``, or what became of it."""
    paid: int
    taken: int


class DiceView(Struct, frozen=True, kw_only=True):
    """A dice table."""

    book: str
    game: str
    person: str
    seat: int
    """Where the person stands; 0 if nowhere."""
    held: str
    """What goes from hand to hand: ``dice`` or ``shaker``."""
    goes_by_points: bool
    """Whether a come-out sets a point."""
    phase: str
    """``come-out``, ``point`` or ``settle-only``."""
    point: int
    rolls: int
    dice: tuple[int, int]
    """The last valid roll; zeros before the first."""
    shooter: str
    """Who holds dice or shaker; empty if nobody does."""
    offered_to: str
    must_pass: bool
    released: bool
    """The dice are on their way, or the shaker is being shaken: betting is closed."""
    shaken: int
    layout: int
    bank: int
    waiting: list[str]
    seats: list[SeatView]
    wagers: list[WagerView]
    decided: list[WagerView]
    """What came down since the roll before the last."""
