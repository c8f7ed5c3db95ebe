"""Craps: wagers on a number that stay up, Place, Buy, Lay and the hardways."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.coverage_plugin import Exercises
from tests.games.dice.tables import EASY, craps, outcome, refused, roll

from hoyle.games.dice.posted_sign import CrapsSign


@pytest.mark.clauses("oneida CR.O4", "oneida CR.F.1")
@pytest.mark.parametrize(
    ("number", "amount", "paid"), [(4, 5, 9), (5, 5, 7), (6, 6, 7), (8, 6, 7), (9, 5, 7), (10, 5, 9)]
)
def test_a_place_bet_wins_on_its_number_and_loses_on_seven(number: int, amount: int, paid: int) -> None:
    for last, expected in ((number, ("win", paid, 0)), (7, ("lose", 0, amount))):
        at = craps()
        roll(at, 9 if number != 9 else 5)
        at.bet("ann", "place", amount, number=number, id="x")
        roll(at, 11, last)
        assert outcome(at, "x") == expected


@pytest.mark.clauses("oneida CR.D.place.c", "oneida CR.E.5", "oneida CR.O5")
@pytest.mark.parametrize("kind", ["place", "buy", "hard"])
def test_place_buy_and_hardway_sit_the_come_out_out_unless_called_on(kind: str) -> None:
    amount = 30
    for called in (False, True):
        for confirmed in (False, True):
            at = craps()
            at.bet("ann", kind, amount, number=6, id="x")
            if called:
                at.call_on("x")
            if called and confirmed:
                at.confirm_on("x", by="boxperson")
            roll(at, 7)
            assert outcome(at, "x") == (("lose", 0, amount) if called and confirmed else ("live", 0, 0))
    at = craps()
    at.bet("ann", kind, amount, number=6, id="x")
    at.call_on("x")
    at.confirm_on("x", by="boxperson")
    roll(at, 8, 8)
    assert not at.state.wagers["x"].called_on
    roll(at, 7)
    assert outcome(at, "x")[0] == "live"


def test_a_house_may_let_hardways_work_on_the_come_out() -> None:
    at = craps(work_on_come_out=("hard",))
    at.bet("ann", "hard", 5, number=6, id="h")
    roll(at, 7)
    assert outcome(at, "h") == ("lose", 0, 5)


@pytest.mark.clauses("oneida CR.AMB-C18", "oneida CR.O5/2")
def test_a_wager_is_not_turned_off_while_a_point_is_on() -> None:
    at = craps()
    at.bet("ann", "place", 6, number=6, id="x")
    at.bet("ann", "lay", 40, number=4, id="l")
    at.call_on("x")
    at.confirm_on("x", by="boxperson")
    at.call_off("x")
    refused("CR.O5/2", at.call_on, "l")
    refused("CR.AMB-C18", at.call_off, "l")
    roll(at, 7)
    assert (outcome(at, "x")[0], outcome(at, "l")[0]) == ("live", "win")
    roll(at, 5)
    refused("CR.AMB-C18", at.call_off, "x")


@pytest.mark.clauses("oneida CR.G.1", "oneida CR.G.1/2", "oneida CR.G.2", "oneida CR.G.2/2")
@pytest.mark.parametrize(
    ("number", "odds"),
    [
        (4, Fraction(2)),
        (5, Fraction(3, 2)),
        (6, Fraction(6, 5)),
        (8, Fraction(6, 5)),
        (9, Fraction(3, 2)),
        (10, Fraction(2)),
    ],
)
def test_buy_and_lay_pay_true_odds_for_a_fee_that_stays_with_the_house(number: int, odds: Fraction) -> None:
    for last in (number, 7):
        at = craps()
        roll(at, 5 if number != 5 else 6)
        at.bet("ann", "buy", 120, number=number, id="b")
        at.bet("ann", "lay", 120, number=number, id="l")
        fees = 6, int(120 / odds) * 5 // 100
        assert (at.state.wagers["b"].commission, at.state.wagers["l"].commission) == fees
        assert at.state.commissions == sum(fees)
        roll(at, last)
        won = last == number
        assert outcome(at, "b") == (("win", int(120 * odds), 0) if won else ("lose", 0, 120))
        assert outcome(at, "l") == (("lose", 0, 120) if won else ("win", int(120 / odds), 0))
    refused("CR.G.1", CrapsSign, commission_pct=6)
    refused("CR.G.2", CrapsSign, commission_pct=6, offers={"buy": False})
    refused("CR.G.1", craps(offers={"buy": False}).bet, "ann", "buy", 20, number=4)
    refused("CR.G.2", craps(offers={"lay": False}).bet, "ann", "lay", 40, number=4)
    refused("CR.G.1/2", CrapsSign, pay={"buy-4": Fraction(3)})
    refused("CR.G.2/2", CrapsSign, pay={"lay-4": Fraction(3)})


def test_a_fee_is_rounded_down_and_not_given_back() -> None:
    at = craps()
    roll(at, 5)
    at.bet("ann", "buy", 39, number=4, id="b")
    assert at.state.wagers["b"].commission == 1
    at.increase("b", 60)
    assert at.state.wagers["b"].commission == 3
    at.remove("b")
    assert at.state.bank == 3
    assert at.state.stacks["ann"] == 100_000 - 3


@pytest.mark.clauses("oneida CR.G.1", "oneida CR.G.2")
def test_the_commission_is_rounded_down_to_the_smallest_chip_in_use() -> None:
    at = craps(min_chip=5)
    at.bet("ann", "buy", 95, number=4, id="b")
    at.bet("ann", "buy", 100, number=10, id="c")
    at.bet("ann", "lay", 390, number=4, id="l")
    assert [at.state.wagers[id].commission for id in "bcl"] == [0, 5, 5]


@pytest.mark.clauses("oneida CR.O4/2", "oneida CR.O7")
@pytest.mark.parametrize(
    ("number", "amount", "paid"), [(4, 11, 5), (5, 8, 5), (6, 5, 4), (8, 5, 4), (9, 8, 5), (10, 11, 5)]
)
def test_place_to_lose_exists_only_where_it_is_offered(number: int, amount: int, paid: int) -> None:
    refused("CR.O4/2", craps().bet, "ann", "place_to_lose", amount, number=number)
    for last, expected in ((7, ("win", paid, 0)), (number, ("lose", 0, amount))):
        at = craps(offers={"place_to_lose": True})
        at.bet("ann", "place_to_lose", amount, number=number, id="x")
        roll(at, last)
        assert outcome(at, "x") == expected


@pytest.mark.parametrize(("number", "odds"), [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_a_hardway_wants_the_pair_before_the_easy_way_or_a_seven(number: int, odds: int, exercises: Exercises) -> None:
    half = number // 2
    for faces, expected in (
        ((half, half), ("win", 5 * odds, 0)),
        (EASY[number], ("lose", 0, 5)),
        ((4, 3), ("lose", 0, 5)),
        ((6, 5), ("live", 0, 0)),
    ):
        at = craps()
        roll(at, 9)
        at.bet("ann", "hard", 5, number=number, id="h")
        at.throw(*faces)
        assert outcome(at, "h") == expected
    exercises(f"oneida CR.D.hard-{number}", "oneida CR.F.1")
