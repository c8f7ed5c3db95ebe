"""A game has one name, wherever in the room it is spoken of."""

from __future__ import annotations

from typing import Any

from hoyle.server.api.odds import odds_games
from hoyle.server.api.situations import settled_games
from hoyle.table.presets.game_catalogue import NAMES


def test_books_and_odds_call_the_games_as_the_lobby_does() -> None:
    told: list[Any] = [*odds_games().poker, *(game for book in settled_games().books for game in book.games)]
    assert len(told) > len(NAMES)
    for each in told:
        if each.game in NAMES:
            assert each.title == NAMES[each.game].name
