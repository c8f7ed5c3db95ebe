"""Hand values in house card games: rank of three, four or five cards and the pay line of each.

Three cards rank as in mambo, five as in standard poker; four cards have their own order: four of a kind on
top, three of a kind above a flush, a flush above a straight.

>>> from hoyle.core.cards import parse_cards
>>> four_card_class(best_four(parse_cards("9s 8s 7c 6s 2s")))
'flush'
"""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import RANKS
from hoyle.hands import value_tables
from hoyle.hands.best_hand_search import ANY
from hoyle.hands.evaluator import Evaluator
from hoyle.hands.rankings import HIGH3, HIGH4, HIGH5

PAIR: Final = "pair"
TWO_PAIR: Final = "two pair"
THREE_OF_A_KIND: Final = "three of a kind"
STRAIGHT: Final = "straight"
FLUSH: Final = "flush"
FULL_HOUSE: Final = "full house"
FOUR_OF_A_KIND: Final = "four of a kind"
STRAIGHT_FLUSH: Final = "straight flush"
ROYAL_FLUSH: Final = "royal flush"
HIGH_CARD: Final = "high card"
PAIR_OF_ACES: Final = "pair of aces"

THREE: Final = Evaluator(HIGH3, ANY)
FOUR: Final = Evaluator(HIGH4, ANY)
FIVE: Final = Evaluator(HIGH5, ANY)
_ACE: Final = 14
_CLASS_NAMES: Final = {
    "one pair": PAIR,
    "two pairs": TWO_PAIR,
    "three-of-a-kind": THREE_OF_A_KIND,
    "four-of-a-kind": FOUR_OF_A_KIND,
}

FOUR_CARD_CLASSES: Final = tuple([_CLASS_NAMES.get(name, name) for name in value_tables.FOUR_CARD_CLASSES])
"""Classes of four-card hands, worst first."""


def three_card_value(cards: list[int]) -> int:
    """Return the value of three cards; larger is better."""
    return HIGH3.rank(cards)


def three_card_class(value: int) -> str:
    """Return the class of a three-card value; a suited A-K-Q is just a straight flush."""
    name = HIGH3.class_name(value)
    if name == ROYAL_FLUSH:
        return STRAIGHT_FLUSH
    return _CLASS_NAMES.get(name, name)


def three_card_qualifies(value: int, min_rank: int) -> bool:
    """Return whether a three-card hand has at least a pair or `min_rank` (12: queen) high (AMB-T13)."""
    return HIGH3.class_name(value) != HIGH_CARD or HIGH3.pips(value)[0] >= min_rank


def four_card_value(cards: list[int]) -> int:
    """Return the value of exactly four cards: class, then ranks with the largest group first."""
    return HIGH4.rank(cards)


def best_four(cards: list[int]) -> int:
    """Return the value of the best four among five or six cards."""
    return FOUR.value(cards, [])


def best_four_cards(cards: list[int]) -> list[int]:
    """Return the four cards that make the best hand, high to low."""
    return list(FOUR.best(cards, []).cards)


def four_card_class(value: int) -> str:
    """Return the class of a four-card value: ``three of a kind``."""
    name = HIGH4.class_name(value)
    return _CLASS_NAMES.get(name, name)


def aces_up_line(value: int) -> str:
    """Return the pay line of Aces Up for a four-card value; empty if it pays nothing."""
    name = four_card_class(value)
    if name == PAIR:
        return PAIR_OF_ACES if HIGH4.pips(value)[0] == _ACE else ""
    return "" if name == HIGH_CARD else name


def five_card_class(cards: list[int]) -> str:
    """Return the class of five cards as Mississippi Stud names it: pairs carry their rank, ``pair of J``."""
    value = HIGH5.rank(cards)
    name = HIGH5.class_name(value)
    if name == "one pair":
        return f"pair of {RANKS[HIGH5.pips(value)[0] - 2]}"
    return _CLASS_NAMES.get(name, name)


def stud_line(name: str) -> str:
    """Return the pay line of Mississippi Stud for a hand class."""
    if not name.startswith("pair of "):
        return "lower" if name == HIGH_CARD else name
    rank = RANKS.index(name[-1])
    if rank >= 9:
        return "jacks or better"
    return "sixes to tens" if rank >= 4 else "lower"
