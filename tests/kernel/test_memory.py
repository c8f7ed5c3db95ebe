"""The kernel gives back what it takes."""

from __future__ import annotations

import resource

import pytest

kernel = pytest.importorskip("hoyle._kernel", reason="the kernel was not built")
odds = pytest.importorskip("hoyle.odds")


def work() -> None:
    for _ in range(200):
        kernel.high(0, 5, 10, 15, 20, 25, 30)
        kernel.values(kernel.HIGH5, 1, 0, [[0, 1, 2, 3]] * 20, [10, 20, 30, 40, 50])
        with pytest.raises(ValueError, match="appears twice"):
            kernel.values(kernel.HIGH5, 1, 0, [[0, 1, 2, 3]] * 20 + [[0, 0, 1, 2]], [10, 20, 30, 40, 50])
    odds.parse_range("omaha-high", "AA**")
    odds.equity("holdem", ["AhKh", "QQ+"], board="2h7hTc")
    odds.equity("omaha-hilo8", ["As2sKhQh", "random"], samples=20_000, exact=False)
    with pytest.raises(ValueError, match="hardly any"):
        odds.equity("holdem", ["AA", "AA", "AA"], exact=False, samples=10)


def test_memory_does_not_grow_with_the_work_done() -> None:
    for _ in range(3):
        work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(12):
        work()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 8 * 1024, f"{grown} KB more"
