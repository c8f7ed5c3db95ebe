"""`hoyle deal`: play one hand between bots and print the dealer's calls with their clauses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hoyle.bots.custom_bots import poker_bots_from_names
from hoyle.cli.game_options import (
    GAMES,
    bots_option,
    game_options,
    house_players,
    poker_players,
    read_stacks,
    refuse_structure,
    seed_or_random,
)
from hoyle.cli.parameter_types import GAME
from hoyle.cli.phh_file import PhhFile, refuse_saving, save_option
from hoyle.cli.render.console import console, print_json
from hoyle.core.errors import InvalidError
from hoyle.history.narration import narrate
from hoyle.history.replay.rounds_from_log import round_of
from hoyle.simulation.poker_driver import PlayedHand, play_hand, rotated
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import PokerPreset, poker_preset

if TYPE_CHECKING:
    from rich.console import Console


@click.command("deal", short_help="Deal one hand between bots and print the dealer's calls.", epilog=GAMES)
@click.argument("game", type=GAME, metavar="GAME")
@game_options()
@click.option("--stacks", metavar="CHIPS", help="One stack for all seats, or one each: 40,200,200.")
@bots_option("regular")
@click.option("--hand", metavar="K", type=int, default=1, help="Deal hand K of `hoyle simulate` with this seed.")
@click.option("--rolls", metavar="N", type=int, help="Dice: rolls to play.  [default: 12]")
@save_option
@click.option("--json", "as_json", is_flag=True, help="Print the events as JSON.")
def command(
    game: str,
    book: str | None,
    players: int | None,
    structure: str,
    limits: str | None,
    seed: int | None,
    stacks: str | None,
    bots: str,
    hand: int,
    rolls: int | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Deal one hand of GAME between bots and print the dealer's calls, each with its clause.

    A house game is played for one round of cards, or for some rolls of the dice.

    \b
    hoyle deal omaha-hilo8 --book oneida --players 6 --seed 7
    hoyle deal holdem --structure no-limit --players 3 --stacks 40,200,100
    hoyle deal three-card-poker --seed 7
    hoyle deal craps --rolls 12 --seed 3
    hoyle deal holdem --bots mine:Careful,rock --save hand.phh
    """
    if hand < 1:
        raise InvalidError(f"hand {hand}: hands are counted from 1")
    chosen = seed_or_random(seed)
    if game in HOUSE_GAMES:
        from hoyle.cli.commands.games.deal_house import deal_house

        refuse_structure(game, structure)
        refuse_saving(game, save)
        against = house_game_preset(game, book, players=house_players(players), limits=limits)
        deal_house(against, chosen, bots=bots, hand=hand, stacks=stacks, rolls=rolls, as_json=as_json)
        return
    if rolls is not None:
        raise InvalidError(f"--rolls belongs to dice, not to {game}")
    preset = poker_preset(game, book, players=poker_players(players), structure=structure, limits=limits)
    played = deal_hand(preset, chosen, bots=bots, hand=hand, stacks=stacks)
    if save is not None:
        with PhhFile(save, single=True) as file:
            file.add(round_of(preset.rules, played.events), hand=hand)
    if as_json:
        print_json(_as_dict(preset, played, chosen))
    else:
        print_hand(console(), preset, played, chosen)


def deal_hand(
    preset: PokerPreset, seed: int, *, bots: str = "regular", hand: int = 1, stacks: str | None = None
) -> PlayedHand:
    """Play one poker hand between bots."""
    before = read_stacks(stacks, preset.players, preset.stack)
    preset.check_stacks(before, preset.posts(preset.seats, (hand - 1) % preset.players + 1))
    return play_hand(preset, before, rotated(poker_bots_from_names(bots, len(before)), hand), seed=seed, hand=hand)


def print_hand(out: Console, preset: PokerPreset, played: PlayedHand, seed: int) -> None:
    """Print the rulebook and the seed, the dealer's calls, and the stacks of all players."""
    from hoyle.cli.render.poker_table import print_calls, results

    rules = preset.rules
    out.print(f"By {rules.book.id}: {rules.book.title}. Seed {seed}.", style="bold")
    out.print()
    print_calls(out, list(narrate(played.events, rules, blinds=preset.sign.blinds)))
    out.print()
    names = {seat: f"Seat {seat}" for seat in played.before}
    for line in results(names, played.before, played.after):
        out.print(line)


def _as_dict(preset: PokerPreset, played: PlayedHand, seed: int) -> dict[str, Any]:
    house_chips = Counter({"rake": 0, "jackpot": 0, "fees": 0})
    for event in played.events:
        house_chips.update({move.to: move.chips for move in event.transfers() if move.to in house_chips})
    return {
        "game": preset.rules.game,
        "book": preset.rules.book.id,
        "seed": seed,
        "sign": preset.sign.facts(),
        "seats": list(played.before),
        "stacks": list(played.before.values()),
        "events": [{"event": event.name, **event.to_dict()} for event in played.events],
        "calls": [
            {"text": call.text, "clause": call.clause}
            for call in narrate(played.events, preset.rules, blinds=preset.sign.blinds)
        ],
        **house_chips,
        "finishing_stacks": list(played.after.values()),
    }
