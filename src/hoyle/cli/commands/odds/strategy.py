"""`hoyle strategy`: the exact value of every choice at a house card game, and strategy charts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from rich.table import Table
from rich.text import Text

from hoyle.cli.command_parameters import JSON, argument, cli_command, option
from hoyle.cli.commands.odds.house_edge import PayoutLimits, counting
from hoyle.cli.parameter_types import HOUSE_CARD_GAME
from hoyle.cli.render.console import console, print_json, print_numeric_table
from hoyle.core.cards import parse_card, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.odds.house_games.advice import advise
from hoyle.odds.house_games.analysis_interface import Advice, Chart
from hoyle.odds.house_games.analysis_registry import analysis

STYLES: Final = {"f": "dim", "F": "dim", "p": "green", "1": "green", "2": "green", "3": "bold green"}
"""Style of a choice in the chart by its first letter: larger bets stand out more."""


class StrategyOptions(PayoutLimits):
    game: str = argument("GAME", type=HOUSE_CARD_GAME)
    cards: str | None = option("Your own cards: 'Qd 6c 4c'.", "CARDS")
    up: str | None = option("Four Card Poker: the dealer's face-up card.", "CARD")
    board: str | None = option("Mississippi Stud: community cards dealt so far.", "CARDS")
    bets: str | None = option("Mississippi Stud: Antes bet on each street.", "1,2", flags="--bets --streets")
    table: bool = option("Print the whole strategy as a chart.")
    out: Path | None = option("With --table: draw the chart to a PNG or SVG file.", "FILE", flags="--plot --out")
    as_json: bool = JSON


@cli_command(StrategyOptions, first=("game", "cards", "up", "board", "bets"))
def command(options: StrategyOptions) -> None:
    """Compute the value of every choice in GAME with these cards, in Antes, and mark the best."""
    game = options.game
    analysis(game)  # refuses a game without decisions before its options are checked
    if options.table:
        given = vars(options)
        names = ("cards", "up", "board", "bets", "ante", "max_payout", "round_limit")
        if idle := [f"--{name.replace('_', '-')}" for name in names if given.get(name) is not None]:
            raise InvalidError(f"--table is the strategy for all cards: leave out {' and '.join(idle)}")
        _whole(game, options.out, as_json=options.as_json)
        return
    if options.out is not None:
        raise InvalidError("--plot draws the whole strategy: add --table")
    if options.cards is None:
        raise InvalidError("no cards given: --cards 'Qd 6c 4c', or --table for the whole strategy")
    advice = advise(
        game,
        parse_cards(options.cards),
        up=None if options.up is None else parse_card(options.up.strip()),
        board=parse_cards(options.board or ""),
        bets=_read_bets(options.bets),
        max_win=options.limit_in_antes(game),
    )
    if options.as_json:
        print_json(advice.as_json())
    else:
        _print(advice)


def _read_bets(text: str | None) -> list[int]:
    if not text or not text.strip():
        return []
    numbers = text.replace(",", " ").split()
    for number in numbers:
        if not number.rstrip("x").isdecimal():
            raise InvalidError(f"--bets {text!r}: numbers of Antes, such as 1,3")
    return [int(number.rstrip("x")) for number in numbers]


def _print(advice: Advice) -> None:
    best = advice.best
    mark = "best" if len(best) == 1 else "tied for best"
    rows = [
        [name, f"{float(value):+.6f}", str(value), mark if name in best else ""]
        for name, value in advice.options.items()
    ]
    print_numeric_table(("choice", "value in Antes", "exact", ""), rows)


def _whole(game: str, out: Path | None, *, as_json: bool) -> None:
    if out is not None and out.suffix.lower() not in (".png", ".svg"):
        raise InvalidError(f"--plot {out}: a file ending in .png or .svg")
    charts = analysis(game).charts(counting)
    if out is not None:
        from hoyle.cli.render.plots import draw_charts

        draw_charts(charts, out)
    if as_json:
        print_json([chart.as_json() for chart in charts])
    elif out is None:
        for chart in charts:
            _print_chart(chart)
    else:
        click.echo(f"{out}: {len(charts)} chart{'s' if len(charts) > 1 else ''}")


def _print_chart(chart: Chart) -> None:
    out = console()
    table = Table(title=chart.title, title_justify="left")
    table.add_column("")
    for column in chart.columns:
        table.add_column(column, justify="center")
    for label, cells in chart.rows:
        table.add_row(label, *(Text(cell, STYLES.get(cell[:1], "")) for cell in cells))
    out.print(table)
    for note in chart.notes:
        out.print(note)
