"""Equity in pure Python: enumeration if the cost allows it, else sampling."""

from __future__ import annotations

from math import isinf

from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.python_kernel.enumeration import count_all, exact_cost
from hoyle.odds.python_kernel.equity_problem import Problem, Progress, Share, Showdown
from hoyle.odds.python_kernel.monte_carlo import sample


def equity(
    main: tuple[int, int],
    low: tuple[int, int] | None,
    building: int,
    holes: int,
    on_board: int,
    seats: list[tuple[int, bytes, list[int] | None]],
    board: bytes,
    dead: bytes,
    mode: int,
    limit: float,
    samples: int,
    seed: int,
    threads: int,
    progress: Progress | None,
    part: int = 0,
    parts: int = 1,
) -> tuple[bool, list[tuple[int, int, int]]]:
    """Count the winners of all deals, or of samples; return whether all, and the count of each outcome."""
    if not 0 <= part < parts:
        raise ValueError(f"part {part} of {parts}")
    problem = Problem(Showdown(main, low, building), holes, on_board, seats, board, dead)
    share = Share(part, parts, progress)
    exact = mode in (Mode.EXACT, Mode.EXACT_NO_SHORTCUTS)
    if mode != Mode.SAMPLED:
        cost = exact_cost(problem)
        if exact and isinf(cost):
            raise OverflowError("too many deals to count them all in plain Python: they can be sampled")
        exact = exact or cost <= limit
    if exact:
        tally = count_all(problem, share, one_by_one=mode == Mode.EXACT_NO_SHORTCUTS)
    else:
        tally = sample(problem, samples, seed, share)
    return exact, [(winners, low_winners, count) for (winners, low_winners), count in sorted(tally.items()) if count]
