"""Room process: the event loop that drains input, decides, commits once and replies.

Commits need no timer: the next one starts when the last one returns, with the input received meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import time
from typing import Final

from hoyle.audit.installed_files_check import InstalledFilesCheck
from hoyle.core.errors import HoyleError, IllegalError
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.pipeline import CommandPipeline, RoomTakenOver
from hoyle.server.config import Config
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.multiplexer import LinkMultiplexer
from hoyle.server.process.bots_supervisor import BotsSupervisor
from hoyle.server.process.exit_status import report_exit
from hoyle.server.process.gc_tuning import freeze_long_lived_objects
from hoyle.server.process.initial_tables import open_initial_tables
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_factory import open_store

DAY: Final = 86_400_000
IDLE: Final = 60.0
"""Maximum seconds that the loop waits for input."""


def now() -> int:
    """Time of the room's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Monotonic clock in milliseconds; it stands still while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


def run(config: Config, edges: list[socket.socket]) -> int:
    """Serve until every edge is gone; return the exit code."""
    # The terminal sends its interrupt to all processes: the edge decides when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if config.bus:
        from hoyle.nodes.node_process import run as run_node

        return run_node(config, edges)
    store: SqlStore | None = None
    links: LinkMultiplexer | None = None
    keeper = BotsSupervisor()
    try:
        store = open_store(config.database_url())
        store.claim_exclusively()
        desk = CommandPipeline(store, now=now, steady=monotonic_ms, entropy=os.urandom)
        service = RoomGateway(desk, doorman=doorman_of(desk, config))
        open_initial_tables(service, config)
        service.caretaker.runs_operator_requests = True
        links = LinkMultiplexer(edges)
        freeze_long_lived_objects()
        serve(service, links, InstalledFilesCheck(desk), keeper)
    except (HoyleError, RoomTakenOver) as error:
        return report_exit(error)
    finally:
        if links is not None:
            links.close()
        keeper.stop()
        if store is not None:
            store.close()
    return 0


def doorman_of(desk: CommandPipeline, config: Config) -> Authenticator:
    """Authenticator with the limits of the configuration."""
    return Authenticator(
        desk,
        guest_chips=config.guest_chips,
        most_guests=config.most_guests,
        guests_from_one=config.guests_from_one,
        idle=config.guest_days * DAY,
    )


def serve(
    service: RoomGateway, links: LinkMultiplexer, check: InstalledFilesCheck, keeper: BotsSupervisor
) -> None:
    """Run the event loop; at its start and once a day it checks the installed files."""
    links.send([*service.tick(), *keeper.poll(links, service)])
    while True:
        if check.due():
            record_self_check(check)
        due = service.next_tick_at()
        wait = IDLE if due is None else min(IDLE, max(0.0, (due - service.desk.now()) / 1000))
        wait = min(wait, service.caretaker.wait() / 1000)
        bots = keeper.wait()
        messages = links.receive(wait if bots is None else min(wait, bots))
        if messages is None:
            return
        out = service.handle(messages, is_bots=links.is_bots) if messages else []
        due = service.next_tick_at()
        if due is not None and due <= service.desk.now():
            out += service.tick()
        if not service.caretaker.wait():
            out += service.look_after()
        out += keeper.poll(links, service)
        if out:
            links.send(out)


def record_self_check(check: InstalledFilesCheck) -> None:
    """Record whether the installed files have changed; retried the next day if the store fails."""
    with contextlib.suppress(IllegalError):
        for changed in check.look():
            print(f"hoyle: the program has changed since it was started: {changed}", file=sys.stderr)
