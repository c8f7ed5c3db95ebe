"""What the parts of a sign must be, whoever hands them in: types and bounds come before the book.

Every refusal names the field and the value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS, check_range

MAX_NAME_LENGTH: Final = 60
MAX_ITEMS: Final = 1000

Part = TypeVar("Part")


def integer(value: object, field: str, least: int = -MAX_CHIPS, most: int = MAX_CHIPS) -> int:
    """A whole number within bounds; True and False are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(value, field, "a whole number is wanted")
    check_range(value, field, least=least, most=most)
    return value


def fraction(value: object, field: str) -> Fraction:
    """A whole number or a fraction."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise _wrong(value, field, "a whole number or a fraction is wanted")
    exact = Fraction(value)
    check_range(exact.numerator, field, least=-MAX_CHIPS)
    check_range(exact.denominator, field)
    return exact


def boolean(value: object, field: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise _wrong(value, field, "True or False is wanted")
    return value


def word(value: object, field: str) -> str:
    """A printable name."""
    if not isinstance(value, str) or len(value) > MAX_NAME_LENGTH or not value.isprintable():
        raise _wrong(value, field, f"a printable name of {MAX_NAME_LENGTH} letters at most is wanted")
    return value


def one_of(value: object, field: str, known: Sequence[str]) -> str:
    """A name out of a few."""
    if value not in known:
        raise _wrong(value, field, f"one of {', '.join(known)} is wanted")
    return word(value, field)


def words(values: object, field: str) -> tuple[str, ...]:
    """Names in a row."""
    if not isinstance(values, list | tuple) or len(values) > MAX_ITEMS:
        raise _wrong(values, field, "a list of names is wanted")
    return tuple(word(value, field) for value in values)


def pair(limits: Sequence[int], field: str) -> tuple[int, int]:
    """A minimum and a maximum."""
    if not isinstance(limits, list | tuple) or len(limits) != 2:
        raise _wrong(limits, field, "a minimum and a maximum are wanted")
    return integer(limits[0], field), integer(limits[1], field)


def table(values: object, field: str) -> Mapping[Any, Any]:
    """Names or numbers, and what belongs to each."""
    if not isinstance(values, Mapping) or len(values) > MAX_ITEMS:
        raise _wrong(values, field, "a short table of names and values is wanted")
    return values


def part(value: object, wanted: type[Part], field: str) -> Part:
    """Something that is made before the sign."""
    if not isinstance(value, wanted):
        raise _wrong(value, field, f"a {wanted.__name__} is wanted")
    return value


def abbreviate(value: object) -> str:
    """A refused value as far as it is worth repeating."""
    try:
        return f"{value!r:.60}"
    except ValueError:  # more digits than Python will write
        return "of very many digits"


def _wrong(value: object, field: str, wanted: str) -> InvalidError:
    return InvalidError(f"{field} {abbreviate(value)}: {wanted}")
