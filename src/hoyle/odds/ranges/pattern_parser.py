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
    cards_named,
    from_rank,
    listed,
    of_group,
    of_rank,
    pattern,
    rank_of,
)
from hoyle.odds.showdown_rules import ShowdownRules

Wrong = Callable[[int, str], InvalidError]
"""Factory of the error for a character of the word."""

_HOLDEM_ENDINGS: Final = {"s": kernel.SUITED, "o": kernel.OFFSUIT}
_OMAHA_ENDINGS: Final = {name: FEATURES[name] for name in ("ss", "ds", "rb")}

_EXPECTED: Final = (
    f"a rank of {RANKS}, a suit of {SUITS} or {SUIT_VARIABLES}, one of {RANK_VARIABLES}, '*', '[' or '$' "
    "was expected"
)
_NO_RANK_MOVES: Final = "'+' and '-' need a rank to start from"

_TWO_RANKS: Final = re.compile(
    r"(?P<a>[2-9TJQKA])(?P<b>[2-9TJQKA])(?P<suits>[so])?"
    r"(?:(?P<sign>[+-])|-(?P<c>[2-9TJQKA])(?P<d>[2-9TJQKA])(?P<other>[so])?)?",
    re.IGNORECASE | re.ASCII,
)


def read_word(word: str, of: ShowdownRules, wrong: Wrong) -> list[Pattern]:
    """Parse a word into its alternative patterns."""
    if of.holes == 2 and (two := _TWO_RANKS.fullmatch(word)):
        return _two_ranks(two, wrong)
    return _Word(word, of, wrong).patterns()


def holdem_class(label: str) -> Pattern:
    """Pattern of a hold'em class: ``AKs``, ``AKo``, ``AA``."""
    feature = _HOLDEM_ENDINGS[label[2]] if label[2:] else 0
    return feature, (of_rank(rank_of(label[0])), of_rank(rank_of(label[1])))


