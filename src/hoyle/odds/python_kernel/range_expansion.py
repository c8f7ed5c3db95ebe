"""Expansion of hand ranges in pure Python: lists the hands that a parsed range names.

A hand is a bit mask of cards. The hands of a pattern are generated from its slots instead of filtering all
hands; *and*, *or* and *not* are set operations. Hands are processed by highest card to keep the sets small.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from hoyle.odds.python_kernel.equity_problem import Progress
from hoyle.odds.python_kernel.omaha_percentiles import Standings

RAINBOW: Final = 1
SINGLE_SUITED: Final = 2
DOUBLE_SUITED: Final = 4
SUITED: Final = 8
OFFSUIT: Final = 16
NO_PAIR: Final = 32
ONE_PAIR_HELD: Final = 64
TWO_PAIRS_HELD: Final = 128
NO_TRIPS: Final = 256

_ALL_CARDS: Final = (1 << 52) - 1
_OF_A_SUIT: Final = 0x1111111111111
_OF_A_RANK: Final = 0b1111
_SUIT_VARIABLE: Final = 52
_RANK_VARIABLE: Final = 55
"""Lowest bits of the variables in the number of a slot, above its cards; a variable of 0 is none."""

Pattern = tuple[int, tuple[int, ...]]
"""Features of a hand, and its card slots as numbers."""
Standing = tuple[int, int]
"""Lowest and highest equity of a percentage of hands."""
Item = list[Pattern | Standing | str]
"""Item of a range as a postfix program; the operators are ``:`` (and), ``,`` (or) and ``!`` (not)."""


def holdings(
    items: list[Item], size: int, free: int, standings: bytes, threads: int, progress: Progress | None
) -> tuple[bytes, bytes]:
    """List the hands that the items of a range name, as card bytes, and the last item that names each.

    The cards of a hand come highest first; item numbers have 16 bits.
    """
    ranked = Standings(standings, size) if standings else None
    deck = [1 << card for card in range(52) if free >> card & 1]
    cards, numbers = bytearray(), array("H")
    for highest in reversed(range(len(deck))):
        hands = _HandsByHighestCard(deck[highest], deck[:highest], size, ranked)
        item_of_hand: dict[int, int] = {}
        for number, item in enumerate(items):
            item_of_hand.update(dict.fromkeys(hands.of(item), number))
        for hand in sorted(item_of_hand, reverse=True):
            cards += _cards(hand)
            numbers.append(item_of_hand[hand])
        if progress is not None:
            progress(len(deck) - highest, len(deck))
    return bytes(cards), numbers.tobytes()


class _HandSet(NamedTuple):
    """Set of poker hands as bit masks, or the complement of the set."""

    hands: set[int]
    complement: bool = False

    def __invert__(self) -> _HandSet:
        return _HandSet(self.hands, not self.complement)

    def __and__(self, other: _HandSet) -> _HandSet:
        if self.complement and other.complement:
            return _HandSet(self.hands | other.hands, complement=True)
        if self.complement:
            return _HandSet(other.hands - self.hands)
        return _HandSet(self.hands - other.hands if other.complement else self.hands & other.hands)


class _HandsByHighestCard:
    """Generator of the poker hands with a given highest card."""

    def __init__(self, highest: int, below: list[int], size: int, standings: Standings | None) -> None:
        self._highest = highest
        self._below = below
        self._size = size
        self._standings = standings

    def of(self, item: Item) -> set[int]:
        """Return the hands that an item of a range names, by running its postfix program."""
        stack: list[_HandSet] = []
        for step in item:
            if not isinstance(step, str):
                first, second = step
                if isinstance(second, int):
                    stack.append(self._hands_between(first, second))
                else:
                    stack.append(self._hands_of_pattern(first, second))
            elif step == "!":
                stack.append(~stack.pop())
            elif step == ":":
                stack.append(stack.pop() & stack.pop())
            else:
                stack.append(~(~stack.pop() & ~stack.pop()))
        hands, complement = stack.pop()
        return set(self._hands_with(0)) - hands if complement else hands

    def _hands_of_pattern(self, features: int, slots: Sequence[int]) -> _HandSet:
        """Return the hands whose cards fill all slots of a pattern and that have its features."""
        if not slots and not features:
            return _HandSet(set(), complement=True)
        deck = sum(self._below) | self._highest
        filled = {_FilledSlots()}
        for slot in slots:
            filled = {extended for slots_before in filled for extended in slots_before.with_one_in(slot, deck)}
        hands: set[int] = set()
        for cards in {filled_slots.cards for filled_slots in filled}:
            hands.update(self._hands_with(cards))
        if features:
            hands = {hand for hand in hands if not features & ~_features(hand)}
        return _HandSet(hands)

    def _hands_between(self, lowest: int, highest: int) -> _HandSet:
        assert self._standings is not None, "standings are asked for and not given"
        equity_of = self._standings.of
        return _HandSet({hand for hand in self._hands_with(0) if lowest <= equity_of(_cards(hand)) <= highest})

    def _hands_with(self, cards: int) -> Iterator[int]:
        """Yield every hand that has these cards and the highest card; none if they are too many."""
        cards |= self._highest
        missing = self._size - cards.bit_count()
        if missing >= 0:
            candidates = [bit for bit in self._below if not bit & cards]
            for drawn in combinations(candidates, missing):
                yield cards + sum(drawn)


class _FilledSlots(NamedTuple):
    """Cards in the slots filled so far, and the cards of the suit or rank assigned to each variable.

    Variable 0 is assigned all cards: slots without a variable use it.
    """

    cards: int = 0
    suits: tuple[int, ...] = (_ALL_CARDS, *[0] * 7)
    ranks: tuple[int, ...] = (_ALL_CARDS, *[0] * 7)

    def with_one_in(self, slot: int, deck: int) -> Iterator[_FilledSlots]:
        """Yield each way to fill one more slot; a new variable takes a suit or rank that no other has."""
        suits, ranks = self.suits, self.ranks
        suit, rank = slot >> _SUIT_VARIABLE & 7, slot >> _RANK_VARIABLE & 7  # numbers of the variables
        candidates = slot & deck & ~self.cards
        candidates &= suits[suit] or ~sum(suits[1:])
        candidates &= ranks[rank] or ~sum(ranks[1:])
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            card = bit.bit_length() - 1
            yield _FilledSlots(
                self.cards | bit,
                suits if suits[suit] else (*suits[:suit], _OF_A_SUIT << card % 4, *suits[suit + 1 :]),
                ranks if ranks[rank] else (*ranks[:rank], _OF_A_RANK << card // 4 * 4, *ranks[rank + 1 :]),
            )


def _cards(hand: int) -> bytes:
    cards = bytearray()
    while hand:
        cards.append(hand.bit_length() - 1)
        hand ^= 1 << cards[-1]
    return bytes(cards)


def _features(hand: int) -> int:
    """Return the features of a hand, such as double-suited or paired, as bits."""
    suits = sorted([(hand >> suit & _OF_A_SUIT).bit_count() for suit in range(4)], reverse=True)
    ranks = sorted([(hand >> low & _OF_A_RANK).bit_count() for low in range(0, 52, 4)], reverse=True)
    features = OFFSUIT if suits[1] else SUITED
    if suits[0] == 1:
        features |= RAINBOW
    if suits[0] == 2 > suits[1]:
        features |= SINGLE_SUITED
    if suits[1] >= 2 > suits[2]:
        features |= DOUBLE_SUITED
    if ranks[0] == 1:
        features |= NO_PAIR
    if ranks[0] == 2 > ranks[1]:
        features |= ONE_PAIR_HELD
    if ranks[1] == 2 == ranks[0] > ranks[2]:
        features |= TWO_PAIRS_HELD
    if ranks[0] <= 2:
        features |= NO_TRIPS
    return features
