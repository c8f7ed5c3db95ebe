"""Wagers as the dealer sees and hears them: chips, words, and the limits of the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import by_book, dealt, fold_to, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.table import KillOption, PokerTable


def spread(book: str) -> PokerTable:
    """A spread-limit table, 1 to 100, where sizes can differ; seat 1 is to call 4."""
    return dealt(book, structure="spread-limit", limits=(1, 100))


@by_book({"oneida": "XI.G.3", "room-2012": "WAG(4)", "nj-19-47": "19:47-14.7[XI.G.3]"})
def test_a_word_in_turn_binds_and_out_of_turn_does_not(book: str, clause: str) -> None:
    playing = dealt(book)
    early = one(dealer_of(playing).chips_in(3, said="raise"), "wager-ruled")
    assert (early.result, early.clause) == ("not binding", clause)
    assert playing.playing_round().actor == 1
    assert not named(playing.log, "bet")
    entries = dealer_of(playing).chips_in(1, said="raise")
    assert clause in one(entries, "wager-ruled").clauses
    assert one(entries, "bet").to == 8, "the smallest raise the limits allow"
    entries = dealer_of(playing).chips_in(2, said="call")
    assert (one(entries, "called").chips, one(entries, "wager-ruled").owed) == (6, 6)
    assert one(dealer_of(playing).chips_in(3, said="fold"), "folded").seat == 3


def test_a_word_that_does_not_fit_the_game_binds_nobody() -> None:
    playing = dealt("oneida")
    ruled = one(dealer_of(playing).chips_in(1, said="check"), "wager-ruled")
    assert ruled.result == "not binding"
    assert playing.playing_round().actor == 1


@by_book({"oneida": "XI.P.11", "room-2012": "GEN(10)", "nj-19-47": "19:47-14.15[GEN(10)]"})
def test_clear_words_outrank_what_the_hands_do(book: str, clause: str) -> None:
    playing = dealt(book)
    entries = dealer_of(playing).chips_in(1, [4, 4], said="call")
    ruled = one(entries, "wager-ruled")
    assert one(entries, "called").chips == 4, "two chips would have been a raise"
    assert clause in ruled.clauses
    assert ruled.change == 4
    entries = dealer_of(playing).chips_in(2, [2], said="fold")
    assert one(entries, "folded").seat == 2
    assert clause in one(entries, "wager-ruled").clauses


@by_book({"oneida": "XI.G.4", "room-2012": "WAG(5)", "nj-19-47": "19:47-14.7[XI.G.4]"})
@pytest.mark.parametrize(("chips", "change", "owed"), [([30], 0, 10), ([25, 25], 10, 0)])
def test_a_bet_is_corrected_to_what_was_announced(
    book: str, clause: str, chips: list[int], change: int, owed: int
) -> None:
    playing = spread(book)
    entries = dealer_of(playing).chips_in(1, chips, said=40)
    ruled = one(entries, "wager-ruled")
    assert (ruled.result, ruled.clause) == ("bet corrected to 40", clause)
    assert (ruled.change, ruled.owed) == (change, owed)
    assert one(entries, "bet").to == 40
    assert playing.stacks[1] == 160


@pytest.mark.parametrize(
    ("book", "motion", "clause"),
    [
        pytest.param(b, m, c, id=c, marks=pytest.mark.clauses(c, whole))
        for b, whole, cites in (
            ("oneida", "oneida XI.G.5", ["oneida XI.G.5(a)", "oneida XI.G.5(b)", "oneida XI.G.5(c)"]),
            ("room-2012", "room-2012 WAG(6)", [f"room-2012 WAG(6)({n})" for n in ("i", "ii", "iii")]),
            ("nj-19-47", "nj-19-47 19:47-14.7[XI.G.5]", [f"nj-19-47 19:47-14.7[XI.G.5({n})]" for n in "abc"]),
        )
        for m, c in zip(("pushed forward", "released into the pot", "released toward the pot"), cites, strict=True)
    ],
)
def test_chips_are_bet_when_they_are_pushed_or_released(book: str, motion: str, clause: str) -> None:
    playing = dealt(book)
    held = one(dealer_of(playing).chips_in(1, [4], motion="held over the table"), "wager-ruled")
    assert held.result == "no bet: held over the table"
    assert held.change == 4
    assert playing.playing_round().actor == 1
    entries = dealer_of(playing).chips_in(1, [4], motion=motion)
    assert one(entries, "called").chips == 4
    assert one(entries, "wager-ruled").clauses[-1] == clause


FOUR = ("oneida", "room-2012", "nj-19-47", "nj-13-69f")


@by_book(
    {
        "oneida": "XI.G.6",
        "room-2012": "WAG(7)",
        "nj-19-47": "19:47-14.7[XI.G.6]",
        "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.6]",
    }
)
def test_a_bet_once_made_is_not_enlarged(book: str, clause: str) -> None:
    playing = spread(book)
    entries = dealer_of(playing).chips_in(1, [10, 10], then=[20])
    assert (one(entries, "bet").to, one(entries, "wager-ruled").change) == (20, 20)
    assert one(entries, "wager-ruled").clause == clause
    # The same as a report of its own, whoever has acted since.
    for _ in range(2):
        with pytest.raises(IllegalError, match="seat 1 cannot add 20 chips to an action") as refused:
            dealer_of(playing).chips_in(1, [20])
        assert refused.value.clause == clause
        assert playing.stacks[1] == 180
        if playing.playing_round().actor == 2:
            playing.act(2, "call")


@by_book(
    {
        "oneida": "XI.G.6(b)",
        "room-2012": "WAG(7)(ii)",
        "nj-19-47": "19:47-14.7[XI.G.6(b)]",
        "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.6(b)]",
    }
)
def test_just_the_call_rules_out_a_raise_afterwards(book: str, clause: str) -> None:
    assert one(dealer_of(dealt(book)).chips_in(1, [4, 4]), "bet").to == 8, "in one motion it is a raise"
    playing = dealt(book)
    entries = dealer_of(playing).chips_in(1, [4], then=[4], hands_at_rest=True)
    ruled = one(entries, "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("call 4, later 4 refused", clause, 4)
    assert (one(entries, "called").chips, playing.stacks[1]) == (4, 196)
    # The same as a report of its own, with and without a word, whoever has called since.
    playing = dealt(book)
    dealer_of(playing).chips_in(1, [2, 2])
    for _ in range(2):
        with pytest.raises(IllegalError, match="seat 1 cannot add 4 chips to an action") as refused:
            dealer_of(playing).chips_in(1, [4])
        assert refused.value.clause == clause
        late = one(dealer_of(playing).chips_in(1, [4], said="raise"), "wager-ruled")
        assert (late.result, late.change) == ("not binding", 4)
        assert clause in late.clauses
        assert playing.stacks[1] == 196
        if playing.playing_round().actor == 2:
            playing.act(2, "call")
    # After a raise it is an answer out of turn, of which no book says anything.
    playing.act(3, "raise to 8")
    assert playing.playing_round().actor == 1
    playing.act(1, "call")
    playing = dealt(book, players=4)
    dealer_of(playing).chips_in(4, [4])
    playing.act(1, "raise to 8")
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(4, [4])


@by_book({"oneida": "XI.G.6(b)", "room-2012": "WAG(7)(ii)", "nj-19-47": "19:47-14.7[XI.G.6(b)]"})
def test_a_call_that_ends_the_betting_round_is_not_added_to_either(book: str, clause: str) -> None:
    playing = dealt(book)
    for seat, words in ((1, "call"), (2, "call"), (3, "check"), (2, "check"), (3, "bet 4"), (1, "fold")):
        playing.act(seat, words)
    playing.act(2, "raise to 8")
    dealer_of(playing).chips_in(3, [4])
    assert (playing.playing_round().street, playing.playing_round().actor) == ("turn", 2)
    with pytest.raises(IllegalError) as refused:
        dealer_of(playing).chips_in(3, [8])
    assert refused.value.clause == clause
    playing.act(2, "check")
    playing.act(3, "check")
    # Nobody has bet or called on the last street yet: chips out of turn are the house's to rule.
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(3, [8])


def test_an_answer_to_a_short_all_in_is_no_addition_to_a_bet() -> None:
    playing = table("oneida", chips=10, structure="no-limit", limits=(4,))
    for seat in (1, 3):
        playing.top_up(seat, 90)
    playing.deal(stacked_deck(""))
    playing.act(1, "raise to 8")
    playing.act(2, "raise to 10")
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(1, [2])


def test_california_leaves_a_second_motion_to_the_house() -> None:
    playing = dealt("ca-omaha")
    dealer_of(playing).chips_in(1, [4])
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(1, [4])
    playing = dealt("ca-omaha")
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(1, [4], said="more to come")
    assert one(dealer_of(playing).chips_in(1, [4], unfinished=True, house="raise to 8"), "bet").to == 8


def test_a_check_is_complete_too() -> None:
    playing = dealt("oneida")
    for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "check")):
        playing.act(seat, word)
    with pytest.raises(IllegalError) as refused:
        dealer_of(playing).chips_in(2, [4])
    assert refused.value.clause == "oneida XI.G.3"


UNFINISHED = by_book(
    {
        "oneida": "XI.G.6(a)",
        "room-2012": "WAG(7)(i)",
        "nj-19-47": "19:47-14.7[XI.G.6(a)]",
        "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.6(a)]",
    }
)
MORE_TO_COME: list[dict[str, Any]] = [{"unfinished": True}, {"said": "not finished, more to come"}]


@UNFINISHED
@pytest.mark.parametrize("more", MORE_TO_COME, ids=["shown", "said"])
def test_more_may_be_added_to_a_bet_that_was_shown_to_be_unfinished(
    book: str, clause: str, more: dict[str, Any]
) -> None:
    for chips, then, to in (([4], [4], 8), ([2], [2, 4], 8), ([25], [25], 8), ([2], [2], 4)):
        playing = dealt(book)
        entries = dealer_of(playing).chips_in(1, chips, then=then, hands_at_rest=True, **more)
        ruled = one(entries, "wager-ruled")
        assert (ruled.clause, ruled.change) == (clause, sum(chips) + sum(then) - to)
        assert playing.playing_round().state.current_bet == to
        assert playing.stacks[1] == 200 - to
    # What nobody knew to be unfinished is not added to.
    assert one(dealer_of(dealt(book)).chips_in(1, [4], then=[4]), "called").chips == 4


@UNFINISHED
@pytest.mark.parametrize("more", MORE_TO_COME, ids=["shown", "said"])
def test_an_unfinished_bet_waits_for_the_rest(book: str, clause: str, more: dict[str, Any]) -> None:
    playing = dealt(book)
    ruled = one(dealer_of(playing).chips_in(1, [4], **more), "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("bet unfinished", clause, 0)
    assert playing.playing_round().actor == 1
    assert playing.stacks[1] == 200, "nothing is bet yet"
    with pytest.raises(InvalidError, match="chips 204: seat 1 has 200"):
        dealer_of(playing).chips_in(1, [200])
    # Seat 2 has nothing to do with it, nor has what happens meanwhile.
    assert one(dealer_of(playing).chips_in(2, said="fold"), "wager-ruled").result == "not binding"
    playing = PokerTable.resume(json.loads(json.dumps(playing.checkpoint())), [])
    one(dealer_of(playing).chips_in(1, [2], **more), "wager-ruled")
    entries = dealer_of(playing).chips_in(1, [2])
    ruled = one(entries, "wager-ruled")
    assert (ruled.chips, ruled.result, ruled.clause) == ([4, 2, 2], "raise", clause)
    assert (one(entries, "bet").to, playing.stacks[1]) == (8, 192)
    # It was one bet, and is over.
    with pytest.raises(IllegalError):
        dealer_of(playing).chips_in(1, [4])


@pytest.mark.parametrize("book", FOUR)
def test_an_unfinished_bet_is_what_lies_there_when_no_more_comes(book: str) -> None:
    for chips, said, does in (([4], None, "called"), ([25], None, "called"), ([4], "raise", "bet")):
        playing = dealt(book)
        told = "more to come" if said is None else f"{said}, more to come"
        assert one(dealer_of(playing).chips_in(1, chips, said=told), "wager-ruled").unfinished
        one(dealer_of(playing).chips_in(1), does)
    for word, does in (("fold", "folded"), ("call", "called"), ("raise to 8", "bet")):
        playing = dealt(book)
        dealer_of(playing).chips_in(1, [4], unfinished=True)
        one(playing.act(1, word), does)
        assert playing.stacks[1] == {"folded": 200, "called": 196, "bet": 192}[does], "clear words win"
        if does == "called":
            # The next time it is that player's turn nothing is left of it.
            playing.act(2, "raise to 8")
            playing.act(3, "call")
            assert one(dealer_of(playing).chips_in(1, [4]), "called").chips == 4


def test_words_that_settle_the_bet_wait_for_nothing() -> None:
    for said, does in (("call", "called"), ("fold", "folded"), ("raise to 8", "bet"), (8, "bet")):
        playing = dealt("oneida")
        one(dealer_of(playing).chips_in(1, said=said, unfinished=True), does)
    playing = dealt("oneida")
    assert one(dealer_of(playing).chips_in(1, said="more to come"), "wager-ruled").result == "not binding"
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(2, [4], said="more to come")


@pytest.mark.clauses("oneida XI.G.6(c)")
def test_in_oneida_an_announced_raise_grows_until_both_hands_rest() -> None:
    playing = spread("oneida")
    entries = dealer_of(playing).chips_in(1, [4], then=[20], said="raise", hands_at_rest=False)
    assert one(entries, "bet").to == 24
    assert "oneida XI.G.6(c)" in one(entries, "wager-ruled").clauses
    playing = spread("oneida")
    entries = dealer_of(playing).chips_in(1, [10], then=[20], said="raise", hands_at_rest=True)
    assert (one(entries, "bet").to, one(entries, "wager-ruled").change) == (10, 20)


@by_book(
    {
        "oneida": "XI.G.8",
        "room-2012": "WAG(9)",
        "nj-19-47": "19:47-14.7[XI.G.8]",
        "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.8]",
    }
)
def test_one_oversized_chip_without_a_word_is_a_call(book: str, clause: str) -> None:
    for chip in (8, 25):
        playing = spread(book)
        entries = dealer_of(playing).chips_in(1, [chip])
        ruled = one(entries, "wager-ruled")
        change = chip - 4
        assert (ruled.result, ruled.clause, ruled.change) == (f"call 4, change {change}", clause, change)
        assert (one(entries, "called").chips, playing.stacks[1]) == (4, 196)
        playing = spread(book)
        assert one(dealer_of(playing).chips_in(1, [chip], said="raise"), "bet").to == chip
    assert one(dealer_of(spread(book)).chips_in(1, [4, 4]), "bet").to == 8, "two chips are a raise"


@by_book(
    {
        "oneida": "XI.G.8",
        "room-2012": "WAG(9)",
        "nj-19-47": "19:47-14.7[XI.G.8]",
        "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.8]",
    }
)
@pytest.mark.parametrize("structure", ["fixed-limit", "spread-limit", "pot-limit", "no-limit"])
def test_one_oversized_chip_of_a_blind_with_the_option_is_a_check(book: str, clause: str, structure: str) -> None:
    limits = {"limits": (4,)} if structure in ("no-limit", "pot-limit") else {"limits": (4, 8)}
    for chips, said, raises in (
        ([25], None, False),
        ([4], None, False),
        ([25], "call", False),
        ([4, 4], "call", False),
        ([25], "raise", True),
        ([4, 4], None, True),
        ([], "raise", True),
        ([], "raise to 8", True),
    ):
        playing = dealt(book, structure=structure, **limits)
        playing.act(1, "call")
        playing.act(2, "call")
        entries = dealer_of(playing).chips_in(3, chips, said=said)
        ruled = one(entries, "wager-ruled")
        if raises:
            assert (one(entries, "bet").opening, ruled.result) == (False, "raise")
            continue
        assert (one(entries, "checked").seat, ruled.result) == (3, "check")
        assert (ruled.change, playing.stacks[3]) == (sum(chips), 196)
        if said is None:
            assert ruled.clause == clause


@by_book({"oneida": "XI.G.8", "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.8]"})
def test_one_oversized_chip_of_the_killer_is_a_check(book: str, clause: str) -> None:
    playing = table(book, kill=KillOption(kind="kill", dollars=1))
    playing.deal(stacked_deck(""))
    fold_to(playing, 3)
    playing.deal(stacked_deck(""))
    state = playing.playing_round().state
    while playing.playing_round().actor != 3:
        playing.act(playing.playing_round().actor, "call")
    assert (state.bets[state.position_of_seat[3]], state.current_bet) == (8, 8)
    entries = dealer_of(playing).chips_in(3, [25])
    ruled = one(entries, "wager-ruled")
    assert (one(entries, "checked").seat, ruled.change, ruled.clause) == (3, 25, clause)


def test_in_california_one_chip_above_the_blind_is_the_houses_to_rule() -> None:
    playing = dealt("ca-omaha")
    playing.act(1, "call")
    playing.act(2, "call")
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(3, [25])
    assert one(dealer_of(playing).chips_in(3, [4, 4]), "bet").to == 8


def test_several_chips_above_the_call_are_a_raise_within_the_limits() -> None:
    playing = dealt("oneida")
    entries = dealer_of(playing).chips_in(1, [5, 5])
    assert (one(entries, "bet").to, one(entries, "wager-ruled").change) == (8, 2)
    playing = dealt("oneida")
    with pytest.raises(HouseRulingRequired, match=r"chips \[4, 1\]"):
        dealer_of(playing).chips_in(1, [4, 1])
    with pytest.raises(InvalidError, match="chips 500: seat 1 has 200"):
        dealer_of(playing).chips_in(1, [500])
    assert not named(playing.log, "wager-ruled")


def test_chips_without_a_bet_open_the_betting() -> None:
    playing = dealt("oneida")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    assert one(dealer_of(playing).chips_in(2, [4]), "bet").opening
    playing = dealt("oneida", "stud7-high")
    seat = playing.playing_round().actor
    assert one(dealer_of(playing).chips_in(seat, [2]), "bet").forced
    assert one(dealer_of(playing).chips_in(playing.playing_round().actor, [2]), "called").chips == 2


def test_a_call_for_less_is_all_in() -> None:
    playing = dealt("room-2012", chips=3)
    entries = dealer_of(playing).chips_in(1, [3])
    assert one(entries, "called").chips == 3
    assert playing.stacks[1] == 0


def test_california_says_little_and_the_house_the_rest() -> None:
    playing = dealt("ca-omaha")
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(1, [25])
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(1, [4], motion="pushed forward")
    entries = dealer_of(playing).chips_in(1, [25], house="call")
    assert one(entries, "house-ruled").decision == "call"
    assert one(entries, "called").chips == 4
    assert one(dealer_of(playing).chips_in(2, [2]), "called").chips == 2


def test_a_check_that_is_said_is_a_check() -> None:
    playing = dealt("oneida")
    for seat in (1, 2):
        playing.act(seat, "call")
    assert one(dealer_of(playing).chips_in(3, said="check"), "checked").seat == 3
    assert playing.playing_round().street == "flop"


# Amounts and limits


@by_book({"oneida": "XI.G.3", "room-2012": "WAG(4)", "nj-19-47": "19:47-14.7[XI.G.3]"})
@pytest.mark.parametrize("said", [7, 10, 100, "raise to 10", "raise by 3", "raise seven", "all-in"])
def test_an_announced_amount_outside_the_limits_binds_nobody(book: str, clause: str, said: str | int) -> None:
    playing = dealt(book)
    ruled = one(dealer_of(playing).chips_in(1, said=said), "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("not binding", clause, 0)
    assert playing.playing_round().actor == 1
    # The chips that come with it speak for themselves.
    ruled = one(dealer_of(playing).chips_in(1, [25], said=said), "wager-ruled")
    assert (ruled.result, ruled.change) == ("call 4, change 21", 21)
    entries = dealer_of(playing).chips_in(2, [5, 5], said=30)
    assert one(entries, "bet").to == 8
    assert one(entries, "wager-ruled").change == 4


@by_book({"oneida": "XI.G.4", "room-2012": "WAG(5)", "nj-19-47": "19:47-14.7[XI.G.4]"})
def test_an_announced_amount_within_the_limits_corrects_the_chips(book: str, clause: str) -> None:
    playing = dealt(book)
    ruled = one(dealer_of(playing).chips_in(1, [25], said="raise to 8"), "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("bet corrected to 8", clause, 17)


# What is not open


def capped() -> PokerTable:
    """The only raise has been made; seat 2 is to call 6."""
    playing = dealt("oneida", raise_cap=1)
    playing.act(1, "raise to 8")
    return playing


def short_raise(book: str) -> PokerTable:
    """Seat 1 raised to 8, seat 2 is all-in for 10: seat 1 has 2 to call and may not raise again."""
    playing = table(book, chips=10, structure="no-limit", limits=(4,))
    for seat in (1, 3):
        playing.top_up(seat, 90)
    playing.deal(stacked_deck(""))
    playing.act(1, "raise to 8")
    playing.act(2, "raise to 10")
    playing.act(3, "call")
    assert (playing.playing_round().actor, playing.options().call) == (1, 2)
    return playing


def check_only_called(playing: PokerTable, call: int, clause: str) -> None:
    """Whatever goes in above the call comes back."""
    seat = playing.playing_round().actor
    stack = playing.stacks[seat]
    assert one(dealer_of(playing).chips_in(seat, said="raise"), "wager-ruled").result == "not binding"
    for chips, said in (([5, 5], None), ([25], None), ([5, 5], "raise"), ([5, 5], "raise to 12")):
        fork = playing.fork()
        entries = dealer_of(fork).chips_in(seat, chips, said=said)
        ruled = one(entries, "wager-ruled")
        back = sum(chips) - call
        assert (ruled.result, ruled.change) == (f"call {call}, change {back}", back)
        assert one(entries, "called").chips == call
        if len(chips) > 1:
            assert clause in ruled.clauses
        if said is not None:
            assert playing.book.wagers.spoken in ruled.clauses
    assert playing.stacks[seat] == stack


@pytest.mark.clauses("oneida XI.G.10", "oneida XI.G.3")
def test_chips_above_the_call_come_back_when_the_raises_are_used_up() -> None:
    check_only_called(capped(), 6, "oneida XI.G.10")


@by_book({"oneida": "XI.G.2(d)(iii)", "room-2012": "WAG(3)(ii)(C)", "nj-19-47": "19:47-14.7[XI.G.2(d)(iii)]"})
def test_chips_above_the_call_come_back_when_nobody_could_answer_them(book: str, clause: str) -> None:
    playing = table(book, chips=8, structure="no-limit", limits=(4,))
    playing.top_up(3, 92)
    playing.deal(stacked_deck(""))
    playing.act(1, "raise to 8")
    playing.act(2, "call")
    check_only_called(playing, 4, clause)


@by_book({"oneida": "XI.G.2(d)", "room-2012": "WAG(3)(ii)", "nj-19-47": "19:47-14.7[XI.G.2(d)]"})
def test_chips_above_the_call_come_back_when_the_last_raise_was_short(book: str, clause: str) -> None:
    check_only_called(short_raise(book), 2, clause)


@by_book({"oneida": "XI.G.9", "room-2012": "WAG(10)", "nj-19-47": "19:47-14.7[XI.G.9]"})
def test_chips_above_the_call_come_back_where_check_raises_are_barred(book: str, clause: str) -> None:
    playing = dealt(book, check_raise=False)
    for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "check"), (3, "bet 4"), (1, "call")):
        playing.act(seat, word)
    check_only_called(playing, 4, clause)


# What is forced


STUD = by_book({"oneida": "XI.P.11(b)", "nj-19-47": "19:47-14.15[GEN(10)(ii)]"})


@STUD
@pytest.mark.parametrize("game", ["stud7-high", "stud7-hilo8", "stud5-high"])
def test_the_forced_bettor_cannot_get_out_of_it_by_words(book: str, clause: str, game: str) -> None:
    playing = dealt(book, game)
    seat = playing.playing_round().actor
    for word, owed in (("check", 0), ("fold", 2), ("call", 0)):
        entries = dealer_of(playing).chips_in(seat, said=word)
        ruled = one(entries, "wager-ruled")
        assert [entry.name for entry in entries] == ["wager-ruled"]
        assert (ruled.result, ruled.clause, ruled.owed) == ("not binding", playing.book.wagers.spoken, owed)
        assert (clause in ruled.clauses) == (word == "fold")
        assert playing.playing_round().pending == "forced bet"
    # Chips that come with such a word speak for themselves.
    fork = playing.fork()
    assert one(dealer_of(fork).chips_in(seat, [2], said="fold"), "bet").forced
    assert one(dealer_of(playing).chips_in(seat, said="bring in"), "bet").forced
    assert playing.stacks[seat] == 198


@by_book(
    {"oneida": "XI.M.6", "nj-19-47": "19:47-14.13(f)"},
    also={"oneida": "XI.P.11(b)", "nj-19-47": "19:47-14.15[GEN(10)(ii)]"},
)
def test_an_opener_who_must_bet_cannot_get_out_of_it_by_words(book: str, clause: str) -> None:
    playing = dealt(book, "stud5-high")
    while playing.playing_round().street == "second":
        actor = playing.playing_round().actor
        playing.act(actor, "bring in" if playing.playing_round().pending == "forced bet" else "call")
    seat = playing.playing_round().actor
    for word, owed in (("check", 0), ("fold", 4)):
        ruled = one(dealer_of(playing).chips_in(seat, said=word), "wager-ruled")
        assert (ruled.result, ruled.owed) == ("not binding", owed)
        assert clause in ruled.clauses
        assert (playing.book.floor.debt_stays in ruled.clauses) == (word == "fold")
        assert playing.playing_round().actor == seat
    assert one(dealer_of(playing).chips_in(seat, [4], said="check"), "bet").to == 4


@by_book({"oneida": "XI.G.8", "nj-19-47": "19:47-14.7[XI.G.8]"})
def test_one_oversized_chip_of_the_forced_bettor_completes_only_if_announced(book: str, clause: str) -> None:
    for chips, said, to in (
        ([25], None, 2),
        ([4], None, 2),
        ([25], "bet", 2),
        ([25], "raise", 4),
        ([25], "complete", 4),
        ([4], "bet 4", 4),
        ([], "complete", 4),
        ([], "raise", 4),
        ([], "bet", 2),
        ([2, 2], None, 4),
        ([5, 5], None, 4),
    ):
        playing = dealt(book, "stud7-high")
        seat = playing.playing_round().actor
        entries = dealer_of(playing).chips_in(seat, chips, said=said)
        bet, ruled = one(entries, "bet"), one(entries, "wager-ruled")
        assert (bet.to, bet.forced) == (to, to == 2), (chips, said)
        assert ruled.change == max(sum(chips) - to, 0)
        if said is None and len(chips) == 1:
            assert ruled.clause == clause
    # What follows the forced bet in another report comes too late.
    playing = dealt(book, "stud7-high")
    seat = playing.playing_round().actor
    dealer_of(playing).chips_in(seat, [2])
    with pytest.raises(IllegalError) as refused:
        dealer_of(playing).chips_in(seat, [2])
    assert refused.value.clause == playing.book.wagers.string_bet


@pytest.mark.clauses("oneida XI.P.5", "oneida XI.P.11(b)")
@pytest.mark.parametrize("owing", ["", "call", "raise to 8"])
@pytest.mark.parametrize("game", ["stud7-high", "stud5-high"])
def test_the_seat_of_a_forced_bettor_who_folds_owing_keeps_receiving_cards(game: str, owing: str) -> None:
    playing = dealt("oneida", game)
    forced = playing.playing_round().actor
    playing.act(forced, "bring in")
    playing.act(playing.playing_round().actor, "raise to 4")
    playing.act(playing.playing_round().actor, "call")
    entries = floor_of(playing).discard(forced, owing=owing)
    folded = one(entries, "folded")
    assert (folded.ghost, folded.clause) == (True, "oneida XI.P.5")
    while not named(entries, "dealt"):
        entries += playing.act(playing.playing_round().actor, "call")
    assert one(entries, "dealt").dead == [forced]
    # Another's seat does not, whatever is owed.
    playing = dealt("oneida", game)
    forced = playing.playing_round().actor
    playing.act(forced, "bring in")
    other = playing.playing_round().actor
    assert not one(floor_of(playing).discard(other, owing="call"), "folded").ghost


@by_book({"oneida": "XI.G.4", "room-2012": "WAG(5)", "nj-19-47": "19:47-14.7[XI.G.4]"})
def test_a_bet_that_is_only_spoken_is_not_corrected(book: str, clause: str) -> None:
    playing = dealt(book)
    raised = one(dealer_of(playing).chips_in(1, said="raise to 8"), "wager-ruled")
    assert (raised.result, raised.clause, raised.owed) == ("raise", playing.book.wagers.spoken, 8)
    assert clause not in raised.clauses
    for seat, word in ((2, "call"), (3, "call")):
        playing.act(seat, word)
    for said in ("bet 4", 4):
        spoken = one(dealer_of(playing.fork()).chips_in(2, said=said), "wager-ruled")
        assert (spoken.result, spoken.clause, spoken.owed) == ("bet 4", playing.book.wagers.spoken, 4)
        assert clause not in spoken.clauses
    assert one(dealer_of(playing).chips_in(2, [2], said="bet 4"), "wager-ruled").clause == clause


@pytest.mark.parametrize(
    ("book", "said", "to"),
    [
        ("oneida", "raise twenty", 20),
        ("oneida", "raise 20", 20),
        ("oneida", "raise by 20", 24),
        ("nj-19-47", "raise twenty", 20),
        ("room-2012", "raise twenty", 20),
        ("oneida", "raise to one hundred and four", 104),
    ],
)
def test_raise_twenty_is_a_bet_of_twenty_unless_he_says_by(book: str, said: str, to: int) -> None:
    playing = spread(book)
    assert one(dealer_of(playing).chips_in(1, said=said), "bet").to == to
    playing = spread(book)
    for seat, words in ((1, "call"), (2, "call")):
        playing.act(seat, words)
    # Seat 3 has his blind out there already.
    entries = dealer_of(playing).chips_in(3, said="raise to 20")
    assert (one(entries, "bet").to, one(entries, "bet").chips) == (20, 16)
    assert one(entries, "wager-ruled").owed == 16


@pytest.mark.clauses("ca-omaha BR1.3")
def test_in_california_raise_twenty_adds_twenty_to_the_bet() -> None:
    playing = spread("ca-omaha")
    entries = dealer_of(playing).chips_in(1, [20, 4], said="raise twenty")
    assert (one(entries, "bet").to, one(entries, "wager-ruled").clause) == (24, "ca-omaha BR1.3")
    playing = spread("ca-omaha")
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).chips_in(1, [10, 10], said="raise twenty")
    assert one(playing.act(1, "raise 20"), "bet").to == 24, "typed words are read the same"


@by_book({"oneida": "XI.G.2(d)", "room-2012": "WAG(3)(ii)", "nj-19-47": "19:47-14.7[XI.G.2(d)]"})
def test_more_than_the_stack_is_all_in(book: str, clause: str) -> None:
    for said in ("all-in", "all in", 500, "raise to 500", "raise by 500", "bet 500"):
        playing = dealt(book, structure="no-limit", limits=(4,), chips=90)
        entries = dealer_of(playing).chips_in(1, [25], said=said)
        assert (one(entries, "bet").to, playing.stacks[1]) == (90, 0)
        assert one(entries, "wager-ruled").owed == 65
        # Who has no more than the call cannot raise, and is all-in with a call.
        for words in ("raise to 900", "raise", "bet 900"):
            assert one(dealer_of(playing).chips_in(2, said=words), "wager-ruled").result == "not binding"
        answer = one(dealer_of(playing).chips_in(2, said="all in" if said != 500 else 900), "called")
        assert (answer.chips, answer.clause) == (88, clause)


def test_bet_opens_for_the_chips_that_come_with_it_or_the_least() -> None:
    for chips, to in (([5, 5], 10), ([], 4), ([2], 4)):
        playing = dealt("oneida", structure="no-limit", limits=(4,))
        for seat, word in ((1, "call"), (2, "call"), (3, "check")):
            playing.act(seat, word)
        assert one(dealer_of(playing).chips_in(2, chips, said="bet"), "bet").to == to
    playing = dealt("oneida")
    assert one(dealer_of(playing).chips_in(1, said="bet"), "wager-ruled").result == "not binding", "there is a bet"
    with pytest.raises(InvalidError, match="said cannot be 'sing'; it is null, an amount, or one of fold"):
        dealer_of(playing).chips_in(1, said="sing")
