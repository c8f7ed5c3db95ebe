"""What people also say for the games, and how much may be bet where the name of a game tells it.

>>> find_game("Texas Hold'em", ["holdem", "razz"]), find_game("whist", ["holdem"])
(Called(game='holdem', structure=''), None)
>>> find_game("pot limit omaha", ["omaha-high"])
Called(game='omaha-high', structure='pot-limit')
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
"""What people also say for a game."""

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
"""What stands before a game's name and tells how much may be bet."""
_SHORT: Final = {"h": "holdem", "o": "omaha-high"}
"""Games that are a letter after their limit: NLH, PLO."""


class GameMatch(NamedTuple):
    """A game, and how much may be bet if its name told it."""

    game: str
    structure: str = ""


def find_game(word: str, known: Iterable[str]) -> GameMatch | None:
    """The game among the known ones that goes by this word, in any case and spelling; None if none does."""
    games = names(known)
    asked = normalize_name(word)
    if asked in games:
        return GameMatch(games[asked])
    short = {letter: game for letter, game in _SHORT.items() if game in games.values()}
    for before, structure in LIMITS.items():
        rest = asked.removeprefix(before)
        if rest != asked and (rest in games or rest in short):
            return GameMatch(games.get(rest) or short[rest], structure)
    return None


def names(known: Iterable[str]) -> dict[str, str]:
    """Every name that one of the known games goes by, in plain letters, and the game."""
    games = list(known)
    others = {normalize_name(other): game for game in games for other in ALIASES.get(game, ())}
    return others | {normalize_name(game): game for game in games}
