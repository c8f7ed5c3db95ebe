"""Due times of a table: when the house has something to do there, as a dealer or by the clock."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hoyle.room.live_table.live_table import LiveTable
from hoyle.table.command_base import Command
from hoyle.table.roster import LEAVE, SIT_OUT
from hoyle.table.seats import first_in_line

NONCE_TIME: Final = 1_000
"""Milliseconds for players to contribute a nonce after the hash of the next secret was published or the table
filled up."""
_DICE_COMMANDS: Final = frozenset(("throw", "uncover"))


# Timed actions


def next_timed_action(live_table: LiveTable) -> int | None:
    """Return the time of the next timed action at a table, or None."""
    hosting = live_table.hosting
    if hosting.closed or hosting.stopped:
        return None
    times = [
        since + live_table.settings.away_seat_hold_ms
        for person, since in live_table.away_since.items()
        if can_leave(live_table, person)
    ]
    times += [time for time in (live_table.deadline(), call_due(live_table)) if time is not None]
    if timed_out_player(live_table) or (hosting.closing and may_close(live_table)) or short_bot(live_table):
        times.append(0)
    return min(times, default=None)


def timed_out_player(live_table: LiveTable) -> str:
    """Return a player whose clock ran out too often and who does not sit out yet; else empty."""
    roster = live_table.table.roster
    for person, strikes in live_table.timeout_counts.items():
        if strikes >= live_table.settings.max_timeouts:
            seat = roster.seat_of(person)
            if seat and not roster.players[seat].sitting_out and roster.find_deferred_request(person, SIT_OUT) is None:
                return person
    return ""


def can_leave(live_table: LiveTable, person: str) -> bool:
    """Whether a person has a seat and no request to leave it yet."""
    roster = live_table.table.roster
    return bool(roster.seat_of(person)) and roster.find_deferred_request(person, LEAVE) is None


def call_due(live_table: LiveTable) -> int | None:
    """Return when a free seat is called, or when a call that got no answer expires; None for neither."""
    roster = live_table.table.roster
    if live_table.hosting.closing:
        return None
    if roster.called_name:
        return live_table.seat_called_at + live_table.settings.called_seat_hold_ms
    if not roster.waiting:
        return None
    return 0 if first_in_line(roster) and live_table.table.free_seat() else None


def may_close(live_table: LiveTable) -> bool:
    """Whether a closing table is idle and has players to remove or can close now."""
    # Open betting without a wager counts as idle.
    is_idle = live_table.table.is_between_rounds() or not any(
        live_table.table.has_chips_in_play(seat) for seat in live_table.seated
    )
    if not is_idle:
        return False
    if not live_table.seated and live_table.table.has_unpaid_jackpot():
        return False
    return not live_table.seated or any(can_leave(live_table, person) for person in live_table.seated.values())


def short_bot(live_table: LiveTable) -> str:
    """Return a bot with too few chips to go on and no top-up pending; else empty."""
    if not live_table.hosting.bots or not live_table.table.is_between_rounds():
        return ""
    minimum = max(live_table.settings.min_buy_in, live_table.table.seat_rules().buy_in, 1)
    for seat, person in live_table.seated.items():
        stack = live_table.table.roster.stack(seat)
        is_short = (
            person in live_table.hosting.bots and stack * 4 < minimum and person not in live_table.reserved_top_ups
        )
        if is_short and not live_table.table.has_chips_in_play(seat):
            return person
    return ""


# The dealer


def next_dealer_action(live_table: LiveTable) -> int | None:
    """Return the time of the dealer's next action at a table; None while a player is awaited."""
    turn, hosting = live_table.turn, live_table.hosting
    if owed_confirmations(live_table):
        return turn.since
    if not turn.person or turn.seat or turn.person not in live_table.table.STAFF_NAMES:
        return None
    is_between_rounds = live_table.table.is_between_rounds()
    if (is_between_rounds and (hosting.paused or hosting.closed)) or (hosting.closing and not in_play(live_table)):
        return None
    if live_table.is_wagering_open():
        return max(turn.since + live_table.pace, live_table.betting_ends())
    opens = commitment_needed(live_table, turn.answers)
    if opens is not None and not live_table.seated:
        return None  # there is no player to contribute a nonce
    nonce_deadline = 0 if opens is None else _nonce_deadline(live_table, opens=opens)
    if not is_between_rounds:
        return max(turn.since + live_table.pace, nonce_deadline)
    # Poker players wait for cards, not for the shuffle and the cut: these need no pace.
    pace = live_table.pace if live_table.table.IS_HOUSE_GAME else 0
    return max(turn.since + pace, live_table.pause_ends(), nonce_deadline)


def commitment_needed(live_table: LiveTable, answers: Collection[str]) -> bool | None:
    """Whether the next draw needs a secret that is revealed; None where it needs no new secret."""
    if "draw-button" in answers or not _DICE_COMMANDS.isdisjoint(answers):
        return True
    if "shuffle" in answers and not live_table.table.is_reshuffle():
        return False
    return None


def is_committed(live_table: LiveTable, *, opens: bool) -> bool:
    """Whether the hash of a secret for the next draw is published, revealed (`opens`) or not."""
    return bool(live_table.hosting.next_secret) and live_table.hosting.next_opens == opens


def _nonce_deadline(live_table: LiveTable, *, opens: bool) -> int:
    """Return the time until which players can contribute a nonce; 0 where no player needs it."""
    if not is_committed(live_table, opens=opens):
        return 0  # the hash is published first
    roster = live_table.table.roster
    missing = [
        name
        for seat, name in live_table.seated.items()
        if name not in live_table.hosting.nonces
        and name not in live_table.hosting.bots
        and not roster.players[seat].sitting_out
    ]
    if not missing:
        return 0
    first = not live_table.table.round_number or live_table.is_commitment_late
    return max(live_table.enough_players_since, live_table.committed_at if first else 0) + NONCE_TIME


def deals_at(live_table: LiveTable) -> int:
    """Return the time of the next hand of poker; 0 during a hand or where it is not known."""
    table = live_table.table
    if table.IS_HOUSE_GAME or not table.is_open or not table.is_between_rounds():
        return 0
    return next_dealer_action(live_table) or 0


def in_play(live_table: LiveTable) -> bool:
    """Whether a round is in play at a table, or wagers wait for a throw."""
    return not live_table.table.is_between_rounds() or any(
        live_table.table.has_chips_in_play(seat) for seat in live_table.seated
    )


def owed_confirmations(live_table: LiveTable) -> list[tuple[Command, str]]:
    """List the confirmations that the dice crew owes to players' calls; the house gives them at once."""
    hosting = live_table.hosting
    if hosting.paused or hosting.closed or hosting.stopped:
        return []
    return live_table.table.owed_confirmations()
