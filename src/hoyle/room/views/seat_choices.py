"""Seat choices: the seat, buy-in and leave options of one person, within the table settings."""

from __future__ import annotations

from msgspec import structs

from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import LEAVE


def seat_choices_for(room: Room, live_table: LiveTable, person: str) -> tuple[Choice, ...]:
    """Return a person's choices about seats, within the table settings; their wallet is not considered."""
    table = live_table.table
    hosting = live_table.hosting
    if hosting.closed or not table.is_open or (hosting.stopped and live_table.has_chips_at_stake()):
        return ()
    offered = (_limit_choice(room, live_table, person, choice) for choice in table.seat_choices(person))
    return tuple(choice for choice in offered if choice is not None)


def within_settings(room: Room, live_table: LiveTable, decision: PendingDecision) -> PendingDecision:
    """Limit the seat choices of a pending decision to those that the room accepts."""
    if decision.kind != "players":
        return decision
    allowed = [_limit_choice(room, live_table, decision.person, choice) for choice in decision.choices]
    return structs.replace(decision, choices=tuple(choice for choice in allowed if choice is not None))


def _limit_choice(room: Room, live_table: LiveTable, person: str, choice: Choice) -> Choice | None:
    """Limit a choice to the table settings; None where the room refuses it."""
    hosting, settings = live_table.hosting, live_table.settings
    account = room.state.people.get(person)
    disabled = account is not None and account.disabled
    if choice.do == "sit":
        if disabled or hosting.closing or live_table.game in room.state.disabled_games:
            return None
        minimum = max(settings.min_buy_in, choice.bounds[0].min)
        return _with_chip_bounds(choice, minimum, settings.max_buy_in)
    if choice.do == "top-up":
        stack = live_table.table.roster.stack(choice.fixed["seat"])
        return _with_chip_bounds(choice, 1, settings.max_buy_in - stack - live_table.reserved_top_ups.get(person, 0))
    if (
        choice.do == "cancel-deferred"
        and choice.fixed["what"] == LEAVE
        and (disabled or person in hosting.removed_players)
    ):
        return None
    return choice


def _with_chip_bounds(choice: Choice, minimum: int, maximum: int) -> Choice | None:
    """Return a choice with these bounds for its chips; None where they leave no amount."""
    if maximum < minimum:
        return None
    return structs.replace(choice, bounds=(Bounds(field="chips", min=minimum, max=maximum),))
