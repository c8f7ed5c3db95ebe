"""Percentages of Omaha hands follow their equity against a random hand."""

from __future__ import annotations

import sys
from functools import cache
from itertools import permutations
from math import comb
from random import Random

import pytest
from tests.odds.kernel_required import needs_kernel

from hoyle.core.cards import DECK, cards_text
from hoyle.core.errors import InvalidError
from hoyle.odds import equity, game, parse_range, python_kernel
from hoyle.odds.kernel_loader import kernel
from hoyle.odds.python_kernel import range_expansion
from hoyle.odds.python_kernel.omaha_percentiles import Standings
from hoyle.odds.ranges.omaha_percentiles import UNIT, _load, as_bytes, percentile_bounds, standings

FOUR, FIVE = ("omaha-high", "omaha-hilo8"), ("big-omaha-high", "big-omaha-hilo8")
Hand = tuple[int, ...]


def namesakes(hand: Hand) -> set[Hand]:
    """The hand under every renaming of the suits, cards falling."""
    return {
        tuple(sorted((card // 4 * 4 + suits[card % 4] for card in hand), reverse=True))
        for suits in permutations(range(4))
    }


@cache
def places(name: str) -> Standings:
    of = game(name)
    return Standings(standings(of), of.holes)


def standing(name: str, hand: Hand) -> float:
    return places(name).of(sorted(hand, reverse=True)) / UNIT


def text(hand: Hand) -> str:
    return cards_text(hand).replace(" ", "")


@pytest.mark.parametrize("name", FOUR)
def test_all_four_card_hands_together_win_half_of_the_pots(name: str) -> None:
    everyone = list(places(name).all_equities())
    assert len(everyone) == comb(52, 4)
    assert len(set(everyone)) == 16_432
    assert sum(everyone) / UNIT / comb(52, 4) == pytest.approx(1 / 2, abs=1e-9)


def test_the_files_are_read_and_written_in_one_order_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    here, _ = _load.__wrapped__(4)
    written = as_bytes(4, [1, 1], [1, 2], 2)
    other = {"little": "big", "big": "little"}[sys.byteorder]
    monkeypatch.setattr("hoyle.odds.ranges.omaha_percentiles.sys.byteorder", other)
    there, _ = _load.__wrapped__(4)
    assert memoryview(there).cast("I")[5].to_bytes(4, "big") == memoryview(here).cast("I")[5].to_bytes(4, "little")
    assert as_bytes(4, [1, 1], [1, 2], 2) == written[3::-1] + written[7:3:-1]


@needs_kernel
@pytest.mark.parametrize("name", FOUR)
def test_four_cards_stand_by_their_exact_equity(name: str) -> None:
    hand = (3, 2, 1, 0)
    result = equity(name, [text(hand), "random"], exact=True)
    assert result[0].equity is not None
    assert standing(name, hand) * UNIT == result[0].equity * UNIT // 1


@needs_kernel
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FOUR)
def test_hands_of_every_kind_stand_by_their_exact_equity(name: str) -> None:
    random = Random(name)
    for _ in range(12):
        hand = tuple(random.sample(DECK, 4))
        result = equity(name, [text(hand), "random"], exact=True)
        assert result[0].equity is not None
        assert standing(name, hand) * UNIT == result[0].equity * UNIT // 1, text(hand)


@needs_kernel
@pytest.mark.parametrize("name", FIVE)
def test_five_cards_stand_close_to_their_equity(name: str) -> None:
    random = Random(name)
    for _ in range(6):
        hand = tuple(random.sample(DECK, 5))
        result = equity(name, [text(hand), "random"], exact=False, samples=200_000)
        assert abs(standing(name, hand) - result[0].equity_float) < 5 * result[0].stderr + 0.005, text(hand)


@pytest.mark.parametrize("name", [*FOUR, *[pytest.param(name, marks=needs_kernel) for name in FIVE]])
def test_percentages_of_omaha_take_the_best_hands_first(name: str) -> None:
    best = parse_range(name, "15%")
    assert best.share == pytest.approx(0.15, abs=1e-4)
    lower = parse_range(name, "15%-15.5%")
    assert lower.share == pytest.approx(0.005, abs=1e-4)
    assert not set(best) & set(lower)
    assert len(parse_range(name, "15.5%")) == len(best) + len(lower)
    assert len(parse_range(name, "100%")) == comb(52, best.size)
    random = Random(name)
    worst_of_best = min(standing(name, hand) for hand in random.sample(list(best), 300))
    assert worst_of_best > max(standing(name, hand) for hand in random.sample(list(lower), 300))


def test_the_best_omaha_hands_are_aces_suited_twice() -> None:
    assert {text(hand) for hand in parse_range("omaha-high", "0.002%")} == {
        text(hand) for hand in namesakes((49, 48, 33, 32))
    }
    assert {text(hand) for hand in parse_range("omaha-hilo8", "0.004%")} == {
        text(hand) for hand in namesakes((49, 48, 4, 1))
    }


def test_percentages_combine_with_the_rest_of_the_language() -> None:
    both = parse_range("omaha-high", "AA**:10%")
    assert set(both) == set(parse_range("omaha-high", "AA**")) & set(parse_range("omaha-high", "10%"))
    without = parse_range("omaha-high", "10%!AA**")
    assert len(without) + len(both) == len(parse_range("omaha-high", "10%"))
    assert parse_range("omaha-high", "10%, 10%-20%@25%").weights is not None


def test_a_percentage_without_hands_or_without_a_ranking_is_refused() -> None:
    with pytest.raises(InvalidError, match="no hand of the ranking falls in this percentage"):
        parse_range("omaha-high", "0.0001%")
    with pytest.raises(InvalidError, match=r"character 1 '1': percentages need a ranking.*omaha6-high has none"):
        parse_range("omaha6-high", "10%")


@needs_kernel
@pytest.mark.parametrize(("size", "one_of"), [(4, 30_000), (5, 60_000)])
def test_on_every_board_all_hands_together_win_all_pots(size: int, one_of: int) -> None:
    held, high, split = kernel.versus_random(size, one_of, 2, None)
    assert sum(held) > 0
    assert sum(high) == sum(held) * comb(47 - size, size)
    assert sum(split) == 2 * sum(high)


@needs_kernel
@pytest.mark.parametrize("part", [(0.0, 0.0001), (0.0, 0.15), (0.2, 0.7), (0.5, 1.0), (0.0, 1.0), (0.0, 1e-6)])
def test_plain_python_finds_the_same_standings(part: tuple[float, float]) -> None:
    table = standings(game("omaha-hilo8"))
    assert python_kernel.standings_between(table, *part, 4) == kernel.standings_between(table, *part, 4)


@needs_kernel
def test_plain_python_names_the_same_hands() -> None:
    of = game("omaha-high")
    between = percentile_bounds(of, 5, 6)
    assert between is not None
    items: list[list[range_expansion.Pattern | range_expansion.Standing | str]] = [
        [between],
        [between, (0, (15 << 48,)), ":"],
    ]
    question = (items, 4, (1 << 52) - 1 - 7, standings(of), 1, None)
    assert python_kernel.holdings(*question) == kernel.holdings(*question)


@needs_kernel
def test_standings_of_another_size_are_refused() -> None:
    table = standings(game("omaha-high"))
    for wrong in (table[:-4], b""):
        with pytest.raises(ValueError, match="standings"):
            kernel.standings_between(wrong, 0.0, 0.5, 4)
    with pytest.raises(ValueError, match="hands of 6 cards"):
        kernel.standings_between(table, 0.0, 0.5, 6)
    with pytest.raises(ValueError, match="hands of 3 cards"):
        kernel.versus_random(3, 1, 1, None)
