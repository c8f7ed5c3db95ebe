"""Posted sign of a dice table: reads it from plain data, with types and bounds of each field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import field_types
from hoyle.table.dice.posted_sign_fields import SIGNS


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
