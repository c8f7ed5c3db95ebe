"""The kinds of tables at which a session can be played, by game."""

from __future__ import annotations

from typing import Final

from hoyle.judge.sessions.poker import PokerSetting
from hoyle.judge.sessions.setting import Setting
from hoyle.poker.variants import VARIANTS

_SETTINGS: Final[dict[str, type[Setting]]] = {**dict.fromkeys(VARIANTS, PokerSetting)}

GAMES: Final = tuple(_SETTINGS)


def setting_of(game: str) -> type[Setting]:
    """The kind of table at which a game is played."""
    return _SETTINGS[game]
