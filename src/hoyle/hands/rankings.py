"""Hand rankings (high, ace-to-five, deuce-to-seven, ...): the value of a hand as one integer.

Values run without gaps from 1, the worst hand of the ranking, upward; a larger value is always the better
hand, for lows too, and 0 means no hand at all.

>>> from hoyle.core.cards import parse_cards
>>> HIGH5.describe(HIGH5.rank(parse_cards("Kh Kd Kc 4s 4d")))
'kings full of fours'
>>> LOW_A5.describe(LOW_A5.rank(parse_cards("7h 5d 4c 3s Ad")))
'7-5-4-3-A low'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.core.cards import cards_text, check_card
from hoyle.core.errors import InvalidError
from hoyle.hands import descriptions
from hoyle.hands.hash_keys import CARD_KEYS, SUITED, TALLY_BITS, tally_start
from hoyle.hands.value_tables import ValueTable, ValueTableRules


class Ranking:
    """Interface of a ranking of hands of ``size`` cards."""

    def __init__(self, name: str, size: int, *, low: bool, ace_low: bool) -> None:
        self.name = name
        self.size = size
        """Cards in a hand."""
        self.low = low
        """Whether the hand is a low; its odd chips then go by the lowest card."""
        self.ace_low = ace_low

    def rank(self, cards: Sequence[int]) -> int:
        """Return the value of a hand of exactly ``size`` cards."""
        raise NotImplementedError

    def count(self) -> int:
        """Return the number of different hand values; also the value of the best hand."""
        raise NotImplementedError

    def class_name(self, value: int) -> str:
        """Return the class of a hand: ``full house``; for lows ``unpaired low`` or what spoils it."""
        raise NotImplementedError

    def pips(self, value: int) -> list[int]:
        """Return the ranks of a hand as numbers, largest group first: 14 for a high ace, 1 for a low one."""
        raise NotImplementedError

    def describe(self, value: int) -> str:
        """Describe a hand of this value as a dealer announces it."""
        raise NotImplementedError

    def ranks_text(self, value: int) -> str:
        """Return the ranks of a hand as text, largest group first: ``A-A-4-3-2``; empty for no hand."""
        return descriptions.ranks_text(self.pips(value)) if value else ""

    def worth(self, cards: list[int]) -> int:
        """Return the value of a hand in which every one of these cards plays, or 0."""
        return self.rank(cards)

    def order(self, card: int) -> int:
        """Return the sort key of a card in odd-chip order, smallest first (AMB-08, AMB-09)."""
        if not self.low:
            return -card
        return card - 52 if self.ace_low and card >= 48 else card

    def merit(self, card: int) -> int:
        """Return the sort key of a low card in odd-chip order: largest pip, then lowest suit (AMB-09)."""
        return (card & 3) - 4 * self.pip(card)

    def pip(self, card: int) -> int:
        """Return the pip of a card: two is 2, the ace 14 or 1."""
        return 1 if self.ace_low and card >= 48 else (card >> 2) + 2

    def qualifies(self, cards: Sequence[int], top: int) -> bool:
        """Whether a low qualifies: all ranks differ, none is above ``top`` (nj-19-47 19:47-14.9(j))."""
        pip_mask = 0
        for card in cards:
            pip = self.pip(card)
            if pip > top or pip_mask >> pip & 1:
                return False
            pip_mask |= 1 << pip
        return True

    def _check_value(self, value: int) -> None:
        """Raise if no hand of this ranking has the value."""
        if value < 1 or value > self.count():
            raise InvalidError(f"{value} is no value of the {self.name} ranking: 1 to {self.count()}")

    def _invalid_hand_error(self, cards: Sequence[int]) -> InvalidError:
        """Build the error for cards that make no hand: unknown, too many, too few or repeated."""
        for card in cards:
            check_card(card)
        if len(cards) != self.size:
            return InvalidError(f"a {self.name} hand has {self.size} cards, not {len(cards)}")
        return InvalidError(f"no deck holds {cards_text(cards)}")


class PokerRanking(Ranking):
    """Poker ranking by pairs, straights and flushes, high or low, over a lazily built value table."""

    def __init__(self, name: str, rules: ValueTableRules) -> None:
        super().__init__(name, rules.size, low=rules.low, ace_low=rules.ace_low)
        self.flushes: bool = rules.flushes
        self._rules = rules
        self._start = tally_start(rules.size)
        self._scale: ValueTable | None = None
        self._descriptions: dict[int, str] = {}

    def rank(self, cards: Sequence[int]) -> int:
        total = self._start
        for card in cards:
            total += CARD_KEYS[card]
        scale = self.scale()
        value = scale.plain.get(total >> TALLY_BITS, 0)
        if value == 0:
            raise self._invalid_hand_error(cards)
        if self.flushes and total & SUITED:
            mask = 0
            for card in cards:
                mask |= 1 << (card >> 2)
            return scale.suited[mask]
        return value

    def scale(self) -> ValueTable:
        """Return the value table of the ranking, built on first use."""
        scale = self._scale
        if scale is None:
            scale = self._scale = ValueTable(self._rules)
        return scale

    def count(self) -> int:
        return len(self.scale().grades) - 1

    def class_name(self, value: int) -> str:
        if value == 0:
            return descriptions.NO_LOW if self.low else descriptions.NO_HIGH
        self._check_value(value)
        name = self._rules.class_of(self.scale().grades[value])
        return descriptions.UNPAIRED_LOW if self.low and name == descriptions.HIGH_CARD else name

    def pips(self, value: int) -> list[int]:
        self._check_value(value)
        return self._rules.pips_of(self.scale().grades[value])

    def describe(self, value: int) -> str:
        text = self._descriptions.get(value, "")
        if not text:
            text = self._descriptions[value] = self._describe(value)
        return text

    def _describe(self, value: int) -> str:
        class_name = self.class_name(value)
        if value == 0:
            return class_name
        if self.low:
            return descriptions.describe_low(class_name, self.pips(value))
        return descriptions.describe_high(class_name, self.pips(value))


HIGH5: Final = PokerRanking(
    "five-card high", ValueTableRules(5, low=False, ace_low=False, straights=True, flushes=True, wheel=True)
)
"""Standard high hands (oneida XI.C.2, room-2012 RANK(2), ca-omaha RANK)."""

LOW_A5: Final = PokerRanking(
    "ace-to-five low", ValueTableRules(5, low=True, ace_low=True, straights=False, flushes=False, wheel=False)
)
"""Low without straights and flushes (oneida XI.C.4 with XI.K.10(b)(v), ca-omaha VAL-LO, AMB-01)."""

LOW_A5_STRICT: Final = PokerRanking(
    "ace-to-six low", ValueTableRules(5, low=True, ace_low=True, straights=True, flushes=True, wheel=False)
)
"""Low in which straights and flushes count against the hand (oneida XI.C.4 taken literally, AMB-01). The ace
is the lowest card (XI.C.1), so 5-4-3-2-A is a straight and A-K-Q-J-T is not."""

LOW_27: Final = PokerRanking(
    "deuce-to-seven low", ValueTableRules(5, low=True, ace_low=False, straights=True, flushes=True, wheel=False)
)
"""House game: the ace is high only, straights and flushes count against the low, A-5-4-3-2 is no straight."""

HIGH3: Final = PokerRanking(
    "three-card high", ValueTableRules(3, low=False, ace_low=False, straights=True, flushes=True, wheel=True)
)
"""High hands of Mambo (oneida XI.C.3 as the twin of nj-19-47 19:47-14.3(c))."""

HIGH4: Final = PokerRanking(
    "four-card high", ValueTableRules(4, low=False, ace_low=False, straights=True, flushes=True, wheel=True)
)
"""High hands of house games: the best four of four, five or six cards."""

LOW_A3: Final = PokerRanking(
    "ace-to-three low", ValueTableRules(3, low=True, ace_low=True, straights=False, flushes=False, wheel=False)
)
"""Low of Mambo without straights and flushes (AMB-36)."""

LOW_A3_STRICT: Final = PokerRanking(
    "ace-to-four low", ValueTableRules(3, low=True, ace_low=True, straights=True, flushes=True, wheel=False)
)
"""Low of three cards in which straights and flushes count against the hand (oneida XI.C.4)."""
