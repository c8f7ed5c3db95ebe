"""`hoyle playthrough`: print a game turn by turn as a learning agent sees it."""

from __future__ import annotations

import re

from hoyle.cli.command_parameters import cli_command, option
from hoyle.cli.game_options import GAMES, GameOptions, players_option
from hoyle.cli.render.console import echo_wrapped
from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CARDS_TEXT_LENGTH, check_length, parse_int
from hoyle.encoding.dice_game import EncodedDiceGame
from hoyle.encoding.game_interface import EncodedGame
from hoyle.encoding.house_card_game import EncodedHouseCardRound
from hoyle.encoding.playthrough import playthrough
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.poker.rounds.blind_order import BUTTON
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES

ROLLS = 5


class PlaythroughOptions(GameOptions):
    players: int | None = players_option(1)
    actions: str = option("First actions, by number: 2,2,0.", "LIST", default="")
    rolls: int | None = option(f"Dice: rolls to play.  [default: {ROLLS}]", "N")


@cli_command(PlaythroughOptions, epilog=GAMES)
def command(options: PlaythroughOptions) -> None:
    """Print a playthrough of GAME as an environment of hoyle.env presents it.

    Every turn has the state, the observation as numbers and as text, the legal actions and the chosen one;
    the returns come last. After the actions of --actions, the seed picks legal ones.

    \b
    hoyle playthrough omaha-hilo8 --book oneida --players 3 --seed 7
    hoyle playthrough holdem --players 2 --seed 1 --actions 2,1,3
    hoyle playthrough three-card-poker --seed 7
    """
    for line in playthrough(_create_game(options), seed=options.seed_or_random(), actions=_numbers(options.actions)):
        echo_wrapped(line)


def _create_game(options: PlaythroughOptions) -> EncodedGame:
    game, rolls = options.game, options.rolls
    if rolls is not None and game not in DICE_GAMES:
        raise InvalidError(f"--rolls belongs to dice, not to {game}")
    if game not in HOUSE_GAMES:
        return EncodedPokerHand(options.poker_preset(heads_up_blinds=BUTTON))
    options.refuse_structure()
    if options.players not in (None, 1):
        raise InvalidError(f"--players {options.players}: {game} has one player against the house")
    if game in DICE_GAMES:
        rolls = ROLLS if rolls is None else rolls
        return EncodedDiceGame(game, options.book, limits=options.limits, rolls=rolls)
    return EncodedHouseCardRound(game, options.book, limits=options.limits)


def _numbers(text: str) -> list[int]:
    check_length(text, "the list of actions", most=MAX_CARDS_TEXT_LENGTH)
    return [parse_int(token, "an action") for token in re.split(r"[\s,]+", text.strip()) if token]
