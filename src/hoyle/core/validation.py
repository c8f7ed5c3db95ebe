"""Validation of input: types, bounds and lengths, with one error format for every refusal.

Beyond these nothing has a meaning at a card table, and who reads anything can be kept busy for ever.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError

MAX_CHIPS: Final = 10**12
"""Chips, and whatever else is counted at a table."""
MAX_TEXT_LENGTH: Final = 200
"""Characters of an action, a number or a name, as people type them."""
MAX_CARDS_TEXT_LENGTH: Final = 1_000
"""Characters of a row of cards: a whole deck with room to spare."""
MAX_RANGE_TEXT_LENGTH: Final = 20_000
"""Characters of a range: every hand of hold'em by itself, each with a weight."""

_SHOWN: Final = 60
_DIGITS: Final = 30
_DIGITS_PER_BIT: Final = 0.30103


def check_length(text: str, what: str, *, most: int = MAX_TEXT_LENGTH) -> None:
    """Refuse a text that is too long to be read.

    >>> check_length("fold " * 100, "the action")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: the action has 500 characters: 200 at most
    """
    if len(text) > most:
        raise InvalidError(f"{what} has {len(text):,} characters: {most:,} at most")


def check_range(number: int, what: str, *, least: int = 0, most: int = MAX_CHIPS) -> None:
    """Refuse a number that is too small or too large to be played with.

    >>> check_range(-5, "the ante")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: the ante is -5: 0 to 1,000,000,000,000
    """
    if not least <= number <= most:
        raise InvalidError(f"{what} is {number_text(number)}: {least:,} to {most:,}")


def parse_int(digits: str, what: str, *, least: int = 0, most: int = MAX_CHIPS) -> int:
    """The number that plain digits spell, within its bounds; a sign or any other digit is refused.

    >>> parse_int("1200", "a stack")
    1200
    """
    check_length(digits, what)
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidError(f"{what} {digits!r} is not a number: the digits 0 to 9 are wanted")
    number = int(digits)
    check_range(number, what, least=least, most=most)
    return number


def number_text(number: int) -> str:
    """A number as an error repeats it: of a very long one only how long it is."""
    length = int(number.bit_length() * _DIGITS_PER_BIT) + 1
    return str(number) if length <= _DIGITS else f"a number of about {length:,} digits"


def pluralize(number: int, noun: str, many: str = "") -> str:
    """A number of things as an error or a list says it, in figures; a dealer's voice spells them.

    >>> pluralize(1, "player"), pluralize(1200, "card"), pluralize(2, "person", "people")
    ('1 player', '1,200 cards', '2 people')
    """
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def abbreviate(text: str) -> str:
    """A text as an error repeats it: of a long one the beginning."""
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + "..."
