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
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.room_owner import RoomTakenOver
from hoyle.server.config import Config
from hoyle.server.exit_status import report_exit
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.multiplexer import LinkMultiplexer
from hoyle.server.process.bots_supervisor import BotsSupervisor
from hoyle.server.process.gc_tuning import freeze_long_lived_objects
from hoyle.server.process.initial_tables import open_initial_tables
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_factory import open_store

DAY_MS: Final = 86_400_000
MAX_WAIT_S: Final = 60.0
"""Maximum seconds that the loop waits for input."""


def now() -> int:
    """Return the time of the room's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Return the time of the monotonic clock in milliseconds; it stands still while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


def ignore_signals() -> None:
    """Ignore interrupts, which a terminal sends to all processes: the edge decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def run(config: Config, edges: list[socket.socket]) -> int:
    """Serve a room until every edge is gone; return the exit code of the process."""
    store: SqlStore | None = None
    links: LinkMultiplexer | None = None
    supervisor = BotsSupervisor()
    try:
        store = open_store(config.resolve_database())
        store.claim_exclusively()
        pipeline = CommandPipeline(store, now=now, steady=monotonic_ms, entropy=os.urandom)
        service = RoomGateway(pipeline, authenticator=make_authenticator(pipeline, config))
        open_initial_tables(service, config)
        service.periodic_tasks.runs_operator_requests = True
        links = LinkMultiplexer(edges)
        freeze_long_lived_objects()
        serve(service, links, InstalledFilesCheck(pipeline), supervisor)
    except (HoyleError, RoomTakenOver) as error:
        return report_exit(error)
    finally:
        if links is not None:
            links.close()
        supervisor.stop()
        if store is not None:
            store.close()
    return 0


def make_authenticator(pipeline: CommandPipeline, config: Config) -> Authenticator:
    """Build the authenticator of a room, with the limits of its configuration."""
    return Authenticator(
        pipeline,
        guest_starting_chips=config.guest_starting_chips,
        max_guests=config.max_guests,
        max_guests_per_address_per_hour=config.max_guests_per_address_per_hour,
        guest_expiry_ms=config.guest_expiry_days * DAY_MS,
    )


def serve(service: RoomGateway, links: LinkMultiplexer, check: InstalledFilesCheck, supervisor: BotsSupervisor) -> None:
    """Run the room's event loop; at its start and once a day it checks the installed files."""
    links.send([*service.tick(), *supervisor.poll(links, service)])
    while True:
        if check.due():
            record_self_check(check)
        messages = links.receive(_receive_timeout(service, supervisor))
        if messages is None:
            return
        out = service.handle(messages, is_bots=links.is_bots) if messages else []
        tick_at = service.next_tick_at()
        if tick_at is not None and tick_at <= service.pipeline.now():
            out += service.tick()
        if not service.periodic_tasks.due_in():
            out += service.run_periodic_tasks()
        out += supervisor.poll(links, service)
        if out:
            links.send(out)


def _receive_timeout(service: RoomGateway, supervisor: BotsSupervisor) -> float:
    """Return the seconds until the loop has something to do even if no message arrives."""
    timeout = min(MAX_WAIT_S, service.periodic_tasks.due_in() / 1000)
    tick_at = service.next_tick_at()
    if tick_at is not None:
        timeout = min(timeout, max(0.0, (tick_at - service.pipeline.now()) / 1000))
    restart_due_in = supervisor.restart_due_in()
    return timeout if restart_due_in is None else min(timeout, restart_due_in)


def record_self_check(check: InstalledFilesCheck) -> None:
    """Record whether the installed files have changed; retried the next day if the store fails."""
    with contextlib.suppress(IllegalError):
        for changed in check.look():
            print(f"hoyle: the program has changed since it was started: {changed}", file=sys.stderr)
