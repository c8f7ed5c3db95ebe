"""Real cluster on this machine: a private PostgreSQL and nats-server, and several `hoyle serve`."""

from __future__ import annotations

import contextlib
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from tests.private_nats import PrivateNats
from tests.private_postgres import PrivatePostgres
from tests.server.real_server import Server

TABLE = """
[[tables]]
game = "holdem"
rulebook = "oneida"
[tables.settings]
dealer_pace_ms = 0
between_rounds_ms = 0
decision_clock_ms = 5000
time_bank_ms = 0
away_seat_hold_ms = "10m"
"""
NOTED = (
    "CREATE TABLE appended (stream TEXT, number BIGINT, writer TEXT, owner TEXT, late BOOLEAN)",
    """CREATE FUNCTION note_append() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO appended SELECT NEW.stream, NEW.number, current_setting('application_name'),
            format('hoyle %s %s', stream.owner, stream.run),
            node.lease_until <= extract(epoch FROM clock_timestamp()) * 1000
        FROM stream LEFT JOIN node ON node.name = stream.owner AND node.run = stream.run
        WHERE stream.stream = NEW.stream AND NEW.stream <> 'room';
        RETURN NULL; END $$""",
    "CREATE TRIGGER note_append AFTER INSERT ON record FOR EACH ROW EXECUTE FUNCTION note_append()",
)
NAMES = ("east", "north", "west")


class Cluster:
    """Nodes with their database and their bus."""

    def __init__(self, folder: Path, postgres: PrivatePostgres, *, tables: int, names: tuple[str, ...] = NAMES) -> None:
        self.postgres = postgres
        self.url = postgres.create()
        self.nats = PrivateNats()
        config = 'title = "A room on nodes"\n' + TABLE * tables
        self.nodes = {
            name: Server(
                folder / name, config, "--database-url", self.url, "--bus-url", self.nats.url, "--node-name", name
            )
            for name in names
        }
        self.up: dict[str, str] = {}
        """Addresses of the running nodes."""

    def __enter__(self) -> Self:
        try:
            with ThreadPoolExecutor() as together:
                list(together.map(self.start, self.nodes))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *why: object) -> None:
        for name in list(self.nodes):
            with contextlib.suppress(AttributeError):
                self.kill(name)
        self.nats.stop()

    def addresses(self) -> list[str]:
        return list(self.up.values())

    def start(self, name: str) -> None:
        """Start a node and wait until it accepts clients."""
        self.nodes[name].start()
        self.up[name] = self.nodes[name].address

    def upgrade(self, name: str) -> None:
        """Stop a node cleanly, and start it with a program that is one version newer."""
        self.up.pop(name, None)
        self.nodes[name].stop()
        self.nodes[name].env = {"PYTHONPATH": str(Path(__file__).parent / "newer")}
        self.start(name)

    def kill(self, name: str) -> None:
        """Kill all processes of a node with SIGKILL."""
        self.up.pop(name, None)
        self.nodes[name].kill()

    def pause(self, name: str) -> None:
        """Suspend the room process of a node."""
        os.kill(self.nodes[name].room(), signal.SIGSTOP)

    def wake(self, name: str) -> None:
        """Resume the room process of a node."""
        os.kill(self.nodes[name].room(), signal.SIGCONT)

    def owners(self) -> dict[str, str]:
        """Read the owner of each table from the database."""
        rows = self.postgres.do("SELECT stream, owner FROM stream WHERE stream <> 'room'", self.url)
        return {str(stream): str(owner) for stream, owner in rows}

    def note_appends(self) -> None:
        """Install a trigger that records the writer of every record and the owner of its table."""
        for statement in NOTED:
            self.postgres.do(statement, self.url)

    def appends(self) -> tuple[int, list[tuple[str, int, str]]]:
        """Number of recorded appends to tables, and those whose writer had no right to append.

        Removes the trigger: a room's database has no other triggers than its own.
        """
        self.postgres.do("DROP TRIGGER note_append ON record", self.url)
        ((noted,),) = self.postgres.do("SELECT count(*) FROM appended", self.url)
        wrong = self.postgres.do("SELECT stream, number, writer FROM appended WHERE late OR writer <> owner", self.url)
        return int(noted), [(str(stream), int(number), str(writer)) for stream, number, writer in wrong]
