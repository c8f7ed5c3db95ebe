"""Click parameter types for games, rulebooks, wagers and bots: fuzzy names and shell completion.

What is nearly right is asked back, what is not known gets the list; a shell offers the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import match_name, normalize_name, suggest_name
from hoyle.games.aliases import GameMatch, find_game, names

if TYPE_CHECKING:
    TextParam = click.ParamType[str]
    Options = click.Choice[str]
else:
    TextParam = click.ParamType
    Options = click.Choice

Names = Callable[[], Iterable[str]]
"""Looked up when they are needed: the modules that know them take their time."""

STRUCTURE: Final = "hoyle.structure"
"""Where the name of a game leaves how much may be bet, for `--structure` to find."""
ALL: Final = "all"


def all_games() -> list[str]:
    """Poker and the games against the house."""
    from hoyle.games.poker.variants import VARIANTS

    return [*VARIANTS, *house_games()]


def house_games() -> list[str]:
    """Cards and dice against the house."""
    from hoyle.games.house_cards.game_registry import GAMES as CARDS
    from hoyle.table.dice.game_registry import GAMES as DICE

    return [*CARDS, *DICE]


def house_card_games() -> list[str]:
    """Those in which there is something to decide."""
    from hoyle.games.house_cards.game_registry import GAMES

    return list(GAMES)


def odds_games() -> list[str]:
    """Games that have hands to compare."""
    from hoyle.odds.showdown_rules import GAMES

    return list(GAMES)


def ranged_games() -> list[str]:
    """Those that have ranges of hands."""
    from hoyle.odds.showdown_rules import GAMES

    return [name for name, game in GAMES.items() if game.flop]


def book_games() -> list[str]:
    """Games of the five books."""
    from hoyle.rulebooks.clause_catalogue import GAMES

    return list(GAMES)


def books() -> list[str]:
    """The five books, and what is done where none of them speaks."""
    from hoyle.rulebooks import BOOKS

    return list(BOOKS)


def five_books() -> list[str]:
    """The five books."""
    from hoyle.rulebooks.clause_catalogue import BOOKS

    return [info.id for info in BOOKS]


def require_known_name(what: str, word: str, known: Iterable[str], *, many: str = "") -> str:
    """The name that is meant; what is near to one is asked back, anything else gets the list."""
    listed = list(known)
    found = match_name(word, listed)
    if found is None:
        hint = suggest_name(word, listed, cutoff=0.65) or f"the {many or what + 's'} are {', '.join(listed)}"
        raise InvalidError(f"unknown {what} {word.strip()!r}; {hint}")
    return found


def game_name(word: str, offered: Names = all_games) -> GameMatch:
    """The game that is meant, and how much may be bet if its name tells it.

    Near ones among those offered are asked back; another known game is left to the command to refuse.

    >>> game_name("Texas Hold'em").game, game_name("PLO").structure
    ('holdem', 'pot-limit')
    """
    found = find_game(word, dict.fromkeys([*offered(), *all_games(), *odds_games()]))
    if found is None:
        hint = suggest_name(word, names(offered()), cutoff=0.7) or f"the games are {', '.join(offered())}"
        raise InvalidError(f"unknown game {word!r}; {hint}")
    return found


class GameParam(TextParam):
    """A game by any of its names; `offered` are those that the command is for."""

    name = "game"

    def __init__(self, offered: Names) -> None:
        self.offered = offered

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = game_name(str(value), self.offered)
        if ctx is not None and found.structure:
            ctx.meta[STRUCTURE] = found.structure
        return found.game

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return completions(self.offered(), incomplete)


class NameParam(TextParam):
    """One of some names."""

    def __init__(self, what: str, known: Names, *, many: str = "", besides: bool = False) -> None:
        """`besides`: what is none of them may be something else, for the command to read."""
        self.name = what
        self.known = known
        self.many = many
        self.besides = besides

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if self.besides:
            return match_name(str(value), self.known()) or str(value)
        return require_known_name(self.name, str(value), self.known(), many=self.many)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return completions(self.known(), incomplete)


class WagerParam(TextParam):
    """A wager against the house; the command knows in which game."""

    name = "wager"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from hoyle.odds.house_games.house_edge import games as reckoned
        from hoyle.odds.house_games.house_edge import wagers

        # What stands before an option without its value is not yet read as an argument.
        typed = [ctx.params.get("game"), *ctx.args]
        games = [found.game for word in typed if word and (found := find_game(word, reckoned())) is not None]
        return completions(wagers(games[0]), incomplete) if games else []


class Choice(Options):
    """One of a few words that the help lists."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(match_name(str(value), self.choices) or value, param, ctx)


class BotsParam(TextParam):
    """Bots by name, with commas between; whoever seats them says which there are."""

    name = "bots"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from hoyle.bots.poker_bots import BOTS

        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{each.value}") for each in completions(BOTS, last)]


def completions(known: Iterable[str], begun: str) -> list[CompletionItem]:
    """The names that a word may become."""
    return [CompletionItem(name) for name in known if normalize_name(name).startswith(normalize_name(begun))]


GAME: Final = GameParam(all_games)
HOUSE_GAME: Final = GameParam(house_games)
HOUSE_CARD_GAME: Final = GameParam(house_card_games)
ODDS_GAME: Final = GameParam(odds_games)
RANGED_GAME: Final = GameParam(ranged_games)
BOOK_GAME: Final = GameParam(book_games)
BOOK: Final = NameParam("rulebook", books)
BOOK_OR_ALL: Final = NameParam("rulebook", lambda: [*books(), ALL])
RULEBOOK_OR_ALL: Final = NameParam("rulebook", lambda: [*five_books(), ALL])
BOOK_OR_CLAUSE: Final = NameParam("rulebook", books, besides=True)
BOTS_NAMED: Final = BotsParam()
WAGER: Final = WagerParam()
