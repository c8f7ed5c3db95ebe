"""The sign of a dice table as plain data, and the way back: types and bounds before the book."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from msgspec import json

from hoyle.dice.sign import CrapsSign, MiniSign
from hoyle.errors import InvalidError
from hoyle.table import fields

CRAPS: Final = "craps"
MINI_DICE: Final = "mini-dice"
GAMES: Final = (CRAPS, MINI_DICE)

Sign = CrapsSign | MiniSign

_FRACTION: Final = re.compile(r"[0-9]{1,6}(/[0-9]{1,6})?")


def game_of(sign: Sign) -> str:
    return CRAPS if isinstance(sign, CrapsSign) else MINI_DICE


def read_sign(game: str, data: object) -> Sign:
    """The sign that plain data describe; what the book forbids is refused with the clause."""
    if game not in GAMES:
        raise InvalidError(f"game {fields.shown(game)}: one of {', '.join(GAMES)} is wanted")
    if not isinstance(data, Mapping):
        raise InvalidError(f"sign {fields.shown(data)}: a table of names and values is wanted")
    known = _CRAPS if game == CRAPS else _MINI
    found: dict[str, Any] = {}
    for field, value in data.items():
        read = known.get(field)
        if read is None:
            raise InvalidError(f"sign: no field {fields.shown(field)}; it has {', '.join(known)}")
        found[field] = read(value, field)
    return CrapsSign(**found) if game == CRAPS else MiniSign(**found)


def known_sign(game: str, facts: Mapping[str, Any]) -> Sign:
    """The sign of a log or a checkpoint. No sign is ever changed, so the last ones read are kept."""
    return _kept(game, json.encode(facts, order="sorted"))


@lru_cache(maxsize=32)
def _kept(game: str, facts: bytes) -> Sign:
    return read_sign(game, json.decode(facts))


def _chips(value: object, field: str) -> int:
    return fields.whole(value, field, 0)


def _count(value: object, field: str) -> int:
    return fields.whole(value, field, 0, 10_000)


def _fraction(value: object, field: str) -> Fraction:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _FRACTION.fullmatch(text) or text.endswith("/0"):
        raise InvalidError(f"{field} {fields.shown(value)}: a fraction is wanted, as '9/5'")
    return Fraction(text)


def _multiples(value: object, field: str) -> int | dict[int, int]:
    if not isinstance(value, Mapping):
        return _count(value, field)
    return {_point(point, field): _count(each, field) for point, each in _short(value, field).items()}


def _point(value: object, field: str) -> int:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,2}", value):
        raise InvalidError(f"{field} {fields.shown(value)}: multiples by point are wanted, as {{'4': 3}}")
    return int(value)


def _flags(value: object, field: str) -> dict[str, bool]:
    return {fields.name(kind, field): fields.flag(each, field) for kind, each in _short(value, field).items()}


def _odds(value: object, field: str) -> dict[str, Fraction]:
    return {fields.name(line, field): _fraction(each, field) for line, each in _short(value, field).items()}


def _names(value: object, field: str) -> tuple[str, ...]:
    return tuple(fields.name(each, field) for each in fields.row(value, field, "names"))


def _short(value: object, field: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping) or len(value) > fields.MOST_ITEMS:
        raise InvalidError(f"{field} {fields.shown(value)}: a short table of names and values is wanted")
    return value


_Read = Callable[[object, str], Any]

_SHARED: Final[dict[str, _Read]] = {
    "book": fields.name,
    "seats": _count,
    "minimum": _chips,
    "maximum": _chips,
    "min_chip": _chips,
    "pay": _odds,
    "uniform": fields.flag,
}

_CRAPS: Final[dict[str, _Read]] = {
    **_SHARED,
    "odds_multiple": _multiples,
    "odds_maximum": _chips,
    "bar": _count,
    "commission_pct": _fraction,
    "offers": _flags,
    "dice_in_set": _count,
    "no_roll_caller": fields.name,
    "without_spot": _names,
    "optional_wagers": _names,
    "approved_wagers": _names,
    "work_on_come_out": _names,
    "take_excess": fields.flag,
    "put_bets": fields.flag,
}

_MINI: Final[dict[str, _Read]] = {
    **_SHARED,
    "stated": fields.name,
    "vigorish_pct": _count,
    "player_may_return": fields.flag,
}
