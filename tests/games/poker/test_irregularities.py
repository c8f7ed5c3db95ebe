"""What the floor's rulings mean for a table: cards, hands, chips, deck."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.irregularities import TRIGGERS, rule_irregularity
from hoyle.games.poker.floor.ruling_types import FloorRuling
from hoyle.rulebooks import poker_book


def consequence(ruling: FloorRuling) -> dict[str, Any]:
    """The fields that say something."""
    names = ("misdeal", "dead_round", "deck", "card", "hand", "refund", "owes", "player")
    return {name: getattr(ruling, name) for name in names if getattr(ruling, name)}


def test_a_whole_number_may_be_written_with_a_point() -> None:
    for bettors, misdeal in ((1.0, True), (2.0, False)):
        assert (
            rule_irregularity(poker_book("oneida"), "any", "wrong-start", {"voluntary_bettors": bettors}).misdeal
            is misdeal
        )
    for wrong in (1.5, True, -1, "1"):
        with pytest.raises(InvalidError, match="voluntary_bettors cannot be"):
            rule_irregularity(poker_book("oneida"), "any", "wrong-start", {"voluntary_bettors": wrong})


@pytest.mark.parametrize(
    ("trigger", "facts", "oneida", "room"),
    [
        ("no-cut", {}, {"misdeal": True}, {"misdeal": True}),
        ("wrong-start", {"voluntary_bettors": 1}, {"misdeal": True}, {"misdeal": True}),
        ("wrong-start", {"voluntary_bettors": 2}, {}, {}),
        ("boxed", {"count": 1}, {"card": "discard"}, {"card": "discard"}),
        ("ineligible", {}, {"dead_round": True}, {"card": "discard hand", "hand": "dead"}),
        ("bad-deck", {}, {"dead_round": True, "deck": "remove"}, {"dead_round": True, "deck": "replace"}),
        ("off-table", {}, {"card": "examine"}, {"card": "examine"}),
        ("bad-cut", {"cards_dealt": 0, "ordered": True}, {"deck": "recut"}, {}),
        ("shuffler-failure", {}, {"deck": "reshuffle"}, {}),
        ("stub-count", {"counted": 9, "expected": 8, "in_round": False}, {"deck": "remove"}, {}),
        ("exposed-hole-flop", {"exposed": 1, "first_position": 9}, {"card": "replace"}, {}),
        ("exposed-hole-flop", {"exposed": 3, "first_position": 9}, {"misdeal": True}, {}),
        ("stud-hole-up", {"exposed": 1}, {"card": "down"}, {}),
        ("stud-hole-up", {"exposed": 2}, {"card": "discard hand", "hand": "dead", "refund": "ante"}, {}),
        (
            "protected-fouled",
            {"reconstructable": False, "contributed": False},
            {"hand": "dead", "refund": "all"},
            {"hand": "dead", "refund": "all"},
        ),
        ("protected-fouled", {"reconstructable": False, "contributed": True}, {"hand": "dead"}, {"hand": "dead"}),
        ("protected-fouled", {"reconstructable": True}, {"hand": "reconstruct"}, {"hand": "reconstruct"}),
        ("left", {"protected": True, "comment": False}, {"hand": "dead"}, {"hand": "live"}),
        ("discard", {"must_act": True}, {"hand": "folded"}, {"hand": "folded"}),
        ("fold-owing", {}, {"hand": "folded", "owes": True}, {"hand": "folded", "owes": True}),
        ("collusion", {}, {"player": "may be refused"}, {"player": "must leave"}),
        ("disclosure", {}, {"hand": "disclose"}, {"hand": "disclose"}),
        ("touched-pot", {}, {}, {}),
        ("out-of-view", {}, {}, {}),
    ],
)
def test_a_ruling_says_what_happens_to_cards_hands_and_chips(
    trigger: str, facts: dict[str, object], oneida: dict[str, Any], room: dict[str, Any]
) -> None:
    assert consequence(rule_irregularity(poker_book("oneida"), "any", trigger, facts)) == oneida
    assert consequence(rule_irregularity(poker_book("room-2012"), "any", trigger, facts)) == room


def test_discarding_when_nothing_is_owed_is_left_to_the_house() -> None:
    ruling = rule_irregularity(poker_book("oneida"), "any", "discard", {"must_act": False})
    assert ruling.needs_house
    assert ruling.clause == "oneida XI.P.16"


def test_the_dealer_sees_to_pot_and_cards_and_the_round_goes_on() -> None:
    for trigger, clause in (("touched-pot", "oneida XI.G.7"), ("out-of-view", "oneida XI.P.3")):
        ruling = rule_irregularity(poker_book("oneida"), "any", trigger)
        assert (ruling.result, ruling.clause) == ("play on", clause)


@pytest.mark.clauses("oneida XI.P.11(a)", "oneida XI.P.11(a)(i)", "oneida XI.P.11(a)(ii)")
def test_conduct_that_counts_as_folding_needs_a_bet_to_make_or_call() -> None:
    for trigger, game in (("discard", "any"), ("upcards-down", "stud5-high")):
        folds = rule_irregularity(poker_book("oneida"), game, trigger, {"must_act": True})
        assert (folds.result, folds.hand) == ("fold", "folded")
        assert rule_irregularity(poker_book("oneida"), game, trigger, {"must_act": False}).needs_house
    assert rule_irregularity(poker_book("oneida"), "holdem", "upcards-down", {"must_act": True}).needs_house


def test_california_leaves_every_irregularity_to_the_house() -> None:
    full: dict[str, object] = {
        name: 2 if name in ("count", "exposed", "first_position", "voluntary_bettors", "counted") else True
        for trigger in TRIGGERS.values()
        for name in trigger.facts
    }
    full.update(cards_dealt=0, expected=3, players_at_table=4)
    for name, trigger in TRIGGERS.items():
        facts = {fact: full[fact] for fact in trigger.facts}
        ruling = rule_irregularity(poker_book("ca-omaha"), "omaha-hilo8", name, facts)
        assert ruling.needs_house, name
        assert consequence(ruling) == {}
        assert ruling.clauses == []


@pytest.mark.parametrize(
    ("trigger", "facts", "message"),
    [
        ("earthquake", {}, "unknown trigger 'earthquake'; the triggers are no-cut"),
        ("boxed", {"count": True}, "boxed: count cannot be True; it is a whole number, 1 or more"),
        ("left", {"weather": 1}, "unknown fact 'weather' for left; its facts are protected, comment"),
        ("off-table", {"height": 1}, "unknown fact 'height' for off-table; its facts are none"),
        ("protected-fouled", {}, "protected-fouled: reconstructable is missing; it is true or false"),
    ],
)
def test_reports_that_make_no_sense_are_refused(trigger: str, facts: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidError) as caught:
        rule_irregularity(poker_book("oneida"), "any", trigger, facts)
    assert str(caught.value).startswith(message)
