"""Chips and words, in every combination."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.wager_ruling import (
    MOTIONS,
    WORDS,
    BetLimits,
    BettingSituation,
    PlayerAct,
    WagerRuling,
    bet_is_made,
    rule_wager,
)
from hoyle.rulebooks import poker_book
from hoyle.rulebooks.book_parameters import with_overrides

BOOKS = ["nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012"]
VOCABULARY = re.compile(
    r"call \d+|call \d+, change \d+|call \d+, later \d+ refused|raise|raise, later \d+ refused"
    r"|bet corrected to \d+|bet \d+|not binding|check|fold|house ruling|bet unfinished"
)
ACT = PlayerAct._fields


def rule(id: str, **facts: Any) -> WagerRuling:
    """What an act is under a book: facts of the act and of the situation by name."""
    act = {name: facts.pop(name) for name in ACT if name in facts}
    return rule_wager(poker_book(id), BettingSituation(**facts), PlayerAct(**act))


AMOUNTS = [[], [5], [10], [25], [5, 5], [10, 10], [5, 25]]
SAID = [
    *(None, *WORDS, "raise 20", "raise by twenty", "bet 20", "call 10", 0, 5, 10, 20, 40),
    *("more to come", "raise, more to come", "raise to 20, not finished"),
]
SITUATIONS = [
    BettingSituation(),
    BettingSituation(to_call=10),
    BettingSituation(bet_stands=True, already=10),
    BettingSituation(forced=5, must_bet=True),
    BettingSituation(must_bet=True),
    BettingSituation(in_turn=False),
    BettingSituation(in_turn=False, to_call=10),
    *(BettingSituation(in_turn=False, bet_stands=True, already=10, completed=act) for act in ("check", "call", "bet")),
]
OPEN: list[dict[str, Any]] = [{}, {"limits": BetLimits(10, 10)}, {"limits": BetLimits(10)}, {"wager_open": False}]


@pytest.mark.parametrize("id", BOOKS)
@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_whatever_is_put_in_and_said_every_chip_is_accounted_for(id: str, situation: BettingSituation) -> None:
    rules = poker_book(id)
    for open_, stack, chips, then, words, rest, unfinished in product(
        OPEN, (70, 8), AMOUNTS, ([], [5], [10, 10]), SAID, (True, False), (True, False)
    ):
        if sum(chips) + sum(then) > stack or (situation.must_bet and not open_.get("wager_open", True)):
            continue
        faced = situation._replace(**open_, stack=stack)
        ruling = rule_wager(rules, faced, PlayerAct(chips, then, words, rest, unfinished))
        check_ruling(faced, PlayerAct(chips, then, words, rest, unfinished), ruling)


def check_ruling(faced: BettingSituation, act: PlayerAct, ruling: WagerRuling) -> None:
    """No chip is lost, and what is ruled is open to the player."""
    said = f"{faced} {act}: {ruling}"
    to_call, limits = min(faced.to_call, faced.stack), faced.limits
    stands = faced.bet_stands or faced.to_call > 0
    assert VOCABULARY.fullmatch(ruling.result), said
    assert min(ruling.stands, ruling.change, ruling.refused, ruling.owed) >= 0, said
    assert ruling.stands <= faced.stack, said
    if ruling.smallest:
        assert (ruling.kind, limits) == ("raise", None), said
        assert act.put_in - ruling.refused <= max(to_call, faced.forced), said
    elif ruling.stands:
        assert ruling.stands + ruling.change + ruling.refused == act.put_in + ruling.owed, said
    else:
        # Chips of a bet that is not finished stay where they are.
        back = 0 if ruling.kind == "bet unfinished" else act.put_in
        assert ruling.change + ruling.refused == back, said
    if ruling.kind == "call":
        assert ruling.stands == to_call > 0, said
    if ruling.kind in ("bet", "raise"):
        assert stands == (ruling.kind == "raise") or ruling.smallest, said
        if ruling.stands != faced.forced or not faced.forced:
            assert faced.wager_open, said
            assert ruling.smallest or ruling.stands > to_call, said
            short = ruling.stands == faced.stack
            if limits is not None and not short:
                assert limits.fit(ruling.stands - to_call), said
    if ruling.kind in ("check", "fold"):
        assert not faced.must_bet, said
        assert ruling.kind == "fold" or not to_call, said
    if not faced.in_turn:
        assert ruling.kind in ("not binding", "house ruling", "refused"), said
    numbers = [int(number) for number in re.findall(r"\d+", ruling.result)]
    assert not numbers or ruling.kind == "raise" or numbers[0] == ruling.stands, said


@pytest.mark.parametrize("id", BOOKS)
def test_chips_without_a_first_motion_are_the_first_motion(id: str) -> None:
    late = rule(id, to_call=10, then=[10])
    assert late.result == rule(id, to_call=10, chips=[10]).result == "call 10"


@pytest.mark.clauses("oneida XI.G.2(d)", "room-2012 WAG(3)(ii)", "nj-19-47 19:47-14.7[XI.G.2(d)]")
@pytest.mark.parametrize("id", ["oneida", "room-2012", "nj-19-47"])
def test_a_player_with_fewer_chips_than_the_bet_calls_all_in(id: str) -> None:
    for said in (None, "call", "raise"):
        ruling = rule(id, to_call=10, chips=[5, 2], said=said, stack=7)
        assert (ruling.result, ruling.stands) == ("call 7", 7)
    assert rule(id, to_call=10, chips=[5, 2], stack=8).result == "house ruling"


@pytest.mark.clauses("oneida XI.G.3", "room-2012 WAG(4)", "nj-19-47 19:47-14.7[XI.G.3]")
@pytest.mark.parametrize("id", ["oneida", "room-2012", "nj-19-47", "nj-13-69f", "house"])
def test_a_bet_or_raise_does_not_bind_a_player_who_can_only_call(id: str) -> None:
    for stack in (6, 10):
        for said in ("bet 4", "bet 10", "bet", "raise", "raise to 8", "raise to 20", "raise by 4", 4):
            ruling = rule(id, to_call=10, said=said, stack=stack)
            assert (ruling.result, ruling.owed) == ("not binding", 0), said
            assert ruling.clause == poker_book(id).wagers.spoken, said
        for said in ("call", "all-in", 10, 40, stack):
            assert rule(id, to_call=10, said=said, stack=stack).result == f"call {stack}", said


def test_a_raise_bound_by_words_is_the_smallest_the_limits_allow() -> None:
    ruling = rule("oneida", to_call=10, chips=[10], said="raise")
    assert (ruling.kind, ruling.smallest, ruling.stands) == ("raise", True, 0)


def test_what_is_owed_after_a_correction_is_said() -> None:
    short = rule("room-2012", to_call=10, chips=[20], said=40)
    assert (short.stands, short.owed, short.change, short.clause) == (40, 20, 0, "room-2012 WAG(5)")
    long = rule("room-2012", to_call=10, chips=[50], said=40)
    assert (long.stands, long.owed, long.change) == (40, 0, 10)


@pytest.mark.clauses("oneida XI.G.4", "room-2012 WAG(5)", "nj-19-47 19:47-14.7[XI.G.4]")
@pytest.mark.parametrize("id", ["oneida", "room-2012", "nj-19-47", "nj-13-69f"])
def test_only_chips_that_differ_from_the_words_are_corrected(id: str) -> None:
    wagers = poker_book(id).wagers
    for to_call, result in ((0, "bet 40"), (10, "raise")):
        spoken = rule(id, to_call=to_call, said=40)
        assert (spoken.result, spoken.clause, spoken.owed) == (result, wagers.spoken, 40)
        assert wagers.corrected not in spoken.clauses
        made = rule(id, to_call=to_call, said=40, chips=[30])
        assert (made.result, made.clause, made.owed) == ("bet corrected to 40", wagers.corrected, 10)


def test_one_chip_of_a_forced_bettor_completes_only_if_the_house_reads_it_so() -> None:
    faced = BettingSituation(forced=2, must_bet=True, stack=50, limits=BetLimits(4, 4))
    for chip in (4, 25):
        ruling = rule_wager(poker_book("oneida"), faced, PlayerAct([chip]))
        assert (ruling.result, ruling.clause, ruling.reading) == ("bet 2", "oneida XI.G.8", "AMB-23")
        assert ruling.change == chip - 2
        for said in ("complete", "raise", "bet 4", 4):
            assert rule_wager(poker_book("oneida"), faced, PlayerAct([chip], said=said)).stands == 4, said
    assert rule_wager(poker_book("oneida"), faced, PlayerAct([2, 2])).result == "bet 4"
    read = with_overrides(poker_book("oneida"), {"forced_oversized_chip": "completes"})
    assert rule_wager(read, faced, PlayerAct([25])).result == "bet 4"


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
        made = [bet_is_made(poker_book(id), motion) for motion in [*MOTIONS, "cut and riffled"]]
        assert made == [(True, expected[0]), (True, expected[1]), (True, expected[2]), (False, expected[3])]


def test_a_book_without_motions_leaves_them_to_the_house() -> None:
    assert bet_is_made(poker_book("ca-omaha"), MOTIONS[0]) == (False, "")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"to_call": -1}, "to_call cannot be -1"),
        ({"to_call": 1, "chips": [0]}, "a chip cannot be worth 0"),
        ({"to_call": 1, "chips": [1], "then": [-5]}, "a chip cannot be worth -5"),
        ({"earlier": [-2]}, "a chip cannot be worth -2"),
        ({"to_call": 1, "said": -3}, "an announced amount cannot be -3"),
        ({"to_call": 1, "said": "shove"}, "said cannot be 'shove'"),
        ({"to_call": 1, "stack": -1}, "stack cannot be -1"),
        ({"already": -1}, "already cannot be -1"),
        ({"forced": -1}, "forced cannot be -1"),
        ({"forced": 2, "to_call": 4}, "a forced bet opens the betting"),
        ({"forced": 2, "bet_stands": True}, "a forced bet opens the betting"),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidError, match=message):
        rule("oneida", **facts)
