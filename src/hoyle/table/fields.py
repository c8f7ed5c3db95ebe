"""What a table takes for a number, a word or a list: anything else is turned away at the door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite

from hoyle.errors import InvalidError


def whole(value: object, field: str, least: int | None = None) -> int:
    """A whole number; True and False are none.

    >>> whole(5, "chips")
    5
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidError(f"{field} {value!r}: a whole number is wanted")
    if least is not None and value < least:
        raise InvalidError(f"{field} {value}: {least} or more is wanted")
    return value


def number(value: object, field: str) -> float:
    """Any finite number: a percentage may be broken."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not isfinite(value):
        raise InvalidError(f"{field} {value!r}: a number is wanted")
    return value


def wholes(values: object, field: str, least: int | None = None) -> tuple[int, ...]:
    """A row of whole numbers."""
    return tuple(whole(value, field, least) for value in row(values, field, "whole numbers"))


def row(values: object, field: str, of: str) -> tuple[object, ...]:
    """A row of anything, in order; text is no row, and neither is a set."""
    if isinstance(values, (str, bytes, Mapping, set, frozenset)) or not isinstance(values, Iterable):
        raise InvalidError(f"{field} {values!r}: a list of {of} is wanted")
    return tuple(values)


def table_of(values: object, field: str) -> dict[int, int]:
    """Whole numbers by whole numbers."""
    if not isinstance(values, Mapping):
        raise InvalidError(f"{field} {values!r}: whole numbers by number of players are wanted, as {{2: 1}}")
    return {whole(key, field): whole(value, field) for key, value in values.items()}


def words(value: object, field: str) -> str:
    """Text."""
    if not isinstance(value, str):
        raise InvalidError(f"{field} {value!r}: text is wanted")
    return value


def flag(value: object, field: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise InvalidError(f"{field} {value!r}: True or False is wanted")
    return value


def kind(value: object, wanted: type, field: str) -> None:
    """One of the parts that a sign is made of."""
    if not isinstance(value, wanted):
        raise InvalidError(f"{field} {value!r}: a {wanted.__name__} is wanted")
