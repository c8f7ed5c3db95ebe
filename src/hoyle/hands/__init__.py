"""Poker hand evaluation: rankings, building rules, best hands and up-cards in stud."""

from hoyle.hands.badugi import BADUGI
from hoyle.hands.best_hand_search import ANY, TWO_PLUS_THREE
from hoyle.hands.evaluator import BestHand, Evaluator
from hoyle.hands.rankings import HIGH3, HIGH4, HIGH5, LOW_27, LOW_A3, LOW_A3_STRICT, LOW_A5, LOW_A5_STRICT, Ranking
from hoyle.hands.upcard_ranking import showing_of, upcard_low_value, upcard_value

__all__ = [
    "ANY", "BADUGI", "HIGH3", "HIGH4", "HIGH5", "LOW_27", "LOW_A3", "LOW_A3_STRICT", "LOW_A5",
    "LOW_A5_STRICT", "TWO_PLUS_THREE", "BestHand", "Evaluator", "Ranking", "showing_of",
    "upcard_low_value", "upcard_value"
]  # fmt: skip
