"""The stand-in for the kernel, in plain Python, counts what the kernel counts, to the last unit."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.kernel_required import needs_kernel
from tests.odds.partitioned_work import assert_parts_add_up
from tests.odds.test_equity import fractions

from hoyle.core.cards import DECK, cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.hands import BADUGI, HIGH3, HIGH4, HIGH5, LOW_27, LOW_A3_STRICT, LOW_A5, LOW_A5_STRICT, Ranking
from hoyle.odds import GAMES, EquityResult, batch_ranking, parse_range, python_kernel
from hoyle.odds import equity as asked
from hoyle.odds.equities import calculator
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.equities.calculator import EquityRequest, SolverOptions, count_outcomes
from hoyle.odds.kernel_loader import SCALES, kernel
from hoyle.odds.python_kernel.monte_carlo import PIECE_SIZE
from hoyle.odds.ranges import hand_range


@contextmanager
def in_plain_python() -> Iterator[None]:
    """The odds without the kernel, whether it was built or not."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (calculator, hand_range, batch_ranking):
            patch.setattr(module, "kernel", python_kernel)
        yield


def equity(name: str, hands: list[str], **options: Any) -> EquityResult:
    with in_plain_python():
        return asked(name, hands, **options)


def deal(name: str, players: int, random: Random, unknown: int) -> tuple[list[str], str, str]:
    """Hands, board and dead cards of which so many are not known, in all."""
    of = GAMES[name]
    cards = random.sample(DECK, 52)
    hidden = [0] * players
    board_hidden = 0
    for _ in range(unknown):
        place = random.randrange(players + 1)
        if place == players and board_hidden < of.board:
            board_hidden += 1
        else:
            hidden[place % players] += hidden[place % players] < of.holes
    hands = [[cards.pop() for _ in range(of.holes - each)] for each in hidden]
    board = [cards.pop() for _ in range(of.board - board_hidden)]
    left = sum(hidden) + board_hidden + 9
    return [cards_text(hand) or "random" for hand in hands], cards_text(board), cards_text(cards[left:])


@needs_kernel
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", [Mode.EXACT, Mode.EXACT_NO_SHORTCUTS])
def test_small_problems_of_every_game_come_out_as_in_the_kernel(name: str, mode: Mode) -> None:
    random = Random(f"{name} {mode}")
    for players, unknown in [(2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (5, 2)]:
        hands, board, dead = deal(name, players, random, unknown)
        question = EquityRequest(GAMES[name], hands, board=board, dead=dead).kernel_request()
        ways = (mode, 0, 1, 0, 1, None)
        assert python_kernel.equity(*question, *ways) == kernel.equity(*question, *ways), (hands, board, dead)


@needs_kernel
@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.flop])
def test_whole_boards_to_come_are_counted_by_ranks_as_in_the_kernel(name: str) -> None:
    random = Random(name)
    for players in (2, 3, 4):
        cards = random.sample(DECK, 52)
        hands = [cards_text([cards.pop() for _ in range(GAMES[name].holes)]) for _ in range(players)]
        dead = cards_text(cards[25:])
        assert equity(name, hands, dead=dead) == asked(name, hands, dead=dead)


