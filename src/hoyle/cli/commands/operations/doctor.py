"""`hoyle doctor`: diagnose a multi-node deployment."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from hoyle.cli.command_parameters import JSON, Parameters, cli_command, option
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.errors import InvalidError
from hoyle.nodes.doctor import checks, probes
from hoyle.nodes.doctor.checks import Finding
from hoyle.server.config import load_config
from hoyle.storage.errors import ReadOnly, StoreError

EXIT_ERROR: Final = 1


class DoctorOptions(Parameters):
    config: Path | None = option("A room.toml with database_url and bus_url.", type=click.Path(path_type=Path))
    database_url: str | None = option("postgresql://...", env="HOYLE_DATABASE_URL")
    bus_url: str | None = option("nats://...", env="HOYLE_BUS_URL")
    as_json: bool = JSON


@cli_command(DoctorOptions)
def command(options: DoctorOptions) -> int | None:
    """Check the database, the bus, the nodes and the clocks of a room on several nodes.

    Each node reports its state over the bus. A setting that could lose an acknowledged action is an error, as
    is anything that cannot be reached; what only costs time is advice. Each finding says what to change. The
    exit code is 0 if there is no error and 1 otherwise.
    """
    config = None if options.config is None else load_config(options.config)
    place = options.database_url or (config.database_url if config else "")
    if not place:
        raise InvalidError("which database? name it with --database-url postgresql://..., or --config room.toml")
    findings = collect_findings(place, options.bus_url or (config.bus_url if config else ""))
    if options.as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        table = plain_table()
        levels = (checks.ERROR, checks.ADVICE, checks.OK)
        for finding in sorted(findings, key=lambda finding: levels.index(finding.level)):
            table.add_row(finding.level, finding.about, finding.message, finding.change)
        console().print(table)
    return EXIT_ERROR if any(finding.level == checks.ERROR for finding in findings) else None


def collect_findings(place: str, bus: str) -> list[Finding]:
    """Check database, nodes and bus; what cannot be reached is a finding of its own."""
    database: list[Finding] = []
    nodes: list[Finding] = []
    room = probes.RoomFacts([], 0)
    try:
        facts = probes.database_facts(place)
    except StoreError as error:
        database = [
            _unreachable(
                "the database", error, "postgres", "start it, and look at its address, its password and who may connect"
            )
        ]
    else:
        try:
            room = probes.room_facts(place)
        except ReadOnly as error:
            nodes = [Finding(checks.ADVICE, "the room", str(error), "start a node, which does so")]
        except StoreError as error:
            nodes = [Finding(checks.ERROR, "the room", str(error), "see what else is wrong here")]
        else:
            nodes = checks.examine_nodes(room.nodes, room.orphans)
        database = checks.examine_database(facts, sum(node.live for node in room.nodes))
    bus_findings: list[Finding] = []
    if bus:
        try:
            live = [node.name for node in room.nodes if node.live]
            bus_findings = checks.examine_bus(probes.bus_facts(bus, live))
        except StoreError as error:
            bus_findings = [
                _unreachable("the bus", error, "nodes", "start nats-server, and look at its address and password")
            ]
    return [*database, *nodes, *bus_findings]


def _unreachable(about: str, error: StoreError, extra: str, change: str) -> Finding:
    """Return the finding of what cannot be reached; without its driver, how to install that."""
    missing = isinstance(error, probes.DriverMissing)
    return Finding(checks.ERROR, about, str(error), f"pip install 'hoyle[{extra}]'" if missing else change)
