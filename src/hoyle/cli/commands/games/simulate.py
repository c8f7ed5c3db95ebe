"""`hoyle simulate`: play many hands between bots, or rounds against the house; report speed and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import click
from click.core import ParameterSource
from rich.table import Table

from hoyle.bots.custom_bots import poker_bots_from_names
from hoyle.cli.command_parameters import JSON, cli_command, option
from hoyle.cli.commands.odds.house_edge import counting
from hoyle.cli.game_options import GAMES, GameOptions, bots_option, limits_option, players_option, read_stacks
from hoyle.cli.long_runs import CLUSTER, defer_interrupt, progress_bar, report_interruption, run_local_or_cluster
from hoyle.cli.parameter_types import WAGER, Choice
from hoyle.cli.phh_file import SAVE, PhhFile, refuse_saving
from hoyle.cli.render.console import console, plain_table, print_json, print_numeric_table, signed
from hoyle.core.errors import InvalidError
from hoyle.core.validation import pluralize
from hoyle.history.narration.english_phrases import limits as limits_in_words
from hoyle.history.replay.rounds_from_log import round_of
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.house_edge import games as house_games
from hoyle.simulation.house_game_run import STRATEGIES, HouseReport, HouseRun
from hoyle.simulation.poker_driver import PlayedHand
from hoyle.simulation.poker_run import PokerRun
from hoyle.simulation.poker_totals import PokerTotals
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import PokerPreset


class SimulateOptions(GameOptions):
    players: int | None = players_option(1)
    limits: str | None = limits_option()
    hands: int = option("Hands to play.", "N", default=1000)
    bots: str = bots_option("caller")
    stacks: str | None = option("One stack for all seats, or one each: 40,200,200.", "CHIPS")
    rake: float = option("Percentage rake, where the book has it.", "PERCENT", default=0.0, show_default=False)
    rake_cap: int = option("Maximum rake from one hand.", "CHIPS", default=0, show_default=False)
    jackpot: int = option("Jackpot drop from every hand.", "CHIPS", default=0, show_default=False)
    rounds: int | None = option("House games: rounds or rolls to play.", "N")
    strategy: str | None = option(
        "House card games: how the player decides.  [default: optimal]", type=Choice(STRATEGIES)
    )
    plot: Path | None = option("House games: draw the running result of one wager to a PNG or SVG file.", "FILE")
    wager: str | None = option("House games: the wager that --plot draws.  [default: the first]", "WAGER", type=WAGER)
    save: Path | None = SAVE
    cluster: str | None = CLUSTER
    as_json: bool = JSON


@cli_command(SimulateOptions, first=("game", "hands", "bots"), epilog=GAMES)
def command(options: SimulateOptions) -> int | None:
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
    game, hands, save = options.game, options.hands, options.save
    seed = options.seed_or_random()
    if game in house_games():
        refuse_saving(game, save)
        _check_house_options(options)
        return simulate_house(options, seed)
    if any(value is not None for value in (options.rounds, options.plot, options.wager, options.strategy)):
        raise InvalidError(f"--rounds, --strategy, --plot and --wager belong to games against the house, not to {game}")
    if options.rake_cap and not options.rake:
        raise click.UsageError("--rake-cap limits a rake: it needs --rake")
    if save is not None and options.cluster is not None:
        raise click.UsageError("--save and --cluster exclude each other: hands are saved where they lie")
    rake = Rake(percent=options.rake, cap=options.rake_cap) if options.rake else None
    preset = options.poker_preset(rake=rake, jackpot=options.jackpot)
    chips = read_stacks(options.stacks, preset.players, preset.stack)
    poker_bots_from_names(options.bots, 1)  # refuses unknown names before anything is played
    with ExitStack() as opened, defer_interrupt() as stop, progress_bar("hands", hands) as progress:
        file = None if save is None else opened.enter_context(PhhFile(save))

        def keep(hand: int, played: PlayedHand) -> None:
            if file is not None:
                file.add(round_of(preset.rules, played.events), hand=hand)

        run = PokerRun(
            preset, bots=options.bots, hands=hands, seed=seed, stacks=chips, keep=None if file is None else keep
        )
        started = perf_counter()
        totals = run_local_or_cluster(options.cluster, run, progress=progress, stop=stop)
        seconds = perf_counter() - started
    if totals.hands and options.as_json:
        print_json(_as_dict(preset, totals, options.bots, seed, seconds))
    elif totals.hands:
        _print(preset, totals, options.bots, seed, seconds)
    return report_interruption(totals.hands, hands, "hands")


def _check_house_options(options: SimulateOptions) -> None:
    game, players = options.game, options.players
    context = click.get_current_context()
    for name in ("bots", "structure", "limits", "stacks", "rake", "rake_cap", "jackpot"):
        # The strategy decides in a house game: these would have no effect.
        if context.get_parameter_source(name) not in (None, ParameterSource.DEFAULT):
            raise InvalidError(
                f"--{name.replace('_', '-')} belongs to poker: in a run of {game} one player faces the house"
            )
    house_game_preset(game, options.book, players=1)  # refuses a book that lacks the game
    if players not in (None, 1):
        raise InvalidError(f"--players {players}: {game} has one player against the house")
    if options.strategy is not None and game not in ANALYSES:
        raise InvalidError(f"--strategy {options.strategy}: there is nothing to decide in {game}")


def simulate_house(options: SimulateOptions, seed: int) -> int | None:
    """Simulate a house game and print the report; with `--plot`, draw one wager's running result."""
    plot, wager = options.plot, options.wager
    rounds = options.hands if options.rounds is None else options.rounds
    if plot is not None and plot.suffix.lower() not in (".png", ".svg"):
        raise InvalidError(f"--plot {plot}: a file ending in .png or .svg")
    if wager is not None and plot is None:
        raise InvalidError(f"--wager {wager} says which wager --plot follows: add --plot FILE")
    with defer_interrupt() as stop, progress_bar("rounds", rounds) as progress:

        def count(steps: Iterable[int]) -> Iterator[int]:
            for step in counting(steps):
                if stop():  # no round has been played yet, so there is nothing to report
                    raise KeyboardInterrupt
                yield step

        run = HouseRun(options.game, rounds, options.strategy or STRATEGIES[0], seed, follow=wager)
        exact = run.exact(count)
        report = run.report(run_local_or_cluster(options.cluster, run, progress=progress, stop=stop), exact)
    if report.rounds:
        if plot is not None:
            from hoyle.cli.render.plots import plot_bankroll

            plot_bankroll(report, plot)
        if options.as_json:
            print_json(report.as_json())
        else:
            _print_house(report)
    return report_interruption(report.rounds, rounds, "rounds")


