"""`hoyle play`: a person against bots in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import click

from hoyle.cli.game_options import GAMES, game_options
from hoyle.cli.output import console
from hoyle.errors import HoyleError
from hoyle.poker.variants import VARIANTS, variant
from hoyle.room.bots import Bot, Regular
from hoyle.room.offers import Offer, book_for, offer

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.cli.session import Ask

DEFAULT_GAME: Final = "omaha-hilo8"
SEAT: Final = 1
"""Where the person sits."""

DEMONSTRATION_SEED: Final = 115
"""A hand of Omaha high-low that does not halve and ends in a tie: books differ on who gets the odd chip."""


@click.command("play", short_help="Play against bots in the terminal.", epilog=GAMES)
@click.argument("game", required=False)
@game_options
def command(
    game: str | None, book: str | None, players: int, structure: str, limits: str | None, seed: int | None
) -> None:
    """Play GAME against bots: the table is drawn, legal actions are offered, and `why` shows the clause.

    Without a terminal one demonstration hand is dealt and printed.
    """
    watched = sys.stdin.isatty() and sys.stdout.isatty()
    out = console()
    if game is not None or not watched:
        spread = offer(game or DEFAULT_GAME, book, players=players, structure=structure, limits=limits)
    if not watched:
        demonstrate(out, spread, DEMONSTRATION_SEED if seed is None else seed)
        return
    try:
        if game is None:
            spread = _choose(out, input, book, players, structure, limits)
    except (EOFError, KeyboardInterrupt):
        out.print()
        return
    play(out, input, spread, seed)


def play(out: Console, ask: Ask, spread: Offer, seed: int | None) -> None:
    """Seat the person among bots and play until he leaves."""
    from hoyle.cli.session import Session
    from hoyle.room.home_game import HomeGame
    from hoyle.room.shuffling import dice

    game = HomeGame(spread, dice(seed))
    bots: dict[int, Bot] = {seat: Regular() for seat in game.seats if seat != SEAT}
    Session(game, SEAT, bots, out, ask).run()


def demonstrate(out: Console, spread: Offer, seed: int) -> None:
    """One hand between bots, told like `hoyle deal`."""
    from hoyle.cli.deal import deal_hand, print_hand

    print_hand(out, spread, deal_hand(spread, seed), seed)


def _choose(
    out: Console, ask: Ask, book: str | None, players: int, structure: str, limits: str | None
) -> Offer:
    """A short menu; Enter takes the default."""
    out.print("Which game?", style="bold")
    for at, game in enumerate(VARIANTS, 1):
        out.print(f"{at:>3}  {game:<17} {variant(game).title}, by {book_for(game)}")
    while True:
        typed = ask(f"game [{DEFAULT_GAME}] > ").strip().lower()
        if typed in ("quit", "q", "exit"):
            raise EOFError
        names = list(VARIANTS)
        if typed.isdigit() and 1 <= int(typed) <= len(names):
            typed = names[int(typed) - 1]
        try:
            return offer(typed or DEFAULT_GAME, book, players=players, structure=structure, limits=limits)
        except HoyleError as error:
            out.print(str(error), style="yellow")
