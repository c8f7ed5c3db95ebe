"""`hoyle range`: count and show the hands in a range."""

from __future__ import annotations

from typing import Final

import click
from rich.text import Text

from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.parameter_types import RANGED_GAME
from hoyle.cli.render.console import console, print_json
from hoyle.core.cards import cards_text, check_distinct, parse_cards
from hoyle.odds.ranges.hand_range import parse_range
from hoyle.odds.ranges.starting_hand_grid import Cell
from hoyle.simulation.random_decks import make_rng

DRAWN: Final = 8
"""Default number of sampled hands."""


class RangeOptions(Parameters):
    game: str = argument("GAME", type=RANGED_GAME)
    text: str = argument("RANGE")
    dead: str = option("Dead cards: no hand contains them.", "CARDS", default="")
    sample: int | None = option(
        f"Hands to sample.  [default: {DRAWN}; in hold'em the chart of all hands instead]",
        type=click.IntRange(0, 10_000),
    )
    seed: int = option("Seed of the samples.", default=0)
    as_json: bool = option("Print one JSON object.", flags="--json")


@cli_command(RangeOptions, epilog='Example: hoyle range omaha-high "AA**ds, 10%:KK@50%"')
def command(options: RangeOptions) -> None:
    """Count the hands of RANGE and show them: a chart of all in hold'em, a random sample elsewhere.

    \b
    Hold'em   QQ+  TT-77  AKs  AQo+  A5s-A2s  76s+
    Omaha     AA**  A2**ss  KK$ds  A23*  Ah*h
              KK+  TT-77  JT98+  T987-  AT9+$ds: all ranks move, aces stay
              ss, ds, rb: suited once, twice, not at all, as in AAds or AA:ds
              $np, $op, $tp, $nt: no pair, one, two, no three of a kind
    Both      AxKx  xxyy  AxAyxy  sshh: suits w x y z, same letter same suit
              RRON  RROO  RxRyOxOy: ranks R O N P, same letter same rank
              [KQ]  [A-T]  [T+]  [9-]: one of these ranks
              $R A-T  $B A-J  $M T-7  $Z 6-2  $N K-9  $F K-J
              $L A,8-2  $W A,5-2: groups of ranks, as in $B$B$B*
              15%  20%-40%: the best of all hands against a random one
              commas add, : and, ! not, ( ) group, @50% weighs
    """
    gone = parse_cards(options.dead)
    check_distinct(gone)
    hands = parse_range(options.game, options.text, gone=gone)
    drawn = hands.sample(DRAWN if options.sample is None else options.sample, make_rng(options.seed))
    if options.as_json:
        sample = [cards_text(cards) for cards in drawn]
        total = {"hands": len(hands), "weighed": float(hands.weighed), "share": hands.share}
        print_json({"game": options.game, "range": options.text, **total, "sample": sample})
        return
    click.echo(hands)
    if options.sample is None and (rows := hands.chart()):
        _print_chart(rows)
        return
    for cards in drawn:
        click.echo("  " + cards_text(cards))


def _print_chart(rows: list[list[Cell]]) -> None:
    """Print the chart of starting hands; in a terminal, colour marks the hands of the range."""
    out = console()
    for row in rows:
        cells = [Text(f"{cell!s:>4}", _style(cell)) for cell in row]
        out.print(Text(" ").join(cells), soft_wrap=True)


def _style(cell: Cell) -> str:
    return "dim" if not cell.share else "bold green" if cell.share == 1 else "yellow"
