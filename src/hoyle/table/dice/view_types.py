"""View types of a dice table: seats, wagers and the table as JSON structs."""

from __future__ import annotations

from msgspec import Struct


class SeatView(Struct, frozen=True, kw_only=True):
    """View of a player at a dice table."""

    seat: int
    name: str
    stack: int
    """Chips in front of the player."""
    away: bool
    """Whether the player sits out."""
    promises: list[str]
    """Requests carried out when the player's wagers are decided: ``leave``, ``top up``, ``sit out``."""
    barred: list[str]
    """Wagers that the player may not make for now."""


class WagerView(Struct, frozen=True, kw_only=True):
    """View of a wager on the layout, or of one that the last roll decided."""

    id: str
    """Id that commands name it by."""
    seat: int
    owner: str
    """Name of the owner."""
    kind: str
    """Kind as commands name it: ``place``."""
    name: str
    """Display name: ``place-6``."""
    number: int
    """Number it stands on; 0 where it has none."""
    faces: str
    """The two faces of a hop bet; else empty."""
    amount: int
    odds_on: str
    """The flat bet that odds support."""
    off: bool
    """Whether it is out of action on the next roll."""
    on_requested: bool
    """Whether its owner has called it on and the crew has not confirmed yet."""
    result: str
    """``live``, or its result."""
    paid: int
    """Winnings."""
    taken: int
    """Chips of it that the banker took."""


class DiceTableView(Struct, frozen=True, kw_only=True):
    """View of a dice table, as every person sees it."""

    book: str
    game: str
    person: str
    """The viewer."""
    seat: int
    """Seat of the viewer; 0 if none."""
    held: str
    """Object passed round: ``dice`` or ``shaker``."""
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
    """Faces of a throw that was called and is not settled yet; else empty."""
    disputed: bool
    """Whether the upper faces are disputed: that is ruled on before anything else is done with the dice."""
    shooter: str
    """Holder of dice or shaker; empty if there is none."""
    offered_to: str
    """Player who is offered dice or shaker."""
    must_pass: bool
    """Whether the holder has to give them up."""
    released: bool
    """Whether the dice are thrown or the shaker is being shaken: betting is closed."""
    shaken: int
    """Number of shakes for this roll."""
    layout: int
    """Chips in wagers."""
    bank: int
    """Winnings of the banker since the table opened."""
    waiting: list[str]
    """The waiting list."""
    seats: list[SeatView]
    wagers: list[WagerView]
    decided: list[WagerView]
    """Wagers decided since the roll before the last."""
