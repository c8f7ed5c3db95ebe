"""Posted signs of dice tables by game."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import abbreviate
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign

SIGNS: Final[dict[str, type[DiceSign]]] = {kind.GAME: kind for kind in (CrapsSign, MiniDiceSign)}
"""Sign of each game."""


def sign_class(game: str) -> type[DiceSign]:
    if game not in SIGNS:
        raise InvalidError(f"game {abbreviate(game)}: expected one of {', '.join(SIGNS)}")
    return SIGNS[game]
