"""Chips and words, in every combination."""

from __future__ import annotations

import re
from itertools import product

import pytest

from hoyle.errors import InvalidError
from hoyle.poker.wagers import MOTIONS, WORDS, Limits, bet_is_made, rule_wager
from hoyle.rulebooks import book

BOOKS = ["nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012"]
VOCABULARY = re.compile(
    r"call \d+|call \d+, change \d+|call \d+, later \d+ refused|raise|raise, later \d+ refused"
    r"|bet corrected to \d+|bet \d+|not binding|check|fold|house ruling"
)


@pytest.mark.parametrize("id", BOOKS)
def test_whatever_is_put_in_and_said_every_chip_is_accounted_for(id: str) -> None:
    rules = book(id)
    amounts = [[], [5], [10], [25], [5, 5], [10, 10], [5, 25]]
    said = [None, *WORDS, "raise 20", "raise by twenty", "bet 20", "call 10", 0, 5, 10, 20, 40]
    posted = [None, Limits(10, 10), Limits(10), Limits(0, barred=True)]
    for to_call, chips, then, words, turn, rest, limits in product(
        (0, 10), amounts, amounts, said, (True, False), (True, False), posted
    ):
        ruling = rule_wager(
            rules,
            to_call=to_call,
            chips=chips,
            then=then,
            said=words,
            in_turn=turn,
            hands_at_rest=rest,
            stack=70,
            limits=limits,
        )
        told = f"{to_call} {chips} {then} {words} {turn} {rest} {limits}: {ruling}"
        if limits is not None and ruling.kind in ("bet", "raise") and not limits.barred:
            assert limits.fit(ruling.stands - to_call), told
        if limits is not None and limits.barred and words is not None and not chips and not then:
            assert ruling.kind not in ("bet", "raise"), told
        assert VOCABULARY.fullmatch(ruling.result), told
        assert min(ruling.stands, ruling.change, ruling.refused, ruling.owed) >= 0, told
        put_in = sum(chips) + sum(then)
        if ruling.smallest:
            assert ruling.kind == "raise", told
            assert put_in - ruling.refused <= to_call, told
        else:
            assert ruling.stands + ruling.change + ruling.refused == put_in + ruling.owed, told
        if ruling.kind == "call":
            assert ruling.stands == to_call > 0, told
        if ruling.kind == "raise" and not ruling.smallest:
            assert ruling.stands > to_call > 0, told
        if ruling.kind == "bet":
            assert ruling.stands > to_call == 0, told
        if not turn:
            assert ruling.kind in ("not binding", "house ruling"), told
        if ruling.kind in ("fold", "check", "not binding", "house ruling"):
            assert ruling.stands == 0, told
        numbers = [int(number) for number in re.findall(r"\d+", ruling.result)]
        assert not numbers or ruling.kind == "raise" or numbers[0] == ruling.stands, told


@pytest.mark.parametrize("id", BOOKS)
def test_chips_without_a_first_motion_are_the_first_motion(id: str) -> None:
    late = rule_wager(book(id), to_call=10, chips=[], then=[10])
    assert late.result == rule_wager(book(id), to_call=10, chips=[10]).result == "call 10"


@pytest.mark.clauses("oneida XI.G.2(d)", "room-2012 WAG(3)(ii)", "nj-19-47 19:47-14.7[XI.G.2(d)]")
@pytest.mark.parametrize("id", ["oneida", "room-2012", "nj-19-47"])
def test_a_player_with_fewer_chips_than_the_bet_calls_all_in(id: str) -> None:
    for said in (None, "call", "raise"):
        ruling = rule_wager(book(id), to_call=10, chips=[5, 2], said=said, stack=7)
        assert (ruling.result, ruling.stands) == ("call 7", 7)
    assert rule_wager(book(id), to_call=10, chips=[5, 2], stack=8).result == "house ruling"


def test_a_raise_bound_by_words_is_the_smallest_the_limits_allow() -> None:
    ruling = rule_wager(book("oneida"), to_call=10, chips=[10], said="raise")
    assert (ruling.kind, ruling.smallest, ruling.stands) == ("raise", True, 0)


def test_what_is_owed_after_a_correction_is_said() -> None:
    short = rule_wager(book("room-2012"), to_call=10, chips=[20], said=40)
    assert (short.stands, short.owed, short.change, short.clause) == (40, 20, 0, "room-2012 WAG(5)")
    long = rule_wager(book("room-2012"), to_call=10, chips=[50], said=40)
    assert (long.stands, long.owed, long.change) == (40, 0, 10)


@pytest.mark.clauses(
    *("oneida XI.G.5", "oneida XI.G.5(a)", "oneida XI.G.5(b)", "oneida XI.G.5(c)"),
    *("room-2012 WAG(6)", "room-2012 WAG(6)(i)", "room-2012 WAG(6)(ii)", "room-2012 WAG(6)(iii)"),
    *("nj-19-47 19:47-14.7[XI.G.5]", "nj-19-47 19:47-14.7[XI.G.5(a)]"),
    *("nj-19-47 19:47-14.7[XI.G.5(b)]", "nj-19-47 19:47-14.7[XI.G.5(c)]"),
)
def test_any_of_three_motions_makes_a_bet_and_nothing_else_does() -> None:
    clauses = {
        "oneida": ["oneida XI.G.5(a)", "oneida XI.G.5(b)", "oneida XI.G.5(c)", "oneida XI.G.5"],
        "room-2012": [f"room-2012 WAG(6){part}" for part in ("(i)", "(ii)", "(iii)", "")],
        "nj-19-47": [f"nj-19-47 19:47-14.7[XI.G.5{part}]" for part in ("(a)", "(b)", "(c)", "")],
    }
    for id, expected in clauses.items():
        made = [bet_is_made(book(id), motion) for motion in [*MOTIONS, "cut and riffled"]]
        assert made == [(True, expected[0]), (True, expected[1]), (True, expected[2]), (False, expected[3])]


def test_a_book_without_motions_leaves_them_to_the_house() -> None:
    assert bet_is_made(book("ca-omaha"), MOTIONS[0]) == (False, "")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"to_call": -1, "chips": []}, "to_call cannot be -1"),
        ({"to_call": 1, "chips": [0]}, "a chip cannot be worth 0"),
        ({"to_call": 1, "chips": [1], "then": [-5]}, "a chip cannot be worth -5"),
        ({"to_call": 1, "chips": [], "said": -3}, "an announced amount cannot be -3"),
        ({"to_call": 1, "chips": [], "said": "shove"}, "said cannot be 'shove'"),
        ({"to_call": 1, "chips": [], "stack": -1}, "stack cannot be -1"),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidError, match=message):
        rule_wager(book("oneida"), **facts)  # type: ignore[arg-type]
