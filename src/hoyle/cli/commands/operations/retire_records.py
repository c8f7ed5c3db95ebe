"""`hoyle room retire`: move old records from the database to compressed files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from hoyle import __version__
from hoyle.core.errors import IllegalError, InvalidError


@click.command("retire", short_help="Move old records from the database to files.")
@click.option(
    "--database",
    required=True,
    metavar="PLACE",
    envvar="HOYLE_DATABASE",
    show_envvar=True,
    help="A file, or postgresql://...",
)
@click.option("--before", metavar="TIME", help="Only records from before this day or time: 2026-11-16.")
@click.option(
    "--to",
    "directory",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the files go; beside a database in a file if left out, or where they went last.",
)
def command(database: str, before: str | None, directory: Path | None) -> None:
    """Move records that lie before the last checkpoint of their table from the database to files.

    The room may go on meanwhile: it needs its checkpoints and what came after them, and that stays. So do the
    ledger, the list of hands and the answers given. Past hands, exports, proofs, reports and hoyle audit read
    the files as if they were the database, so keep them: they are part of the room. Without a file they say
    which one is missing; the audit calls that wrong.

    Each file has up to 10,000 records of one table, one as JSON on each line, packed with gzip; it is named
    after table, numbers and last hash. It is on disk and has been read again before its range, its hashes and
    its SHA-256 are put down in the database, and only with that its records are removed, which nothing else
    can. Whatever is interrupted is simply done again.

    Where nodes share a room every node needs to reach the directory under the same path. Files that were
    moved are found again once --to has named their directory. Programs from before there were such files no
    longer open a room that has any.

    \b
    hoyle room retire --database room.db --before 2026-10-01
    hoyle room retire --database postgresql://hoyle@db/room --to /srv/hoyle/retired
    zcat room.db-retired/table-7.000000001-000010000.*.jsonl.gz | jq -r .facts
    """
    from hoyle.audit.reports import read_time
    from hoyle.cli.long_runs import progress_bar
    from hoyle.storage.retired_records.retirement_job import due, retire
    from hoyle.storage.store_factory import open_store

    until = 0 if before is None else read_time(before)
    open_store(database, reading=True).close()  # a room that is not there is not made
    with closing(open_store(database)) as store:
        other = sorted(node.name for node in store.nodes() if node.live and node.version != __version__)
        if other:
            raise IllegalError(
                f"{', '.join(other)} has another version of hoyle than this, {__version__}: retire when all "
                "nodes are upgraded"
            )
        shelf = directory or next((each for each in store.shelves() if each.is_dir()), store.home)
        if shelf is None:
            raise InvalidError(f"where to? {store.place} has no directory for files yet: name one with --to")
        found = due(store)
        with progress_bar("records", sum(each.records for each in found)) as bar:
            tally = retire(store, shelf, found, before=until, progress=bar)
    if not tally.records:
        older = f" and before {before}" if before else ""
        click.echo(f"No records to retire: none lie before a checkpoint{older}")
        return
    click.echo(
        f"{tally.records:,} records of {tally.streams:,} streams in {tally.files:,} files "
        f"in {shelf.absolute()}"
    )