@needs_kernel
@pytest.mark.parametrize(
    ("name", "hands", "options"),
    [
        ("holdem", ["AhKh", "QsQd"], {}),
        ("holdem", ["AhKh", "Qs??"], {"board": "2h7hTc"}),
        ("holdem", ["AhKh", "QQ@25%, JcTc"], {"dead": "Qs"}),
        ("holdem", ["AhKh", "random"], {"board": "2h7hTc8s"}),
        ("holdem", ["QQ+,AKs@10%", "22+"], {"board": "2h7hTc"}),
        ("holdem", ["QQ+", "JJ-99", "AKs@0.3"], {"board": "2h7hTc8s", "dead": "Kd"}),
        ("holdem", ["Ah2c", "As2d", "Ad3c", "KcKd", "7c6c", "9s8s"], {"dead": "5h5d"}),
        ("omaha-high", ["AsAhTsTh", "QcJcTd9d"], {"dead": "2c3d"}),
        ("omaha-high", ["AsAh**ds", "KdQdJcTd"], {"board": "2h7hTc8s"}),
        ("omaha-hilo8", ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"], {}),
        ("omaha-hilo8", ["A2**ds@40%, A3*!AA", "KdQdJcTd"], {"board": "2h7hTc8s4d"}),
        ("omaha6-hilo8", ["As2s3h4dKcKd", "9c9dTcTdJsJh"], {"board": "2h7hTh"}),
        ("stud7-high", ["AsAhKs2c", "QcJcTc3d"], {}),
        ("stud7-high", ["AsAhKs2c4d", "QcJcTc3d4c"], {"board": "7h"}),
        ("stud7-hilo8", ["AsAhKs4d2c", "3c5c6c7h9d"], {}),
        ("stud7-hilo", ["AsAhKs4d2c9s", "3c5c6c7h9d8h", "QsQdQh2h2d8s"], {}),
        ("razz", ["As2h9d9c", "QcJd5h4c"], {}),
        ("draw5-high", ["AhAdKc/7s2d", "8c8d8h"], {}),
        ("draw5-low", ["Ah2d3c", "8c5d4h2s/Ks", "7c6d4s3h"], {}),
        ("draw27-triple", ["7h5s3d", "8c6d4h3s"], {}),
        ("badugi", ["As2h", "3d4c"], {}),
        ("mambo-hilo6", ["As2h", "Kd"], {"board": "5c"}),
    ],
)
def test_exact_counts_are_those_of_the_kernel(name: str, hands: list[str], options: dict[str, Any]) -> None:
    found = equity(name, hands, **options)
    assert found.exact
    assert found == asked(name, hands, exact=True, **options)


@needs_kernel
def test_eleven_players_are_counted() -> None:
    hands, board, _ = deal("holdem", 11, Random(3), 0)
    found = equity("holdem", hands, board=" ".join(board.split()[:3]))
    assert found.exact
    assert found == asked("holdem", hands, board=" ".join(board.split()[:3]))


def test_known_equities_come_out_as_exact_fractions_in_plain_python(shared: Path) -> None:
    for case in json.loads((shared / "data" / "equities.json").read_text())["cases"]:
        result = equity(case["game"], case["hands"], board=case["board"], dead=case["dead"])
        assert result.exact, case["id"]
        assert fractions(result) == case["equity_exact"], case["id"]


RANGES = [
    ("holdem", "QQ+, AKs, A5s-A2s@25%"),
    ("holdem", "(QQ+,AK):A*!AhAd, 15%@0.5"),
    ("holdem", "!(22+,A*,K*)"),
    ("holdem", "!!76s+, [AK][QJ]o@2, *h*h"),
    ("holdem", "random"),
    ("omaha-high", "AA**, KK$ds@10%"),
    ("omaha-high", "A2**ss!(AA,22), A23*rb"),
    ("omaha-high", "A$np, KK$op, QQ$tp$ds, JJ$nt"),
    ("omaha-high", "!(**$np)"),
    ("omaha-high", "Ah*h, [KQ]T+**"),
    ("big-omaha-high", "AA***ds, A2345@30%"),
    ("omaha6-high", "AAKK**ds, AAAQ**$nt, AAKQ**@0.2"),
]


@needs_kernel
@pytest.mark.parametrize(("name", "text"), RANGES)
def test_ranges_hold_the_hands_that_the_kernel_finds(name: str, text: str) -> None:
    for gone in ([], Random(text).sample(DECK, 9)):
        with in_plain_python():
            found = parse_range(name, text, gone=gone)
        assert found == parse_range(name, text, gone=gone)


@needs_kernel
@given(st.text("AKT2shc*+-,:!()@%[]$dp 15", max_size=14), st.sampled_from(["holdem", "omaha-high"]))
def test_any_text_is_the_same_range_or_the_same_error(text: str, name: str) -> None:
    def answer() -> object:
        try:
            return parse_range(name, text)
        except InvalidError as error:
            return str(error)

    with in_plain_python():
        found = answer()
    assert found == answer()


@needs_kernel
def test_numbers_of_rankings_and_features_are_those_of_the_kernel() -> None:
    assert python_kernel.SCALES == SCALES
    for name in python_kernel.__all__:
        if name.isupper() and name != "SCALES":
            assert getattr(python_kernel, name) == getattr(kernel, name), name


@needs_kernel
@pytest.mark.parametrize("name", GAMES)
def test_arrays_of_every_game_are_ranked_as_in_the_kernel(name: str) -> None:
    of = GAMES[name]
    random = Random(name)
    rows = np.array([random.sample(DECK, of.holes + of.board) for _ in range(300)], np.uint8)
    with in_plain_python():
        found = batch_ranking.rank_game(name, rows)
    assert np.array_equal(np.array(found), np.array(batch_ranking.rank_game(name, rows)))


@needs_kernel
@pytest.mark.parametrize(
    ("ranked", "size", "top"),
    [
        (HIGH5, 6, 0),
        (HIGH5, 7, 8),
        (HIGH4, 6, 0),
        (HIGH3, 3, 0),
        (LOW_27, 7, 0),
        (LOW_A5, 7, 8),
        (LOW_A5_STRICT, 6, 0),
        (LOW_A3_STRICT, 5, 6),
        (BADUGI, 4, 0),
    ],
)
def test_arrays_of_any_cards_are_ranked_as_in_the_kernel(ranked: Ranking, size: int, top: int) -> None:
    random = Random(size)
    rows = np.array([random.sample(DECK, size) for _ in range(300)], np.uint8)
    with in_plain_python():
        found = batch_ranking.rank(rows, ranked, top=top)
    assert np.array_equal(found, batch_ranking.rank(rows, ranked, top=top))


@needs_kernel
def test_one_hand_is_ranked_and_refused_as_in_the_kernel() -> None:
    random = Random(1)
    for size in (5, 6, 7):
        for _ in range(100):
            hand = random.sample(DECK, size)
            assert python_kernel.high(*hand) == batch_ranking.rank_one(*hand)
    for wrong in ((0, 1, 2, 3), tuple(range(8)), (0, 1, 2, 3, 52), (0, 1, 2, 3, -1), (50, 1, 2, 3, 50)):
        with pytest.raises(ValueError) as expected:  # noqa: PT011
            batch_ranking.rank_one(*wrong)
        with pytest.raises(ValueError) as found:  # noqa: PT011
            python_kernel.high(*wrong)
        assert str(found.value) == str(expected.value)


def test_rows_that_are_no_hands_are_refused_by_name() -> None:
    rows = np.array([[0, 1, 2, 3, 4], [8, 9, 8, 10, 11], [52, 0, 1, 2, 3]], np.uint8)
    with in_plain_python():
        with pytest.raises(InvalidError, match=r"row 1, .*4c appears twice"):
            batch_ranking.rank(rows)
        with pytest.raises(InvalidError, match="row 0: 52 is not a card"):
            batch_ranking.rank(rows[2:])
        assert len(batch_ranking.rank(rows[:0])) == 0


@pytest.mark.parametrize("name", GAMES)
def test_samples_of_every_game_lie_around_the_exact_equity(name: str) -> None:
    random = Random(name)
    hands, board, dead = deal(name, 3, random, 3)
    exact = asked(name, hands, board=board, dead=dead, exact=True)
    sampled = equity(name, hands, board=board, dead=dead, exact=False, samples=4000, seed=2)
    assert (sampled.exact, sampled.deals) == (False, 4000)
    for one, other in zip(exact, sampled, strict=True):
        assert abs(one.equity_float - other.equity_float) < 5 * other.stderr


def test_samples_of_ranges_come_as_often_as_they_weigh() -> None:
    hands, board = ["QQ+,AKs@10%", "22+", "random"], "2h7hTc8s4d"
    exact = asked("holdem", hands, board=board, exact=True)
    sampled = equity("holdem", hands, board=board, exact=False, samples=5000)
    for one, other in zip(exact, sampled, strict=True):
        assert abs(one.equity_float - other.equity_float) < 5 * other.stderr


def test_samples_are_the_same_for_the_same_seed_only() -> None:
    def sampled(seed: int) -> EquityResult:
        return equity("omaha-hilo8", ["As2s**", "random", "KhKd??"], exact=False, samples=1500, seed=seed)

    assert sampled(4) == sampled(4) != sampled(5)


PARTED = [
    ("holdem", ["AhKh", "QQ"], "", Mode.EXACT),
    ("holdem", ["AhKh", "QsQd", "random"], "2h7hTc8s", Mode.EXACT),
    ("omaha-hilo8", ["As2sKhQh", "9c9dTcTd"], "3h4hKd", Mode.EXACT_NO_SHORTCUTS),
    ("stud7-high", ["AsAhKsKd2c", "QcJcTc9c2d"], "", Mode.EXACT),
    ("stud7-hilo8", ["AsAhKs4d2c6c", "3c5c6d7h9d"], "", Mode.EXACT),
    ("holdem", ["AhKh", "random", "QQ+"], "", Mode.SAMPLED),
]


@pytest.mark.parametrize("parts", [2, 7, 60])
@pytest.mark.parametrize(("name", "hands", "board", "mode"), PARTED)
def test_the_parts_add_up_to_the_whole(name: str, hands: list[str], board: str, mode: Mode, parts: int) -> None:
    question = EquityRequest(GAMES[name], hands, board=board).kernel_request()
    work = SolverOptions(mode, 9 * PIECE_SIZE + 5, 3, 1)
    with in_plain_python():
        assert_parts_add_up(question, work, parts)


@pytest.mark.parametrize(("name", "hands", "board", "mode"), PARTED)
def test_progress_runs_up_to_the_end(name: str, hands: list[str], board: str, mode: Mode) -> None:
    seen: list[tuple[int, int]] = []
    question = EquityRequest(GAMES[name], hands, board=board).kernel_request()
    with in_plain_python():
        count_outcomes(question, SolverOptions(mode, 5000, 3, 1), lambda done, total: seen.append((done, total)))
    assert seen == sorted(set(seen))
    assert seen[-1][0] == seen[-1][1]


def stop(done: int, total: int) -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("name", "hands", "options"),
    [
        ("holdem", ["random"] * 9, {"samples": 50_000_000}),
        ("omaha-high", ["AA**", "AsKsQdJd"], {"exact": True}),
        ("stud7-hilo8", ["As2h3h4h5d", "QcJcTc9c2c", "2d3c4c5c6c"], {"exact": True}),
        ("holdem", ["AhKh", "random"], {"board": "2h", "one_by_one": True}),
    ],
)
def test_long_work_can_be_interrupted(name: str, hands: list[str], options: dict[str, Any]) -> None:
    with pytest.raises(KeyboardInterrupt):
        equity(name, hands, progress=stop, **options)


