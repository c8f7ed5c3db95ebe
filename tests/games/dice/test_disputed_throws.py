"""A throw is called, disputed and settled: a ruling takes the place of the call, a void takes all back."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.dice.random_sessions import PEOPLE, craps_table, lawful_command, seated

from hoyle.archive.hand_search import net_chips
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.history.narration import narrate
from hoyle.room.permissions import PLAYER_COMMANDS
from hoyle.table.dice.commands import (
    Bet,
    CallThrow,
    ConfirmBet,
    DeclineLine,
    DisputeThrow,
    NoLineBet,
    NoRoll,
    PassDice,
    ReleaseDice,
    RuleThrow,
    SettleThrow,
    TakeDown,
    Throw,
)
from hoyle.table.dice.table import DiceTable
from hoyle.table.seats import Leave, SitOut

BOX = "boxperson"
VOID = NoRoll(reason="disputed")


def on_the_six(**options: Any) -> DiceTable:
    """Ann throws for a six; she is on the pass line with odds, bob against her, cyd has bets all over."""
    table = seated(craps_table(**options), "ann", "bob", "cyd")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.bet(2, "dont_pass", 10)
    table.bet(3, "place", 12, number=8)
    table.throw(4, 2)
    table.bet(1, "pass_odds", 10, on="w1")
    table.bet(3, "hard", 5, number=6)
    table.bet(3, "come", 10)
    return table


def refused(clause: str, table: DiceTable, command: Any, by: str = "dealer") -> None:
    before = table.state_to_dict()
    with pytest.raises(IllegalError) as refusal:
        table.do(command, by)
    assert refusal.value.clause == f"oneida {clause}"
    assert table.state_to_dict() == before


def layout(table: DiceTable) -> dict[str, Any]:
    """Everything that a throw can change, but for the names that wagers have used up."""
    found = table.state_to_dict()["play"]
    return {name: value for name, value in found.items() if name not in ("made", "before")}


def holds(table: DiceTable) -> None:
    """The log leads to the same table, whole or from a checkpoint, and every decision in it stands."""
    assert sum(table.state.accounts().values()) == 0
    again = DiceTable.load(json.loads(json.dumps(table.dump())))
    assert again == table
    assert DiceTable.resume(json.loads(json.dumps(table.checkpoint()))) == table
    found = DiceTable.audit(again.steps)
    assert found.holds, found.first


@pytest.mark.clauses("oneida CR.J.3.c")
@pytest.mark.parametrize("faces", [(4, 3), (3, 3), (5, 1), (6, 2), (6, 5), (1, 1)])
def test_a_voided_throw_leaves_money_puck_and_shooter_as_they_were(faces: tuple[int, int]) -> None:
    table = on_the_six()
    before = layout(table)
    table.throw(*faces)
    voided, called_off = table.do(VOID, BOX)
    assert (voided.name, voided.clause) == ("throw-voided", "oneida CR.J.3.c")
    assert (called_off.name, called_off.clause) == ("no-roll", "oneida CR.J.3.c")
    assert layout(table) == before
    play = table.state.play
    assert (play.point, play.shooter, play.must_pass, play.rolls) == (6, "ann", False, 1)
    refused("CR.J.3.c", table, DisputeThrow())  # there is nothing left to be disputed
    table.throw(3, 3)
    assert table.state.play.point == 0
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_a_throw_cannot_be_disputed_once_the_dice_are_out_again() -> None:
    table = on_the_six()
    table.throw(6, 2)
    table.do(ReleaseDice(seat=1))
    refused("CR.J.3.c", table, DisputeThrow(), BOX)
    table.do(CallThrow(one=5, other=4))
    table.do(DisputeThrow(), BOX)
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.J.3")
@pytest.mark.parametrize("called", [(4, 3), (3, 3), (6, 2)])
@pytest.mark.parametrize("ruled", [(4, 2), (5, 2), (4, 4), (6, 6)])
def test_a_ruling_takes_the_place_of_the_throw_that_was_called(called: tuple[int, int], ruled: tuple[int, int]) -> None:
    table, other = on_the_six(), on_the_six()
    table.throw(*called)
    entries = table.do(RuleThrow(one=ruled[0], other=ruled[1]), BOX)
    assert [entry.name for entry in entries[:2]] == ["throw-voided", "rolled"]
    assert {entry.clause for entry in entries[:2]} == {"oneida CR.J.3.c"}
    other.throw(*ruled)
    assert layout(table) == layout(other)
    assert table.state.play.rolls == 2, "one throw, not two"
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.J.1")
def test_a_table_that_was_taken_up_again_takes_a_throw_back_as_well() -> None:
    table = on_untouched()
    before = layout(table)
    table.throw(4, 3)
    again = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
    assert again.game.may_throw() is False, "the line bet is won"  # type: ignore[attr-defined]
    again.do(VOID, BOX)
    assert layout(again) == before
    again.throw(5, 4)
    assert again.state.play.point == 9


@pytest.mark.clauses("oneida CR.J.3.c")
def test_rulings_follow_one_another_and_each_replaces_the_last() -> None:
    table, other = on_the_six(), on_the_six()
    before = layout(table)
    table.throw(4, 3)
    for one, two in ((3, 3), (6, 6), (5, 4)):
        table.do(RuleThrow(one=one, other=two), BOX)
    other.throw(5, 4)
    assert layout(table) == layout(other)
    assert [entry.name for entry in table.do(RuleThrow(one=4, other=5), BOX)] == ["upheld"]
    assert layout(table) == layout(other)
    table.do(VOID, BOX)
    assert layout(table) == before
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_what_was_done_on_the_layout_since_is_taken_back_with_the_throw() -> None:
    table = on_the_six()
    before = layout(table)
    table.throw(4, 3)
    table.do(PassDice(seat=1))
    table.accept(2)
    table.bet(2, "pass", 50)
    table.bet(3, "buy", 20, number=4)
    table.do(TakeDown(seat=3, wager=table.state.play.live[-1].id))
    table.top_up(1, 100)
    table.do(ConfirmBet(seat=3, kind="field", amount=5, tender="cash", cash=20), BOX)
    table.sit(4, 300, "dan")
    table.do(VOID, BOX)
    found = layout(table)
    stacks = {"ann": 480 + 100, "bob": 490, "cyd": 473 + 20, "dan": 300}
    assert found["stacks"] == stacks, "chips that were brought since are there"
    for each in ("stacks", "held", "start_chips", "seats", "players", "cash"):
        found.pop(each, None)
        before.pop(each, None)
    assert found == before
    # No wager has the name of one that was taken back.
    table.bet(2, "field", 5)
    assert table.state.play.live[-1].id not in {entry.id for entry in table.log[:-1] if entry.name == "bet"}
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_who_has_left_since_keeps_what_he_was_paid() -> None:
    table = on_the_six()
    table.throw(4, 3)
    assert table.stacks[2] == 510
    table.leave(2)
    table.do(VOID, BOX)
    play = table.state.play
    assert sorted(wager.owner for wager in play.live) == ["ann", "ann", "cyd", "cyd", "cyd"]
    assert (play.bank, table.state.accounts()["cashier"]) == (-10, -990)
    # As somebody else, with other chips, he is in no wager of that throw.
    table.sit(2, 100, "bob")
    table.throw(3, 3)
    assert table.stacks[2] == 100
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_who_comes_back_after_a_throw_is_not_in_it_when_it_is_taken_back() -> None:
    table = on_the_six()
    table.throw(4, 3)
    table.leave(2)
    table.sit(5, 40, "bob")
    table.do(VOID, BOX)
    assert table.stacks[5] == 40
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.K.3")
@pytest.mark.parametrize("goes", [Leave, SitOut])
def test_a_shooter_who_has_gone_since_does_not_throw_again(goes: Any) -> None:
    table = on_the_six()
    table.throw(4, 3)
    table.do(goes(seat=1))
    table.do(VOID, BOX)
    play = table.state.play
    assert (play.point, play.shooter) == (6, "")
    table.offer()
    assert play.offering[0] == "bob"
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_a_player_whose_last_wager_a_throw_decided_has_left_with_it() -> None:
    table = on_the_six()
    table.throw(5, 4)
    table.do(Leave(seat=3))
    assert 3 in table.roster.players, "his Come bet on the nine holds him"
    table.throw(4, 3)
    assert 3 not in table.roster.players
    table.do(VOID, BOX)
    assert {wager.owner for wager in table.state.play.live} == {"ann", "bob"}
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.a", "oneida CR.J.3.d")
def test_a_throw_is_called_first_and_settled_later() -> None:
    table, other = on_the_six(), on_the_six()
    table.do(ReleaseDice(seat=1))
    stacks = dict(table.stacks)
    [called] = table.do(CallThrow(one=4, other=3), "stickperson")
    assert (called.name, called.clause) == ("called", "oneida CR.J.3.a")
    assert table.stacks == stacks
    assert (table.view().called, table.view().dice) == ([4, 3], (4, 2))
    # The dice lie: nothing is bet, taken down or thrown before they are settled.
    refused("CR.E.1", table, Bet(seat=1, kind="field", amount=5), "ann")
    refused("CR.E.1", table, ConfirmBet(seat=1, kind="field", amount=5), BOX)
    refused("CR.E.3", table, TakeDown(seat=2, wager="w2"), "bob")
    refused("CR.J.3.d", table, Throw(one=1, other=1))
    refused("CR.J.3.d", table, CallThrow(one=1, other=1))
    table.do(Leave(seat=2))
    assert 2 in table.roster.players
    [settling, ruling] = [wait for wait in table.pending() if wait.kind != "wagers"]
    assert settling.choices[0].do == "settle-throw"
    assert (settling.person, settling.clause) == ("stickperson", "oneida CR.J.3.d")
    assert (ruling.person, ruling.optional) == (BOX, True)
    kept = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
    assert kept == table
    settled = table.do(SettleThrow(), "stickperson")
    assert (settled[0].name, settled[0].clause) == ("rolled", "oneida CR.J.3.a")
    assert 2 not in table.roster.players, "the throw is settled: he may go"
    other.throw(4, 3)
    other.leave(2)
    assert layout(table) == layout(other)
    refused("CR.J.3.d", table, SettleThrow())
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.J.3.d")
def test_a_disputed_throw_is_not_settled_before_it_is_ruled_on() -> None:
    table, other = on_the_six(), on_the_six()
    refused("CR.J.3.c", on_untouched(), DisputeThrow(seat=1))
    table.do(CallThrow(one=4, other=3))
    [disputed] = table.do(DisputeThrow(seat=1), "stickperson")
    assert (disputed.player, disputed.clause) == ("ann", "oneida CR.J.3.c")
    with pytest.raises(InvalidError, match="disputed already"):
        table.do(DisputeThrow(seat=1))
    refused("CR.J.3.c", table, SettleThrow())
    refused("CR.J.3.c", table, RuleThrow(one=4, other=2), "stickperson")
    [ruling] = [wait for wait in table.pending() if wait.kind != "wagers"]
    assert (ruling.person, ruling.optional) == (BOX, False)
    assert [choice.do for choice in ruling.choices] == ["rule-throw", "no-roll"]
    [ruled] = table.do(RuleThrow(one=4, other=2), BOX)
    assert (ruled.name, ruled.clause) == ("called", "oneida CR.J.3.c")
    assert not table.view().disputed
    rolled = table.do(SettleThrow())[0]
    assert (rolled.one, rolled.other, rolled.clause) == (4, 2, "oneida CR.J.3.c")
    other.throw(4, 2)
    assert layout(table) == layout(other)
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_a_player_disputes_a_throw_in_their_own_name() -> None:
    for seat in (0, 1):
        table = on_the_six()
        table.do(CallThrow(one=4, other=3))
        [disputed] = table.do(DisputeThrow(seat=seat), "ann")
        assert (disputed.player, disputed.clause) == ("ann", "oneida CR.J.3.c")
        refused("CR.J.3.c", table, SettleThrow())
        holds(table)
    table = on_the_six()
    table.throw(4, 3)
    with pytest.raises(IllegalError, match="ann cannot dispute a throw for bob"):
        table.do(DisputeThrow(seat=table.roster.seat_of("bob")), "ann")
    with pytest.raises(IllegalError, match="dan has no seat"):
        table.do(DisputeThrow(), "dan")
    with pytest.raises(IllegalError, match="that is for the house"):
        table.do(RuleThrow(one=4, other=2), "ann")
    table.do(DisputeThrow(), "bob")
    assert table.view().disputed


def test_nobody_disputes_the_dice_of_a_program() -> None:
    assert "dispute-throw" not in PLAYER_COMMANDS


def on_untouched() -> DiceTable:
    """Nothing has been thrown yet."""
    table = seated(craps_table(), "ann")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    return table


@pytest.mark.clauses("oneida CR.J.3.c")
def test_a_throw_that_was_called_and_not_settled_is_voided_without_moving_a_chip() -> None:
    table = on_the_six()
    before = layout(table)
    table.do(CallThrow(one=4, other=3))
    [called_off] = table.do(VOID, BOX)
    assert called_off.name == "no-roll"
    assert layout(table) == before
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c")
def test_after_a_settlement_is_disputed_nobody_throws_or_passes_the_dice_before_the_ruling() -> None:
    table = on_the_six()
    table.throw(6, 2)
    table.do(DisputeThrow(seat=2))
    for command in (ReleaseDice(seat=1), Throw(one=1, other=2), CallThrow(one=1, other=2), PassDice(seat=1)):
        refused("CR.J.3.c", table, command)
    refused("CR.J.3.c", table, NoRoll(reason="off-table"))
    table.do(Leave(seat=1))
    assert 1 in table.roster.players, "he holds the dice until it is ruled on"
    table.do(Leave(seat=3))
    assert 3 in table.roster.players, "what the throw paid is not carried off before the ruling"
    upheld, passed, *_ = table.do(RuleThrow(one=2, other=6), BOX)
    assert (upheld.name, upheld.clause) == ("upheld", "oneida CR.J.3.c")
    assert (passed.name, passed.player) == ("passed", "ann"), "now he may give them up"
    table.accept(2)
    table.do(ReleaseDice(seat=2))
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.J.3.d")
def test_once_the_dice_are_thrown_again_a_ruling_is_on_the_new_throw() -> None:
    table = on_the_six()
    table.throw(6, 2)
    settled = layout(table)
    table.do(ReleaseDice(seat=1))
    table.do(VOID, BOX)
    assert layout(table) == settled
    table.do(ReleaseDice(seat=1))
    table.do(RuleThrow(one=1, other=2), BOX)
    assert table.state.play.rolls == 3
    holds(table)


@pytest.mark.clauses("oneida CR.J.3.c", "oneida CR.K.2.a")
def test_a_throw_for_the_come_bets_alone_is_taken_back_too() -> None:
    table = seated(craps_table(), "ann")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.bet(1, "come", 10)
    table.throw(5, 3)
    table.throw(5, 1)
    table.do(DeclineLine(seat=1))
    table.do(NoLineBet())
    before = layout(table)
    table.throw(5, 3)
    assert table.view().phase == "come-out"
    table.do(VOID, BOX)
    assert layout(table) == before
    assert table.view().phase == "settle-only"
    holds(table)


def test_the_crew_tells_of_the_call_the_dispute_and_the_ruling() -> None:
    table = on_the_six()
    first = len(table.log)
    table.do(CallThrow(one=4, other=3))
    table.do(DisputeThrow(seat=1))
    table.do(RuleThrow(one=4, other=4), BOX)
    table.do(SettleThrow())
    table.do(VOID, BOX)
    table.throw(4, 3)
    last = table.log[first:]
    told = [call.text for call in narrate(table.log) if any(call.entry is entry for entry in last)]
    assert told == [
        "4-3 is called, seven.",
        "Ann disputes which faces are up.",
        "4-4 is ruled, eight.",
        "Eight, the hard way, 4-4.",
        "Cyd's 12 to place the eight wins 14.",
        "Cyd's bet on come goes to the eight.",
        "The throw of 4-4 is void: every wager is as it was before it.",
        "No roll, disputed: every wager stands.",
        "Seven out, 4-3; line away.",
        "Ann's 10 on the pass line loses.",
        "Bob's 10 on don't pass wins 10.",
        "Cyd's 12 to place the eight loses.",
        "Ann's 10 in odds on the pass line loses.",
        "Cyd's 5 on the hard six loses.",
        "Cyd's 10 on come wins 10.",
    ]


def test_what_a_throw_brought_somebody_is_counted_after_the_ruling() -> None:
    table = on_the_six()
    entries = table.throw(4, 3)
    assert [net_chips(entries, "craps", seat) for seat in (1, 2, 3)] == [-20, 10, -7]
    entries = entries + table.do(RuleThrow(one=3, other=3), BOX)
    assert [net_chips(entries, "craps", seat) for seat in (1, 2, 3)] == [22, -10, 45]


@given(seed=st.integers(0, 10**9))
@settings(max_examples=25)
def test_whatever_lay_there_and_was_done_since_a_voided_throw_has_not_been(seed: int) -> None:
    chance = Random(seed)
    table = seated(craps_table(off_at_point=True, commission_refunded=chance.random() < 0.5), *PEOPLE[:3])
    checked = 0
    for _ in range(60):
        with suppress(HoyleError):
            table.do(*lawful_command(table, chance))
        if not table.game.may_throw() or table.state.play.called:  # type: ignore[attr-defined]
            continue
        if table.state.play.released or chance.random() < 0.5:
            continue
        here = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
        here.throw(chance.randint(1, 6), chance.randint(1, 6))
        for _ in range(chance.randint(0, 5)):
            # Bets, changes and dice in other hands; nobody comes or goes, and nothing is thrown.
            command, by = lawful_command(here, chance)
            if command.name not in ENDS:
                with suppress(HoyleError):
                    here.do(command, by)
        other = DiceTable.resume(json.loads(json.dumps(table.checkpoint())))
        ruled = RuleThrow(one=chance.randint(1, 6), other=chance.randint(1, 6))
        if here.state.play.before is None:
            continue
        fork = here.fork()
        here.do(VOID, BOX)
        assert layout(here) == layout(table)
        if (ruled.one, ruled.other) not in (fork.view().dice, fork.view().dice[::-1]):
            fork.do(ruled, BOX)
            other.throw(ruled.one, ruled.other)
            assert layout(fork) == layout(other)
        checked += 1
        if checked == 3:
            return


ENDS = frozenset((
    "release-dice", "throw", "call-throw", "rule-throw", "dispute-throw", "no-roll", "sit", "leave",
    "sit-out", "sit-in", "top-up", "cancel-deferred",
))  # fmt: skip
