"""Wagers as the dealer sees and hears them: chips, words, and the limits of the table."""

from __future__ import annotations

import pytest
from tests.table.tables import by_book, dealt, named, one

from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.table import Table


def spread(book: str) -> Table:
    """A spread-limit table, 1 to 100, where sizes can differ; seat 1 is to call 4."""
    return dealt(book, structure="spread-limit", limits=(1, 100))


@by_book({"oneida": "XI.G.3", "room-2012": "WAG(4)", "nj-19-47": "19:47-14.7[XI.G.3]"})
def test_a_word_in_turn_binds_and_out_of_turn_does_not(book: str, clause: str) -> None:
    playing = dealt(book)
    early = one(playing.chips_in(3, said="raise"), "wager-ruled")
    assert (early.result, early.clause) == ("not binding", clause)
    assert playing.playing_round().actor == 1
    assert not named(playing.log, "bet")
    entries = playing.chips_in(1, said="raise")
    assert clause in one(entries, "wager-ruled").clauses
    assert one(entries, "bet").to == 8, "the smallest raise the limits allow"
    entries = playing.chips_in(2, said="call")
    assert (one(entries, "called").chips, one(entries, "wager-ruled").owed) == (6, 6)
    assert one(playing.chips_in(3, said="fold"), "folded").seat == 3


def test_a_word_that_does_not_fit_the_game_binds_nobody() -> None:
    playing = dealt("oneida")
    ruled = one(playing.chips_in(1, said="check"), "wager-ruled")
    assert ruled.result == "not binding"
    assert playing.playing_round().actor == 1


@by_book({"oneida": "XI.P.11", "room-2012": "GEN(10)", "nj-19-47": "19:47-14.15[GEN(10)]"})
def test_clear_words_outrank_what_the_hands_do(book: str, clause: str) -> None:
    playing = dealt(book)
    entries = playing.chips_in(1, [4, 4], said="call")
    ruled = one(entries, "wager-ruled")
    assert one(entries, "called").chips == 4, "two chips would have been a raise"
    assert clause in ruled.clauses
    assert ruled.change == 4
    entries = playing.chips_in(2, [2], said="fold")
    assert one(entries, "folded").seat == 2
    assert clause in one(entries, "wager-ruled").clauses


@by_book({"oneida": "XI.G.4", "room-2012": "WAG(5)", "nj-19-47": "19:47-14.7[XI.G.4]"})
@pytest.mark.parametrize(("chips", "change", "owed"), [([30], 0, 10), ([25, 25], 10, 0)])
def test_a_bet_is_corrected_to_what_was_announced(
    book: str, clause: str, chips: list[int], change: int, owed: int
) -> None:
    playing = spread(book)
    entries = playing.chips_in(1, chips, said=40)
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
            (
                "nj-19-47",
                "nj-19-47 19:47-14.7[XI.G.5]",
                [f"nj-19-47 19:47-14.7[XI.G.5({n})]" for n in "abc"],
            ),
        )
        for m, c in zip(
            ("pushed forward", "released into the pot", "released toward the pot"), cites, strict=True
        )
    ],
)
def test_chips_are_bet_when_they_are_pushed_or_released(book: str, motion: str, clause: str) -> None:
    playing = dealt(book)
    held = one(playing.chips_in(1, [4], motion="held over the table"), "wager-ruled")
    assert held.result == "no bet: held over the table"
    assert held.change == 4
    assert playing.playing_round().actor == 1
    entries = playing.chips_in(1, [4], motion=motion)
    assert one(entries, "called").chips == 4
    assert one(entries, "wager-ruled").clauses[-1] == clause


@by_book(
    {"oneida": "XI.G.6", "room-2012": "WAG(7)", "nj-19-47": "19:47-14.7[XI.G.6]"},
    also={
        "oneida": "XI.G.6(b)",
        "room-2012": "WAG(7)(ii)",
        "nj-19-47": "19:47-14.7[XI.G.6(b)]",
    },
)
def test_a_bet_once_made_is_not_enlarged(book: str, clause: str) -> None:
    playing = dealt(book)
    entries = playing.chips_in(1, [4], then=[4], hands_at_rest=True)
    ruled = one(entries, "wager-ruled")
    assert ruled.result == "call 4, later 4 refused"
    assert clause in ruled.clauses
    assert (ruled.change, playing.stacks[1]) == (4, 196)
    playing = spread(book)
    entries = playing.chips_in(1, [10, 10], then=[20])
    assert one(entries, "bet").to == 20
    assert clause in one(entries, "wager-ruled").clauses


