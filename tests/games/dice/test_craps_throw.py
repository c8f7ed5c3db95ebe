"""Craps: what counts as a throw, and whose throw it is."""

from __future__ import annotations

from functools import partial

import pytest
from tests.coverage_plugin import Exercises
from tests.games.dice.tables import craps, outcome, refused, roll

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.throw_rulings import Die
from hoyle.games.dice.wagers.legal_wagers import bets


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        *[("off-table", "J.2.a"), ("stacked", "J.2.a"), ("not-together", "J.2.b.i"), ("missed-end", "J.2.b.ii")],
        *[("bank-chips", "J.2.b.iii"), ("cup-or-rail", "J.2.b.iv"), ("cheating", "J.2.b.v"), ("a shout", "J.2.b.vi")],
    ],
)
def test_an_invalid_throw_decides_nothing(reason: str, clause: str, exercises: Exercises) -> None:
    at = craps()
    at.bet("ann", "pass", 10, id="p")
    roll(at, 6)
    at.bet("ann", "field", 5, id="f")
    at.no_roll(reason)
    assert at.log[-1].clause == f"oneida CR.{clause}"
    assert (outcome(at, "p")[0], outcome(at, "f")[0], at.state.point, at.state.rolls) == ("live", "live", 6, 1)
    if clause != "J.2.a":
        with pytest.raises(IllegalError, match="the stickperson may") as refusal:
            at.no_roll(reason, by="boxperson")
        assert refusal.value.clause == "oneida CR.J.2.b"
        exercises("oneida CR.J.2.b")
    exercises("oneida CR.J.2", f"oneida CR.{clause}", "oneida CR.AMB-C15")


@pytest.mark.clauses("oneida CR.J.2.c", "oneida CR.J.2.d", "oneida CR.J.2.b", "oneida CR.J.3.c")
def test_when_no_roll_is_called_and_by_whom() -> None:
    at = craps(no_roll_caller="boxperson")
    at.no_roll("missed-end", at_rest=True)
    assert at.log[-1].clause == "oneida CR.J.2.c"
    at.no_roll("bank-chips", at_rest=True)
    assert at.log[-1].clause == "oneida CR.J.2.b.iii"
    refused("CR.J.2.d", at.no_roll, "player-chips")
    refused("CR.J.2.b", at.no_roll, "missed-end", by="stickperson")
    refused("CR.J.3.c", at.no_roll, "disputed", by="stickperson")
    at.no_roll("disputed", by="boxperson")
    assert at.log[-1].clause == "oneida CR.J.3.c"
    refused("CR.J.2.b", CrapsSign, no_roll_caller="waiter")


@pytest.mark.clauses("oneida CR.J.3.b", "oneida CR.J.3.b/2")
def test_a_cocked_die_shows_the_face_opposite_the_one_it_rests_on() -> None:
    at = craps()
    at.bet("ann", "pass", 10, id="p")
    assert not at.throw_raw([Die(top=3), Die(resting=(1, 2))])
    assert (outcome(at, "p")[0], at.log[-1].clause) == ("live", "oneida CR.J.3.b/2")
    assert at.throw_raw([Die(top=5), Die(resting=(1,))])
    assert outcome(at, "p") == ("win", 10, 0)
    for dice in ([Die(top=7), Die(top=1)], [Die(top=1)]):
        with pytest.raises(InvalidError):
            at.throw_raw(dice)
    with pytest.raises(InvalidError, match="faces are 1 to 6"):
        at.throw(0, 7)


@pytest.mark.clauses("oneida CR.J.1")
def test_cocked_dice_of_a_shooter_without_a_line_bet_are_refused_too() -> None:
    at = Craps(CrapsSign(), {"ann": 1000})
    at.offer()
    at.answer("ann", accept=True)
    refused("CR.J.1", at.throw_raw, [Die(top=3), Die(resting=(6,))])
    assert at.state.rolls == 0


