"""Where a rule may be read in two ways, a house may post the other one; unless it does, nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.dice.sessions import craps_table, seated

from hoyle.dice.sign import CrapsSign
from hoyle.errors import HoyleError, IllegalError
from hoyle.judge import judge
from hoyle.table.dice.commands import Accept
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
    return {choice.do for wait in table.waits() if wait.seat == seat for choice in wait.choices}


def kept(table: DiceTable) -> None:
    """Log, checkpoint and audit carry what the sign says."""
    told = json.loads(json.dumps(table.dump()))
    assert DiceTable.load(told) == table
    assert DiceTable.resume(json.loads(json.dumps(table.checkpoint()))) == table
    assert DiceTable.audit(DiceTable.load(told).steps).holds


def test_a_sign_that_follows_the_usual_readings_says_nothing_of_them() -> None:
    assert not CrapsSign.READINGS.keys() & CrapsSign().facts().keys()
    for name, usual in CrapsSign.READINGS.items():
        assert getattr(CrapsSign(), name) == usual
        with pytest.raises(HoyleError, match=f"^{name} 7: "):
            CrapsSign(**{name: 7})  # type: ignore[arg-type]


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


# AMB-D6: the shaker is passed


@pytest.mark.clauses("nj-19-47 19:47-13.7(b)")
@pytest.mark.parametrize(
    ("params", "asked", "holder"),
    [
        ({}, ["bob", "cyd"], "dealer"),
        ({"player_may_return": True}, ["bob", "cyd", "ann"], "ann"),
    ],
)
def test_whoever_passed_the_shaker_may_be_asked_last(
    params: dict[str, Any], asked: list[str], holder: str
) -> None:
    case = {
        "id": "X-1", "kind": "dice", "game": "mini-dice", "rulebook": "nj-19-47", "params": params,
        "players": ["ann", "bob", "cyd"], "previous": "ann", "accepts": ["ann"],
    }  # fmt: skip
    assert judge(case).result == {"asked": asked, "holder": holder}
