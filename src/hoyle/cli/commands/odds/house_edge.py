"""`hoyle edge`: exact house edge and variance of every wager against the house."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import click
from rich.console import Console

from hoyle.cli.command_parameters import JSON, Parameters, argument, cli_command, option
from hoyle.cli.files import read_json
from hoyle.cli.parameter_types import HOUSE_GAME, WAGER, require_known_name
from hoyle.cli.render.console import console, print_json, print_numeric_table
from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import match_name
from hoyle.core.validation import check_int, check_length, number_text
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.house_games.edge_result import Edge, ratio
from hoyle.odds.house_games.house_edge import edges, limit_in_antes, paytables, wagers
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.rulebooks.book_types.pay_table import parse_odds
from hoyle.rulebooks.dice_registry import dice_books_for


class PayoutLimits(Parameters):
    """Payout limits of a hand and a round, and the Ante that they are measured in."""

    ante: int | None = option("Mississippi Stud: the Ante, needed under a payout limit.", "CHIPS")
    max_payout: int | None = option("Payout limit of one hand.", "CHIPS")
    round_limit: int | None = option("Payout limit of all hands of a round.", "CHIPS")

    def limit_in_antes(self, game: str) -> Fraction | None:
        """Return the most that a hand wins, in Antes; None without a limit."""
        return limit_in_antes(game, self.ante, max_payout=self.max_payout, round_limit=self.round_limit)


class EdgeOptions(PayoutLimits):
    game: str = argument("GAME", type=HOUSE_GAME)
    wager: str | None = option("Only this wager, e.g. pair-plus or place-6.", "WAGER", type=WAGER)
    paytable: str | None = option("A pay table of the book, or a JSON file that maps lines to odds.", "NAME|FILE")
    pay: tuple[str, ...] = option(
        "Change one pay line by its name, as --lines prints it: --pay flush=3.", "LINE=ODDS", multiple=True
    )
    multiple: int | None = option("Craps: add the line bets with K times odds.", "K", flags="--odds")
    lines: bool = option("Show how often each pay line is hit.")
    as_json: bool = JSON


@cli_command(EdgeOptions, first=("game", "wager", "paytable", "pay", "multiple"))
def command(options: EdgeOptions) -> None:
    """Compute the exact house edge, element of risk and standard deviation of the wagers of GAME.

    GAME is three-card-poker, four-card-poker, mississippi-stud, craps or mini-dice. Edges are per unit
    wagered; those of buy and lay bets leave the commission out of the wager. A pay line that the book forbids
    is computed anyway, with a warning. Under a payout limit the edge of Mississippi Stud depends on the Ante
    and is computed for a single hand at the table.
    """
    game, wager, multiple = options.game, options.wager, options.multiple
    has_line = any(book.has_line for book in dice_books_for(game).values())
    if multiple is not None and (not has_line or not 1 <= multiple <= 100):
        raise InvalidError(f"--odds {multiple}: 1 to 100, for craps (oneida CR.H.5)")
    if wager is not None:
        wager = require_known_name(f"wager of {game}", wager, wagers(game), many="wagers")
    name, whole = _read_table(options.paytable, game)
    changes = _read_changes(options.pay)
    max_win = options.limit_in_antes(game)
    results = edges(game, wager, paytable=name, pay_table=whole, pay=changes, progress=counting, max_win=max_win)
    for warning in dict.fromkeys(text for edge in results for text in edge.warnings):
        click.echo(f"hoyle: warning: {warning}", err=True)
    if multiple is not None:
        results += [wager_edges.line_edge(multiple, right=right) for right in (True, False)]
    if options.as_json:
        print_json([edge.as_json() for edge in results])
        return
    _print(results, with_lines=options.lines or wager is not None)
    if has_line and wager is None:
        _print_craps(multiple or 1)


def _read_table(name_or_file: str | None, game: str) -> tuple[str | None, dict[str, Fraction] | None]:
    """Return the name of a house game's pay table, or the lines of a JSON file with one."""
    if name_or_file is None:
        return None, None
    if not name_or_file.endswith(".json") and not Path(name_or_file).is_file():
        return match_name(name_or_file, paytables(game)) or name_or_file, None
    data = read_json(name_or_file)
    if not isinstance(data, dict):
        raise InvalidError(f"{name_or_file}: a pay table is an object of lines to odds")
    return None, {line: _odds(f"{name_or_file}: {line}", value) for line, value in data.items()}


