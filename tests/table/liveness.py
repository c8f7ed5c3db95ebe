"""Nobody is kept at a table for ever: when all ask to leave, clock and dealer bring them home."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tests.banked.sessions import shuffled

from hoyle.errors import HoyleError
from hoyle.table import desk, seats
from hoyle.table.clock import TimeOut
from hoyle.table.command import Command, read
from hoyle.table.waits import Choice, Wait

MOST_STEPS: Final = 2000
"""More than any last wagers take to be decided."""


def brought_home(table: Any, chance: Random) -> int:
    """Everybody asks to leave or is refused play; what clock and dealer do until all are gone, in steps."""
    for seat, player in sorted(table.company.players.items()):
        if seat not in table.company.players:
            continue  # gone with somebody else's chance to go
        refused = desk.RefusePlay(player=player.name, why="late", house="out")
        asked, by = (refused, "floor") if chance.random() < 0.3 else (seats.Leave(seat=seat), player.name)
        try:
            table.do(asked, by)
        except HoyleError:
            assert table.company.promised(player.name, "leave") is not None
    for step in range(MOST_STEPS):
        if not table.company.players:
            return step
        table.do(*_next(table, chance))
    raise AssertionError(f"{sorted(table.company.players)} never get away: {table.waits()}")


def _next(table: Any, chance: Random) -> tuple[Command, str]:
    """What holds up the game: the clock does it for players, the house for itself."""
    waits = [wait for wait in table.waits() if wait.choices]
    # A shake that decides nobody's wager is made all the same.
    due = [wait for wait in waits if not wait.optional] or [wait for wait in waits if wait.kind == "shake"]
    assert due, f"nobody is awaited: {waits}"
    wait: Wait = due[0]
    if wait.seat:
        return TimeOut(seat=wait.seat), "clock"
    choice = next((each for each in wait.choices if each.do == "cut"), wait.choices[0])
    return read(
        table.COMMANDS, {"do": choice.do, **choice.given, **_filled(table, choice, chance)}
    ), wait.person


def _filled(table: Any, choice: Choice, chance: Random) -> dict[str, Any]:
    if choice.do in ("throw", "uncover"):
        return {"one": chance.randint(1, 6), "other": chance.randint(1, 6)}
    if choice.do == "shuffle":
        return {"cards": shuffled(chance)}
    if choice.do == "change-deck":
        taken = [deck.back for deck in table.state.rack.decks if deck.name != choice.given["deck"]]
        return {"back": next(back for back in ("red", "blue", "green") if back not in taken)}
    if choice.do == "count-stub":
        return {"found": 52}
    return {bounds.field: bounds.least for bounds in choice.bounds}
