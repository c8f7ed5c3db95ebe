"""What time does to a table: clocks that run out, players who stay away, a table that closes."""

from __future__ import annotations

from typing import Final

from hoyle.dice import offers
from hoyle.room.live import matters
from hoyle.room.live.draft import Draft
from hoyle.room.live.hosted import HostedTable
from hoyle.room.live.people import CloseTable, TableClosed
from hoyle.room.store.accounts import wallet
from hoyle.table.base import CLOCK
from hoyle.table.command import Command, read
from hoyle.table.company import LEAVE, SIT_OUT
from hoyle.table.dice.table import DiceTable
from hoyle.table.seats import ChangeMind, Leave, SitOut, TopUp

_TO_AN_END: Final = ("accept", "release")
"""What is done first where the table closes and only a throw can decide what lies on the layout."""
_FREE: Final = ("decline", "release", "pass", "holder-shakes", "concede")
"""What is done for somebody at a table without a clock of its own, the least costly first."""


def due(hosted: HostedTable) -> int | None:
    """When a clock has something to do."""
    hosting = hosted.hosting
    if hosting.closed or hosting.stopped:
        return None
    found = [since + hosted.terms.away for person, since in hosted.away.items() if _can_go(hosted, person)]
    deadline = hosted.deadline()
    if deadline is not None:
        found.append(deadline)
    ending = hosting.closing and (_may_close(hosted) or _called_back(hosted))
    if _struck(hosted) or ending or _short_bot(hosted):
        found.append(0)
    return min(found, default=None)


def work(draft: Draft, hosted: HostedTable) -> bool:
    """Do the first thing that is due; whether anything was."""
    now, hosting = draft.moment.now, hosted.hosting
    deadline = hosted.deadline()
    if deadline is not None and deadline <= now:
        draft.play(hosted, _for_absent(hosted), by=CLOCK)
        return True
    person = _struck(hosted)
    if person:
        draft.play(hosted, SitOut(seat=hosted.table.company.seat_of(person)), by=CLOCK)
        return True
    for person, since in hosted.away.items():
        if since + hosted.terms.away <= now and _can_go(hosted, person):
            draft.play(hosted, Leave(seat=hosted.table.company.seat_of(person)), by=CLOCK)
            return True
    if hosting.closing and _may_close(hosted):
        _close(draft, hosted)
        return True
    seat = _called_back(hosted) if hosting.closing else 0
    if seat:
        draft.play(hosted, ChangeMind(seat=seat, what=LEAVE), by=CLOCK)
        return True
    bot = _short_bot(hosted)
    if bot:
        _top_up(draft, hosted, bot)
        return True
    return False


def _for_absent(hosted: HostedTable) -> Command:
    """What the clock does for whoever is awaited (clarification 46)."""
    table, turn = hosted.table, hosted.turn
    if "time-out" in table.COMMANDS and turn.kind != "players":
        return read(table.COMMANDS, {"do": "time-out", "seat": turn.seat})
    wait = hosted.pressing()
    assert wait is not None
    offered = {choice.do: choice for choice in wait.choices}
    order = (*_TO_AN_END, *_FREE) if hosted.hosting.closing else _FREE
    choice = next((offered[do] for do in order if do in offered), wait.choices[-1])
    least = {bounds.field: bounds.least for bounds in choice.bounds}
    return read(table.COMMANDS, {"do": choice.do, **choice.given, **least})


def _struck(hosted: HostedTable) -> str:
    """Somebody whose clock has run out too often and who is not away yet."""
    company = hosted.table.company
    for person, strikes in hosted.strikes.items():
        if strikes >= hosted.terms.strikes:
            seat = company.seat_of(person)
            if seat and not company.players[seat].away and company.promised(person, SIT_OUT) is None:
                return person
    return ""


def _can_go(hosted: HostedTable, person: str) -> bool:
    """Whether somebody has a seat that he has not given up already."""
    company = hosted.table.company
    return bool(company.seat_of(person)) and company.promised(person, LEAVE) is None


def _may_close(hosted: HostedTable) -> bool:
    """Whether there is anything to be done for a table that closes: a promise to leave is kept by itself."""
    # Where wagers are open and nobody has made one, nothing is being played either.
    idle = hosted.table.quiet() or not any(hosted.table.in_play(seat) for seat in hosted.seated)
    if not idle or _locked(hosted):
        return False
    return not hosted.seated or any(_can_go(hosted, person) for person in hosted.seated.values())


def _locked(hosted: HostedTable) -> set[str]:
    """Whose wagers only a throw can decide: at a table of dice that closes they are played to their end."""
    table = hosted.table
    if not isinstance(table, DiceTable):
        return set()
    game = table.game
    return {wager.owner for wager in table.state.play.live if not offers.may_come_down(game, wager)}


def _called_back(hosted: HostedTable) -> int:
    """The seat of somebody who would leave when his wagers are decided, where nobody is left to throw."""
    company = hosted.table.company
    if hosted.turn.kind == "players":
        for person in sorted(_locked(hosted)):
            if company.promised(person, LEAVE) is not None and person not in company.barred:
                return company.seat_of(person)
    return 0


def _close(draft: Draft, hosted: HostedTable) -> None:
    for person in list(hosted.seated.values()):
        if _can_go(hosted, person):
            draft.play(hosted, Leave(seat=hosted.table.company.seat_of(person)), by=CLOCK)
    if not hosted.seated:
        draft.settle(hosted, matters.Close(), matters.Closed(clause="house tables"))
        draft.note(CloseTable(table=hosted.number), TableClosed(table=hosted.number, clause="house tables"))


def _short_bot(hosted: HostedTable) -> str:
    """A bot that has too few chips to go on and has not asked for more."""
    if not hosted.hosting.bots or not hosted.table.quiet():
        return ""
    least = max(hosted.terms.least_buy_in, hosted.table.seat_rules().buy_in, 1)
    for seat, person in hosted.seated.items():
        stack = hosted.table.company.stack(seat)
        short = person in hosted.hosting.bots and stack * 4 < least and person not in hosted.promised
        if short and not hosted.table.in_play(seat):
            return person
    return ""


def _top_up(draft: Draft, hosted: HostedTable, person: str) -> None:
    """A bot buys in again; one that has played away all it brought to the room goes."""
    seat = hosted.table.company.seat_of(person)
    least = max(hosted.terms.least_buy_in, hosted.table.seat_rules().buy_in, 1)
    chips = least - hosted.table.company.stack(seat)
    broke = not hosted.terms.private and draft.room.ledger.holds(wallet(person)) < chips
    draft.play(hosted, Leave(seat=seat) if broke else TopUp(seat=seat, chips=chips), by=CLOCK)
