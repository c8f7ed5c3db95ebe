"""Card slots of a range pattern: the cards allowed in each, encoded for the kernel.

The kernel takes a slot as one number: the cards allowed in the lowest 52 bits, above them its suit variable,
above that its rank variable, 0 for none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hoyle.core.cards import RANKS, SUITS
from hoyle.odds.kernel_loader import kernel

ALL_CARDS: Final = (1 << 52) - 1
_SUIT_CARDS: Final = 0x1111111111111
ACE: Final = 12

SUIT_VARIABLES: Final = "wxyz"
RANK_VARIABLES: Final = "RONP"
_SUIT_VARIABLE: Final = 52
_RANK_VARIABLE: Final = 55
"""Lowest bits of the variables in the number of a slot."""

GROUPS: Final = {
    "R": "AKQJT",
    "B": "AKQJ",
    "M": "T987",
    "Z": "65432",
    "N": "KQJT9",
    "F": "KQJ",
    "L": "A8765432",
    "W": "A5432",
}

FEATURES: Final = {
    "ss": kernel.SINGLE_SUITED,
    "ds": kernel.DOUBLE_SUITED,
    "rb": kernel.RAINBOW,
    "np": kernel.NO_PAIR,
    "op": kernel.ONE_PAIR_HELD,
    "tp": kernel.TWO_PAIRS_HELD,
    "nt": kernel.NO_TRIPS,
}

Pattern = tuple[int, tuple[int, ...]]
"""Features of the hand, and its slots as numbers."""

_LISTED: Final = re.compile(
    rf"(?P<a>[{RANKS}])(?:(?P<up>\+)|(?P<to>-)(?P<b>[{RANKS}])?)?|[, ]", re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True, slots=True)
class CardSlot:
    """Card slot of a range pattern, as written: the cards, rank and suit it allows."""

    cards: int = ALL_CARDS
    """Cards allowed by a list, a group or a star."""
    rank: int | None = None
    """Rank named outright, which a span can move."""
    rank_variable: str = ""
    suit: str = ""
    """Named suit or suit variable; empty for any."""


def pattern(features: int, slots: Sequence[CardSlot]) -> Pattern:
    """Encode slots for the kernel; variables exclude the suits and ranks that the same word names."""
    other_ranks = other_suits = ALL_CARDS
    for slot in slots:
        if slot.rank is not None:
            other_ranks &= ~cards_of_rank(slot.rank)
        if slot.suit and slot.suit in SUITS:
            other_suits &= ~cards_of_suit(slot.suit)
    numbers: list[int] = []
    for slot in slots:
        cards = slot.cards if slot.rank is None else cards_of_rank(slot.rank)
        variables = 0
        if slot.rank_variable:
            cards &= other_ranks
            variables |= RANK_VARIABLES.index(slot.rank_variable) + 1 << _RANK_VARIABLE
        if slot.suit and slot.suit in SUITS:
            cards &= cards_of_suit(slot.suit)
        elif slot.suit:
            cards &= other_suits
            variables |= SUIT_VARIABLES.index(slot.suit) + 1 << _SUIT_VARIABLE
        if cards | variables != ALL_CARDS:
            numbers.append(cards | variables)
    return features, tuple(sorted(numbers, key=lambda number: _slot_sort_key(number, numbers)))


def _slot_sort_key(number: int, numbers: Sequence[int]) -> tuple[int, ...]:
    """Sort key of a slot: the fewest cards first, then repeated rank variables, since they fail soonest."""
    variables = [number >> first & 7 for first in (_RANK_VARIABLE, _SUIT_VARIABLE)]
    shared = sum(other_number >> _RANK_VARIABLE & 7 == variables[0] for other_number in numbers)
    return (number & ALL_CARDS).bit_count(), -shared, *variables


def cards_named(slots: Sequence[CardSlot]) -> list[tuple[int, str]]:
    """List rank and suit of each card named outright."""
    return [(slot.rank, slot.suit) for slot in slots if slot.rank is not None and slot.suit in [*SUITS]]


def rank_of(sign: str) -> int:
    return RANKS.index(sign.upper())


def cards_of_rank(rank: int) -> int:
    return 15 << 4 * rank


def cards_of_suit(suit: str) -> int:
    return _SUIT_CARDS << SUITS.index(suit)


def cards_between_ranks(low: int, high: int) -> int:
    return (1 << 4 * (high + 1)) - (1 << 4 * low)


def cards_of_group(name: str) -> int:
    return sum(cards_of_rank(rank_of(sign)) for sign in GROUPS[name])


def parse_rank_list(text: str) -> tuple[int, int]:
    """Parse a list in square brackets; return its cards and the index where the list ends."""
    cards = index = 0
    while match := _LISTED.match(text, index):
        index = match.end()
        if match["a"]:
            first = rank_of(match["a"])
            last = ACE if match["up"] else rank_of(match["b"]) if match["b"] else 0 if match["to"] else first
            cards |= cards_between_ranks(min(first, last), max(first, last))
    return cards, index
