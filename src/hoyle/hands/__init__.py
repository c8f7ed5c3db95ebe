"""What a set of cards is worth: rankings, ways to build a hand, and hands showing."""

from hoyle.hands.badugi import BADUGI
from hoyle.hands.evaluator import Best, Evaluator
from hoyle.hands.rankings import (
    HIGH3,
    HIGH4,
    HIGH5,
    LOW_27,
    LOW_A3,
    LOW_A3_STRICT,
    LOW_A5,
    LOW_A5_STRICT,
    Ranking,
)
from hoyle.hands.showing import showing, showing_low, showing_of
from hoyle.hands.ways import ANY, TWO_PLUS_THREE

__all__ = [
    "ANY",
    "BADUGI",
    "HIGH3",
    "HIGH4",
    "HIGH5",
    "LOW_27",
    "LOW_A3",
    "LOW_A3_STRICT",
    "LOW_A5",
    "LOW_A5_STRICT",
    "TWO_PLUS_THREE",
    "Best",
    "Evaluator",
    "Ranking",
    "showing",
    "showing_low",
    "showing_of",
]
