"""Check that the parts of an equity job add up."""

from __future__ import annotations

from collections import Counter

from hoyle.odds.equities.calculator import KernelRequest, SolverOptions, count_outcomes


def assert_parts_add_up(question: KernelRequest, work: SolverOptions, parts: int) -> None:
    """Assert that the counts of all parts add up to those of the whole job."""
    exact, whole = count_outcomes(question, work)
    total: Counter[tuple[int, int]] = Counter()
    for part in range(parts):
        same, outcomes = count_outcomes(question, work._replace(part=part, parts=parts))
        assert same == exact
        for main, low, times in outcomes:
            total[main, low] += times
    assert {(main, low): times for main, low, times in whole} == total
