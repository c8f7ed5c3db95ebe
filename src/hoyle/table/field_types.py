"""Field types and checks of commands and signs: bounded numbers, text, names, lists and plain data.

Every refusal names the field, the value and what would be accepted. Numbers and texts are bounded everywhere,
so that nothing a client sends can grow without limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Annotated, Any, Final

from msgspec import Meta

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS

MAX_NAME_LENGTH: Final = 60
MAX_TEXT_LENGTH: Final = 1000
MAX_ITEMS: Final = 1000
MAX_COUNTED: Final = 10_000
MAX_SEATS: Final = 99
MAX_DEPTH: Final = 6
"""Levels of nested lists and mappings."""
SHOWN: Final = 40
"""Characters of a refused value that a message repeats."""

Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS)]
"""Seat number; 0 where none is meant."""
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Signed = Annotated[int, Meta(ge=-MAX_CHIPS, le=MAX_CHIPS)]
"""Chips that may be negative."""
Count = Annotated[int, Meta(ge=0, le=MAX_COUNTED)]
CardText = Annotated[str, Meta(max_length=400)]
"""Cards as text, a whole deck at most."""
Minute = Annotated[int, Meta(ge=0, le=10**9)]
"""Table time in minutes, from any origin."""
Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
"""Name of a person, a deck or a step: printable, on one line."""
Words = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
"""Free text."""


def check_int(value: object, field: str, least: int | None = None, most: int = MAX_CHIPS) -> int:
    """Check an integer within bounds; booleans are refused.

    >>> check_int(5, "chips")
    5
    >>> check_int(10**13, "chips")
    Traceback (most recent call last):
        ...
    hoyle.core.errors.InvalidError: chips 10000000000000: expected at most 1000000000000
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a whole number")
    if least is not None and value < least:
        raise InvalidError(f"{field} {abbreviate(value)}: expected {least} or more")
    if value > most:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at most {most}")
    if value < -most:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at least {-most}")
    return value


def number(value: object, field: str) -> float:
    """Check a finite number, which may be a fraction."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a number")
    if abs(value) > MAX_CHIPS:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at most {MAX_CHIPS}")
    if not isfinite(value):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a number")
    return value


def wholes(values: object, field: str, least: int | None = None) -> tuple[int, ...]:
    """Check a list of integers."""
    return tuple(check_int(value, field, least) for value in check_list(values, field, "whole numbers"))


def check_list(values: object, field: str, of: str) -> tuple[object, ...]:
    """Check an ordered list; text, mappings and sets are refused."""
    if isinstance(values, (str, bytes, Mapping, set, frozenset)) or not isinstance(values, Iterable):
        raise InvalidError(f"{field} {abbreviate(values)}: expected a list of {of}")
    found = tuple(values)
    if len(found) > MAX_ITEMS:
        raise InvalidError(f"{field} of {len(found)} {of}: expected at most {MAX_ITEMS}")
    return found


def check_int_map(values: object, field: str) -> dict[int, int]:
    """Check a mapping of integers to integers."""
    if not isinstance(values, Mapping):
        raise InvalidError(
            f"{field} {abbreviate(values)}: expected whole numbers by number of players, as {{2: 1}}"
        )
    if len(values) > MAX_ITEMS:
        raise InvalidError(f"{field} of {len(values)} lines: expected at most {MAX_ITEMS}")
    return {check_int(key, field): check_int(value, field) for key, value in values.items()}


def check_text(value: object, field: str, most: int = MAX_TEXT_LENGTH) -> str:
    """Check text of bounded length: printable but for line ends."""
    if not isinstance(value, str):
        raise InvalidError(f"{field} {abbreviate(value)}: expected text")
    if len(value) > most:
        raise InvalidError(f"{field} of {len(value)} characters: expected at most {most}")
    if not value.isprintable() and not value.replace("\n", "").isprintable():
        raise InvalidError(f"{field} {abbreviate(value)}: expected printable text")
    return value


def name(value: object, field: str) -> str:
    """Check a name: printable, on one line, without spaces around it."""
    found = check_text(value, field, MAX_NAME_LENGTH)
    if "\n" in found or found != found.strip():
        raise InvalidError(f"{field} {abbreviate(found)}: expected one line without spaces around it")
    return found


def check_bool(value: object, field: str) -> bool:
    """Check a boolean."""
    if not isinstance(value, bool):
        raise InvalidError(f"{field} {abbreviate(value)}: expected True or False")
    return value


def plain_data(value: object, field: str, depth: int = 0) -> object:
    """Check JSON-like data: numbers, text, lists and mappings, each within its bound.

    The refusal of a value in a mapping names its key.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return check_text(value, field)
    if isinstance(value, (int, float)):
        return number(value, field)
    if depth == MAX_DEPTH:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at most {MAX_DEPTH} levels")
    if isinstance(value, Mapping):
        for one, other in value.items():
            plain_data(one, field, MAX_DEPTH)
            plain_data(other, one if isinstance(one, str) else field, depth + 1)
        parts = len(value)
    else:
        parts = len([plain_data(part, field, depth + 1) for part in check_list(value, field, "plain data")])
    if parts > MAX_ITEMS:
        raise InvalidError(f"{field} of {parts} parts: expected at most {MAX_ITEMS}")
    return value


def kind(value: object, wanted: type, field: str) -> None:
    """Check that a part of a sign has its class."""
    if not isinstance(value, wanted):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a {wanted.__name__}")


def abbreviate(value: Any) -> str:
    """Return a refused value as a message repeats it, cut to `SHOWN` characters."""
    try:
        text = repr(value)
    except ValueError:  # more digits than Python converts to text
        return "of very many digits"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
