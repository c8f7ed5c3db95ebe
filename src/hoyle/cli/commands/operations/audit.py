"""`hoyle audit`: verify every record of a room and re-decide every command."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import Final

import click

from hoyle.audit.findings import CHECKS
from hoyle.audit.installed_files_check import changes, manifest_digest, program_manifest, read_manifest
from hoyle.audit.room_audit import AuditVerdict, RoomAudit, audit_room, read_noted
from hoyle.cli.long_runs import cluster_option, progress_bar
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.cli.room_database import open_room_database, redact_url
from hoyle.core.errors import InvalidError
from hoyle.core.validation import pluralize
from hoyle.storage.hash_chain import Head

DATABASE: Final = "room.db"
SERVER: Final = "http://127.0.0.1:8420"
EXIT_AUDIT_FAILED: Final = 1
_MAX_PRINTED: Final = 10
"""Findings that are printed without --all."""


@click.command("audit", short_help="Verify every record of a room.")
@click.option("--database", default=DATABASE, metavar="PLACE", show_default=True, help="A file, or postgresql://...")
@click.option("--cores", type=click.IntRange(1, 1024), help="Processes to use.  [default: all cores]")
@cluster_option
@click.option("--noted", metavar="FILE", help="Output of an earlier --json: detects records removed since.")
@click.option("--program", is_flag=True, help="Check the program's own files instead.")
@click.option("--manifest", metavar="FILE", help="With --program: expected hashes, as --json prints them.")
@click.option("--read", "hand", metavar="HAND", help="Auditors: read a finished round (7/120, 7/last).")
@click.option("--why", default="", metavar="TEXT", help="With --read: the reason, which is logged.")
@click.option("--person", default="", metavar="NAME", help="With --read: the auditor; prompts for the password.")
@click.option("--server", default=SERVER, metavar="URL", show_default=True, help="With --read: the open room.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="With --read: directory for the round's files."
)
@click.option("--all", "everything", is_flag=True, help=f"Print every finding, not the first {_MAX_PRINTED}.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    database: str,
    cores: int | None,
    cluster: str | None,
    noted: str | None,
    program: bool,
    manifest: str | None,
    hand: str | None,
    why: str,
    person: str,
    server: str,
    out: Path | None,
    everything: bool,
    as_json: bool,
) -> None:
    """Verify a room from its first record to its last; it may be open or closed.

    The audit verifies the hash chain of the records, decides every command again under the rules, derives
    every deck and throw again from its secret and nonces, and compares the ledger with the chips that were
    moved, and sessions and passwords with their records. It runs the database's own integrity check. Records
    that hoyle room retire has moved are read from their files; a missing or altered file is reported. The
    audit changes nothing.

    An operator could remove the last records without breaking the chain. Keep the output of --json and pass
    it to a later audit with --noted to detect that.

    The exit code is 0 if everything is correct, 1 if something is wrong (the first wrong record is named),
    2 if there is no room in that place. The time is proportional to the number of records; each table runs on
    one core. With --cluster the workers must reach the database under the same name.

    With --read an auditor reads every card of a finished round from an open room, which logs the access.
    --out writes the round with the files that hoyle verify-deal PROOF --sealed FILE needs.

    \b
    hoyle audit --database room.db
    hoyle audit --database postgresql://hoyle@db/room --cluster tcp://node:8786
    hoyle audit --program
    hoyle audit --read 7/120 --person ada --why "complaint of bob" --out hand
    """
    if hand is not None:
        from hoyle.cli.commands.operations.audit_hand_access import read

        if not person or not why.strip():
            raise click.UsageError("--read needs --person and --why: the room logs who reads, and why")
        read(server, person, hand, why, out)
        return
    if person or why or out is not None:
        raise click.UsageError("--person, --why and --out go with --read HAND")
    if program:
        _check_program(manifest, as_json=as_json)
        return
    if manifest is not None:
        raise click.UsageError("--manifest goes with --program")
    if cluster is not None and cores is not None:
        raise click.UsageError("--cluster and --cores exclude each other")
    began = perf_counter()
    heads = {} if noted is None else read_noted(_content(noted), noted)
    verdict = _run_audit(database, cores or os.cpu_count() or 1, cluster, heads)
    seconds = perf_counter() - began
    if as_json:
        print_json(_as_dict(verdict))
    else:
        _print(database, verdict, seconds, most=None if everything else _MAX_PRINTED)
    if not verdict.ok:
        click.get_current_context().exit(EXIT_AUDIT_FAILED)


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InvalidError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise InvalidError(f"{name!r}: {error}") from None


def _run_audit(database: str, cores: int, cluster: str | None, noted: dict[str, Head]) -> AuditVerdict:
    """Audit a room's database in local processes, or on a dask cluster."""
    open_room_database(database).close()  # refuse a missing room before any other work
    total = RoomAudit(database).records
    with progress_bar("records", total) as bar:
        if cluster is None:
            return audit_room(database, cores=cores, noted=noted, progress=bar)
        from hoyle.dask_jobs import run_job

        job = RoomAudit(database, noted=noted, progress=bar)
        run_job(job, cluster)
        return job.verdict()


