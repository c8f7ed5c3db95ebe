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

_RANKS_IN_LIST: Final = re.compile(
    rf"(?P<first>[{RANKS}])(?:(?P<plus>\+)|(?P<dash>-)(?P<last>[{RANKS}])?)?|[, ]", re.IGNORECASE | re.ASCII
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
    """Encode the card slots of a range word for the kernel.

    Variables exclude the suits and ranks that the same word names; a slot for any card is left out.
    """
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
    """Return the sort key of a card slot: the fewest cards first, then repeated rank variables.

    The kernel fills slots in this order, and those that fail soonest should come first.
    """
    rank_variable, suit_variable = number >> _RANK_VARIABLE & 7, number >> _SUIT_VARIABLE & 7
    same_variable = sum(slot >> _RANK_VARIABLE & 7 == rank_variable for slot in numbers)
    return (number & ALL_CARDS).bit_count(), -same_variable, rank_variable, suit_variable


def cards_named(slots: Sequence[CardSlot]) -> list[tuple[int, str]]:
    """List the rank and suit of each slot that names a single card."""
    return [(slot.rank, slot.suit) for slot in slots if slot.rank is not None and slot.suit and slot.suit in SUITS]


def rank_of(letter: str) -> int:
    """Return the number of a rank by its letter, in either case: 0 for ``2``, 12 for ``A``."""
    return RANKS.index(letter.upper())


def cards_of_rank(rank: int) -> int:
    """Return the bit mask of the four cards of a rank."""
    return 15 << 4 * rank


def cards_of_suit(suit: str) -> int:
    """Return the bit mask of the thirteen cards of a suit."""
    return _SUIT_CARDS << SUITS.index(suit)


def cards_between_ranks(low: int, high: int) -> int:
    """Return the bit mask of all cards from one rank to another, both included."""
    return (1 << 4 * (high + 1)) - (1 << 4 * low)


def cards_of_group(name: str) -> int:
    """Return the bit mask of the cards of a rank group, such as ``B`` for A to J."""
    return sum(cards_of_rank(rank_of(letter)) for letter in GROUPS[name])


def parse_rank_list(text: str) -> tuple[int, int]:
    """Parse a rank list such as ``AKQ``, ``A-T``, ``T+`` or ``9-``; return its cards and where it ends."""
    cards = index = 0
    while match := _RANKS_IN_LIST.match(text, index):
        index = match.end()
        if not match["first"]:
            continue
        first = last = rank_of(match["first"])
        if match["plus"]:
            last = ACE
        elif match["dash"]:
            last = rank_of(match["last"]) if match["last"] else 0
        cards |= cards_between_ranks(min(first, last), max(first, last))
    return cards, index
