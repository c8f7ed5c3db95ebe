"""Validation of input: lengths of text, bounds of numbers, and the wording of values in errors.

The bounds are generous for any card table and keep a parser from unbounded work.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError

MAX_CHIPS: Final = 10**12
"""Largest number of chips, or of anything else counted at a table."""
MAX_TEXT_LENGTH: Final = 200
"""Most characters of an action, a number or a name."""
MAX_CARDS_TEXT_LENGTH: Final = 1_000
"""Most characters of a list of cards: a whole deck with room to spare."""
MAX_RANGE_TEXT_LENGTH: Final = 20_000
"""Most characters of a range: every hand of hold'em listed, each with a weight."""

_SHOWN: Final = 60
_DIGITS: Final = 30
_DIGITS_PER_BIT: Final = 0.30103


def check_length(text: str, label: str, *, most: int = MAX_TEXT_LENGTH) -> None:
    """Raise if a text is longer than `most` characters.

    >>> check_length("fold " * 100, "the action")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: the action has 500 characters: 200 at most
    """
    if len(text) > most:
        raise InvalidError(f"{label} has {len(text):,} characters: {most:,} at most")


def check_range(number: int, label: str, *, least: int = 0, most: int = MAX_CHIPS) -> None:
    """Raise if a number is outside `least` to `most`.

    >>> check_range(-5, "the ante")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: the ante is -5: 0 to 1,000,000,000,000
    """
    if not least <= number <= most:
        raise InvalidError(f"{label} is {number_text(number)}: {least:,} to {most:,}")


def parse_int(digits: str, label: str, *, least: int = 0, most: int = MAX_CHIPS) -> int:
    """Parse a number of ASCII digits within bounds; signs and other digits are refused.

    >>> parse_int("1200", "a stack")
    1200
    """
    check_length(digits, label)
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidError(f"{label} {digits!r} is not a number: expected the digits 0 to 9")
    number = int(digits)
    check_range(number, label, least=least, most=most)
    return number


def number_text(number: int) -> str:
    """Format a number for an error message; for a very long one only its length."""
    length = int(number.bit_length() * _DIGITS_PER_BIT) + 1
    return str(number) if length <= _DIGITS else f"a number of about {length:,} digits"


def pluralize(number: int, noun: str, many: str = "") -> str:
    """Format a number in figures with its noun, singular or plural, for errors and lists.

    >>> pluralize(1, "player"), pluralize(1200, "card"), pluralize(2, "person", "people")
    ('1 player', '1,200 cards', '2 people')
    """
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def abbreviate(text: str) -> str:
    """Quote a text for an error message, shortened if it is long."""
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + "..."
