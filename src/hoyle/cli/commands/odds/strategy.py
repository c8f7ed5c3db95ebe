"""`hoyle strategy`: the exact value of every choice at a house card game, and strategy charts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from hoyle.cli.commands.odds.house_edge import counting
from hoyle.cli.parameter_types import HOUSE_CARD_GAME
from hoyle.cli.render.console import console, print_json, print_numeric_table
from hoyle.core.cards import parse_card, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.odds.house_games.advice import advise
from hoyle.odds.house_games.analysis_interface import Advice, Chart
from hoyle.odds.house_games.analysis_registry import analysis
from hoyle.odds.house_games.house_edge import limit_in_antes

STYLES: Final = {"f": "dim", "F": "dim", "p": "green", "1": "green", "2": "green", "3": "bold green"}
"""Style of a choice in the chart by its first letter: larger bets stand out more."""


@click.command("strategy", short_help="Compute the best play in a house game.")
@click.argument("game", type=HOUSE_CARD_GAME, metavar="GAME")
@click.option("--cards", metavar="CARDS", help="Your own cards: 'Qd 6c 4c'.")
@click.option("--up", metavar="CARD", help="Four Card Poker: the dealer's face-up card.")
@click.option("--board", metavar="CARDS", help="Mississippi Stud: community cards dealt so far.")
@click.option("--bets", "--streets", "bets", metavar="1,2", help="Mississippi Stud: Antes bet on each street.")
@click.option("--ante", type=int, metavar="CHIPS", help="Mississippi Stud: the Ante, needed under a payout limit.")
@click.option("--max-payout", type=int, metavar="CHIPS", help="Payout limit of one hand.")
@click.option("--round-limit", type=int, metavar="CHIPS", help="Payout limit of all hands of a round.")
@click.option("--table", "whole", is_flag=True, help="Print the whole strategy as a chart.")
@click.option(
    "--plot",
    "--out",
    "out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --table: draw the chart to a PNG or SVG file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    game: str,
    cards: str | None,
    up: str | None,
    board: str | None,
    bets: str | None,
    ante: int | None,
    max_payout: int | None,
    round_limit: int | None,
    whole: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compute the value of every choice in GAME with these cards, in Antes, and mark the best."""
    analysis(game)  # refuses a game without decisions before its options are checked
    if whole:
        options: dict[str, object] = {"--cards": cards, "--up": up, "--board": board, "--bets": bets}
        options |= {"--ante": ante, "--max-payout": max_payout, "--round-limit": round_limit}
        if idle := [option for option, value in options.items() if value is not None]:
            raise InvalidError(f"--table is the strategy for all cards: leave out {' and '.join(idle)}")
        _whole(game, out, as_json=as_json)
        return
    if out is not None:
        raise InvalidError("--plot draws the whole strategy: add --table")
    if cards is None:
        raise InvalidError("no cards given: --cards 'Qd 6c 4c', or --table for the whole strategy")
    advice = advise(
        game,
        parse_cards(cards),
        up=None if up is None else parse_card(up.strip()),
        board=parse_cards(board or ""),
        bets=_read_bets(bets),
        max_win=limit_in_antes(game, ante, max_payout=max_payout, round_limit=round_limit),
    )
    if as_json:
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
        from hoyle.cli.render.house_game_plots import draw_charts

        draw_charts(charts, out)
    if as_json:
        print_json([chart.as_json() for chart in charts])
    elif out is None:
        for chart in charts:
            _print_chart(chart)
    else:
        click.echo(f"{out}: {len(charts)} chart{'s' if len(charts) > 1 else ''}")


def _print_chart(chart: Chart) -> None:
    from rich.table import Table
    from rich.text import Text

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
