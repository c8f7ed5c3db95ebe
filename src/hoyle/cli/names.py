"""Games and books as people type them: any case, spaces or none, the usual other names.

>>> game_name("Texas Hold'em"), game_name("O8"), game_name("three card poker"), game_name("holdem")
('holdem', 'omaha-hilo8', 'three-card-poker', 'holdem')
"""

from __future__ import annotations

import difflib
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from hoyle.errors import InvalidError

if TYPE_CHECKING:
    TextParam = click.ParamType[str]
else:
    TextParam = click.ParamType

ALIASES: Final = {
    "holdem": ("texas", "texas holdem", "limit holdem", "he"),
    "omaha-high": ("omaha", "plo", "pot-limit omaha", "omaha hi"),
    "omaha-hilo8": ("o8", "omaha8", "omaha hilo", "omaha hi-lo", "omaha eight or better", "omaha hi/lo"),
    "big-omaha-high": ("big omaha", "five-card omaha", "plo5"),
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


def _plain(word: str) -> str:
    return "".join(char for char in word.casefold() if char.isalnum())


@cache
def _games() -> dict[str, str]:
    from hoyle.banked.games import GAMES as HOUSE
    from hoyle.odds.games import GAMES as ODDS
    from hoyle.poker.variants import VARIANTS
    from hoyle.table.dice.games import GAMES as DICE

    names = dict.fromkeys((*VARIANTS, *HOUSE, *DICE, *ODDS))
    found = {_plain(other): name for name, others in ALIASES.items() for other in others}
    return found | {_plain(name): name for name in names}


def game_name(word: str) -> str:
    """The name of a game that is meant; what is near to one is asked back, anything else left as it is."""
    known = _games()
    found = known.get(_plain(word))
    if found is not None:
        return found
    near = difflib.get_close_matches(_plain(word), known, n=3, cutoff=0.7)
    if near:
        meant = " or ".join(dict.fromkeys(known[each] for each in near))
        raise InvalidError(f"unknown game {word!r}: did you mean {meant}?")
    return word


class GameParam(TextParam):
    """A game by any of its names."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return game_name(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = sorted(set(_games().values()))
        return [CompletionItem(name) for name in names if name.startswith(incomplete.lower())]


class BookParam(TextParam):
    """A rulebook, in any case."""

    name = "book"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value).strip().lower()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from hoyle.rulebooks.catalogue import BOOKS

        return [CompletionItem(info.id) for info in BOOKS if info.id.startswith(incomplete.lower())]


class BotsParam(TextParam):
    """Bots by name, with commas between; whoever seats them says which there are."""

    name = "bots"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from hoyle.room.bots import BOTS

        return [CompletionItem(name) for name in BOTS if name.startswith(incomplete)]


GAME: Final = GameParam()
BOOK: Final = BookParam()
BOTS_NAMED: Final = BotsParam()
