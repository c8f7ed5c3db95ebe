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
MAX_SHOWN: Final = 40
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


def check_int(value: object, field: str, minimum: int | None = None, maximum: int = MAX_CHIPS) -> int:
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
    if minimum is not None and value < minimum:
        raise InvalidError(f"{field} {abbreviate(value)}: expected {minimum} or more")
    if value > maximum:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at most {maximum}")
    if value < -maximum:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at least {-maximum}")
    return value


def check_number(value: object, field: str) -> float:
    """Check a finite number, which may be a fraction."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a number")
    if abs(value) > MAX_CHIPS:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at most {MAX_CHIPS}")
    if not isfinite(value):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a number")
    return value


def check_ints(values: object, field: str, minimum: int | None = None) -> tuple[int, ...]:
    """Check that a field is a list of integers, and return it as a tuple."""
    return tuple(check_int(value, field, minimum) for value in check_list(values, field, "whole numbers"))


def check_list(values: object, field: str, items: str) -> tuple[object, ...]:
    """Check an ordered list; text, mappings and sets are refused."""
    if isinstance(values, (str, bytes, Mapping, set, frozenset)) or not isinstance(values, Iterable):
        raise InvalidError(f"{field} {abbreviate(values)}: expected a list of {items}")
    values_read = tuple(values)
    if len(values_read) > MAX_ITEMS:
        raise InvalidError(f"{field} of {len(values_read)} {items}: expected at most {MAX_ITEMS}")
    return values_read


def check_int_map(values: object, field: str) -> dict[int, int]:
    """Check that a field maps integers to integers, and return it as a dict."""
    if not isinstance(values, Mapping):
        raise InvalidError(f"{field} {abbreviate(values)}: expected whole numbers by number of players, as {{2: 1}}")
    if len(values) > MAX_ITEMS:
        raise InvalidError(f"{field} of {len(values)} lines: expected at most {MAX_ITEMS}")
    return {check_int(key, field): check_int(value, field) for key, value in values.items()}


def check_text(value: object, field: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Check text of bounded length: printable but for line ends."""
    if not isinstance(value, str):
        raise InvalidError(f"{field} {abbreviate(value)}: expected text")
    if len(value) > max_length:
        raise InvalidError(f"{field} of {len(value)} characters: expected at most {max_length}")
    if not value.isprintable() and not value.replace("\n", "").isprintable():
        raise InvalidError(f"{field} {abbreviate(value)}: expected printable text")
    return value


def check_name(value: object, field: str) -> str:
    """Check a name: printable, on one line, without spaces around it."""
    text = check_text(value, field, MAX_NAME_LENGTH)
    if "\n" in text or text != text.strip():
        raise InvalidError(f"{field} {abbreviate(text)}: expected one line without spaces around it")
    return text


def check_bool(value: object, field: str) -> bool:
    """Check that a field is a boolean, and return it."""
    if not isinstance(value, bool):
        raise InvalidError(f"{field} {abbreviate(value)}: expected True or False")
    return value


def check_plain_data(value: object, field: str, depth: int = 0) -> object:
    """Check JSON-like data: numbers, text, lists and mappings, each within its bound.

    The refusal of a value in a mapping names its key.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return check_text(value, field)
    if isinstance(value, (int, float)):
        return check_number(value, field)
    if depth == MAX_DEPTH:
        raise InvalidError(f"{field} {abbreviate(value)}: expected at most {MAX_DEPTH} levels")
    if isinstance(value, Mapping):
        for key, item in value.items():
            check_plain_data(key, field, MAX_DEPTH)
            check_plain_data(item, key if isinstance(key, str) else field, depth + 1)
        count = len(value)
    else:
        count = len([check_plain_data(item, field, depth + 1) for item in check_list(value, field, "plain data")])
    if count > MAX_ITEMS:
        raise InvalidError(f"{field} of {count} parts: expected at most {MAX_ITEMS}")
    return value


def check_class(value: object, expected: type, field: str) -> None:
    """Refuse a part of a sign that is not an instance of its class."""
    if not isinstance(value, expected):
        raise InvalidError(f"{field} {abbreviate(value)}: expected a {expected.__name__}")


def abbreviate(value: Any) -> str:
    """Return a refused value as a message repeats it, cut to `MAX_SHOWN` characters."""
    try:
        text = repr(value)
    except ValueError:  # more digits than Python converts to text
        return "of very many digits"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
