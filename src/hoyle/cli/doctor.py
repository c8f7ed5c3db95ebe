"""`hoyle doctor`: whether a deployment on several nodes is as it should be."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import click

from hoyle.cli.output import console, plain_table, print_json


@click.command("doctor", short_help="Look at a deployment and say what to change.")
@click.option(
    "--config", "source", type=click.Path(path_type=Path), help="A room.toml with database and bus."
)
@click.option("--database", help="postgresql://...")
@click.option("--bus", help="nats://...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(source: Path | None, database: str | None, bus: str | None, as_json: bool) -> None:
    """Look at the database, the bus, the nodes and the clocks of a room on several nodes.

    Settings without which something acknowledged could be lost are wrong, what only costs time is advice;
    each says what to change. The exit code is 0 where nothing is wrong, 1 where something is, 2 where the
    database or the bus cannot be reached.
    """
    from hoyle.errors import InvalidError
    from hoyle.room.store.opening import open_store
    from hoyle.server.config import load_config
    from hoyle.server.nodes import doctor, placing

    config = None if source is None else load_config(source)
    place = database or (config.database if config else "")
    if not place:
        raise InvalidError("which database? name it with --database postgresql://..., or --config room.toml")
    facts = doctor.database_facts(place)
    with closing(open_store(place, reading=True)) as store:
        nodes, holdings = store.nodes(), store.holdings()
    findings = doctor.examine_database(facts, sum(node.live for node in nodes))
    where = bus or (config.bus if config else "")
    if where:
        findings += doctor.examine_bus(asyncio.run(doctor.bus_latency(where)))
    findings += doctor.examine_nodes(nodes, len(placing.orphans(holdings, nodes)))
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        table = plain_table()
        for finding in sorted(findings, key=lambda each: ("wrong", "advice", "well").index(each.level)):
            table.add_row(finding.level, finding.about, finding.said, finding.change)
        console().print(table)
    if any(finding.level == doctor.WRONG for finding in findings):
        click.get_current_context().exit(1)
