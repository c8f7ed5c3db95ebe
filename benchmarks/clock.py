"""The loop in which calls are timed, the same for hoyle and its peers, in their environment too."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

Call = Callable[..., object]
Inputs = Sequence[tuple[Any, ...]]


def speed(seconds: float, inputs: Inputs, *calls: Call) -> float:
    """Inputs per second of the processor, the best of five parts after one pass to warm up.

    Every input is a tuple of arguments, made before the clock starts; where there are several calls, each
    gets all of them.
    """
    go_through(inputs, calls)
    best = 0.0
    for _ in range(5):
        done, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds / 5:
            go_through(inputs, calls)
            done += len(inputs)
        best = max(best, done / took)
    return best


def go_through(inputs: Inputs, calls: Sequence[Call]) -> None:
    for call in calls:
        for arguments in inputs:
            call(*arguments)
