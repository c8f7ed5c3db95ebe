"""Seat handlers of every table: sitting down, adding chips, sitting out, leaving, the waiting list.

The rules in which books differ come from `Table.seat_rules`.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.core.validation import MAX_CHIPS, pluralize
from hoyle.table import seats
from hoyle.table.base import Table
from hoyle.table.roster import DEFERRABLE_REQUESTS, LEAVE, SIT_OUT, TOP_UP, Roster

MAX_WAITING_LIST: Final = 100


def sit(table: Table, command: seats.Sit, by: str) -> None:
    """Seat a player, after checks of the seat, the name, the waiting list and the buy-in."""
    state, rules, seat = table.roster, table.seat_rules(), command.seat
    player = command.player or (by if table.is_person(by) else state.new_name(seat))
    if table.is_person(by) and player != by:
        raise IllegalError(f"{by} cannot sit down as {player!r}", clause=rules.seated_clause)
    if player in table.STAFF_NAMES:
        raise InvalidError(f"player {player!r}: that name is reserved for staff")
    if not 1 <= seat <= rules.max_seats:
        raise illegal(
            rules.max_seats_clause,
            f"seat {seat}: this table has seats 1 to {rules.max_seats}",
            legal=f"1 to {rules.max_seats}",
        )
    if seat in state.players:
        raise IllegalError(f"seat {seat} is taken by {state.players[seat].name}")
    if state.seat_of(player):
        raise IllegalError(f"{player} sits at this table already")
    _check_not_barred(state, player, rules)
    _check_waiting_list(state, player, rules)
    table.check_tender(command.chips, command.currency)
    buy_in = command.chips + command.currency
    if buy_in < rules.buy_in:
        raise IllegalError(
            f"{pluralize(buy_in, 'chip')}: the buy-in is {rules.buy_in} or more", legal=f"{rules.buy_in}"
        )
    table.emit(
        seats.Seated(
            seat=seat, player=player, chips=command.chips, currency=command.currency, clause=rules.seated_clause
        )
    )


def _check_not_barred(state: Roster, name: str, rules: seats.SeatRules) -> None:
    if name in state.barred:
        raise illegal(rules.barred_clause, f"{name} has been refused play")


def _check_waiting_list(state: Roster, name: str, rules: seats.SeatRules) -> None:
    """Refuse a seat to anyone but the first person on the waiting list who has not been passed over."""
    first = seats.first_in_line(state)
    if first and first != name and name not in state.passed_over:
        raise illegal(rules.list_clause, f"{name} cannot take a seat: {first} is first on the list", legal=first)


def top_up(table: Table, command: seats.TopUp, by: str) -> None:
    player = table.roster.player(command.seat)
    table.check_tender(command.chips, command.currency)
    if command.chips + command.currency < 1:
        raise InvalidError(f"chips {command.chips}: expected 1 or more")
    clause = table.seat_rules().adding_clause
    earlier = table.roster.find_deferred_request(player.name, TOP_UP)
    stack = table.roster.stack(command.seat) + (0 if earlier is None else earlier.chips)
    if stack + command.chips + command.currency > MAX_CHIPS:
        raise IllegalError(
            f"chips {command.chips}: seat {command.seat} has {stack}, and {MAX_CHIPS} is the most one brings",
            clause="house table-stakes",
            legal=f"{max(MAX_CHIPS - stack, 0)} or less",
        )
    if table.is_top_up_deferred(command.seat):
        if command.currency:
            raise IllegalError(
                f"currency {command.currency}: only chips can be added at the end of the round",
                clause=clause,
                legal="chips",
            )
        defer(table, command.seat, TOP_UP, clause, command.chips)
        return
    table.emit(seats.ToppedUp(seat=command.seat, chips=command.chips, currency=command.currency, clause=clause))


def leave(table: Table, command: seats.Leave, by: str) -> None:
    player = table.roster.player(command.seat)
    rules = table.seat_rules()
    if not table.has_chips_in_play(command.seat):
        remove_player(table, command.seat)
        return
    if table.roster.find_deferred_request(player.name, LEAVE) is not None:
        raise IllegalError(f"seat {command.seat} leaves after this round already ({rules.adding_clause})")
    defer(table, command.seat, LEAVE, rules.adding_clause)


def defer(table: Table, seat: int, what: str, clause: str, chips: int = 0) -> None:
    """Defer a request of a player to the end of the round."""
    name = table.roster.player(seat).name
    table.emit(seats.RequestDeferred(seat=seat, player=name, what=what, chips=chips, clause=clause))


def close_request(table: Table, seat: int, what: str, *, kept: bool) -> None:
    """Close a deferred request: it is `kept`, or cancelled."""
    name = table.roster.player(seat).name
    table.emit(seats.DeferredRequestClosed(seat=seat, player=name, what=what, kept=kept, clause="house seats"))


def remove_player(table: Table, seat: int) -> None:
    """Remove a player from the table with all their chips."""
    player = table.roster.player(seat)
    clause = table.seat_rules().leaving_clause
    table.emit(seats.PlayerLeft(seat=seat, player=player.name, chips=player.total_chips(), clause=clause))


def sit_out(table: Table, command: seats.SitOut, by: str) -> None:
    player = table.roster.player(command.seat)
    if player.sitting_out or table.roster.find_deferred_request(player.name, SIT_OUT) is not None:
        raise IllegalError(f"seat {command.seat} sits out already")
    if table.has_chips_in_play(command.seat):
        defer(table, command.seat, SIT_OUT, "house seats")
    else:
        table.emit(seats.SatOut(seat=command.seat, sitting_out=True, clause="house seats"))


def sit_in(table: Table, command: seats.SitIn, by: str) -> None:
    player = table.roster.player(command.seat)
    if table.roster.find_deferred_request(player.name, SIT_OUT) is not None:
        close_request(table, command.seat, SIT_OUT, kept=False)
    elif player.sitting_out:
        table.emit(seats.SatOut(seat=command.seat, sitting_out=False, clause="house seats"))
    else:
        raise IllegalError(f"seat {command.seat} is in already")


def cancel_deferred(table: Table, command: seats.CancelDeferred, by: str) -> None:
    player = table.roster.player(command.seat)
    if command.what not in DEFERRABLE_REQUESTS:
        raise InvalidError(f"what {command.what!r}: expected one of {', '.join(DEFERRABLE_REQUESTS)}")
    if table.roster.find_deferred_request(player.name, command.what) is None:
        raise IllegalError(f"seat {command.seat} has not asked to {command.what}")
    if player.name in table.roster.barred and command.what == LEAVE:
        clause = table.seat_rules().barred_clause
        raise illegal(clause, f"{player.name} has been refused play and must leave")
    close_request(table, command.seat, command.what, kept=False)


def carry_out_deferred_requests(table: Table) -> None:
    """Carry out deferred requests at the end of a round: top-ups, sitting out, leaving."""
    if not table.roster.deferred_requests:
        return
    for kind in (TOP_UP, SIT_OUT, LEAVE):
        for request in list(table.roster.deferred_requests):
            seat = table.roster.seat_of(request.player)
            if request.what != kind or not seat or table.has_chips_in_play(seat):
                continue
            close_request(table, seat, kind, kept=True)
            if kind == LEAVE:
                remove_player(table, seat)
            elif kind == TOP_UP:
                clause = table.seat_rules().adding_clause
                table.emit(seats.ToppedUp(seat=seat, chips=request.chips, clause=clause))
            elif not table.roster.player(seat).sitting_out:
                table.emit(seats.SatOut(seat=seat, sitting_out=True, clause="house seats"))


def join_waiting_list(table: Table, command: seats.JoinWaitingList, by: str) -> None:
    state, rules = table.roster, table.seat_rules()
    clause = rules.list_clause
    if not command.player:
        raise InvalidError("player '': a name is needed for the waiting list")
    _check_own_name(table, command.player, by)
    _check_not_barred(state, command.player, rules)
    if command.player in table.STAFF_NAMES:
        raise InvalidError(f"player {command.player!r}: that name is reserved for staff")
    if command.player in state.waiting:
        raise illegal(clause, f"{command.player} is on the list already")
    if len(state.waiting) >= MAX_WAITING_LIST:
        raise illegal(clause, f"{MAX_WAITING_LIST} names are on the list: it is full")
    if state.seat_of(command.player):
        raise IllegalError(f"{command.player} sits at this table already")
    table.emit(seats.WaitingListChanged(player=command.player, on=True, clause=clause))


def leave_waiting_list(table: Table, command: seats.LeaveWaitingList, by: str) -> None:
    state, clause = table.roster, table.seat_rules().list_clause
    _check_own_name(table, command.player, by)
    if command.player not in state.waiting:
        raise IllegalError(
            f"{command.player} is not on the list: {', '.join(state.waiting) or 'nobody is'}", clause=clause
        )
    table.emit(seats.WaitingListChanged(player=command.player, on=False, clause=clause))


def _check_own_name(table: Table, name: str, by: str) -> None:
    if table.is_person(by) and by != name:
        raise IllegalError(f"{by} cannot speak for {name}")


def call_from_waiting_list(table: Table, command: seats.CallFromWaitingList, by: str) -> None:
    """Offer a free seat to the first person on the waiting list."""
    state, rules = table.roster, table.seat_rules()
    if command.seat in state.players:
        raise IllegalError(f"seat {command.seat} is taken by {state.players[command.seat].name}")
    if not 1 <= command.seat <= rules.max_seats:
        raise IllegalError(f"seat {command.seat}: this table has seats 1 to {rules.max_seats}")
    first = seats.first_in_line(state)
    if not first:
        raise illegal(
            rules.list_clause,
            f"seat {command.seat} may not be announced: nobody is waiting for it",
            legal="only seats that a person on the list is waiting for",
        )
    table.emit(seats.NameCalled(seat=command.seat, player=first, clause=rules.list_clause))


def skip_on_waiting_list(table: Table, command: seats.SkipOnWaitingList, by: str) -> None:
    """Pass over the name that was called for a free seat and did not come."""
    state, clause = table.roster, table.seat_rules().list_clause
    if not state.called_name or state.called_name != command.player:
        raise illegal(
            clause,
            f"{command.player} cannot be passed over: {state.called_name or 'nobody'} was called",
            legal="call the name first",
        )
    table.emit(seats.NamePassedOver(player=command.player, clause=clause))
