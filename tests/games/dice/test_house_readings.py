"""Where a rule may be read in two ways, a house may post the other one; unless it does, nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.games.dice.random_sessions import craps_table, mini_table, seated

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.core.validation import omitted_defaults
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.history.narration import narrate
from hoyle.judge import judge
from hoyle.table.dice.commands import (
    Accept,
    CallOff,
    CallOn,
    ConfirmOn,
    DealerShakes,
    HolderShakes,
    Increase,
    Reduce,
    TakeDown,
)
from hoyle.table.dice.table import DiceTable


def on_a_point(**options: Any) -> DiceTable:
    """Ann has the dice and bets the line, and the point is six."""
    table = seated(craps_table(**options), "ann", "bob", "cyd")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    return table


def refused(clause: str, table: DiceTable, command: Any) -> str:
    """Refused by that clause, and not offered either; the words of the refusal."""
    assert command.name not in offered(table, command.seat)
    with pytest.raises(IllegalError) as refusal:
        table.do(command)
    assert refusal.value.clause == clause
    return str(refusal.value)


def offered(table: DiceTable, seat: int) -> set[str]:
    """What a seat is offered to do."""
    return {choice.do for wait in table.pending() if wait.seat == seat for choice in wait.choices}


def kept(table: DiceTable) -> None:
    """Log, checkpoint and audit carry what the sign says."""
    told = json.loads(json.dumps(table.dump()))
    assert DiceTable.load(told) == table
    assert DiceTable.resume(json.loads(json.dumps(table.checkpoint()))) == table
    assert DiceTable.audit(DiceTable.load(told).steps).holds


@pytest.mark.parametrize("kind", [CrapsSign, MiniDiceSign])
def test_a_sign_that_follows_the_usual_readings_says_nothing_of_them(kind: Any) -> None:
    assert omitted_defaults(kind)
    assert not omitted_defaults(kind).keys() & kind().facts().keys()
    for name, usual in omitted_defaults(kind).items():
        assert getattr(kind(), name) == usual
        with pytest.raises(HoyleError, match=f"^{name} 7: "):
            kind(**{name: 7})


# AMB-C6: the dice are passed while a point is on


@pytest.mark.clauses("oneida CR.K.1", "oneida CR.J.1")
def test_a_new_shooter_may_have_to_have_a_line_bet_when_the_point_is_on() -> None:
    table = on_a_point()
    table.pass_on(1)
    table.accept(2)
    table.throw(5, 4)

    table = seated(craps_table(line_bet_at_point=True), "ann", "bob", "cyd")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.bet(3, "dont_pass", 10)
    table.throw(4, 2)
    table.pass_on(1)
    said = refused("oneida CR.J.1", table, Accept(seat=2))
    assert "bob has no line bet and cannot take the dice: the point is 6" in said
    table.decline(2)
    assert "accept" in offered(table, 3)
    table.accept(3)
    table.throw(5, 4)
    kept(table)


@pytest.mark.clauses("oneida CR.K.1")
def test_where_nobody_has_a_line_bet_anybody_throws_for_the_point() -> None:
    table = seated(craps_table(line_bet_at_point=True), "ann", "bob")
    table.offer()
    table.accept(1)
    table.bet(1, "dont_pass", 10)
    table.throw(4, 2)
    table.take_down(1, "w1")
    table.pass_on(1)
    table.accept(2)
    table.throw(5, 1)
    assert table.state.play.point == 0


@pytest.mark.clauses("oneida CR.J.1")
def test_before_a_come_out_the_dice_are_taken_without_a_line_bet_in_any_house() -> None:
    table = seated(craps_table(line_bet_at_point=True), "ann", "bob")
    table.bet(2, "pass", 10)
    table.offer()
    table.accept(1)
    assert table.state.play.shooter == "ann"


# AMB-C9: the commission on buy and lay


@pytest.mark.clauses("oneida CR.G.1", "oneida CR.G.2")
@pytest.mark.parametrize(
    ("options", "fees"),
    [
        ({}, [0, 1, 1, 2, 0]),
        ({"commission_rounding": "nearest"}, [1, 1, 2, 2, 1]),
        ({"commission_rounding": "up"}, [1, 1, 2, 3, 1]),
        ({"commission_rounding": "up", "commission_pct": 5}, [1, 1, 2, 3, 1]),
        ({"commission_rounding": "up", "commission_pct": 0}, [0, 0, 0, 0, 0]),
        ({"commission_rounding": "up", "min_chip": 5}, [0, 0, 0, 0, 0]),
    ],
)
def test_a_fraction_of_a_commission_is_rounded_as_the_sign_says_and_never_above_the_limit(
    options: dict[str, Any], fees: list[int]
) -> None:
    """Of 20, 30, 45 and 60 at 4 %, and of 20 that 40 may win; 5 % of 30 would be one chip and a half."""
    table = on_a_point(**{"commission_pct": 4, **options})
    bets = [("buy", 20, 4), ("buy", 30, 4), ("buy", 45, 4), ("buy", 60, 4), ("lay", 40, 4)]
    found = [table.bet(2, kind, amount, number=number)[0].commission for kind, amount, number in bets]
    assert found == fees
    kept(table)


@pytest.mark.clauses("oneida CR.G.1")
def test_a_commission_comes_back_only_where_the_house_says_so() -> None:
    for options, back, after_cut in (({}, 0, 0), ({"commission_refunded": True}, 2, 1)):
        table = on_a_point(**options)
        table.bet(2, "buy", 60, number=4)
        table.do(Reduce(seat=2, wager="w2", to=40))
        assert 500 - 40 - 3 + after_cut == table.state.play.stacks["bob"]
        removed = table.take_down(2, "w2")[0]
        assert removed.refund == back
        assert table.state.play.stacks["bob"] == 497 + back + after_cut
        assert table.state.play.commissions == 3 - back - after_cut
        kept(table)


@pytest.mark.clauses("oneida CR.G.1", "oneida CR.J.3.d")
def test_a_wager_left_up_after_a_win_is_charged_again_unless_the_house_says_no() -> None:
    for options, fee in (({}, 2), ({"commission_after_win": False}, 0)):
        table = on_a_point(**options)
        table.bet(2, "buy", 40, number=4)
        table.throw(3, 1)
        assert table.bet(2, "buy", 40, number=4)[0].commission == fee
        kept(table)
        table.throw(3, 1)
        assert table.bet(2, "buy", 40, number=4)[0].commission == fee


@pytest.mark.clauses("oneida CR.G.1")
def test_what_a_won_wager_has_paid_counts_once_and_for_that_spot_until_the_next_roll() -> None:
    table = on_a_point(commission_after_win=False, commission_refunded=True)
    table.bet(2, "buy", 40, number=4)
    table.throw(3, 1)
    assert table.bet(2, "buy", 40, number=5)[0].commission == 2, "another number"
    assert table.bet(3, "buy", 40, number=4)[0].commission == 2, "another player"
    assert table.bet(2, "buy", 20, number=4)[0].commission == 0
    assert table.bet(2, "buy", 60, number=4)[0].commission == 2, "one chip of the two was left"
    assert table.take_down(2, "w5")[0].refund == 0, "nothing was charged on it"
    assert table.do(Increase(seat=2, wager="w6", to=80))[0].commission == 1
    table.throw(5, 4)
    assert table.bet(2, "buy", 40, number=4)[0].commission == 2, "it came down"
    kept(table)


def test_a_wager_left_up_is_offered_for_the_last_chips_until_the_next_roll() -> None:
    table = on_a_point(commission_after_win=False)
    table.bet(2, "buy", 400, number=4)
    table.throw(3, 1)
    table.bet(2, "field", 880)
    assert (most_to_buy(table, 4), table.state.play.stacks["bob"]) == (400, 400)
    table.take_down(2, "w3")
    table.bet(2, "place", 880, number=5)
    assert most_to_buy(table, 4) == 400
    table.throw(6, 5)
    assert most_to_buy(table, 4) == 381, "and 19 for the commission"
    table.bet(2, "buy", 381, number=4)


def most_to_buy(table: DiceTable, number: int) -> int:
    """The most that seat 2 is offered to buy a number for."""
    return max(
        choice.bounds[0].max
        for wait in table.pending()
        if wait.seat == 2
        for choice in wait.choices
        if choice.do == "bet" and (choice.fixed["kind"], choice.fixed.get("number")) == ("buy", number)
    )


def test_a_case_may_post_how_commissions_go() -> None:
    steps = [{"do": "bet", "id": "b", "kind": "buy", "number": 4, "amount": 30}, {"do": "remove", "id": "b"}]
    case = {"id": "X-1", "kind": "dice", "game": "craps", "rulebook": "oneida", "steps": steps}
    assert judge(case).result["net"] == -1
    ruled = judge({**case, "params": {"commission_rounding": "up", "commission_refunded": True}}).result
    assert (ruled["net"], ruled["wagers"]["b"]["commission"]) == (0, 0)
    with pytest.raises(HoyleError, match=r"commission_rounding: cannot be .*one of down, nearest, up"):
        judge({**case, "params": {"commission_rounding": "sideways"}})


# AMB-C18: turning a wager off while a point is on


@pytest.mark.clauses("oneida CR.D.place.c", "oneida CR.AMB-C18")
def test_a_wager_may_be_turned_off_during_a_point_where_the_house_lets_one() -> None:
    usual = on_a_point()
    usual.bet(2, "place", 10, number=5)
    refused("oneida CR.AMB-C18", usual, CallOff(seat=2, wager="w2"))

    table = on_a_point(off_at_point=True)
    table.bet(2, "place", 10, number=5)
    table.bet(2, "hard", 5, number=4)
    assert "call-off" in offered(table, 2)
    called = table.do(CallOff(seat=2, wager="w2"))
    assert [(entry.name, entry.clause) for entry in called] == [("called-off", "house off-at-point")]
    assert off(table) == {"w2"}
    table.throw(4, 1)
    assert off(table) == {"w2"}, "it neither wins nor loses, and stays up"
    kept(table)
    table.do(CallOn(seat=2, wager="w2"))
    assert off(table) == set()
    assert [entry.id for entry in table.throw(4, 1) if entry.name == "decided"] == ["w2"]


def test_a_wager_that_was_off_during_a_point_goes_by_the_usual_rules_after_it() -> None:
    table = on_a_point(off_at_point=True)
    table.bet(2, "place", 10, number=5)
    table.do(CallOff(seat=2, wager="w2"))
    table.throw(4, 2)
    table.do(CallOn(seat=2, wager="w2"))
    table.do(ConfirmOn(wager="w2"), "boxperson")
    assert off(table) == set(), "called on for the come-out"
    table.do(CallOff(seat=2, wager="w2"))
    table.bet(1, "pass", 10)
    table.throw(5, 4)
    assert off(table) == set(), "on again with the next point"
    table.do(CallOff(seat=2, wager="w2"))
    table.throw(4, 3)
    assert table.state.play.wagers["w2"].result == "", "the losing seven does not take it"
    kept(table)


@pytest.mark.clauses("oneida CR.O6")
def test_come_odds_turned_off_during_a_point_go_back_when_the_come_is_decided() -> None:
    table = on_a_point(off_at_point=True)
    table.bet(2, "come", 10)
    table.throw(5, 4)
    table.bet(2, "come_odds", 10, on="w2")
    table.do(CallOff(seat=2, wager="w3"))
    decided = [entry for entry in table.throw(5, 4) if entry.name == "decided"]
    assert [(entry.id, entry.result) for entry in decided] == [("w2", "win"), ("w3", "returned")]


def test_what_is_never_off_is_not_turned_off_in_any_house() -> None:
    table = on_a_point(off_at_point=True)
    table.bet(2, "lay", 40, number=4)
    refused("oneida CR.AMB-C18", table, CallOff(seat=2, wager="w2"))


def test_the_dealer_says_how_long_a_wager_is_off() -> None:
    table = on_a_point(off_at_point=True)
    table.bet(2, "place", 10, number=5)
    table.do(CallOff(seat=2, wager="w2"))
    table.do(CallOn(seat=2, wager="w2"))
    table.do(CallOn(seat=2, wager="w2"))
    table.do(ConfirmOn(wager="w2"), "boxperson")
    said = [call.text for call in narrate(table.log) if "the five is o" in call.text]
    assert said == [
        "Bob's bet to place the five is off while the point is on.",
        "Bob's bet to place the five is on again.",
        "Bob's bet to place the five is on for the come-out.",
    ]


def off(table: DiceTable) -> set[str]:
    """The wagers that are off, as everybody sees them."""
    return {wager.id for wager in table.view("").wagers if wager.off}


# AMB-C32: Don't bets that come down


@pytest.mark.clauses("oneida CR.E.4/2")
def test_a_dont_pass_taken_down_before_its_point_may_be_put_back_where_the_house_says_so() -> None:
    for barred in (True, False):
        table = seated(craps_table(dont_barred_at_point=not barred), "ann", "bob")
        table.bet(2, "dont_pass", 10)
        table.take_down(2, "w1")
        assert ("dont_pass" in kinds(table, 2)) is not barred
        if barred:
            with pytest.raises(IllegalError, match="may not be put back"):
                table.bet(2, "dont_pass", 10)
            continue
        table.bet(2, "dont_pass", 10)
        table.do(Reduce(seat=2, wager="w2", to=5))
        assert "increase" in offered(table, 2)
        table.do(Increase(seat=2, wager="w2", to=20))
        kept(table)


@pytest.mark.clauses("oneida CR.E.4/2")
def test_a_dont_bet_that_has_its_point_is_not_put_back_or_raised_in_any_house() -> None:
    table = on_a_point(dont_barred_at_point=True)
    table.bet(2, "dont_come", 10)
    table.take_down(2, "w2")
    assert "dont_come" in kinds(table, 2)
    table.bet(2, "dont_come", 10)
    table.throw(5, 4)
    table.do(Reduce(seat=2, wager="w3", to=5))
    refused("oneida CR.E.4/2", table, Increase(seat=2, wager="w3", to=10))

    table = seated(craps_table(dont_barred_at_point=True), "ann")
    table.offer()
    table.accept(1)
    table.bet(1, "dont_pass", 10)
    table.throw(5, 4)
    table.take_down(1, "w1")
    assert "dont_pass" not in kinds(table, 1)
    with pytest.raises(IllegalError, match="may not be put back"):
        table.bet(1, "dont_pass", 10)


def kinds(table: DiceTable, seat: int) -> set[str]:
    """The kinds of wagers that a seat is offered."""
    choices = [choice for wait in table.pending() if wait.seat == seat for choice in wait.choices]
    return {choice.fixed["kind"] for choice in choices if choice.do == "bet"}


# AMB-D2: taking wagers down at mini-dice


@pytest.mark.clauses("nj-19-47 MD.AMB-D2")
def test_a_house_may_let_no_wager_be_taken_down_at_mini_dice() -> None:
    table = seated(mini_table(wagers_removable=False), "ann", "bob")
    table.bet(1, "place", 12, number=6)
    assert "stands until it is decided" in refused("nj-19-47 MD.AMB-D2", table, TakeDown(seat=1, wager="w1"))
    refused("nj-19-47 MD.AMB-D2", table, Reduce(seat=1, wager="w1", to=6))
    table.do(Increase(seat=1, wager="w1", to=24))
    table.leave(1)
    assert table.state.players[1].name == "ann", "she leaves when it is decided"
    table.offer()
    table.accept(2)
    table.do(DealerShakes(times=3))
    table.do(HolderShakes(seat=2, times=3))
    table.uncover(4, 2)
    assert 1 not in table.state.players
    kept(table)


def test_a_case_may_post_that_wagers_stand() -> None:
    steps = [
        {"do": "bet", "id": "f", "kind": "field", "amount": 5},
        {"do": "remove", "id": "f"},
        {"do": "shake", "dice": [5, 4]},
    ]
    case = {"id": "X-1", "kind": "dice", "game": "mini-dice", "rulebook": "nj-19-47", "steps": steps}
    assert judge(case).result["net"] == 0
    ruled = judge({**case, "params": {"wagers_removable": False}}).result
    assert (ruled["net"], ruled["rejects"]) == (5, [["f", "MD.AMB-D2"]])


# AMB-D6: the shaker is passed


@pytest.mark.clauses("nj-19-47 19:47-13.7(b)")
@pytest.mark.parametrize(
    ("params", "asked", "holder"),
    [({}, ["bob", "cyd"], "dealer"), ({"player_may_return": True}, ["bob", "cyd", "ann"], "ann")],
)
def test_whoever_passed_the_shaker_may_be_asked_last(params: dict[str, Any], asked: list[str], holder: str) -> None:
    case = {
        "id": "X-1", "kind": "dice", "game": "mini-dice", "rulebook": "nj-19-47", "params": params,
        "players": ["ann", "bob", "cyd"], "previous": "ann", "accepts": ["ann"],
    }  # fmt: skip
    assert judge(case).result == {"asked": asked, "holder": holder}
