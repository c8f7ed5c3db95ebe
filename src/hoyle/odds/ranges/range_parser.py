"""Parser of hand-range notation: turns ``QQ+, AKs@50%`` into weighted programs of card patterns."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_LINE_LENGTH, MAX_RANGE_TEXT_LENGTH, check_length
from hoyle.odds.ranges.card_slots import Pattern
from hoyle.odds.ranges.holdem_percentiles import classes_between
from hoyle.odds.ranges.omaha_percentiles import has_standings, percentile_bounds
from hoyle.odds.ranges.pattern_parser import holdem_class, parse_word
from hoyle.odds.showdown_rules import ShowdownRules

_MAX_DEPTH: Final = 50
"""Maximum nesting of brackets and exclamation marks."""

_MAX_QUOTED: Final = 80
"""Characters of a range that an error message quotes."""
_WORD: Final = re.compile(r"(?:\[[^][]*\]|[^\s,:!()@])*")
_PERCENT: Final = re.compile(r"(?:(\d+(?:\.\d+)?)%?-)?(\d+(?:\.\d+)?)%", re.ASCII)
_WEIGHT: Final = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)(%?)", re.ASCII)
_LETTERS: Final = {"10": "T", "♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_TEN_OR_CHARACTER: Final = re.compile("10|.", re.DOTALL)

Standing = tuple[int, int]
"""Lowest and highest standing in the ranking of all Omaha hands."""
Program = list[Pattern | Standing | str]
"""Set of hands in postfix notation: patterns, and the operators ``,`` (or), ``:`` (and), ``!`` (not)."""


class RangeParser:
    """Recursive-descent parser of one text in hand-range notation."""

    def __init__(self, text: str, rules: ShowdownRules) -> None:
        check_length(text, "the range", most=MAX_RANGE_TEXT_LENGTH)
        self._text = text
        self._game = rules
        self._index = 0
        self._depth = 0
        self.by_standing = False
        """Whether an item is a percentage of the ranked Omaha hands."""

    def items(self) -> list[tuple[Program, Fraction]]:
        """Parse the hand range; return the program and weight of each item between its commas."""
        items = [self._parse_item()]
        while self._take(","):
            items.append(self._parse_item())
        if self._index < len(self._text):
            raise self._error_at(self._index, "a comma, ':', '!' or '@' was expected")
        return items

    def _parse_item(self) -> tuple[Program, Fraction]:
        """Parse one item of a hand range with its weight: ``AKs@50%``."""
        program = self._parse_all_of()
        if not self._take("@"):
            return program, Fraction(1)
        start = self._index
        number = _WEIGHT.fullmatch(self._next_word())
        if number is None or not Fraction(number[1]):
            raise self._error_at(start, "a weight is a number above zero and below 10,000, such as 0.5 or 50%")
        return program, Fraction(number[1]) / (100 if number[2] else 1)

    def _parse_any_of(self) -> Program:
        """Parse alternatives of hands in parentheses, separated by commas."""
        program = self._parse_all_of()
        while self._take(","):
            program += [*self._parse_all_of(), ","]
        return program

    def _parse_all_of(self) -> Program:
        """Parse conditions on a hand joined by ``:`` (and) and ``!`` (and not)."""
        program = self._parse_term()
        while True:
            if self._take(":"):
                program += [*self._parse_term(), ":"]
            elif self._take("!"):
                program += [*self._parse_term(), "!", ":"]
            else:
                return program

    def _parse_term(self) -> Program:
        """Parse one term of a hand range; refuse terms that are nested too deep."""
        if self._depth > _MAX_DEPTH:
            raise self._error_at(self._index - 1, f"brackets and '!' are nested too deep, {_MAX_DEPTH} at most")
        self._depth += 1
        program = self._parse_term_inside()
        self._depth -= 1
        return program

    def _parse_term_inside(self) -> Program:
        if self._take("!"):
            return [*self._parse_term(), "!"]
        if self._take("("):
            start = self._index
            program = self._parse_any_of()
            if not self._take(")"):
                raise self._error_at(min(self._index, len(self._text)), f"the bracket at {start} is not closed")
            return program
        self._skip_blanks()
        start = self._index
        return self._parse_hands(self._next_word(), start)

    def _parse_hands(self, word: str, start: int) -> Program:
        """Parse one word of a hand range: ``random``, a percentage of hands, or a pattern."""
        if not word:
            raise self._error_at(start, "a hand was expected")
        if len(word) > MAX_LINE_LENGTH:
            raise self._error_at(start, f"a word of {len(word):,} characters, {MAX_LINE_LENGTH} at most")
        if word.lower() in ("random", "any"):
            return [(0, ())]
        if percent := _PERCENT.match(word):
            return self._parse_percent(percent, start)
        letters, indexes = _spell_as_letters(word)
        return _union(
            parse_word(
                letters,
                self._game,
                lambda index, message: self._error_at(start + indexes[min(index, len(letters))], message),
            )
        )

    def _parse_percent(self, match: re.Match[str], start: int) -> Program:
        """Build the program of the hands in a percentage of the ranking: ``15%`` (the best) or ``5%-15%``."""
        if match.end() < len(match.string):
            suffix = match.string[match.end() :]
            message = "there is one ranking only, against one random hand" if suffix == "6h" else "write 15% or 5%-15%"
            raise self._error_at(start + match.end(), message)
        low, high = sorted([float(match[1] or 0), float(match[2])])
        if not low < high <= 100:
            raise self._error_at(start, "a percentage is above zero and at most 100%, and two of them differ")
        program: Program
        if self._game.holes == 2:
            program = _union([holdem_class(label) for label in classes_between(low, high)])
        elif has_standings(self._game):
            self.by_standing = True
            bounds = percentile_bounds(self._game, low, high)
            program = [bounds] if bounds else []
        else:
            raise self._error_at(
                start, f"percentages need a ranking of all hands; {self._game.name} has none, other games have"
            )
        if not program:
            raise self._error_at(start, "no hand of the ranking falls in this percentage")
        return program

    def _next_word(self) -> str:
        """Consume the next word of the text and the blanks around it; return the word, which may be empty."""
        self._skip_blanks()
        match = _WORD.match(self._text, self._index)
        assert match is not None, "a word may be empty"
        self._index = match.end()
        self._skip_blanks()
        return match[0]

    def _take(self, sign: str) -> bool:
        """Consume an operator of the notation if it comes next; return whether it did."""
        self._skip_blanks()
        if self._index < len(self._text) and self._text[self._index] == sign:
            self._index += 1
            return True
        return False

    def _skip_blanks(self) -> None:
        while self._index < len(self._text) and self._text[self._index].isspace():
            self._index += 1

    def _error_at(self, index: int, message: str) -> InvalidError:
        """Build the error for a mistake at an index of the range text, quoting the text around it."""
        char = f" {self._text[index]!r}" if index < len(self._text) else ", at the end"
        quoted = self._text
        if len(quoted) > _MAX_QUOTED:
            quoted = "..." + quoted[max(0, index - _MAX_QUOTED // 2) : index + _MAX_QUOTED // 2] + "..."
        return InvalidError(f"range {quoted!r}, character {index + 1}{char}: {message}")


def _spell_as_letters(word: str) -> tuple[str, list[int]]:
    """Replace ``10`` and suit symbols by letters; return the text, and the index in `word` of each letter."""
    matches = list(_TEN_OR_CHARACTER.finditer(word))
    letters = "".join(_LETTERS.get(match[0], match[0]) for match in matches)
    return letters, [*(match.start() for match in matches), len(word)]


def _union(patterns: list[Pattern]) -> Program:
    """Build the range program of all hands that fit any of the card patterns."""
    program: Program = []
    for pattern in patterns:
        program += [pattern, ","] if program else [pattern]
    return program
