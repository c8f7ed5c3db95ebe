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
    if not person or person in state.barred:
        return ()
    is_next = first_in_line(state) in ("", person) or person in state.passed_over
    return free_seat_choices(state, rules) if is_next else ()


def free_seat_choices(state: Roster, rules: SeatRules) -> tuple[Choice, ...]:
    """Return the choices of a newcomer: to take each free seat."""
    bounds = (Bounds(field="chips", min=rules.buy_in, max=MAX_CHIPS),)
    return tuple(
        Choice(do="sit", fixed={"seat": seat}, bounds=bounds, label=f"take seat {seat}")
        for seat in range(1, rules.max_seats + 1)
        if seat not in state.players
    )


def own_seat_choices(state: Roster, rules: SeatRules, seat: int) -> tuple[Choice, ...]:
    """Return the choices of a seated player: add chips, sit out or in, leave, cancel a request."""
    player = state.player(seat)
    requests = {kind: state.find_deferred_request(player.name, kind) for kind in DEFERRABLE_REQUESTS}
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
    for kind, request in requests.items():
        must_leave = kind == LEAVE and player.name in state.barred
        if request is not None and not must_leave:
            label = "stay" if kind == LEAVE else f"do not {kind}"
            choices.append(Choice(do="cancel-deferred", fixed={**fields, "what": kind}, clause=clause, label=label))
    return tuple(choices)


def more_players_decisions(state: Roster, rules: SeatRules, clause: str = "") -> list[PendingDecision]:
    """Return the pending decisions while too few play: newcomers may sit, absent players return."""
    first = first_in_line(state)
    seat_offers = free_seat_choices(state, rules)
    if first:
        seat_offers = tuple(structs.replace(choice, fixed={**choice.fixed, "player": first}) for choice in seat_offers)
    clause = clause or rules.seated_clause
    decisions = [PendingDecision(kind="players", choices=seat_offers, clause=clause)]
    for seat, player in sorted(state.players.items()):
        returns = tuple(
            choice
            for choice in own_seat_choices(state, rules, seat)
            if _brings_back(choice, sitting_out=player.sitting_out)
        )
        if returns:
            decisions.append(
                PendingDecision(
                    kind="players", seat=seat, person=player.name, choices=returns, clause=clause, optional=True
                )
            )
    return decisions


def _brings_back(choice: Choice, *, sitting_out: bool) -> bool:
    """Whether a seat choice makes an absent player take part: sit in, or cancel a request to leave."""
    if sitting_out:
        return choice.do == "sit-in"
    return choice.do == "cancel-deferred" and choice.fixed["what"] == LEAVE
