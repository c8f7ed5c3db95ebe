"""Timed actions at a table: expired clocks, absent players, waiting-list calls, closing, bot top-ups."""

from __future__ import annotations

from hoyle.core.errors import IllegalError
from hoyle.room.commands import table_commands
from hoyle.room.commands.room_commands import CloseTable
from hoyle.room.events import table_events
from hoyle.room.events.room_events import TableClosed
from hoyle.room.live_table.due_times import call_due, can_leave, may_close, short_bot, timed_out_player
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import CLOCK
from hoyle.table.command_base import command_from_dict
from hoyle.table.seats import CallFromWaitingList, Leave, LeaveWaitingList, SitOut, TopUp


def run_due(unit: UnitOfWork, live_table: LiveTable) -> bool:
    """Run the first timed action that is due at a table; return whether there was one."""
    now, table = unit.context.now, live_table.table
    deadline = live_table.deadline()
    if deadline is not None and deadline <= now:
        time_out = command_from_dict(table.COMMANDS, {"do": "time-out", "seat": live_table.turn.seat})
        unit.run_table_command(live_table, time_out, by=CLOCK)
        return True
    person = timed_out_player(live_table)
    if person:
        unit.run_table_command(live_table, SitOut(seat=table.roster.seat_of(person)), by=CLOCK)
        return True
    for person, since in live_table.away_since.items():
        if since + live_table.settings.away_seat_hold_ms <= now and can_leave(live_table, person):
            unit.run_table_command(live_table, Leave(seat=table.roster.seat_of(person)), by=CLOCK)
            return True
    call_time = call_due(live_table)
    if call_time is not None and call_time <= now:
        _call_from_waiting_list(unit, live_table)
        return True
    if live_table.hosting.closing and may_close(live_table):
        _close(unit, live_table)
        return True
    bot = short_bot(live_table)
    if bot:
        _top_up(unit, live_table, bot)
        return True
    return False


def _call_from_waiting_list(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Call the first name on the waiting list, or remove the name that was called and did not come."""
    called = live_table.table.roster.called_name
    command = LeaveWaitingList(player=called) if called else CallFromWaitingList(seat=live_table.table.free_seat())
    unit.run_table_command(live_table, command, by=CLOCK)


def _close(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Make all players leave a closing table, and close it once it is empty."""
    table = live_table.table
    for person in list(live_table.seated.values()):
        if can_leave(live_table, person):
            unit.run_table_command(live_table, Leave(seat=table.roster.seat_of(person)), by=CLOCK)
    if not live_table.seated and not live_table.table.has_unpaid_jackpot():
        record_closed(unit, live_table, table_commands.Close())
        record_table_closed(unit, CloseTable(table=live_table.number))


def record_closed(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Close) -> None:
    """Record at a table that it is closed, once it was ordered and all players have left."""
    if not live_table.hosting.closing or live_table.seated or live_table.table.has_unpaid_jackpot():
        raise IllegalError(
            f"table {live_table.number} cannot be closed: players are seated, a jackpot is unpaid, or closing was not "
            "ordered"
        )
    unit.record_table_event(live_table, command, table_events.Closed)


def record_table_closed(unit: UnitOfWork, command: CloseTable) -> None:
    """Record in the room that one of its tables is closed."""
    listing = unit.room.state.tables.get(command.table)
    if listing is None or listing.closed:
        raise IllegalError(f"there is no open table {command.table}")
    unit.record_room_event(command, TableClosed)


def _top_up(unit: UnitOfWork, live_table: LiveTable, person: str) -> None:
    """Top up the stack of a bot, or make it leave if its wallet cannot pay."""
    table, settings, ledger = live_table.table, live_table.settings, unit.room.ledger
    seat = table.roster.seat_of(person)
    chips = max(settings.min_buy_in, table.seat_rules().buy_in, 1) - table.roster.stack(seat)
    is_broke = not settings.private and ledger.holds(live_table.wallet_account(person)) < chips
    command = Leave(seat=seat) if is_broke else TopUp(seat=seat, chips=chips)
    unit.run_table_command(live_table, command, by=CLOCK)
