"""`hoyle doctor`: diagnose a multi-node deployment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.render.console import console, plain_table, print_json

if TYPE_CHECKING:
    from hoyle.nodes.doctor.checks import Finding


@click.command("doctor", short_help="Check a deployment and recommend changes.")
@click.option("--config", "source", type=click.Path(path_type=Path), help="A room.toml with database_url and bus_url.")
@click.option("--database-url", envvar="HOYLE_DATABASE_URL", show_envvar=True, help="postgresql://...")
@click.option("--bus-url", envvar="HOYLE_BUS_URL", show_envvar=True, help="nats://...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(source: Path | None, database_url: str | None, bus_url: str | None, as_json: bool) -> None:
    """Check the database, the bus, the nodes and the clocks of a room on several nodes.

    Each node reports its state over the bus. A setting that could lose an acknowledged action is an error, as
    is anything that cannot be reached; what only costs time is advice. Each finding says what to change. The
    exit code is 0 if there is no error and 1 otherwise.
    """
    from hoyle.core.errors import InvalidError
    from hoyle.nodes.doctor import checks
    from hoyle.server.config import load_config

    config = None if source is None else load_config(source)
    place = database_url or (config.database_url if config else "")
    if not place:
        raise InvalidError("which database? name it with --database-url postgresql://..., or --config room.toml")
    findings = collect_findings(place, bus_url or (config.bus_url if config else ""))
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        table = plain_table()
        levels = (checks.ERROR, checks.ADVICE, checks.OK)
        for finding in sorted(findings, key=lambda finding: levels.index(finding.level)):
            table.add_row(finding.level, finding.about, finding.message, finding.change)
        console().print(table)
    if any(finding.level == checks.ERROR for finding in findings):
        click.get_current_context().exit(1)


def collect_findings(place: str, bus: str) -> list[Finding]:
    """Check database, nodes and bus; what cannot be reached is a finding of its own."""
    from hoyle.nodes.doctor import checks, probes
    from hoyle.storage.errors import ReadOnly, StoreError

    database: list[Finding] = []
    nodes: list[Finding] = []
    room = probes.RoomFacts([], 0)
    try:
        facts = probes.database_facts(place)
    except probes.DriverMissing as error:
        change = "pip install 'hoyle[postgres]'"
        database = [checks.Finding(checks.ERROR, "the database", str(error), change)]
    except StoreError as error:
        change = "start it, and look at its address, its password and who may connect"
        database = [checks.Finding(checks.ERROR, "the database", str(error), change)]
    else:
        try:
            room = probes.room_facts(place)
        except ReadOnly as error:
            nodes = [checks.Finding(checks.ADVICE, "the room", str(error), "start a node, which does so")]
        except StoreError as error:
            nodes = [checks.Finding(checks.ERROR, "the room", str(error), "see what else is wrong here")]
        else:
            nodes = checks.examine_nodes(room.nodes, room.orphans)
        database = checks.examine_database(facts, sum(node.live for node in room.nodes))
    bus_findings: list[Finding] = []
    if bus:
        try:
            live = [node.name for node in room.nodes if node.live]
            bus_findings = checks.examine_bus(probes.bus_facts(bus, live))
        except probes.DriverMissing as error:
            change = "pip install 'hoyle[nodes]'"
            bus_findings = [checks.Finding(checks.ERROR, "the bus", str(error), change)]
        except StoreError as error:
            change = "start nats-server, and look at its address and password"
            bus_findings = [checks.Finding(checks.ERROR, "the bus", str(error), change)]
    return [*database, *nodes, *bus_findings]
