"""Posted sign of a dice table: reads it from plain data, with types and bounds of each field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import field_types
from hoyle.table.dice.game_registry import GAMES


def read_sign(game: str, data: object) -> DiceSign:
    """Parse a sign; one that the book forbids is refused with the clause."""
    kind = GAMES.get(game)
    if kind is None:
        raise InvalidError(f"game {field_types.abbreviate(game)}: expected one of {', '.join(GAMES)}")
    if not isinstance(data, Mapping):
        raise InvalidError(f"sign {field_types.abbreviate(data)}: expected a table of names and values")
    values: dict[str, Any] = {}
    for field, value in data.items():
        parse = kind.fields.get(field)
        if parse is None:
            raise InvalidError(
                f"sign: no field {field_types.abbreviate(field)}; it has {', '.join(kind.fields)}"
            )
        values[field] = parse(value, field)
    sign: DiceSign = kind.sign(**values)
    return sign


def cached_sign(game: str, facts: Mapping[str, Any]) -> DiceSign:
    """Return the sign of a log or a checkpoint. Signs never change, so the last ones parsed are cached.

    Its lines stay in the order in which they were posted: what is offered follows it.
    """
    return _cached_sign(game, json.encode(facts))


@lru_cache(maxsize=32)
def _cached_sign(game: str, encoded: bytes) -> DiceSign:
    return read_sign(game, json.decode(encoded))
