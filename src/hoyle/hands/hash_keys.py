"""Hash keys of cards: their sum identifies the ranks of a hand and any possible flush.

The low 16 bits of a sum count the cards of each suit, four bits a suit. The bits above are a sum of rank
keys, and no two different collections of ranks share it: write the number of cards of each rank as a digit in
base five, multiply by a constant modulo a prime above 5**13, and different collections keep different
residues. The multiplication also spreads the sums well over the slots of a dictionary.
"""

from __future__ import annotations

from typing import Final

_PRIME: Final = 1_220_703_131
_SPREAD: Final = 754_436_025

TALLY_BITS: Final = 16
"""A sum shifted down by this is the key of its ranks alone."""

SUITED: Final = 0x8888
"""Bits set in a sum that holds a flush, if the sum began at :func:`tally_start`."""

RANK_KEYS: Final[list[int]] = [pow(5, rank) * _SPREAD % _PRIME for rank in range(13)]

CARD_KEYS: Final[list[int]] = [(RANK_KEYS[card >> 2] << TALLY_BITS) + (1 << 4 * (card & 3)) for card in range(52)]
# The unknown card, index -1: no sum that contains it is ever the sum of real cards.
CARD_KEYS.append(1 << 56)


def tally_start(size: int) -> int:
    """Return the initial sum with which ``size`` cards of one suit set that suit's bit of :data:`SUITED`."""
    return 0x1111 * (8 - size)


def rank_key(cards: list[int]) -> int:
    """Return the key of the ranks of known cards."""
    key = 0
    for card in cards:
        key += RANK_KEYS[card >> 2]
    return key


def suit_mask(cards: list[int], suit: int) -> int:
    """Return the bit mask of the ranks held in one suit."""
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask
