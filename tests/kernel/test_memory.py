"""The kernel gives back what it takes, whether it answers or refuses."""

from __future__ import annotations

import gc
import resource
import sys
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

kernel = pytest.importorskip("hoyle._kernel", reason="the kernel was not built")
odds = pytest.importorskip("hoyle.odds")
standings = pytest.importorskip("hoyle.odds.ranges.omaha_percentiles")

ALL = (1 << 52) - 1

Call = Callable[[], object]


def holdem(*seats: Any, board: str = "", mode: int = 1, progress: Any = None, parts: int = 1) -> object:
    """Everything new on each call, so that an argument that is held for ever shows as well."""
    return kernel.equity(
        (kernel.HIGH5, 0),
        None,
        kernel.ANY,
        2,
        5,
        [(2, bytes(seat), None) if isinstance(seat, list) else seat for seat in seats],
        bytes(map(int, board.split())),
        bytes([51, 50]),
        mode,
        1e9,
        500,
        1 << 63,
        1,
        progress or (lambda done, total: [done]),
        0,
        parts,
    )


def rows(cards: int, *, size: int = 2, both: bool = False) -> object:
    low = [array("H", bytes(40))] if both else []
    dealt = bytearray(range(cards)) * 2
    kind = "H" if size == 2 else "I"
    holes, building = (4, 1) if both else (cards - 5, 0)
    return kernel.rank_rows(kernel.HIGH5, building, 0, holes, 5, dealt, array(kind, bytes(40)), 1, *low)


def item(*steps: Any, size: int = 2, progress: Any = None) -> object:
    return kernel.holdings([list(steps)], size, ALL, b"", 1, progress)


ANSWERS: dict[str, list[Call]] = {
    "high": [lambda: kernel.high(0, 5, 10, 15, 20, 25, 30)],
    "value": [lambda: kernel.value(kernel.HIGH5, 1, 0, list(range(4)), [10, 20, 30, 40, 50])],
    "values": [lambda: kernel.values(kernel.HIGH5, 1, 0, [[0, 1, 2, 3]] * 20, [10, 20, 30, 40, 50])],
    "rank_rows": [lambda: rows(7), lambda: rows(9, both=True)],
    "count_values": [lambda: kernel.count_values(kernel.HIGH3, 0, 3, 1, lambda *_: [])],
    "holdings": [lambda: item((0, (ALL, ALL)), (0, (ALL,)), ":", progress=lambda *_: [])],
    "standings_between": [
        lambda: kernel.standings_between(bytes(bytearray(standings.standings(odds.game("omaha-high")))), 0, 0.1, 4)
    ],
    "versus_random": [lambda: kernel.versus_random(4, 10**9, 1, lambda *_: [])],
    "equity": [
        lambda: holdem([0, 1], [2, 3]),
        lambda: holdem([0, 1], (0, b"", None), board="8 9 10"),
        lambda: holdem((2, bytes([4, 5, 6, 7]), [1000, 999_999]), [2, 3], board="8 9 10"),
        lambda: holdem([0, 1], (0, b"", None), (1, b"\x05", None), mode=2),
        lambda: holdem([0, 1], [2, 3], board="8 9 10", mode=3, parts=3),
    ],
}
REFUSALS: dict[str, list[Call]] = {
    "high": [lambda: kernel.high(0, 1, 2, 3), lambda: kernel.high(0, 1, 2, 3, 3), lambda: kernel.high(*"abcde")],
    "value": [
        lambda: kernel.value(99, 0, 0, [0, 1, 2, 3, 4], []),
        lambda: kernel.value(kernel.HIGH5, 0, 0, [0, 1, 2, 3, 1 << 80], []),
        lambda: kernel.value(kernel.HIGH5, 0, 0, {0, 1}, []),
        lambda: kernel.value(kernel.HIGH5, 0, 0),
    ],
    "values": [
        lambda: kernel.values(kernel.HIGH5, 1, 0, [[0, 1, 2, 3], [0, 0, 1, 2]], [10, 20, 30, 40, 50]),
        lambda: kernel.values(kernel.HIGH5, 1, 0, [[0, 1, 2, 3]], [10, 10]),
    ],
    "rank_rows": [
        lambda: rows(7, size=4),
        lambda: rows(7, both=True),
        lambda: kernel.rank_rows(kernel.HIGH5, 0, 0, 7, 0, bytearray(7), bytes(2), 1),
    ],
    "count_values": [lambda: kernel.count_values(kernel.HIGH5, 0, 9, 1, None)],
    # Its answer goes the way of count_values', and takes seconds.
    "count_two_plus_three": [
        lambda: kernel.count_two_plus_three(kernel.LOW_A5, 8, 9, [1, 2], 1, None),
        lambda: kernel.count_two_plus_three(kernel.LOW_A5, 8, 4, [1, "2"], 1, None),
    ],
    "holdings": [
        lambda: item((0, (1 << 58,))),
        lambda: item((0, (-1,))),
        lambda: item((0, (ALL,)), (0, (ALL,))),
        lambda: item(":"),
        lambda: item((0, [ALL])),
        lambda: item((0, (ALL,)), size=9),
    ],
    "standings_between": [
        lambda: kernel.standings_between(bytes(bytearray(12)), 0, 0.1, 4),
        lambda: kernel.standings_between(b"", 0, 0.1, 4),
    ],
    "versus_random": [lambda: kernel.versus_random(9, 1, 1, None)],
    "equity": [
        lambda: holdem([0, 1], [1, 2]),
        lambda: holdem([0, 1], [2, 51]),
        lambda: holdem([0, 1]),
        lambda: holdem([0, 1], [2, 3], parts=0),
        lambda: holdem([0, 1], (2, bytes([4, 5, 6, 7]), [1, 0])),
        lambda: holdem([0, 1], (2, bytes([4, 5, 6, 7]), [1])),
        lambda: holdem([0, 1], (2, bytes([4, 5, 6]), None)),
        lambda: holdem([0, 1], (2, b"ab")),
        lambda: holdem(*[(0, b"", None)] * 10),
        lambda: holdem(*[(2, bytes([4, 5, 5, 6, 6, 4]), None)] * 2, mode=2),
    ],
}


