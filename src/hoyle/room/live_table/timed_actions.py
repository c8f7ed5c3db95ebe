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
from hoyle.table.seats import CallName, Leave, LeaveList, SitOut, TopUp, first_in_line, free_seat


def next_due(hosted: LiveTable) -> int | None:
    """When a clock has something to do."""
    hosting = hosted.hosting
    if hosting.closed or hosting.stopped:
        return None
    found = [since + hosted.terms.away for person, since in hosted.away.items() if _can_go(hosted, person)]
    found += [time for time in (hosted.deadline(), _call_due(hosted)) if time is not None]
    if _struck(hosted) or (hosting.closing and _may_close(hosted)) or _short_bot(hosted):
        found.append(0)
    return min(found, default=None)


def run_due(draft: UnitOfWork, hosted: LiveTable) -> bool:
    """Do the first thing that is due; whether anything was."""
    now, hosting = draft.moment.now, hosted.hosting
    deadline = hosted.deadline()
    if deadline is not None and deadline <= now:
        time_out = command_from_dict(hosted.table.COMMANDS, {"do": "time-out", "seat": hosted.turn.seat})
        draft.run_table_command(hosted, time_out, by=CLOCK)
        return True
    person = _struck(hosted)
    if person:
        draft.run_table_command(hosted, SitOut(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
        return True
    for person, since in hosted.away.items():
        if since + hosted.terms.away <= now and _can_go(hosted, person):
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


def _struck(hosted: LiveTable) -> str:
    """Somebody whose clock has run out too often and who is not away yet."""
    company = hosted.table.roster
    for person, strikes in hosted.strikes.items():
        if strikes >= hosted.terms.strikes:
            seat = company.seat_of(person)
            if (
                seat
                and not company.players[seat].sitting_out
                and company.find_deferred_request(person, SIT_OUT) is None
            ):
                return person
    return ""


def _can_go(hosted: LiveTable, person: str) -> bool:
    """Whether somebody has a seat that he has not given up already."""
    company = hosted.table.roster
    return bool(company.seat_of(person)) and company.find_deferred_request(person, LEAVE) is None


def _call_due(hosted: LiveTable) -> int | None:
    """When a free seat is called out, or has been kept long enough for somebody who does not come."""
    company = hosted.table.roster
    if hosted.hosting.closing:
        return None
    if company.called_name:
        return hosted.called + hosted.terms.call
    if not company.waiting:
        return None
    return 0 if first_in_line(company) and free_seat(hosted.table) else None


def _call(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Call the first on the list; whoever was called and did not come keeps nobody else from the seat."""
    called = hosted.table.roster.called_name
    command = LeaveList(player=called) if called else CallName(seat=free_seat(hosted.table))
    draft.run_table_command(hosted, command, by=CLOCK)


def _may_close(hosted: LiveTable) -> bool:
    """Whether there is anything to be done for a table that closes: a promise to leave is kept by itself."""
    # Where wagers are open and nobody has made one, nothing is being played either.
    idle = hosted.table.is_between_rounds() or not any(
        hosted.table.has_chips_in_play(seat) for seat in hosted.seated
    )
    if not idle:
        return False
    if not hosted.seated and has_unpaid_jackpot(hosted):
        return False
    return not hosted.seated or any(_can_go(hosted, person) for person in hosted.seated.values())


def has_unpaid_jackpot(hosted: LiveTable) -> bool:
    """Whether somebody has won a jackpot here that is not paid: the table stays open for that."""
    table = hosted.table
    return isinstance(table, PokerTable) and bool(table.state.jackpots)


def _close(draft: UnitOfWork, hosted: LiveTable) -> None:
    for person in list(hosted.seated.values()):
        if _can_go(hosted, person):
            draft.run_table_command(hosted, Leave(seat=hosted.table.roster.seat_of(person)), by=CLOCK)
    if not hosted.seated and not has_unpaid_jackpot(hosted):
        draft.record_table_events(hosted, table_events.Close(), table_events.Closed(clause="house tables"))
        draft.record_room_events(
            CloseTable(table=hosted.number), TableClosed(table=hosted.number, clause="house tables")
        )


def _short_bot(hosted: LiveTable) -> str:
    """A bot that has too few chips to go on and has not asked for more."""
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
    """A bot buys in again; one that has played away all it brought to the room goes."""
    seat = hosted.table.roster.seat_of(person)
    least = max(hosted.terms.least_buy_in, hosted.table.seat_rules().buy_in, 1)
    chips = least - hosted.table.roster.stack(seat)
    broke = not hosted.terms.private and draft.room.ledger.holds(hosted.purse(person)) < chips
    draft.run_table_command(hosted, Leave(seat=seat) if broke else TopUp(seat=seat, chips=chips), by=CLOCK)
