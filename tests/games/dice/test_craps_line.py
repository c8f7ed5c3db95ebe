"""Craps: Pass, Come, their Don'ts, and the odds behind them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.coverage_plugin import Exercises
from tests.games.dice.tables import POINTS, craps, outcome, refused, roll

from hoyle.core.errors import IllegalError
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.wagers.wager_names import NAMES, wager_name
from hoyle.rulebooks import dice_registry

ITEMS = {4: "i", 10: "i", 5: "ii", 9: "ii", 6: "iii", 8: "iii"}


@pytest.mark.clauses(
    "oneida CR.O1/2", "oneida CR.O2/2", "oneida CR.O2/3", "oneida CR.F.1", "oneida CR.H.1.a", "oneida CR.H.2.a"
)
@pytest.mark.parametrize(
    ("total", "line", "dont"),
    [
        *[(7, "win", "lose"), (11, "win", "lose"), (2, "lose", "win"), (3, "lose", "win"), (12, "lose", "push")],
        *[(point, "live", "live") for point in POINTS],
    ],
)
def test_the_come_out_decides_the_line_or_sets_a_point(total: int, line: str, dont: str) -> None:
    at = craps()
    at.bet("ann", "pass", 10, id="p")
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, total)
    amounts = {"win": (10, 0), "lose": (0, 10), "push": (0, 0), "live": (0, 0)}
    assert outcome(at, "p") == (line, *amounts[line])
    assert outcome(at, "d") == (dont, *amounts[dont])
    assert at.state.point == (total if total in POINTS else 0)
    assert not at.state.must_pass


@pytest.mark.clauses("oneida CR.O2/3")
def test_a_house_may_bar_the_two_instead() -> None:
    at = craps(bar=2)
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, 2)
    assert outcome(at, "d") == ("push", 0, 0)
    at.bet("ann", "dont_pass", 10, id="e")
    roll(at, 12)
    assert outcome(at, "e") == ("win", 10, 0)
    refused("CR.O2/3", CrapsSign, bar=3)


@pytest.mark.clauses("oneida CR.O1/3", "oneida CR.O2/4", "oneida CR.K.1.a")
@pytest.mark.parametrize("point", POINTS)
def test_after_a_point_the_line_waits_for_it_or_a_seven(point: int) -> None:
    for last, line, dont in ((point, "win", "lose"), (7, "lose", "win")):
        at = craps()
        at.bet("ann", "pass", 10, id="p")
        at.bet("ann", "dont_pass", 10, id="d")
        other = 5 if point != 5 else 9
        roll(at, point, 12, 11, 2, other)
        assert outcome(at, "p")[0] == "live"
        roll(at, last)
        assert (outcome(at, "p")[0], outcome(at, "d")[0]) == (line, dont)
        assert at.state.must_pass is (last == 7)
        assert at.state.point == 0


@pytest.mark.clauses("oneida CR.O1", "oneida CR.O2", "oneida CR.AMB-C26")
def test_line_bets_are_made_and_raised_before_the_come_out_only() -> None:
    at = craps()
    at.bet("ann", "pass", 10, id="p")
    at.bet("ann", "dont_pass", 10, id="d")
    at.increase("p", 15)
    at.increase("d", 25)
    roll(at, 6)
    refused("CR.O1", at.bet, "ann", "pass", 10)
    refused("CR.O2", at.bet, "ann", "dont_pass", 10)
    refused("CR.O1", at.increase, "p", 20)
    refused("CR.O2", at.increase, "d", 30)
    at.bet("ann", "place", 6, number=8, id="x")
    at.increase("x", 12)
    roll(at, 8)
    assert outcome(at, "x") == ("win", 14, 0)


def test_a_house_may_take_put_bets() -> None:
    at = craps(put_bets=True)
    roll(at, 6)
    at.bet("ann", "pass", 10, id="p")
    at.increase("p", 20)
    roll(at, 6)
    assert outcome(at, "p") == ("win", 20, 0)


@pytest.mark.clauses("oneida CR.O3", "oneida CR.O3/2", "oneida CR.O3/4", "oneida CR.H.3.a", "oneida CR.H.4.a")
@pytest.mark.parametrize(
    ("total", "come", "dont"),
    [
        (7, "win", "lose"),
        (11, "win", "lose"),
        (2, "lose", "win"),
        (3, "lose", "win"),
        (12, "lose", "push"),
        (9, "live", "live"),
    ],
)
def test_a_fresh_come_bet_has_its_own_first_roll(total: int, come: str, dont: str) -> None:
    at = craps()
    refused("CR.O3", at.bet, "ann", "come", 10)
    refused("CR.O3", at.bet, "ann", "dont_come", 10)
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    at.bet("ann", "dont_come", 10, id="d")
    roll(at, total)
    amounts = {"win": (10, 0), "lose": (0, 10), "push": (0, 0), "live": (0, 0)}
    assert outcome(at, "c") == (come, *amounts[come])
    assert outcome(at, "d") == (dont, *amounts[dont])
    if come == "live":
        assert at.state.wagers["c"].number == at.state.wagers["d"].number == 9
        refused("CR.O3", at.increase, "c", 20)
        refused("CR.O3", at.increase, "d", 20)


@pytest.mark.clauses("oneida CR.O3/3", "oneida CR.O3/5", "oneida CR.O5/2")
@pytest.mark.parametrize(("last", "come", "dont"), [(9, "win", "lose"), (7, "lose", "win")])
def test_a_come_bet_waits_for_its_own_point_through_the_next_come_out(last: int, come: str, dont: str) -> None:
    at = craps()
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    at.bet("ann", "dont_come", 10, id="d")
    at.bet("ann", "lay", 40, number=10, id="l")
    roll(at, 9, 6)
    assert at.state.phase == "come-out"
    roll(at, last)
    assert (outcome(at, "c")[0], outcome(at, "d")[0]) == (come, dont)
    assert outcome(at, "l")[0] == ("win" if last == 7 else "live")


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("kind", ["pass", "dont_pass", "come", "dont_come"])
def test_odds_win_and_lose_with_their_flat_bet_at_true_odds(kind: str, point: int, exercises: Exercises) -> None:
    true = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}[point if point < 7 else 14 - point]
    lay = kind.startswith("dont")
    paid = int(60 / true if lay else 60 * true)
    clause = {"pass": "H.1", "dont_pass": "H.2", "come": "H.3", "dont_come": "H.4"}[kind]
    for wins in (True, False):
        at = craps(odds_multiple=100)
        if kind.endswith("come"):
            roll(at, 5 if point != 5 else 6)
        refused(f"CR.{clause}", at.bet, "ann", f"{kind}_odds", 60, on="f")
        at.bet("ann", kind, 10, id="f")
        refused(f"CR.{clause}", at.bet, "ann", f"{kind}_odds", 60, on="f")
        roll(at, point)
        refused(f"CR.{clause}", at.bet, "bob", f"{kind}_odds", 60, on="f")
        at.bet("ann", f"{kind}_odds", 60, on="f", id="o")
        roll(at, 7 if wins == lay else point)
        assert outcome(at, "o") == (("win", paid, 0) if wins else ("lose", 0, 60))
        assert outcome(at, "f") == (("win", 10, 0) if wins else ("lose", 0, 10))
    exercises(
        *(f"oneida CR.{id}" for id in (clause, f"{clause}.a", f"{clause}.b", f"{clause}.b.{ITEMS[point]}", "H.5/3"))
    )


@pytest.mark.clauses(
    "oneida CR.H.1/2",
    "oneida CR.H.2/2",
    "oneida CR.H.3/2",
    "oneida CR.H.4/2",
    "oneida CR.H.5",
    "oneida CR.H.5/2",
    "oneida CR.H.6",
)
@pytest.mark.parametrize(
    ("flat", "multiple", "point", "take", "lay"),
    [
        (10, 1, 4, 10, 20),
        (10, 1, 9, 10, 15),
        (10, 1, 6, 10, 12),
        (5, 1, 9, 6, 9),
        (5, 1, 6, 5, 6),
        (7, 2, 8, 15, 18),
        (5, 100, 4, 500, 1000),
    ],
)
def test_odds_stop_at_the_posted_multiple_but_for_what_payment_needs(
    flat: int, multiple: int, point: int, take: int, lay: int
) -> None:
    for kind, most, clause in (("pass", take, "CR.H.5"), ("dont_pass", lay, "CR.H.5/2")):
        at = craps(odds_multiple=multiple)
        at.bet("ann", kind, flat, id="f")
        roll(at, point)
        step = at.layout.spot(f"{kind}_odds", point).step
        refused(clause, at.bet, "ann", f"{kind}_odds", most + step, on="f")
        at.bet("ann", f"{kind}_odds", most, on="f", id="o")
        refused(clause, at.bet, "ann", f"{kind}_odds", step, on="f")
        refused(clause, at.increase, "o", most + step)
    for kind, most in (("come", take), ("dont_come", lay)):
        at = craps(odds_multiple=multiple)
        roll(at, 5 if point != 5 else 6)
        at.bet("ann", kind, flat, id="f")
        roll(at, point)
        at.bet("ann", f"{kind}_odds", most, on="f", id="o")
        assert at.state.wagers["o"].amount == most
    refused("CR.H.5", CrapsSign, odds_multiple=101)
    refused("CR.H.1/2", CrapsSign, odds_multiple=0)


def test_a_house_may_refuse_the_excess_and_post_other_multiples_by_point() -> None:
    at = craps(odds_multiple={4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}, take_excess=False)
    at.bet("ann", "pass", 5, id="p")
    roll(at, 9)
    refused("CR.H.5", at.bet, "ann", "pass_odds", 22, on="p")
    at.bet("ann", "pass_odds", 20, on="p")


@pytest.mark.clauses("oneida CR.E.5", "oneida CR.O5", "oneida CR.O6")
@pytest.mark.parametrize(("called", "total"), [(False, 7), (False, 8), (True, 7), (True, 8)])
def test_come_odds_are_off_on_the_come_out_unless_called_on(called: bool, total: int) -> None:
    at = craps()
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    roll(at, 8)
    at.bet("ann", "come_odds", 10, on="c", id="o")
    roll(at, 6)
    if called:
        at.call_on("o")
        at.confirm_on("o", by="boxperson")
    roll(at, total)
    assert outcome(at, "c")[0] == ("lose" if total == 7 else "win")
    expected = ("lose", 0, 10) if total == 7 else ("win", 12, 0)
    assert outcome(at, "o") == (expected if called else ("returned", 0, 0))


@pytest.mark.clauses("oneida CR.E.4/2", "oneida CR.O3")
def test_a_dont_come_with_its_point_is_not_raised_whether_or_not_a_fresh_one_was_cut() -> None:
    at = craps()
    roll(at, 6)
    at.bet("ann", "dont_come", 10, id="old")
    roll(at, 5)
    refused("CR.O3", at.increase, "old", 20)
    at.bet("ann", "dont_come", 10, id="fresh")
    at.reduce("fresh", 5)
    refused("CR.E.4/2", at.increase, "fresh", 10)
    refused("CR.O3", at.increase, "old", 20)


def test_refusals_and_signs_call_the_wagers_by_their_names() -> None:
    at = craps()
    roll(at, 6)
    for call, said in (
        (lambda: at.bet("ann", "dont_pass", 5), "Don't Pass is made before a come-out: the point is 6"),
        (lambda: at.bet("ann", "pass_odds", 5, on="x"), "Pass odds need a Pass bet that has its point"),
        (lambda: at.bet("ann", "place_to_lose", 5, number=6), "Place to lose is not offered here"),
        (lambda: at.bet("ann", "any_seven", 5, coupon=True), "on Any Seven is refused: Pass and Don't Pass only"),
        (lambda: at.bet("ann", "horn_high", 7, number=12), "7 on Horn High cannot be paid"),
        (lambda: at.bet("ann", "place", 5, number=7), "no wager Place 7 without"),
    ):
        with pytest.raises(IllegalError) as refusal:
            call()
        assert said in str(refusal.value)
    assert "Don't Pass of 5 to 10" in CrapsSign(limits={"dont_pass": (5, 10)}).text()


def test_every_wager_of_the_books_has_a_name() -> None:
    kinds = [*dice_registry.craps_book().wagers, *dice_registry.mini_dice_book().wagers]
    assert [kind for kind in kinds if kind not in NAMES] == []
    assert wager_name("lucky_twins") == "Lucky twins", "one of the house's own"
