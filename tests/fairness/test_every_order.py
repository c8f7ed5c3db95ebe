"""Every order equally likely: proved by counting, not by sampling."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations, product

import pytest

from hoyle.core.errors import InvalidError
from hoyle.fairness.commitment import SECRET_BYTES
from hoyle.fairness.random_stream import below
from hoyle.fairness.shuffle_and_cut import cut_deck, draw_cut_size, shuffled


@pytest.mark.parametrize("size", range(7))
def test_every_way_of_choosing_gives_one_order_and_no_order_comes_twice(size: int) -> None:
    asked: set[tuple[int, ...]] = set()

    def order(choices: tuple[int, ...]) -> tuple[int, ...]:
        left, bounds = list(choices), []

        def choose(n: int) -> int:
            bounds.append(n)
            return left.pop(0)

        found = tuple(shuffled(range(size), choose))
        assert not left
        asked.add(tuple(bounds))
        return found

    # Each choice below n is even, and independent of the others: so each row of choices is as likely.
    seen = Counter(order(choices) for choices in product(*(range(n) for n in range(size, 1, -1))))
    assert asked == {tuple(range(size, 1, -1))}
    assert set(seen) == set(permutations(range(size)))
    assert set(seen.values()) == {1}


def test_every_cut_within_its_bounds_comes_of_one_choice() -> None:
    chosen: list[int] = []

    def choose(n: int) -> int:
        assert n == 33
        return chosen[-1]

    cuts = []
    for choice in range(33):
        chosen.append(choice)
        cuts.append(draw_cut_size(choose, 10, 42))
    assert cuts == list(range(10, 43))


def test_a_cut_puts_the_rest_over_the_packet() -> None:
    assert cut_deck([1, 2, 3, 4, 5], 2) == [3, 4, 5, 1, 2]


class TooLarge(Exception):
    """The first word was thrown away."""


def first_word(word: bytes, n: int) -> int | None:
    """What this word is worth; None if it is thrown away."""
    words = [word]

    def take(size: int) -> bytes:
        if not words:
            raise TooLarge
        assert size == len(word)
        return words.pop()

    try:
        return below(take, n)
    except TooLarge:
        return None


@pytest.mark.parametrize("n", range(2, 257))
def test_of_all_bytes_each_number_has_as_many(n: int) -> None:
    counted = Counter(first_word(bytes([byte]), n) for byte in range(256))
    thrown_away = counted.pop(None, 0)
    assert set(counted) == set(range(n))
    assert len(set(counted.values())) == 1
    assert thrown_away < 128  # so that it ends, and soon


@pytest.mark.parametrize("n", [257, 300, 511, 512, 1_000, 40_000, 65_535, 65_536])
def test_of_all_pairs_of_bytes_each_number_has_as_many(n: int) -> None:
    counted = Counter(first_word(word.to_bytes(2, "big"), n) for word in range(65_536))
    counted.pop(None, 0)
    assert set(counted) == set(range(n))
    assert len(set(counted.values())) == 1


def test_a_word_thrown_away_leaves_no_trace_in_the_next() -> None:
    words = [b"\xff", b"\x3f", b"\x34", b"\x33"]
    assert below(lambda size: words.pop(0), 52) == 0x33
    assert not words


def test_one_choice_takes_no_chance() -> None:
    assert first_word(b"", 1) == 0


@pytest.mark.parametrize("n", [0, -1, 65_537])
def test_no_choice_and_too_many_are_refused(n: int) -> None:
    with pytest.raises(InvalidError, match="the choices"):
        below(lambda size: bytes(size), n)


def test_there_are_more_secrets_than_orders_of_a_deck() -> None:
    assert math.factorial(52) < 256**SECRET_BYTES
