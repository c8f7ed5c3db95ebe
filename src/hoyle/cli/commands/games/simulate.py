"""`hoyle simulate`: play many hands between bots and report speed and results."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from hoyle.bots.custom_bots import poker_bots_from_names
from hoyle.cli.commands.games.simulate_house import simulate_house
from hoyle.cli.game_options import GAMES, bots_option, game_options, poker_players, read_stacks, seed_or_random
from hoyle.cli.long_runs import cluster_option, defer_interrupt, exit_interrupted, progress_bar, run_local_or_cluster
from hoyle.cli.parameter_types import GAME, WAGER, Choice
from hoyle.cli.phh_file import PhhFile, refuse_saving, save_option
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.errors import InvalidError
from hoyle.core.validation import pluralize
from hoyle.history.narration.english_phrases import limits as limits_in_words
from hoyle.history.replay.rounds_from_log import round_of
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.house_edge import games as house_games
from hoyle.simulation.house_game_run import STRATEGIES
from hoyle.simulation.poker_driver import PlayedHand
from hoyle.simulation.poker_run import PokerRun
from hoyle.simulation.poker_totals import PokerTotals
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import PokerPreset, poker_preset

if TYPE_CHECKING:
    from rich.table import Table


@click.command("simulate", short_help="Play many hands between bots and report the results.", epilog=GAMES)
@click.argument("game", type=GAME, metavar="GAME")
@click.option("--hands", metavar="N", type=int, default=1000, show_default=True, help="Hands to play.")
@bots_option("caller")
@game_options(alone=True, own_limits=False)
@click.option("--stacks", metavar="CHIPS", help="One stack for all seats, or one each: 40,200,200.")
@click.option("--rake", metavar="PERCENT", type=float, default=0.0, help="Percentage rake, where the book has it.")
@click.option("--rake-cap", metavar="CHIPS", type=int, default=0, help="Maximum rake from one hand.")
@click.option("--jackpot", metavar="CHIPS", type=int, default=0, help="Jackpot drop from every hand.")
@click.option("--rounds", metavar="N", type=int, help="House games: rounds or rolls to play.")
@click.option(
    "--strategy", type=Choice(STRATEGIES), help="House card games: how the player decides.  [default: optimal]"
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="House games: draw the running result of one wager to a PNG or SVG file.",
)
@click.option(
    "--wager", type=WAGER, metavar="WAGER", help="House games: the wager that --plot draws.  [default: the first]"
)
@save_option
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    game: str,
    hands: int,
    bots: str,
    book: str | None,
    players: int | None,
    structure: str,
    limits: str | None,
    seed: int | None,
    stacks: str | None,
    rake: float,
    rake_cap: int,
    jackpot: int,
    rounds: int | None,
    strategy: str | None,
    plot: Path | None,
    wager: str | None,
    save: Path | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play many hands of GAME between bots; print hands per second and the results.

    Every hand starts with the same stacks. The button moves every hand; after a full orbit all bots move on
    by one seat, so that every kind of bot plays all seats and positions equally often. Results are in chips
    per 100 hands of one seat, with a 95 % confidence interval.

    The same seed gives the same hands; `hoyle deal --hand K` shows one of them. A house game has one player,
    and the results are compared with the exact expectation; dice are rolled until no wager is left. A cluster
    plays the same hands and rounds faster. Ctrl-C ends a run early: the results so far are printed, and the
    exit code is 130.

    \b
    hoyle simulate holdem --hands 10000 --bots regular --seed 1
    hoyle simulate holdem --hands 5000 --bots rock,gambler
    hoyle simulate omaha-hilo8 --book oneida --rake 10 --rake-cap 4
    hoyle simulate holdem --bots mine:Careful,rock --save hands.phhs
    hoyle simulate craps --rounds 100000 --cluster local
    """
    if game in house_games():
        refuse_saving(game, save)
        _check_house_options(game, book, players, strategy)
        simulate_house(
            game,
            hands if rounds is None else rounds,
            strategy or STRATEGIES[0],
            seed_or_random(seed),
            as_json=as_json,
            plot=plot,
            wager=wager,
            cluster=cluster,
        )
        return
    if rounds is not None or plot is not None or wager is not None or strategy is not None:
        raise InvalidError(f"--rounds, --strategy, --plot and --wager belong to games against the house, not to {game}")
    if rake_cap and not rake:
        raise click.UsageError("--rake-cap limits a rake: it needs --rake")
    if save is not None and cluster is not None:
        raise click.UsageError("--save and --cluster exclude each other: hands are saved where they lie")
    preset = poker_preset(
        game,
        book,
        players=poker_players(players),
        structure=structure,
        limits=limits,
        rake=Rake(percent=rake, cap=rake_cap) if rake else None,
        jackpot=jackpot,
    )
    seed = seed_or_random(seed)
    chips = read_stacks(stacks, preset.players, preset.stack)
    poker_bots_from_names(bots, 1)  # refuses unknown names before anything is played
    with ExitStack() as opened, defer_interrupt() as stop, progress_bar("hands", hands) as progress:
        file = None if save is None else opened.enter_context(PhhFile(save))

        def keep(hand: int, played: PlayedHand) -> None:
            if file is not None:
                file.add(round_of(preset.rules, played.events), hand=hand)

        run = PokerRun(preset, bots=bots, hands=hands, seed=seed, stacks=chips, keep=None if file is None else keep)
        started = perf_counter()
        totals = run_local_or_cluster(cluster, run, progress=progress, stop=stop)
        seconds = perf_counter() - started
    if not totals.hands:
        exit_interrupted(0, hands, "hands")
    if as_json:
        print_json(_as_dict(preset, totals, bots, seed, seconds))
    else:
        _print(preset, totals, bots, seed, seconds)
    if totals.hands < hands:
        exit_interrupted(totals.hands, hands, "hands")


