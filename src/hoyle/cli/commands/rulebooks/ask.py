"""`hoyle ask`: look up a situation and compare what each rulebook says about it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from hoyle.cli.commands.rulebooks.ask_dialog import find_situations, print_situations, run_dialog
from hoyle.cli.parameter_types import ALL, RULEBOOK_OR_ALL
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.errors import InvalidError
from hoyle.judge.rulebook_comparison.comparison import (
    BOOKS,
    ComparisonRow,
    Situation,
    SituationComparison,
    compare,
    corrected_query,
)

DIFFERS = "≠ "
"""Stands before what other books say otherwise: colours are not everybody's."""
SIDE_BY_SIDE = 100
"""Columns of a terminal that five books need."""


@click.command("ask", short_help="What happened? What the books say follows.")
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option(
    "--book", type=RULEBOOK_OR_ALL, help="One book, or all of them side by side.  [default: asks, else all]"
)
@click.option("--list", "show_list", is_flag=True, help="Every situation there is.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the best situation, every question of it.")
def command(words: tuple[str, ...], book: str | None, show_list: bool, as_json: bool) -> None:
    """Walk through a situation and get the ruling, under one book or all.

    \b
    hoyle ask                              asks what happened, when, to whom
    hoyle ask a hole card was exposed      begins with the situations that fit
    hoyle ask odd-chip --book oneida       one situation by its name, one book

    Without a terminal the best situation is printed with every question of it.
    """
    out = console()
    if show_list:
        print_situations(out)
        return
    books = None if book is None else BOOKS if book == ALL else [book]
    said = " ".join(words)
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json:
        with suppress(ImportError):
            import readline  # noqa: F401  lines can be edited
        with suppress(EOFError):
            found = run_dialog(out, input, said, books)
            _print(compare(found.situation.id), found.rows, found.books)
        return
    there = compare(_best(said).id)
    if as_json:
        print_json(_as_data(there, books or BOOKS))
    else:
        _print(there, there.rows, books or BOOKS)


def _best(said: str) -> Situation:
    if not said.strip():
        raise InvalidError("nothing was asked: hoyle ask a hole card was exposed, or hoyle ask --list")
    found = find_situations(said)
    if not found:
        better = corrected_query(said)
        hint = f"did you mean {better!r}?" if better else "say it otherwise, or in fewer words"
        raise InvalidError(f"no situation fits {said!r}: {hint} (hoyle ask --list has them all)")
    return found[0]


def _print(there: SituationComparison, rows: Sequence[ComparisonRow], books: Sequence[str]) -> None:
    from rich.text import Text

    out = console()
    out.print(Text.assemble((there.situation.title, "bold"), f"  ({there.situation.where})"))
    if len(rows) == 1 or len(books) == 1 or out.width < SIDE_BY_SIDE:
        _print_below_one_another(rows, books)
    else:
        _print_side_by_side(rows, books)
    if len(books) > 1 and any(row.differs for row in rows):
        out.print(f"{DIFFERS}differs from the majority, or stands alone.", style="dim")


def _print_side_by_side(rows: Sequence[ComparisonRow], books: Sequence[str]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(show_header=True, show_lines=True)
    table.add_column("")
    for book in books:
        table.add_column(book, overflow="fold")
    for row in rows:
        cells = [
            Text.assemble(
                (_words(row, book), _style(row, book)),
                *(("\n" + _short(each, book), "dim") for each in row.cells[book].clauses),
            )
            for book in books
        ]
        table.add_row(Text(row.question, "bold" if row.differs else ""), *cells)
    console().print(table)


def _print_below_one_another(rows: Sequence[ComparisonRow], books: Sequence[str]) -> None:
    from rich.text import Text

    out = console()
    for row in rows:
        out.print(Text(f"\n{row.question}", "bold"))
        table = plain_table()
        table.add_column(no_wrap=True)
        table.add_column()
        for book in books:
            cell = row.cells[book]
            cited = [_short(each, book) for each in cell.clauses]
            words = Text.assemble(
                (_words(row, book), _style(row, book)), (f"  [{'; '.join(cited)}]" if cited else "", "dim")
            )
            table.add_row(f"  {book}", words)
        out.print(table)


def _words(row: ComparisonRow, book: str) -> str:
    return f"{DIFFERS if book in row.differs else ''}{row.cells[book].words}"


def _style(row: ComparisonRow, book: str) -> str:
    if not row.cells[book].speaks:
        return "italic dim"
    return "yellow" if book in row.differs else ""


def _short(citation: str, book: str) -> str:
    return citation.removeprefix(f"{book} ")


def _as_data(there: SituationComparison, books: Sequence[str]) -> dict[str, Any]:
    return {
        "id": there.situation.id,
        "title": there.situation.title,
        "games": there.situation.where,
        "questions": [
            {
                "question": row.question,
                "books": {
                    book: {
                        "ruling": row.cells[book].words,
                        "clauses": row.cells[book].clauses,
                        "readings": row.cells[book].readings,
                        "silent": row.cells[book].silent,
                        "differs": book in row.differs,
                    }
                    for book in books
                },
            }
            for row in there.rows
        ],
    }
