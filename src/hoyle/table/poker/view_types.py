"""View types of a poker table: seats and the table as JSON structs."""

from __future__ import annotations

from msgspec import Struct

from hoyle.games.poker.view_types import PokerRoundView


class PokerSeatView(Struct, frozen=True, kw_only=True):
    """View of a seated player at a poker table."""

    seat: int
    name: str
    stack: int
    """Chips in front of the player, cash included."""
    currency: int
    """Cash beside the chips, where the book lets it play."""
    sitting_out: bool
    """Whether the player sits out."""
    missed_blinds: int
    """Number of missed blinds that the player owes."""
    waits_for_blind: bool
    """Whether the player waits for the blind to come round rather than post what they missed."""
    after_round: list[str]
    """Requests carried out when the round is over: ``leave``, ``top up``, ``sit out``."""


class PokerView(Struct, frozen=True, kw_only=True):
    """View of a poker table, as one person sees it."""

    book: str
    game: str
    person: str
    """The viewer."""
    seat: int
    """Seat of the viewer; 0 if none."""
    round_number: int
    """Number of rounds begun."""
    playing: bool
    """Whether a round is being played."""
    button: int
    """Seat with the button."""
    limits: tuple[int, int]
    """Small and big bet; in a kill pot those of that pot."""
    kill_button: str
    """Holder of the kill button."""
    deck: str
    """The deck in use."""
    jackpot: int
    """Balance of the jackpot fund."""
    waiting: list[str]
    """The waiting list."""
    seats: list[PokerSeatView]
    round: PokerRoundView | None
    """The round being played, or the last one."""
