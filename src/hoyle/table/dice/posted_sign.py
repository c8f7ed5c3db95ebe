"""Posted signs of dice tables by game, read from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.core.validation import abbreviate
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign

SIGNS: Final[dict[str, type[DiceSign]]] = {kind.GAME: kind for kind in (CrapsSign, MiniDiceSign)}
"""Sign of each game."""


def read_sign(game: str, facts: Mapping[str, Any]) -> DiceSign:
    """Parse a sign; one that the book forbids is refused with the clause."""
    if game not in SIGNS:
        raise InvalidError(f"game {abbreviate(game)}: expected one of {', '.join(SIGNS)}")
    return SIGNS[game].read(facts)


def cached_sign(game: str, facts: Mapping[str, Any]) -> DiceSign:
    """Return the sign of a log or a checkpoint. Signs never change, so the last ones parsed are cached.

    Its lines stay in the order in which they were posted: what is offered follows it.
    """
    return _cached_sign(game, json.encode(facts))


@lru_cache(maxsize=32)
def _cached_sign(game: str, encoded: bytes) -> DiceSign:
    return read_sign(game, json.decode(encoded))