@pytest.mark.clauses(
    "oneida CR.I.1",
    "oneida CR.I.2",
    "oneida CR.K.3",
    "oneida CR.K.4",
    "oneida CR.K.1",
    "oneida CR.K.1.b",
    "oneida CR.J.1",
    "oneida CR.K.1.a",
)
def test_the_dice_go_round_from_the_left() -> None:
    at = Craps(CrapsSign(), dict.fromkeys(("ann", "bob", "cid", "dan"), 100))
    assert at.offer() == "ann"
    refused("CR.K.3", at.answer, "bob", accept=True)
    at.answer("ann", accept=False)
    at.answer("bob", accept=True)
    assert (at.state.shooter, at.log[-1].clause) == ("bob", "oneida CR.I.2")
    assert at.offer() == ""
    refused("CR.J.1", at.throw, 3, 1)
    at.bet("ann", "pass", 5)
    refused("CR.J.1", at.throw, 3, 1)
    at.bet("bob", "dont_pass", 5)
    roll(at, 4, 7)
    refused("CR.K.1.a", at.throw, 3, 1)
    at.pass_dice()
    assert at.log[-1].clause == "oneida CR.K.1.a"
    assert at.offer() == "cid"
    for player in ("cid", "dan"):
        at.answer(player, accept=False)
    at.answer("ann", accept=True)
    assert at.log[-1].clause == "oneida CR.K.4"
    at.pass_dice()
    assert at.log[-1].clause == "oneida CR.K.1"
    assert at.offer() == "bob"
    at.answer("bob", accept=True)
    at.pass_dice(ordered=True)
    assert at.log[-1].clause == "oneida CR.K.1.b"
    assert at.state.offering == ["cid", "dan", "ann", "bob"]
    refused("CR.K.3", CrapsSign, dice_in_set=4)


@pytest.mark.clauses("oneida CR.K.2", "oneida CR.K.2.a", "oneida CR.K.2.b", "oneida CR.K.2.c")
def test_without_a_line_bet_the_old_shooter_throws_only_for_the_come_bets() -> None:
    at = Craps(CrapsSign(), {"ann": 1000, "bob": 1000})
    at.offer()
    at.answer("ann", accept=True)
    at.bet("ann", "pass", 10)
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    at.bet("ann", "dont_come", 10, id="d")
    roll(at, 8)
    at.bet("ann", "come_odds", 10, on="c", id="o")
    at.bet("ann", "dont_come_odds", 12, on="d", id="lay odds")
    at.bet("ann", "place", 15, number=5, id="x")
    at.bet("ann", "lay", 40, number=4, id="l")
    refused("CR.K.2", at.no_line_bet)
    roll(at, 6)
    at.bet("ann", "field", 5, id="f")
    at.pass_dice(declines_line=True)
    assert at.log[-1].clause == "oneida CR.K.2"
    assert at.offer() == "bob"
    at.answer("bob", accept=False)
    at.no_line_bet()
    assert (at.state.phase, at.state.shooter) == ("settle-only", "ann")
    assert [event.clause for event in at.log[-2:]] == ["oneida CR.K.2.a", "oneida CR.K.2.b"]
    refused("CR.K.2.a", at.bet, "ann", "come", 10)
    refused("CR.K.2.a", at.bet, "ann", "field", 10)
    refused("CR.K.2.a", at.increase, "x", 30)
    roll(at, 5, 4, 12)
    assert at.state.point == 0
    assert [outcome(at, id)[0] for id in ("c", "d", "x", "l", "f")] == ["live"] * 5
    roll(at, 7)
    assert not at.state.must_pass
    assert [outcome(at, id)[0] for id in ("c", "d", "o", "lay odds", "x", "l", "f")] == [
        "lose", "win", "returned", "win", "live", "live", "live",
    ]  # fmt: skip
    assert (at.state.phase, at.log[-1].clause) == ("come-out", "oneida CR.K.2.c")


