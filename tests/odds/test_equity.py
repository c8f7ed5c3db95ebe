"""Equities: against known fractions, against every deal tried in Python, and two ways through the kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations
from math import comb, sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.kernel_required import needs_kernel

import hoyle
from hoyle.core.cards import DECK, cards_text, parse_cards
from hoyle.hands import Evaluator
from hoyle.hands.best_hand_lookup import python_search_for
from hoyle.odds import GAMES, EquityResult, ShowdownRules, equity, parse_range, rank
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.equities.calculator import EquityRequest, SolverOptions
from hoyle.odds.equities.calculator import count_outcomes as count_deals

FIGURES = [
    ("holdem", ["AhKh", "QsQd"], "", "", ["197833/428076", "230243/428076"]),
    ("holdem", ["AhKh", "QsQd", "8c8d"], "2h7hTc8s", "", ["1/6", "1/42", "17/21"]),
    ("omaha-high", ["As2sKhQh", "9c9dTcTd"], "", "", ["34867/77572", "42705/77572"]),
    ("omaha-hilo8", ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"], "", "", ["28612/82251", "217489/658008", "70541/219336"]),
    ("stud7-hilo8", ["AsAhKs4d2c", "3c5c6c7h9d"], "", "", ["7039/12915", "5876/12915"]),
    ("razz", ["As2h4s8dKc", "3c5c6cJhQd"], "", "", ["158173/223860", "65687/223860"]),
    ("draw5-high", ["AhAdKc", "8c8d8h"], "", "", ["26093/326370", "300277/326370"]),
    ("draw27-single", ["7h5s3d2c", "8c6d4h3s"], "", "", ["1025/1892", "867/1892"]),
]
"""Some of equities.json, each from two or three independent tools."""


def fractions(result: EquityResult) -> list[str]:
    return [str(hand.equity) for hand in result]


@pytest.mark.parametrize(("game", "hands", "board", "dead", "known"), FIGURES)
def test_known_equities_come_out_as_exact_fractions(
    game: str, hands: list[str], board: str, dead: str, known: list[str]
) -> None:
    result = equity(game, hands, board=board, dead=dead)
    assert result.exact
    assert fractions(result) == known


@needs_kernel
def test_all_equities_of_the_shared_list_come_out_as_exact_fractions(shared: Path) -> None:
    cases = json.loads((shared / "data" / "equities.json").read_text())["cases"]
    assert len(cases) >= 18
    for case in cases:
        result = equity(case["game"], case["hands"], board=case["board"], dead=case["dead"])
        assert result.exact, case["id"]
        assert fractions(result) == case["equity_exact"], case["id"]
        slowly = equity(case["game"], case["hands"], board=case["board"], dead=case["dead"], one_by_one=True)
        assert slowly == result, case["id"]


def tried_by_hand(
    game: ShowdownRules, known: list[list[int]], board: list[int], dead: list[int]
) -> Counter[tuple[int, int]]:
    """Every deal in turn, valued by the reference in Python."""
    main = python_search_for(game.main, game.building, game.top if game.low is None else 0)
    low = None if game.low is None else python_search_for(game.low, game.building, game.top)
    found: Counter[tuple[int, int]] = Counter()

    def winners(values: list[int]) -> int:
        best = max(values)
        return sum(1 << player for player, value in enumerate(values) if value == best and value)

    def deal(player: int, hands: list[list[int]], left: list[int]) -> None:
        if player < len(known):
            for drawn in combinations(left, game.holes - len(known[player])):
                rest = [card for card in left if card not in drawn]
                deal(player + 1, [*hands, known[player] + list(drawn)], rest)
            return
        for drawn in combinations(left, game.board - len(board)):
            full = [*board, *drawn]
            lows = [] if low is None else [low.value(hand, full) for hand in hands]
            found[winners([main.value(hand, full) for hand in hands]), winners(lows) if any(lows) else 0] += 1

    gone = {*board, *dead, *[card for hand in known for card in hand]}
    deal(0, [], [card for card in DECK if card not in gone])
    return found


SMALL = [
    ("holdem", [2, 2], 3),
    ("holdem", [2, 2, 2], 4),
    ("holdem", [1, 2], 5),
    ("omaha-high", [4, 4], 3),
    ("omaha-hilo8", [4, 4, 4], 4),
    ("omaha-hilo8", [3, 4], 5),
    ("big-omaha-hilo8", [5, 5], 4),
    ("omaha6-hilo8", [6, 6], 4),
    ("stud7-high", [6, 6], 0),
    ("stud7-hilo", [6, 6], 0),
    ("stud7-hilo8", [6, 6, 7], 0),
    ("stud7-hilo8", [5, 5, 5], 1),
    ("stud5-high", [4, 4], 0),
    ("razz", [6, 6], 0),
    ("draw5-high", [4, 4], 0),
    ("draw5-low", [4, 3], 0),
    ("draw27-single", [4, 4], 0),
    ("draw27-triple", [5, 3], 0),
    ("badugi", [3, 3], 0),
    ("mambo-hilo6", [2, 3], 0),
    ("mambo-hilo6", [3, 3, 3], 0),
]


@pytest.mark.parametrize(("name", "sizes", "board_size"), SMALL)
def test_every_deal_is_counted_as_it_is_by_hand(name: str, sizes: list[int], board_size: int) -> None:
    random = Random(f"{name} {sizes}")
    game = GAMES[name]
    dead_size = 24 if game.flop else 20
    cards = random.sample(DECK, sum(sizes) + board_size + dead_size)
    known = [[cards.pop() for _ in range(size)] for size in sizes]
    board = [cards.pop() for _ in range(board_size)]
    hands = [cards_text(hand) for hand in known]
    result = equity(name, hands, board=cards_text(board), dead=cards_text(cards), exact=True)
    at_showdown = game.with_community_card() if board and not game.board else game
    expected = tried_by_hand(at_showdown, known, board, cards)
    assert {(main, low): count for main, low, count in result.outcomes} == expected
    assert sum(hand.equity or 0 for hand in result) == 1


@needs_kernel
@given(st.integers(2, 6), st.sampled_from(["holdem", "omaha-high", "omaha-hilo8", "big-omaha-hilo8"]), st.randoms())
def test_the_short_cut_before_the_flop_counts_what_every_board_counts(players: int, name: str, random: Random) -> None:
    holes = GAMES[name].holes
    dead = max(0, 52 - players * holes - 20)  # few cards left, so that every board is soon seen
    cards = random.sample(DECK, players * holes + dead)
    hands = [cards_text(cards[place * holes : (place + 1) * holes]) for place in range(players)]
    gone = cards_text(cards[players * holes :])
    short = equity(name, hands, dead=gone)
    assert short == equity(name, hands, dead=gone, one_by_one=True)
    assert short.deals == comb(52 - players * holes - dead, 5)


@needs_kernel
@pytest.mark.parametrize("seed", range(6))
def test_the_short_cut_agrees_with_every_board_of_a_full_deck(seed: int) -> None:
    random = Random(seed)
    name = ["holdem", "omaha-hilo8", "big-omaha-high", "omaha6-hilo8", "holdem", "omaha-high"][seed]
    players = [2, 3, 2, 4, 10, 6][seed]
    holes = GAMES[name].holes
    cards = random.sample(DECK, players * holes)
    hands = [cards_text(cards[place * holes : (place + 1) * holes]) for place in range(players)]
    assert equity(name, hands) == equity(name, hands, one_by_one=True)


@needs_kernel
@pytest.mark.parametrize(
    ("name", "hands", "dead"),
    [
        ("stud7-high", ["AsAhKs2c", "QcJcTc3d"], ""),
        ("stud7-hilo8", ["As2h3d9c", "QcJd5h4c"], ""),
        ("stud7-hilo8", ["As2h3d9c", "QcJd5h"], "Ac2c3cKd7d8s9dTh6s6h4s4h8dTs"),
        ("mambo-hilo6", ["As", "Kd"], ""),
        ("razz", ["As2h9d9c", "QcJd5h4c"], ""),
        ("draw5-high", ["AsAh", "KcKd"], "2c2d2h"),
        ("badugi", ["As", "Kd"], ""),
    ],
)
def test_hands_compared_in_order_give_what_pairs_one_by_one_give(name: str, hands: list[str], dead: str) -> None:
    quickly = equity(name, hands, dead=dead, exact=True)
    assert quickly == equity(name, hands, dead=dead, one_by_one=True)


@needs_kernel
@pytest.mark.parametrize("game", ["omaha-hilo8", "omaha-high"])
def test_two_wide_ranges_on_a_river_are_compared_in_order(game: str) -> None:
    hands, board = ["A2**ds", "A3**!AA"], "4h7hTc8sKd"
    quickly = equity(game, hands, board=board, exact=True)
    assert quickly == equity(game, hands, board=board, one_by_one=True)


def test_hands_against_ranges_weigh_every_matchup() -> None:
    held = parse_range("holdem", "QQ+, AKs@25%", gone=parse_cards("AhKh"))
    assert held.weights is not None
    total, share = 0, Fraction(0)
    for cards, weight in zip(held, held.weights, strict=True):
        one = equity("holdem", ["AhKh", cards_text(cards)])
        assert one[0].equity is not None
        total += weight * one.deals
        share += weight * one.deals * one[0].equity
    result = equity("holdem", ["AhKh", "QQ+, AKs@25%"], exact=True)
    assert (result.deals, result[0].equity) == (total, share / total)


@pytest.mark.parametrize(
    ("name", "hands", "board"),
    [
        ("holdem", ["QQ+,AK", "88-55,T9s"], "2h7hTc"),
        ("holdem", ["random", "AhKh"], "2h7hTc"),
        ("holdem", ["QQ+", "JJ-99", "AKs"], "2h7hTc8s"),
        ("omaha-high", ["AsAh**", "KdQdJcTd"], "2h7hTc8s"),
        ("omaha-hilo8", ["AsAh2*", "KdQdJcTd"], "2h7hTc8s"),
    ],
)
def test_ranges_on_a_board_agree_with_their_hands_one_by_one(name: str, hands: list[str], board: str) -> None:
    result = equity(name, hands, board=board, exact=True)
    counts: Counter[tuple[int, int]] = Counter()
    ranges = [list(parse_range(name, hand)) for hand in hands]

    def walk(chosen: list[str], gone: list[int]) -> None:
        if len(chosen) == len(hands):
            for main, low, count in equity(name, chosen, board=board, exact=True).outcomes:
                counts[main, low] += count
            return
        for cards in ranges[len(chosen)]:
            if not set(cards) & set(gone):
                walk([*chosen, cards_text(cards)], [*gone, *cards])

    if "random" not in hands:
        walk([], parse_cards(board))
        assert {(main, low): count for main, low, count in result.outcomes} == counts
    else:
        assert result.deals == comb(47, 2) * comb(45, 2)


@needs_kernel
def test_eighteen_thousand_million_deals_of_stud_are_counted() -> None:
    result = equity("stud7-high", ["AsAhKs", "QcJcTc"])
    assert result.exact
    assert result.deals == comb(46, 4) * comb(42, 4)
    sampled = equity("stud7-high", ["AsAhKs", "QcJcTc"], exact=False, samples=200_000, seed=4)
    assert abs(sampled[0].equity_float - result[0].equity_float) < 5 * sampled[0].stderr
    split = equity("stud7-hilo8", ["As2h3d", "QcJd5h"])
    assert split.deals == result.deals
    # Once counted pair by pair, which takes more than a minute.
    assert fractions(split) == ["11476537951/18265297050", "6788759099/18265297050"]


@needs_kernel
def test_millions_of_unseen_hands_are_counted_slice_by_slice() -> None:
    random = Random(5)
    cards = random.sample(DECK, 7 + 14)
    own, dead = cards[:7], cards[7:]
    left = [card for card in DECK if card not in cards]
    rows = np.fromiter(chain.from_iterable(combinations(left, 7)), np.uint8).reshape(-1, 7)
    assert len(rows) == comb(31, 7) > 2_000_000
    mine, others = rank(np.array([own], np.uint8))[0], rank(rows)
    found = equity("stud7-high", [cards_text(own), "random"], dead=cards_text(dead), exact=True)
    counts = {main: count for main, _, count in found.outcomes}
    expected = {1: (others < mine).sum(), 2: (others > mine).sum(), 3: (others == mine).sum()}
    assert counts == {main: count for main, count in expected.items() if count}
    question = EquityRequest(GAMES["stud7-high"], [cards_text(own), "??"], dead=cards_text(dead)).kernel_request()
    in_parts = Counter[int]()
    for part in range(3):
        for main, _, times in count_deals(question, SolverOptions(Mode.EXACT, 1, 0, 1, part, 3))[1]:
            in_parts[main] += times
    assert in_parts == counts


@needs_kernel
def test_the_largest_count_of_one_hand_does_not_keep_all_hands_in_memory() -> None:
    code = """if True:
        import resource
        from hoyle.odds import equity
        print(equity("stud7-high", ["AsAhKsKd2c3c9d", "random"], exact=True)[0].equity)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    """
    home = str(Path(hoyle.__file__).parents[1])
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": home}
    )
    share, kilobytes = answer.stdout.split()
    assert share == "15143221/18151848"
    assert int(kilobytes) < 900_000  # some 100 MB; more under the sanitizer


@needs_kernel
def test_a_random_hand_is_every_hand() -> None:
    result = equity("holdem", ["AhKh", "random"], exact=True)
    assert result.deals == comb(50, 2) * comb(48, 5)
    assert str(result[0].equity) == "468769901/699190800"
    assert fractions(equity("holdem", ["AhKh", "??"], exact=True)) == fractions(result)


@pytest.mark.parametrize(
    ("name", "hands", "board"),
    [
        ("holdem", ["AhKh", "QsQd"], ""),
        ("omaha-hilo8", ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"], ""),
        ("stud7-hilo8", ["AsAhKs4d2c", "3c5c6c7h9d"], ""),
        ("badugi", ["As2h", "3dKcQs"], ""),
        ("mambo-hilo6", ["As2h", "Kd"], "5c"),
        ("holdem", ["QQ+,AKs@10%", "22+"], "2h7hTc"),
    ],
)
def test_samples_lie_around_the_exact_equity(name: str, hands: list[str], board: str) -> None:
    exact = equity(name, hands, board=board, exact=True)
    sampled = equity(name, hands, board=board, exact=False, samples=100_000, seed=7)
    assert not sampled.exact
    assert sampled.deals == 100_000
    for one, other in zip(exact, sampled, strict=True):
        assert isinstance(other.equity, Fraction), "a number, whether exact or not"
        assert float(other.equity) == other.equity_float
        assert 0 < other.stderr < 0.005
        assert abs(one.equity_float - other.equity_float) < 5 * other.stderr
        for share in ("win", "tie", "scoop", "quarter", "high", "low"):
            assert abs(getattr(one, share) - getattr(other, share)) < 5 * sqrt(0.25 / 100_000)


def test_samples_do_not_depend_on_the_number_of_threads() -> None:
    results = [
        equity("holdem", ["AhKh", "random", "QQ+"], exact=False, samples=100_001, seed=5, threads=threads)
        for threads in (1, 2, 5)
    ]
    assert results[0] == results[1] == results[2]
    other = equity("holdem", ["AhKh", "random", "QQ+"], exact=False, samples=100_001, seed=6)
    assert other != results[0]


def test_exact_counts_do_not_depend_on_the_number_of_threads() -> None:
    for hands in (["AhKh", "22+"], ["AhKh", "QsQd", "8c8d"]):
        one = equity("holdem", hands, board="2h7hTc", threads=1)
        assert one == equity("holdem", hands, board="2h7hTc", threads=4)


def test_dead_cards_and_discards_cannot_be_drawn() -> None:
    kept = equity("draw5-high", ["AhAdKc/7s2d", "8c8d8h"])
    assert fractions(kept) == fractions(equity("draw5-high", ["AhAdKc", "8c8d8h"], dead="7s2d"))
    assert kept.deals == comb(44, 2) * comb(42, 2)


def test_a_common_card_stands_for_the_seventh() -> None:
    result = equity("stud7-high", ["AsAhKsKd2c", "QcJcTc9c2d"], board="8c")
    assert result.deals == 41 * 40


def test_the_largest_tables_are_sampled_without_trouble() -> None:
    for name, players in (("holdem", 11), ("omaha-hilo8", 10), ("big-omaha-hilo8", 8), ("mambo-hilo6", 11)):
        result = equity(name, ["random"] * players, samples=20_000)
        assert not result.exact
        assert sum(hand.equity_float for hand in result) == pytest.approx(1)
        for hand in result:
            assert abs(hand.equity_float - 1 / players) < 5 * hand.stderr


def test_counts_stay_whole_where_weights_are_large() -> None:
    result = equity("holdem", ["AA@0.999999,KK@0.000001", "QQ@0.123456,JJ@0.765432,72o@0.000011"], board="2h7hTc")
    assert sum(count for *_, count in result.outcomes) == result.deals
    assert all(count > 0 for *_, count in result.outcomes)


def test_shares_of_a_split_pot_add_up() -> None:
    result = equity("omaha-hilo8", ["As2sKhQh", "Ad2dKcQc", "9c9dTcTd"], board="3s4hKd8cJh")
    first, second, third = result
    # The first two tie for the low and share one high: each takes what a half and a quarter make.
    assert sum(hand.high for hand in result) == 1
    assert sum(hand.low for hand in result) == 1
    assert first.equity == second.equity == Fraction(1, 2)
    assert (third.equity_float, third.win, third.tie) == (0, 0, 0)
    assert equity("omaha-hilo8", ["As2sKhQh", "Ad2d9s9h", "KcQcTcTd"], board="3s4hKd8c9c")[0].quarter == 1


def test_a_result_prints_and_shows_itself() -> None:
    result = equity("holdem", ["AhKh", "QsQd"])
    assert str(result).splitlines()[0] == "holdem: 1,712,304 deals, exact"
    assert "197833/428076" in str(result)
    assert "<table>" in result._repr_html_()
    assert "46.214%" in result._repr_html_()
    sampled = equity("omaha-hilo8", ["As2sKhQh", "random", "random"], samples=1000)
    assert "±" in str(sampled).splitlines()[0]
    assert sampled.to_json()["hands"][0]["equity"] is None
    assert sampled.to_json()["hands"][0]["stderr"] > 0


@needs_kernel
@pytest.mark.parametrize(
    ("name", "hands", "options"),
    [
        ("holdem", ["random"] * 9, {"samples": 50_000_000}),
        ("omaha-high", ["AA**", "random"], {"exact": True}),
        ("stud7-high", ["AsAhKs", "QcJcTc", "2c3c4c"], {"exact": True}),
        ("razz", ["AsAhKs2c3c4c", "random"], {"exact": True}),
    ],
)
def test_progress_is_reported_and_an_error_in_it_stops_the_count_at_once(
    name: str, hands: list[str], options: dict[str, Any]
) -> None:
    class EnoughError(Exception):
        pass

    def report(done: int, total: int) -> None:
        assert 0 <= done <= total
        raise EnoughError

    started = process_time()
    with pytest.raises(EnoughError):
        equity(name, hands, progress=report, **options)
    # Of the processor's time, however many want it: the whole count takes far more.
    assert process_time() - started < 8


def test_samples_that_all_end_alike_still_have_an_error() -> None:
    result = equity("holdem", ["AhKh", "QsQd"], board="2h7hTh8h3c", exact=False, samples=100)
    assert [hand.equity_float for hand in result] == [1, 0]
    assert [1.96 * hand.stderr for hand in result] == pytest.approx([0.03, 0.03])


def test_blanks_around_a_hand_do_not_matter() -> None:
    assert equity("razz", [" As2h4s8dKc ", " random"], samples=100, exact=False).hands[1].hand == "random"


def test_values_are_those_the_engine_uses() -> None:
    """The evaluator of the engine and the odds judge one river alike."""
    random = Random(11)
    for _ in range(300):
        cards = random.sample(DECK, 13)
        board, one, other = cards[:5], cards[5:9], cards[9:]
        evaluator = Evaluator(GAMES["omaha-high"].main, GAMES["omaha-high"].building)
        values = evaluator.values([one, other], board)
        result = equity("omaha-high", [cards_text(one), cards_text(other)], board=cards_text(board))
        expected = [1, 0] if values[0] > values[1] else [0, 1] if values[1] > values[0] else [0.5, 0.5]
        assert [hand.equity_float for hand in result] == expected


def test_a_board_that_no_street_ends_with_is_explained() -> None:
    result = equity("holdem", ["QsQd", "AhKh"], board="2c 3d")
    assert result.note == "holdem boards have 3, 4 or 5 cards; here 1 more of the first 3 is dealt at random"
    assert str(result).endswith(f"\nNote: {result.note}.")
    assert result.note in result._repr_html_()
    assert result.to_json()["note"] == result.note
    for board in ("", "2c3d4h", "2c3d4h5s", "2c3d4h5s6c"):
        known = equity("holdem", ["QsQd", "AhKh"], board=board)
        assert (known.note, "note" in known.to_json()) == ("", False)
    assert equity("stud7-high", ["AsAhKsKd2c", "QcJcTc9c2d"], board="8c").note == ""
    assert equity("mambo-hilo6", ["As2h", "Kd"], board="5c").note == ""