class _Word:
    """Left-to-right parser of one word."""

    def __init__(self, word: str, of: ShowdownRules, wrong: Wrong) -> None:
        self._word = word
        self._game = of
        self._wrong = wrong
        self._endings = _HOLDEM_ENDINGS if of.holes == 2 else _OMAHA_ENDINGS
        self._tail = _tail(self._endings)
        self._at = 0
        self._places: list[CardSlot] = []
        self._spans: list[list[CardSlot]] = []
        self._features = 0
        self._after_suit = False
        """Whether the last slot is a suit alone: then more suits follow, not an ending."""
        self._own_plus = False
        """Whether a rank in the middle had its own '+': then a '+' at the end is the last rank's own."""

    def patterns(self) -> list[Pattern]:
        while self._at < len(self._word):
            rest = self._word[self._at :]
            if self._is_ending(rest) and self._may_end():
                self._features |= self._endings[rest.lower()]
                break
            if rest[-1] in "+-" and self._is_ending(rest[:-1]) and self._places and self._may_end():
                raise self._wrong(
                    len(self._word) - 1, f"{rest[-1]!r} stands before {rest[:-1]!r}, after the ranks"
                )
            if rest[0] == "$" and self._feature(rest[1:3]):
                continue
            if rest[0] in "+-" and self._places:
                self._span()
                continue
            self._places.append(self._place(len(self._places)))
        written = self._spans or [self._places]
        if any(len(set(cards)) < len(cards) for cards in map(cards_named, written)):
            raise self._wrong(0, f"{self._word!r} names a card twice")
        return [pattern(self._features, places) for places in written]

    def _may_end(self) -> bool:
        """Whether an ending can follow: after ranks, or as an Omaha word of its own (``AA:ds``)."""
        return not self._after_suit if self._places else self._game.holes > 2

    def _is_ending(self, rest: str) -> bool:
        # In hold'em a capital O is a rank while there is room for one, a small one is offsuit.
        if rest == "O" and len(self._places) < self._game.holes:
            return False
        return rest.lower() in self._endings

    def _feature(self, letters: str) -> bool:
        """Consume a feature of the hand, if the letters after the dollar sign name one."""
        name = letters.lower()
        if name not in FEATURES:
            return False
        if letters[0] == "N":
            raise self._wrong(
                self._at,
                f"write ${name} for the feature, {letters[1]}$N for a card of the group and {letters[1]!r}",
            )
        self._features |= FEATURES[name]
        self._at += 3
        return True

    def _place(self, number: int) -> CardSlot:
        sign = self._word[self._at]
        if sign == "$" and self._word[self._at + 1 : self._at + 2] not in GROUPS:
            features, groups = " ".join(FEATURES), " ".join(GROUPS)
            raise self._wrong(self._at, f"after '$' comes a feature ({features}) or a group ({groups})")
        if number == self._game.holes:
            raise self._wrong(self._at, f"a hand of {self._game.name} has {number} cards")
        if sign in SUIT_VARIABLES.upper():
            small = sign.lower()
            raise self._wrong(
                self._at,
                f"a capital {sign} alone could be any card or a suit: write * for any card, or a small "
                f"{small}, as in {small}{small} for two cards of one suit",
            )
        self._after_suit = sign.lower() in SUITS + SUIT_VARIABLES
        if self._after_suit:
            self._at += 1
            return CardSlot(suit=sign.lower())
        place = self._take_own_plus(self._ranks(sign))
        if self._at < len(self._word) and (suit := self._word[self._at].lower()) in SUITS + SUIT_VARIABLES:
            is_last = number + 1 == self._game.holes
            rest = self._word[self._at :]
            ends = self._is_ending(rest) or (rest[-1] in "+-" and self._is_ending(rest[:-1]))
            if not (ends and (is_last or self._game.holes > 2)):
                self._at += 1
                place = self._take_own_plus(replace(place, suit=suit))
        return place

    def _ranks(self, sign: str) -> CardSlot:
        """Parse the rank part of a slot."""
        start = self._at
        self._at += 1
        if sign == "*":
            return CardSlot()
        if sign == "[":
            return self._list(start)
        if sign.upper() in RANKS:
            return CardSlot(rank=rank_of(sign))
        if sign.upper() in RANK_VARIABLES:
            return CardSlot(rank_variable=sign.upper())
        if sign != "$":
            raise self._wrong(start, _EXPECTED)
        self._at += 1
        return CardSlot(cards=of_group(self._word[self._at - 1]))

    def _list(self, start: int) -> CardSlot:
        end = self._word.find("]", start)
        if end < 0:
            raise self._wrong(start, "the bracket is not closed")
        text = self._word[start + 1 : end]
        cards, read = listed(text)
        if read < len(text):
            raise self._wrong(start + 1 + read, f"in brackets stand ranks of {RANKS}, as AKQ, A-T, T+ or 9-")
        if not cards:
            raise self._wrong(start + 1, "the brackets are empty")
        self._at = end + 1
        return CardSlot(cards=cards)

    def _take_own_plus(self, place: CardSlot) -> CardSlot:
        """Consume a '+' in the middle of a word: this rank or higher, in this slot only."""
        if self._word[self._at : self._at + 1] != "+" or place.rank is None:
            return place
        if self._is_tail(self._at + 1) and not self._own_plus:
            return place
        self._own_plus = True
        self._at += 1
        return replace(place, rank=None, cards=from_rank(place.rank, ACE))

    def _is_tail(self, at: int) -> bool:
        """Whether only stars and features follow."""
        return self._tail.fullmatch(self._word, at) is not None

    def _span(self) -> None:
        """Parse a '+' or '-' after all ranks, or between two ends."""
        sign = self._at
        if self._spans or self._own_plus:
            raise self._wrong(sign, "one '+' or '-' moves all ranks of a word, a second has no meaning")
        ranks = [place.rank for place in self._places if place.rank is not None]
        if not ranks:
            raise self._wrong(sign, _NO_RANK_MOVES)
        self._at += 1
        if self._is_tail(self._at):
            step = 1 if self._word[sign] == "+" else -1
            moves = _climb(ranks, step, is_holdem=self._game.holes == 2)
        elif self._word[sign] == "-":
            moves = self._to_other_end(ranks)
            if not self._is_tail(self._at):
                raise self._wrong(self._at, "after a span come only '*' and features, such as $ds")
        else:
            raise self._wrong(sign, _NO_RANK_MOVES)
        self._spans = [_with_ranks(self._places, moved) for moved in moves]

    def _to_other_end(self, ranks: list[int]) -> list[list[int]]:
        start = self._at
        ends: list[int] = []
        for number, place in enumerate(self._places):
            if self._at == len(self._word):
                raise self._wrong(self._at, f"the other end of the span has {len(self._places)} places too")
            at = self._at
            other = self._place(number)
            if replace(other, rank=place.rank) != place or (other.rank is None) != (place.rank is None):
                raise self._wrong(at, "both ends of a span are alike but for their ranks")
            if other.rank is not None:
                ends.append(other.rank)
        distances = {end - rank for rank, end in zip(ranks, ends, strict=True)} - {0}
        if len(distances) > 1:
            raise self._wrong(start, "from end to end of a span ranks stay or move equally far")
        distance = distances.pop() if distances else 0
        step = 1 if distance > 0 else -1
        return [
            [rank + moved * (rank != end) for rank, end in zip(ranks, ends, strict=True)]
            for moved in range(0, distance + step, step)
        ]


