"""Registration of rulebooks, games and bots from outside the package.

A program calls `register_book`, `register_game` or `register_bot` before it uses the book, game or bot; an
installed package does so through `hoyle.plugins`. docs/extending.md has an example of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from hoyle.bots import custom_bots, house_game_bots, poker_bots
from hoyle.core.errors import InvalidError
from hoyle.games import aliases as game_aliases
from hoyle.games.house_cards.game_definition import HouseCardGame
from hoyle.games.house_cards.game_registry import GAMES as HOUSE_GAMES
from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.judge import case_context
from hoyle.judge.sessions import adapter_registry as session_kinds
from hoyle.odds import showdown_rules as odds_games
from hoyle.odds.house_games.analysis_interface import Analysis
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.dice import wager_edges as dice_odds
from hoyle.odds.house_games.edge_result import Edge
from hoyle.rulebooks import dice_registry, house_card_registry, registry
from hoyle.rulebooks.book_types.dice import CrapsBook, MiniDiceBook
from hoyle.rulebooks.book_types.house_cards import HouseCardBook, HouseCardPage
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.dice.game_registry import DiceTableKind
from hoyle.table.dice.game_registry import register as register_dice_game
from hoyle.table.presets import game_catalogue

DiceEdges = Callable[[dict[str, Fraction] | None], dict[str, Edge]]
"""Function that returns the edges of a dice game by wager; see `hoyle.odds.house_games.dice.wager_edges`."""

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def register_book(book: PokerBook | HouseCardBook | CrapsBook | MiniDiceBook) -> None:
    """Add a rulebook for poker, house card games, craps or mini-dice, under its id.

    >>> from dataclasses import replace
    >>> import hoyle
    >>> ours = replace(hoyle.poker_book("oneida"), id="our-room", title="The rules of our room")
    >>> register_book(ours)  # doctest: +SKIP
    """
    if isinstance(book, PokerBook):
        _check_new(book.id, registry.BOOKS, "rulebook")
        _check_games(book.id, book.games, VARIANTS)
        registry.REGISTERED[book.id] = book
        registry.BOOKS.append(book.id)
        case_context.RULEBOOKS.append(book.id)
        _accept_in_cases(book.games)
    elif isinstance(book, HouseCardBook):
        _check_new(book.id, house_card_registry.BOOKS, "rulebook of house card games")
        house_card_registry.BOOKS[book.id] = book
    elif isinstance(book, CrapsBook):
        _check_new(book.id, dice_registry.CRAPS, "rulebook of craps")
        dice_registry.CRAPS[book.id] = book
    elif isinstance(book, MiniDiceBook):
        _check_new(book.id, dice_registry.MINI_DICE, "rulebook of mini-dice")
        dice_registry.MINI_DICE[book.id] = book
    else:
        raise InvalidError(f"book {book!r:.60}: expected a PokerBook, HouseCardBook, CrapsBook or MiniDiceBook")


def register_game(
    game: Variant | HouseCardGame | DiceTableKind[Any, Any],
    *,
    pages: Mapping[str, GamePage] | Mapping[str, HouseCardPage] | None = None,
    about: str = "",
    aliases: Iterable[str] = (),
    analysis: Analysis | DiceEdges | None = None,
) -> None:
    """Add a game: a `Variant` of poker, a house card game, or a game of dice.

    `pages` are the rules of the game by the id of the rulebook; for a dice game, register the book instead.
    `about` describes the game in a few words, `aliases` are other names for it. `analysis` computes the odds
    of a house game: an `Analysis`, or the edges of a dice game.

    >>> from dataclasses import replace
    >>> import hoyle
    >>> from hoyle.games.poker.variants import LEFT_OF_BLINDS, SMALL, Street, Variant, variant
    >>> holdem = variant("holdem")
    >>> first = Street("preflop", LEFT_OF_BLINDS, SMALL, hole="ddd")
    >>> tahoe = Variant("tahoe", "Tahoe", [first, *holdem.streets[1:]], high=holdem.high, low=None)
    >>> page = replace(hoyle.poker_book("house").page("holdem"), game="tahoe")
    >>> register_game(tahoe, pages={"house": page}, about="three hole cards")  # doctest: +SKIP
    """
    other_names = list(aliases)
    if isinstance(game, Variant):
        name = _register_poker(game, pages or {}, about)
    elif isinstance(game, HouseCardGame):
        name = _register_house_game(game, pages or {}, analysis)
    elif isinstance(game, DiceTableKind):
        name = _register_dice_game(game, analysis)
    else:
        raise InvalidError(f"game {game!r:.60}: expected a Variant, a house card game or a kind of dice game")
    session_kinds.GAMES.append(name)
    if other_names:
        game_aliases.ALIASES[name] = tuple(other_names)


def register_bot(name: str, make: Callable[[], Any], *, against_house: bool = False) -> None:
    """Add a bot for poker or house games under a name for `hoyle deal`, `simulate` and `play`.

    `make` is called without arguments for every seat and returns an object with a method ``act(turn, rng)``.

    >>> from hoyle.bots.poker_bots import CallerBot
    >>> register_bot("station", CallerBot)  # doctest: +SKIP
    """
    bots: dict[str, Any] = house_game_bots.BOTS if against_house else poker_bots.BOTS
    _check_new(name, bots, "bot")
    if not callable(make):
        raise InvalidError(f"bot {name!r}: expected a class or a function, got {make!r:.60}")
    bots[name] = custom_bots.wrap_factory(name, make, against_house=against_house)


def _register_poker(variant: Variant, pages: Mapping[str, Any], about: str) -> str:
    name = variant.game
    _check_new(name, _all_games(), "game")
    for id, page in pages.items():
        _check_page(name, id, page, GamePage)
        missing = [street.name for street in variant.streets if street.name not in page.streets]
        if missing:
            raise InvalidError(f"the page of {id} on {name}: no clauses for the streets {', '.join(missing)}")
    VARIANTS[name] = variant
    for id, page in pages.items():
        _add_page(registry.poker_book(id).games, page)
    if any(id in case_context.RULEBOOKS for id in pages):
        _accept_in_cases([name])
    qualifier = next((page.qualifier.value for page in pages.values()), 0)
    odds_games.GAMES[name] = odds_games.of_variant(variant, qualifier)
    family = game_catalogue.COMMUNITY if variant.flop else game_catalogue.STUD_AND_DRAW
    game_catalogue.NAMES[name] = game_catalogue.GameName(variant.title, about, family)
    return name


def _register_house_game(game: HouseCardGame, pages: Mapping[str, Any], analysis: object) -> str:
    _check_new(game.id, _all_games(), "game")
    for id, page in pages.items():
        _check_page(game.id, id, page, HouseCardPage)
    if analysis is not None and not isinstance(analysis, Analysis):
        raise InvalidError(f"analysis {analysis!r:.60}: expected an Analysis")
    HOUSE_GAMES[game.id] = game
    for id, page in pages.items():
        _add_page(house_card_registry.house_card_book(id).games, page)
    if analysis is not None:
        ANALYSES[game.id] = analysis
    game_catalogue.NAMES[game.id] = game_catalogue.GameName(game.title, game.about, game_catalogue.HOUSE)
    return game.id


def _register_dice_game(kind: DiceTableKind[Any, Any], edges: Any) -> str:
    name = str(kind.sign.GAME)
    _check_new(name, _all_games(), "game")
    register_dice_game(kind)
    if edges is not None:
        dice_odds.BY_GAME[name] = edges
    game_catalogue.NAMES[name] = game_catalogue.GameName(kind.sign.TITLE, kind.sign.ABOUT, game_catalogue.DICE)
    return name


def _all_games() -> list[str]:
    return [*VARIANTS, *HOUSE_GAMES, *DICE_GAMES]


def _check_new(name: object, taken_names: Iterable[str], kind: str) -> None:
    """Refuse the name of a book, game or bot that is malformed or taken."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidError(f"{kind} {name!r:.60}: expected small letters, digits and hyphens, as 'our-room'")
    if name in taken_names:
        raise InvalidError(f"{kind} {name!r}: the name is taken")


def _check_games(id: str, games: Iterable[str], known_games: Iterable[str]) -> None:
    unknown = [game for game in games if game not in known_games]
    if unknown:
        raise InvalidError(f"rulebook {id!r} has pages on {', '.join(unknown)}: register the game first")


def _check_page(game: str, book: str, page: object, kind: type[GamePage] | type[HouseCardPage]) -> None:
    if not isinstance(page, kind):
        raise InvalidError(f"the page of {book} on {game}: expected a {kind.__name__}, got {page!r:.60}")
    if page.game != game:
        raise InvalidError(f"the page of {book} on {game} is about {page.game!r}")
    registry.poker_book(book) if kind is GamePage else house_card_registry.house_card_book(book)


def _add_page(games: Mapping[str, Any], page: GamePage | HouseCardPage) -> None:
    assert isinstance(games, dict), "a book keeps its pages in a dict"
    games[page.game] = page


def _accept_in_cases(games: Iterable[str]) -> None:
    case_context.GAMES.extend(game for game in games if game not in case_context.GAMES)
