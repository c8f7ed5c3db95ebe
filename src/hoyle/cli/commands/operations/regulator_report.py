"""`hoyle report`: print or export a regulator's report of a room."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from hoyle.audit.reports import REPORTS, Filter, Report, make, read_time
from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.files import write_text
from hoyle.cli.parameter_types import Choice
from hoyle.cli.render.console import console, plain_table, print_records
from hoyle.cli.room_database import DATABASE, check_person, open_room_database
from hoyle.core.validation import pluralize

_LISTS = "\n".join(f"{name:<12}{kind.words}" for name, kind in REPORTS.items())


class ReportOptions(Parameters):
    name: str = argument("LIST", type=Choice(list(REPORTS)))
    database: str = DATABASE
    since: str | None = option("From this day or time on: 2026-11-16, 2026-11-16T20:15.", "TIME")
    until: str | None = option("Before this day or time.", "TIME")
    table: int | None = option("Only this table.", "N", type=click.IntRange(1))
    person: str | None = option("Only lines about this person.", "NAME")
    file: str | None = option("Write CSV to a file; - prints it.", "FILE", flags="--csv")


@cli_command(
    ReportOptions,
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
def command(options: ReportOptions) -> None:
    since, until, person, file = options.since, options.until, options.person, options.file
    report_filter = Filter(
        since=0 if since is None else read_time(since),
        until=0 if until is None else read_time(until),
        table=options.table or 0,
        person=person or "",
    )
    with closing(open_room_database(options.database)) as store:
        report = make(options.name, store, report_filter)
        if person is not None and not report.rows:
            check_person(store, person)
    if file is None:
        _print(report)
    elif file == "-":
        sys.stdout.write(report.csv())
    else:
        write_text(Path(file), report.csv())
        click.echo(f"{pluralize(len(report.rows), 'line')} in {file}", err=True)


def _print(report: Report) -> None:
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
    table = plain_table(
        *(
            f"{column}>" if all(isinstance(row[index], int) for row in report.rows) else column
            for index, column in enumerate(report.columns)
        )
    )
    for column in table.columns:
        column.no_wrap = True
    for row in cells:
        table.add_row(*row)
    out.print(table)


def _cell_text(cell: int | str) -> str:
    if isinstance(cell, int):
        return f"{cell:,}"
    return "".join(char if char.isprintable() else "?" for char in cell)