@pytest.mark.parametrize(("name", "hands"), [("holdem", ["random"] * 9), ("stud7-high", ["AsAhKsKd2c3c9d", "random"])])
def test_what_would_take_for_ever_or_all_memory_is_sampled_or_refused(name: str, hands: list[str]) -> None:
    assert not equity(name, hands, samples=100).exact
    with pytest.raises(InvalidError, match="too many deals to count them all in plain Python"):
        equity(name, hands, exact=True)


def test_holdings_that_always_clash_end_in_an_error() -> None:
    with pytest.raises(InvalidError, match="hardly any deal"):
        equity("holdem", ["AA", "AA", "AA"], exact=False, samples=1000)
    with pytest.raises(InvalidError, match="no deal is possible"):
        equity("holdem", ["AA", "AA", "AA"], board="2c3c4c5c6c", exact=True)


@pytest.mark.parametrize("mode", [Mode.EXACT, Mode.SAMPLED])
def test_two_players_with_the_same_only_holding_are_refused(mode: Mode) -> None:
    aces = (2, bytes(parse_cards("AsAc")), None)
    question = (
        EquityRequest(GAMES["holdem"], ["KK", "AA"], board="AhAd7c").kernel_request()._replace(seats=[aces, aces])
    )
    for counted in (python_kernel, kernel):
        with pytest.raises(ValueError, match="held twice"):
            counted.equity(*question, mode, 0, 100, 0, 1, None)


def test_a_part_that_is_none_is_refused() -> None:
    question = EquityRequest(GAMES["holdem"], ["AhKh", "QsQd"], board="2c3c4c").kernel_request()
    with in_plain_python(), pytest.raises(InvalidError, match="part 3 of 3"):
        count_outcomes(question, SolverOptions(Mode.EXACT, 1, 0, 1, 3, 3))
