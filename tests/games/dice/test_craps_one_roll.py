"""Craps: wagers on the next roll, and what a payment needs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.coverage_plugin import Exercises
from tests.games.dice.tables import EASY, craps, outcome, refused, roll

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice.posted_sign import CrapsSign

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
    kind: str, options: dict[str, int], units: int, nets: dict[int, int], ids: tuple[str, ...], exercises: Exercises
) -> None:
    for total, faces in EASY.items():
        for point in (0, 6):
            at = craps()
            if point:
                roll(at, point)
            at.bet("ann", kind, units, id="x", **options)  # type: ignore[arg-type]
            at.throw(*faces)
            result, paid, taken = outcome(at, "x")
            assert paid - taken == nets.get(total, -units)
            assert result == ("win" if total in nets else "lose")
    if units > 1:
        refused("CR.F.5", craps().bet, "ann", kind, units + 1, **options)
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
        at = craps()
        at.bet("ann", "hop", 1, combo=combo, id="x")
        at.throw(*faces)
        _, paid, taken = outcome(at, "x")
        assert paid - taken == net


@pytest.mark.clauses("oneida CR.D.horn-high.b", "oneida CR.D.world.b")
def test_without_their_spots_horn_high_and_world_are_booked_as_two_wagers() -> None:
    at = craps(without_spot=("horn_high", "world"))
    at.bet("ann", "horn_high", 5, number=3, id="h")
    at.bet("ann", "world", 10, id="w")
    assert {wager.id: (wager.kind, wager.amount) for wager in at.state.live} == {
        "h": ("horn", 4), "h+": ("number", 1), "w": ("horn", 8), "w+": ("any_seven", 2)
    }  # fmt: skip
    roll(at, 3)
    assert sum(wager.paid - wager.taken for wager in at.state.wagers.values()) == 27 + 2 * 11


@pytest.mark.clauses("oneida CR.D.optional")
def test_what_is_not_on_the_layout_needs_an_approved_procedure() -> None:
    at = craps()
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
def test_an_amount_that_cannot_be_paid_exactly_is_refused(kind: str, number: int, good: int, bad: int) -> None:
    at = craps()
    refused("CR.F.5", at.bet, "ann", kind, bad, number=number)
    id = at.bet("ann", kind, good, number=number)
    if bad > 1:
        with pytest.raises((IllegalError, InvalidError)):
            at.reduce(id, good - 1)
    assert at.state.layout == good


@pytest.mark.clauses("oneida CR.F.1", "oneida CR.F.1/2", "oneida CR.H.5/3")
def test_a_house_may_pay_more_everywhere_but_never_less() -> None:
    at = craps(pay={"field-12": Fraction(3)})
    at.bet("ann", "field", 5, id="f")
    roll(at, 12)
    assert outcome(at, "f") == ("win", 15, 0)
    refused("CR.F.1", CrapsSign, pay={"field-12": Fraction(1)})
    refused("CR.F.1/2", CrapsSign, pay={"field-12": Fraction(3)}, uniform=False)
    refused("CR.H.5/3", CrapsSign, pay={"pass-odds-4": Fraction(3)})
    with pytest.raises(InvalidError, match="no pay line"):
        CrapsSign(pay={"lightning": Fraction(3)})
