"""Pattern parser: one item of range notation such as `AxKx**` or `KK+$ds`.

A word is a row of card slots, with features of the whole hand after or between them. A word that spans
several ranks (``JT98+``, ``AK-JT``) is one pattern for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from hoyle.core.cards import RANKS, SUITS
from hoyle.core.errors import InvalidError
from hoyle.odds.kernel_loader import kernel
from hoyle.odds.ranges.card_slots import (
    ACE,
    FEATURES,
    GROUPS,
    RANK_VARIABLES,
    SUIT_VARIABLES,
    CardSlot,
    Pattern,
    cards_between_ranks,
    cards_named,
    cards_of_group,
    cards_of_rank,
    parse_rank_list,
    pattern,
    rank_of,
)
from hoyle.odds.showdown_rules import ShowdownRules

ErrorFactory = Callable[[int, str], InvalidError]
"""Function that builds the error for a character of the word, from its index and a message."""

_HOLDEM_ENDINGS: Final = {"s": kernel.SUITED, "o": kernel.OFFSUIT}
_OMAHA_ENDINGS: Final = {name: FEATURES[name] for name in ("ss", "ds", "rb")}

_EXPECTED: Final = (
    f"a rank of {RANKS}, a suit of {SUITS} or {SUIT_VARIABLES}, one of {RANK_VARIABLES}, '*', '[' or '$' was expected"
)
_NO_RANK_MOVES: Final = "'+' and '-' need a rank to start from"

_TWO_RANKS: Final = re.compile(
    r"(?P<ranks>[2-9TJQKA]{2})(?P<suits>[so])?"
    r"(?:(?P<sign>[+-])|-(?P<end_ranks>[2-9TJQKA]{2})(?P<end_suits>[so])?)?",
    re.IGNORECASE | re.ASCII,
)


def parse_word(word: str, rules: ShowdownRules, error_at: ErrorFactory) -> list[Pattern]:
    """Parse one word of range notation into its alternative card patterns."""
    if rules.holes == 2 and (match := _TWO_RANKS.fullmatch(word)):
        return _parse_holdem_word(match, error_at)
    return _Word(word, rules, error_at).patterns()


def holdem_class(label: str) -> Pattern:
    """Build the card pattern of a hold'em class: ``AKs``, ``AKo``, ``AA``."""
    feature = _HOLDEM_ENDINGS[label[2]] if label[2:] else 0
    return feature, (cards_of_rank(rank_of(label[0])), cards_of_rank(rank_of(label[1])))