@pytest.mark.clauses("oneida CR.K.2")
def test_the_dice_are_offered_onward_before_anybody_throws_without_a_line_bet() -> None:
    at = Craps(CrapsSign(), {"ann": 1000, "bob": 1000, "cid": 1000})
    at.offer()
    at.answer("ann", accept=True)
    at.bet("ann", "pass", 10)
    roll(at, 6)
    at.bet("ann", "come", 10)
    roll(at, 8, 6)
    refused("CR.K.2", at.no_line_bet)
    at.pass_dice(declines_line=True)
    at.answer("bob", accept=False)
    refused("CR.K.2", at.no_line_bet)
    at.answer("cid", accept=False)
    at.no_line_bet()
    assert at.state.shooter == "ann"


@pytest.mark.clauses("oneida CR.K.2.c")
def test_a_line_bet_brings_normal_play_back() -> None:
    at = craps()
    roll(at, 6)
    at.bet("ann", "come", 10)
    roll(at, 8, 6)
    at.no_line_bet()
    at.bet("bob", "pass", 10)
    assert (at.state.phase, at.log[-1].clause) == ("come-out", "oneida CR.K.2.c")
    roll(at, 9)
    assert at.state.point == 9


@pytest.mark.clauses("oneida CR.I.2", "oneida CR.K.4")
def test_nobody_throws_before_the_dice_are_accepted() -> None:
    at = Craps(CrapsSign(), {"ann": 1000, "bob": 1000})
    at.bet("ann", "pass", 10)
    for act in (at.release, lambda: at.throw(4, 3), lambda: at.no_roll("off-table")):
        refused("CR.I.2", act)
    at.offer()
    refused("CR.I.2", at.throw, 4, 3)
    at.answer("ann", accept=True)
    roll(at, 6)
    at.pass_dice()
    refused("CR.K.4", at.throw, 4, 3)
    refused("CR.K.4", at.throw_raw, [Die(top=4), Die(top=3)])
    at.answer("bob", accept=True)
    roll(at, 7)
    assert outcome(at, "w1")[0] == "lose"


@pytest.mark.clauses("oneida CR.K.1", "oneida CR.K.1.a")
def test_dice_in_the_air_are_not_given_up_and_the_seven_is_his_who_threw_it() -> None:
    at = Craps(CrapsSign(), {"ann": 1000, "bob": 1000}, shooter="ann")
    at.bet("ann", "pass", 10)
    roll(at, 6)
    at.release()
    refused("CR.K.1", at.pass_dice)
    refused("CR.K.1", at.pass_dice, ordered=True)
    roll(at, 7)
    assert at.state.must_pass
    at.pass_dice()
    at.answer("bob", accept=True)
    at.bet("bob", "pass", 10)
    roll(at, 7)
    assert at.state.shooter == "bob"


@pytest.mark.clauses("oneida CR.K.3")
def test_after_a_seven_out_the_dice_come_back_to_the_old_shooter_if_nobody_else_takes_them() -> None:
    at = Craps(CrapsSign(), {"ann": 1000, "bob": 1000, "cid": 1000}, shooter="bob")
    at.bet("bob", "pass", 10)
    roll(at, 6, 7)
    at.pass_dice()
    assert at.state.offering == ["cid", "ann", "bob"]
    for player in ("cid", "ann"):
        at.answer(player, accept=False)
    at.answer("bob", accept=True)
    at.bet("bob", "pass", 10)
    roll(at, 7)
    alone = Craps(CrapsSign(), {"ann": 1000}, shooter="ann")
    alone.bet("ann", "pass", 10)
    roll(alone, 6, 7)
    alone.pass_dice()
    alone.answer("ann", accept=True)
    assert alone.state.shooter == "ann"


@pytest.mark.clauses("oneida CR.H.6", "oneida CR.H.2/2", "oneida CR.H.1/2")
def test_a_maximum_for_odds_binds_but_never_below_what_the_book_guarantees() -> None:
    at = craps(odds_multiple=10, odds_maximum=31)
    at.bet("ann", "pass", 10, id="p")
    at.bet("ann", "dont_pass", 40, id="d")
    roll(at, 9)
    refused("CR.H.5", at.bet, "ann", "pass_odds", 34, on="p")
    at.bet("ann", "pass_odds", 32, on="p")  # 31 cannot be paid at 3 to 2
    refused("CR.H.5/2", at.bet, "ann", "dont_pass_odds", 63, on="d")
    at.bet("ann", "dont_pass_odds", 60, on="d")  # wins as much as the flat bet


