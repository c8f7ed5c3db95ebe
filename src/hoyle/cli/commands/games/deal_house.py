"""House games in `hoyle deal`: one round of cards or some rolls of the dice."""

from __future__ import annotations

from typing import Any, Final

from hoyle.bots.custom_bots import house_bots_from_names
from hoyle.cli.game_options import read_stacks
from hoyle.cli.play.local_house_game import LocalHouseGame
from hoyle.cli.render.console import console, print_json
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.history.narration import Announcement, narrate
from hoyle.simulation.random_decks import hand_rng
from hoyle.table.presets.house_game_presets import HouseGamePreset

ROLLS: Final = 12
MAX_ROLLS: Final = 1000


def deal_house(
    offer: HouseGamePreset,
    seed: int,
    *,
    bots: str = "regular",
    hand: int = 1,
    stacks: str | None = None,
    rolls: int | None = None,
    as_json: bool = False,
) -> None:
    """Play a round of a house card game, or some dice rolls, and print the dealer's calls and results."""
    if rolls is not None and isinstance(offer.sign, HouseCardSign):
        raise InvalidError(f"--rolls belongs to dice, not to {offer.game}")
    if rolls is not None and not 1 <= rolls <= MAX_ROLLS:
        raise InvalidError(f"--rolls {rolls}: 1 to {MAX_ROLLS} are played")
    before = dict(zip(offer.seats, read_stacks(stacks, offer.players, offer.stack), strict=True))
    players = dict(zip(before, house_bots_from_names(bots, len(before)), strict=True))
    game = LocalHouseGame(offer, hand_rng(seed, hand), players, before)
    if len(game.short()) == len(before):
        raise InvalidError(f"--stacks {stacks}: nobody can bet with that, the least wager is {game.least}")
    count = 1 if isinstance(offer.sign, HouseCardSign) else rolls or ROLLS
    for _ in range(count):
        if not game.play_on():
            break  # no player has chips for another wager
    calls = dealer_calls(game)
    if as_json:
        print_json(_record(game, calls, before, seed))
        return
    _print(game, calls, before, seed)


def dealer_calls(game: LocalHouseGame) -> list[Announcement]:
    """Return the dealer's calls from the first shuffle or the first offer of the dice on."""
    calls = list(narrate(game.table.log))
    opening = ("deck-shuffled", "passed", "shaken", "bet")
    start = next((index for index, call in enumerate(calls) if call.entry.name in opening), len(calls))
    return calls[start:]


def _print(game: LocalHouseGame, calls: list[Announcement], before: dict[int, int], seed: int) -> None:
    from hoyle.cli.render.poker_table import print_calls, results

    out, offer = console(), game.offer
    out.print(f"By {offer.book}: {offer.book_title}. Seed {seed}.", style="bold")
    out.print(f"{offer.title}, {offer.limits}.")
    out.print()
    print_calls(out, calls)
    out.print()
    names = {seat: f"Seat {seat}" for seat in before}
    for line in results(names, before, game.stacks):
        out.print(line)
    on_layout = game.on_layout()
    if on_layout:
        out.print(f"On the layout: {on_layout}", style="dim")


def _record(game: LocalHouseGame, calls: list[Announcement], before: dict[int, int], seed: int) -> dict[str, Any]:
    offer = game.offer
    return {
        "game": offer.game,
        "book": offer.book,
        "seed": seed,
        "sign": offer.sign.facts(),
        "seats": list(before),
        "stacks": list(before.values()),
        "events": [{"event": entry.name, **entry.to_dict()} for entry in game.table.log],
        "calls": [{"text": call.text, "clause": call.clause} for call in calls],
        "on_layout": game.on_layout(),
        "finishing_stacks": list(game.stacks.values()),
    }
