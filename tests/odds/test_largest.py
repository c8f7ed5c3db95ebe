"""The largest problems that can be asked are answered or refused; no count runs over."""

from __future__ import annotations

from itertools import product
from math import comb, prod
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from tests.odds.kernel_required import needs_kernel

from hoyle.core.cards import DECK, cards_text
from hoyle.core.errors import InvalidError
from hoyle.odds import GAMES, EquityResult, equity
from hoyle.odds.equities import calculator
from hoyle.odds.equities.calculator import EquityRequest
from hoyle.odds.showdown_rules import DECK_SIZE, MAX_PLAYERS

SHORT_WORK = 2e7
"""Nanoseconds, so that a hundred problems are soon counted."""
MAX_MATCHUPS = 20_000
"""That are gone through here."""
WEIGHTS = ("", "@1", "@50%", "@0.000001", "@0.999999", "@0.123457")
RANGES = {2: ["AA", "KK", "72o", "AKs", "QQ+", "22+", "**"], 4: ["AAKK", "A2**ds", "AA**", "RROO", "KK$ds", "7654"]}
"""By cards of a hand; more cards take long to look through."""
MAX_RANGES = 3
"""More of them mostly stand in each other's way."""
WITH_RANGES = sorted(name for name, of in GAMES.items() if of.flop and of.holes in RANGES)


class Asked(NamedTuple):
    """A problem in words."""

    game: str
    hands: list[str]
    board: str
    dead: str


@st.composite
def ranges(draw: st.DrawFn, holes: int) -> str:
    items = draw(st.lists(st.sampled_from(RANGES[holes]), min_size=1, max_size=3))
    return ", ".join(item + draw(st.sampled_from(WEIGHTS)) for item in items)


@st.composite
def problems(draw: st.DrawFn) -> Asked:
    """Any game at a full table or a smaller one, the deck dealt out to the last card or hardly at all."""
    of = GAMES[draw(st.sampled_from(sorted(GAMES)) | st.sampled_from(WITH_RANGES))]
    most = min(MAX_PLAYERS, (DECK_SIZE - of.board) // of.holes)
    players = draw(st.just(most) | st.integers(2, 3) | st.integers(2, most))
    kinds = draw(st.sampled_from([["random", "all", "some", "range"], ["all", "range"], ["range"]]))
    spare = DECK_SIZE - of.board - players * of.holes
    cards = Random(draw(st.integers(0, 1 << 32))).sample(DECK, DECK_SIZE)

    def deal(count: int) -> str:
        return cards_text([cards.pop() for _ in range(count)])

    hands: list[str] = []
    wide = 0
    for _ in range(players):
        kind = draw(st.sampled_from(kinds))
        if kind == "range" and of.name in WITH_RANGES and wide < MAX_RANGES:
            wide += 1
            hands.append(draw(ranges(of.holes)))
        elif kind == "all":
            hands.append(deal(of.holes))
        else:
            hands.append(deal(draw(st.integers(1, of.holes))) if kind == "some" else "random")
    return Asked(of.name, hands, deal(draw(st.integers(0, of.board))), deal(draw(st.integers(0, spare))))


def ways_to_deal(asked: Asked) -> int | None:
    """All deals, each as often as the weights of its hands say; None where that is too much to go through."""
    problem = EquityRequest(GAMES[asked.game], asked.hands, board=asked.board, dead=asked.dead)
    of, seats = problem.game, problem.seats
    held: list[list[tuple[set[int], int]]] = []
    for seat in seats:
        count = len(seat.cards) // seat.known if seat.known else 1
        hands = [set(seat.cards[place * seat.known : (place + 1) * seat.known]) for place in range(count)]
        held.append(list(zip(hands, seat.weights or [1] * count, strict=True)))
    if prod(map(len, held)) > MAX_MATCHUPS:
        return None
    left = DECK_SIZE - len(problem.dead) - len(problem.board) - sum(seat.known for seat in seats)
    unseen = 1
    for size in (of.board - len(problem.board), *[of.holes - seat.known for seat in seats]):
        unseen *= comb(left, size)
        left -= size
    known = sum(seat.known for seat in seats)
    together = 0
    for matchup in product(*held):
        if len(set().union(*[hand for hand, _ in matchup])) == known:
            together += prod(weight for _, weight in matchup)
    return unseen * together


def check(result: EquityResult) -> None:
    assert sum(count for *_, count in result.outcomes) == result.deals
    assert all(count > 0 for *_, count in result.outcomes)
    for hand in result:
        for share in (hand.equity_float, hand.win, hand.tie, hand.scoop, hand.quarter, hand.high, hand.low):
            assert 0 <= share <= 1
    if result.exact:
        assert sum(hand.equity or 0 for hand in result) == 1
    else:
        assert sum(hand.equity_float for hand in result) == pytest.approx(1)


def ask(asked: Asked, *, samples: int, exact: bool | None) -> EquityResult:
    try:
        return equity(
            asked.game, asked.hands, board=asked.board, dead=asked.dead, samples=samples, exact=exact, threads=1
        )
    except InvalidError as error:  # hands that were made up may stand in each other's way
        if any(words in str(error) for words in ("names no hand", "hardly any", "no deal is possible")):
            reject()
        raise


@needs_kernel
@settings(max_examples=150)
@given(problems())
def test_any_problem_is_sampled(asked: Asked) -> None:
    result = ask(asked, samples=50, exact=False)
    assert (result.exact, result.deals) == (False, 50)
    check(result)


@needs_kernel
@settings(max_examples=150)
@given(problems())
def test_every_deal_of_any_problem_is_counted_where_that_is_quick(asked: Asked) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calculator, "WORK_LIMIT", SHORT_WORK)
        result = ask(asked, samples=50, exact=None)
    check(result)
    expected = ways_to_deal(asked) if result.exact else None
    assert expected in (None, result.deals)


@pytest.mark.parametrize("name", GAMES)
def test_what_no_machine_could_count_is_refused_in_one_line(name: str) -> None:
    of = GAMES[name]
    hands = ["random"] * min(MAX_PLAYERS, (DECK_SIZE - of.board) // of.holes)
    with pytest.raises(InvalidError, match=r"^too many deals to count them all[^\n]*$"):
        equity(name, hands, exact=True)


@needs_kernel
def test_weights_that_a_count_cannot_hold_are_refused_and_sampled() -> None:
    hands = ["22@0.000001, 33", "44@0.000001, 55", "66@0.000001, 77", "88@0.000001, 99"]
    with pytest.raises(InvalidError, match=r"^too many deals to count them all: they can be sampled$"):
        equity("holdem", hands, board="AcKdQhTs", exact=True)
    assert not equity("holdem", hands, board="AcKdQhTs", samples=100).exact
    three = ["2c2d@0.000001, 3c3d", "4c4d@0.000001, 5c5d", "6c6d@0.000001, 7c7d"]
    result = equity("holdem", three, board="AcKdQhTs8s", exact=True)
    check(result)
    assert result.deals == ways_to_deal(Asked("holdem", three, "AcKdQhTs8s", "")) == (10**6 + 1) ** 3