def _print_house(report: HouseReport) -> None:
    rows = [
        [
            tally.wager,
            f"{tally.rounds:,}",
            f"{100 * tally.mean:+.3f} %",
            "" if tally.exact is None else f"{-100 * float(tally.exact.edge):+.3f} %",
            f"{100 * tally.standard_error:.3f} %",
            "" if tally.z is None else f"{tally.z:+.2f}",
        ]
        for tally in report.tallies
    ]
    played = "rounds" if report.game in ANALYSES else "rolls"
    headings = ("wager", "decided", "observed", "exact", "standard error", "z-score")
    print_numeric_table(headings, rows, title=f"{report.title}, {report.rounds:,} {played}, seed {report.seed}")
    if any(tally.exact is None for tally in report.tallies):
        console().print("An exact figure is missing: it needs the compiled module hoyle._banked.")


def _as_dict(preset: PokerPreset, totals: PokerTotals, bots: str, seed: int, seconds: float) -> dict[str, Any]:
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
    wagered, held = totals.wagered, totals.rake + totals.jackpot + totals.fees
    equal = f"equal, with the {held:,} the house holds" if held else "equal"
    taken = (("Rake", totals.rake), ("Jackpot", totals.jackpot), ("Collections", totals.fees))
    rows = [
        ("Chips in play before", totals.brought, ""),
        ("Chips in play after", totals.left, equal if totals.conserved else "chips are missing"),
        ("Wagered", wagered, f"{wagered / totals.hands:,.1f} a hand"),
        *((name, chips, f"{100 * chips / wagered:.2f} % of the wagers" if chips else "") for name, chips in taken),
        ("Showdowns", totals.showdowns, ""),
        ("Uncontested", totals.uncontested, ""),
        ("Split pots", totals.split_pots, f"of {totals.pots:,}, {totals.side_pots:,} side pots"),
        ("Odd chips", totals.odd_chips, ""),
        ("Biggest pot", totals.biggest_pot, f"hand {totals.biggest_hand}"),
        ("Longest hand", totals.longest, f"events, hand {totals.longest_hand}"),
    ]
    table = plain_table()
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    for name, number, remark in rows:
        table.add_row(name, f"{number:,}", remark)
    return table


def _bots_table(totals: PokerTotals) -> Table:
    table = plain_table("Bot", "Seats>", "Result>", "Chips per 100 hands>", "95 % confidence>")
    for bot in sorted(totals.by_bot.values(), key=lambda bot: bot.name):
        low, high = bot.interval
        interval = f"{low:+,.1f} to {high:+,.1f}" if bot.hands > 1 else ""
        table.add_row(bot.name, str(bot.seats), signed(bot.net), f"{bot.per_100:+,.1f}", interval)
    return table


def _seats_table(totals: PokerTotals) -> Table:
    table = plain_table("Seat>", "Result>", "Hands won>")
    for seat, net in totals.net.items():
        table.add_row(str(seat), signed(net), f"{totals.hands_won[seat]:,}")
    return table
