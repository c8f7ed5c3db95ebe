"""The bot of examples/any_game.py plays at every table of the default room, from what it is offered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from examples import any_game
from examples.any_game import play
from msgspec import to_builtins
from tests.server.real_server import Server

from hoyle.client import RequestRefused, enter
from hoyle.client.blocking_client import Room
from hoyle.server.process.initial_tables import default_tables

HANDS = int(os.environ.get("HOYLE_HANDS", "1"))
"""Hands, rounds or rolls that the bot plays at each table; `make torture` has it play 200."""
PATIENCE = 300 + 60 * HANDS
TABLES = default_tables()


def written(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {written(each)}" for name, each in value.items()) + "}"
    return json.dumps(value)


def in_a_hurry() -> str:
    """The default room as it is but for its pace; where few hands are played, with fewer bots."""
    lines: list[str] = []
    for table in TABLES:
        bots = table.bots if HANDS > 10 else min(2, table.bots)
        settings = {**table.settings, "between_rounds_ms": 0, "dealer_pace_ms": 0, "wager_window_ms": 500}
        kept = {**to_builtins(table), "bots": bots, "settings": settings}
        lines += ["[[tables]]", *(f"{name} = {written(value)}" for name, value in kept.items())]
    return "\n".join(lines)


class BotVisit(threading.Thread):
    """One bot at one table."""

    def __init__(self, address: str, table: int) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.table = table
        self.played: set[int] = set()
        """The hands that the bot was dealt into, or the rolls on which it had a wager."""
        self.enough = threading.Event()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with enter(self.address, f"Any {self.table}") as room:
                self._count(room)
                for _ in play(room, self.table):
                    if len(self.played) > HANDS:
                        return
        except BaseException as error:
            self.failure = error
        finally:
            self.enough.set()

    def _count(self, room: Room) -> None:
        pictures: Any = room._room.views
        usual = pictures.receive

        def hear(frame: dict[str, Any]) -> int:
            found = int(usual(frame))
            picture = pictures.tables.get(self.table, {})
            felt = picture.get("public_view", {})
            if picture.get("own_cards"):
                self.played.add(felt["round_number"])
            if any(wager["owner"] == room.person for wager in felt.get("wagers", ())):
                self.played.add(felt["rolls"])
            return found

        pictures.receive = hear


def test_a_bot_that_knows_no_rules_plays_at_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    wrong: list[str] = []
    usual = Room.do

    def do(self: Room, table: int, command: dict[str, Any], *, expected_version: int | None = None) -> dict[str, Any]:
        try:
            return usual(self, table, command, expected_version=expected_version, patience=PATIENCE)
        except RequestRefused as refusal:
            # The only excuse is that something came in between.
            if expected_version is None or self.view(table)["version"] <= expected_version:
                wrong.append(f"table {table}, {command}: {refusal}")
            raise

    monkeypatch.setattr(Room, "do", do)
    with Server(tmp_path, in_a_hurry()) as server:
        visits = [BotVisit(server.address, number) for number in range(1, len(TABLES) + 1)]
        for visit in visits:
            visit.start()
        until = monotonic() + PATIENCE
        for visit in visits:
            visit.enough.wait(max(0.0, until - monotonic()))
        said = [
            (TABLES[visit.table - 1].game, len(visit.played), visit.failure)
            for visit in visits
            if visit.failure is not None or len(visit.played) <= HANDS
        ]
        for visit in visits:
            visit.join(60)
    assert said == []
    assert wrong == []


def test_whoever_starts_it_without_a_room_is_told_what_it_wants() -> None:
    started = subprocess.run(
        [sys.executable, any_game.__file__], capture_output=True, text=True, timeout=60, check=False
    )
    assert started.returncode == 2
    assert started.stderr.startswith("usage: any_game.py [-h] room table name")
    assert "Traceback" not in started.stderr
