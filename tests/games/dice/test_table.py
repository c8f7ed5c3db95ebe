"""A dice table with people at it: seats, chips, dice in their hands, and the floor."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from tests.games.dice.random_sessions import craps_table, mini_table, seated

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.history.narration import narrate
from hoyle.table import disputes, seats
from hoyle.table.command_base import command_from_dict
from hoyle.table.dice import commands
from hoyle.table.dice.command_dispatch import HANDLERS
from hoyle.table.dice.commands import (
    AskForShaker,
    ConfirmBet,
    DealerShakes,
    DeclineLine,
    DieSeen,
    HolderShakes,
    HouseRuling,
    Increase,
    NoLineBet,
    NoRoll,
    OrderPass,
    Reduce,
    ReleaseDice,
    ReportThrow,
    RuleThrow,
)
from hoyle.table.dice.table import DiceTable
from hoyle.table.log.event_log import LogStep
from hoyle.table.log.json_output import to_dict


def at_craps(**options: Any) -> DiceTable:
    """Ann, bob and cid; ann has the dice."""
    table = seated(craps_table(**options), "ann", "bob", "cid")
    table.offer()
    table.accept(1)
    return table


def at_mini(**options: Any) -> DiceTable:
    return seated(mini_table(**options), "ann", "bob", "cid")


def refused(clause: str, table: DiceTable, command: Any, by: str = "dealer") -> None:
    before = table.state_to_dict()
    with pytest.raises(IllegalError) as refusal:
        table.do(command, by)
    assert refusal.value.clause == clause
    assert clause in str(refusal.value)
    assert table.state_to_dict() == before


def names(entries: list[Any]) -> list[str]:
    return [entry.name for entry in entries]


@pytest.mark.clauses("nj-19-47 MD.O7")
def test_seven_people_fill_a_mini_dice_table() -> None:
    table = DiceTable.open(MiniDiceSign())
    for seat in range(1, 8):
        table.sit(seat, 5, f"player {seat}")
    refused("nj-19-47 MD.O7", table, seats.Sit(seat=8, chips=5, player="dan"))


def test_people_sit_down_and_bring_chips_while_wagers_stand() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.sit(4, 300, "dan")
    table.top_up(1, 100)
    table.bet(4, "place", 12, number=8)
    table.throw(6, 2)
    assert table.stacks == {1: 590, 2: 500, 3: 500, 4: 314}
    assert sum(table.state.accounts().values()) == 0


@pytest.mark.clauses("oneida CR.E.3", "oneida CR.E.3/2", "oneida CR.E.4")
def test_who_leaves_takes_down_what_the_book_lets_him_and_waits_for_the_rest() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.bet(2, "pass", 10)
    table.bet(2, "dont_pass", 10)
    table.throw(4, 2)
    table.bet(2, "pass_odds", 10, on="w2")
    table.bet(2, "place", 12, number=8)
    left = table.leave(2)
    assert names(left) == ["removed", "barred", "removed", "removed", "request-deferred"]
    assert [wager.id for wager in table.state.play.live] == ["w1", "w2"]
    assert table.view("bob").seats[1].after_round == ["leave"]
    with pytest.raises(IllegalError, match="is leaving and makes no wager"):
        table.bet(2, "field", 5)
    with pytest.raises(IllegalError, match="leaves already"):
        table.leave(2)
    decided = table.throw(5, 1)
    assert names(decided)[-2:] == ["deferred-request-closed", "player-left"]
    assert table.stacks == {1: 510, 3: 500}
    assert table.state.cashier == -1500 + 510


def test_a_promise_to_leave_can_be_taken_back() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.bet(2, "pass", 10)
    table.throw(4, 2)
    table.leave(2)
    assert table.state.play.players == ["ann", "cid"]
    table.do(seats.CancelDeferred(seat=2, what="leave"), by="bob")
    table.bet(2, "field", 5)
    table.throw(4, 3)
    assert table.stacks[2] == 500 - 10 - 5
    assert table.state.play.players == ["ann", "bob", "cid"]


@pytest.mark.clauses("oneida CR.K.1", "oneida CR.K.3")
def test_a_shooter_who_leaves_passes_the_dice_first() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    left = table.leave(1)
    assert names(left) == ["passed", "request-deferred"]
    assert left[0].clause == "oneida CR.K.1"
    assert table.state.play.offering == ["bob", "cid"]
    table.accept(2)
    table.throw(4, 3)
    assert 1 not in table.stacks
    assert table.state.play.must_pass
    assert table.state.play.shooter == "bob"


@pytest.mark.clauses("oneida CR.K.1")
def test_in_the_middle_of_a_throw_nobody_hands_on_the_dice_by_leaving() -> None:
    table = at_craps()
    table.bet(1, "dont_pass", 10)
    table.do(ReleaseDice(seat=1), by="ann")
    refused("oneida CR.K.1", table, commands.PassDice(seat=1), "ann")
    assert names(table.leave(1)) == ["request-deferred"]
    assert names(table.throw(1, 1))[-3:] == ["passed", "deferred-request-closed", "player-left"]
    assert table.state.play.offering == ["bob", "cid"]


@pytest.mark.clauses("oneida CR.K.3")
def test_the_offer_goes_on_from_the_same_place_when_the_old_shooter_is_gone() -> None:
    table = at_craps()
    table.pass_on(1)
    table.accept(2)
    table.leave(2)
    assert table.state.play.offering == ["cid", "ann"]
    table.decline(3)
    table.decline(1)
    table.offer()
    assert table.state.play.offering == ["cid", "ann"]


@pytest.mark.clauses("oneida CR.E.4/2")
def test_a_newcomer_in_the_seat_inherits_nothing() -> None:
    table = at_craps()
    table.bet(2, "dont_pass", 10)
    table.take_down(2, "w1")
    refused("oneida CR.E.4/2", table, commands.Bet(seat=2, kind="dont_pass", amount=10), "bob")
    table.leave(2)
    table.sit(2, 100, "dan")
    table.bet(2, "dont_pass", 10)
    table.leave(2)
    # What he may not do is his own: another seat does not make him another person.
    table.sit(4, 100, "bob")
    refused("oneida CR.E.4/2", table, commands.Bet(seat=4, kind="dont_pass", amount=10), "bob")


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)2")
def test_whoever_refused_the_shaker_has_refused_it_although_he_went_away_and_came_back() -> None:
    table = seated(mini_table(), "ann", "bob")
    table.offer()
    table.decline(1)
    table.decline(2)
    table.leave(2)
    table.sit(4, 100, "bob")
    with pytest.raises(IllegalError, match="dealer holds it"):
        table.offer()
    table.do(DealerShakes(times=3))
    table.do(HolderShakes(seat=0, times=3))
    table.uncover(2, 2)
    table.do(AskForShaker(seat=4), "bob")
    assert table.state.play.shooter == "bob"


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)2")
def test_a_newcomer_is_asked_although_the_last_man_in_his_seat_refused() -> None:
    table = at_mini()
    table.offer()
    for seat in (1, 2, 3):
        table.decline(seat)
    assert table.state.play.shooter == "dealer"
    with pytest.raises(IllegalError, match="dealer holds it"):
        table.offer()
    table.leave(2)
    table.sit(2, 100, "dan")
    refused_until_offered = HolderShakes(seat=0, times=3)
    table.do(DealerShakes(times=3))
    refused("nj-19-47 19:47-13.7(a)2", table, refused_until_offered)
    table.offer()
    assert table.view().offered_to == "dan"
    table.decline(2)
    table.do(refused_until_offered)


@pytest.mark.clauses("oneida CR.K.1.b")
def test_the_boxperson_alone_takes_the_dice_from_a_shooter() -> None:
    table = at_craps()
    refused("oneida CR.K.1.b", table, OrderPass(why="delay"), "stickperson")
    told = table.do(OrderPass(why="delay"), by="boxperson")
    assert [entry.clause for entry in told] == ["oneida CR.K.1.b"] * 2
    assert table.view().offered_to == "bob"


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)1.ii")
def test_the_floorperson_alone_takes_the_shaker_from_a_player() -> None:
    table = at_mini()
    table.offer()
    table.accept(1)
    table.do(DealerShakes(times=3))
    refused("nj-19-47 19:47-13.7(a)1.ii", table, OrderPass(), "dealer")
    assert table.do(OrderPass(), by="floor")[0].clause == "nj-19-47 19:47-13.7(a)1.ii"
    assert table.view().offered_to == "bob"


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.J.2.b", "oneida CR.J.2.d", "oneida CR.J.2.c")
def test_who_may_call_a_throw_off_and_who_rules_on_its_faces() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.do(ReleaseDice(seat=1), by="ann")
    refused("oneida CR.J.2.b", table, NoRoll(reason="missed-end"), "boxperson")
    refused("oneida CR.J.2.d", table, NoRoll(reason="player-chips"), "stickperson")
    refused("oneida CR.J.3.c", table, RuleThrow(one=4, other=3), "stickperson")
    late = table.do(NoRoll(reason="missed-end", at_rest=True), by="stickperson")
    assert [entry.clause for entry in late] == ["oneida CR.J.2.b.ii", "oneida CR.J.2.c"]
    ruled = table.do(RuleThrow(one=4, other=3), by="boxperson")
    assert ruled[0].clause == "oneida CR.J.3.c"
    assert table.stacks[1] == 510


@pytest.mark.clauses("oneida CR.J.3.b", "oneida CR.J.3.b/2")
def test_cocked_dice_are_reported_as_they_lie() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    void = table.do(ReportThrow(dice=(DieSeen(top=3), DieSeen(resting=(1, 2)))))
    assert [entry.clause for entry in void] == ["oneida CR.J.3.b/2"]
    read_off = table.do(ReportThrow(dice=(DieSeen(top=5), DieSeen(resting=(1,)))))
    assert (read_off[0].one, read_off[0].other, read_off[0].clause) == (5, 6, "oneida CR.J.3.b")
    with pytest.raises(InvalidError, match="3 dice: two are thrown"):
        table.do(ReportThrow(dice=(DieSeen(top=1),) * 3))


@pytest.mark.clauses("oneida CR.E.1", "oneida CR.E.1/2", "oneida CR.E.2/3", "oneida CR.E.2")
def test_late_bets_and_spoken_cash_count_on_the_crews_word() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.do(ReleaseDice(seat=1), by="ann")
    refused("oneida CR.E.1", table, commands.Bet(seat=2, kind="field", amount=5), "bob")
    with pytest.raises(IllegalError, match="bob cannot order confirm-bet"):
        table.do(ConfirmBet(seat=2, kind="field", amount=5), by="bob")
    late = table.do(ConfirmBet(seat=2, kind="field", amount=5), by="stickperson")
    assert late[0].clause == "oneida CR.E.1/2"
    table.throw(6, 6)
    assert table.stacks[2] == 510
    spoken = ConfirmBet(seat=2, kind="field", amount=5, tender="cash")
    refused("oneida CR.E.2/3", table, spoken, "stickperson")
    changed, made = table.do(spoken, by="boxperson")
    assert (changed.name, changed.chips, changed.clause) == ("cash-changed", 5, "oneida CR.E.2/3")
    assert (made.tender, made.clause) == ("cash", "oneida CR.E.2/3")
    refused("oneida CR.E.2", table, ConfirmBet(seat=2, kind="field", amount=5, tender="watch"))


@pytest.mark.clauses("oneida CR.K.2", "oneida CR.K.2.a", "oneida CR.K.2.c")
def test_the_line_is_declined_offered_onward_and_thrown_without() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.bet(1, "come", 10)
    table.throw(5, 4)
    refused("oneida CR.K.2", table, DeclineLine(seat=1), "ann")
    table.throw(5, 1)
    refused("oneida CR.K.2", table, NoLineBet())
    table.do(DeclineLine(seat=1), by="ann")
    table.decline(2)
    table.decline(3)
    table.do(NoLineBet())
    assert (table.view().phase, table.view().shooter) == ("settle-only", "ann")
    table.throw(6, 3)
    assert table.view().phase == "come-out"
    assert table.stacks[1] == 520


@pytest.mark.clauses("oneida CR.J.1", "oneida CR.K.1.a")
def test_the_table_says_what_the_shooter_owes() -> None:
    table = at_craps()
    wait = table.pending()[0]
    assert (wait.kind, wait.person, wait.clause) == ("line-bet", "ann", "oneida CR.J.1")
    assert [choice.fixed.get("kind", choice.do) for choice in wait.choices] == ["pass", "dont_pass", "pass-dice"]
    refused("oneida CR.J.1", table, commands.Throw(one=1, other=1))
    table.bet(1, "pass", 10)
    assert [each.kind for each in table.pending()[:2]] == ["throw", "roll"]
    table.throw(4, 2)
    table.throw(4, 3)
    wait = table.pending()[0]
    assert (wait.kind, wait.person, wait.clause) == ("pass", "ann", "oneida CR.K.1.a")
    table.pass_on(1)
    assert (table.pending()[0].kind, table.pending()[0].person) == ("shooter", "bob")


@pytest.mark.clauses(
    "nj-19-47 19:47-13.5(d)", "nj-19-47 19:47-13.5(d)1", "nj-19-47 19:47-13.7(a)1.i", "nj-19-47 19:47-13.7(b)/2"
)
def test_a_shake_from_the_dealers_hand_to_the_uncovering() -> None:
    table = at_mini()
    table.bet(2, "any_7", 5)
    table.offer()
    table.accept(1)
    refused("nj-19-47 19:47-13.5(d)", table, DealerShakes(times=2))
    table.do(DealerShakes(times=3))
    with pytest.raises(IllegalError, match="bob does not hold it: ann does"):
        table.do(HolderShakes(seat=2, times=3), by="bob")
    refused("nj-19-47 19:47-13.5(d)1", table, HolderShakes(seat=1, times=2), "ann")
    table.do(HolderShakes(seat=1, times=3), by="ann")
    table.uncover(4, 3)
    assert table.stacks[2] == 520
    refused("nj-19-47 19:47-13.7(a)1.i", table, DealerShakes(times=3))
    table.pass_on(1)
    table.decline(2)
    table.decline(3)
    assert table.view().shooter == "dealer"
    table.do(AskForShaker(seat=2), by="bob")
    assert table.view().shooter == "bob"


def test_a_wager_is_its_owners_to_change() -> None:
    table = at_craps()
    table.bet(1, "field", 10)
    for command in (commands.TakeDown(seat=2, wager="w1"), Increase(seat=2, wager="w1", to=20)):
        with pytest.raises(IllegalError, match="w1 is ann's, not bob's"):
            table.do(command, by="bob")
    with pytest.raises(IllegalError, match="ann sits in seat 1 and cannot act for seat 2"):
        table.do(commands.Bet(seat=2, kind="field", amount=5), by="ann")
    table.do(Reduce(seat=1, wager="w1", to=5), by="ann")
    mini = at_mini()
    mini.bet(1, "field", 10)
    with pytest.raises(InvalidError, match="is not cut to 10"):
        mini.do(Reduce(seat=1, wager="w1", to=10))
    with pytest.raises(InvalidError, match="is not raised to 10"):
        mini.do(Increase(seat=1, wager="w1", to=10))


def test_who_sits_out_is_not_asked_and_makes_no_wager() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.do(seats.SitOut(seat=2), by="bob")
    with pytest.raises(IllegalError, match="seat 2 sits out"):
        table.bet(2, "field", 5)
    table.throw(1, 1)
    assert names(table.do(seats.SitOut(seat=1), by="ann")) == ["passed", "sat-out"]
    assert table.state.play.offering == ["cid"]
    table.do(seats.SitIn(seat=2), by="bob")
    table.bet(2, "field", 5)


def test_who_sits_out_in_the_middle_of_his_throw_keeps_seat_and_wagers() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.do(ReleaseDice(seat=1), by="ann")
    assert names(table.do(seats.SitOut(seat=1), by="ann")) == ["request-deferred"]
    thrown = table.throw(4, 2)
    assert names(thrown)[-3:] == ["passed", "deferred-request-closed", "sat-out"]
    assert (thrown[-2].what, thrown[-2].kept) == ("sit out", True)
    assert (thrown[-2].clause, thrown[-1].clause) == ("house seats", "house seats")
    assert table.state.players[1].sitting_out
    assert table.stacks[1] == 490
    assert [wager.owner for wager in table.state.play.live] == ["ann"]
    assert table.state.play.offering == ["bob", "cid"]


def test_somebody_is_in_play_while_he_holds_the_dice_or_has_a_wager() -> None:
    table = at_craps()
    table.bet(2, "field", 10)
    assert [table.has_chips_in_play(seat) for seat in (1, 2, 3)] == [True, True, False]
    table.bet(1, "pass", 10)
    table.throw(3, 2)
    assert [table.has_chips_in_play(seat) for seat in (1, 2, 3)] == [True, False, False]


@pytest.mark.clauses("oneida CR.H.5")
def test_odds_are_offered_as_far_as_those_that_stand_leave_room() -> None:
    table = at_craps(odds_multiple=2)
    table.bet(1, "pass", 10)
    table.throw(4, 2)

    def offered() -> list[tuple[int, int]]:
        return [
            (bound.min, bound.max)
            for wait in table.pending()
            for choice in wait.choices
            if choice.do == "bet" and choice.fixed.get("kind") == "pass_odds"
            for bound in choice.bounds
        ]

    assert offered() == [(5, 20)]
    table.bet(1, "pass_odds", 15, on="w1")
    assert offered() == [(5, 5)]
    table.bet(1, "pass_odds", 5, on="w1")
    assert offered() == []


def test_who_is_refused_play_goes_as_anybody_does() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.bet(2, "field", 10)
    table.do(disputes.RefusePlay(player="bob", why="abuse", house="barred tonight"), by="floor")
    assert 2 not in table.stacks
    with pytest.raises(IllegalError, match="bob has been refused play"):
        table.sit(2, 100, "bob")
    with pytest.raises(HoyleError, match="does not let the house refuse play"):
        table.do(disputes.RefusePlay(player="cid", why="abuse"), by="floor")


def test_the_floor_hears_disputes_and_rules_where_the_book_is_silent() -> None:
    table = at_craps()
    table.do(disputes.OpenDispute(about="a late bet"), by="bob")
    table.do(disputes.SettleDispute(number=1, ruling="no bet", ruled_by="floor"), by="floor")
    ruled = table.do(HouseRuling(about="dice out of the tray", decision="new set"), by="floor")
    assert (ruled[0].name, ruled[0].by) == ("house-ruled", "floor")
    with pytest.raises(InvalidError, match="a ruling needs words"):
        table.do(HouseRuling(about=" ", decision="x"), by="floor")


def test_a_preview_changes_nothing() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    before = table.state_to_dict()
    assert names(list(table.preview(commands.Throw(one=4, other=3)).entries))[:2] == ["rolled", "decided"]
    with pytest.raises(IllegalError):
        table.preview(RuleThrow(one=4, other=3), by="stickperson")
    assert table.state_to_dict() == before


@pytest.mark.parametrize(
    ("message", "data"),
    [
        ("amount .*: expected at most", {"do": "bet", "seat": 1, "kind": "pass", "amount": 10**40}),
        ("amount '5': expected a whole number", {"do": "bet", "seat": 1, "kind": "pass", "amount": "5"}),
        ("amount True", {"do": "bet", "seat": 1, "kind": "pass", "amount": True}),
        ("amount -5: expected 0 or more", {"do": "bet", "seat": 1, "kind": "pass", "amount": -5}),
        ("number 13: expected at most", {"do": "bet", "seat": 1, "kind": "place", "amount": 5, "number": 13}),
        ("kind of 61 characters", {"do": "bet", "seat": 1, "kind": "p" * 61, "amount": 5}),
        ("one 7: expected at most 6", {"do": "throw", "one": 7, "other": 1}),
        ("one 0: expected 1 or more", {"do": "throw", "one": 0, "other": 1}),
        ("throw needs its field 'other'", {"do": "throw", "one": 1}),
        ("bet has no field 'odds'", {"do": "bet", "seat": 1, "kind": "pass", "amount": 5, "odds": 1}),
        ("dice .*: colour is not known here", {"do": "report-throw", "dice": [{"top": 3, "colour": "red"}]}),
        ("times 10001: expected at most 10,000", {"do": "dealer-shakes", "times": 10_001}),
        ("chips .*: expected at most", {"do": "sit", "seat": 4, "chips": 10**13, "player": "dan"}),
        ("player .*: expected printable text", {"do": "sit", "seat": 4, "chips": 5, "player": "d\x07n"}),
    ],
)
def test_what_no_wager_or_throw_can_be_is_turned_away_at_the_door(message: str, data: dict[str, Any]) -> None:
    table = at_craps()
    with pytest.raises(InvalidError, match=message):
        command_from_dict(table.COMMANDS, data)


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ("faces '7-1': expected two faces", commands.Bet(seat=1, kind="hop", amount=5, faces="7-1")),
        ("on 'w1': Field supports no other", commands.Bet(seat=1, kind="field", amount=5, on="w1")),
        ("faces '5-4': Field is not made on", commands.Bet(seat=1, kind="field", amount=5, faces="5-4")),
        ("number 4: no number is named for Pass", commands.Bet(seat=1, kind="pass_odds", amount=5, number=4)),
        ("uncover is not for a table of craps", commands.Uncover(one=1, other=1)),
        ("ann holds 500 chips", commands.Bet(seat=1, kind="pass", amount=501)),
        ("seat 9: this table has seats 1 to 5", seats.Sit(seat=9, chips=5, player="dan")),
        ("that name is reserved for staff", seats.Sit(seat=4, chips=5, player="unseen shooter")),
        ("that name is reserved for staff", seats.Sit(seat=4, chips=5, player="dealer")),
        ("change it into chips first", seats.TopUp(seat=1, chips=5, currency=5)),
        ("expected 1 or more", seats.TopUp(seat=1, chips=0)),
        ("ann holds it", commands.Offer()),
        ("the table is open already", commands.OpenTable(game="craps", sign={})),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(message: str, command: Any) -> None:
    table = at_craps()
    before = table.state_to_dict()
    with pytest.raises(HoyleError, match=message):
        table.do(command)
    assert table.state_to_dict() == before


def test_craps_commands_are_not_for_mini_dice() -> None:
    table = at_mini()
    for command in (
        commands.Throw(one=1, other=1),
        ReleaseDice(seat=1),
        NoLineBet(),
        ConfirmBet(seat=1, kind="field", amount=5),
        commands.CallOn(seat=1, wager="w1"),
    ):
        with pytest.raises(IllegalError, match="is not for a table of mini-dice"):
            table.do(command)
    with pytest.raises(InvalidError, match="no wager of mini-dice has it"):
        table.bet(1, "field", 5, coupon=True)
    with pytest.raises(InvalidError, match="at_rest"):
        table.do(NoRoll(reason="fell-out", at_rest=True))
    with pytest.raises(InvalidError, match="by '': expected a name"):
        table.do(commands.Offer(), by="")


@pytest.mark.parametrize(
    ("message", "game", "sign"),
    [
        ("game 'faro': expected one of craps, mini-dice", "faro", {}),
        ("no field 'color'", "craps", {"color": "green"}),
        ("minimum 1.5: expected a whole number", "craps", {"minimum": 1.5}),
        ("minimum .*: expected at most", "craps", {"minimum": 10**13}),
        ("put_bets 1: expected True or False", "craps", {"put_bets": 1}),
        ("pay 'x': expected a whole number or a fraction", "craps", {"pay": {"field": "x"}}),
        ("pay '1/0': expected a whole number or a fraction", "craps", {"pay": {"field": "1/0"}}),
        ("pay 5: expected a short table", "craps", {"pay": 5}),
        ("odds_multiple 4: expected a number as text", "craps", {"odds_multiple": {4: 3}}),
        ("100 seats: one to 99", "craps", {"seats": 100}),
        ("without_spot 'horn': expected a list of names", "craps", {"without_spot": "horn"}),
        ("no wager 'fire'", "craps", {"offers": {"fire": True}}),
        ("stated 'for'|'for'", "mini-dice", {"stated": "for"}),
        ("no book 'nobody' for mini-dice", "mini-dice", {"book": "nobody"}),
    ],
)
def test_a_sign_is_read_with_care(message: str, game: str, sign: dict[str, Any]) -> None:
    table = DiceTable()
    with pytest.raises(HoyleError, match=message):
        table.do(commands.OpenTable(game=game, sign=sign))
    with pytest.raises(IllegalError, match="the table is not open"):
        table.sit(1, 100, "ann")


def test_a_sign_comes_back_from_the_log_as_it_was_put_up() -> None:
    sign = CrapsSign(odds_multiple={4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}, bar=2, offers={"buy": False})
    table = DiceTable.open(sign)
    assert table.sign.facts() == sign.facts()
    again = DiceTable.load(table.dump())
    assert again.sign.facts() == sign.facts()
    assert repr(again) == "<DiceTable oneida craps: 0 players, 0 rolls>"
    with pytest.raises(InvalidError, match="expected a CrapsSign or a MiniDiceSign"):
        DiceTable.open("craps")  # type: ignore[arg-type]


def test_what_is_posted_and_offered_keeps_its_order_at_a_table_taken_up() -> None:
    procedures = {"twins": {12: Fraction(20), 2: Fraction(20)}, "aces": {2: Fraction(30)}}
    named = tuple(procedures)
    posted = CrapsSign(
        limits={"place": (12, 60), "field": (1, 10)},
        optional_wagers=named,
        approved_wagers=named,
        optional_pay=procedures,
    )
    table = DiceTable.open(posted)
    seated(table, "ann")
    table.offer()
    table.accept(1)
    again = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
    assert again.sign.text() == posted.text()
    assert to_dict(again.pending()) == to_dict(table.pending())
    assert json.dumps(again.checkpoint()) == json.dumps(table.checkpoint())


def test_a_log_written_before_a_citation_was_corrected_still_resumes() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.throw(4, 3)
    plain = table.dump()
    plain[-2]["events"][0]["fields"]["clause"] = "oneida CR.O9"
    old = DiceTable.load(plain)
    assert old == table
    found = DiceTable.audit(old.steps)
    assert found.first is not None
    assert (found.first.entry, len(found.differences), found.finished) == (7, 1, True)
    assert "clause is 'oneida CR.O9' and must be 'oneida CR.O1'" in str(found.first)


def test_an_audit_names_a_payment_that_no_rule_makes() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.throw(4, 3)
    steps = list(table.steps)
    last = steps[-1]
    plain = table.dump()
    plain[-1]["events"][1]["fields"]["paid"] = 1000
    forged = DiceTable.load(plain).steps[-1]
    steps[-1] = LogStep(last.by, last.command, forged.events)
    first = DiceTable.audit(steps).first
    assert first is not None
    assert "paid is 1000 and must be 10" in str(first)


def test_a_failure_half_way_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.bet(2, "field", 10)
    held, thrown = table.state_to_dict(), table.HANDLERS[commands.Throw]

    def fail(*given: Any) -> None:
        thrown(*given)
        raise RuntimeError("the lights went out")

    monkeypatch.setitem(HANDLERS, commands.Throw, fail)
    with pytest.raises(RuntimeError, match="lights"):
        table.throw(4, 2)
    assert table.state_to_dict() == held
    monkeypatch.undo()
    assert names(table.throw(4, 2)) == ["rolled", "moved", "decided", "point-set"]
    assert table.stacks == {1: 490, 2: 490, 3: 500}


@pytest.mark.clauses("oneida CR.E.4/2")
def test_a_dont_come_bet_that_was_taken_down_from_its_number_is_not_put_up_again() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.bet(1, "dont_come", 10)
    table.throw(4, 4)
    assert table.state.play.wagers["w2"].number == 8
    table.take_down(1, "w2")
    refused("oneida CR.E.4/2", table, Increase(seat=1, wager="w2", to=20))


def test_nobody_sits_out_twice() -> None:
    table = at_craps()
    table.do(seats.SitOut(seat=2), by="bob")
    with pytest.raises(IllegalError, match="seat 2 sits out already"):
        table.do(seats.SitOut(seat=2), by="bob")
    table.bet(1, "pass", 10)
    table.do(ReleaseDice(seat=1), by="ann")
    table.do(seats.SitOut(seat=1), by="ann")
    with pytest.raises(IllegalError, match="seat 1 sits out already"):
        table.do(seats.SitOut(seat=1), by="ann")


def test_a_table_for_one_may_be_opened_and_one_for_nobody_not() -> None:
    assert DiceTable.open(CrapsSign(seats=1)).sign.seats == 1
    with pytest.raises(HoyleError, match="0 seats"):
        CrapsSign(seats=0)


def test_somebody_refused_twice_is_barred_once() -> None:
    table = at_craps()
    for why in ("abuse", "more abuse"):
        table.do(disputes.RefusePlay(player="zoe", why=why, house="out"), "floor")
    assert table.roster.barred == ["zoe"]


def test_where_all_sit_out_every_free_seat_is_offered_and_they_may_come_back() -> None:
    table = seated(craps_table(), "ann")
    table.do(seats.SitOut(seat=1), by="ann")
    wanted, back = [wait for wait in table.pending() if wait.kind == "players"]
    assert [choice.fixed for choice in wanted.choices] == [{"seat": seat} for seat in (2, 3, 4, 5)]
    assert (back.person, [choice.do for choice in back.choices]) == ("ann", ["sit-in"])


@pytest.mark.clauses("oneida CR.J.3.b")
def test_a_die_that_leans_on_its_one_shows_a_six() -> None:
    table = seated(craps_table(), "ann")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.do(commands.ReportThrow(dice=(commands.DieSeen(resting=(1,)), commands.DieSeen(top=2))))
    assert (table.state.play.one, table.state.play.other, table.state.play.point) == (6, 2, 8)


def test_of_too_many_dice_only_the_first_too_many_is_counted() -> None:
    table = seated(craps_table(), "ann")
    with pytest.raises(InvalidError, match="3 dice: two are thrown"):
        table.do(commands.ReportThrow(dice=(commands.DieSeen(top=2),) * 9))


def test_nobody_brings_more_chips_than_there_are_to_count() -> None:
    table = seated(craps_table(), "ann", chips=10**12 - 5)
    table.top_up(1, 5)
    with pytest.raises(IllegalError, match="1000000000000 is the most one brings") as caught:
        table.top_up(1, 1)
    assert caught.value.legal == "0 or less"
    assert table.stacks == {1: 10**12}


def test_a_table_without_a_sign_waits_for_one() -> None:
    [wait] = DiceTable().pending()
    assert (wait.kind, wait.person, [choice.do for choice in wait.choices]) == ("open", "floor", ["open"])


def _leaves(table: DiceTable) -> None:
    table.leave(2)


def _sits_out(table: DiceTable) -> None:
    table.sit_out(2)


def _is_refused_play(table: DiceTable) -> None:
    table.do(disputes.RefusePlay(player="bob", why="abuse", house="out"), "floor")


def _is_bound_to_leave(table: DiceTable) -> None:
    """A wager of his may not come down, so that he only promises to go."""
    table.leave(2)
    assert table.roster.find_deferred_request("bob", "leave") is not None


@pytest.mark.clauses("nj-19-47 19:47-13.7(b)/2", "nj-19-47 19:47-13.5(d)2")
@pytest.mark.parametrize("goes", [_leaves, _sits_out, _is_refused_play, _is_bound_to_leave])
def test_the_dealer_takes_the_shaker_when_the_last_player_asked_goes(goes: Callable[[DiceTable], None]) -> None:
    table = seated(mini_table(wagers_removable=goes is not _is_bound_to_leave), "ann", "bob")
    play = table.state.play
    table.bet(2, "field", 5)
    table.offer()
    table.decline(1)
    before = len(table.log)
    goes(table)
    assert (play.shooter, play.offering) == ("dealer", [])
    [taken] = [entry for entry in table.log[before:] if entry.name == "accepted"]
    assert taken.fields() == {"player": "dealer", "clause": "nj-19-47 19:47-13.7(b)/2"}
    with pytest.raises(IllegalError, match="nothing to offer: dealer holds it"):
        table.offer()
    table.do(DealerShakes(times=3))
    table.do(HolderShakes(seat=0, times=3))
    assert table.log[-1].clause == "nj-19-47 19:47-13.5(d)2"
    table.uncover(4, 4)
    assert DiceTable.resume(None, table.log) == table
    assert DiceTable.audit(table.steps).holds


@pytest.mark.clauses("nj-19-47 19:47-13.7(a)2", "nj-19-47 19:47-13.7(b)/2")
def test_who_refused_is_not_asked_again_because_a_newcomer_goes() -> None:
    table = seated(mini_table(), "ann")
    table.offer()
    table.decline(1)
    table.sit(2, 100, "bob")
    table.offer()
    assert table.state.play.offering == ["bob"]
    table.leave(2)
    assert (table.state.play.shooter, table.state.play.offering) == ("dealer", [])


def test_nobody_takes_a_shaker_that_nobody_is_left_to_play_with() -> None:
    table = seated(mini_table(), "ann")
    table.offer()
    table.leave(1)
    assert table.state.play.shooter == ""
    table.sit(3, 100, "bob")
    table.offer()
    assert table.state.play.offering == ["bob"]


@pytest.mark.clauses("oneida CR.I.1")
def test_dice_that_the_last_player_asked_left_go_round_again() -> None:
    table = seated(craps_table(), "ann", "bob")
    table.offer()
    table.decline(1)
    table.leave(2)
    assert (table.state.play.shooter, table.state.play.offering) == ("", [])
    table.offer()
    assert table.state.play.offering == ["ann"]


@pytest.mark.clauses("oneida CR.E.2/3")
def test_cash_of_a_spoken_bet_comes_in_and_is_changed_into_chips() -> None:
    table = seated(craps_table(), "ann", chips=20)
    play = table.state.play
    table.do(ConfirmBet(seat=1, kind="pass", amount=50, tender="cash"), "boxperson")
    assert (table.stacks[1], play.layout, table.state.accounts()["cashier"]) == (20, 50, -70)
    table.do(ConfirmBet(seat=1, kind="place", number=6, amount=30, tender="cash", cash=100), "boxperson")
    assert (table.stacks[1], play.layout, table.state.accounts()["cashier"]) == (20 + 70, 80, -170)
    changed = table.log[-2]
    assert [tuple(each) for each in changed.transfers()] == [("cashier", "seat 1", 100)]
    # What is charged on the wager comes out of the cash too.
    table.do(ConfirmBet(seat=1, kind="buy", number=4, amount=20, tender="cash"), "boxperson")
    assert (table.log[-2].chips, table.stacks[1], play.commissions) == (21, 90, 1)
    short = ConfirmBet(seat=1, kind="buy", number=10, amount=20, tender="cash", cash=20)
    refused("oneida CR.E.2/3", table, short, "boxperson")
    with pytest.raises(InvalidError, match="cash 5: the wager is made in 'chips'"):
        table.do(ConfirmBet(seat=1, kind="field", amount=5, cash=5), "boxperson")
    # A wager that is refused brings in nothing.
    before = table.state_to_dict()
    refused("oneida CR.F.5", table, ConfirmBet(seat=1, kind="place", number=6, amount=5, tender="cash"), "boxperson")
    assert table.state_to_dict() == before
    told = [call.text for call in narrate(table.log)]
    assert "Ann's 50 in cash is changed into chips." in told
    assert "Ann bets 50 in cash on the pass line." in told
    assert DiceTable.resume(None, table.log) == table
    assert DiceTable.audit(DiceTable.load(json.loads(json.dumps(table.dump()))).steps).holds
    table.leave(1)
    assert table.state.accounts()["cashier"] == -play.bank, "everything but the commission goes home"


@pytest.mark.clauses("oneida CR.D.place.c", "oneida CR.E.5")
@pytest.mark.parametrize(
    ("kind", "clause"), [("place", "oneida CR.D.place.c"), ("buy", "oneida CR.E.5"), ("hard", "oneida CR.E.5")]
)
def test_a_players_on_counts_once_the_boxperson_has_confirmed_it(kind: str, clause: str) -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.bet(2, kind, 30, number=6)
    mark = commands.ConfirmOn(wager="w2")
    refused(clause, table, mark, "boxperson")  # nobody has called it on
    [asked] = table.do(commands.CallOn(seat=2, wager="w2"), "bob")
    assert (asked.name, asked.clause) == ("on-requested", clause)
    [wager] = [each for each in table.view("bob").wagers if each.id == "w2"]
    assert (wager.off, wager.on_requested) == (True, True)
    with pytest.raises(InvalidError, match="w2 has been called on already"):
        table.do(commands.CallOn(seat=2, wager="w2"), "bob")
    for other in ("dealer", "stickperson", "floor"):
        refused(clause, table, mark, other)
    with pytest.raises(IllegalError, match="bob cannot order confirm-on"):
        table.do(mark, "bob")
    fork = table.fork()
    fork.throw(4, 3)
    assert [each.id for each in fork.state.play.live] == ["w2"], "without the marker it sits the roll out"
    [wait] = [each for each in table.pending() if each.kind == "confirm"]
    assert (wait.person, wait.optional) == ("boxperson", True)
    assert [choice.fixed for choice in wait.choices] == [{"wager": "w2"}]
    [on] = table.do(mark, "boxperson")
    assert (on.name, on.clause) == ("called-on", clause)
    assert not any(each.kind == "confirm" for each in table.pending())
    again = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
    assert again == table
    again.throw(4, 3)
    assert not again.state.play.live, "the seven takes it"
    assert DiceTable.audit(table.steps).holds


@pytest.mark.clauses("oneida CR.D.place.c")
def test_a_call_of_on_that_is_taken_back_or_comes_too_late_is_not_marked() -> None:
    table = at_craps()
    table.bet(1, "pass", 10)
    table.bet(2, "place", 12, number=6)
    call, mark = commands.CallOn(seat=2, wager="w2"), commands.ConfirmOn(wager="w2")
    table.do(call)
    table.do(commands.CallOff(seat=2, wager="w2"))
    refused("oneida CR.D.place.c", table, mark, "boxperson")
    table.do(call)
    saved = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
    assert saved == table
    table.do(ReleaseDice(seat=1))
    refused("oneida CR.E.1", table, mark, "boxperson")
    assert not any(each.kind == "confirm" for each in table.pending())
    table.throw(5, 4)
    # The point ends a call (AMB-C29), marked or not.
    refused("oneida CR.D.place.c", table, mark, "boxperson")