def _read_changes(pay_options: tuple[str, ...]) -> dict[str, Fraction]:
    changes: dict[str, Fraction] = {}
    for text in pay_options:
        line, equals, odds = text.partition("=")
        if not equals:
            raise InvalidError(f"--pay {text!r}: say LINE=ODDS, such as flush=3")
        changes[line.strip()] = _odds(f"--pay {line}", odds)
    return changes


def _odds(label: str, value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise InvalidError(f"{label}: {value!r} are no odds: say '7 to 5' or 40")
    try:
        text = number_text(value) if isinstance(value, int) else value
        check_length(text, "the odds")
        odds = parse_odds(text)
        check_int(abs(odds.numerator), "a number of the odds", 0)
        check_int(odds.denominator, "a number of the odds", 0)
    except InvalidError as error:
        raise InvalidError(f"{label}: {error}") from None
    return odds


def counting(steps: Iterable[int]) -> Iterator[int]:
    """Yield the steps of a computation, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.progress import track

    yield from track(list(steps), "counting", console=Console(stderr=True), transient=True)


def _print(results: list[Edge], *, with_lines: bool) -> None:
    tables = {edge.paytable for edge in results}
    rolls = any(edge.rolls is not None for edge in results)
    # A pay table that is the same in every row goes into the title: eighty columns hold the rest.
    title = f"{results[0].game}, {tables.pop()} pay table" if len(tables) == 1 else results[0].game
    headings = ["wager", *(["pay table"] if tables else []), "house edge", "exact", "element of risk", "deviation"]
    rows = [
        [
            edge.wager,
            *([edge.paytable] if tables else []),
            _percent(edge.edge),
            ratio(edge.edge).removesuffix("/1"),
            _percent(edge.element_of_risk),
            f"{edge.standard_deviation:.4f}",
            *(["" if edge.per_roll is None else _percent(edge.per_roll)] if rolls else []),
        ]
        for edge in results
    ]
    print_numeric_table([*headings, *(["per roll"] if rolls else [])], rows, title=title)
    if (max_win := results[0].max_win) is not None:
        console().print(f"No hand wins more than {ratio(max_win).removesuffix('/1')} Antes.")
    if with_lines:
        _print_lines(results)


def _print_lines(results: list[Edge]) -> None:
    for edge in results:
        rows = [
            [line, edge.pays.get(line, ""), _percent(share), ratio(share).removesuffix("/1")]
            for line, share in edge.lines.items()
        ]
        print_numeric_table(("line", "pays", "comes", "exact"), rows, title=f"{edge.wager} ({edge.paytable})")


def _print_craps(multiple: int) -> None:
    out = console()
    totals = ", ".join(f"{total} {wager_edges.WAYS[total]}/36" for total in wager_edges.WAYS)
    out.print(f"Totals: {totals}.")
    probabilities = ", ".join(f"{point} {wager_edges.point_made_probability(point)}" for point in POINTS)
    out.print(f"A point is made before a seven: {probabilities}.")
    rolls = wager_edges.expected_shooter_rolls()
    out.print(f"A shooter throws {float(rolls):.4f} times on average ({rolls}).")
    out.print(f"A line bet is decided after {wager_edges.expected_line_rolls()} rolls on average.")
    for name, right in (("Pass", True), ("Don't Pass", False)):
        cost = wager_edges.line_edge(multiple, right=right).element_of_risk
        out.print(f"{name} with {multiple}x odds: {_percent(cost)} of all that is bet ({cost}).")


def _percent(value: Fraction) -> str:
    return f"{100 * float(value):.4f} %"