class _Word:
    """Left-to-right parser of one word of range notation, such as ``AxKx**`` or ``KK+$ds``."""

    def __init__(self, word: str, rules: ShowdownRules, error_at: ErrorFactory) -> None:
        self._word = word
        self._game = rules
        self._error = error_at
        self._endings = _HOLDEM_ENDINGS if rules.holes == 2 else _OMAHA_ENDINGS
        self._tail = _tail_expression(self._endings)
        self._index = 0
        self._slots: list[CardSlot] = []
        self._spans: list[list[CardSlot]] = []
        self._features = 0
        self._after_suit = False
        """Whether the last slot is a suit alone: then more suits follow, not an ending."""
        self._own_plus = False
        """Whether a rank in the middle had its own '+': then a '+' at the end is the last rank's own."""

    def patterns(self) -> list[Pattern]:
        """Parse the word and return its card patterns: one, or one for each step of a span."""
        while self._index < len(self._word):
            remaining = self._word[self._index :]
            if self._is_ending(remaining) and self._may_end():
                self._features |= self._endings[remaining.lower()]
                break
            if remaining[-1] in "+-" and self._is_ending(remaining[:-1]) and self._slots and self._may_end():
                raise self._error(
                    len(self._word) - 1, f"{remaining[-1]!r} stands before {remaining[:-1]!r}, after the ranks"
                )
            if remaining[0] == "$" and self._take_feature(remaining[1:3]):
                continue
            if remaining[0] in "+-" and self._slots:
                self._parse_span()
                continue
            self._slots.append(self._parse_slot(len(self._slots)))
        slot_rows = self._spans or [self._slots]
        if any(len(set(cards)) < len(cards) for cards in map(cards_named, slot_rows)):
            raise self._error(0, f"{self._word!r} names a card twice")
        return [pattern(self._features, slots) for slots in slot_rows]

    def _may_end(self) -> bool:
        """Return whether an ending can follow: after ranks, or as an Omaha word of its own (``AA:ds``)."""
        if self._slots:
            return not self._after_suit
        return self._game.holes > 2

    def _is_ending(self, text: str) -> bool:
        """Return whether a text is an ending of a word: ``s`` or ``o`` in hold'em, ``ss``, ``ds``, ``rb``."""
        # In hold'em a capital O is a rank while there is room for one, a small one is offsuit.
        if text == "O" and len(self._slots) < self._game.holes:
            return False
        return text.lower() in self._endings

    def _take_feature(self, letters: str) -> bool:
        """Consume a feature of the hand if the letters after the dollar sign name one; return whether."""
        name = letters.lower()
        if name not in FEATURES:
            return False
        if letters[0] == "N":
            raise self._error(
                self._index, f"write ${name} for the feature, {letters[1]}$N for a card of the group and {letters[1]!r}"
            )
        self._features |= FEATURES[name]
        self._index += 3
        return True

    def _parse_slot(self, number: int) -> CardSlot:
        """Parse one card slot of a word: a rank or group, a suit, or both."""
        char = self._word[self._index]
        if char == "$" and self._word[self._index + 1 : self._index + 2] not in GROUPS:
            features, groups = " ".join(FEATURES), " ".join(GROUPS)
            raise self._error(self._index, f"after '$' comes a feature ({features}) or a group ({groups})")
        if number == self._game.holes:
            raise self._error(self._index, f"a hand of {self._game.name} has {number} cards")
        if char in SUIT_VARIABLES.upper():
            variable = char.lower()
            raise self._error(
                self._index,
                f"a capital {char} alone could be any card or a suit: write * for any card, or a small "
                f"{variable}, as in {variable}{variable} for two cards of one suit",
            )
        self._after_suit = char.lower() in SUITS + SUIT_VARIABLES
        if self._after_suit:
            self._index += 1
            return CardSlot(suit=char.lower())
        slot = self._take_own_plus(self._parse_ranks(char))
        if self._index < len(self._word) and (suit := self._word[self._index].lower()) in SUITS + SUIT_VARIABLES:
            is_last = number + 1 == self._game.holes
            remaining = self._word[self._index :]
            is_ending = self._is_ending(remaining) or (remaining[-1] in "+-" and self._is_ending(remaining[:-1]))
            if not (is_ending and (is_last or self._game.holes > 2)):
                self._index += 1
                slot = self._take_own_plus(replace(slot, suit=suit))
        return slot

    def _parse_ranks(self, char: str) -> CardSlot:
        """Parse the rank part of a card slot: a star, a list, a rank, a rank variable or a group."""
        start = self._index
        self._index += 1
        if char == "*":
            return CardSlot()
        if char == "[":
            return self._parse_list(start)
        if char.upper() in RANKS:
            return CardSlot(rank=rank_of(char))
        if char.upper() in RANK_VARIABLES:
            return CardSlot(rank_variable=char.upper())
        if char != "$":
            raise self._error(start, _EXPECTED)
        self._index += 1
        return CardSlot(cards=cards_of_group(self._word[self._index - 1]))

    def _parse_list(self, start: int) -> CardSlot:
        """Parse a list of ranks in square brackets, such as ``[AKQ]``, into a card slot."""
        end = self._word.find("]", start)
        if end < 0:
            raise self._error(start, "the bracket is not closed")
        text = self._word[start + 1 : end]
        cards, parsed = parse_rank_list(text)
        if parsed < len(text):
            raise self._error(start + 1 + parsed, f"in brackets stand ranks of {RANKS}, as AKQ, A-T, T+ or 9-")
        if not cards:
            raise self._error(start + 1, "the brackets are empty")
        self._index = end + 1
        return CardSlot(cards=cards)

    def _take_own_plus(self, slot: CardSlot) -> CardSlot:
        """Consume a '+' in the middle of a word, which lets this slot alone have a higher rank."""
        if self._word[self._index : self._index + 1] != "+" or slot.rank is None:
            return slot
        if self._is_tail(self._index + 1) and not self._own_plus:
            return slot
        self._own_plus = True
        self._index += 1
        return replace(slot, rank=None, cards=cards_between_ranks(slot.rank, ACE))

    def _is_tail(self, index: int) -> bool:
        """Return whether only stars, features and an ending follow at an index of the word."""
        return self._tail.fullmatch(self._word, index) is not None

    def _parse_span(self) -> None:
        """Parse a '+' or '-' that moves all ranks of a word: at its end, or between two ends of a span."""
        sign_index = self._index
        if self._spans or self._own_plus:
            raise self._error(sign_index, "one '+' or '-' moves all ranks of a word, a second has no meaning")
        ranks = [slot.rank for slot in self._slots if slot.rank is not None]
        if not ranks:
            raise self._error(sign_index, _NO_RANK_MOVES)
        self._index += 1
        if self._is_tail(self._index):
            step = 1 if self._word[sign_index] == "+" else -1
            moves = _climb(ranks, step, is_holdem=self._game.holes == 2)
        elif self._word[sign_index] == "-":
            moves = self._span_between(ranks)
            if not self._is_tail(self._index):
                raise self._error(self._index, "after a span come only '*' and features, such as $ds")
        else:
            raise self._error(sign_index, _NO_RANK_MOVES)
        self._spans = [_with_ranks(self._slots, moved_ranks) for moved_ranks in moves]

    def _span_between(self, ranks: list[int]) -> list[list[int]]:
        """Parse the other end of a span such as ``AK-JT``; list the ranks of each hand from end to end."""
        start = self._index
        end_ranks: list[int] = []
        for number, slot in enumerate(self._slots):
            if self._index == len(self._word):
                raise self._error(self._index, f"the other end of the span has {len(self._slots)} places too")
            index = self._index
            other_slot = self._parse_slot(number)
            if replace(other_slot, rank=slot.rank) != slot or (other_slot.rank is None) != (slot.rank is None):
                raise self._error(index, "both ends of a span are alike but for their ranks")
            if other_slot.rank is not None:
                end_ranks.append(other_slot.rank)
        distances = {end - rank for rank, end in zip(ranks, end_ranks, strict=True)} - {0}
        if len(distances) > 1:
            raise self._error(start, "from end to end of a span ranks stay or move equally far")
        distance = distances.pop() if distances else 0
        step = 1 if distance > 0 else -1
        return [
            [rank + moved * (rank != end) for rank, end in zip(ranks, end_ranks, strict=True)]
            for moved in range(0, distance + step, step)
        ]