@by_book({"room-2012": "WAG(7)(i)", "nj-19-47": "19:47-14.7[XI.G.6(a)]"})
def test_more_may_be_added_to_a_bet_that_was_shown_to_be_unfinished(book: str, clause: str) -> None:
    playing = spread(book)
    entries = playing.chips_in(1, [4], then=[20], said="raise", hands_at_rest=True)
    ruled = one(entries, "wager-ruled")
    assert (ruled.result, one(entries, "bet").to) == ("raise", 24)
    assert clause in ruled.clauses


@pytest.mark.clauses("oneida XI.G.6(a)")
def test_in_oneida_an_announced_amount_may_be_made_good_in_two_motions() -> None:
    playing = spread("oneida")
    entries = playing.chips_in(1, [4], then=[20], said=24)
    assert one(entries, "bet").to == 24
    assert "oneida XI.G.6(a)" in one(entries, "wager-ruled").clauses


@pytest.mark.clauses("oneida XI.G.6(c)")
def test_in_oneida_an_announced_raise_grows_until_both_hands_rest() -> None:
    playing = spread("oneida")
    entries = playing.chips_in(1, [4], then=[20], said="raise", hands_at_rest=False)
    assert one(entries, "bet").to == 24
    assert "oneida XI.G.6(c)" in one(entries, "wager-ruled").clauses
    playing = spread("oneida")
    entries = playing.chips_in(1, [10], then=[20], said="raise", hands_at_rest=True)
    assert (one(entries, "bet").to, one(entries, "wager-ruled").change) == (10, 20)


