"""The bot of examples/any_game.py plays at every table of the default room, from what it is offered."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from examples.any_game import play
from tests.server.real import Server

from hoyle.client import Refused, enter
from hoyle.client.room import Room
from hoyle.server.furnishing import default_tables

HANDS = int(os.environ.get("HOYLE_HANDS", "1"))
"""Hands, rounds or rolls at each table."""
ROUNDS = ("deal", "open-wagers", "throw", "uncover")
PATIENCE = 300 + 60 * HANDS
TABLES = default_tables()
CONFIG = "".join(
    f'[[tables]]\ngame = "{table.game}"\nbook = "{table.book}"\nbots = {min(2, table.bots)}\n'
    "terms = {pause = 0, pace = 0, betting = 500}\n"
    for table in TABLES
)
"""The default room in a hurry, with fewer bots."""


class Visit(threading.Thread):
    """One bot at one table."""

    def __init__(self, address: str, table: int) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.table = table
        self.hands = 0
        self.enough = threading.Event()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with enter(self.address, f"Any {self.table}") as room:
                self._count(room)
                for _ in play(room, self.table):
                    if self.hands > HANDS:
                        return
        except BaseException as error:
            self.failure = error
        finally:
            self.enough.set()

    def _count(self, room: Room) -> None:
        pictures: Any = room._room.pictures
        usual = pictures.hear

        def hear(frame: dict[str, Any]) -> int:
            if frame["type"] == "entries":
                self.hands += sum(step["did"] in ROUNDS for step in frame["news"]["steps"])
            return int(usual(frame))

        pictures.hear = hear


def test_a_bot_that_knows_no_rules_plays_at_every_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    wrong: list[str] = []
    usual = Room.do

    def do(self: Room, table: int, command: dict[str, Any], *, expects: int | None = None) -> dict[str, Any]:
        try:
            return usual(self, table, command, expects=expects, patience=PATIENCE)
        except Refused as refusal:
            # The only excuse is that something came in between.
            if expects is None or self.picture(table)["last"] <= expects:
                wrong.append(f"table {table}, {command}: {refusal}")
            raise

    monkeypatch.setattr(Room, "do", do)
    with Server(tmp_path, CONFIG) as server:
        visits = [Visit(server.address, number) for number in range(1, len(TABLES) + 1)]
        for visit in visits:
            visit.start()
        until = monotonic() + PATIENCE
        for visit in visits:
            visit.enough.wait(max(0.0, until - monotonic()))
        said = [
            (TABLES[visit.table - 1].game, visit.hands, visit.failure)
            for visit in visits
            if visit.failure is not None or visit.hands <= HANDS
        ]
        for visit in visits:
            visit.join(60)
    assert said == []
    assert wrong == []
