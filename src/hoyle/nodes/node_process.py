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
from hoyle.nodes.timeouts import LEASE_MS
from hoyle.room.node_pipeline import RoomUnreadable
from hoyle.server.config import Config
from hoyle.server.ipc.multiplexer import LinkMultiplexer
from hoyle.server.process.bots_supervisor import BotsSupervisor
from hoyle.server.process.exit_status import report_exit
from hoyle.server.process.gc_tuning import freeze_long_lived_objects
from hoyle.server.process.initial_tables import open_initial_tables_on_node
from hoyle.server.process.room_process import doorman_of, now, record_self_check
from hoyle.storage.errors import Locked
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_factory import open_store

WAITING: Final = 3 * LEASE_MS / 1000
"""Seconds to wait until the lease of this node's last run has expired."""

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Wildcard hosts, which are no address to connect to."""


def steady() -> int:
    """Monotonic time in milliseconds that includes suspends."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def run(config: Config, edges: list[socket.socket]) -> int:
    """Serve as a node until every edge process is gone; return the exit code."""
    name = config.node_name()
    try:
        check_name(name)
        store = open_store(config.database_url())
        store.check_not_exclusive()
        bus = NatsBus(config.bus, name)
        node = _join(config, name, store, bus)
        open_initial_tables_on_node(node.service, config, between=lambda: _beat(node))
    except HoyleError as error:
        return report_exit(error)
    node.service.caretaker.runs_operator_requests = True
    links, keeper = LinkMultiplexer(edges, wake=bus.handle()), BotsSupervisor()
    freeze_long_lived_objects()
    try:
        serve(node, links, keeper)
    except (HoyleError, RoomTakenOver, RoomUnreadable) as error:
        return report_exit(error)
    finally:
        links.close()
        keeper.stop()
        node.release_tables()
        bus.close()
        store.close()
    return 0


def _join(config: Config, name: str, store: SqlStore, bus: Bus) -> Node:
    """Join as a node; one that was killed a moment ago waits until its old lease has expired."""
    until = time.monotonic() + WAITING
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
                doorman=lambda desk: doorman_of(desk, config),
            )
        except Locked:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _address(config: Config) -> str:
    """URL of this node; one that listens on all interfaces is named by its hostname."""
    scheme = "https" if config.tls_certificate else "http"
    host = socket.gethostname() if config.host in EVERYWHERE else config.host
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{config.port}/"


def _beat(node: Node) -> None:
    """Renew the lease while the initial tables are opened; no client is connected yet."""
    node.process([])


def serve(node: Node, links: LinkMultiplexer, keeper: BotsSupervisor) -> None:
    """Run the event loop; check the installed files at its start and once a day."""
    check = InstalledFilesCheck(node.desk)
    node.hand_out = links.send
    while True:
        if check.due():
            record_self_check(check)
        node.deliver(keeper.poll(links, node.service))
        wait, bots = node.due() / 1000, keeper.wait()
        messages = links.receive(wait if bots is None else min(wait, bots))
        if messages is None:
            return
        out = node.process(messages, is_bots=links.is_bots)
        while node.notes:
            print(f"hoyle: {node.notes.pop(0)}", file=sys.stderr)
        if out:
            links.send(out)
