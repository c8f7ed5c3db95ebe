"""Seat choices: the seat, buy-in and leave options of one person, limited by wallet and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import LEAVE

if TYPE_CHECKING:
    from hoyle.room.live_table.live_table import LiveTable
    from hoyle.room.room import Room


def seat_choices_for(room: Room, hosted: LiveTable, person: str) -> tuple[Choice, ...]:
    """A seat with the chips that buy in, or what a player may do about his own; his purse is his to know."""
    table: Any = hosted.table
    hosting = hosted.hosting
    if hosting.closed or not table.is_open or (hosting.stopped and hosted.has_chips_at_stake()):
        return ()
    offered = (_within(room, hosted, person, choice) for choice in table.seat_choices(person))
    return tuple(choice for choice in offered if choice is not None)


def within_terms(room: Room, hosted: LiveTable, wait: PendingDecision) -> PendingDecision:
    """A wait with those of its choices about seats that the room accepts, within its bounds."""
    if wait.kind != "players":
        return wait
    allowed = [_within(room, hosted, wait.person, choice) for choice in wait.choices]
    return structs.replace(wait, choices=tuple(choice for choice in allowed if choice is not None))


def _within(room: Room, hosted: LiveTable, person: str, choice: Choice) -> Choice | None:
    """A choice as the room lets it be had; None where it does not."""
    hosting, terms = hosted.hosting, hosted.terms
    known = room.state.people.get(person)
    disabled = known is not None and known.disabled
    if choice.do == "sit":
        if disabled or hosting.closing or hosted.game in room.state.disabled_games:
            return None
        least = max(terms.least_buy_in, choice.bounds[0].least)
        return _bounded(choice, least, terms.most_buy_in)
    if choice.do == "top-up":
        stack = hosted.table.roster.stack(choice.given["seat"])
        return _bounded(choice, 1, terms.most_buy_in - stack - hosted.promised.get(person, 0))
    if choice.do == "change-mind" and choice.given["what"] == LEAVE and (disabled or person in hosting.sent):
        return None
    return choice


def _bounded(choice: Choice, least: int, most: int) -> Choice | None:
    if most < least:
        return None
    return structs.replace(choice, bounds=(Bounds(field="chips", least=least, most=most),))
