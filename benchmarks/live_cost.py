"""Where the time of an action goes: the room's side of the link in this process, each part by the clock."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import json
from rich.table import Table as Grid

from benchmarks.live_room import desk_at, furnished
from hoyle.room.messages import CommandRequest
from hoyle.room.pipeline import CommandPipeline
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import ClientFrameReceived, Message

_PREFERS = ("check", "call", "fold")


class Clock:
    """Adds up the processor's time that a function takes."""

    def __init__(self) -> None:
        self.spent = 0.0

    def around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **fields: Any) -> Any:
            began = time.process_time()
            try:
                return work(*args, **fields)
            finally:
                self.spent += time.process_time() - began

        return timed


def measured(tables: int, seats: int, seconds: float) -> Grid:
    """The table: microseconds of the processor for each action, part by part."""
    whole, commit, tell, house = Clock(), Clock(), Clock(), Clock()
    with tempfile.TemporaryDirectory(prefix="hoyle-live-") as folder, desk_at(f"{folder}/cost.db") as desk:
        people, _ = furnished(desk, tables, seats, 0, lambda _: None)
        service = RoomGateway(desk)
        numbers = {name: number for number, (name, _, _) in enumerate(people, 1)}
        for name, _, table in people:
            service.admit(numbers[name], name)
            service.handle([_watch(numbers[name], table)])
        service.tick()
        actions = _play(desk, service, numbers, seconds / 4)  # to warm up
        store: Any = desk.store
        store.commit = commit.around(store.commit)
        any_service: Any = service
        any_service._broadcast_events = tell.around(service._broadcast_events)
        take: Any = whole.around(service.handle)
        any_service.tick = house.around(_beside(service.tick, commit, tell))
        actions = _play(desk, service, numbers, seconds, take)
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    found = Grid(title=f"where an action's time goes in the room, SQLite, {actions:,} actions, {size / 1e6:.0f} MB")
    for name in ("part", "µs"):
        found.add_column(name, justify="left" if name == "part" else "right")
    each = 1e6 / max(1, actions)
    decide = whole.spent - commit.spent - tell.spent
    for part, spent in (
        ("read, decide, entries, hashes", decide),
        ("commit", commit.spent),
        (f"words, pictures and encoding for {seats} readers", tell.spent),
        ("without the commit (80 is the aim)", decide + tell.spent),
        ("the house between actions: shuffles, deals, all of it", house.spent),
    ):
        found.add_row(part, f"{spent * each:.1f}")
    return found


def _beside(work: Callable[..., Any], *clocks: Clock) -> Callable[..., Any]:
    """Work that these clocks leave out."""

    def done() -> Any:
        before = [clock.spent for clock in clocks]
        try:
            return work()
        finally:
            for clock, spent in zip(clocks, before, strict=True):
                clock.spent = spent

    return done


def _watch(client: int, table: int) -> Message:
    return ClientFrameReceived(client, json.encode({"type": "watch", "table_id": table}))


def _play(
    desk: CommandPipeline, service: RoomGateway, numbers: dict[str, int], seconds: float, take: Any = None
) -> int:
    """Whoever is awaited acts, all tables in one group; the house does its part between, by its own clock."""
    done = 0
    until = time.perf_counter() + seconds
    take = take or service.handle
    while time.perf_counter() < until:
        frames = [
            ClientFrameReceived(numbers[person], json.encode({"type": "command", **rest}))
            for person, rest in awaited(desk)
        ]
        for at in range(0, len(frames), 64):
            take(frames[at : at + 64])
        done += len(frames)
        service.frame_limiter._buckets.clear()
        due = service.next_tick_at()
        if due is not None and due <= desk.now():
            service.tick()
    return done


def awaited(desk: CommandPipeline, *prefers: str) -> list[tuple[str, dict[str, Any]]]:
    """Who is awaited anywhere, and what he answers."""
    found: list[tuple[str, dict[str, Any]]] = []
    for hosted in desk.room.tables.values():
        wait = hosted.blocking_decision()
        if wait is None or not wait.seat:
            continue
        choices = {choice.do: choice for choice in wait.choices}
        chosen = next((choices[do] for do in (*prefers, *_PREFERS) if do in choices), wait.choices[0])
        command: dict[str, Any] = {"do": chosen.do, **chosen.fixed}
        command |= {bounds.field: bounds.min for bounds in chosen.bounds}
        last = hosted.table.event_count
        rest = {
            "idempotency_key": f"{hosted.number} {last}",
            "table_id": hosted.number,
            "expected_version": last,
            "command": command,
        }
        found.append((wait.person, rest))
    return found


def fold_through(desk: CommandPipeline, tables: int, hands: int, tell: Callable[[int], None]) -> None:
    """So many hands at every table, each folded at once."""
    desk.watch(set(range(1, tables + 1)))
    played = 0
    while played < tables * hands:
        requests = [CommandRequest(person=person, **rest) for person, rest in awaited(desk, "fold")]
        answers = desk.process(requests)
        assert all(answer.ok for answer in answers)
        played += len(requests)
        tell(len(requests))
        desk.tick()
