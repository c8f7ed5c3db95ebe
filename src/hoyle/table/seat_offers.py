"""Seats that a table offers while it waits for players: to anybody, or to whoever is first on the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.bounds import MOST_CHIPS
from hoyle.table.company import LEAVE
from hoyle.table.waits import Bounds, Choice, Wait

if TYPE_CHECKING:
    from hoyle.table.base import Table


def players_wanted(table: Table) -> list[Wait]:
    """Somebody is wanted at the table: a newcomer, or one of those who are here and take no part."""
    rules, state = table.seat_rules(), table.company
    first = next((name for name in state.waiting if name not in state.passed), "")
    bounds = (Bounds(field="chips", least=rules.buy_in, most=MOST_CHIPS),)
    choices: list[Choice] = []
    for seat in range(1, rules.most + 1):
        if seat not in state.players:
            given: dict[str, Any] = {"seat": seat, "player": first} if first else {"seat": seat}
            choices.append(Choice(do="sit", given=given, bounds=bounds, words=f"take seat {seat}"))
    clause = rules.seated_clause
    found = [Wait(kind="players", choices=tuple(choices), clause=clause)]
    for seat, player in sorted(state.players.items()):
        back: tuple[Choice, ...] = ()
        if player.away:
            back = (Choice(do="sit-in", given={"seat": seat}, clause=clause, words="sit in"),)
        elif state.promised(player.name, LEAVE) is not None and player.name not in state.barred:
            given = {"seat": seat, "what": LEAVE}
            back = (Choice(do="change-mind", given=given, clause=clause, words="stay"),)
        if back:
            found.append(
                Wait(
                    kind="players", seat=seat, person=player.name, choices=back, clause=clause, optional=True
                )
            )
    return found
