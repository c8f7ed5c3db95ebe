"""Seat choices: which seat commands (sit, top up, sit out, leave) a person may give now."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from hoyle.core.validation import MAX_CHIPS
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import DEFERRABLE_REQUESTS, LEAVE, SIT_OUT, TOP_UP, Roster
from hoyle.table.seats import SeatRules, first_in_line


def seat_choices_for(state: Roster, rules: SeatRules, person: str) -> tuple[Choice, ...]:
    """List the seat commands that a person may give now: sit, top up, sit out or in, leave, cancel."""
    seat = state.seat_of(person)
    if seat:
        return own_seat_choices(state, rules, seat)
    first = first_in_line(state)
    if not person or person in state.barred:
        return ()
    return free_seat_choices(state, rules) if first in ("", person) or person in state.passed_over else ()


def free_seat_choices(state: Roster, rules: SeatRules) -> tuple[Choice, ...]:
    """Build the choices to take each free seat."""
    bounds = (Bounds(field="chips", min=rules.buy_in, max=MAX_CHIPS),)
    return tuple(
        Choice(do="sit", fixed={"seat": seat}, bounds=bounds, label=f"take seat {seat}")
        for seat in range(1, rules.max_seats + 1)
        if seat not in state.players
    )


def own_seat_choices(state: Roster, rules: SeatRules, seat: int) -> tuple[Choice, ...]:
    """Build the seat commands of the player in a seat."""
    player = state.player(seat)
    requests = {what: state.find_deferred_request(player.name, what) for what in DEFERRABLE_REQUESTS}
    fields: dict[str, Any] = {"seat": seat}
    choices: list[Choice] = []
    top_up = requests[TOP_UP]
    chips_left = MAX_CHIPS - state.stack(seat) - (0 if top_up is None else top_up.chips)
    if chips_left > 0:
        bounds = (Bounds(field="chips", min=1, max=chips_left),)
        clause = rules.adding_clause
        choices.append(Choice(do="top-up", fixed=fields, bounds=bounds, clause=clause, label="add chips"))
    clause = rules.seated_clause
    if player.sitting_out or requests[SIT_OUT] is not None:
        choices.append(Choice(do="sit-in", fixed=fields, clause=clause, label="sit in"))
    else:
        choices.append(Choice(do="sit-out", fixed=fields, clause=clause, label="sit out"))
    if requests[LEAVE] is None:
        choices.append(Choice(do="leave", fixed=fields, clause=rules.leaving_clause, label="leave"))
    for what, request in requests.items():
        if request is not None and not (what == LEAVE and player.name in state.barred):
            label = "stay" if what == LEAVE else f"do not {what}"
            choices.append(
                Choice(do="cancel-deferred", fixed={**fields, "what": what}, clause=clause, label=label)
            )
    return tuple(choices)


def more_players_decisions(state: Roster, rules: SeatRules, clause: str = "") -> list[PendingDecision]:
    """Build the decisions while too few players take part: newcomers may sit, absent ones return."""
    first = first_in_line(state)
    free = free_seat_choices(state, rules)
    if first:
        free = tuple(structs.replace(choice, fixed={**choice.fixed, "player": first}) for choice in free)
    clause = clause or rules.seated_clause
    decisions = [PendingDecision(kind="players", choices=free, clause=clause)]
    for seat, player in sorted(state.players.items()):
        return_fields = {"do": "sit-in"} if player.sitting_out else {"do": "cancel-deferred", "what": LEAVE}
        returns = tuple(
            choice
            for choice in own_seat_choices(state, rules, seat)
            if return_fields.items() <= {"do": choice.do, **choice.fixed}.items()
        )
        if returns:
            decisions.append(
                PendingDecision(
                    kind="players",
                    seat=seat,
                    person=player.name,
                    choices=returns,
                    clause=clause,
                    optional=True,
                )
            )
    return decisions