def _tail(endings: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:\*|\$(?:{'|'.join(FEATURES)}))*(?:{'|'.join(endings)})?", re.IGNORECASE | re.ASCII
    )


def _climb(ranks: Sequence[int], step: int, *, is_holdem: bool) -> list[list[int]]:
    """The ranks, then the ranks moved by one step, and so on to the end.

    Aces stay while others can move, and no other rank moves up to an ace. In hold'em the same holds for the
    higher of two cards that are neither a pair nor neighbours.
    """
    stays = ACE if min(ranks) < max(ranks) == ACE else ACE + 1
    if is_holdem and len(ranks) == 2 and max(ranks) - min(ranks) > 1:
        stays = max(ranks)
    found = [list(ranks)]
    while True:
        moved = [rank if rank == stays else rank + step for rank in found[-1]]
        if moved.count(stays) > found[-1].count(stays) or not 0 <= min(moved) <= max(moved) <= ACE:
            return found
        found.append(moved)


def _with_ranks(places: Sequence[CardSlot], ranks: Sequence[int]) -> list[CardSlot]:
    left = iter(ranks)
    return [place if place.rank is None else replace(place, rank=next(left)) for place in places]


def _two_ranks(found: re.Match[str], wrong: Wrong) -> list[Pattern]:
    """Parse a hold'em word: ``QQ+``, ``AKs``, ``A5s-A2s``."""
    a, b = sorted([rank_of(found["a"]), rank_of(found["b"])], reverse=True)
    suits = (found["suits"] or "").lower()
    if a == b and suits:
        raise wrong(2, "a pair is neither suited nor offsuit")
    pairs = [[a, b]]
    if found["sign"]:
        pairs = _climb([a, b], 1 if found["sign"] == "+" else -1, is_holdem=True)
    elif found["c"]:
        other = found.start("c")
        c, d = sorted([rank_of(found["c"]), rank_of(found["d"])], reverse=True)
        if (found["other"] or "").lower() != suits:
            raise wrong(other, "both ends of a range are suited or offsuit alike")
        if a == c:
            low, high = sorted([b, d])
            pairs = [[a, rank] for rank in range(low, high + 1)]
        elif a - b == c - d:
            low, high = sorted([a, c])
            pairs = [[rank, rank - (a - b)] for rank in range(low, high + 1)]
        else:
            raise wrong(other, "the ends of a range share their top card or lie equally far apart")
        if a == c and any(first == second for first, second in pairs):
            raise wrong(other, "a range runs between pairs or between other hands")
    feature = _HOLDEM_ENDINGS[suits] if suits else 0
    return [(feature, (of_rank(first), of_rank(second))) for first, second in pairs]
