"""View types of a dice table: seats, wagers and the table as JSON structs."""

from __future__ import annotations

from msgspec import Struct


class SeatView(Struct, frozen=True, kw_only=True):
    """Somebody with a place at the rail."""

    seat: int
    name: str
    stack: int
    """Chips before him."""
    away: bool
    """Sits out."""
    promises: list[str]
    """What is done when his wagers are decided: ``leave``, ``top up``, ``sit out``."""
    barred: list[str]
    """Wagers that he may not make for now."""


class WagerView(Struct, frozen=True, kw_only=True):
    """A wager on the layout, or one that the last roll decided."""

    id: str
    """By which commands name it."""
    seat: int
    owner: str
    """Whose it is."""
    kind: str
    """As commands name it: ``place``."""
    name: str
    """As people name it: ``place-6``."""
    number: int
    """The number it stands on; 0 where it has none."""
    faces: str
    """For a hop the two faces; else empty."""
    amount: int
    odds_on: str
    """For odds the flat bet they support."""
    off: bool
    """Out of action on the next roll."""
    on_requested: bool
    """Its owner has called it on, and nobody has confirmed that yet."""
    result: str
    """``live``, or what became of it."""
    paid: int
    """What it won."""
    taken: int
    """What the banker took of it."""


class DiceTableView(Struct, frozen=True, kw_only=True):
    """A dice table."""

    book: str
    game: str
    person: str
    """Who sees it so."""
    seat: int
    """Where the person stands; 0 if nowhere."""
    held: str
    """What goes from hand to hand: ``dice`` or ``shaker``."""
    goes_by_points: bool
    """Whether a come-out sets a point."""
    phase: str
    """``come-out``, ``point`` or ``settle-only``."""
    point: int
    """The number to be made; 0 while there is none."""
    rolls: int
    """Valid rolls so far."""
    dice: tuple[int, int]
    """The last valid roll; zeros before the first."""
    called: list[int]
    """The faces of a throw that was called and is not settled yet; else empty."""
    disputed: bool
    """Somebody disputes which faces are up: that is ruled on before anything else is done with the dice."""
    shooter: str
    """Who holds dice or shaker; empty if nobody does."""
    offered_to: str
    """Who is asked whether he wants them."""
    must_pass: bool
    """The holder has to give them up."""
    released: bool
    """The dice are on their way, or the shaker is being shaken: betting is closed."""
    shaken: int
    """How often the shaker was shaken for this roll."""
    layout: int
    """Chips that lie in wagers."""
    bank: int
    """What the banker has won since the table opened."""
    waiting: list[str]
    """The waiting list."""
    seats: list[SeatView]
    wagers: list[WagerView]
    decided: list[WagerView]
    """What came down since the roll before the last."""
