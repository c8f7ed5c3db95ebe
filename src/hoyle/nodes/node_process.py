"""Node process: the event loop around `Node`, in place of the single room's process."""

from __future__ import annotations

import os
import socket
import sys
import time
from typing import Final

from hoyle import __version__
from hoyle.audit.installed_files_check import InstalledFilesCheck
from hoyle.core.errors import HoyleError
from hoyle.nodes.bus.message_bus import Bus
from hoyle.nodes.bus.nats_bus import NatsBus, check_name
from hoyle.nodes.node import Node, RoomTakenOver
from hoyle.nodes.node_context import LEASE_MS
from hoyle.room.node_pipeline import RoomUnreadable
from hoyle.server.config import Config
from hoyle.server.exit_status import report_exit
from hoyle.server.ipc.multiplexer import LinkMultiplexer
from hoyle.server.process.bots_supervisor import BotsSupervisor
from hoyle.server.process.gc_tuning import freeze_long_lived_objects
from hoyle.server.process.initial_tables import open_initial_tables_on_node
from hoyle.server.process.room_process import make_authenticator, now, record_self_check
from hoyle.storage.errors import Locked
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_factory import open_store

JOIN_TIMEOUT_S: Final = 3 * LEASE_MS / 1000
"""Seconds to wait until the lease of this node's last run has expired."""

WILDCARD_HOSTS: Final = ("0.0.0.0", "::")
"""Wildcard hosts, which are no address to connect to."""


def steady() -> int:
    """Return monotonic time in milliseconds that includes suspends."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def run(config: Config, edges: list[socket.socket]) -> int:
    """Serve as a node until every edge process is gone; return the exit code."""
    name = config.resolve_node_name()
    try:
        check_name(name)
        store = open_store(config.resolve_database())
        store.check_not_exclusive()
        bus = NatsBus(config.bus_url, name)
        node = _join(config, name, store, bus)
        open_initial_tables_on_node(node.gateway, config, between=lambda: _renew_lease(node))
    except HoyleError as error:
        return report_exit(error)
    node.gateway.periodic_tasks.runs_operator_requests = True
    links, bots = LinkMultiplexer(edges, wake=bus.handle()), BotsSupervisor()
    freeze_long_lived_objects()
    try:
        serve(node, links, bots)
    except (HoyleError, RoomTakenOver, RoomUnreadable) as error:
        return report_exit(error)
    finally:
        links.close()
        bots.stop()
        node.leave()
        bus.close()
        store.close()
    return 0


def _join(config: Config, name: str, store: SqlStore, bus: Bus) -> Node:
    """Join the room as a node; one that was killed a moment ago waits until its old lease has expired."""
    deadline = time.monotonic() + JOIN_TIMEOUT_S
    while True:
        try:
            return Node(
                name,
                store,
                bus,
                now=now,
                entropy=os.urandom,
                steady=steady,
                address=_address(config),
                version=__version__,
                make_authenticator=lambda pipeline: make_authenticator(pipeline, config),
            )
        except Locked:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def _address(config: Config) -> str:
    """Return the URL of this node; one that listens on all interfaces is named by its hostname."""
    scheme = "https" if config.tls_certificate else "http"
    host = socket.gethostname() if config.host in WILDCARD_HOSTS else config.host
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{config.port}/"


def _renew_lease(node: Node) -> None:
    """Renew the lease while the initial tables are opened; no client is connected yet."""
    node.process([])


def serve(node: Node, links: LinkMultiplexer, bots: BotsSupervisor) -> None:
    """Run the node's event loop; check the installed files at its start and once a day."""
    check = InstalledFilesCheck(node.pipeline)
    node.send_now = links.send
    while True:
        if check.due():
            record_self_check(check)
        node.transport.deliver(bots.poll(links, node.gateway))
        timeout, bots_timeout = node.due_in_ms() / 1000, bots.restart_due_in()
        messages = links.receive(timeout if bots_timeout is None else min(timeout, bots_timeout))
        if messages is None:
            return
        outgoing = node.process(messages, is_bots=links.is_bots)
        while node.operator_notes:
            print(f"hoyle: {node.operator_notes.pop(0)}", file=sys.stderr)
        if outgoing:
            links.send(outgoing)
