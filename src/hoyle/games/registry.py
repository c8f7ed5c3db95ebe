"""Game registry: one entry for every game of poker, house cards and dice, and the search by name.

An entry is derived from the definition of the game: a `Variant`, a `HouseCardGame` or the sign of a dice game.
Lobby, judge, command line and browser read it.

>>> find_game("Texas Hold'em", ["holdem", "razz"]), find_game("whist", ["holdem"])
(GameMatch(game='holdem', structure=''), None)
>>> find_game("pot limit omaha", ["omaha-high"])
GameMatch(game='omaha-high', structure='pot-limit')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import normalize_name
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign
from hoyle.games.house_cards.game_definition import HouseCardGame
from hoyle.games.house_cards.game_registry import GAMES as HOUSE_CARD_GAMES
from hoyle.games.poker.variants import VARIANTS, Variant

COMMUNITY: Final = "community"
STUD_AND_DRAW: Final = "stud-and-draw"
HOUSE: Final = "house"
DICE: Final = "dice"
FAMILIES: Final = (COMMUNITY, STUD_AND_DRAW, HOUSE, DICE)
"""Families of games in the order of the lobby."""


class Game(NamedTuple):
    """Registry entry of a game: its names, family and layout."""

    id: str
    name: str
    """Short name, as in the lobby and at the table."""
    about: str
    """Description in a few words."""
    family: str
    layout: str
    """How a table is drawn: ``board``, ``stud`` or ``draw`` in poker, ``cards`` or ``dice`` against the house."""
    aliases: tuple[str, ...]
    rank: int
    """Position in the lobby, where families stay together."""
    printed: str = ""
    """Line on the felt of a poker table."""
    hole_cards: int = 0
    """Cards of each player; 0 at dice."""

    @property
    def kind(self) -> str:
        """Kind of table: ``poker``, ``house-cards`` or ``dice``."""
        return {HOUSE: "house-cards", DICE: "dice"}.get(self.family, "poker")


GAMES: Final[dict[str, Game]] = {}
"""Every game by id: poker, house cards and dice, then what others registered."""
_RANKS: Final = 1000
"""Ranks of one family; games without a rank of their own come last, in the order in which they were added."""


Definition = Variant | HouseCardGame | type[DiceSign]


def add_game(definition: Definition, about: str = "", aliases: Iterable[str] = ()) -> None:
    """Add a game to the registry; `about` and `aliases` add to those of its definition."""
    rank = _RANKS // 2 + len(GAMES)
    if isinstance(definition, Variant):
        game = Game(
            definition.game,
            definition.short_name,
            definition.about,
            COMMUNITY if definition.flop else STUD_AND_DRAW,
            "draw" if definition.draws else "board" if definition.button else "stud",
            definition.aliases,
            definition.lobby_rank or rank,
            definition.printed,
            definition.hole_cards,
        )
    elif isinstance(definition, HouseCardGame):
        game = Game(
            definition.id,
            definition.title,
            definition.about,
            HOUSE,
            "cards",
            definition.aliases,
            rank,
            hole_cards=definition.seat_cards,
        )
    else:
        game = Game(definition.GAME, definition.TITLE, definition.ABOUT, DICE, "dice", definition.ALIASES, rank)
    family_rank = _RANKS * FAMILIES.index(game.family)
    GAMES[game.id] = game._replace(
        about=about or game.about, aliases=(*game.aliases, *aliases), rank=family_rank + game.rank
    )


_BUILT_IN: Final[tuple[Definition, ...]] = (*VARIANTS.values(), *HOUSE_CARD_GAMES.values(), CrapsSign, MiniDiceSign)
for _definition in _BUILT_IN:
    add_game(_definition)


def find_entry(id: str) -> Game:
    """Return the registry entry of a game, or raise."""
    game = GAMES.get(id)
    if game is None:
        raise InvalidError(f"unknown game {id!r}; the games are {', '.join(GAMES)}")
    return game


# Search by name

LIMITS: Final = {
    "nolimit": "no-limit",
    "potlimit": "pot-limit",
    "spreadlimit": "spread-limit",
    "fixedlimit": "fixed-limit",
    "limit": "fixed-limit",
    "nl": "no-limit",
    "pl": "pot-limit",
    "fl": "fixed-limit",
}
"""Prefixes of a game's name, and the betting structure each stands for."""


class GameMatch(NamedTuple):
    """Result of a search for a game by name: its id, and its betting structure if the name had one."""

    game: str
    structure: str = ""


def find_game(text: str, game_ids: Iterable[str]) -> GameMatch | None:
    """Find the game with this name or alias, in any case and spelling; None if there is none."""
    games = names(game_ids)
    name = normalize_name(text)
    if name in games:
        return GameMatch(games[name])
    for prefix, structure in LIMITS.items():
        base_name = name.removeprefix(prefix)
        if base_name != name and base_name in games:
            return GameMatch(games[base_name], structure)
    return None


def names(game_ids: Iterable[str]) -> dict[str, str]:
    """Map every normalized name and alias of these games to its game; of two games with one alias, the first."""
    ids = list(game_ids)
    aliases = {
        normalize_name(alias): id
        for id in reversed(ids)
        if id in GAMES
        for alias in (*GAMES[id].aliases, GAMES[id].name)
    }
    return aliases | {normalize_name(id): id for id in ids}
