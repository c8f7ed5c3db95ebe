"""`hoyle room`: manage members, list and drain nodes, and retire old records."""

from __future__ import annotations

import time
from contextlib import closing

import click

from hoyle.cli.command_parameters import JSON, Parameters, argument, cli_command, option
from hoyle.cli.commands.operations.retire_records import command as retire
from hoyle.cli.commands.operations.room_members import command as members
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.errors import IllegalError
from hoyle.core.validation import pluralize
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_factory import open_store


class SharedDatabase(Parameters):
    """Options of the commands about the nodes of a room."""

    database: str = option(
        "The database that the nodes share: postgresql://...", "PLACE", env="HOYLE_DATABASE_URL", required=True
    )


class NodesOptions(SharedDatabase):
    as_json: bool = JSON


class NodeOptions(SharedDatabase):
    node: str = argument("NODE")


class DrainOptions(NodeOptions):
    wait: float = option("Seconds to wait at most.", type=click.FloatRange(0), default=600.0)


@click.group("room")
def command() -> None:
    """Manage a room: roles and passwords of its members, its nodes, and its old records."""


command.add_command(members)
command.add_command(retire)


@cli_command(NodesOptions, group=command, name="nodes", short_help="List the nodes.")
def nodes(options: NodesOptions) -> None:
    """List every node that ever joined, with its state, tables and people."""
    with closing(open_store(options.database, reading=True)) as store:
        joined = store.nodes()
    if options.as_json:
        print_json([node._asdict() for node in joined])
        return
    table = plain_table()
    for node in joined:
        live_state = "cut off" if node.isolated else "draining" if node.draining else "at work"
        state = live_state if node.live else "gone"
        table.add_row(
            node.name, state, pluralize(node.tables, "table"), pluralize(node.people, "person", "people"), node.address
        )
    console().print(table)


@cli_command(DrainOptions, group=command, name="drain", short_help="Move a node's tables away between hands.")
def drain(options: DrainOptions) -> None:
    """Move the tables of NODE to the other nodes, each between two rounds, and wait until it has none.

    NODE takes no new tables meanwhile, and its clients stay connected. Then it can be stopped.
    """
    node, wait = options.node, options.wait
    with closing(open_store(options.database)) as store:
        _set_draining(store, node, draining=True)
        if not any(candidate.live and not candidate.draining for candidate in store.nodes()):
            _set_draining(store, node, draining=False)
            raise IllegalError(f"{node} is the last node at work: no other could take its tables")
        deadline, remaining = time.monotonic() + wait, -1
        while True:
            owned = sum(holding.owner == node for holding in store.holdings())
            if owned != remaining:
                remaining = owned
                click.echo(f"{node} has {pluralize(remaining, 'table')}")
            if not remaining:
                return
            if time.monotonic() > deadline:
                raise IllegalError(
                    f"{node} still has {pluralize(remaining, 'table')} after {wait:g} s: their rounds go on"
                )
            time.sleep(0.5)


@cli_command(NodeOptions, group=command, name="undrain", short_help="Let a node take tables again.")
def undrain(options: NodeOptions) -> None:
    """Let NODE take tables again after `drain`."""
    with closing(open_store(options.database)) as store:
        _set_draining(store, options.node, draining=False)
    click.echo(f"{options.node} takes tables again")


def _set_draining(store: SqlStore, node: str, *, draining: bool) -> None:
    """Mark a node as draining or not; refuse one that is not at work."""
    if not store.drain(node, draining=draining):
        live = ", ".join(candidate.name for candidate in store.nodes() if candidate.live) or "none"
        raise IllegalError(f"no node {node!r} is at work; at work: {live}")
