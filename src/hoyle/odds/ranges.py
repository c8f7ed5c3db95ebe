"""Ranges of hands, in the words players use.

Items stand between commas and are added up. ``:`` means *and*, ``!`` *and not*, brackets group, ``@`` gives
an item a weight (``@50%``, ``@0.5``); where several items name a hand, the last one's weight counts.

Hold'em: ``QQ+``, ``TT-77``, ``AKs``, ``AQo+``, ``A5s-A2s``, ``76s+`` (two neighbours climb together, other
hands by their lower card).
Omaha: ranks, cards and ``*`` in any order, missing places being ``*``: ``AA**``, ``A2**ss``, ``KK$ds``,
``A23*``, ``[KQ]T+**``, ``Ah*h``. After them ``ss`` single-suited (one suit twice, no other), ``ds``
double-suited (two suits twice or more), ``rb`` rainbow; with a dollar sign also ``$np`` no pair, ``$op`` one
pair, ``$tp`` two pairs, ``$nt`` no three of a kind.
Both: ``15%`` the best of all hands, ``20%-40%`` those between, by equity against a random hand
(:mod:`hoyle.odds.order`, :mod:`hoyle.odds.standings`).

>>> len(parse_range("holdem", "QQ+, AKs")), len(parse_range("omaha-high", "AA**"))
(22, 6961)
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, lcm
from typing import Final

from hoyle.cards import RANKS, SUITS, cards_text
from hoyle.errors import InvalidError
from hoyle.odds.games import Game, game
from hoyle.odds.native import cores, kernel
from hoyle.odds.order import top_of_holdem
from hoyle.odds.standings import has_standings, limits, standings

ALL_CARDS: Final = (1 << 52) - 1
_SUIT_CARDS: Final = 0x1111111111111
_OPERATORS: Final = ",:!()@"
_HEAVIEST: Final = 1_000_000
_DEEPEST: Final = 50
"""Brackets and exclamation marks within one another."""

_FEATURES: Final = {
    "ss": kernel.SINGLE_SUITED,
    "ds": kernel.DOUBLE_SUITED,
    "rb": kernel.RAINBOW,
    "np": kernel.NO_PAIR,
    "op": kernel.ONE_PAIR_HELD,
    "tp": kernel.TWO_PAIRS_HELD,
    "nt": kernel.NO_TRIPS,
    "s": kernel.SUITED,
    "o": kernel.OFFSUIT,
}
_BARE: Final = {2: ("s", "o")}
"""Endings that need no dollar sign, by cards in a hand; elsewhere ``ss``, ``ds`` and ``rb``."""

_TWO_RANKS: Final = re.compile(
    r"(?P<a>[2-9TJQKA])(?P<b>[2-9TJQKA])(?P<suits>[so])?"
    r"(?:(?P<plus>\+)|-(?P<c>[2-9TJQKA])(?P<d>[2-9TJQKA])(?P<other>[so])?)?",
    re.IGNORECASE,
)
_PERCENT: Final = re.compile(r"(?:(\d+(?:\.\d+)?)%?-)?(\d+(?:\.\d+)?)%")

Pattern = tuple[int, tuple[int, ...]]
Standing = tuple[int, int]
"""The least and the most."""
Program = list[Pattern | Standing | str]


@dataclass(frozen=True, slots=True)
class Range:
    """The hands a range names, each once."""

    text: str
    game: str
    size: int
    cards: bytes
    """Holdings one after the other, ``size`` cards each."""
    weights: tuple[int, ...] | None
    """A whole number for each holding, or None where all weigh the same."""

    def __len__(self) -> int:
        return len(self.cards) // self.size

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for start in range(0, len(self.cards), self.size):
            yield tuple(self.cards[start : start + self.size])

    def __str__(self) -> str:
        return f"{self.text}: {len(self):,} of {comb(52, self.size):,} hands ({self.share:.2%})"

    @property
    def share(self) -> float:
        """Part of all hands of the game."""
        return len(self) / comb(52, self.size)

    def sample(self, count: int, *, seed: int = 0) -> list[tuple[int, ...]]:
        """Hands drawn by weight, the same for the same seed."""
        places = random.Random(seed).choices(range(len(self)), self.weights, k=count)
        return [tuple(self.cards[place * self.size : (place + 1) * self.size]) for place in places]


def parse_range(of: str | Game, text: str, *, gone: Collection[int] = ()) -> Range:
    """The hands of ``text`` that hold none of the cards already ``gone``."""
    found = game(of) if isinstance(of, str) else of
    if not found.flop:
        raise InvalidError(f"{found.name} has no ranges: give the cards known, '??' for those that are not")
    reader = _Reader(text, found)
    items = reader.items()
    free = ALL_CARDS
    for card in gone:
        free &= ~(1 << card)
    programs = [item for item, _ in items]
    stand = standings(found) if reader.by_standing else b""
    cards, numbers = kernel.holdings(programs, found.holes, free, stand, cores(), None)
    if not cards:
        taken = (
            free != ALL_CARDS and kernel.holdings(programs, found.holes, ALL_CARDS, stand, cores(), None)[0]
        )
        why = f" once {cards_text(gone)} are gone" if taken else ""
        raise InvalidError(f"range {text!r} names no hand{why}")
    return Range(text, found.name, found.holes, cards, _weigh(items, numbers, text))


def _weigh(items: list[tuple[Program, Fraction]], numbers: bytes, text: str) -> tuple[int, ...] | None:
    """Whole numbers in the proportion of the weights, as small as they can be."""
    weights = [weight for _, weight in items]
    if len(set(weights)) == 1:
        return None
    scale = lcm(*[weight.denominator for weight in weights])
    whole = [int(weight * scale) for weight in weights]
    common = gcd(*whole)
    whole = [weight // common for weight in whole]
    if max(whole) > _HEAVIEST:
        raise InvalidError(f"the weights of range {text!r} are too far apart: at most 1 to {_HEAVIEST}")
    named = memoryview(numbers).cast("H")
    return tuple([whole[number] for number in named])


class _Reader:
    """Reads one range from left to right."""

    def __init__(self, text: str, of: Game) -> None:
        self._text = text
        self._game = of
        self._place = 0
        self._depth = 0
        self.by_standing = False
        """Whether an item asks where Omaha hands stand."""

    def items(self) -> list[tuple[Program, Fraction]]:
        items = [self._item()]
        while self._take(","):
            items.append(self._item())
        if self._place < len(self._text):
            raise self._wrong(self._place, "a comma, ':', '!' or '@' was expected")
        return items

    def _item(self) -> tuple[Program, Fraction]:
        program = self._all_of()
        if not self._take("@"):
            return program, Fraction(1)
        start = self._place
        word = self._word()
        number = re.fullmatch(r"(\d{1,4}(?:\.\d{1,6})?)(%?)", word)
        if number is None or not Fraction(number[1]):
            raise self._wrong(start, "a weight is a number above zero, such as 0.5 or 50%")
        return program, Fraction(number[1]) / (100 if number[2] else 1)

    def _any_of(self) -> Program:
        program = self._all_of()
        while self._take(","):
            program = [*program, *self._all_of(), ","]
        return program

    def _all_of(self) -> Program:
        program = self._one()
        while True:
            if self._take(":"):
                program = [*program, *self._one(), ":"]
            elif self._take("!"):
                program = [*program, *self._one(), "!", ":"]
            else:
                return program

    def _one(self) -> Program:
        if self._depth > _DEEPEST:
            raise self._wrong(self._place - 1, f"brackets and '!' are nested too deep, {_DEEPEST} at most")
        self._depth += 1
        program = self._one_inside()
        self._depth -= 1
        return program

    def _one_inside(self) -> Program:
        if self._take("!"):
            return [*self._one(), "!"]
        if self._take("("):
            start = self._place
            program = self._any_of()
            if not self._take(")"):
                raise self._wrong(min(self._place, len(self._text)), f"the bracket at {start} is not closed")
            return program
        self._skip_blanks()
        start = self._place
        return self._hands(self._word(), start)

    def _hands(self, word: str, start: int) -> Program:
        if not word:
            raise self._wrong(start, "a hand was expected")
        if word.lower() in ("random", "any"):
            return [(0, ())]
        if percent := _PERCENT.fullmatch(word):
            return self._percent(percent, start)
        if self._game.holes == 2 and (two := _TWO_RANKS.fullmatch(word)):
            return self._two_ranks(two, start)
        return [self._pattern(word, start)]

    def _percent(self, found: re.Match[str], start: int) -> Program:
        low, high = float(found[1] or 0), float(found[2])
        if not low < high <= 100:
            raise self._wrong(start, "a percentage is above zero and at most 100%")
        program: Program
        if self._game.holes == 2:
            program = _union([_two(label) for label in top_of_holdem(low, high)])
        elif has_standings(self._game):
            self.by_standing = True
            between = limits(self._game, low, high)
            program = [between] if between else []
        else:
            raise self._wrong(
                start,
                f"percentages need a ranking of all hands; {self._game.name} has none, other games have",
            )
        if not program:
            raise self._wrong(start, "no hand of the ranking falls in this percentage")
        return program

    def _two_ranks(self, found: re.Match[str], start: int) -> Program:
        a, b = sorted([_rank(found["a"]), _rank(found["b"])], reverse=True)
        suits = (found["suits"] or "").lower()
        if a == b and suits:
            raise self._wrong(start + 2, "a pair is neither suited nor offsuit")
        if found["plus"]:
            if a == b:
                pairs = [(rank, rank) for rank in range(a, 13)]
            elif a == b + 1:
                pairs = [(rank, rank - 1) for rank in range(a, 13)]
            else:
                pairs = [(a, rank) for rank in range(b, a)]
        elif found["c"]:
            c, d = sorted([_rank(found["c"]), _rank(found["d"])], reverse=True)
            if (found["other"] or "").lower() != suits:
                raise self._wrong(
                    found.start("c") + start, "both ends of a range are suited or offsuit alike"
                )
            if a == c:
                low, high = sorted([b, d])
                pairs = [(a, rank) for rank in range(low, high + 1)]
            elif a - b == c - d:
                low, high = sorted([a, c])
                pairs = [(rank, rank - (a - b)) for rank in range(low, high + 1)]
            else:
                raise self._wrong(
                    found.start("c") + start,
                    "the ends of a range share their top card or lie equally far apart",
                )
            if a == c and any(first == second for first, second in pairs):
                raise self._wrong(
                    found.start("c") + start, "a range runs between pairs or between other hands"
                )
        else:
            pairs = [(a, b)]
        feature = _FEATURES[suits] if suits else 0
        return _union([(feature, (_of_rank(first), _of_rank(second))) for first, second in pairs])

    def _pattern(self, word: str, start: int) -> Pattern:
        size = self._game.holes
        bare = _BARE.get(size, ("ss", "ds", "rb"))
        places: list[int] = []
        taken = 0
        features = 0
        at = 0
        while at < len(word):
            rest = word[at:].lower()
            if rest in bare and taken:
                features |= _FEATURES[rest]
                break
            if rest[0] == "$":
                name = next(
                    (name for name in _FEATURES if rest[1:].startswith(name) and len(name) == 2), None
                )
                if name is None:
                    raise self._wrong(start + at, "after '$' comes ss, ds, rb, np, op, tp or nt")
                features |= _FEATURES[name]
                at += 3
                continue
            if taken == size:
                raise self._wrong(start + at, f"a hand of {self._game.name} has {size} cards")
            cards, at = self._place_of(word, at, start, last=taken + 1 == size)
            taken += 1
            if cards != ALL_CARDS:
                places.append(cards)
        if len([place for place in places if place & place - 1 == 0]) != len(
            {place for place in places if place & place - 1 == 0}
        ):
            raise self._wrong(start, f"{word!r} names a card twice")
        # The choosiest places first: they fail soonest.
        return features, tuple(sorted(places, key=int.bit_count))

    def _place_of(self, word: str, at: int, start: int, *, last: bool) -> tuple[int, int]:
        """The cards one place of a pattern allows, and where the next place begins."""
        sign = word[at]
        if sign == "[":
            end = word.find("]", at)
            if end < 0:
                raise self._wrong(start + at, "the bracket is not closed")
            cards = self._list(word[at + 1 : end], start + at + 1)
            at = end + 1
        elif sign == "*":
            cards, at = ALL_CARDS, at + 1
        elif sign.upper() in RANKS:
            cards, at = _of_rank(_rank(sign)), at + 1
            if at < len(word) and word[at] == "+":
                cards = _from_rank(_rank(sign), 12)
                at += 1
        else:
            raise self._wrong(start + at, f"a rank of {RANKS}, '*', '[' or '$' was expected")
        if at < len(word) and word[at].lower() in SUITS:
            bare = _BARE.get(self._game.holes, ("ss", "ds", "rb"))
            if not (word[at:].lower() in bare and (last or self._game.holes > 2)):
                cards &= _SUIT_CARDS << SUITS.index(word[at].lower())
                at += 1
        return cards, at

    def _list(self, text: str, start: int) -> int:
        cards = 0
        for part in re.finditer(r"([^-])(?:-(.?))?", text):
            ends = [part[1], part[2] if part[2] is not None else part[1]]
            for end in ends:
                if not end or end.upper() not in RANKS:
                    raise self._wrong(
                        start + part.start(), f"in brackets stand ranks of {RANKS}, as AKQ or A-T"
                    )
            low, high = sorted(map(_rank, ends))
            cards |= _from_rank(low, high)
        if not cards:
            raise self._wrong(start, "the brackets are empty")
        return cards

    def _word(self) -> str:
        self._skip_blanks()
        start = self._place
        while (
            self._place < len(self._text)
            and self._text[self._place] not in _OPERATORS
            and not self._text[self._place].isspace()
        ):
            self._place += 1
        word = self._text[start : self._place]
        self._skip_blanks()
        return word

    def _take(self, sign: str) -> bool:
        self._skip_blanks()
        if self._place < len(self._text) and self._text[self._place] == sign:
            self._place += 1
            return True
        return False

    def _skip_blanks(self) -> None:
        while self._place < len(self._text) and self._text[self._place].isspace():
            self._place += 1

    def _wrong(self, place: int, why: str) -> InvalidError:
        sign = f" {self._text[place]!r}" if place < len(self._text) else ", at the end"
        return InvalidError(f"range {self._text!r}, character {place + 1}{sign}: {why}")


def _rank(sign: str) -> int:
    return RANKS.index(sign.upper())


def _of_rank(rank: int) -> int:
    return 15 << 4 * rank


def _from_rank(low: int, high: int) -> int:
    return (1 << 4 * (high + 1)) - (1 << 4 * low)


def _two(label: str) -> Pattern:
    """A hold'em class: ``AKs``, ``AKo``, ``AA``."""
    return _FEATURES[label[2:]] if label[2:] else 0, (_of_rank(_rank(label[0])), _of_rank(_rank(label[1])))


def _union(patterns: list[Pattern]) -> Program:
    program: Program = []
    for pattern in patterns:
        program += [pattern, ","] if program else [pattern]
    return program
