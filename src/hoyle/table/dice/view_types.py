"""View types of a dice table: seats, wagers and the table as JSON structs."""

from __future__ import annotations

from msgspec import Struct


class DiceSeatView(Struct, frozen=True, kw_only=True):
    """View of a player at a dice table."""

    seat: int
    name: str
    stack: int
    """Chips in front of the player."""
    sitting_out: bool
    """Whether the player sits out."""
    after_round: list[str]
    """Requests carried out when the player's wagers are decided: ``leave``, ``top up``, ``sit out``."""
    barred: list[str]
    """Wagers that the player may not make for now."""


class DiceWagerView(Struct, frozen=True, kw_only=True):
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
    hop_faces: str
    """The two faces of a hop bet; else empty."""
    amount: int
    parent_wager: str
    """The flat bet that odds support."""
    off: bool
    """Whether it is out of action on the next roll."""
    on_requested: bool
    """Whether its owner has called it on and the crew has not confirmed yet."""
    result: str
    """``live``, or its result."""
    paid: int
    """Winnings."""
    lost: int
    """Chips of it that the banker took."""


class DiceView(Struct, frozen=True, kw_only=True):
    """View of a dice table, as every person sees it."""

    book: str
    game: str
    person: str
    """The viewer."""
    seat: int
    """Seat of the viewer; 0 if none."""
    equipment: str
    """Object passed round: ``dice`` or ``shaker``."""
    has_points: bool
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
    dice_out: bool
    """Whether the dice are thrown or the shaker is being shaken: betting is closed."""
    shaken: int
    """Number of shakes for this roll."""
    chips_on_layout: int
    """Chips in wagers."""
    banker_net: int
    """Winnings of the banker since the table opened."""
    waiting: list[str]
    """The waiting list."""
    seats: list[DiceSeatView]
    wagers: list[DiceWagerView]
    decided: list[DiceWagerView]
    """Wagers decided since the roll before the last."""