@by_book({"oneida": "XI.G.8", "room-2012": "WAG(9)", "nj-19-47": "19:47-14.7[XI.G.8]"})
def test_one_oversized_chip_without_a_word_is_a_call(book: str, clause: str) -> None:
    playing = spread(book)
    entries = playing.chips_in(1, [25])
    ruled = one(entries, "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("call 4, change 21", clause, 21)
    assert playing.stacks[1] == 196
    playing = spread(book)
    entries = playing.chips_in(1, [25], said="raise")
    assert one(entries, "bet").to == 25


def test_several_chips_above_the_call_are_a_raise_within_the_limits() -> None:
    playing = dealt("oneida")
    entries = playing.chips_in(1, [5, 5])
    assert (one(entries, "bet").to, one(entries, "wager-ruled").change) == (8, 2)
    playing = dealt("oneida")
    with pytest.raises(HouseRulingNeeded, match=r"chips \[4, 1\]"):
        playing.chips_in(1, [4, 1])
    with pytest.raises(InvalidError, match="chips 500: seat 1 has 200"):
        playing.chips_in(1, [500])
    assert not named(playing.log, "wager-ruled")


def test_chips_without_a_bet_open_the_betting() -> None:
    playing = dealt("oneida")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    assert one(playing.chips_in(2, [4]), "bet").opening
    playing = dealt("oneida", "stud7-high")
    seat = playing.playing_round().actor
    assert one(playing.chips_in(seat, [2]), "bet").forced
    assert one(playing.chips_in(playing.playing_round().actor, [2]), "called").chips == 2


def test_a_call_for_less_is_all_in() -> None:
    playing = dealt("room-2012", chips=3)
    entries = playing.chips_in(1, [3])
    assert one(entries, "called").chips == 3
    assert playing.stacks[1] == 0


def test_california_says_little_and_the_house_the_rest() -> None:
    playing = dealt("ca-omaha")
    with pytest.raises(HouseRulingNeeded):
        playing.chips_in(1, [25])
    with pytest.raises(HouseRulingNeeded):
        playing.chips_in(1, [4], motion="pushed forward")
    entries = playing.chips_in(1, [25], house="call")
    assert one(entries, "house-ruled").decision == "call"
    assert one(entries, "called").chips == 4
    assert one(playing.chips_in(2, [2]), "called").chips == 2


def test_a_check_that_is_said_is_a_check() -> None:
    playing = dealt("oneida")
    for seat in (1, 2):
        playing.act(seat, "call")
    assert one(playing.chips_in(3, said="check"), "checked").seat == 3
    assert playing.playing_round().street == "flop"


# Amounts and limits


@by_book({"oneida": "XI.G.3", "room-2012": "WAG(4)", "nj-19-47": "19:47-14.7[XI.G.3]"})
@pytest.mark.parametrize("said", [7, 10, 100, "raise to 10", "raise by 3", "raise seven", "all-in"])
def test_an_announced_amount_outside_the_limits_binds_nobody(book: str, clause: str, said: str | int) -> None:
    playing = dealt(book)
    ruled = one(playing.chips_in(1, said=said), "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("not binding", clause, 0)
    assert playing.playing_round().actor == 1
    # The chips that come with it speak for themselves.
    ruled = one(playing.chips_in(1, [25], said=said), "wager-ruled")
    assert (ruled.result, ruled.change) == ("call 4, change 21", 21)
    entries = playing.chips_in(2, [5, 5], said=30)
    assert one(entries, "bet").to == 8
    assert one(entries, "wager-ruled").change == 4


@by_book({"oneida": "XI.G.4", "room-2012": "WAG(5)", "nj-19-47": "19:47-14.7[XI.G.4]"})
def test_an_announced_amount_within_the_limits_corrects_the_chips(book: str, clause: str) -> None:
    playing = dealt(book)
    ruled = one(playing.chips_in(1, [25], said="raise to 8"), "wager-ruled")
    assert (ruled.result, ruled.clause, ruled.change) == ("bet corrected to 8", clause, 17)


def test_a_raise_that_a_cap_forbids_binds_nobody_when_it_is_announced() -> None:
    playing = dealt("oneida", raise_cap=1)
    playing.act(1, "raise to 8")
    assert one(playing.chips_in(2, said="raise"), "wager-ruled").result == "not binding"
    assert one(playing.chips_in(2, said=12), "wager-ruled").result == "not binding"
    with pytest.raises(IllegalError, match="1 raises have been made"):
        playing.chips_in(2, [5, 5])


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
    assert one(playing.chips_in(1, said=said), "bet").to == to
    playing = spread(book)
    for seat, words in ((1, "call"), (2, "call")):
        playing.act(seat, words)
    # Seat 3 has his blind out there already.
    entries = playing.chips_in(3, said="raise to 20")
    assert (one(entries, "bet").to, one(entries, "bet").chips) == (20, 16)
    assert one(entries, "wager-ruled").owed == 16


@pytest.mark.clauses("ca-omaha BR1.3")
def test_in_california_raise_twenty_adds_twenty_to_the_bet() -> None:
    playing = spread("ca-omaha")
    entries = playing.chips_in(1, [20, 4], said="raise twenty")
    assert (one(entries, "bet").to, one(entries, "wager-ruled").clause) == (24, "ca-omaha BR1.3")
    playing = spread("ca-omaha")
    with pytest.raises(HouseRulingNeeded):
        playing.chips_in(1, [10, 10], said="raise twenty")
    assert one(playing.act(1, "raise 20"), "bet").to == 24, "typed words are read the same"


@by_book({"oneida": "XI.G.2(d)", "room-2012": "WAG(3)(ii)", "nj-19-47": "19:47-14.7[XI.G.2(d)]"})
def test_more_than_the_stack_is_all_in(book: str, clause: str) -> None:
    for said in ("all-in", "all in", 500, "raise to 500", "raise by 500", "bet 500"):
        playing = dealt(book, structure="no-limit", limits=(4,), chips=90)
        entries = playing.chips_in(1, [25], said=said)
        assert (one(entries, "bet").to, playing.stacks[1]) == (90, 0)
        assert one(entries, "wager-ruled").owed == 65
        # Who has no more than the call has called with it.
        answer = one(playing.chips_in(2, said="raise to 900"), "called")
        assert (answer.chips, answer.clause) == (88, clause)


def test_bet_opens_for_the_chips_that_come_with_it_or_the_least() -> None:
    for chips, to in (([5, 5], 10), ([], 4), ([2], 4)):
        playing = dealt("oneida", structure="no-limit", limits=(4,))
        for seat, word in ((1, "call"), (2, "call"), (3, "check")):
            playing.act(seat, word)
        assert one(playing.chips_in(2, chips, said="bet"), "bet").to == to
    playing = dealt("oneida")
    assert one(playing.chips_in(1, said="bet"), "wager-ruled").result == "not binding", "there is a bet"
    with pytest.raises(InvalidError, match="said cannot be 'sing'; it is null, an amount, or one of fold"):
        playing.chips_in(1, said="sing")