def _check_house_options(game: str, book: str | None, players: int | None, strategy: str | None) -> None:
    """Refuse options that do not fit the simulation of a house game."""
    _refuse_poker_options(game)
    house_game_preset(game, book, players=1)  # refuses a book that lacks the game
    if players not in (None, 1):
        raise InvalidError(f"--players {players}: {game} has one player against the house")
    if strategy is not None and game not in ANALYSES:
        raise InvalidError(f"--strategy {strategy}: there is nothing to decide in {game}")


def _refuse_poker_options(game: str) -> None:
    """Refuse poker options that would have no effect in a house game, where the strategy decides."""
    context = click.get_current_context()
    for name in ("bots", "structure", "limits", "stacks", "rake", "rake_cap", "jackpot"):
        source = context.get_parameter_source(name)
        if source is not None and source is not ParameterSource.DEFAULT:
            option = name.replace("_", "-")
            raise InvalidError(f"--{option} belongs to poker: in a run of {game} one player faces the house")


def _as_dict(preset: PokerPreset, totals: PokerTotals, bots: str, seed: int, seconds: float) -> dict[str, Any]:
    """Return the JSON object of a simulated poker run, for `--json`."""
    return {
        "game": preset.rules.game,
        "book": preset.rules.book.id,
        "limits": limits_in_words(preset.rules.stakes, preset.sign.blinds),
        "players": preset.players,
        "bots": bots,
        "seed": seed,
        "hands": totals.hands,
        "seconds": round(seconds, 3),
        "hands_per_second": round(totals.hands / seconds, 1),
        "events": totals.events,
        "money": {
            "chips_before": totals.brought,
            "chips_after": totals.left,
            "wagered": totals.wagered,
            "rake": totals.rake,
            "jackpot": totals.jackpot,
            "fees": totals.fees,
            "conserved": totals.conserved,
        },
        "by_bot": [
            {
                "bot": bot.name,
                "seats": bot.seats,
                "net": bot.net,
                "per_100_hands": round(bot.per_100, 3),
                "confidence_95": [round(bound, 3) for bound in bot.interval] if bot.hands > 1 else None,
            }
            for bot in sorted(totals.by_bot.values(), key=lambda bot: bot.name)
        ],
        "seats": [{"seat": seat, "net": totals.net[seat], "hands_won": totals.hands_won[seat]} for seat in totals.net],
        "pots": {
            "showdown": totals.showdowns,
            "uncontested": totals.uncontested,
            "total": totals.pots,
            "side": totals.side_pots,
            "split": totals.split_pots,
            "odd_chips": totals.odd_chips,
        },
        "biggest_pot": {"chips": totals.biggest_pot, "hand": totals.biggest_hand},
        "longest_hand": {"events": totals.longest, "hand": totals.longest_hand},
    }


