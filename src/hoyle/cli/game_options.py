"""Shared options of `deal`, `play` and `simulate`: game, rulebook, players, structure and limits."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import click

from hoyle.cli.parameter_types import BOOK, BOTS_NAMED, STRUCTURE, Choice
from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_int, check_length
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.rulebooks import BOOKS
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.house_game_presets import LIMITS as HOUSE_LIMITS
from hoyle.table.presets.house_game_presets import PLAYERS as HOUSE_PLAYERS

SEEDS: Final = 1_000_000
PLAYERS: Final = 6
"""Default number of players at a poker table."""
GAMES: Final = f"Games: {', '.join(VARIANTS)}. Against the house: {', '.join(HOUSE_GAMES)}."
"""Epilog of a command's help."""


Command = Callable[..., Any]


def game_options(*, alone: bool = False, own_limits: bool = True) -> Callable[[Command], Command]:
    """Return a decorator that adds the shared game options to a command.

    `alone`: house games have one player; `own_limits`: house games accept `--limits` too.
    """
    house_seats = "1" if alone else str(HOUSE_PLAYERS)
    house_limits = "; minimum and maximum wager in house games" if own_limits else ""
    house_default = f"; house games {HOUSE_LIMITS}" if own_limits else ""
    options = (
        click.option(
            "--book", type=BOOK, metavar="BOOK", help=f"Rulebook: {', '.join(BOOKS)}.  [default: depends on the game]"
        ),
        click.option(
            "--players",
            metavar="N",
            type=int,
            help=f"Players at the table.  [default: {PLAYERS}; house games {house_seats}]",
        ),
        click.option(
            "--structure",
            type=Choice(STRUCTURES),
            callback=_structure,
            help=f"Betting structure.  [default: {STRUCTURES[0]}, or implied by the game's name: plo]",
        ),
        click.option(
            "--limits",
            metavar="A/B",
            help=f"Lower and upper limit; blinds for pot-limit and no-limit{house_limits}.  "
            f"[default: 3/6, blinds 1/3{house_default}]",
        ),
        click.option(
            "--seed", metavar="S", type=int, help="Seed: the same seed gives the same hands.  [default: random]"
        ),
    )

    def add(function: Command) -> Command:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def _structure(context: click.Context, option: click.Parameter, value: str | None) -> str:
    """Return the betting structure: the option's value, else that of the game's name, else the default."""
    return value or context.meta.get(STRUCTURE) or STRUCTURES[0]


def bots_option(default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Create the click option `--bots`."""
    return click.option(
        "--bots",
        type=BOTS_NAMED,
        metavar="NAMES",
        default=default,
        show_default=True,
        help="Bots: caller never raises nor folds, random does anything legal, regular considers its "
        "cards and the odds; rock (tight), gambler (loose) and bully (wild) read the betting too; "
        "module:Class is one of your own. Several names, separated by commas, take the seats in turn.",
    )


def poker_players(players: int | None) -> int:
    """Return the number of players at a poker table: as given, or the default."""
    return PLAYERS if players is None else players


def house_players(players: int | None) -> int:
    """Return the number of players at a house game: as given, or the default."""
    return HOUSE_PLAYERS if players is None else players


def refuse_structure(game: str, structure: str) -> None:
    """Refuse `--structure` in house games, where it has no meaning."""
    if structure != STRUCTURES[0]:
        raise InvalidError(f"--structure {structure} belongs to poker, not to {game}")


def seed_or_random(seed: int | None) -> int:
    """Return the given random seed, or a random one that the output can report."""
    return secrets.randbelow(SEEDS) if seed is None else seed


def read_stacks(text: str | None, players: int, default: int) -> list[int]:
    """Parse the stacks of all seats: one for all, or one each (``200``, ``40,200,200``)."""
    if text is None:
        return [default] * players
    check_length(text, "the list of stacks")
    try:
        stacks = [int(part) for part in text.split(",")]
    except ValueError:
        raise InvalidError(f"cannot read the stacks {text!r}: a number, or one for each seat: 40,200") from None
    for stack in stacks:
        check_int(stack, "a stack", 0)
    if len(stacks) == 1:
        stacks *= players
    if len(stacks) != players:
        raise InvalidError(f"{len(stacks)} stacks for {players} players: {text!r}")
    return stacks
