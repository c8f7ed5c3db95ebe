"""How long a text and how large a number may be that people hand in: one bound for every door.

Beyond these nothing has a meaning at a card table, and who reads anything can be kept busy for ever.
"""

from __future__ import annotations

from typing import Final

from hoyle.errors import InvalidError

MOST_CHIPS: Final = 10**12
"""Chips, and whatever else is counted at a table."""
MOST_WORDS: Final = 200
"""Characters of an action, a number or a name, as people type them."""
MOST_CARDS: Final = 1_000
"""Characters of a row of cards: a whole deck with room to spare."""
MOST_RANGE: Final = 20_000
"""Characters of a range: every hand of hold'em by itself, each with a weight."""

_SHOWN: Final = 60
_DIGITS: Final = 30
_DIGITS_PER_BIT: Final = 0.30103


def check_length(text: str, what: str, *, most: int = MOST_WORDS) -> None:
    """Refuse a text that is too long to be read.

    >>> check_length("fold " * 100, "the action")
    Traceback (most recent call last):
    hoyle.errors.InvalidError: the action has 500 characters: 200 at most
    """
    if len(text) > most:
        raise InvalidError(f"{what} has {len(text):,} characters: {most:,} at most")


def check_number(number: int, what: str, *, least: int = 0, most: int = MOST_CHIPS) -> None:
    """Refuse a number that is too small or too large to be played with.

    >>> check_number(-5, "the ante")
    Traceback (most recent call last):
    hoyle.errors.InvalidError: the ante is -5: 0 to 1,000,000,000,000
    """
    if not least <= number <= most:
        raise InvalidError(f"{what} is {number_text(number)}: {least:,} to {most:,}")


def read_number(digits: str, what: str, *, least: int = 0, most: int = MOST_CHIPS) -> int:
    """The number that plain digits spell, within its bounds; a sign or any other digit is refused.

    >>> read_number("1200", "a stack")
    1200
    """
    check_length(digits, what)
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidError(f"{what} {digits!r} is not a number: the digits 0 to 9 are wanted")
    number = int(digits)
    check_number(number, what, least=least, most=most)
    return number


def number_text(number: int) -> str:
    """A number as an error repeats it: of a very long one only how long it is."""
    length = int(number.bit_length() * _DIGITS_PER_BIT) + 1
    return str(number) if length <= _DIGITS else f"a number of about {length:,} digits"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number of things as an error or a list says it, in figures; a dealer's voice spells them.

    >>> counted(1, "player"), counted(1200, "card"), counted(2, "person", "people")
    ('1 player', '1,200 cards', '2 people')
    """
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def clipped(text: str) -> str:
    """A text as an error repeats it: of a long one the beginning."""
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + "..."
