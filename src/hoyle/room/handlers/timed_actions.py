"""Timed actions at a table: expired clocks, absent players, waiting-list calls, closing, bot top-ups."""

from __future__ import annotations

from hoyle.room.events import table_events
from hoyle.room.live_table.due_times import (
    call_due,
    can_leave,
    has_unpaid_jackpot,
    may_close,
    short_bot,
    timed_out_player,
)
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room_state import CloseTable, TableClosed
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import CLOCK
from hoyle.table.command_base import command_from_dict
from hoyle.table.seats import CallFromWaitingList, Leave, LeaveWaitingList, SitOut, TopUp


def run_due(draft: UnitOfWork, hosted: LiveTable) -> bool:
    """Run the first timed action that is due; return whether there was one."""
    now, hosting = draft.moment.now, hosted.hosting
    deadline = hosted.deadline()
    if deadline is not None and deadline <= now:
        time_out = command_from_dict(hosted.table.COMMANDS, {"do": "time-out", "seat": hosted.turn.seat})
        draft.run_table_command(hosted, time_out, by=CLOCK)
        return True
    person = timed_out_player(hosted)
    if person:
        draft.run_table_command(hosted, SitOut(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
        return True
    for person, since in hosted.away.items():
        if since + hosted.settings.away_seat_hold_ms <= now and can_leave(hosted, person):
            draft.run_table_command(hosted, Leave(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
            return True
    calling = call_due(hosted)
    if calling is not None and calling <= now:
        _call(draft, hosted)
        return True
    if hosting.closing and may_close(hosted):
        _close(draft, hosted)
        return True
    bot = short_bot(hosted)
    if bot:
        _top_up(draft, hosted, bot)
        return True
    return False


def _call(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Call the first name on the waiting list, or remove the name that was called and did not come."""
    called = hosted.table.roster.called_name
    command = (
        LeaveWaitingList(player=called) if called else CallFromWaitingList(seat=hosted.table.free_seat())
    )
    draft.run_table_command(hosted, command, by=CLOCK)


def _close(draft: UnitOfWork, hosted: LiveTable) -> None:
    for person in list(hosted.seated.values()):
        if can_leave(hosted, person):
            draft.run_table_command(hosted, Leave(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
    if not hosted.seated and not has_unpaid_jackpot(hosted):
        draft.record_table_events(hosted, table_events.Close(), table_events.Closed(clause="house tables"))
        draft.record_room_events(
            CloseTable(table=hosted.number), TableClosed(table=hosted.number, clause="house tables")
        )


def _top_up(draft: UnitOfWork, hosted: LiveTable, person: str) -> None:
    """Top up a bot, or have it leave if its wallet cannot pay for that."""
    seat = hosted.table.roster.seat_of(person)
    least = max(hosted.settings.min_buy_in, hosted.table.seat_rules().buy_in, 1)
    chips = least - hosted.table.roster.stack(seat)
    broke = not hosted.settings.private and draft.room.ledger.holds(hosted.wallet_account(person)) < chips
    draft.run_table_command(hosted, Leave(seat=seat) if broke else TopUp(seat=seat, chips=chips), by=CLOCK)
