"""Hand export: a past hand as PHH, PokerStars text, JSON or transcript; unknown cards are `??`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from msgspec import to_builtins

from hoyle.archive.hand_as_seen_by import ReplayedHand
from hoyle.core.errors import IllegalError
from hoyle.games.poker.round import PokerRound
from hoyle.history.phh.reader import HandHistory
from hoyle.history.phh.writer import hand_history_of, to_phh
from hoyle.history.pokerstars.writer import to_pokerstars


def as_history(recalled: ReplayedHand) -> HandHistory:
    """Convert a past hand to a hand history, with the cards that the person may know."""
    round_ = _poker(recalled)
    hand = recalled.hand
    end_time = _datetime(hand.ended_at)
    history = hand_history_of(
        round_,
        about={
            "table": f"table {recalled.past.table}",
            "hand": hand.round,
            "year": end_time.year,
            "month": end_time.month,
            "day": end_time.day,
            "time": end_time.time().replace(microsecond=0),
            "time_zone": "UTC",
        },
        viewer=recalled.past.seat,
    )
    names = dict(zip(round_.state.seats, round_.state.people, strict=True))
    players = [names[seat] for seat in history.about["seats"]]
    return replace(history, about={"players": players, **history.about})


def as_phh(recalled: ReplayedHand) -> str:
    """Export a past hand as the text of a `.phh` file."""
    return to_phh(as_history(recalled))


def as_pokerstars(recalled: ReplayedHand) -> str:
    """Export a past hand as PokerStars text for a tracker, with the person as hero."""
    round_ = _poker(recalled)
    hand = recalled.hand
    state = round_.state
    return to_pokerstars(
        round_,
        # Trackers identify hands by number: table and record make a unique one.
        hand=recalled.past.table * 10**9 + hand.first_record,
        table=f"table {recalled.past.table}",
        time=_datetime(hand.ended_at),
        names=dict(zip(state.seats, state.people, strict=True)),
        hero=recalled.past.seat,
        currency="",
    )


def as_data(recalled: ReplayedHand) -> dict[str, Any]:
    """Export everything that the person may know of a past hand as plain data."""
    hand = recalled.hand
    data: dict[str, Any] = to_builtins(
        {
            "hand": recalled.past.name,
            "person": recalled.person,
            "seat": recalled.past.seat,
            "table": recalled.past.table,
            "round": hand.round,
            "game": hand.game,
            "book": hand.book,
            "rules": hand.rules,
            "began": _datetime(hand.started_at).isoformat(),
            "ended": _datetime(hand.ended_at).isoformat(),
            "pot": hand.pot,
            "people": hand.people,
            "seats": {str(seat): name for seat, name in recalled.seats.items()},
            "disputed": hand.disputed,
            "net": recalled.past.net,
            "result": recalled.past.result,
            "sign": recalled.sign.facts(),
            "moments": recalled.moments,
        }
    )
    return data


def as_transcript(recalled: ReplayedHand) -> str:
    """Export a past hand as a transcript of the dealer's calls with their clauses, one to a line."""
    hand = recalled.hand
    end_time = _datetime(hand.ended_at)
    head = f"table {recalled.past.table}, round {hand.round}: {hand.game} by {hand.book}, {end_time}"
    lines = [
        f"{call.text} ({call.clause})" if call.clause else call.text
        for moment in recalled.moments
        for call in moment.calls
    ]
    return "\n".join([head, *lines]) + "\n"


def _poker(recalled: ReplayedHand) -> PokerRound:
    if recalled.round is None:
        raise IllegalError(
            f"{recalled.hand.game} has no notation of that kind: JSON and the transcript tell it",
            clause="house history",
            legal="json, transcript",
        )
    return recalled.round


def _datetime(time: int) -> datetime:
    return datetime.fromtimestamp(time / 1000, UTC)