def _tail_expression(endings: Iterable[str]) -> re.Pattern[str]:
    """Build the regular expression of what may follow all ranks of a word: stars, features and an ending."""
    return re.compile(rf"(?:\*|\$(?:{'|'.join(FEATURES)}))*(?:{'|'.join(endings)})?", re.IGNORECASE | re.ASCII)


def _climb(ranks: Sequence[int], step: int, *, is_holdem: bool) -> list[list[int]]:
    """List these ranks, then all of them moved up or down step by step to the end of the deck.

    Aces stay while others can move, and no other rank moves up to an ace. In hold'em the same holds for the
    higher of two cards that are neither a pair nor neighbours.
    """
    fixed_rank = ACE if min(ranks) < max(ranks) == ACE else ACE + 1
    if is_holdem and len(ranks) == 2 and max(ranks) - min(ranks) > 1:
        fixed_rank = max(ranks)
    rank_rows = [list(ranks)]
    while True:
        next_ranks = [rank if rank == fixed_rank else rank + step for rank in rank_rows[-1]]
        if (
            next_ranks.count(fixed_rank) > rank_rows[-1].count(fixed_rank)
            or not 0 <= min(next_ranks) <= max(next_ranks) <= ACE
        ):
            return rank_rows
        rank_rows.append(next_ranks)


def _with_ranks(slots: Sequence[CardSlot], ranks: Sequence[int]) -> list[CardSlot]:
    next_rank = iter(ranks)
    return [slot if slot.rank is None else replace(slot, rank=next(next_rank)) for slot in slots]


def _parse_holdem_word(match: re.Match[str], error_at: ErrorFactory) -> list[Pattern]:
    """Parse a hold'em word into card patterns: ``QQ+``, ``AKs``, ``A5s-A2s``."""
    high, low = sorted(map(rank_of, match["ranks"]), reverse=True)
    suits = (match["suits"] or "").lower()
    if high == low and suits:
        raise error_at(2, "a pair is neither suited nor offsuit")
    rank_pairs = [[high, low]]
    if match["sign"]:
        rank_pairs = _climb([high, low], 1 if match["sign"] == "+" else -1, is_holdem=True)
    elif match["end_ranks"]:
        end_index = match.start("end_ranks")
        if (match["end_suits"] or "").lower() != suits:
            raise error_at(end_index, "both ends of a range are suited or offsuit alike")
        end_high, end_low = sorted(map(rank_of, match["end_ranks"]), reverse=True)
        if high == end_high:
            lowest, highest = sorted([low, end_low])
            rank_pairs = [[high, rank] for rank in range(lowest, highest + 1)]
        elif high - low == end_high - end_low:
            lowest, highest = sorted([high, end_high])
            rank_pairs = [[rank, rank - (high - low)] for rank in range(lowest, highest + 1)]
        else:
            raise error_at(end_index, "the ends of a range share their top card or lie equally far apart")
        if high == end_high and any(first == second for first, second in rank_pairs):
            raise error_at(end_index, "a range runs between pairs or between other hands")
    feature = _HOLDEM_ENDINGS[suits] if suits else 0
    return [(feature, (cards_of_rank(first), cards_of_rank(second))) for first, second in rank_pairs]
