"""Seat choices: which seat commands (sit, top up, sit out, leave) a person may give now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from hoyle.core.validation import MAX_CHIPS
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import DEFERRABLE_REQUESTS, LEAVE, SIT_OUT, TOP_UP
from hoyle.table.seats import first_in_line

if TYPE_CHECKING:
    from hoyle.table.base import Table


def seat_choices_for(table: Table, person: str) -> tuple[Choice, ...]:
    """Seat commands that a person may give now: sit, top up, sit out or in, leave, cancel a request."""
    state = table.roster
    seat = state.seat_of(person)
    if seat:
        return own_seat(table, seat)
    first = first_in_line(state)
    if not person or person in table.STAFF_NAMES or person in state.barred:
        return ()
    return free_seats(table) if first in ("", person) or person in state.passed_over else ()


def free_seats(table: Table) -> tuple[Choice, ...]:
    """Choices to take each free seat."""
    rules, taken = table.seat_rules(), table.roster.players
    bounds = (Bounds(field="chips", min=rules.buy_in, max=MAX_CHIPS),)
    return tuple(
        Choice(do="sit", fixed={"seat": seat}, bounds=bounds, label=f"take seat {seat}")
        for seat in range(1, rules.most + 1)
        if seat not in taken
    )


def own_seat(table: Table, seat: int) -> tuple[Choice, ...]:
    """Seat commands of the player in a seat."""
    rules, state = table.seat_rules(), table.roster
    player = state.player(seat)
    asked = {what: state.find_deferred_request(player.name, what) for what in DEFERRABLE_REQUESTS}
    given: dict[str, Any] = {"seat": seat}
    found: list[Choice] = []
    promised = asked[TOP_UP]
    room = MAX_CHIPS - state.stack(seat) - (0 if promised is None else promised.chips)
    if room > 0:
        bounds = (Bounds(field="chips", min=1, max=room),)
        clause = rules.adding_clause
        found.append(Choice(do="top-up", fixed=given, bounds=bounds, clause=clause, label="add chips"))
    clause = rules.seated_clause
    if player.sitting_out or asked[SIT_OUT] is not None:
        found.append(Choice(do="sit-in", fixed=given, clause=clause, label="sit in"))
    else:
        found.append(Choice(do="sit-out", fixed=given, clause=clause, label="sit out"))
    if asked[LEAVE] is None:
        found.append(Choice(do="leave", fixed=given, clause=rules.leaving_clause, label="leave"))
    for what, promise in asked.items():
        if promise is not None and not (what == LEAVE and player.name in state.barred):
            words = "stay" if what == LEAVE else f"do not {what}"
            found.append(Choice(do="change-mind", fixed={**given, "what": what}, clause=clause, label=words))
    return tuple(found)


def decision_for_more_players(table: Table, clause: str = "") -> list[PendingDecision]:
    """Decisions while too few players take part: a newcomer may sit down, or one who is out may come back."""
    rules, state = table.seat_rules(), table.roster
    first = first_in_line(state)
    free = free_seats(table)
    if first:
        free = tuple(structs.replace(choice, fixed={**choice.fixed, "player": first}) for choice in free)
    clause = clause or rules.seated_clause
    found = [PendingDecision(kind="players", choices=free, clause=clause)]
    for seat, player in sorted(state.players.items()):
        wanted = {"do": "sit-in"} if player.sitting_out else {"do": "change-mind", "what": LEAVE}
        back = tuple(
            choice
            for choice in own_seat(table, seat)
            if wanted.items() <= {"do": choice.do, **choice.fixed}.items()
        )
        if back:
            found.append(
                PendingDecision(
                    kind="players",
                    seat=seat,
                    person=player.name,
                    choices=back,
                    clause=clause,
                    optional=True,
                )
            )
    return found
