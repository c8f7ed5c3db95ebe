"""Timed actions at a table: expired clocks, absent players, waiting-list calls, closing, bot top-ups."""

from __future__ import annotations

from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room_state import CloseTable, TableClosed
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import CLOCK
from hoyle.table.command_base import command_from_dict
from hoyle.table.poker.table import PokerTable
from hoyle.table.roster import LEAVE, SIT_OUT
from hoyle.table.seats import (
    CallFromWaitingList,
    Leave,
    LeaveWaitingList,
    SitOut,
    TopUp,
    first_in_line,
    free_seat,
)


def next_due(hosted: LiveTable) -> int | None:
    """Time of the next timed action, or None."""
    hosting = hosted.hosting
    if hosting.closed or hosting.stopped:
        return None
    times = [since + hosted.terms.away for person, since in hosted.away.items() if _can_leave(hosted, person)]
    times += [time for time in (hosted.deadline(), _call_due(hosted)) if time is not None]
    if _timed_out_player(hosted) or (hosting.closing and _may_close(hosted)) or _short_bot(hosted):
        times.append(0)
    return min(times, default=None)


def run_due(draft: UnitOfWork, hosted: LiveTable) -> bool:
    """Run the first timed action that is due; return whether there was one."""
    now, hosting = draft.moment.now, hosted.hosting
    deadline = hosted.deadline()
    if deadline is not None and deadline <= now:
        time_out = command_from_dict(hosted.table.COMMANDS, {"do": "time-out", "seat": hosted.turn.seat})
        draft.run_table_command(hosted, time_out, by=CLOCK)
        return True
    person = _timed_out_player(hosted)
    if person:
        draft.run_table_command(hosted, SitOut(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
        return True
    for person, since in hosted.away.items():
        if since + hosted.terms.away <= now and _can_leave(hosted, person):
            draft.run_table_command(hosted, Leave(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
            return True
    calling = _call_due(hosted)
    if calling is not None and calling <= now:
        _call(draft, hosted)
        return True
    if hosting.closing and _may_close(hosted):
        _close(draft, hosted)
        return True
    bot = _short_bot(hosted)
    if bot:
        _top_up(draft, hosted, bot)
        return True
    return False


def _timed_out_player(hosted: LiveTable) -> str:
    """Player whose clock has run out too often and who does not sit out yet; else empty."""
    roster = hosted.table.roster
    for person, strikes in hosted.strikes.items():
        if strikes >= hosted.terms.strikes:
            seat = roster.seat_of(person)
            if (
                seat
                and not roster.players[seat].sitting_out
                and roster.find_deferred_request(person, SIT_OUT) is None
            ):
                return person
    return ""


def _can_leave(hosted: LiveTable, person: str) -> bool:
    """Whether a person has a seat and no request to leave it yet."""
    roster = hosted.table.roster
    return bool(roster.seat_of(person)) and roster.find_deferred_request(person, LEAVE) is None


def _call_due(hosted: LiveTable) -> int | None:
    """Time at which a free seat is called, or at which a call that got no answer expires."""
    roster = hosted.table.roster
    if hosted.hosting.closing:
        return None
    if roster.called_name:
        return hosted.called + hosted.terms.call
    if not roster.waiting:
        return None
    return 0 if first_in_line(roster) and free_seat(hosted.table) else None


def _call(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Call the first name on the waiting list, or remove the name that was called and did not come."""
    called = hosted.table.roster.called_name
    command = LeaveWaitingList(player=called) if called else CallFromWaitingList(seat=free_seat(hosted.table))
    draft.run_table_command(hosted, command, by=CLOCK)


def _may_close(hosted: LiveTable) -> bool:
    """Whether a closing table is idle and has players to remove or can close now."""
    # Open betting without a wager counts as idle.
    idle = hosted.table.is_between_rounds() or not any(
        hosted.table.has_chips_in_play(seat) for seat in hosted.seated
    )
    if not idle:
        return False
    if not hosted.seated and has_unpaid_jackpot(hosted):
        return False
    return not hosted.seated or any(_can_leave(hosted, person) for person in hosted.seated.values())


def has_unpaid_jackpot(hosted: LiveTable) -> bool:
    """Whether a jackpot was won here and is not paid yet, which keeps the table open."""
    table = hosted.table
    return isinstance(table, PokerTable) and bool(table.state.jackpots)


def _close(draft: UnitOfWork, hosted: LiveTable) -> None:
    for person in list(hosted.seated.values()):
        if _can_leave(hosted, person):
            draft.run_table_command(hosted, Leave(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
    if not hosted.seated and not has_unpaid_jackpot(hosted):
        draft.record_table_events(hosted, table_events.Close(), table_events.Closed(clause="house tables"))
        draft.record_room_events(
            CloseTable(table=hosted.number), TableClosed(table=hosted.number, clause="house tables")
        )


def _short_bot(hosted: LiveTable) -> str:
    """Bot that has too few chips to go on and no top-up pending; else empty."""
    if not hosted.hosting.bots or not hosted.table.is_between_rounds():
        return ""
    least = max(hosted.terms.least_buy_in, hosted.table.seat_rules().buy_in, 1)
    for seat, person in hosted.seated.items():
        stack = hosted.table.roster.stack(seat)
        short = person in hosted.hosting.bots and stack * 4 < least and person not in hosted.promised
        if short and not hosted.table.has_chips_in_play(seat):
            return person
    return ""


def _top_up(draft: UnitOfWork, hosted: LiveTable, person: str) -> None:
    """Top up a bot, or have it leave if its wallet cannot pay for that."""
    seat = hosted.table.roster.seat_of(person)
    least = max(hosted.terms.least_buy_in, hosted.table.seat_rules().buy_in, 1)
    chips = least - hosted.table.roster.stack(seat)
    broke = not hosted.terms.private and draft.room.ledger.holds(hosted.purse(person)) < chips
    draft.run_table_command(hosted, Leave(seat=seat) if broke else TopUp(seat=seat, chips=chips), by=CLOCK)
