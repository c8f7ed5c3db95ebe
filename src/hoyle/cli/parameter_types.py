"""Click parameter types for games, rulebooks, wagers and bots: fuzzy names and shell completion.

An unknown name is refused with the closest match, or with the list of accepted names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
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

Names = Callable[[], list[str]]
"""Function that lists accepted names; called late, since the modules that know them are slow to import."""

STRUCTURE: Final = "hoyle.structure"
"""Key in `click.Context.meta` of the betting structure that the game's name implies ("plo")."""
ALL: Final = "all"


def listed(module: str, registry: str) -> Names:
    """Return a function that lists the names in a registry, and imports its module only then."""
    return lambda: list(getattr(import_module(module), registry))


_poker_games = listed("hoyle.games.poker.variants", "VARIANTS")
_dice_games = listed("hoyle.table.dice.game_registry", "GAMES")
house_card_games = listed("hoyle.games.house_cards.game_registry", "GAMES")
"""House card games, in which a player has decisions after the first wager."""
odds_games = listed("hoyle.odds.showdown_rules", "GAMES")
"""Poker games whose equities can be computed."""
book_games = listed("hoyle.rulebooks.clause_catalogue", "GAMES")
"""Games of the five published rulebooks."""
books = listed("hoyle.rulebooks", "BOOKS")
"""Ids of the five published rulebooks and of the house rules."""


def house_games() -> list[str]:
    """List the house games: cards and dice."""
    return [*house_card_games(), *_dice_games()]


def all_games() -> list[str]:
    """List every game: poker, house cards and dice."""
    return [*_poker_games(), *house_games()]


def ranged_games() -> list[str]:
    """List the games in which a hand can be given as a range: those with a flop."""
    from hoyle.odds.showdown_rules import GAMES

    return [name for name, game in GAMES.items() if game.flop]


def five_books() -> list[str]:
    """List the ids of the five published rulebooks."""
    from hoyle.rulebooks.clause_catalogue import BOOKS

    return [info.id for info in BOOKS]


def require_known_name(kind: str, text: str, known_names: Iterable[str], *, many: str = "") -> str:
    """Return the known name that `text` matches; refuse others with the closest name, or the list."""
    accepted = list(known_names)
    name = match_name(text, accepted)
    if name is None:
        hint = suggest_name(text, accepted, cutoff=0.65)
        hint = hint or f"the {many or kind + 's'} are {', '.join(accepted)}"
        raise InvalidError(f"unknown {kind} {text.strip()!r}; {hint}")
    return name


def game_name(text: str, offered: Names = all_games) -> GameMatch:
    """Find a game by any of its names, with the betting structure if the name implies one.

    Suggestions come from the `offered` games; other known games are left to the command to refuse.

    >>> game_name("Texas Hold'em").game, game_name("PLO").structure
    ('holdem', 'pot-limit')
    """
    match = find_game(text, dict.fromkeys([*offered(), *all_games(), *odds_games()]))
    if match is None:
        hint = suggest_name(text, names(offered()), cutoff=0.7) or f"the games are {', '.join(offered())}"
        raise InvalidError(f"unknown game {text!r}; {hint}")
    return match


class GameParam(TextParam):
    """Click parameter type of a game, by any of its names; `offered` are the games of the command."""

    name = "game"

    def __init__(self, offered: Names) -> None:
        self.offered = offered

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        match = game_name(str(value), self.offered)
        if ctx is not None and match.structure:
            ctx.meta[STRUCTURE] = match.structure
        return match.game

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions(self.offered(), incomplete)


class NameParam(TextParam):
    """Click parameter type of one of a list of names, matched loosely."""

    def __init__(self, kind: str, known_names: Names, *, many: str = "", besides: bool = False) -> None:
        """Take the accepted names; `besides`: pass other words on to the command instead of refusing them."""
        self.name = kind
        self.known = known_names
        self.many = many
        self.besides = besides

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if self.besides:
            return match_name(str(value), self.known()) or str(value)
        return require_known_name(self.name, str(value), self.known(), many=self.many)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completions(self.known(), incomplete)


class WagerParam(TextParam):
    """Click parameter type of a wager, completed for the house game already typed."""

    name = "wager"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from hoyle.odds.house_games import house_edge

        # Before an option that still lacks its value, click has not parsed the arguments yet.
        typed = filter(None, [ctx.params.get("game"), *ctx.args])
        games = [match.game for text in typed if (match := find_game(text, house_edge.games())) is not None]
        return completions(house_edge.wagers(games[0]), incomplete) if games else []


class Choice(Options):
    """Variant of `click.Choice` that matches names loosely."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(match_name(str(value), self.choices) or value, param, ctx)


class BotsParam(TextParam):
    """Click parameter type of bot names, separated by commas; the code that seats them checks them."""

    name = "bots"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from hoyle.bots.poker_bots import BOTS

        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{item.value}") for item in completions(BOTS, last)]


def completions(known_names: Iterable[str], prefix: str) -> list[CompletionItem]:
    """Return the shell completions of a prefix: the names that begin with it."""
    start = normalize_name(prefix)
    return [CompletionItem(name) for name in known_names if normalize_name(name).startswith(start)]


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
