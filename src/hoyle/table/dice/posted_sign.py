"""Posted sign of a dice table, parsed from plain data: types and bounds of each field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign
from hoyle.table import field_types

Read = Callable[[object, str], Any]
"""Parser of a value, given the name of its field."""

_FRACTION: Final = re.compile(r"[0-9]{1,6}(/[0-9]{1,6})?")


def _chips(value: object, field: str) -> int:
    return field_types.check_int(value, field, 0)


def _count(value: object, field: str) -> int:
    return field_types.check_int(value, field, 0, 10_000)


def _fraction(value: object, field: str) -> Fraction:
    """Parse a fraction on a dice sign: ``9/5``."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _FRACTION.fullmatch(text) or text.endswith("/0"):
        raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected a fraction, as '9/5'")
    return Fraction(text)


def _multiples(value: object, field: str) -> int | dict[int, int]:
    """Parse the odds multiples of a dice sign: one number, or one by point."""
    if not isinstance(value, Mapping):
        return _count(value, field)
    return {_total(point, field): _count(multiple, field) for point, multiple in _checked_mapping(value, field).items()}


def _total(value: object, field: str) -> int:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,2}", value):
        raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected figures by number, as {{'4': 3}}")
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
    """Parse the least and the most wager of each kind on a dice sign."""
    limits_by_kind: dict[str, tuple[int, int]] = {}
    for kind, limits in _checked_mapping(value, field).items():
        pair = field_types.check_ints(limits, field, 0)
        if len(pair) != 2:
            raise InvalidError(f"{field} {field_types.abbreviate(limits)}: expected a least and a most, as [5, 100]")
        limits_by_kind[field_types.check_name(kind, field)] = (pair[0], pair[1])
    return limits_by_kind


def _optional_pay(value: object, field: str) -> dict[str, dict[int, Fraction]]:
    """Parse the payoff odds of optional wagers on a dice sign, by kind and total."""
    return {
        field_types.check_name(kind, field): {
            _total(total, field): _fraction(odds, field) for total, odds in _checked_mapping(pays, field).items()
        }
        for kind, pays in _checked_mapping(value, field).items()
    }


def _names(value: object, field: str) -> tuple[str, ...]:
    return tuple(field_types.check_name(name, field) for name in field_types.check_list(value, field, "names"))


def _checked_mapping(value: object, field: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping) or len(value) > field_types.MAX_ITEMS:
        raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected a short table of names and values")
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

SIGNS: Final[dict[str, tuple[type[DiceSign], Mapping[str, Read]]]] = {
    CrapsSign.GAME: (CrapsSign, CRAPS),
    MiniDiceSign.GAME: (MiniDiceSign, MINI_DICE),
}
"""Sign of each game, with its fields."""


def read_sign(game: str, data: object) -> DiceSign:
    """Parse a sign; one that the book forbids is refused with the clause."""
    if game not in SIGNS:
        raise InvalidError(f"game {field_types.abbreviate(game)}: expected one of {', '.join(SIGNS)}")
    kind, fields = SIGNS[game]
    if not isinstance(data, Mapping):
        raise InvalidError(f"sign {field_types.abbreviate(data)}: expected a table of names and values")
    values: dict[str, Any] = {}
    for field, value in data.items():
        parse = fields.get(field)
        if parse is None:
            raise InvalidError(f"sign: no field {field_types.abbreviate(field)}; it has {', '.join(fields)}")
        values[field] = parse(value, field)
    return kind(**values)


def cached_sign(game: str, facts: Mapping[str, Any]) -> DiceSign:
    """Return the sign of a log or a checkpoint. Signs never change, so the last ones parsed are cached.

    Its lines stay in the order in which they were posted: what is offered follows it.
    """
    return _cached_sign(game, json.encode(facts))


@lru_cache(maxsize=32)
def _cached_sign(game: str, encoded: bytes) -> DiceSign:
    return read_sign(game, json.decode(encoded))
