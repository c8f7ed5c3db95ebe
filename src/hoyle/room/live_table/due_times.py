"""Due times of a table: when the house has something to do there, as a dealer or by the clock."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hoyle.room.live_table import randomness
from hoyle.room.live_table.live_table import LiveTable
from hoyle.table.command_base import Command
from hoyle.table.dice.automatic_pre_roll import confirmations
from hoyle.table.dice.table import DiceTable
from hoyle.table.poker.table import PokerTable
from hoyle.table.roster import LEAVE, SIT_OUT
from hoyle.table.seats import first_in_line

NONCE_TIME: Final = 1_000
"""Milliseconds for players to contribute a nonce after the hash of the next secret was published or the table
filled up."""
_THROWN: Final = frozenset(("throw", "uncover"))


# Timed actions


def next_timed_action(hosted: LiveTable) -> int | None:
    """Time of the next timed action, or None."""
    hosting = hosted.hosting
    if hosting.closed or hosting.stopped:
        return None
    times = [
        since + hosted.settings.away_seat_hold_ms
        for person, since in hosted.away.items()
        if can_leave(hosted, person)
    ]
    times += [time for time in (hosted.deadline(), call_due(hosted)) if time is not None]
    if timed_out_player(hosted) or (hosting.closing and may_close(hosted)) or short_bot(hosted):
        times.append(0)
    return min(times, default=None)


def timed_out_player(hosted: LiveTable) -> str:
    """Player whose clock has run out too often and who does not sit out yet; else empty."""
    roster = hosted.table.roster
    for person, strikes in hosted.strikes.items():
        if strikes >= hosted.settings.max_timeouts:
            seat = roster.seat_of(person)
            if (
                seat
                and not roster.players[seat].sitting_out
                and roster.find_deferred_request(person, SIT_OUT) is None
            ):
                return person
    return ""


def can_leave(hosted: LiveTable, person: str) -> bool:
    """Whether a person has a seat and no request to leave it yet."""
    roster = hosted.table.roster
    return bool(roster.seat_of(person)) and roster.find_deferred_request(person, LEAVE) is None


def call_due(hosted: LiveTable) -> int | None:
    """Time at which a free seat is called, or at which a call that got no answer expires."""
    roster = hosted.table.roster
    if hosted.hosting.closing:
        return None
    if roster.called_name:
        return hosted.called + hosted.settings.called_seat_hold_ms
    if not roster.waiting:
        return None
    return 0 if first_in_line(roster) and hosted.table.free_seat() else None


def may_close(hosted: LiveTable) -> bool:
    """Whether a closing table is idle and has players to remove or can close now."""
    # Open betting without a wager counts as idle.
    idle = hosted.table.is_between_rounds() or not any(
        hosted.table.has_chips_in_play(seat) for seat in hosted.seated
    )
    if not idle:
        return False
    if not hosted.seated and has_unpaid_jackpot(hosted):
        return False
    return not hosted.seated or any(can_leave(hosted, person) for person in hosted.seated.values())


def has_unpaid_jackpot(hosted: LiveTable) -> bool:
    """Whether a jackpot was won here and is not paid yet, which keeps the table open."""
    table = hosted.table
    return isinstance(table, PokerTable) and bool(table.state.jackpots)


def short_bot(hosted: LiveTable) -> str:
    """Bot that has too few chips to go on and no top-up pending; else empty."""
    if not hosted.hosting.bots or not hosted.table.is_between_rounds():
        return ""
    least = max(hosted.settings.min_buy_in, hosted.table.seat_rules().buy_in, 1)
    for seat, person in hosted.seated.items():
        stack = hosted.table.roster.stack(seat)
        short = person in hosted.hosting.bots and stack * 4 < least and person not in hosted.promised
        if short and not hosted.table.has_chips_in_play(seat):
            return person
    return ""


# The dealer


def next_dealer_action(hosted: LiveTable) -> int | None:
    """Time of the dealer's next action; None while a player is awaited."""
    turn, hosting = hosted.turn, hosted.hosting
    if owed_confirmations(hosted):
        return turn.since
    if not turn.person or turn.seat or turn.person not in hosted.table.STAFF_NAMES:
        return None
    quiet = hosted.table.is_between_rounds()
    if (quiet and (hosting.paused or hosting.closed)) or (hosting.closing and not in_play(hosted)):
        return None
    if hosted.is_wagering_open():
        return max(turn.since + hosted.pace, hosted.betting_ends())
    opens = commitment_needed(hosted, turn.answers)
    if opens is not None and not hosted.seated:
        return None  # there is no player to contribute a nonce
    nonces = 0 if opens is None else _nonces_until(hosted, opens=opens)
    if not quiet:
        return max(turn.since + hosted.pace, nonces)
    # Poker players wait for cards, not for the shuffle and the cut: these need no pace.
    pace = 0 if isinstance(hosted.table, PokerTable) else hosted.pace
    return max(turn.since + pace, hosted.pause_ends(), nonces)


def commitment_needed(hosted: LiveTable, answers: Collection[str]) -> bool | None:
    """Whether the next draw needs a secret that is revealed; None where it needs no new secret."""
    if "draw-button" in answers or not _THROWN.isdisjoint(answers):
        return True
    if "shuffle" in answers and not randomness.goes_on(hosted):
        return False
    return None


def is_committed(hosted: LiveTable, *, opens: bool) -> bool:
    """Whether the hash of a secret for such a draw is published."""
    return bool(hosted.hosting.next_secret) and hosted.hosting.next_opens == opens


def _nonces_until(hosted: LiveTable, *, opens: bool) -> int:
    """Time until which players can contribute a nonce; 0 where no player needs it."""
    if not is_committed(hosted, opens=opens):
        return 0  # the hash is published first
    roster = hosted.table.roster
    missing = [
        name
        for seat, name in hosted.seated.items()
        if name not in hosted.hosting.nonces
        and name not in hosted.hosting.bots
        and not roster.players[seat].sitting_out
    ]
    if not missing:
        return 0
    first = not hosted.round_number() or hosted.unforeseen
    return max(hosted.gathered, hosted.sealed if first else 0) + NONCE_TIME


def deals_at(hosted: LiveTable) -> int:
    """Time of the next hand of poker; 0 during a hand or where the time is not known."""
    if (
        not isinstance(hosted.table, PokerTable)
        or not hosted.table.is_open
        or not hosted.table.is_between_rounds()
    ):
        return 0
    return next_dealer_action(hosted) or 0


def in_play(hosted: LiveTable) -> bool:
    """Whether a round is in play, or wagers wait for a throw."""
    return not hosted.table.is_between_rounds() or any(
        hosted.table.has_chips_in_play(seat) for seat in hosted.seated
    )


def owed_confirmations(hosted: LiveTable) -> list[tuple[Command, str]]:
    """Confirmations that the dice crew owes to players' calls; the house gives them at once."""
    table, hosting = hosted.table, hosted.hosting
    if not isinstance(table, DiceTable) or hosting.paused or hosting.closed or hosting.stopped:
        return []
    return confirmations(table) if any(wager.on_requested for wager in table.state.play.live) else []
