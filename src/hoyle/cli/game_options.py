"""Shared options of `deal`, `play`, `simulate` and `playthrough`: game, rulebook, players, structure and limits."""

from __future__ import annotations

import secrets
from typing import Any, Final

import click

from hoyle.cli.command_parameters import Parameters, argument, option
from hoyle.cli.parameter_types import BOOK, BOTS_NAMED, GAME, STRUCTURE, Choice
from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_int, check_length
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.rulebooks import BOOKS
from hoyle.table.presets import house_game_presets as house_games
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.house_game_presets import HouseGamePreset, house_game_preset
from hoyle.table.presets.poker_presets import PokerPreset, poker_preset

SEEDS: Final = 1_000_000
PLAYERS: Final = 6
"""Default number of players at a poker table."""
GAMES: Final = f"Games: {', '.join(VARIANTS)}. Against the house: {', '.join(HOUSE_GAMES)}."
"""Epilog of a command's help."""


def _structure(context: click.Context, option: click.Parameter, value: str | None) -> str:
    """Return the betting structure: the option's value, else that of the game's name, else the default."""
    return value or context.meta.get(STRUCTURE) or STRUCTURES[0]


def players_option(at_house_games: int) -> Any:
    """Declare `--players`, with its default at house games."""
    return option(f"Players at the table.  [default: {PLAYERS}; house games {at_house_games}]", "N")


def limits_option(at_house_games: str = "", default: str = "") -> Any:
    """Declare `--limits`, with what it means at house games and its default there."""
    return option(
        f"Lower and upper limit; blinds for pot-limit and no-limit{at_house_games}.  "
        f"[default: 3/6, blinds 1/3{default}]",
        "A/B",
    )


def bots_option(default: str) -> Any:
    """Declare `--bots`."""
    return option(
        "Bots: caller never raises nor folds, random does anything legal, regular considers its "
        "cards and the odds; rock (tight), gambler (loose) and bully (wild) read the betting too; "
        "module:Class is one of your own. Several names, separated by commas, take the seats in turn.",
        "NAMES",
        type=BOTS_NAMED,
        default=default,
    )


class GameOptions(Parameters):
    """Game with its rulebook, players, structure, limits and seed."""

    game: str = argument("GAME", type=GAME)
    book: str | None = option(f"Rulebook: {', '.join(BOOKS)}.  [default: depends on the game]", "BOOK", type=BOOK)
    players: int | None = players_option(house_games.PLAYERS)
    structure: str = option(
        f"Betting structure.  [default: {STRUCTURES[0]}, or implied by the game's name: plo]",
        type=Choice(STRUCTURES),
        callback=_structure,
    )
    limits: str | None = limits_option(
        "; minimum and maximum wager in house games", f"; house games {house_games.LIMITS}"
    )
    seed: int | None = option("Seed: the same seed gives the same hands.  [default: random]", "S")

    def poker_preset(self, **settings: Any) -> PokerPreset:
        """Return the table of the chosen poker game."""
        players = PLAYERS if self.players is None else self.players
        structure = self.structure or STRUCTURES[0]
        return poker_preset(self.game, self.book, players=players, structure=structure, limits=self.limits, **settings)

    def preset(self) -> PokerPreset | HouseGamePreset:
        """Return the table of the chosen game, poker or house game."""
        if self.game not in HOUSE_GAMES:
            return self.poker_preset()
        self.refuse_structure()
        players = house_games.PLAYERS if self.players is None else self.players
        return house_game_preset(self.game, self.book, players=players, limits=self.limits)

    def refuse_structure(self) -> None:
        """Refuse `--structure` in house games, where it has no meaning."""
        if self.structure not in (None, STRUCTURES[0]):
            raise InvalidError(f"--structure {self.structure} belongs to poker, not to {self.game}")

    def seed_or_random(self) -> int:
        """Return the given random seed, or a random one that the output can report."""
        return secrets.randbelow(SEEDS) if self.seed is None else self.seed


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