def _print(preset: PokerPreset, totals: PokerTotals, bots: str, seed: int, seconds: float) -> None:
    """Print a simulated poker run: speed, chips and pots, results by bot and by seat."""
    out = console()
    rules = preset.rules
    out.print(
        f"{rules.variant.title}, {limits_in_words(rules.stakes, preset.sign.blinds)}, by {rules.book.id}: "
        f"{preset.players} players, bots {bots}, seed {seed}",
        style="bold",
    )
    out.print(
        f"{pluralize(totals.hands, 'hand')} in {seconds:.2f} s: "
        f"{totals.hands / seconds:,.0f} hands per second, {totals.events:,} events with their clauses"
    )
    for table in (_chips_table(totals), _bots_table(totals), _seats_table(totals)):
        out.print()
        out.print(table)


def _chips_table(totals: PokerTotals) -> Table:
    table = plain_table()
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    per_hand = totals.wagered / totals.hands
    table.add_row("Chips in play before", f"{totals.brought:,}")
    house_chips = totals.rake + totals.jackpot + totals.fees
    equal = f"equal, with the {house_chips:,} the house holds" if house_chips else "equal"
    table.add_row("Chips in play after", f"{totals.left:,}", equal if totals.conserved else "chips are missing")
    table.add_row("Wagered", f"{totals.wagered:,}", f"{per_hand:,.1f} a hand")
    for name, chips in (("Rake", totals.rake), ("Jackpot", totals.jackpot), ("Collections", totals.fees)):
        table.add_row(name, f"{chips:,}", f"{100 * chips / totals.wagered:.2f} % of the wagers" if chips else "")
    table.add_row("Showdowns", f"{totals.showdowns:,}")
    table.add_row("Uncontested", f"{totals.uncontested:,}")
    table.add_row("Split pots", f"{totals.split_pots:,}", f"of {totals.pots:,}, {totals.side_pots:,} side pots")
    table.add_row("Odd chips", f"{totals.odd_chips:,}")
    table.add_row("Biggest pot", f"{totals.biggest_pot:,}", f"hand {totals.biggest_hand}")
    table.add_row("Longest hand", f"{totals.longest:,}", f"events, hand {totals.longest_hand}")
    return table


def _bots_table(totals: PokerTotals) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("Bot")
    for heading in ("Seats", "Result", "Chips per 100 hands", "95 % confidence"):
        table.add_column(heading, justify="right")
    for bot in sorted(totals.by_bot.values(), key=lambda bot: bot.name):
        low, high = bot.interval
        interval = f"{low:+,.1f} to {high:+,.1f}" if bot.hands > 1 else ""
        table.add_row(bot.name, str(bot.seats), _signed(bot.net), f"{bot.per_100:+,.1f}", interval)
    return table


def _seats_table(totals: PokerTotals) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading in ("Seat", "Result", "Hands won"):
        table.add_column(heading, justify="right")
    for seat, net in totals.net.items():
        table.add_row(str(seat), _signed(net), f"{totals.hands_won[seat]:,}")
    return table


def _signed(chips: int) -> str:
    return f"{chips:+,}" if chips else "0"
