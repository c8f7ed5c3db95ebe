"""The same counts from many machines: each takes some of the deals, and the counts are added up."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from hoyle.cluster import share_out
from hoyle.errors import InvalidError
from hoyle.odds.native import COUNTED_BY

if TYPE_CHECKING:
    from hoyle.odds.equities import Progress, Question, Work
    from hoyle.odds.result import Outcome

PARTS_PER_CORE: Final = 8
"""Enough that a lost worker costs little and the slowest is not waited for long."""


def count_in_parts(
    question: Question, work: Work, address: str, progress: Progress | None
) -> tuple[bool, list[Outcome]]:
    """Whether every deal was counted, and who won how often."""
    shares: list[Work] = []

    def cut(at_once: int) -> list[Work]:
        parts = PARTS_PER_CORE * at_once
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


def _count_part(question: Question, work: Work, *, counted_by: str) -> tuple[bool, list[Outcome]]:
    from hoyle.odds.equities import count

    if counted_by != COUNTED_BY:
        raise InvalidError(f"a worker counts by {COUNTED_BY}, another by {counted_by}: all must do it alike")
    return count(question, work)