def _as_dict(verdict: AuditVerdict) -> dict[str, object]:
    return {
        "good": verdict.ok,
        "streams": verdict.streams,
        "records": verdict.records,
        "hands": verdict.hands,
        "checks": {
            check: {"checked": verdict.checked.get(check, 0), "wrong": verdict.wrong.get(check, 0)} for check in CHECKS
        },
        "findings": [
            {
                "check": finding.check,
                "stream": finding.stream,
                "record": finding.record,
                "entry": finding.entry,
                "message": finding.message,
            }
            for finding in verdict.findings
        ],
        "notices": verdict.notices,
        "heads": {stream: [head.number, head.hash.hex()] for stream, head in verdict.heads.items()},
    }


def _print(database: str, verdict: AuditVerdict, seconds: float, *, most: int | None) -> None:
    out = console()
    table = plain_table()
    for check, description in CHECKS.items():
        wrong, checked = verdict.wrong.get(check, 0), verdict.checked.get(check, 0)
        mark = "NO" if wrong else "ok" if checked else "--"
        table.add_row(mark, check, f"{checked:,}", f"{wrong:,} wrong" if wrong else "", description)
    rate = verdict.records / seconds if seconds else 0
    out.print(
        f"{redact_url(database)}: {pluralize(verdict.streams, 'stream')}, "
        f"{pluralize(verdict.records, 'record')}, {pluralize(verdict.hands, 'hand')} in {seconds:,.1f} s "
        f"({rate:,.0f} records/s)"
    )
    out.print(table)
    for notice in verdict.notices:
        out.print(f"note: {notice}")
    first = verdict.first
    if verdict.ok:
        out.print("No problems found: every record is intact and follows the rules.", style="bold green")
        return
    total = sum(verdict.wrong.values())
    out.print(f"WRONG: {first}.", style="bold red")
    later_findings = verdict.findings[1:most]
    for finding in later_findings:
        out.print(f"  then {finding}")
    hidden_count = total - 1 - len(later_findings)
    if hidden_count > 0:
        out.print(f"  and {hidden_count:,} more (--all, --json)")


def _check_program(file: str | None, *, as_json: bool) -> None:
    """Print the digest of the program's own files, or compare them with a manifest."""
    now = program_manifest()
    if file is None:
        if as_json:
            print_json(now)
            return
        console().print(f"{len(now):,} files of the program, SHA-256 over all: {manifest_digest(now)}")
        return
    changed = changes(read_manifest(file), now)
    if as_json:
        print_json({"good": not changed, "changes": changed})
    else:
        out = console()
        for line in changed:
            out.print(line)
        if changed:
            out.print(f"{len(changed):,} of the program's files are not as they were.", style="bold red")
        else:
            out.print(f"All {len(now):,} files are as they were.", style="bold green")
    if changed:
        click.get_current_context().exit(EXIT_AUDIT_FAILED)
