"""Craps: how a wager is made, changed and taken down."""

from __future__ import annotations

import pytest
from tests.games.dice.tables import EASY, craps, outcome, refused, roll

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.wagers import legal_wagers


@pytest.mark.clauses("oneida CR.E.1", "oneida CR.E.1/2", "oneida CR.E.2", "oneida CR.E.2/2", "oneida CR.E.2/3")
def test_bets_are_chips_before_the_throw_or_confirmed_by_the_crew() -> None:
    at = craps()
    refused("CR.E.2/3", at.bet, "ann", "field", 5, tender="cash")
    at.bet("ann", "field", 5, tender="cash", confirmed=True)
    assert (at.state.stacks["ann"], at.state.layout) == (100_000, 5), "the cash is staked, not the chips"
    refused("CR.E.2", at.bet, "ann", "field", 5, tender="watch")
    refused("CR.E.2/2", at.bet, "ann", "field", 5, coupon=True)
    at.bet("ann", "pass", 5, coupon=True)
    at.bet("ann", "dont_pass", 5, coupon=True)
    at.release()
    refused("CR.E.1", at.bet, "ann", "field", 5)
    at.bet("ann", "any_seven", 5, confirmed=True)
    roll(at, 7)
    at.bet("ann", "field", 5)


@pytest.mark.clauses("oneida CR.E.3", "oneida CR.E.3/2")
def test_pass_and_come_lock_on_their_point_and_everything_else_comes_down() -> None:
    at = craps()
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
    fresh = craps()
    fresh.bet("ann", "pass", 10, id="p")
    fresh.remove("p")
    roll(fresh, 7)
    assert fresh.state.bank == 0


@pytest.mark.clauses("oneida CR.E.4", "oneida CR.E.4/2")
def test_a_dont_bet_always_comes_down_but_not_back_up() -> None:
    at = craps()
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
    at = craps(odds_multiple=2)
    at.bet("ann", "dont_pass", 20, id="d")
    roll(at, 4)
    at.bet("ann", "dont_pass_odds", 60, on="d", id="o")
    at.bet("ann", "dont_pass_odds", 20, on="d", id="q")
    at.reduce("d", 10)
    assert (at.state.wagers["o"].amount, outcome(at, "q")[0]) == (40, "removed")
    at.remove("d")
    assert outcome(at, "o")[0] == "removed"
    assert at.state.layout == 0


def test_only_odds_belong_to_another_wager() -> None:
    at = craps()
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, 4)
    at.bet("ann", "field", 20, on="d", id="f")
    at.bet("ann", "dont_pass_odds", 20, on="d", id="o")
    at.remove("d")
    assert [outcome(at, id)[0] for id in "dfo"] == ["removed", "live", "removed"]


def test_a_decided_dont_pass_is_not_on_the_layout_to_be_raised() -> None:
    at = craps()
    at.bet("ann", "dont_pass", 10, id="d")
    roll(at, 7)
    with pytest.raises(InvalidError, match="no wager 'd' stands"):
        at.increase("d", 20)


@pytest.mark.clauses("oneida CR.E.1", "oneida CR.E.3", "oneida CR.E.4")
def test_once_the_dice_have_left_the_hand_only_a_dont_bet_is_changed() -> None:
    at = craps()
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


def test_a_wager_is_not_cut_below_the_posted_minimum() -> None:
    at = craps(minimum=5)
    at.bet("ann", "field", 10, id="f")
    with pytest.raises(IllegalError, match="outside the limits on the sign"):
        at.reduce("f", 4)
    at.reduce("f", 5)
    assert at.state.wagers["f"].amount == 5


@pytest.mark.clauses("oneida CR.AMB-C31", "oneida CR.J.3.d", "oneida CR.J.3", "oneida CR.J.3.a")
def test_everything_a_throw_decides_is_settled_and_comes_down_before_the_next() -> None:
    at = craps()
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
    assert [(event.fields()["one"], event.fields()["other"]) for event in called] == [EASY[8]] * 3


