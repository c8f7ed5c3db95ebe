"""The room's one clock: it never goes back, and says when it was set forward."""

from __future__ import annotations

import random

from hoyle.room.monotonic_clock import CLOCK_JUMP_MS, SLEW_DIVISOR, MonotonicClock


class AdjustableClock:
    """A clock and the hand that sets it."""

    def __init__(self) -> None:
        self.time = 1_000_000
        self.skew = 0
        self.clock = MonotonicClock(lambda: self.time + self.skew, lambda: self.time)


def test_a_clock_that_nobody_sets_is_the_rooms() -> None:
    wall = AdjustableClock()
    for _ in range(10):
        wall.time += 12_345
        assert wall.clock.now() == wall.time
    assert not wall.clock.was_set()


def test_set_back_it_goes_on_a_little_more_slowly_until_both_agree() -> None:
    wall = AdjustableClock()
    wall.skew = -10_000
    assert wall.clock.now() == wall.time
    assert not wall.clock.was_set()
    began = wall.time
    wall.time += 50_000
    assert wall.clock.now() == began + 50_000 - 50_000 // SLEW_DIVISOR
    wall.time += 100_000
    assert wall.clock.now() == wall.time + wall.skew


def test_set_forward_it_follows_and_says_so_once() -> None:
    wall = AdjustableClock()
    wall.skew = CLOCK_JUMP_MS + 1
    assert wall.clock.now() == wall.time + wall.skew
    assert wall.clock.was_set()
    wall.clock.reset()
    assert not wall.clock.was_set()
    wall.skew += CLOCK_JUMP_MS
    assert not wall.clock.was_set(), "a little is put right without a word"


def test_set_back_and_forward_again_nobody_notices() -> None:
    wall = AdjustableClock()
    wall.skew = -3_600_000
    assert wall.clock.now() == wall.time
    wall.skew = 0
    assert wall.clock.now() == wall.time
    assert not wall.clock.was_set()


def test_it_begins_where_the_last_record_left_it() -> None:
    wall = AdjustableClock()
    wall.clock.advance_to(wall.time + 5_000)
    assert wall.clock.now() == wall.time + 5_000
    assert not wall.clock.was_set()
    wall.clock.advance_to(wall.time - 5_000)
    assert wall.clock.now() == wall.time + 5_000


def test_whatever_is_done_to_it_it_never_goes_back() -> None:
    rng = random.Random(3)
    wall = AdjustableClock()
    before = wall.clock.now()
    for _ in range(5_000):
        wall.time += rng.choice((0, 1, 7, 1_000, 60_000))
        wall.skew = rng.choice((wall.skew, wall.skew, 0, rng.randint(-(10**7), 10**7), wall.skew + 1))
        now = wall.clock.now()
        assert now >= before
        assert now >= wall.time + wall.skew
        before = now
