"""`hoyle playthrough`: print a game turn by turn as a learning agent sees it."""

from __future__ import annotations

import re

import click

from hoyle.cli.game_options import GAMES, game_options, poker_players, refuse_structure, seed_or_random
from hoyle.cli.parameter_types import GAME
from hoyle.cli.render.console import echo_wrapped
from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CARDS_TEXT_LENGTH, check_length, parse_int
from hoyle.encoding.dice_session import EncodedDiceSession
from hoyle.encoding.game_interface import EncodedGame
from hoyle.encoding.house_card_game import EncodedHouseCardRound
from hoyle.encoding.playthrough import playthrough
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.poker.rounds.blind_order import BUTTON
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.poker_presets import poker_preset

ROLLS = 5


@click.command("playthrough", short_help="Print a game turn by turn as a learning agent sees it.", epilog=GAMES)
@click.argument("game", type=GAME, metavar="GAME")
@game_options(alone=True)
@click.option("--actions", metavar="LIST", default="", help="First actions, by number: 2,2,0.")
@click.option("--rolls", metavar="N", type=int, help=f"Dice: rolls to play.  [default: {ROLLS}]")
def command(
    game: str,
    book: str | None,
    players: int | None,
    structure: str,
    limits: str | None,
    seed: int | None,
    actions: str,
    rolls: int | None,
) -> None:
    """Print a playthrough of GAME as an environment of hoyle.env presents it.

    Every turn has the state, the observation as numbers and as text, the legal actions and the chosen one;
    the returns come last. After the actions of --actions, the seed picks legal ones.

    \b
    hoyle playthrough omaha-hilo8 --book oneida --players 3 --seed 7
    hoyle playthrough holdem --players 2 --seed 1 --actions 2,1,3
    hoyle playthrough three-card-poker --seed 7
    """
    chosen = _create_game(game, book, players, structure, limits, rolls)
    for line in playthrough(chosen, seed=seed_or_random(seed), actions=_numbers(actions)):
        echo_wrapped(line)


def _create_game(
    game: str, book: str | None, players: int | None, structure: str, limits: str | None, rolls: int | None
) -> EncodedGame:
    """Create the encoded game of a playthrough; refuse options that do not apply to it."""
    if rolls is not None and game not in DICE_GAMES:
        raise InvalidError(f"--rolls belongs to dice, not to {game}")
    if game not in HOUSE_GAMES:
        preset = poker_preset(
            game, book, players=poker_players(players), structure=structure, limits=limits, heads_up_blinds=BUTTON
        )
        return EncodedPokerHand(preset)
    refuse_structure(game, structure)
    if players not in (None, 1):
        raise InvalidError(f"--players {players}: {game} has one player against the house")
    if game in DICE_GAMES:
        return EncodedDiceSession(game, book, limits=limits, rolls=ROLLS if rolls is None else rolls)
    return EncodedHouseCardRound(game, book, limits=limits)


def _numbers(text: str) -> list[int]:
    """Parse a list of action numbers: ``2,2,0``."""
    check_length(text, "the list of actions", most=MAX_CARDS_TEXT_LENGTH)
    return [parse_int(token, "an action") for token in re.split(r"[\s,]+", text.strip()) if token]
