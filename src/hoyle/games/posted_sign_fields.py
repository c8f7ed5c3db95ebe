"""Validation of a posted sign's fields: types and bounds, checked before the book's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS, check_range

MAX_NAME_LENGTH: Final = 60
MAX_ITEMS: Final = 1000

Part = TypeVar("Part")


def integer(value: object, field: str, minimum: int = -MAX_CHIPS, maximum: int = MAX_CHIPS) -> int:
    """Check that a sign field is an integer within bounds; booleans are refused."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _field_error(value, field, "expected a whole number")
    check_range(value, field, least=minimum, most=maximum)
    return value


def fraction(value: object, field: str) -> Fraction:
    """Check that a sign field is an integer or a fraction, and return it as a fraction."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise _field_error(value, field, "expected a whole number or a fraction")
    exact = Fraction(value)
    check_range(exact.numerator, field, least=-MAX_CHIPS)
    check_range(exact.denominator, field)
    return exact


def boolean(value: object, field: str) -> bool:
    """Check that a sign field is a boolean."""
    if not isinstance(value, bool):
        raise _field_error(value, field, "expected True or False")
    return value


def word(value: object, field: str) -> str:
    """Check that a sign field is a short printable name."""
    if not isinstance(value, str) or len(value) > MAX_NAME_LENGTH or not value.isprintable():
        raise _field_error(value, field, f"expected a printable name of at most {MAX_NAME_LENGTH} letters")
    return value


def one_of(value: object, field: str, choices: Sequence[str]) -> str:
    """Check that a sign field is one of the accepted names."""
    if value not in choices:
        raise _field_error(value, field, f"expected one of {', '.join(choices)}")
    return word(value, field)


def words(values: object, field: str) -> tuple[str, ...]:
    """Check that a sign field is a list of printable names."""
    if not isinstance(values, list | tuple) or len(values) > MAX_ITEMS:
        raise _field_error(values, field, "expected a list of names")
    return tuple(word(value, field) for value in values)


def pair(limits: Sequence[int], field: str) -> tuple[int, int]:
    """Check that a sign field is a minimum and a maximum."""
    if not isinstance(limits, list | tuple) or len(limits) != 2:
        raise _field_error(limits, field, "expected a minimum and a maximum")
    return integer(limits[0], field), integer(limits[1], field)


def table(values: object, field: str) -> Mapping[Any, Any]:
    """Check that a sign field is a mapping with a limited number of entries."""
    if not isinstance(values, Mapping) or len(values) > MAX_ITEMS:
        raise _field_error(values, field, "expected a short table of names and values")
    return values


def part(value: object, expected: type[Part], field: str) -> Part:
    """Check that a sign field is an instance of the expected class."""
    if not isinstance(value, expected):
        raise _field_error(value, field, f"expected a {expected.__name__}")
    return value


def abbreviate(value: object) -> str:
    """Return a short text of a refused value, for an error message."""
    try:
        return f"{value!r:.60}"
    except ValueError:  # more digits than Python will write
        return "of very many digits"


def _field_error(value: object, field: str, expected: str) -> InvalidError:
    """Build the error for a sign field of the wrong type or size."""
    return InvalidError(f"{field} {abbreviate(value)}: {expected}")
