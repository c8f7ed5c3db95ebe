"""Mini-dice: the shaker, who holds it, and five wagers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.coverage_plugin import Exercises
from tests.games.dice.tables import EASY, mini, outcome, refused

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice import shaker_custody
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.posted_sign import MiniDiceSign
from hoyle.history.narration.dice_narrator import DiceNarrator


@pytest.mark.parametrize(
    ("kind", "nets", "id"),
    [
        ("field", {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}, "13:69F-13.2(a)2"),
        ("any_7", {7: 4}, "13:69F-13.2(a)3"),
        ("over_7", {8: 1, 9: 1, 10: 1, 11: 1, 12: 1}, "13:69F-13.2(a)4"),
        ("under_7", {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, "13:69F-13.2(a)5"),
    ],
)
def test_a_one_shake_wager_is_decided_at_once(kind: str, nets: dict[int, int], id: str, exercises: Exercises) -> None:
    for total, faces in EASY.items():
        at = mini()
        at.bet("ann", kind, 5, id="x")
        at.shake(*faces)
        wager = at.state.wagers["x"]
        assert wager.paid - wager.taken == 5 * nets.get(total, -1)
        assert at.state.stacks["ann"] == 1000 + 5 * nets.get(total, -1)
    exercises(f"nj-19-47 {id}", "nj-19-47 19:47-13.6(b)", "nj-19-47 19:47-13.6(d)")


@pytest.mark.clauses("nj-19-47 13:69F-13.2(a)1", "nj-19-47 19:47-13.6(b)")
@pytest.mark.parametrize(
    ("number", "amount", "paid"), [(4, 5, 9), (5, 5, 7), (6, 6, 7), (8, 6, 7), (9, 5, 7), (10, 5, 9)]
)
def test_a_place_bet_works_on_every_shake(number: int, amount: int, paid: int) -> None:
    for last, expected in ((number, ("win", paid, 0)), (7, ("lose", 0, amount))):
        at = mini()
        at.bet("ann", "place", amount, number=number, id="x")
        at.shake(6, 6)
        assert outcome(at, "x")[0] == "live"
        at.shake(*EASY[last])
        assert outcome(at, "x") == expected


@pytest.mark.clauses("nj-19-47 19:47-13.5(e)", "nj-19-47 19:47-13.5(e)/2")
@pytest.mark.parametrize("one", range(1, 7))
@pytest.mark.parametrize("other", range(1, 7))
def test_the_dealer_uncovers_and_calls_the_sum_of_the_two_upper_faces_at_once(one: int, other: int) -> None:
    at = mini()
    for kind in ("over_7", "under_7", "any_7"):
        at.bet("ann", kind, 5, id=kind)
    at.offer()
    at.answer("ann", accept=True)
    refused("19:47-13.5(e)", at.uncover, one, other)
    at.dealer_shakes()
    refused("19:47-13.5(e)", at.uncover, one, other)
    at.holder_shakes()
    before = len(at.log)
    at.uncover(one, other)
    called, *decided = at.log[before:]
    assert (called.name, called.clause) == ("rolled", "nj-19-47 19:47-13.5(e)")
    assert called.fields() == {"one": one, "other": other, "clause": called.clause}, "one face of each die"
    stick = DiceNarrator(at.sign)
    assert not stick.narrate(called)
    [call] = stick.flush()
    assert (call.text, call.clause) == (f"{CALLED[one + other]}, {one}-{other}.", called.clause)
    wins = "any_7" if one + other == 7 else "over_7" if one + other > 7 else "under_7"
    assert [each.fields()["id"] for each in decided if each.fields().get("result") == "win"] == [wins]


CALLED = {
    2: "Two",
    3: "Three",
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    8: "Eight",
    9: "Nine",
    10: "Ten",
    11: "Eleven",
    12: "Twelve",
}
"""Totals as the dealer calls them."""


@pytest.mark.clauses("nj-19-47 19:47-13.5(f)")
def test_losers_are_collected_before_winners_are_paid() -> None:
    at = mini()
    at.bet("ann", "over_7", 5, id="winner")
    at.bet("bob", "under_7", 5, id="loser")
    at.bet("cid", "field", 5, id="winner too")
    at.shake(5, 4)
    decided = [event.fields()["id"] for event in at.log if event.name == "decided"]
    assert decided == ["loser", "winner", "winner too"]
    with pytest.raises(InvalidError, match="faces are 1 to 6"):
        at.uncover(7, 1)


@pytest.mark.clauses(
    "nj-19-47 13:69F-13.2(b)", "nj-19-47 13:69F-13.2(b)/2", "nj-19-47 19:47-13.6(c)", "nj-19-47 MD.AMB-D2"
)
def test_only_the_listed_wagers_before_the_dealer_shakes() -> None:
    at = mini()
    refused("13:69F-13.2(b)", at.bet, "ann", "hard", 5, number=8)
    refused("13:69F-13.2(b)", at.bet, "ann", "place", 5, number=7)
    refused("19:47-13.6(c)", at.bet, "ann", "place", 7, number=5)
    refused("19:47-13.6(c)", at.bet, "ann", "place", 5, number=6)
    at.bet("ann", "place", 5, number=5, id="x")
    at.change("x", 15)
    at.bet("ann", "field", 5, id="f")
    at.remove("f")
    assert at.state.layout == 15
    at.offer()
    at.answer("ann", accept=True)
    at.dealer_shakes()
    refused("13:69F-13.2(b)/2", at.bet, "ann", "field", 5)
    refused("MD.AMB-D2", at.remove, "x")
    refused("MD.AMB-D2", at.change, "x", 5)
    at.holder_shakes()
    at.uncover(6, 6)
    at.bet("ann", "field", 5)
    at.remove("x")


@pytest.mark.clauses(
    "nj-19-47 19:47-13.5(d)",
    "nj-19-47 19:47-13.5(d)1",
    "nj-19-47 19:47-13.5(d)2",
    "nj-19-47 19:47-13.7(b)/2",
    "nj-19-47 19:47-13.7(a)2",
)
def test_the_dealer_shakes_first_and_for_the_players_if_nobody_will() -> None:
    at = mini()
    refused("19:47-13.5(d)", at.dealer_shakes, 2)
    at.dealer_shakes()
    refused("19:47-13.5(d)", at.dealer_shakes)
    refused("19:47-13.5(d)", at.holder_shakes)
    refused("19:47-13.5(e)", at.uncover, 3, 3)
    assert at.offer() == "ann"
    refused("19:47-13.7(b)", at.answer, "bob", accept=True)
    for player in ("ann", "bob", "cid"):
        at.answer(player, accept=False)
    assert (at.state.shooter, at.log[-1].clause) == ("dealer", "nj-19-47 19:47-13.7(b)/2")
    refused("19:47-13.5(d)2", at.holder_shakes, 1)
    at.holder_shakes()
    assert at.log[-1].clause == "nj-19-47 19:47-13.5(d)2"
    at.uncover(4, 3)
    assert not at.state.must_pass
    assert at.offer() == ""
    at.ask("cid")
    assert at.log[-1].clause == "nj-19-47 19:47-13.7(a)2"
    at.dealer_shakes()
    refused("19:47-13.5(d)1", at.holder_shakes, 2)
    at.holder_shakes()
    assert at.log[-1].clause == "nj-19-47 19:47-13.5(d)1"


@pytest.mark.clauses(
    "nj-19-47 19:47-13.7(a)",
    "nj-19-47 19:47-13.7(a)1",
    "nj-19-47 19:47-13.7(a)1.i",
    "nj-19-47 19:47-13.7(a)1.ii",
    "nj-19-47 19:47-13.7(b)",
)
def test_a_player_keeps_the_shaker_until_a_seven_or_an_order() -> None:
    at = mini()
    at.shake(3, 3)
    at.shake(5, 4)
    assert (at.state.shooter, at.state.must_pass) == ("ann", False)
    at.shake(4, 3)
    assert at.state.must_pass
    at.pass_shaker()
    assert at.log[-1].clause == "nj-19-47 19:47-13.7(a)1.i"
    assert at.offer() == "bob"
    at.answer("bob", accept=False)
    at.answer("cid", accept=True)
    at.pass_shaker()
    assert at.log[-1].clause == "nj-19-47 19:47-13.7(a)"
    assert at.offer() == "ann"
    at.answer("ann", accept=True)
    at.pass_shaker(ordered=True)
    assert at.log[-1].clause == "nj-19-47 19:47-13.7(a)1.ii"
    assert at.state.offering == ["bob", "cid"]
    with pytest.raises(InvalidError, match="no player holds"):
        at.pass_shaker()


def test_a_house_may_ask_the_last_holder_again() -> None:
    at = mini(player_may_return=True)
    at.shake(4, 3)
    at.pass_shaker()
    for player in ("bob", "cid"):
        at.offer()
        at.answer(player, accept=False)
    assert at.offer() == "ann"


@pytest.mark.clauses("nj-19-47 19:47-13.8(a)", "nj-19-47 19:47-13.8(a)1", "nj-19-47 19:47-13.8(a)2")
@pytest.mark.parametrize(("reason", "clause"), [("not-flat", "19:47-13.8(a)1"), ("fell-out", "19:47-13.8(a)2")])
def test_dice_that_do_not_lie_flat_make_no_roll(reason: str, clause: str) -> None:
    at = mini()
    at.bet("ann", "any_7", 5, id="x")
    at.offer()
    at.answer("ann", accept=True)
    at.dealer_shakes()
    at.holder_shakes()
    at.no_roll(reason)
    assert at.log[-1].clause == f"nj-19-47 {clause}"
    assert (outcome(at, "x")[0], at.state.shaken, at.state.rolls) == ("live", 0, 0)
    at.shake(6, 1)
    assert at.state.wagers["x"].paid == 20
    with pytest.raises(InvalidError, match="unknown reason"):
        at.no_roll("bored")


@pytest.mark.clauses(
    "nj-19-47 19:47-13.6(a)",
    "nj-19-47 19:47-13.6(b)/2",
    "nj-19-47 19:47-13.6(d)",
    "nj-19-47 MD.O7",
    "nj-19-47 19:47-13.6(b)",
)
def test_signs_of_a_mini_dice_table() -> None:
    refused("19:47-13.6(a)", MiniDiceSign, stated="for")
    refused("19:47-13.6(b)", MiniDiceSign, pay={"field": Fraction(1, 2)})
    refused("19:47-13.6(b)/2", MiniDiceSign, pay={"field-12": Fraction(3)}, uniform=False)
    refused("19:47-13.6(d)", MiniDiceSign, vigorish_pct=5)
    refused("MD.O7", MiniDiceSign, seats=8)
    refused("MD.O7", MiniDice, MiniDiceSign(), {str(number): 5 for number in range(8)})
    MiniDice(MiniDiceSign(), {str(number): 5 for number in range(7)})
    assert MiniDiceSign(pay={"field-12": Fraction(3)}).pay_table["field-12"] == 3
    for options in ({"pay": {"horn": Fraction(3)}}, {"minimum": 0}):
        with pytest.raises(InvalidError):
            MiniDiceSign(**options)


def test_the_posted_maximum_is_for_all_that_a_player_has_on_a_spot() -> None:
    at = mini(minimum=5, maximum=60)
    at.bet("ann", "place", 30, number=6, id="a")
    at.bet("ann", "place", 60, number=8)
    at.bet("ann", "place", 24, number=6)
    for call in (lambda: at.bet("ann", "place", 12, number=6), lambda: at.increase("a", 42)):
        with pytest.raises(IllegalError, match="limits on the sign, 5 to 60") as refusal:
            call()
        assert refusal.value.clause == "house table-limits"
    at.increase("a", 36)
    at.reduce("a", 6)


def test_bad_input_changes_nothing() -> None:
    at = mini(minimum=5, maximum=50)
    before = len(at.log)
    for args in (("zoe", "field", 5), ("ann", "field", 4), ("ann", "field", 60), ("ann", "field", 5000)):
        with pytest.raises((IllegalError, InvalidError)):
            at.bet(*args)
    with pytest.raises(InvalidError, match="no wager"):
        at.remove("w5")
    assert len(at.log) == before
    at.bet("ann", "field", 5, id="f")
    with pytest.raises(InvalidError, match="is 5 already"):
        at.change("f", 5)
    for none in (0, -5):
        with pytest.raises(IllegalError, match=f"{none} on Field cannot be paid") as refusal:
            at.change("f", none)
        assert refusal.value.clause == at.book.unpayable


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)1.i")
def test_after_a_seven_no_shake_begins_before_the_shaker_is_passed() -> None:
    at = mini()
    at.shake(4, 3)
    refused("19:47-13.7(a)1.i", at.dealer_shakes)
    at.pass_shaker()
    at.answer("bob", accept=True)
    at.dealer_shakes()
    at.holder_shakes()


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)2")
def test_who_passed_the_shaker_is_asked_again_once_the_dealer_has_shaken() -> None:
    at = mini()
    at.shake(4, 3)
    at.pass_shaker()
    for player in ("bob", "cid"):
        at.answer(player, accept=False)
    assert (at.state.shooter, at.offer()) == ("dealer", "")
    at.shake(3, 3)
    at.dealer_shakes()
    refused("19:47-13.7(a)2", at.holder_shakes)
    assert at.offer() == "ann"
    at.answer("ann", accept=True)
    at.holder_shakes()
    assert at.state.shooter == "ann"


@pytest.mark.clauses("nj-19-47 19:47-13.7(b)", "nj-19-47 19:47-13.7(b)/2")
def test_a_lone_players_pass_leaves_the_shaker_with_the_dealer() -> None:
    at = MiniDice(MiniDiceSign(), {"ann": 1000})
    at.shake(4, 3)
    at.pass_shaker()
    assert (at.state.shooter, at.log[-1].clause) == ("dealer", "nj-19-47 19:47-13.7(b)/2")
    at.dealer_shakes()
    at.holder_shakes()


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)2")
def test_a_player_who_refused_may_ask_for_the_shaker_back() -> None:
    at = mini()
    at.offer()
    for player in ("ann", "bob", "cid"):
        at.answer(player, accept=False)
    at.ask("bob")
    assert (at.state.shooter, at.state.refused) == ("bob", ["ann", "cid"])
    refused("19:47-13.7(a)2", at.ask, "cid")
    with pytest.raises(InvalidError, match="nobody called 'zoe'"):
        at.ask("zoe")


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)", "nj-19-47 19:47-13.7(a)1.ii")
def test_the_shaker_is_not_given_up_between_the_shake_and_the_uncovering() -> None:
    at = mini()
    at.offer()
    at.answer("ann", accept=True)
    at.dealer_shakes()
    refused("19:47-13.7(a)", at.pass_shaker)
    at.holder_shakes()
    refused("19:47-13.7(a)", at.pass_shaker)
    refused("19:47-13.7(a)", at.pass_shaker, ordered=True)
    at.uncover(4, 3)
    at.pass_shaker()
    at.answer("bob", accept=True)
    at.dealer_shakes()
    at.pass_shaker(ordered=True)  # bob takes too long to shake
    assert at.offer() == "cid"


@pytest.mark.clauses("nj-19-47 19:47-13.8(a)", "nj-19-47 19:47-13.8(a)1", "nj-19-47 19:47-13.8(a)2")
def test_no_roll_is_called_on_uncovering_and_not_with_the_cover_on() -> None:
    at = mini()
    refused("19:47-13.8(a)1", at.no_roll, "not-flat")
    refused("19:47-13.8(a)2", at.no_roll, "fell-out")
    at.offer()
    at.answer("ann", accept=True)
    at.dealer_shakes()
    refused("19:47-13.8(a)1", at.no_roll, "not-flat")
    refused("13:69F-13.2(b)/2", at.bet, "ann", "field", 5)
    at.no_roll("fell-out")
    at.bet("ann", "field", 5)
    at.dealer_shakes()
    at.holder_shakes()
    at.no_roll("not-flat")


def test_the_shaker_goes_round_until_its_holder_has_shaken_and_not_after() -> None:
    at = mini()
    for shaken, asked in [(0, True), (1, True), (2, False)]:
        at.state.shaken = shaken
        assert bool(shaker_custody.offer(at.state, at.book.shaker, may_return=True)) == asked
