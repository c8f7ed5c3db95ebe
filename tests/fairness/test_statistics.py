"""Sealed shuffles and dice by their statistics, at 99 %: fixed secrets, so the figures never change."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import sqrt

import pytest
from tests.fairness.sample_rounds import LABEL, NONCES, a_throw, secret_of

from hoyle.fairness.commitment import draw_context_hash
from hoyle.fairness.random_stream import RandomStream
from hoyle.fairness.shuffle_and_cut import shuffled

DECKS = 5_200
Z_ONE_SIDED, Z_TWO_SIDED = 2.326, 2.576
TERMS = draw_context_hash(LABEL, bytes(32), NONCES, count=52)


@pytest.fixture(scope="module")
def decks() -> list[list[int]]:
    return [shuffled(range(52), RandomStream(secret_of(number), TERMS).below) for number in range(DECKS)]


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(freedom: int) -> float:
    """What chi-square stays below 99 times in 100 (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + Z_ONE_SIDED * sqrt(spread)) ** 3)


def test_the_limit_is_that_of_the_printed_tables() -> None:
    for freedom, printed in ((5, 15.086), (10, 23.209), (50, 76.154), (100, 135.807)):
        assert limit(freedom) == pytest.approx(printed, rel=0.005)


def test_every_card_comes_to_every_place_as_often(decks: list[list[int]]) -> None:
    counted = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    assert len(counted) == 52 * 52
    # Rows and columns are full, which leaves 51 x 51 degrees and shrinks the sum by 51/52.
    assert chi_square(counted.values(), DECKS / 52) * 51 / 52 < limit(51 * 51)


def test_the_card_that_follows_is_any_other_as_often(decks: list[list[int]]) -> None:
    # One pair of each deck, so that all are independent.
    counted = Counter((deck[at % 51 + 1] - deck[at % 51]) % 52 for at, deck in enumerate(decks))
    assert set(counted) == set(range(1, 52))
    assert chi_square(counted.values(), DECKS / 51) < limit(50)


def test_neighbours_in_a_small_deck_are_any_two_cards_as_often() -> None:
    terms = draw_context_hash(LABEL, bytes(32), NONCES, count=6)
    pairs = Counter(
        tuple(shuffled(range(6), RandomStream(secret_of(number), terms).below)[number % 5 :][:2])
        for number in range(6_000)
    )
    assert len(pairs) == 30
    assert chi_square(pairs.values(), 200) < limit(29)


def test_orders_of_a_small_deck_come_as_often() -> None:
    terms = draw_context_hash(LABEL, bytes(32), NONCES, count=5)
    orders = Counter(tuple(shuffled(range(5), RandomStream(secret_of(number), terms).below)) for number in range(6_000))
    assert len(orders) == 120
    assert chi_square(orders.values(), 50) < limit(119)


def test_runs_of_rising_cards_are_as_many_as_chance_makes(decks: list[list[int]]) -> None:
    runs = [1 + sum(after < before for before, after in pairwise(deck)) for deck in decks]
    mean = sum(runs) / DECKS
    assert abs(mean - 53 / 2) < Z_TWO_SIDED * sqrt(53 / 12 / DECKS)


def test_dice_show_every_pair_as_often() -> None:
    throws = 7_200
    pairs = Counter(a_throw(secret_of(number)).values for number in range(throws))
    assert len(pairs) == 36
    assert chi_square(pairs.values(), throws / 36) < limit(35)


def test_a_die_does_not_remember_the_throw_before() -> None:
    faces = [face for number in range(72) for face in a_throw(secret_of(number), dice=100).values]
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    assert len(pairs) == 36
    assert chi_square(pairs.values(), len(faces) / 2 / 36) < limit(35)


@pytest.mark.parametrize("test", ["100", "101", "0"])
def test_dieharder_finds_nothing_in_the_stream(test: str) -> None:
    """Single bits, runs of bits, and birthdays."""
    dieharder = shutil.which("dieharder")
    if dieharder is None:
        pytest.skip("dieharder is not installed")
    stream = RandomStream(secret_of(1), TERMS)
    content = b"".join(stream.take(32) for _ in range(250_000))
    command = [dieharder, "-g", "200", "-d", test, "-t", "10000" if test != "0" else "100", "-p", "20"]
    report = subprocess.run(command, input=content, capture_output=True, timeout=120, check=False).stdout.decode()
    assert "PASSED" in report or "WEAK" in report, report
    assert "FAILED" not in report, report
