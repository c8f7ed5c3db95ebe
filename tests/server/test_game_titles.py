"""A game has one name, wherever in the room it is spoken of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.protocol import game_table

from hoyle.games.registry import GAMES
from hoyle.server.api.odds import odds_games
from hoyle.server.api.situations import settled_games


def test_books_and_odds_call_the_games_as_the_lobby_does() -> None:
    told: list[Any] = [*odds_games().poker, *(game for book in settled_games().books for game in book.games)]
    assert len(told) > len(GAMES)
    for each in told:
        if each.game in GAMES:
            assert each.title == GAMES[each.game].name


def test_the_browser_has_the_games_of_the_registry() -> None:
    written = Path(__file__).parents[2] / "web" / "src" / "lib" / "games.ts"
    assert written.read_text(encoding="utf-8") == game_table.page(), "generate it with tools.protocol.game_table.page()"
