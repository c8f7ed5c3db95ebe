"""Hand export: a past hand as PHH, PokerStars text, JSON or transcript; unknown cards are `??`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from msgspec import to_builtins

from hoyle.archive.hand_replay import ReplayedHand
from hoyle.core.errors import IllegalError
from hoyle.games.poker.round import PokerRound
from hoyle.history.phh.reader import HandHistory
from hoyle.history.phh.writer import hand_history_of, to_phh
from hoyle.history.pokerstars.writer import to_pokerstars


def as_history(replayed: ReplayedHand) -> HandHistory:
    """Convert a past hand to a hand history, with the cards that the person may know."""
    round_ = _poker_round(replayed)
    hand = replayed.hand
    end_time = _utc_time(hand.ended_at)
    history = hand_history_of(
        round_,
        about={
            "table": f"table {replayed.past.table}",
            "hand": hand.round,
            "year": end_time.year,
            "month": end_time.month,
            "day": end_time.day,
            "time": end_time.time().replace(microsecond=0),
            "time_zone": "UTC",
        },
        viewer=replayed.past.seat,
    )
    names = dict(zip(round_.state.seats, round_.state.people, strict=True))
    players = [names[seat] for seat in history.about["seats"]]
    return replace(history, about={"players": players, **history.about})


def as_phh(replayed: ReplayedHand) -> str:
    """Export a past hand as the text of a `.phh` file."""
    return to_phh(as_history(replayed))


def as_pokerstars(replayed: ReplayedHand) -> str:
    """Export a past hand as PokerStars text for a tracker, with the person as hero."""
    round_ = _poker_round(replayed)
    hand = replayed.hand
    state = round_.state
    return to_pokerstars(
        round_,
        # Trackers identify hands by number: table and record make a unique one.
        hand=replayed.past.table * 10**9 + hand.first_record,
        table=f"table {replayed.past.table}",
        time=_utc_time(hand.ended_at),
        names=dict(zip(state.seats, state.people, strict=True)),
        hero=replayed.past.seat,
        currency="",
    )


def as_data(replayed: ReplayedHand) -> dict[str, Any]:
    """Export everything that the person may know of a past hand as plain data."""
    hand = replayed.hand
    data: dict[str, Any] = to_builtins(
        {
            "hand": replayed.past.name,
            "person": replayed.person,
            "seat": replayed.past.seat,
            "table": replayed.past.table,
            "round": hand.round,
            "game": hand.game,
            "book": hand.book,
            "rules": hand.rules,
            "began": _utc_time(hand.started_at).isoformat(),
            "ended": _utc_time(hand.ended_at).isoformat(),
            "pot": hand.pot,
            "people": hand.people,
            "seats": {str(seat): name for seat, name in replayed.seats.items()},
            "disputed": hand.disputed,
            "net": replayed.past.net,
            "result": replayed.past.result,
            "sign": replayed.sign.facts(),
            "moments": replayed.moments,
        }
    )
    return data


def as_transcript(replayed: ReplayedHand) -> str:
    """Export a past hand as a transcript of the dealer's calls with their clauses, one to a line."""
    hand = replayed.hand
    end_time = _utc_time(hand.ended_at)
    head = f"table {replayed.past.table}, round {hand.round}: {hand.game} by {hand.book}, {end_time}"
    lines = [
        f"{call.text} ({call.clause})" if call.clause else call.text
        for moment in replayed.moments
        for call in moment.calls
    ]
    return "\n".join([head, *lines]) + "\n"


def _poker_round(replayed: ReplayedHand) -> PokerRound:
    """Return the poker round of a replayed hand; refuse other games, which PHH and PokerStars lack."""
    if replayed.round is None:
        raise IllegalError(
            f"{replayed.hand.game} cannot be exported in that format; use JSON or transcript",
            clause="house history",
            legal="json, transcript",
        )
    return replayed.round


def _utc_time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
