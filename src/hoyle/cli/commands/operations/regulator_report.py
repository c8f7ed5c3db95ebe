"""`hoyle report`: print or export a regulator's report of a room."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hoyle.audit.reports import REPORTS, Filter, Report, make, read_time
from hoyle.cli.commands.operations.audit import DATABASE
from hoyle.cli.parameter_types import Choice
from hoyle.cli.render.console import console, print_records
from hoyle.cli.room_database import check_person, open_room_database
from hoyle.core.errors import InvalidError
from hoyle.core.validation import pluralize

_LISTS = "\n".join(f"{name:<12}{kind.words}" for name, kind in REPORTS.items())


@click.command(
    "report",
    short_help="Print or export a room's reports for a regulator.",
    help=f"""Print a report for a regulator, or export it as CSV.

\b
{_LISTS}

Times are in UTC by the room's clock. Reports read the stored records; hoyle audit verifies those.
The exit code is 2 if the report or the database does not exist.

\b
hoyle report events --since 2026-11-01
hoyle report rake --table 7 --csv rake.csv
hoyle report company --person ann
""",
)
@click.argument("name", metavar="LIST", type=Choice(list(REPORTS)))
@click.option("--database", default=DATABASE, metavar="PLACE", show_default=True, help="A file, or postgresql://...")
@click.option("--since", metavar="TIME", help="From this day or time on: 2026-11-16, 2026-11-16T20:15.")
@click.option("--until", metavar="TIME", help="Before this day or time.")
@click.option("--table", type=click.IntRange(1), metavar="N", help="Only this table.")
@click.option("--person", metavar="NAME", help="Only lines about this person.")
@click.option("--csv", "file", metavar="FILE", help="Write CSV to a file; - prints it.")
def command(
    name: str,
    database: str,
    since: str | None,
    until: str | None,
    table: int | None,
    person: str | None,
    file: str | None,
) -> None:
    report_filter = Filter(
        since=0 if since is None else read_time(since),
        until=0 if until is None else read_time(until),
        table=table or 0,
        person=person or "",
    )
    store = open_room_database(database)
    try:
        report = make(name, store, report_filter)
        if person is not None and not report.rows:
            check_person(store, person)
    finally:
        store.close()
    if file is None:
        _print(report)
    elif file == "-":
        sys.stdout.write(report.csv())
    else:
        try:
            Path(file).write_text(report.csv(), encoding="utf-8")
        except OSError as error:
            raise InvalidError(f"{file}: {error.strerror}") from None
        click.echo(f"{pluralize(len(report.rows), 'line')} in {file}", err=True)


def _print(report: Report) -> None:
    from rich.table import Table

    out = console()
    out.print(report.title, style="bold")
    if not report.rows:
        out.print("nothing")
        return
    cells = [[_cell_text(cell) for cell in row] for row in report.rows]
    widths = [max(map(len, column)) for column in zip(report.columns, *cells, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) > out.width:
        print_records(out, report.columns, cells)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for index, column in enumerate(report.columns):
        numeric = all(isinstance(row[index], int) for row in report.rows)
        table.add_column(column, justify="right" if numeric else "left", no_wrap=True)
    for row in cells:
        table.add_row(*row)
    out.print(table)


def _cell_text(cell: int | str) -> str:
    if isinstance(cell, int):
        return f"{cell:,}"
    return "".join(char if char.isprintable() else "?" for char in cell)
