"""`hoyle play`: play in the terminal against bots or the house."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from hoyle.bots.custom_bots import house_bots_from_names, poker_bots_from_names
from hoyle.bots.poker_bots import Bot, mixed_table
from hoyle.cli.game_options import GAMES, game_options, house_players, poker_players, refuse_structure
from hoyle.cli.parameter_types import BOTS_NAMED, GAME
from hoyle.cli.phh_file import PhhFile, refuse_saving, save_option
from hoyle.cli.render.console import console
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.poker.variants import VARIANTS, variant
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.house_game_presets import HouseGamePreset, house_game_preset
from hoyle.table.presets.poker_presets import PokerPreset, default_book, poker_preset

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.cli.play.table_session import Ask

DEFAULT_GAME: Final = "omaha-hilo8"
SEAT: Final = 1
"""Seat of the person at the terminal."""

HOUSE_BOTS: Final = "regular"
"""Bots in the other seats of a house game."""

DEMONSTRATION_SEED: Final = 115
"""A hand of Omaha high-low that does not halve and ends in a tie: books differ on who gets the odd chip."""


@click.command("play", short_help="Play against bots or the house in the terminal.", epilog=GAMES)
@click.argument("game", type=GAME, metavar="[GAME]", required=False)
@game_options()
@click.option(
    "--bots",
    type=BOTS_NAMED,
    metavar="NAMES",
    help="Bots in the other seats, in turn: caller, random, regular, at poker also rock, gambler, bully, "
    f"or module:Class of your own.  [default: rock,gambler,bully; house games {HOUSE_BOTS}]",
)
@save_option
def command(
    game: str | None,
    book: str | None,
    players: int | None,
    structure: str,
    limits: str | None,
    seed: int | None,
    bots: str | None,
    save: Path | None,
) -> None:
    """Play GAME against bots or the house; every turn lists the legal actions, and `why` shows the clause.

    Without a terminal one demonstration hand is dealt and printed.

    \b
    hoyle play omaha-hilo8 --book ca-omaha
    hoyle play mississippi-stud
    hoyle play craps --players 1
    hoyle play holdem --bots mine:Careful --save hands.phhs
    """
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    out = console()
    if game is not None or not interactive:
        chosen = preset_of(game or DEFAULT_GAME, book, players, structure, limits)
    if not interactive:
        if save is not None:
            raise InvalidError(f"--save {save}: nobody is at the table; `hoyle deal --save` saves a hand of bots")
        demonstrate(out, chosen, DEMONSTRATION_SEED if seed is None else seed)
        return
    with suppress(ImportError):
        import readline  # noqa: F401  lines can be edited, and had back with the arrow keys
    try:
        if game is None:
            chosen = _choose(out, input, book, players, structure, limits)
    except (EOFError, KeyboardInterrupt):
        out.print()
        return
    if isinstance(chosen, HouseGamePreset):
        refuse_saving(chosen.game, save)
    if save is None:
        play(out, input, chosen, seed, bots=bots)
        return
    # The file has the cards that this player was shown, not those of the others.
    with PhhFile(save, viewer=SEAT) as file:
        play(out, input, chosen, seed, bots=bots, file=file)


def preset_of(
    game: str, book: str | None, players: int | None, structure: str, limits: str | None
) -> PokerPreset | HouseGamePreset:
    """Return the preset of a game, poker or house game, with the given options."""
    if game in HOUSE_GAMES:
        refuse_structure(game, structure)
        return house_game_preset(game, book, players=house_players(players), limits=limits)
    return poker_preset(game, book, players=poker_players(players), structure=structure, limits=limits)


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
    from hoyle.simulation.random_decks import make_rng

    if isinstance(chosen, HouseGamePreset):
        from hoyle.cli.play.house_session import house_session

        house_bots = house_bots_from_names(bots or HOUSE_BOTS, len(chosen.seats) - 1)
        house_session(chosen, SEAT, make_rng(seed), out, ask, house_bots).run()
        return
    from hoyle.cli.play.local_poker_game import LocalPokerGame
    from hoyle.cli.play.poker_session import PokerSession

    game = LocalPokerGame(chosen, make_rng(seed))
    bot_seats = [seat for seat in game.seats if seat != SEAT]
    rivals: dict[int, Bot] = (
        mixed_table(bot_seats)
        if bots is None
        else dict(zip(bot_seats, poker_bots_from_names(bots, len(bot_seats)), strict=True))
    )
    PokerSession(game, SEAT, rivals, out, ask, file).run()


def demonstrate(out: Console, chosen: PokerPreset | HouseGamePreset, seed: int) -> None:
    """Play one hand between bots and print it like `hoyle deal`."""
    if isinstance(chosen, HouseGamePreset):
        from hoyle.cli.commands.games.deal_house import deal_house

        deal_house(chosen, seed)
        return
    from hoyle.cli.commands.games.deal import deal_hand, print_hand

    print_hand(out, chosen, deal_hand(chosen, seed), seed)


def _choose(
    out: Console, ask: Ask, book: str | None, players: int | None, structure: str, limits: str | None
) -> PokerPreset | HouseGamePreset:
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
            return preset_of(typed or DEFAULT_GAME, book, players, structure, limits)
        except HoyleError as error:
            out.print(str(error), style="yellow")