def refused(call: Call) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError, BufferError, KeyError)):
        call()


def grown(call: Call, times: int) -> int:
    """Blocks of memory that Python holds after so many calls and did not hold before."""
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(times):
        call()
    gc.collect()
    return sys.getallocatedblocks() - before


def test_every_call_of_the_kernel_is_watched() -> None:
    calls = {name for name, call in vars(kernel).items() if callable(call) and not name.startswith("_")}
    assert calls == set(REFUSALS) == {*ANSWERS, "count_two_plus_three"}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_an_answer_took_is_given_back(name: str) -> None:
    times = 20 if name in ("versus_random", "standings_between") else 100
    for call in ANSWERS[name]:
        grown(call, 5)
        assert grown(call, times) < times / 2


@pytest.mark.parametrize("name", REFUSALS)
def test_what_a_refusal_took_is_given_back(name: str) -> None:
    for number, call in enumerate(REFUSALS[name]):
        grown(partial(refused, call), 5)
        assert grown(partial(refused, call), 100) < 50, number


def test_what_a_report_of_progress_took_is_given_back() -> None:
    told = 0

    def report(done: int, _: int) -> object:
        nonlocal told
        told += 1
        return [done]

    def stop(*_: int) -> None:
        raise KeyError("enough")

    def count(progress: object) -> object:
        return holdem([0, 1], (0, b"", None), board="8 9", progress=progress)

    for call in (partial(count, report), partial(refused, partial(count, stop))):
        call()
        assert grown(call, 10) < 5
    assert told > 10


def work() -> None:
    for _ in range(200):
        kernel.values(kernel.HIGH5, 1, 0, [[0, 1, 2, 3]] * 20, [10, 20, 30, 40, 50])
    odds.parse_range("omaha-high", "AA**")
    odds.equity("holdem", ["AhKh", "QQ+"], board="2h7hTc")
    odds.equity("omaha-hilo8", ["As2sKhQh", "random"], samples=20_000, exact=False)
    with pytest.raises(ValueError, match="hardly any"):
        odds.equity("holdem", ["AA", "AA", "AA"], exact=False, samples=10)


def test_memory_of_the_counting_itself_does_not_grow_with_the_work_done() -> None:
    for _ in range(3):
        work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(12):
        work()
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert more < 8 * 1024, f"{more} KB more"
