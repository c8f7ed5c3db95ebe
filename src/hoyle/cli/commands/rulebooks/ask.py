"""`hoyle ask`: look up a situation and compare what each rulebook says about it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rich.table import Table
from rich.text import Text

from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
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
"""Mark of an answer that differs from the majority; not everybody sees colours."""
SIDE_BY_SIDE = 100
"""Columns of a terminal that five books need."""


class AskOptions(Parameters):
    words: tuple[str, ...] = argument("[WORDS]...", nargs=-1)
    book: str | None = option(
        "One rulebook, or all side by side.  [default: ask; without a terminal, all]", type=RULEBOOK_OR_ALL
    )
    show_list: bool = option("List every situation.", flags="--list")
    as_json: bool = option("Print the best match, with every question, as JSON.", flags="--json")


@cli_command(AskOptions)
def command(options: AskOptions) -> None:
    """Look up the ruling on a situation, under one rulebook or all.

    \b
    hoyle ask                              ask step by step what happened
    hoyle ask a hole card was exposed      start from the matching situations
    hoyle ask odd-chip --book oneida       one situation by its id, one book

    Without a terminal the best match is printed with every question.
    """
    out = console()
    if options.show_list:
        print_situations(out)
        return
    books = None if options.book is None else BOOKS if options.book == ALL else [options.book]
    query = " ".join(options.words)
    if sys.stdin.isatty() and sys.stdout.isatty() and not options.as_json:
        with suppress(ImportError):
            import readline  # noqa: F401  lines can be edited
        with suppress(EOFError):
            selection = run_dialog(out, input, query, books)
            _print(compare(selection.situation.id), selection.rows, selection.books)
        return
    comparison = compare(_best(query).id)
    if options.as_json:
        print_json(_as_data(comparison, books or BOOKS))
    else:
        _print(comparison, comparison.rows, books or BOOKS)


def _best(query: str) -> Situation:
    """Return the situation that fits a query best; suggest another query if none does."""
    if not query.strip():
        raise InvalidError("nothing was asked: hoyle ask a hole card was exposed, or hoyle ask --list")
    matches = find_situations(query)
    if not matches:
        correction = corrected_query(query)
        hint = f"did you mean {correction!r}?" if correction else "try other words, or fewer of them"
        raise InvalidError(f"no situation fits {query!r}: {hint} (hoyle ask --list has them all)")
    return matches[0]


def _print(comparison: SituationComparison, rows: Sequence[ComparisonRow], books: Sequence[str]) -> None:
    out = console()
    situation = comparison.situation
    out.print(Text.assemble((situation.title, "bold"), f"  ({situation.where})"))
    if len(rows) == 1 or len(books) == 1 or out.width < SIDE_BY_SIDE:
        _print_below_one_another(rows, books)
    else:
        _print_side_by_side(rows, books)
    if len(books) > 1 and any(row.differs for row in rows):
        out.print(f"{DIFFERS}differs from the majority, or stands alone.", style="dim")


def _print_side_by_side(rows: Sequence[ComparisonRow], books: Sequence[str]) -> None:
    table = Table("", show_lines=True)
    for book in books:
        table.add_column(book, overflow="fold")
    for row in rows:
        cells = [
            Text.assemble(
                (_answer(row, book), _style(row, book)),
                *(("\n" + _short(citation, book), "dim") for citation in row.cells[book].clauses),
            )
            for book in books
        ]
        table.add_row(Text(row.question, "bold" if row.differs else ""), *cells)
    console().print(table)


def _print_below_one_another(rows: Sequence[ComparisonRow], books: Sequence[str]) -> None:
    out = console()
    for row in rows:
        out.print(Text(f"\n{row.question}", "bold"))
        table = plain_table()
        table.add_column(no_wrap=True)
        table.add_column()
        for book in books:
            cell = row.cells[book]
            citations = [_short(citation, book) for citation in cell.clauses]
            answer = Text.assemble(
                (_answer(row, book), _style(row, book)), (f"  [{'; '.join(citations)}]" if citations else "", "dim")
            )
            table.add_row(f"  {book}", answer)
        out.print(table)


def _answer(row: ComparisonRow, book: str) -> str:
    """Return a book's answer to a question, marked if it differs from the majority."""
    return f"{DIFFERS if book in row.differs else ''}{row.cells[book].words}"


def _style(row: ComparisonRow, book: str) -> str:
    """Return the text style of a book's answer: dim if silent, yellow if it differs."""
    if not row.cells[book].speaks:
        return "italic dim"
    return "yellow" if book in row.differs else ""


def _short(citation: str, book: str) -> str:
    return citation.removeprefix(f"{book} ")


def _as_data(comparison: SituationComparison, books: Sequence[str]) -> dict[str, Any]:
    return {
        "id": comparison.situation.id,
        "title": comparison.situation.title,
        "games": comparison.situation.where,
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
            for row in comparison.rows
        ],
    }
