"""`hoyle room retire`: move old records from the database to compressed files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from hoyle.cli.command_parameters import cli_command, option
from hoyle.cli.room_database import OperatorOptions
from hoyle.core.errors import InvalidError
from hoyle.storage.store_factory import open_store


class RetireOptions(OperatorOptions):
    before: str | None = option("Only records from before this day or time: 2026-11-16.", "TIME")
    to: Path | None = option(
        "Directory for the files.  [default: the last one used, else beside a database file]",
        type=click.Path(path_type=Path, file_okay=False),
    )


@cli_command(RetireOptions, name="retire", short_help="Move old records from the database to files.")
def command(options: RetireOptions) -> None:
    """Move records from before the last checkpoint of their table from the database to files.

    The room may stay open: its checkpoints, later records, the ledger, the list of hands and the stored
    answers remain in the database. Past hands, exports, proofs, reports and hoyle audit read the files like
    the database, so keep them: they are part of the room. A missing file is reported by name, and fails the
    audit.

    Each file holds up to 10,000 records of one table as gzipped JSON lines; its name has the table, the
    record numbers and the last hash. A file is synced to disk and read back before one transaction stores its
    range, hashes and SHA-256 and removes its records. An interrupted run can simply be repeated.

    If several nodes share a room, each must reach the directory under the same path. After moving files to
    another directory, name it once with --to.

    \b
    hoyle room retire --database room.db --before 2026-10-01
    hoyle room retire --database postgresql://hoyle@db/room --to /srv/hoyle/retired
    zcat room.db-retired/table-7.000000001-000010000.*.jsonl.gz | jq -r .payload
    """
    from hoyle.audit.reports import read_time
    from hoyle.cli.long_runs import progress_bar
    from hoyle.storage.retired_records.retirement_job import retirable_ranges, retire

    before, database = options.before, options.database
    until = 0 if before is None else read_time(before)
    open_store(database, reading=True).close()  # refuse a missing room instead of creating it
    with closing(open_store(database)) as store:
        target = options.to or next(
            (path for path in store.retired_directories() if path.is_dir()), store.default_directory
        )
        if target is None:
            raise InvalidError(f"{store.place} has no directory for files yet: name one with --to")
        ranges = retirable_ranges(store)
        with progress_bar("records", sum(retirable.records for retirable in ranges)) as bar:
            summary = retire(store, target, ranges, before=until, progress=bar)
    if not summary.records:
        older = f" and before {before}" if before else ""
        click.echo(f"No records to retire: none lie before a checkpoint{older}")
        return
    click.echo(
        f"{summary.records:,} records of {summary.streams:,} streams in {summary.files:,} files in {target.absolute()}"
    )
