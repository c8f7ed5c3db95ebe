"""`hoyle doctor`: diagnose a multi-node deployment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.cli.render.console import console, plain_table, print_json

if TYPE_CHECKING:
    from hoyle.nodes.doctor.checks import Finding


@click.command("doctor", short_help="Look at a deployment and say what to change.")
@click.option(
    "--config", "source", type=click.Path(path_type=Path), help="A room.toml with database and bus."
)
@click.option("--database", envvar="HOYLE_DATABASE", show_envvar=True, help="postgresql://...")
@click.option("--bus", envvar="HOYLE_BUS", show_envvar=True, help="nats://...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(source: Path | None, database: str | None, bus: str | None, as_json: bool) -> None:
    """Look at the database, the bus, the nodes and the clocks of a room on several nodes.

    Each node is asked over the bus how it is. Settings without which something acknowledged could be lost are
    wrong, as is what cannot be reached; what only costs time is advice; each says what to change. The exit
    code is 0 where nothing is wrong and 1 where something is.
    """
    from hoyle.core.errors import InvalidError
    from hoyle.nodes.doctor import checks
    from hoyle.server.config import load_config

    config = None if source is None else load_config(source)
    place = database or (config.database if config else "")
    if not place:
        raise InvalidError("which database? name it with --database postgresql://..., or --config room.toml")
    findings = collect_findings(place, bus or (config.bus if config else ""))
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        table = plain_table()
        for finding in sorted(findings, key=lambda each: ("wrong", "advice", "well").index(each.level)):
            table.add_row(finding.level, finding.about, finding.said, finding.change)
        console().print(table)
    if any(finding.level == checks.WRONG for finding in findings):
        click.get_current_context().exit(1)


def collect_findings(place: str, bus: str) -> list[Finding]:
    """Everything that can be found out; what cannot be is a finding too, and hides nothing else."""
    from hoyle.nodes.doctor import checks, probes
    from hoyle.storage.errors import ReadOnly, StoreError

    database: list[Finding] = []
    nodes: list[Finding] = []
    room = probes.RoomFacts([], 0)
    try:
        facts = probes.database_facts(place)
    except probes.DriverMissing as error:
        change = "pip install 'hoyle[postgres]'"
        database = [checks.Finding(checks.WRONG, "the database", str(error), change)]
    except StoreError as error:
        change = "start it, and look at its address, its password and who may connect"
        database = [checks.Finding(checks.WRONG, "the database", str(error), change)]
    else:
        try:
            room = probes.room_facts(place)
        except ReadOnly as error:
            nodes = [checks.Finding(checks.ADVICE, "the room", str(error), "start a node, which does so")]
        except StoreError as error:
            nodes = [checks.Finding(checks.WRONG, "the room", str(error), "see what else is wrong here")]
        else:
            nodes = checks.examine_nodes(room.nodes, room.orphans)
        database = checks.examine_database(facts, sum(node.live for node in room.nodes))
    found: list[Finding] = []
    if bus:
        try:
            live = [node.name for node in room.nodes if node.live]
            found = checks.examine_bus(probes.bus_facts(bus, live))
        except probes.DriverMissing as error:
            change = "pip install 'hoyle[nodes]'"
            found = [checks.Finding(checks.WRONG, "the bus", str(error), change)]
        except StoreError as error:
            change = "start nats-server, and look at its address and password"
            found = [checks.Finding(checks.WRONG, "the bus", str(error), change)]
    return [*database, *nodes, *found]
