"""Liveness check: when all players ask to leave, clock and dealer bring the table to an end."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tests.games.house_cards.random_sessions import shuffled

from hoyle.core.errors import HoyleError
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.pending_decisions import Choice, PendingDecision

MAX_STEPS: Final = 2000
"""More than any last wagers take to be decided."""


def brought_home(table: Any, chance: Random) -> int:
    """Let every player ask to leave or be refused play; return the steps until all are gone."""
    for seat, player in sorted(table.roster.players.items()):
        if seat not in table.roster.players:
            continue  # left when another player did
        refused = disputes.RefusePlay(player=player.name, why="late", house="out")
        asked, by = (refused, "floor") if chance.random() < 0.3 else (seats.Leave(seat=seat), player.name)
        try:
            table.do(asked, by)
        except HoyleError:
            assert table.roster.find_deferred_request(player.name, "leave") is not None
    for step in range(MAX_STEPS):
        if not table.roster.players:
            return step
        table.do(*_next(table, chance))
    raise AssertionError(f"{sorted(table.roster.players)} never get away: {table.pending()}")


def _next(table: Any, chance: Random) -> tuple[Command, str]:
    """Return the command that unblocks the game: the clock's for players, the staff's own for staff."""
    waits = [wait for wait in table.pending() if wait.choices]
    # A shake that decides no wager is made all the same.
    due = [wait for wait in waits if not wait.optional] or [wait for wait in waits if wait.kind == "shake"]
    assert due, f"nobody is awaited: {waits}"
    wait: PendingDecision = due[0]
    if wait.seat:
        return ActionTimeout(seat=wait.seat), "clock"
    choice = next((each for each in wait.choices if each.do == "cut"), wait.choices[0])
    return command_from_dict(
        table.COMMANDS, {"do": choice.do, **choice.fixed, **_filled(table, choice, chance)}
    ), wait.person


def _filled(table: Any, choice: Choice, chance: Random) -> dict[str, Any]:
    if choice.do in ("throw", "uncover"):
        return {"one": chance.randint(1, 6), "other": chance.randint(1, 6)}
    if choice.do == "shuffle":
        return {"cards": shuffled(chance)}
    if choice.do == "change-deck":
        taken = [deck.back for deck in table.state.rack.decks if deck.name != choice.fixed["deck"]]
        return {"back": next(back for back in ("red", "blue", "green") if back not in taken)}
    if choice.do == "count-stub":
        return {"found": 52}
    return {bounds.field: bounds.min for bounds in choice.bounds}
