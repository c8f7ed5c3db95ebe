"""The process of a room that is one of several nodes: the loop around `Node`."""

from __future__ import annotations

import os
import socket
import sys
import time
from typing import Final

from hoyle import __version__
from hoyle.errors import HoyleError
from hoyle.room.inspection.program import SelfCheck
from hoyle.room.live.node_desk import RoomUnreadable
from hoyle.room.store.failures import Locked
from hoyle.room.store.opening import open_store
from hoyle.room.store.sql import SqlStore
from hoyle.server.bots_keeper import BotsKeeper
from hoyle.server.config import Config
from hoyle.server.cycles import seldom_collected
from hoyle.server.ending import last_words
from hoyle.server.furnishing import furnish_together
from hoyle.server.links import Links
from hoyle.server.nodes.bus import Bus
from hoyle.server.nodes.nats_bus import NatsBus, check_name
from hoyle.server.nodes.node import Node, Stopped
from hoyle.server.nodes.spans import LEASE
from hoyle.server.room_process import doorman_of, look, now

WAITING: Final = 3 * LEASE / 1000
"""Seconds in which the lease of this node's last run has to end."""

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that are no address to come to."""


def steady() -> int:
    """Milliseconds that only go forward, and that go on while the process sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def run(config: Config, edges: list[socket.socket]) -> int:
    """Serve as a node until every edge is gone; the exit code."""
    name = config.node_name()
    try:
        check_name(name)
        store = open_store(config.database_url())
        store.unguarded()
        bus = NatsBus(config.bus, name)
        node = _joined(config, name, store, bus)
        furnish_together(node.service, config, between=lambda: _beat(node))
    except HoyleError as error:
        return last_words(error)
    node.service.caretaker.runs_errands = True
    links, keeper = Links(edges, wake=bus.handle()), BotsKeeper()
    seldom_collected()
    try:
        serve(node, links, keeper)
    except (HoyleError, Stopped, RoomUnreadable) as error:
        return last_words(error)
    finally:
        links.close()
        keeper.stop()
        node.goodbye()
        bus.close()
        store.close()
    return 0


def _joined(config: Config, name: str, store: SqlStore, bus: Bus) -> Node:
    """A node at work; one that was killed a moment ago has to wait until its lease has ended."""
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
    """Where this node is reached; one that listens to everybody by the name of its machine."""
    scheme = "https" if config.tls_certificate else "http"
    host = socket.gethostname() if config.host in EVERYWHERE else config.host
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{config.port}/"


def _beat(node: Node) -> None:
    """Keep the lease while the tables are being opened; nobody is connected yet."""
    node.turn([])


def serve(node: Node, links: Links, keeper: BotsKeeper) -> None:
    """The loop; at its start and once a day the program looks at its own files."""
    check = SelfCheck(node.desk)
    node.hand_out = links.send
    while True:
        if check.due():
            look(check)
        node.deliver(keeper.tend(links, node.service))
        wait, bots = node.due() / 1000, keeper.wait()
        messages = links.receive(wait if bots is None else min(wait, bots))
        if messages is None:
            return
        out = node.turn(messages, is_bots=links.is_bots)
        while node.notes:
            print(f"hoyle: {node.notes.pop(0)}", file=sys.stderr)
        if out:
            links.send(out)
