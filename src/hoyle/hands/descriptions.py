"""Descriptions of hands in words: `kings full of fours`, `7-5-4-3-A low`."""

from __future__ import annotations

from typing import Final

HIGH_CARD: Final = "high card"
ONE_PAIR: Final = "one pair"
TWO_PAIRS: Final = "two pairs"
THREE_OF_A_KIND: Final = "three-of-a-kind"
STRAIGHT: Final = "straight"
FLUSH: Final = "flush"
FULL_HOUSE: Final = "full house"
FOUR_OF_A_KIND: Final = "four-of-a-kind"
STRAIGHT_FLUSH: Final = "straight flush"
ROYAL_FLUSH: Final = "royal flush"
UNPAIRED_LOW: Final = "unpaired low"
NO_HIGH: Final = "no high hand"
NO_LOW: Final = "no qualifying low"

# Indexed by pip: 1 is an ace that counts low, 14 one that counts high.
_LETTERS: Final = "?A23456789TJQKA"
_NAMES: Final = (
    "", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace"
)  # fmt: skip


def name(pip: int) -> str:
    """Return the name of a rank: ``king``."""
    return _NAMES[pip]


def plural(pip: int) -> str:
    """Return the plural name of a rank: ``kings``, ``sixes``."""
    return "sixes" if pip == 6 else _NAMES[pip] + "s"


def ranks_text(pips: list[int]) -> str:
    """Return the ranks joined by hyphens: ``K-9-4``."""
    return "-".join([_LETTERS[pip] for pip in pips])


def describe_high(class_name: str, pips: list[int]) -> str:
    """Describe a high hand, given its class and its ranks, largest group first."""
    top = pips[0]
    if class_name == ROYAL_FLUSH:
        return ROYAL_FLUSH
    if class_name in (STRAIGHT, STRAIGHT_FLUSH):
        return f"{name(top)}-high {class_name}"
    if class_name == FLUSH:
        return f"{name(top)}-high flush, {ranks_text(pips)}"
    if class_name == HIGH_CARD:
        return f"{name(top)} high, {ranks_text(pips)}"
    return describe_groups(class_name, pips) + _kickers(class_name, pips)


def describe_groups(class_name: str, pips: list[int]) -> str:
    """Describe only the matched cards: ``pair of aces``, ``kings full of fours``."""
    top = plural(pips[0])
    if class_name == ONE_PAIR:
        return f"pair of {top}"
    if class_name == TWO_PAIRS:
        return f"two pairs, {top} and {plural(pips[2])}"
    if class_name == THREE_OF_A_KIND:
        return f"three {top}"
    if class_name == FULL_HOUSE:
        return f"{top} full of {plural(pips[3])}"
    return f"four {top}"


def describe_low(class_name: str, pips: list[int]) -> str:
    """Describe a low hand: ``7-5-4-3-A low``, followed by any pair, straight or flush that spoils it."""
    low = f"{ranks_text(pips)} low"
    if class_name == UNPAIRED_LOW:
        return low
    if class_name in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        return f"{low}, a {class_name}"
    return f"{low}, {describe_groups(class_name, pips)}"


def _kickers(class_name: str, pips: list[int]) -> str:
    matched = {ONE_PAIR: 2, TWO_PAIRS: 4, THREE_OF_A_KIND: 3, FOUR_OF_A_KIND: 4}.get(class_name, len(pips))
    kickers = pips[matched:]
    if not kickers:
        return ""
    if len(kickers) == 1:
        return f", {name(kickers[0])} kicker"
    return f", {ranks_text(kickers)} kickers"
