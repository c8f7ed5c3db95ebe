"""Game aliases: finds a game by any of its names, with the betting structure if the name has one.

>>> find_game("Texas Hold'em", ["holdem", "razz"]), find_game("whist", ["holdem"])
(GameMatch(game='holdem', structure=''), None)
>>> find_game("pot limit omaha", ["omaha-high"])
GameMatch(game='omaha-high', structure='pot-limit')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hoyle.core.name_matching import normalize_name

ALIASES: Final = {
    "holdem": ("texas", "texas holdem", "he"),
    "omaha-high": ("omaha", "omaha hi"),
    "omaha-hilo8": ("o8", "omaha8", "omaha hilo", "omaha hi-lo", "omaha eight or better", "omaha hi/lo"),
    "big-omaha-high": ("big omaha", "five-card omaha", "o5"),
    "big-omaha-hilo8": ("big o", "big omaha hilo", "five-card omaha hi-lo"),
    "stud7-high": ("stud", "seven-card stud", "7 card stud", "stud7"),
    "stud7-hilo": ("stud hilo", "seven-card stud hi-lo"),
    "stud7-hilo8": ("stud8", "stud hilo8", "seven-card stud hi-lo 8", "stud eight or better"),
    "draw5-high": ("draw", "five-card draw", "5 card draw", "draw5"),
    "draw5-low": ("lowball", "draw low", "five-card draw low"),
    "stud5-high": ("five-card stud", "5 card stud", "stud5"),
    "mambo-hilo6": ("mambo", "mambo stud"),
    "draw27-single": ("2-7", "deuce to seven", "2-7 single draw"),
    "draw27-triple": ("triple draw", "2-7 triple draw"),
    "three-card-poker": ("tcp", "three card", "3 card poker"),
    "four-card-poker": ("fcp", "four card", "4 card poker"),
    "mississippi-stud": ("mississippi",),
    "mini-dice": ("minidice", "mini craps"),
}
"""Other names of each game."""

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
_SHORT: Final = {"h": "holdem", "o": "omaha-high"}
"""Games abbreviated to a letter after their limit: NLH, PLO."""


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
    abbreviations = {letter: game for letter, game in _SHORT.items() if game in games.values()}
    for prefix, structure in LIMITS.items():
        base_name = name.removeprefix(prefix)
        if base_name != name and (base_name in games or base_name in abbreviations):
            return GameMatch(games.get(base_name) or abbreviations[base_name], structure)
    return None


def names(game_ids: Iterable[str]) -> dict[str, str]:
    """Map every normalized name and alias of these games to its game."""
    games = list(game_ids)
    aliases = {normalize_name(alias): game for game in games for alias in ALIASES.get(game, ())}
    return aliases | {normalize_name(game): game for game in games}
