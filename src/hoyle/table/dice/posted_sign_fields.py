"""Fields of a dice sign: the parser of each, with types and bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.table import field_types

Read = Callable[[object, str], Any]
"""Parser of a value, given the name of its field."""

_FRACTION: Final = re.compile(r"[0-9]{1,6}(/[0-9]{1,6})?")


def _chips(value: object, field: str) -> int:
    return field_types.check_int(value, field, 0)


def _count(value: object, field: str) -> int:
    return field_types.check_int(value, field, 0, 10_000)


def _fraction(value: object, field: str) -> Fraction:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _FRACTION.fullmatch(text) or text.endswith("/0"):
        raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected a fraction, as '9/5'")
    return Fraction(text)


def _multiples(value: object, field: str) -> int | dict[int, int]:
    if not isinstance(value, Mapping):
        return _count(value, field)
    return {
        _total(point, field): _count(multiple, field)
        for point, multiple in _checked_mapping(value, field).items()
    }


def _total(value: object, field: str) -> int:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,2}", value):
        raise InvalidError(
            f"{field} {field_types.abbreviate(value)}: expected figures by number, as {{'4': 3}}"
        )
    return int(value)


def _flags(value: object, field: str) -> dict[str, bool]:
    return {
        field_types.check_name(kind, field): field_types.check_bool(flag, field)
        for kind, flag in _checked_mapping(value, field).items()
    }


def _odds(value: object, field: str) -> dict[str, Fraction]:
    return {
        field_types.check_name(line, field): _fraction(odds, field)
        for line, odds in _checked_mapping(value, field).items()
    }


def _limits(value: object, field: str) -> dict[str, tuple[int, int]]:
    limits_by_kind: dict[str, tuple[int, int]] = {}
    for kind, limits in _checked_mapping(value, field).items():
        pair = field_types.check_ints(limits, field, 0)
        if len(pair) != 2:
            raise InvalidError(
                f"{field} {field_types.abbreviate(limits)}: expected a least and a most, as [5, 100]"
            )
        limits_by_kind[field_types.check_name(kind, field)] = (pair[0], pair[1])
    return limits_by_kind


def _optional_pay(value: object, field: str) -> dict[str, dict[int, Fraction]]:
    return {
        field_types.check_name(kind, field): {
            _total(total, field): _fraction(odds, field)
            for total, odds in _checked_mapping(pays, field).items()
        }
        for kind, pays in _checked_mapping(value, field).items()
    }


def _names(value: object, field: str) -> tuple[str, ...]:
    return tuple(
        field_types.check_name(name, field) for name in field_types.check_list(value, field, "names")
    )


def _checked_mapping(value: object, field: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping) or len(value) > field_types.MAX_ITEMS:
        raise InvalidError(
            f"{field} {field_types.abbreviate(value)}: expected a short table of names and values"
        )
    return value


_SHARED: Final[dict[str, Read]] = {
    "book": field_types.check_name,
    "seats": _count,
    "minimum": _chips,
    "maximum": _chips,
    "limits": _limits,
    "min_chip": _chips,
    "pay": _odds,
    "uniform": field_types.check_bool,
}

CRAPS: Final[dict[str, Read]] = {
    **_SHARED,
    "odds_multiple": _multiples,
    "odds_maximum": _chips,
    "bar": _count,
    "commission_pct": _fraction,
    "commissions": _odds,
    "offers": _flags,
    "dice_in_set": _count,
    "no_roll_caller": field_types.check_name,
    "without_spot": _names,
    "optional_wagers": _names,
    "approved_wagers": _names,
    "optional_pay": _optional_pay,
    "work_on_come_out": _names,
    "take_excess": field_types.check_bool,
    "put_bets": field_types.check_bool,
    "line_bet_at_point": field_types.check_bool,
    "commission_rounding": field_types.check_name,
    "commission_refunded": field_types.check_bool,
    "commission_after_win": field_types.check_bool,
    "off_at_point": field_types.check_bool,
    "dont_barred_at_point": field_types.check_bool,
}

MINI_DICE: Final[dict[str, Read]] = {
    **_SHARED,
    "stated": field_types.check_name,
    "vigorish_pct": _count,
    "player_may_return": field_types.check_bool,
    "wagers_removable": field_types.check_bool,
}