@pytest.mark.clauses("oneida CR.K.2")
def test_the_line_is_not_declined_while_a_point_is_on() -> None:
    at = craps()
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, 4)
    at.bet("ann", "come", 10)
    roll(at, 5)
    at.remove("d")
    refused("CR.K.2", at.no_line_bet)
    assert not at.may_settle_only()
    roll(at, 4)
    assert at.may_settle_only()


def test_dice_leave_the_hand_once() -> None:
    at = craps()
    at.release()
    with pytest.raises(InvalidError, match="left the hand already"):
        at.release()


def test_a_wager_gets_a_name_that_no_other_has() -> None:
    at = craps()
    assert at.bet("ann", "field", 5, id="w2") == "w2"
    assert at.bet("ann", "field", 5) == "w3"
    assert at.bet("ann", "field", 5, id="w5") == "w5"
    assert at.bet("ann", "field", 5) == "w4"
    assert at.bet("ann", "field", 5) == "w6"
    with pytest.raises(InvalidError, match="wager 'w5' stands already"):
        at.bet("ann", "field", 5, id="w5")


@pytest.mark.clauses("oneida CR.K.2.a", "oneida CR.E.4/2")
def test_no_bet_is_offered_that_would_be_refused() -> None:
    flat = {"pass", "dont_pass", "come", "dont_come"}

    def offered() -> set[str]:
        return {each.kind for each in bets(at, "ann")} & {*flat, "field"}

    at = craps(put_bets=True)
    roll(at, 6)
    assert offered() == {"pass", "come", "dont_come", "field"}
    at = craps()
    assert offered() == {"pass", "dont_pass", "field"}
    at.bet("ann", "dont_pass", 10, id="d")
    at.remove("d")
    assert offered() == {"pass", "field"}
    roll(at, 6)
    assert offered() == {"come", "dont_come", "field"}
    at.bet("ann", "come", 10)
    roll(at, 8, 6)
    at.no_line_bet()
    assert offered() == {"pass", "dont_pass"}


@pytest.mark.clauses("oneida CR.E.4")
@pytest.mark.parametrize("how", ["plain", "ruled", "raw"])
def test_a_throw_counts_though_the_shooter_took_his_dont_pass_down_while_the_dice_were_in_the_air(how: str) -> None:
    at = Craps(CrapsSign(), {"ann": 1000, "bob": 1000})
    at.offer()
    at.answer("ann", accept=True)
    at.bet("ann", "dont_pass", 10, id="d")
    at.bet("bob", "pass", 10, id="p")
    at.release()
    at.remove("d")
    if how == "plain":
        at.throw(5, 6)
    elif how == "ruled":
        at.throw_ruled(5, 6, by="boxperson")
    else:
        at.throw_raw([Die(5), Die(6)])
    assert outcome(at, "p") == ("win", 10, 0)
    # Before the dice leave the hand he needs one.
    for throw in (at.throw, at.call):
        with pytest.raises(IllegalError, match="ann needs a Pass or Don't Pass bet"):
            throw(5, 6)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 0), (7, 1), (1, 7), (6, 7), (0, 6)])
def test_a_die_has_six_faces(one: int, other: int) -> None:
    for throw in (craps().throw, partial(craps().throw_ruled, by="boxperson")):
        with pytest.raises(InvalidError, match=f"dice of {one} and {other}: faces are 1 to 6"):
            throw(one, other)


def test_what_a_seven_decided_is_over_with_the_next_roll() -> None:
    at = craps()
    roll(at, 6, 7)
    assert at.state.must_pass
    at.bet("ann", "place", 6, number=6, id="x")
    assert at.state.wagers["x"].roll == 0, "no roll has decided it"
    roll(at, 4)
    assert not at.state.must_pass
