"""The same counts from many machines: each takes some of the deals, and the counts are added up."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Final

from hoyle.cluster import share_out
from hoyle.errors import InvalidError
from hoyle.odds.games import DECK_SIZE
from hoyle.odds.modes import Mode
from hoyle.odds.native import COUNTED_BY

if TYPE_CHECKING:
    from hoyle.odds.equities import Progress, Question, Work
    from hoyle.odds.result import Outcome

LEAST_PARTS: Final = 32
"""For every core: they end together, and a lost part costs little."""
MOST_PARTS: Final = 1000
SAMPLES_IN_A_PART: Final = 10_000_000
DEALS_IN_A_PART: Final = 1_000_000_000
"""Seconds of work at most: more of it is cut into more parts."""


def count_in_parts(
    question: Question, work: Work, address: str, progress: Progress | None
) -> tuple[bool, list[Outcome]]:
    """Whether every deal was counted, and who won how often."""
    shares: list[Work] = []

    def cut(at_once: int) -> list[Work]:
        parts = how_many_parts(question, work, at_once)
        shares.extend(work._replace(threads=1, part=part, parts=parts) for part in range(parts))
        return shares

    count_part = partial(_count_part, question, counted_by=COUNTED_BY)
    exact = True
    total: Counter[tuple[int, int]] = Counter()
    for done, (every, outcomes) in enumerate(share_out(address, count_part, cut), 1):
        exact = exact and every
        for main, low, count in outcomes:
            total[main, low] += count
        if progress is not None:
            progress(done, len(shares))
    return exact, [(main, low, count) for (main, low), count in sorted(total.items())]


def how_many_parts(question: Question, work: Work, at_once: int) -> int:
    """So that there is something to show, and to save, every few seconds."""
    if work.mode in (Mode.EVERY_DEAL, Mode.ONE_BY_ONE):
        wanted = _deals(question) // DEALS_IN_A_PART
    else:  # what the cost allows to be counted is soon counted
        wanted = work.samples // SAMPLES_IN_A_PART
    return max(LEAST_PARTS * at_once, min(wanted, MOST_PARTS))


def _deals(question: Question) -> int:
    """How many deals there are, those that ranges forbid each other among them."""
    known = sum(seat[0] for seat in question.seats)
    left = DECK_SIZE - len(question.dead) - len(question.board) - known
    deals = comb(left, question.on_board - len(question.board))
    left -= question.on_board - len(question.board)
    for size, cards, _ in question.seats:
        deals *= (len(cards) // size if size else 1) * comb(left, question.holes - size)
        left -= question.holes - size
    return deals


def _count_part(question: Question, work: Work, *, counted_by: str) -> tuple[bool, list[Outcome]]:
    from hoyle.odds.equities import count

    if counted_by != COUNTED_BY:
        raise InvalidError(f"a worker counts by {COUNTED_BY}, another by {counted_by}: all must do it alike")
    return count(question, work)
