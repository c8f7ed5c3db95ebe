"""What first cards are worth is kept with the program, number for number as it would be reckoned."""

from __future__ import annotations

import random

import pytest
from tools.first_cards import games

from hoyle.bots.strategy import starting_hands
from hoyle.bots.strategy.bulk_evaluator import QUICK
from hoyle.bots.strategy.card_layout import CardLayout
from hoyle.bots.strategy.starting_hand_files import file_path, load
from hoyle.bots.strategy.starting_hands import StartingHands
from hoyle.games.poker.resolved_rules import Rules
from hoyle.table.presets.poker_presets import poker_preset

RULES = {rules.game: rules for rules in games().values()}

pytestmark = pytest.mark.skipif(not QUICK, reason="without the kernel everything is reckoned, on fewer hands")


@pytest.mark.parametrize("game", RULES)
def test_what_is_kept_of_a_game_is_what_would_be_reckoned(game: str) -> None:
    rules = RULES[game]
    reckoned = StartingHands(CardLayout(rules))
    known = load(game, reckoned.layout.evaluator)
    assert known is not None
    assert known == reckoned.to_data(), "python -m tools.first_cards makes the files anew"
    restored = StartingHands(CardLayout(rules), known)
    rng = random.Random(1)
    for _ in range(50):
        hand = rng.sample(range(52), reckoned.layout.first)
        assert restored.standing(hand) == reckoned.standing(hand)
    weights = [1.0] * (starting_hands.STEPS + 1)
    if reckoned.bank:
        one, other = (each.all_hands.draw(weights, 20, random.Random(2)) for each in (restored, reckoned))
        assert [hand.cards for hand in one] == [hand.cards for hand in other]
    assert restored.by_discards.keys() == reckoned.by_discards.keys()


def test_no_first_decision_reckons_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting_hands, "_cache", {})
    monkeypatch.setattr(StartingHands, "_compute", lambda self: pytest.fail("it was reckoned"))
    for rules in RULES.values():
        starting_hands.starting_hands_of(rules)


def test_a_game_without_a_file_is_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = poker_preset("stud5-high", players=2).sign
    rules: Rules = sign.rules(2, sign.small, sign.big)
    path = file_path("stud5-high", CardLayout(rules).evaluator)
    monkeypatch.setattr(starting_hands, "load", lambda game, evaluator: None)
    monkeypatch.setattr(starting_hands, "_cache", {})
    assert path.exists()
    assert starting_hands.starting_hands_of(rules).standing([48, 49]) > starting_hands.starting_hands_of(
        rules
    ).standing([0, 5])
