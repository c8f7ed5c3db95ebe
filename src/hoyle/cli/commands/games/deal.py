"""`hoyle deal`: play one hand, round or some rolls between bots; print the dealer's calls with their clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from hoyle.bots.custom_bots import house_bots_from_names, poker_bots_from_names
from hoyle.cli.command_parameters import cli_command, option
from hoyle.cli.game_options import GAMES, GameOptions, bots_option, read_stacks
from hoyle.cli.phh_file import SAVE, PhhFile, refuse_saving
from hoyle.cli.play.local_games import LocalHouseGame
from hoyle.cli.render.console import console, print_json
from hoyle.cli.render.poker_table import print_calls, results
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.history.narration import Announcement, narrate
from hoyle.history.replay.rounds_from_log import round_of
from hoyle.simulation.poker_driver import PlayedHand, play_hand, rotated
from hoyle.simulation.random_decks import hand_rng
from hoyle.table.presets.house_game_presets import HouseGamePreset
from hoyle.table.presets.poker_presets import PokerPreset

ROLLS: Final = 12
MAX_ROLLS: Final = 1000


class DealOptions(GameOptions):
    stacks: str | None = option("One stack for all seats, or one each: 40,200,200.", "CHIPS")
    bots: str = bots_option("regular")
    hand: int = option("Deal hand K of `hoyle simulate` with this seed.", "K", default=1, show_default=False)
    rolls: int | None = option(f"Dice: rolls to play.  [default: {ROLLS}]", "N")
    save: Path | None = SAVE
    as_json: bool = option("Print the events as JSON.", flags="--json")


@cli_command(DealOptions, epilog=GAMES)
def command(options: DealOptions) -> None:
    """Deal one hand of GAME between bots and print the dealer's calls, each with its clause.

    A house game is played for one round of cards, or for some rolls of the dice.

    \b
    hoyle deal omaha-hilo8 --book oneida --players 6 --seed 7
    hoyle deal holdem --structure no-limit --players 3 --stacks 40,200,100
    hoyle deal three-card-poker --seed 7
    hoyle deal craps --rolls 12 --seed 3
    hoyle deal holdem --bots mine:Careful,rock --save hand.phh
    """
    if options.hand < 1:
        raise InvalidError(f"hand {options.hand}: hands are counted from 1")
    seed = options.seed_or_random()
    preset = options.preset()
    if isinstance(preset, HouseGamePreset):
        refuse_saving(options.game, options.save)
        deal_house(preset, seed, options)
        return
    if options.rolls is not None:
        raise InvalidError(f"--rolls belongs to dice, not to {options.game}")
    played = deal_hand(preset, seed, options)
    if options.save is not None:
        with PhhFile(options.save, single=True) as file:
            file.add(round_of(preset.rules, played.events), hand=options.hand)
    if options.as_json:
        taken = Counter({"rake": 0, "jackpot": 0, "fees": 0})
        for event in played.events:
            taken.update({move.to: move.chips for move in event.transfers() if move.to in taken})
        calls = narrate(played.events, preset.rules, blinds=preset.sign.blinds)
        start = {"game": preset.rules.game, "book": preset.rules.book.id, "seed": seed, "sign": preset.sign.facts()}
        print_json(start | _dealt(played.before, played.events, calls, dict(taken), played.after))
    else:
        print_hand(console(), preset, played, seed)


def deal_hand(preset: PokerPreset, seed: int, options: DealOptions) -> PlayedHand:
    """Play one poker hand between bots."""
    hand = options.hand
    before = read_stacks(options.stacks, preset.players, preset.stack)
    preset.check_stacks(before, preset.posts(preset.seats, (hand - 1) % preset.players + 1))
    bots = rotated(poker_bots_from_names(options.bots, len(before)), hand)
    return play_hand(preset, before, bots, seed=seed, hand=hand)


def print_hand(out: Console, preset: PokerPreset, played: PlayedHand, seed: int) -> None:
    """Print the rulebook and the seed, the dealer's calls, and the stacks of all players."""
    book = preset.rules.book
    out.print(f"By {book.id}: {book.title}. Seed {seed}.", style="bold")
    _print_calls(
        out, list(narrate(played.events, preset.rules, blinds=preset.sign.blinds)), played.before, played.after
    )


def deal_house(offer: HouseGamePreset, seed: int, options: DealOptions) -> None:
    """Play a round of a house card game, or some dice rolls, and print the dealer's calls and results."""
    rolls = options.rolls
    with_cards = isinstance(offer.sign, HouseCardSign)
    if rolls is not None and with_cards:
        raise InvalidError(f"--rolls belongs to dice, not to {offer.game}")
    if rolls is not None and not 1 <= rolls <= MAX_ROLLS:
        raise InvalidError(f"--rolls {rolls}: 1 to {MAX_ROLLS} are played")
    before = dict(zip(offer.seats, read_stacks(options.stacks, offer.players, offer.stack), strict=True))
    players = dict(zip(before, house_bots_from_names(options.bots, len(before)), strict=True))
    game = LocalHouseGame(offer, hand_rng(seed, options.hand), players, before)
    if len(game.short()) == len(before):
        raise InvalidError(f"--stacks {options.stacks} is too small: the minimum wager is {game.least}")
    for _ in range(1 if with_cards else rolls or ROLLS):
        if not game.play_on():
            break  # no player has chips for another wager
    calls = dealer_calls(game)
    if options.as_json:
        start = {"game": offer.game, "book": offer.book, "seed": seed, "sign": offer.sign.facts()}
        print_json(start | _dealt(before, game.table.log, calls, {"on_layout": game.on_layout()}, game.stacks))
        return
    out = console()
    out.print(f"By {offer.book}: {offer.book_title}. Seed {seed}.", style="bold")
    out.print(f"{offer.title}, {offer.limits}.")
    _print_calls(out, calls, before, game.stacks)
    if on_layout := game.on_layout():
        out.print(f"On the layout: {on_layout}", style="dim")


def dealer_calls(game: LocalHouseGame) -> list[Announcement]:
    """Return the dealer's calls from the first shuffle or the first offer of the dice on."""
    calls = list(narrate(game.table.log))
    opening = ("deck-shuffled", "passed", "shaken", "bet")
    start = next((index for index, call in enumerate(calls) if call.entry.name in opening), len(calls))
    return calls[start:]


def _print_calls(out: Console, calls: list[Announcement], before: Mapping[int, int], after: Mapping[int, int]) -> None:
    out.print()
    print_calls(out, calls)
    out.print()
    for line in results({seat: f"Seat {seat}" for seat in before}, before, after):
        out.print(line)


def _dealt(
    before: Mapping[int, int],
    events: Iterable[Any],
    calls: Iterable[Announcement],
    chips: dict[str, int],
    after: Mapping[int, int],
) -> dict[str, Any]:
    """Return what was dealt as JSON; `chips` are those of the house or on the layout."""
    return {
        "seats": list(before),
        "stacks": list(before.values()),
        "events": [{"event": event.name, **event.to_dict()} for event in events],
        "calls": [{"text": call.text, "clause": call.clause} for call in calls],
        **chips,
        "finishing_stacks": list(after.values()),
    }
