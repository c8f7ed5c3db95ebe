"""Up-card ranking in stud: compares exposed cards by groups and kickers, high or low.

Values compare between equal numbers of up-cards; a larger one is the better showing.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import check_card
from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import i64
from hoyle.hands.hash_keys import CARD_KEYS, TALLY_BITS

_WORST: Final = 1 << 24

_high: Final[dict[int, int]] = {}
_low: Final[dict[int, int]] = {}


def upcard_value(cards: list[int]) -> int:
    """Rank one to five up-cards as a high hand showing (nj-19-47 19:47-14.9(f)1, oneida XI.I.6(a))."""
    total = 0
    for card in cards:
        total += CARD_KEYS[card]
    value = _high.get(total >> TALLY_BITS, 0)
    if value == 0:
        value = _high[total >> TALLY_BITS] = _grade(cards, ace_low=False)
    return value


def showing_of(cards: list[int], ups: list[bool]) -> int:
    """Return the value of the face-up cards of a hand, as a high hand showing."""
    total = 0
    count: i64 = len(cards)
    for index in range(count):
        if ups[index]:
            total += CARD_KEYS[cards[index]]
    value = _high.get(total >> TALLY_BITS, 0)
    return value or upcard_value([cards[index] for index in range(len(cards)) if ups[index]])


def upcard_low_value(cards: list[int]) -> int:
    """Rank one to five up-cards as a low showing: the ace is low, pairs are bad (razz, a house game)."""
    total = 0
    for card in cards:
        total += CARD_KEYS[card]
    value = _low.get(total >> TALLY_BITS, 0)
    if value == 0:
        value = _low[total >> TALLY_BITS] = _WORST - _grade(cards, ace_low=True)
    return value


def _grade(cards: list[int], *, ace_low: bool) -> int:
    """Compute the value of up-cards: the groups of equal rank first, then the ranks, high to low."""
    if not 1 <= len(cards) <= 5:
        raise InvalidError(f"{len(cards)} up-cards: a hand showing has one to five")
    counts = [0] * 15
    for card in cards:
        check_card(card)
        counts[1 if ace_low and card >= 48 else (card >> 2) + 2] += 1
    shape = 0
    pips = 0
    pip_count = 0
    for count in (4, 3, 2, 1):
        for pip in range(14, 0, -1):
            if counts[pip] == count:
                # Two pairs outrank one pair and a full house outranks three of a kind.
                shape += (0, 0, 1, 3, 6)[count]
                for _ in range(count):
                    pips = pips << 4 | pip
                    pip_count += 1
    return shape << 20 | pips << 4 * (5 - pip_count)
