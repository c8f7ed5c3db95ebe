"""Craps, wager by wager: made, kept, changed, decided, refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.coverage_plugin import Exercises

from hoyle.dice.craps import Craps
from hoyle.dice.kinds import RESULTS
from hoyle.dice.sign import CrapsSign
from hoyle.dice.throws import Die
from hoyle.errors import IllegalError, InvalidError

EASY = {
    2: (1, 1),
    3: (2, 1),
    4: (3, 1),
    5: (4, 1),
    6: (5, 1),
    7: (4, 3),
    8: (6, 2),
    9: (5, 4),
    10: (6, 4),
    11: (6, 5),
    12: (6, 6),
}
ITEMS = {4: "i", 10: "i", 5: "ii", 9: "ii", 6: "iii", 8: "iii"}
POINTS = (4, 5, 6, 8, 9, 10)


def table(**options: Any) -> Craps:
    return Craps(CrapsSign(**options), {"ann": 100_000, "bob": 1000})


def roll(at: Craps, *totals: int) -> None:
    for total in totals:
        at.throw(*EASY[total])


def outcome(at: Craps, id: str) -> tuple[str, int, int]:
    wager = at.state.wagers[id]
    return RESULTS[wager.result], wager.paid, wager.taken


def refused(clause: str, call: Any, *args: Any, **options: Any) -> None:
    with pytest.raises(IllegalError) as refusal:
        call(*args, **options)
    assert refusal.value.clause == f"oneida {clause}"
    assert clause in str(refusal.value)


# The line


@pytest.mark.clauses(
    "oneida CR.O1/2",
    "oneida CR.O2/2",
    "oneida CR.O2/3",
    "oneida CR.F.1",
    "oneida CR.H.1.a",
    "oneida CR.H.2.a",
)
@pytest.mark.parametrize(
    ("total", "line", "dont"),
    [
        *[
            (7, "win", "lose"),
            (11, "win", "lose"),
            (2, "lose", "win"),
            (3, "lose", "win"),
            (12, "lose", "push"),
        ],
        *[(point, "live", "live") for point in POINTS],
    ],
)
def test_the_come_out_decides_the_line_or_sets_a_point(total: int, line: str, dont: str) -> None:
    at = table()
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
    at = table(bar=2)
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
        at = table()
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
    at = table()
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
    at = table(put_bets=True)
    roll(at, 6)
    at.bet("ann", "pass", 10, id="p")
    at.increase("p", 20)
    roll(at, 6)
    assert outcome(at, "p") == ("win", 20, 0)


# Come and Don't Come


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
    at = table()
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
def test_a_come_bet_waits_for_its_own_point_through_the_next_come_out(
    last: int, come: str, dont: str
) -> None:
    at = table()
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    at.bet("ann", "dont_come", 10, id="d")
    at.bet("ann", "lay", 40, number=10, id="l")
    roll(at, 9, 6)
    assert at.phase == "come-out"
    roll(at, last)
    assert (outcome(at, "c")[0], outcome(at, "d")[0]) == (come, dont)
    assert outcome(at, "l")[0] == ("win" if last == 7 else "live")


# Odds


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("kind", ["pass", "dont_pass", "come", "dont_come"])
def test_odds_win_and_lose_with_their_flat_bet_at_true_odds(
    kind: str, point: int, exercises: Exercises
) -> None:
    true = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}[point if point < 7 else 14 - point]
    lay = kind.startswith("dont")
    paid = int(60 / true if lay else 60 * true)
    clause = {"pass": "H.1", "dont_pass": "H.2", "come": "H.3", "dont_come": "H.4"}[kind]
    for wins in (True, False):
        at = table(odds_multiple=100)
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
        *(
            f"oneida CR.{id}"
            for id in (clause, f"{clause}.a", f"{clause}.b", f"{clause}.b.{ITEMS[point]}", "H.5/3")
        )
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
        at = table(odds_multiple=multiple)
        at.bet("ann", kind, flat, id="f")
        roll(at, point)
        step = at.sign.step(4 if kind == "pass" else 5, point)
        refused(clause, at.bet, "ann", f"{kind}_odds", most + step, on="f")
        at.bet("ann", f"{kind}_odds", most, on="f", id="o")
        refused(clause, at.bet, "ann", f"{kind}_odds", step, on="f")
        refused(clause, at.increase, "o", most + step)
    for kind, most in (("come", take), ("dont_come", lay)):
        at = table(odds_multiple=multiple)
        roll(at, 5 if point != 5 else 6)
        at.bet("ann", kind, flat, id="f")
        roll(at, point)
        at.bet("ann", f"{kind}_odds", most, on="f", id="o")
        assert at.state.wagers["o"].amount == most
    refused("CR.H.5", CrapsSign, odds_multiple=101)
    refused("CR.H.1/2", CrapsSign, odds_multiple=0)


def test_a_house_may_refuse_the_excess_and_post_other_multiples_by_point() -> None:
    at = table(odds_multiple={4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}, take_excess=False)
    at.bet("ann", "pass", 5, id="p")
    roll(at, 9)
    refused("CR.H.5", at.bet, "ann", "pass_odds", 22, on="p")
    at.bet("ann", "pass_odds", 20, on="p")


@pytest.mark.clauses("oneida CR.E.5", "oneida CR.O5", "oneida CR.O6")
@pytest.mark.parametrize(("called", "total"), [(False, 7), (False, 8), (True, 7), (True, 8)])
def test_come_odds_are_off_on_the_come_out_unless_called_on(called: bool, total: int) -> None:
    at = table()
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    roll(at, 8)
    at.bet("ann", "come_odds", 10, on="c", id="o")
    roll(at, 6)
    if called:
        at.call_on("o")
    roll(at, total)
    assert outcome(at, "c")[0] == ("lose" if total == 7 else "win")
    expected = ("lose", 0, 10) if total == 7 else ("win", 12, 0)
    assert outcome(at, "o") == (expected if called else ("returned", 0, 0))


# Numbers


@pytest.mark.clauses("oneida CR.O4", "oneida CR.F.1")
@pytest.mark.parametrize(
    ("number", "amount", "paid"), [(4, 5, 9), (5, 5, 7), (6, 6, 7), (8, 6, 7), (9, 5, 7), (10, 5, 9)]
)
def test_a_place_bet_wins_on_its_number_and_loses_on_seven(number: int, amount: int, paid: int) -> None:
    for last, expected in ((number, ("win", paid, 0)), (7, ("lose", 0, amount))):
        at = table()
        roll(at, 9 if number != 9 else 5)
        at.bet("ann", "place", amount, number=number, id="x")
        roll(at, 11, last)
        assert outcome(at, "x") == expected


@pytest.mark.clauses("oneida CR.D.place.c", "oneida CR.E.5", "oneida CR.O5")
@pytest.mark.parametrize("kind", ["place", "buy", "hard"])
def test_place_buy_and_hardway_sit_the_come_out_out_unless_called_on(kind: str) -> None:
    amount = 30
    for called in (False, True):
        at = table()
        at.bet("ann", kind, amount, number=6, id="x")
        if called:
            at.call_on("x")
        roll(at, 7)
        assert outcome(at, "x") == (("lose", 0, amount) if called else ("live", 0, 0))
    at = table()
    at.bet("ann", kind, amount, number=6, id="x")
    at.call_on("x")
    roll(at, 8, 8)
    assert not at.state.wagers["x"].called_on
    roll(at, 7)
    assert outcome(at, "x")[0] == "live"


def test_a_house_may_let_hardways_work_on_the_come_out() -> None:
    at = table(hardways_work=True)
    at.bet("ann", "hard", 5, number=6, id="h")
    roll(at, 7)
    assert outcome(at, "h") == ("lose", 0, 5)


@pytest.mark.clauses("oneida CR.AMB-C18", "oneida CR.O5/2")
def test_a_wager_is_not_turned_off_while_a_point_is_on() -> None:
    at = table()
    at.bet("ann", "place", 6, number=6, id="x")
    at.bet("ann", "lay", 40, number=4, id="l")
    at.call_on("x")
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
        at = table()
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
    refused("CR.G.2", CrapsSign, commission_pct=6, offer_buy=False)
    refused("CR.G.1", table(offer_buy=False).bet, "ann", "buy", 20, number=4)
    refused("CR.G.2", table(offer_lay=False).bet, "ann", "lay", 40, number=4)
    refused("CR.G.1/2", CrapsSign, pay={"buy-4": Fraction(3)})
    refused("CR.G.2/2", CrapsSign, pay={"lay-4": Fraction(3)})


def test_a_fee_is_rounded_down_and_not_given_back() -> None:
    at = table()
    roll(at, 5)
    at.bet("ann", "buy", 39, number=4, id="b")
    assert at.state.wagers["b"].commission == 1
    at.increase("b", 60)
    assert at.state.wagers["b"].commission == 3
    at.remove("b")
    assert at.state.bank == 3
    assert at.state.stacks["ann"] == 100_000 - 3


@pytest.mark.clauses("oneida CR.O4/2", "oneida CR.O7")
@pytest.mark.parametrize(
    ("number", "amount", "paid"), [(4, 11, 5), (5, 8, 5), (6, 5, 4), (8, 5, 4), (9, 8, 5), (10, 11, 5)]
)
def test_place_to_lose_exists_only_where_it_is_offered(number: int, amount: int, paid: int) -> None:
    refused("CR.O4/2", table().bet, "ann", "place_to_lose", amount, number=number)
    for last, expected in ((7, ("win", paid, 0)), (number, ("lose", 0, amount))):
        at = table(offer_place_to_lose=True)
        at.bet("ann", "place_to_lose", amount, number=number, id="x")
        roll(at, last)
        assert outcome(at, "x") == expected


@pytest.mark.parametrize(("number", "odds"), [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_a_hardway_wants_the_pair_before_the_easy_way_or_a_seven(
    number: int, odds: int, exercises: Exercises
) -> None:
    half = number // 2
    for faces, expected in (
        ((half, half), ("win", 5 * odds, 0)),
        (EASY[number], ("lose", 0, 5)),
        ((4, 3), ("lose", 0, 5)),
        ((6, 5), ("live", 0, 0)),
    ):
        at = table()
        roll(at, 9)
        at.bet("ann", "hard", 5, number=number, id="h")
        at.throw(*faces)
        assert outcome(at, "h") == expected
    exercises(f"oneida CR.D.hard-{number}", "oneida CR.F.1")


# One roll

ONE_ROLL = [
    ("field", {}, 1, {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}, ("D.field", "F.1")),
    ("any_seven", {}, 1, {7: 4}, ("D.any-seven", "F.1")),
    ("any_craps", {}, 1, {2: 7, 3: 7, 12: 7}, ("D.any-craps", "F.1")),
    ("number", {"number": 2}, 1, {2: 30}, ("D.craps-2", "F.1")),
    ("number", {"number": 3}, 1, {3: 15}, ("D.craps-3", "F.1")),
    ("number", {"number": 12}, 1, {12: 30}, ("D.craps-12", "F.1")),
    ("number", {"number": 11}, 1, {11: 15}, ("D.eleven", "F.1")),
    ("ce", {}, 2, {2: 6, 3: 6, 12: 6, 11: 14}, ("D.c-and-e", "F.4")),
    ("horn", {}, 4, {2: 27, 12: 27, 3: 12, 11: 12}, ("D.horn", "D.horn.a", "D.horn.b", "F.2")),
    ("horn_high", {"number": 12}, 5, {12: 57, 2: 26, 3: 11, 11: 11}, ("D.horn-high", "D.horn-high.a", "F.3")),
    ("horn_high", {"number": 3}, 5, {3: 27, 2: 26, 12: 26, 11: 11}, ("D.horn-high", "D.horn-high.a", "F.3")),
    ("world", {}, 5, {7: 0, 2: 26, 12: 26, 3: 11, 11: 11}, ("D.world", "D.world.a")),
]


@pytest.mark.parametrize(("kind", "options", "units", "nets", "ids"), ONE_ROLL)
def test_a_one_roll_wager_is_decided_by_the_next_total(
    kind: str,
    options: dict[str, int],
    units: int,
    nets: dict[int, int],
    ids: tuple[str, ...],
    exercises: Exercises,
) -> None:
    for total, faces in EASY.items():
        for point in (0, 6):
            at = table()
            if point:
                roll(at, point)
            at.bet("ann", kind, units, id="x", **options)  # type: ignore[arg-type]
            at.throw(*faces)
            result, paid, taken = outcome(at, "x")
            assert paid - taken == nets.get(total, -units)
            assert result == ("win" if total in nets else "lose")
    if units > 1:
        refused("CR.F.5", table().bet, "ann", kind, units + 1, **options)
    exercises(*(f"oneida CR.{id}" for id in ids))


@pytest.mark.clauses("oneida CR.D.hop", "oneida CR.D.hop.a", "oneida CR.D.hop.b", "oneida CR.D.hop.c")
def test_a_hop_wants_two_faces_in_either_order() -> None:
    for combo, faces, net in (
        ((5, 4), (4, 5), 15),
        ((6, 6), (6, 6), 30),
        ((5, 4), (6, 3), -1),
        ((1, 1), (1, 1), 30),
        ((3, 3), (4, 2), -1),
    ):
        at = table()
        at.bet("ann", "hop", 1, combo=combo, id="x")
        at.throw(*faces)
        _, paid, taken = outcome(at, "x")
        assert paid - taken == net


@pytest.mark.clauses("oneida CR.D.horn-high.b", "oneida CR.D.world.b")
def test_without_their_spots_horn_high_and_world_are_booked_as_two_wagers() -> None:
    at = table(horn_high_spot=False, world_spot=False)
    at.bet("ann", "horn_high", 5, number=3, id="h")
    at.bet("ann", "world", 10, id="w")
    assert {wager.id: (wager.kind, wager.amount) for wager in at.state.live} == {
        "h": (18, 4), "h+": (16, 1), "w": (18, 8), "w+": (14, 2)
    }  # fmt: skip
    roll(at, 3)
    assert sum(wager.paid - wager.taken for wager in at.state.wagers.values()) == 27 + 2 * 11


@pytest.mark.clauses("oneida CR.D.optional")
def test_what_is_not_on_the_layout_needs_an_approved_procedure() -> None:
    at = table()
    for kind, options in (
        ("fire", {}), ("place", {"number": 7}), ("hard", {"number": 5}), ("number", {"number": 7}),
        ("horn_high", {"number": 7}), ("hop", {"combo": (7, 1)}), ("field", {"number": 4}),
    ):  # fmt: skip
        refused("CR.D.optional", at.bet, "ann", kind, 30, **options)
    refused("CR.D.optional", CrapsSign, optional_wagers=("fire",))
    CrapsSign(optional_wagers=("fire",), approved_wagers=("fire",))


@pytest.mark.clauses("oneida CR.F.5")
@pytest.mark.parametrize(
    ("kind", "number", "good", "bad"),
    [
        ("place", 6, 12, 5),
        ("place", 5, 15, 7),
        ("buy", 9, 20, 21),
        ("lay", 8, 24, 20),
        ("place", 8, 18, 1),
        ("hard", 8, 1, 0),
    ],
)
def test_an_amount_that_cannot_be_paid_exactly_is_refused(
    kind: str, number: int, good: int, bad: int
) -> None:
    at = table()
    refused("CR.F.5", at.bet, "ann", kind, bad, number=number)
    id = at.bet("ann", kind, good, number=number)
    if bad > 1:
        with pytest.raises((IllegalError, InvalidError)):
            at.reduce(id, good - 1)
    assert at.state.layout == good


@pytest.mark.clauses("oneida CR.F.1", "oneida CR.F.1/2", "oneida CR.H.5/3")
def test_a_house_may_pay_more_everywhere_but_never_less() -> None:
    at = table(pay={"field-12": Fraction(3)})
    at.bet("ann", "field", 5, id="f")
    roll(at, 12)
    assert outcome(at, "f") == ("win", 15, 0)
    refused("CR.F.1", CrapsSign, pay={"field-12": Fraction(1)})
    refused("CR.F.1/2", CrapsSign, pay={"field-12": Fraction(3)}, uniform=False)
    refused("CR.H.5/3", CrapsSign, pay={"pass-odds": Fraction(3)})
    with pytest.raises(InvalidError, match="no pay line"):
        CrapsSign(pay={"lightning": Fraction(3)})


# Taking down and cutting


@pytest.mark.clauses("oneida CR.E.3", "oneida CR.E.3/2")
def test_pass_and_come_lock_on_their_point_and_everything_else_comes_down() -> None:
    at = table()
    at.bet("ann", "pass", 10, id="p")
    at.reduce("p", 5)
    roll(at, 6)
    at.bet("ann", "come", 10, id="c")
    at.reduce("c", 5)
    roll(at, 8)
    for id in ("p", "c"):
        refused("CR.E.3/2", at.remove, id)
        refused("CR.E.3/2", at.reduce, id, 1)
    at.bet("ann", "pass_odds", 5, on="p", id="o")
    at.bet("ann", "place", 12, number=6, id="x")
    at.bet("ann", "field", 12, id="f")
    at.reduce("x", 6)
    for id in ("o", "x", "f"):
        at.remove(id)
        assert outcome(at, id) == ("removed", 0, 0)
    assert at.state.layout == 10
    fresh = table()
    fresh.bet("ann", "pass", 10, id="p")
    fresh.remove("p")
    roll(fresh, 7)
    assert fresh.state.bank == 0


@pytest.mark.clauses("oneida CR.E.4", "oneida CR.E.4/2")
def test_a_dont_bet_always_comes_down_but_not_back_up() -> None:
    at = table()
    at.bet("ann", "dont_pass", 20, id="d")
    at.reduce("d", 10)
    refused("CR.E.4/2", at.increase, "d", 20)
    refused("CR.E.4/2", at.bet, "ann", "dont_pass", 10)
    at.bet("bob", "dont_pass", 10)
    roll(at, 8)
    at.remove("d")
    refused("CR.E.4/2", at.bet, "ann", "dont_pass", 10)
    refused("CR.E.4/2", at.increase, "d", 20)
    at.bet("ann", "dont_come", 20, id="c")
    at.remove("c")
    refused("CR.E.4/2", at.bet, "ann", "dont_come", 20)
    roll(at, 5)
    at.bet("ann", "dont_come", 20, id="e")
    roll(at, 9)
    at.reduce("e", 10)
    refused("CR.E.4/2", at.increase, "e", 20)
    at.bet("ann", "dont_come", 20, id="f")
    roll(at, 8)
    at.bet("ann", "dont_pass", 10)


@pytest.mark.clauses("oneida CR.AMB-C30")
def test_lay_odds_fall_with_their_flat_bet() -> None:
    at = table(odds_multiple=2)
    at.bet("ann", "dont_pass", 20, id="d")
    roll(at, 4)
    at.bet("ann", "dont_pass_odds", 60, on="d", id="o")
    at.bet("ann", "dont_pass_odds", 20, on="d", id="q")
    at.reduce("d", 10)
    assert (at.state.wagers["o"].amount, outcome(at, "q")[0]) == (40, "removed")
    at.remove("d")
    assert outcome(at, "o")[0] == "removed"
    assert at.state.layout == 0


@pytest.mark.clauses("oneida CR.AMB-C31", "oneida CR.J.3.d", "oneida CR.J.3", "oneida CR.J.3.a")
def test_everything_a_throw_decides_is_settled_and_comes_down_before_the_next() -> None:
    at = table()
    at.bet("ann", "pass", 10, id="p")
    roll(at, 8)
    at.bet("ann", "place", 6, number=8, id="x")
    at.bet("ann", "field", 5, id="f")
    roll(at, 8)
    assert [wager.id for wager in at.state.live] == []
    assert at.state.stacks["ann"] == 100_000 + 10 + 7 - 5
    assert at.log[-1].name == "point-made"
    roll(at, 8)
    assert outcome(at, "x") == ("win", 7, 0)
    called = [event for event in at.log if event.name == "rolled"]
    assert [(event.facts()["one"], event.facts()["other"]) for event in called] == [EASY[8]] * 3


# Making bets


@pytest.mark.clauses(
    "oneida CR.E.1", "oneida CR.E.1/2", "oneida CR.E.2", "oneida CR.E.2/2", "oneida CR.E.2/3"
)
def test_bets_are_chips_before_the_throw_or_confirmed_by_the_crew() -> None:
    at = table()
    refused("CR.E.2/3", at.bet, "ann", "field", 5, tender="cash")
    at.bet("ann", "field", 5, tender="cash", confirmed=True)
    refused("CR.E.2", at.bet, "ann", "field", 5, tender="watch")
    refused("CR.E.2/2", at.bet, "ann", "field", 5, coupon=True)
    at.bet("ann", "pass", 5, coupon=True)
    at.bet("ann", "dont_pass", 5, coupon=True)
    at.release()
    refused("CR.E.1", at.bet, "ann", "field", 5)
    at.bet("ann", "any_seven", 5, confirmed=True)
    roll(at, 7)
    at.bet("ann", "field", 5)


# The throw


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        *[
            ("off-table", "J.2.a"),
            ("stacked", "J.2.a"),
            ("not-together", "J.2.b.i"),
            ("missed-end", "J.2.b.ii"),
        ],
        *[
            ("bank-chips", "J.2.b.iii"),
            ("cup-or-rail", "J.2.b.iv"),
            ("cheating", "J.2.b.v"),
            ("a shout", "J.2.b.vi"),
        ],
    ],
)
def test_an_invalid_throw_decides_nothing(reason: str, clause: str, exercises: Exercises) -> None:
    at = table()
    at.bet("ann", "pass", 10, id="p")
    roll(at, 6)
    at.bet("ann", "field", 5, id="f")
    at.no_roll(reason)
    assert at.log[-1].clause == f"oneida CR.{clause}"
    assert (outcome(at, "p")[0], outcome(at, "f")[0], at.state.point, at.state.rolls) == (
        "live",
        "live",
        6,
        1,
    )
    if clause != "J.2.a":
        with pytest.raises(IllegalError, match="the stickperson may") as refusal:
            at.no_roll(reason, by="boxperson")
        assert refusal.value.clause == "oneida CR.J.2.b"
        exercises("oneida CR.J.2.b")
    exercises("oneida CR.J.2", f"oneida CR.{clause}", "oneida CR.AMB-C15")


@pytest.mark.clauses("oneida CR.J.2.c", "oneida CR.J.2.d", "oneida CR.J.2.b", "oneida CR.J.3.c")
def test_when_no_roll_is_called_and_by_whom() -> None:
    at = table(no_roll_caller="boxperson")
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
    at = table()
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


# The shooter


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
    at.pass_dice(ordered="delays the game")
    assert at.log[-1].clause == "oneida CR.K.1.b"
    assert at.state.offering == ["cid", "dan", "ann"]
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
    assert (at.phase, at.state.shooter) == ("settle-only", "ann")
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
    assert (at.phase, at.log[-1].clause) == ("come-out", "oneida CR.K.2.c")


@pytest.mark.clauses("oneida CR.K.2.c")
def test_a_line_bet_brings_normal_play_back() -> None:
    at = table()
    roll(at, 6)
    at.bet("ann", "come", 10)
    roll(at, 8, 6)
    at.no_line_bet()
    at.bet("bob", "pass", 10)
    assert (at.phase, at.log[-1].clause) == ("come-out", "oneida CR.K.2.c")
    roll(at, 9)
    assert at.state.point == 9


def test_players_come_and_go_between_their_wagers() -> None:
    at = table()
    at.join("cid", 50)
    at.bet("cid", "field", 50)
    with pytest.raises(IllegalError, match="on the layout"):
        at.leave("cid")
    roll(at, 7)
    at.join("cid", 10)
    at.leave("cid")
    assert "cid" not in at.state.stacks
    assert at.state.bank == 50
    with pytest.raises(InvalidError, match="nobody called"):
        at.leave("cid")
    with pytest.raises(InvalidError, match="cannot be brought"):
        at.join("dan", 0)


def test_bad_input_changes_nothing() -> None:
    at = table(minimum=5, maximum=500)
    before = len(at.log)
    for args in (("zoe", "pass", 5), ("ann", "pass", 4), ("ann", "pass", 501), ("bob", "pass", 5000)):
        with pytest.raises((IllegalError, InvalidError)):
            at.bet(*args)
    for call in (at.remove, at.call_on):
        with pytest.raises(InvalidError, match="no wager 'w9'"):
            call("w9")
    for change in (at.reduce, at.increase):
        with pytest.raises(InvalidError, match="no wager 'w9'"):
            change("w9", 1)
    with pytest.raises(InvalidError, match="nobody holds"):
        at.pass_dice()
    assert len(at.log) == before
    at.bet("ann", "pass", 5, id="p")
    for change in (at.reduce, at.increase):
        with pytest.raises(InvalidError):
            change("p", 5)
    with pytest.raises(InvalidError, match="stands already"):
        at.bet("ann", "field", 5, id="p")
    with pytest.raises(InvalidError, match="cannot be"):
        CrapsSign(minimum=0)
    with pytest.raises(InvalidError, match="the points are"):
        CrapsSign(odds_multiple={7: 2})
    with pytest.raises(InvalidError, match="cannot hold"):
        Craps(CrapsSign(), {"ann": -1})


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


@pytest.mark.clauses("oneida CR.J.1")
def test_cocked_dice_of_a_shooter_without_a_line_bet_are_refused_too() -> None:
    at = Craps(CrapsSign(), {"ann": 1000})
    at.offer()
    at.answer("ann", accept=True)
    refused("CR.J.1", at.throw_raw, [Die(top=3), Die(resting=(6,))])
    assert at.state.rolls == 0


@pytest.mark.clauses("oneida CR.G.1", "oneida CR.G.2")
def test_the_commission_is_rounded_down_to_the_smallest_chip_in_use() -> None:
    at = table(min_chip=5)
    at.bet("ann", "buy", 95, number=4, id="b")
    at.bet("ann", "buy", 100, number=10, id="c")
    at.bet("ann", "lay", 390, number=4, id="l")
    assert [at.state.wagers[id].commission for id in "bcl"] == [0, 5, 5]


def test_a_decided_dont_pass_is_not_on_the_layout_to_be_raised() -> None:
    at = table()
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, 7)
    with pytest.raises(InvalidError, match="no wager 'd' stands"):
        at.increase("d", 20)


@pytest.mark.clauses("oneida CR.E.1", "oneida CR.E.3", "oneida CR.E.4")
def test_once_the_dice_have_left_the_hand_only_a_dont_bet_is_changed() -> None:
    at = table()
    at.bet("ann", "dont_pass", 10, id="d")
    at.bet("ann", "place", 12, number=6, id="x")
    at.release()
    refused("CR.E.3", at.remove, "x")
    refused("CR.E.3", at.reduce, "x", 6)
    refused("CR.E.1", at.increase, "x", 18)
    refused("CR.E.1", at.call_on, "x")
    refused("CR.E.1", at.call_off, "x")
    at.remove("d")
    roll(at, 7)
    at.remove("x")
    assert outcome(at, "x")[0] == "removed"


def test_only_odds_belong_to_another_wager() -> None:
    at = table()
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, 4)
    at.bet("ann", "field", 20, on="d", id="f")
    at.bet("ann", "dont_pass_odds", 20, on="d", id="o")
    at.remove("d")
    assert [outcome(at, id)[0] for id in "dfo"] == ["removed", "live", "removed"]


def test_a_wager_is_not_cut_below_the_posted_minimum() -> None:
    at = table(minimum=5)
    at.bet("ann", "field", 10, id="f")
    with pytest.raises(IllegalError, match="outside the posted limits"):
        at.reduce("f", 4)
    at.reduce("f", 5)
    assert at.state.wagers["f"].amount == 5
