"""Range parser: items, weights, operators, brackets and percentages."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_RANGE_TEXT_LENGTH, MAX_TEXT_LENGTH, check_length
from hoyle.odds.ranges.card_slots import Pattern
from hoyle.odds.ranges.holdem_percentiles import top_of_holdem
from hoyle.odds.ranges.omaha_percentiles import has_standings, percentile_bounds
from hoyle.odds.ranges.pattern_parser import holdem_class, read_word
from hoyle.odds.showdown_rules import ShowdownRules

_DEEPEST: Final = 50
"""Maximum nesting of brackets and exclamation marks."""

_SHOWN: Final = 80
"""Maximum characters of a range quoted in an error."""
_WORD: Final = re.compile(r"(?:\[[^][]*\]|[^\s,:!()@])*")
_PERCENT: Final = re.compile(r"(?:(\d+(?:\.\d+)?)%?-)?(\d+(?:\.\d+)?)%", re.ASCII)
_WEIGHT: Final = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)(%?)", re.ASCII)
_LETTERS: Final = {"10": "T", "♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_DRAWN: Final = re.compile("10|.", re.DOTALL)

Standing = tuple[int, int]
"""Lowest and highest equity of a percentage of Omaha hands."""
Program = list[Pattern | Standing | str]
"""Postfix program of an item; operators are ``,`` or, ``:`` and, ``!`` not."""


class RangeParser:
    """Recursive-descent parser of one range."""

    def __init__(self, text: str, of: ShowdownRules) -> None:
        check_length(text, "the range", most=MAX_RANGE_TEXT_LENGTH)
        self._text = text
        self._game = of
        self._place = 0
        self._depth = 0
        self.by_standing = False
        """Whether an item needs the equities of Omaha hands."""

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
        number = _WEIGHT.fullmatch(word)
        if number is None or not Fraction(number[1]):
            raise self._wrong(start, "a weight is a number above zero and below 10,000, such as 0.5 or 50%")
        return program, Fraction(number[1]) / (100 if number[2] else 1)

    def _any_of(self) -> Program:
        program = self._all_of()
        while self._take(","):
            program += [*self._all_of(), ","]
        return program

    def _all_of(self) -> Program:
        program = self._one()
        while True:
            if self._take(":"):
                program += [*self._one(), ":"]
            elif self._take("!"):
                program += [*self._one(), "!", ":"]
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
        if len(word) > MAX_TEXT_LENGTH:
            raise self._wrong(start, f"a word of {len(word):,} characters, {MAX_TEXT_LENGTH} at most")
        if word.lower() in ("random", "any"):
            return [(0, ())]
        if percent := _PERCENT.match(word):
            return self._percent(percent, start)
        letters, places = _letters(word)
        return _union(
            read_word(
                letters, self._game, lambda at, why: self._wrong(start + places[min(at, len(letters))], why)
            )
        )

    def _percent(self, found: re.Match[str], start: int) -> Program:
        if found.end() < len(found.string):
            suffix = found.string[found.end() :]
            why = (
                "there is one ranking only, against one random hand"
                if suffix == "6h"
                else "write 15% or 5%-15%"
            )
            raise self._wrong(start + found.end(), why)
        low, high = sorted([float(found[1] or 0), float(found[2])])
        if not low < high <= 100:
            raise self._wrong(start, "a percentage is above zero and at most 100%, and two of them differ")
        program: Program
        if self._game.holes == 2:
            program = _union([holdem_class(label) for label in top_of_holdem(low, high)])
        elif has_standings(self._game):
            self.by_standing = True
            between = percentile_bounds(self._game, low, high)
            program = [between] if between else []
        else:
            raise self._wrong(
                start,
                f"percentages need a ranking of all hands; {self._game.name} has none, other games have",
            )
        if not program:
            raise self._wrong(start, "no hand of the ranking falls in this percentage")
        return program

    def _word(self) -> str:
        self._skip_blanks()
        found = _WORD.match(self._text, self._place)
        assert found is not None, "a word may be empty"
        self._place = found.end()
        self._skip_blanks()
        return found[0]

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
        shown = self._text
        if len(shown) > _SHOWN:
            shown = "..." + shown[max(0, place - _SHOWN // 2) : place + _SHOWN // 2] + "..."
        return InvalidError(f"range {shown!r}, character {place + 1}{sign}: {why}")


def _letters(word: str) -> tuple[str, list[int]]:
    """Normalize tens and suits to letters; also the index of each letter in the word, and the end."""
    found = list(_DRAWN.finditer(word))
    letters = "".join(_LETTERS.get(each[0], each[0]) for each in found)
    return letters, [*(each.start() for each in found), len(word)]


def _union(patterns: list[Pattern]) -> Program:
    program: Program = []
    for pattern in patterns:
        program += [pattern, ","] if program else [pattern]
    return program
