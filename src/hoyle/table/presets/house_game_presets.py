"""House-game table presets: a posted sign, seats and stack for every house card and dice game."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hoyle.core.errors import IllegalError
from hoyle.core.validation import pluralize
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign
from hoyle.games.house_cards.game_registry import GAMES as CARD_GAMES
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.registry import find_entry
from hoyle.rulebooks.clause_catalogue import book_info
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.presets.poker_presets import STACK, read_limits

GAMES: Final[Mapping[str, Any]] = ChainMap[str, Any](DICE_GAMES, CARD_GAMES)
"""Every game against the house, cards first, and those registered later."""

LIMITS: Final = "5/100"
PLAYERS: Final = 3
DEFAULT_OPTIONS: Final[dict[str, dict[str, Any]]] = {CrapsSign.GAME: {"odds_multiple": 3}}
"""Default options of each dice game's sign besides its limits."""

HouseSign = HouseCardSign | DiceSign


class HouseGamePreset(NamedTuple):
    """Preset of a house game: its sign, number of players and stack."""

    game: str
    sign: HouseSign
    players: int
    stack: int

    @property
    def seats(self) -> list[int]:
        return list(range(1, self.players + 1))

    @property
    def title(self) -> str:
        return find_entry(self.game).name

    @property
    def limits(self) -> str:
        """Betting limits of the house game, as text."""
        minimum, maximum = self.sign.wager_limits()
        return f"{'Ante' if self.game in CARD_GAMES else 'wagers of'} {minimum} to {maximum}"

    @property
    def book(self) -> str:
        return self.sign.book

    @property
    def book_title(self) -> str:
        return book_info(self.book).title


def house_game_preset(
    game: str, book: str | None = None, *, players: int = PLAYERS, limits: str | None = None
) -> HouseGamePreset:
    """Return the preset of a house game, at the default limits or those given: ``5/100``."""
    minimum, maximum = read_limits(limits or LIMITS, f"the least and the most of a wager look like {LIMITS}")
    sign: HouseSign
    if game in DICE_GAMES:
        options = DEFAULT_OPTIONS.get(game, {})
        sign = DICE_GAMES[game].sign(book=book or "", minimum=minimum, maximum=maximum, **options)
    else:
        sign = HouseCardSign(game, book=book or "", ante=(minimum, maximum), side_limits=(minimum, maximum))
    if not 1 <= players <= sign.seats:
        clause = sign.seats_clause
        raise IllegalError(
            f"{pluralize(players, 'player')} cannot play {game}: the table seats 1 to {sign.seats} players ({clause})",
            clause=clause,
            legal=f"1 to {sign.seats} players",
        )
    return HouseGamePreset(game, sign, players, max(STACK, 40 * minimum))
