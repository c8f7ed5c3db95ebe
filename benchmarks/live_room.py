"""A room for the load: tables and people made before it opens, and what its processes cost."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from tests.server.real_server import Server

from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandRequest
from hoyle.room.pipeline import CommandPipeline
from hoyle.server.config import Config, TableConfig
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.process.initial_tables import open_initial_tables
from hoyle.storage.store_factory import open_store

CHIPS: Final = 1_000_000
TABLE: Final = TableConfig(
    game="holdem",
    rulebook="oneida",
    settings={"between_rounds_ms": 0, "dealer_pace_ms": 0, "decision_clock_ms": 3_600_000, "max_buy_in": CHIPS},
)
_TICKS: Final = os.sysconf("SC_CLK_TCK")

People = list[tuple[str, str, int]]
"""Name, token and table of everybody."""


def now() -> int:
    return time.time_ns() // 1_000_000


@contextmanager
def desk_at(place: str) -> Iterator[CommandPipeline]:
    """A room in this process."""
    with closing(open_store(place)) as store:
        yield CommandPipeline(store, now=now, entropy=os.urandom)


def furnished(
    desk: CommandPipeline, tables: int, seats: int, onlookers: int, tell: Callable[[int], None]
) -> tuple[People, People]:
    """Tables, who sits at them, and who only looks on."""
    open_initial_tables(RoomGateway(desk), Config(tables=[TABLE] * tables))
    authenticator = Authenticator(desk, guest_starting_chips=2 * CHIPS)
    players: People = []
    for number in range(tables * seats):
        name = f"regular {number}"
        players.append((name, authenticator.guest(name).token, number // seats + 1))
        tell(1)
    answers = desk.process(
        [
            CommandRequest(
                idempotency_key=f"sit {number}",
                person=name,
                table_id=table,
                command={"do": "sit", "seat": number % seats + 1, "chips": CHIPS // 2},
            )
            for number, (name, _, table) in enumerate(players)
        ]
    )
    assert all(answer.ok for answer in answers), next(answer.message for answer in answers if not answer.ok)
    others: People = []
    for number in range(onlookers):
        name = f"onlooker {number}"
        others.append((name, authenticator.guest(name).token, number % tables + 1))
        tell(1)
    return players, others


class Served:
    """A real `hoyle serve`, with what its processes take."""

    def __init__(self, folder: Path, place: str) -> None:
        self._stack = ExitStack()
        began = time.perf_counter()
        self.server = self._stack.enter_context(Server(folder, "", "--database-url", place))
        self.opened = time.perf_counter() - began
        """Seconds from its start until people could come."""
        self.port = int(self.server.address.rpartition(":")[2])
        self.processes = {"edge": self.server.process.pid, "room": self.server.room()}

    def close(self) -> None:
        self.server.stop()
        self._stack.close()

    def seconds(self) -> dict[str, float]:
        """Seconds of the processor that each has taken."""
        found: dict[str, float] = {}
        for name, process in self.processes.items():
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            found[name] = (int(fields[11]) + int(fields[12])) / _TICKS
        return found

    def memory(self) -> dict[str, float]:
        """Megabytes that each holds, what they share divided among them."""
        found: dict[str, float] = {}
        for name, process in (*self.processes.items(), *(("bots", each) for each in self._bots())):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            found[name] = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        return found

    def _bots(self) -> list[int]:
        return [each for each in self.server.children() if each not in self.processes.values()]
