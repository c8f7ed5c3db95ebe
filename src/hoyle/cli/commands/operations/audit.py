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
from hoyle.cli.command_parameters import JSON, Parameters, cli_command, option
from hoyle.cli.commands.operations.audit_hand_access import read_hand
from hoyle.cli.files import read_bytes
from hoyle.cli.long_runs import CLUSTER, progress_bar
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.cli.room_database import DATABASE, open_room_database, redact_url
from hoyle.core.validation import pluralize

SERVER: Final = "http://127.0.0.1:8420"
EXIT_AUDIT_FAILED: Final = 1
_MAX_PRINTED: Final = 10
"""Findings that are printed without --all."""


class AuditOptions(Parameters):
    database: str = DATABASE
    cores: int | None = option("Processes to use.  [default: all cores]", type=click.IntRange(1, 1024))
    cluster: str | None = CLUSTER
    noted: str | None = option("Output of an earlier --json: detects records removed since.", "FILE")
    program: bool = option("Check the program's own files instead.")
    manifest: str | None = option("With --program: expected hashes, as --json prints them.", "FILE")
    hand: str | None = option("Auditors: read a finished round (7/120, 7/last).", "HAND", flags="--read")
    why: str = option("With --read: the reason, which is logged.", "TEXT", default="")
    person: str = option("With --read: the auditor; prompts for the password.", "NAME", default="")
    server: str = option("With --read: the open room.", "URL", default=SERVER)
    out: Path | None = option(
        "With --read: directory for the round's files.", type=click.Path(path_type=Path, file_okay=False)
    )
    everything: bool = option(f"Print every finding, not the first {_MAX_PRINTED}.", flags="--all")
    as_json: bool = JSON


@cli_command(AuditOptions)
def command(options: AuditOptions) -> int | None:
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
    if options.hand is not None:
        if not options.person or not options.why.strip():
            raise click.UsageError("--read needs --person and --why: the room logs who reads, and why")
        read_hand(options.server, options.person, options.hand, options.why, options.out)
        return None
    if options.person or options.why or options.out is not None:
        raise click.UsageError("--person, --why and --out go with --read HAND")
    if options.program:
        return _check_program(options.manifest, as_json=options.as_json)
    if options.manifest is not None:
        raise click.UsageError("--manifest goes with --program")
    if options.cluster is not None and options.cores is not None:
        raise click.UsageError("--cluster and --cores exclude each other")
    began = perf_counter()
    verdict = _run_audit(options)
    seconds = perf_counter() - began
    if options.as_json:
        counts = {
            check: {"checked": verdict.checked.get(check, 0), "wrong": verdict.wrong.get(check, 0)} for check in CHECKS
        }
        totals = {"streams": verdict.streams, "records": verdict.records, "hands": verdict.hands}
        heads = {stream: [head.number, head.hash.hex()] for stream, head in verdict.heads.items()}
        fields = ("check", "stream", "record", "entry", "message")
        findings = [{name: getattr(finding, name) for name in fields} for finding in verdict.findings]
        found = {"findings": findings, "notices": verdict.notices, "heads": heads}
        print_json({"good": verdict.ok, **totals, "checks": counts, **found})
    else:
        _print(options.database, verdict, seconds, most=None if options.everything else _MAX_PRINTED)
    return None if verdict.ok else EXIT_AUDIT_FAILED


def _run_audit(options: AuditOptions) -> AuditVerdict:
    database, noted = options.database, options.noted
    heads = {} if noted is None else read_noted(read_bytes(noted), noted)
    open_room_database(database).close()  # refuse a missing room before any other work
    with progress_bar("records", RoomAudit(database).records) as bar:
        if options.cluster is None:
            return audit_room(database, cores=options.cores or os.cpu_count() or 1, noted=heads, progress=bar)
        from hoyle.dask_jobs import run_job

        job = RoomAudit(database, noted=heads, progress=bar)
        run_job(job, options.cluster)
        return job.verdict()


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


def _check_program(file: str | None, *, as_json: bool) -> int | None:
    now = program_manifest()
    if file is None:
        if as_json:
            print_json(now)
        else:
            console().print(f"{len(now):,} files of the program, SHA-256 over all: {manifest_digest(now)}")
        return None
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
    return EXIT_AUDIT_FAILED if changed else None
