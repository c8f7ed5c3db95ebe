"""Jackpots: a hand on record meets a posted standard, and then its player is paid."""

from __future__ import annotations

import json

import pytest
from tests.table.facade import floor_of
from tests.table.tables import call_down, dealt, fold_to, named, sign, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.table import Jackpot, PokerTable
from hoyle.table.poker.rounds.jackpot_standards import read_standard
from hoyle.table.seats import Leave, PayJackpot

QUADS = Jackpot(fee=1, standards=("quads beaten",), payouts=("bad-beat",))
FOUR_EIGHTS_BEATEN = "8c 9c 2c 8d 9d 3c 4c 8h 8s 9h 4d 9s 4h Kd"
"""Seat 2 has four eights, seat 3 four nines."""


def beaten(jackpot: Jackpot = QUADS) -> PokerTable:
    """A round in which four eights were beaten."""
    return call_down(dealt("oneida", "holdem", top=FOUR_EIGHTS_BEATEN, jackpot=jackpot))


@pytest.mark.parametrize(
    ("game", "posted", "worst"),
    [
        ("holdem", "quads beaten", "four twos, three kicker"),
        ("holdem", "Four of a kind or better beaten", "four twos, three kicker"),
        ("holdem", "quad eights or better beaten", "four eights, two kicker"),
        ("holdem", "aces full beaten", "aces full of twos"),
        ("holdem", "full house", "twos full of threes"),
        ("holdem", "straight flush or better", "five-high straight flush"),
        ("holdem", "royal flush", "royal flush"),
        ("holdem", "a pair of kings or better beaten", "pair of kings, 4-3-2 kickers"),
        ("omaha-hilo8", "quads beaten", "four twos, three kicker"),
        ("draw5-low", "seven low or better beaten", "7-6-5-4-3 low"),
    ],
)
def test_a_standard_is_met_by_its_hand_and_any_better(game: str, posted: str, worst: str) -> None:
    rules = sign("oneida", game).rules(3, 4, 8)
    found = read_standard(posted, rules)
    evaluator = rules.high or rules.low
    assert found is not None
    assert evaluator is not None
    assert evaluator.ranking.describe(found.least) == worst
    assert found.beaten == posted.endswith("beaten")


@pytest.mark.parametrize(
    ("game", "posted"),
    [
        ("holdem", "bad beat"),
        ("holdem", "a nice hand"),
        ("holdem", "quad jokers beaten"),
        ("holdem", "seven low beaten"),
        ("draw5-low", "quads beaten"),
    ],
)
def test_what_no_cards_can_show_is_no_standard_for_a_program(game: str, posted: str) -> None:
    assert read_standard(posted, sign("oneida", game).rules(3, 4, 8)) is None


@pytest.mark.clauses("oneida XI.O.5")
def test_a_hand_that_met_a_standard_and_lost_is_on_record_and_paid_once() -> None:
    playing = beaten()
    [won] = named(playing.log, "jackpot-won")
    assert (won.seat, won.player, won.standard, won.round) == (2, "player 2", "quads beaten", 1)
    assert won.clause == "oneida XI.O.5"
    for seat in (1, 3):
        with pytest.raises(IllegalError, match="has no hand on record") as refused:
            floor_of(playing).pay_jackpot(seat, 1, standard="quads beaten")
        assert refused.value.legal == "player 2: quads beaten"
    before = playing.stacks[2]
    floor_of(playing).pay_jackpot(2, 1, standard="quads beaten")
    assert (playing.stacks[2], playing.state.boxes.jackpot_fund) == (before + 1, 0)
    playing.deal(stacked_deck(""))
    call_down(playing)
    with pytest.raises(IllegalError, match="has no hand on record"):
        floor_of(playing).pay_jackpot(2, 1, standard="quads beaten")


def test_the_first_posted_standard_that_was_met_is_the_one() -> None:
    both = Jackpot(fee=1, standards=("straight flush beaten", "quads beaten", "full house beaten"))
    [won] = named(beaten(both).log, "jackpot-won")
    assert won.standard == "quads beaten"


def test_a_high_hand_is_paid_to_its_holder() -> None:
    high = Jackpot(fee=1, standards=("quads or better",), payouts=("high-hand",))
    [won] = named(beaten(high).log, "jackpot-won")
    assert won.player == "player 3"


def test_nobody_wins_a_jackpot_with_a_hand_that_nobody_saw() -> None:
    playing = fold_to(dealt("oneida", "holdem", top=FOUR_EIGHTS_BEATEN, jackpot=QUADS), 3)
    assert named(playing.log, "jackpot-won") == []


def test_whoever_has_left_is_still_owed_his_jackpot_and_gets_it_at_the_cashier() -> None:
    playing = beaten()
    playing.do(Leave(seat=2))
    playing = PokerTable.resume(json.loads(json.dumps(playing.checkpoint())))
    cashier = playing.state.cashier
    floor_of(playing).pay_jackpot(0, 1, standard="quads beaten", player="player 2")
    assert playing.state.cashier == cashier + 1
    assert playing.state.jackpots == []
    assert sum(playing.state.accounts().values()) == 0


def test_somebody_has_to_be_paid() -> None:
    playing = beaten()
    with pytest.raises(InvalidError, match="expected a seat, or the player"):
        floor_of(playing).pay_jackpot(0, 1, standard="quads beaten")
    with pytest.raises(IllegalError, match="player 2 sits in seat 2"):
        floor_of(playing).pay_jackpot(2, 1, standard="quads beaten", player="player 3")


def test_a_standard_in_words_of_its_own_is_for_the_floor_to_judge_and_for_nobody_else() -> None:
    playing = table("oneida", "holdem", jackpot=Jackpot(fee=1, standards=("the hand of the week",)))
    playing.deal(stacked_deck(""))
    call_down(playing)
    with pytest.raises(IllegalError, match="no hand on record can show"):
        playing.do(PayJackpot(seat=1, chips=1, standard="the hand of the week"), by="manager")
    floor_of(playing).pay_jackpot(1, 1, standard="the hand of the week")
    assert playing.state.boxes.jackpot_fund == 0


def test_an_audit_finds_a_jackpot_that_no_hand_won() -> None:
    playing = beaten()
    floor_of(playing).pay_jackpot(2, 1, standard="quads beaten")
    assert PokerTable.audit(playing.steps).holds
    data = json.loads(json.dumps(playing.dump()))
    for entry in data[-1]["events"]:
        entry["fields"] |= {"seat": 3, "player": "player 3"}
    data[-1]["command"]["seat"] = 3
    found = PokerTable.audit(PokerTable.read(data))
    assert found.first is not None
    assert "has no hand on record" in found.first.message
