"""Somebody at the other end of a line to some node: he knows his frames, and does what he is offered."""

from __future__ import annotations

import random
from typing import Any

from msgspec import json

from hoyle.room.faults.clients import filled
from hoyle.room.faults.faulty_store import Wrong


class Guest:
    """One person who has a seat at one table, by whichever node he is connected."""

    def __init__(self, person: str, table: int, seat: int, rng: random.Random, *, poker: bool) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.rng = rng
        self.last = 0
        self.record = 0
        self.waits: list[dict[str, Any]] = []
        self.chair: dict[str, Any] | None = None
        """His seat, as he saw it last."""
        self.pending: dict[str, Any] | None = None
        """The command that was not answered: it is sent again with the same id."""
        self.told: dict[str, dict[str, Any]] = {}
        """Every yes that he was told, by the id of the command."""
        self.answered = 0
        self.refused = ""
        """Why he was told no last."""
        self._poker = poker
        self._count = 0

    def __str__(self) -> str:
        waits = [f"{wait['kind']} {wait.get('person')}" for wait in self.waits]
        chips = None if self.chair is None else self.chair["stack"]
        asked = None if self.pending is None else (self.pending["id"], self.pending["command"])
        return (
            f"{self.person} at record {self.record}, {chips} chips, answered {self.answered}, "
            f"last {self.refused!r}, asks {asked}, waits {waits}"
        )

    def begins(self) -> list[dict[str, Any]]:
        """What he sends on a new connection."""
        self.last = self.record = 0
        self.waits = []
        found: list[dict[str, Any]] = [{"type": "watch", "table": self.table}]
        return found + ([self.pending] if self.pending is not None else [])

    def hear(self, data: bytes | str) -> None:
        """A frame has come."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "welcome" and frame["person"] != self.person:
            raise Wrong(f"{self.person} was welcomed as {frame['person']}")
        if kind == "table":
            self._see(frame["picture"])
        elif kind == "entries":
            self._news(frame["news"])
        elif kind == "answer":
            self._answer(frame)

    def _see(self, picture: dict[str, Any]) -> None:
        self._check_mine(picture, picture["view"])
        if picture["table"] == self.table:
            self.last, self.record, self.waits = picture["last"], picture["record"], picture["waits"]
            self._sits(picture["view"])

    def _news(self, news: dict[str, Any]) -> None:
        self._check_mine(news, news["felt"])
        if news["table"] != self.table or news["record"] <= self.record or not self.record:
            return
        entries = [entry for step in news["steps"] for entry in step["entries"]]
        numbers = [entry["number"] for entry in entries if entry.get("number")]
        if numbers and numbers[0] > self.last + 1:
            raise Wrong(f"{self.person} saw entry {self.last} and then {numbers[0]}")
        self.last, self.record, self.waits = news["last"], news["record"], news["waits"]
        self._sits(news["felt"])

    def _sits(self, view: dict[str, Any]) -> None:
        self.chair = next((seat for seat in view.get("seats", ()) if seat["name"] == self.person), None)

    def _check_mine(self, told: dict[str, Any], view: dict[str, Any]) -> None:
        """Nobody is sent another's cards; at house games they lie at places, not at seats."""
        if not self._poker:
            return
        seats = {str(seat["seat"]) for seat in view.get("seats", ()) if seat["name"] == self.person}
        for place in told.get("mine") or {}:
            if place not in seats:
                raise Wrong(f"{self.person} was sent the cards of seat {place}")

    def _answer(self, frame: dict[str, Any]) -> None:
        if not frame["ok"]:
            self.refused = frame["said"]
        if frame.get("clause") == "house records":
            return  # nothing happened, or nobody knows: the same again
        if frame["ok"]:
            self.told[frame["id"]] = frame
        self.answered += 1
        if self.pending is not None and self.pending["id"] == frame["id"]:
            self.pending = None

    def wants(self, *, quietly: bool = False) -> dict[str, Any] | None:
        """The next command frame, which is pending until it is answered; None where he wants nothing."""
        command = self._chosen(quietly)
        if command is None:
            return None
        self._count += 1
        self.pending = {
            "type": "command",
            "id": f"{self.person}-{self._count}",
            "table": self.table,
            "expects": self.last,
            "command": command,
        }
        return self.pending

    def _chosen(self, quietly: bool) -> dict[str, Any] | None:
        rng = self.rng
        offers = [each for each in self.waits if each.get("person") == self.person and each.get("choices")]
        pressing = [each for each in offers if not each.get("optional")]
        if pressing:
            choices = [each for each in pressing[0]["choices"] if each["do"] not in ("fold", "decline")]
            return filled(rng.choice(choices or pressing[0]["choices"]), rng)
        if not self.record:
            return None
        if self.chair is None:
            return {"do": "sit", "seat": self.seat, "chips": 200}
        if self.chair["away"]:
            return {"do": "sit-in", "seat": self.seat}
        if offers and rng.random() < 0.7:
            return filled(rng.choice(rng.choice(offers)["choices"]), rng)
        if self.chair["stack"] < 50 or (rng.random() < 0.1 and not quietly):
            return {"do": "top-up", "seat": self.seat, "chips": 50}
        return {"do": "say", "text": "nice hand"} if rng.random() < 0.05 else None
