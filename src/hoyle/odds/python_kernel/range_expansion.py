"""Range expansion in pure Python: lists the hands that a parsed range names.

A hand is a bit mask of cards. The hands of a pattern are generated from its slots instead of filtering all
hands; *and*, *or* and *not* are set operations. Hands are processed by highest card to keep the sets small.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from hoyle.odds.python_kernel.equity_request import Progress
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
Standing = tuple[int, int]
Item = list[Pattern | Standing | str]


def holdings(
    items: list[Item],
    size: int,
    free: int,
    by_class: bytes,
    threads: int,
    progress: Progress | None,
    /,
) -> tuple[bytes, bytes]:
    """Return the cards of each holding, highest first, and the last item that names it, in 16 bits."""
    standings = Standings(by_class, size) if by_class else None
    deck = [1 << card for card in range(52) if free >> card & 1]
    cards, numbers = bytearray(), array("H")
    for highest in reversed(range(len(deck))):
        hands = _HandsUnder(deck[highest], deck[:highest], size, standings)
        found: dict[int, int] = {}
        for number, item in enumerate(items):
            found.update(dict.fromkeys(hands.of(item), number))
        for hand in sorted(found, reverse=True):
            cards += _cards(hand)
            numbers.append(found[hand])
        if progress is not None:
            progress(len(deck) - highest, len(deck))
    return bytes(cards), numbers.tobytes()


class _Named(NamedTuple):
    """A set of hands, or all hands but these."""

    hands: set[int]
    all_but: bool = False

    def __invert__(self) -> _Named:
        return _Named(self.hands, not self.all_but)

    def __and__(self, other: _Named) -> _Named:
        if self.all_but and other.all_but:
            return _Named(self.hands | other.hands, all_but=True)
        if self.all_but:
            return _Named(other.hands - self.hands)
        return _Named(self.hands - other.hands if other.all_but else self.hands & other.hands)


class _HandsUnder:
    """Hands with a given highest card."""

    def __init__(self, highest: int, below: list[int], size: int, standings: Standings | None) -> None:
        self._highest = highest
        self._below = below
        self._size = size
        self._standings = standings

    def of(self, item: Item) -> set[int]:
        """Hands that an item of a range names; the item is a postfix program of ``:``, ``,`` and ``!``."""
        stack: list[_Named] = []
        for step in item:
            if not isinstance(step, str):
                first, second = step
                named = (
                    self._between(first, second) if isinstance(second, int) else self._pattern(first, second)
                )
                stack.append(named)
            elif step == "!":
                stack.append(~stack.pop())
            elif step == ":":
                stack.append(stack.pop() & stack.pop())
            else:
                stack.append(~(~stack.pop() & ~stack.pop()))
        hands, all_but = stack.pop()
        return set(self._with(0)) - hands if all_but else hands

    def _pattern(self, features: int, places: Sequence[int]) -> _Named:
        if not places and not features:
            return _Named(set(), all_but=True)
        deck = sum(self._below) | self._highest
        chosen = {_Chosen()}
        for place in places:
            chosen = {more for cards in chosen for more in cards.with_one_in(place, deck)}
        hands = {hand for cards in {each.cards for each in chosen} for hand in self._with(cards)}
        return _Named({hand for hand in hands if not features & ~_features(hand)} if features else hands)

    def _between(self, least: int, most: int) -> _Named:
        assert self._standings is not None, "standings are asked for and not given"
        standing = self._standings.of
        return _Named({hand for hand in self._with(0) if least <= standing(_cards(hand)) <= most})

    def _with(self, cards: int) -> Iterator[int]:
        """Every hand that holds these cards."""
        cards |= self._highest
        others = [bit for bit in self._below if not bit & cards]
        left = self._size - cards.bit_count()
        return (cards + sum(drawn) for drawn in combinations(others, left)) if left >= 0 else iter(())


class _Chosen(NamedTuple):
    """Cards in the slots filled so far, and the cards of the suit or rank assigned to each variable.

    Variable 0 is assigned all cards: slots without a variable use it.
    """

    cards: int = 0
    suits: tuple[int, ...] = (_ALL_CARDS, *[0] * 7)
    ranks: tuple[int, ...] = (_ALL_CARDS, *[0] * 7)

    def with_one_in(self, place: int, deck: int) -> Iterator[_Chosen]:
        """Fill one more slot from the deck; a new variable takes a suit or rank that no other has."""
        _, suits, ranks = self
        suit, rank = place >> _SUIT_VARIABLE & 7, place >> _RANK_VARIABLE & 7
        fit = place & deck & ~self.cards
        fit &= suits[suit] or ~sum(suits[1:])
        fit &= ranks[rank] or ~sum(ranks[1:])
        while fit:
            bit = fit & -fit
            fit ^= bit
            card = bit.bit_length() - 1
            yield _Chosen(
                self.cards | bit,
                suits if suits[suit] else (*suits[:suit], _OF_A_SUIT << card % 4, *suits[suit + 1 :]),
                ranks if ranks[rank] else (*ranks[:rank], _OF_A_RANK << card // 4 * 4, *ranks[rank + 1 :]),
            )


def _cards(hand: int) -> bytes:
    """Cards of a hand, highest first."""
    cards = bytearray()
    while hand:
        cards.append(hand.bit_length() - 1)
        hand ^= 1 << cards[-1]
    return bytes(cards)


def _features(hand: int) -> int:
    suits = sorted([(hand >> suit & _OF_A_SUIT).bit_count() for suit in range(4)], reverse=True)
    ranks = sorted([(hand >> low & _OF_A_RANK).bit_count() for low in range(0, 52, 4)], reverse=True)
    found = OFFSUIT if suits[1] else SUITED
    if suits[0] == 1:
        found |= RAINBOW
    if suits[0] == 2 > suits[1]:
        found |= SINGLE_SUITED
    if suits[1] >= 2 > suits[2]:
        found |= DOUBLE_SUITED
    if ranks[0] == 1:
        found |= NO_PAIR
    if ranks[0] == 2 > ranks[1]:
        found |= ONE_PAIR_HELD
    if ranks[1] == 2 == ranks[0] > ranks[2]:
        found |= TWO_PAIRS_HELD
    if ranks[0] <= 2:
        found |= NO_TRIPS
    return found
