"""`hoyle play`: play in the terminal against bots or the house."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Final

from rich.console import Console

from hoyle.bots.custom_bots import house_bots_from_names, poker_bots_from_names
from hoyle.bots.poker_bots import mixed_table
from hoyle.cli.command_parameters import argument, cli_command, option
from hoyle.cli.commands.games.deal import DealOptions, deal_hand, deal_house, print_hand
from hoyle.cli.game_options import GAMES, GameOptions
from hoyle.cli.parameter_types import BOTS_NAMED, GAME
from hoyle.cli.phh_file import SAVE, PhhFile, refuse_saving
from hoyle.cli.play.house_session import CardSession, DiceSession
from hoyle.cli.play.local_games import LocalHouseGame, LocalPokerGame
from hoyle.cli.play.poker_session import PokerSession
from hoyle.cli.play.table_session import Ask
from hoyle.cli.render.console import console
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.poker.variants import VARIANTS, variant
from hoyle.simulation.random_decks import make_rng
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.house_game_presets import HouseGamePreset
from hoyle.table.presets.poker_presets import PokerPreset, default_book

DEFAULT_GAME: Final = "omaha-hilo8"
SEAT: Final = 1
"""Seat of the person at the terminal."""

HOUSE_BOTS: Final = "regular"
"""Bots in the other seats of a house game."""

DEMONSTRATION_SEED: Final = 115
"""A hand of Omaha high-low that does not halve and ends in a tie: books differ on who gets the odd chip."""


class PlayOptions(GameOptions):
    game: str | None = argument("[GAME]", type=GAME, required=False)  # type: ignore[assignment]
    bots: str | None = option(
        "Bots in the other seats, in turn: caller, random, regular, at poker also rock, gambler, bully, "
        f"or module:Class of your own.  [default: rock,gambler,bully; house games {HOUSE_BOTS}]",
        "NAMES",
        type=BOTS_NAMED,
    )
    save: Path | None = SAVE


@cli_command(PlayOptions, epilog=GAMES)
def command(options: PlayOptions) -> None:
    """Play GAME against bots or the house; every turn lists the legal actions, and `why` shows the clause.

    Without a terminal one demonstration hand is dealt and printed.

    \b
    hoyle play omaha-hilo8 --book ca-omaha
    hoyle play mississippi-stud
    hoyle play craps --players 1
    hoyle play holdem --bots mine:Careful --save hands.phhs
    """
    out = console()
    save = options.save
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        options.game = options.game or DEFAULT_GAME
        preset = options.preset()
        if save is not None:
            raise InvalidError(f"--save {save}: not an interactive terminal; `hoyle deal --save` saves a hand of bots")
        demonstrate(out, preset, DEMONSTRATION_SEED if options.seed is None else options.seed)
        return
    with suppress(ImportError):
        import readline  # noqa: F401  lines can be edited, and had back with the arrow keys
    try:
        chosen = options.preset() if options.game is not None else choose_game(out, input, options)
    except (EOFError, KeyboardInterrupt):
        out.print()
        return
    if isinstance(chosen, HouseGamePreset):
        refuse_saving(chosen.game, save)
    # The file has the cards that this player was shown, not those of the others.
    with nullcontext() if save is None else PhhFile(save, viewer=SEAT) as file:
        play(out, input, chosen, options.seed, bots=options.bots, file=file)


def play(
    out: Console,
    ask: Ask,
    chosen: PokerPreset | HouseGamePreset,
    seed: int | None,
    *,
    bots: str | None = None,
    file: PhhFile | None = None,
) -> None:
    """Play in the terminal until the person leaves, against `bots` or the default ones."""
    rng = make_rng(seed)
    bot_seats = [seat for seat in chosen.seats if seat != SEAT]
    if isinstance(chosen, HouseGamePreset):
        house_bots = house_bots_from_names(bots or HOUSE_BOTS, len(bot_seats))
        game = LocalHouseGame(chosen, rng, dict(zip(bot_seats, house_bots, strict=True)))
        kind = CardSession if isinstance(chosen.sign, HouseCardSign) else DiceSession
        kind(game, SEAT, out, ask).run()
        return
    rivals = mixed_table(bot_seats)
    if bots is not None:
        rivals = dict(zip(bot_seats, poker_bots_from_names(bots, len(bot_seats)), strict=True))
    PokerSession(LocalPokerGame(chosen, rng), SEAT, rivals, out, ask, file).run()


def demonstrate(out: Console, chosen: PokerPreset | HouseGamePreset, seed: int) -> None:
    """Play one hand between bots and print it like `hoyle deal`."""
    options = DealOptions()
    if isinstance(chosen, HouseGamePreset):
        deal_house(chosen, seed, options)
    else:
        print_hand(out, chosen, deal_hand(chosen, seed, options), seed)


def choose_game(out: Console, ask: Ask, options: PlayOptions) -> PokerPreset | HouseGamePreset:
    """Ask for a game with a numbered menu; Enter takes the default."""
    names = [*VARIANTS, *HOUSE_GAMES]
    out.print("Which game?", style="bold")
    for number, game in enumerate(names, 1):
        title = f"{variant(game).title}, by {default_book(game)}" if game in VARIANTS else "against the house"
        out.print(f"{number:>3}  {game:<17} {title}")
    while True:
        typed = ask(f"game [{DEFAULT_GAME}] > ").strip().lower()
        if typed in ("quit", "q", "exit"):
            raise EOFError
        if typed.isascii() and typed.isdigit() and len(typed) < 4 and 1 <= int(typed) <= len(names):
            typed = names[int(typed) - 1]
        try:
            options.game = typed or DEFAULT_GAME
            return options.preset()
        except HoyleError as error:
            out.print(str(error), style="yellow")