def test_the_posted_maximum_is_for_all_that_a_player_has_on_a_spot() -> None:
    at = craps(minimum=5, maximum=100)
    at.bet("ann", "pass", 60, id="a")
    at.bet("bob", "pass", 100)
    with pytest.raises(IllegalError, match="limits on the sign, 5 to 100"):
        at.bet("ann", "pass", 41)
    at.bet("ann", "pass", 40, id="b")
    with pytest.raises(IllegalError, match="limits on the sign, 5 to 100"):
        at.increase("a", 61)
    roll(at, 6)
    at.bet("ann", "come", 100)
    with pytest.raises(IllegalError, match="limits on the sign, 5 to 100"):
        at.bet("ann", "come", 5)
    roll(at, 8)
    at.bet("ann", "come", 100)  # the other one has its number and left the spot
    at.bet("ann", "hop", 100, combo=(5, 4))
    at.bet("ann", "hop", 100, combo=(5, 3))
    with pytest.raises(IllegalError, match="limits on the sign, 5 to 100"):
        at.bet("ann", "hop", 5, combo=(4, 5))
    offered = {(offer.kind, offer.number, offer.faces): offer.most for offer in legal_wagers.bets(at, "ann")}
    assert ("hop", 0, "5-4") not in offered
    assert (offered["hop", 0, "6-5"], offered["field", 0, ""]) == (100, 100)


def test_bad_input_changes_nothing() -> None:
    at = craps(minimum=5, maximum=500)
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
        Craps(CrapsSign(), {"ann": 5}).pass_dice()
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


def laid(*odds: int, flat: int = 40) -> Craps:
    """A Don't Pass on the four with odds behind it, laid two to one."""
    at = craps()
    at.bet("ann", "dont_pass", flat, id="d")
    roll(at, 4)
    for number, amount in enumerate(odds, 1):
        at.bet("ann", "dont_pass_odds", amount, on="d", id=f"o{number}")
    return at


@pytest.mark.clauses("oneida CR.AMB-C30")
@pytest.mark.parametrize(
    ("odds", "to", "left"),
    [
        ((80,), 40, None),  # not cut at all
        ((40, 40), 20, {"o1": 40}),
        ((40, 40), 25, {"o1": 40, "o2": 10}),
        ((40, 40), 10, {"o1": 20}),
        ((20, 20, 20), 30, {"o1": 20, "o2": 20, "o3": 20}),
        ((20, 20, 20), 20, {"o1": 20, "o2": 20}),
        ((20, 20, 20), 19, {"o1": 20, "o2": 18}),
        ((20, 20, 20), 10, {"o1": 20}),
    ],
)
def test_laid_odds_are_cut_with_their_flat_bet_the_latest_first(
    odds: tuple[int, ...], to: int, left: dict[str, int] | None
) -> None:
    at = laid(*odds)
    if left is None:
        with pytest.raises(InvalidError, match="d of 40 is not cut to 40: 1 to 39, or remove it"):
            at.reduce("d", to)
        return
    before = at.state.stacks["ann"]
    at.reduce("d", to)
    standing = {wager.id: wager.amount for wager in at.state.live if wager.id != "d"}
    assert standing == left
    assert at.state.stacks["ann"] == before + 40 - to + sum(odds) - sum(left.values())


@pytest.mark.parametrize(("flat", "to"), [(20, 40), (19, 38)])
def test_odds_wait_for_a_flat_bet_of_ones_own_that_stands_and_has_its_point(flat: int, to: int) -> None:
    at = laid(flat=flat)
    at.bet("ann", "dont_pass_odds", to, on="d", id="o")
    for owner, on in (("bob", "d"), ("ann", "nothing"), ("ann", "o")):
        refused("CR.H.2", at.bet, owner, "dont_pass_odds", 2, on=on)
    roll(at, 7)
    at.bet("ann", "pass", 10, id="p")
    refused("CR.H.2", at.bet, "ann", "dont_pass_odds", 2, on="d")
    refused("CR.H.1", at.bet, "ann", "pass_odds", 2, on="p")
