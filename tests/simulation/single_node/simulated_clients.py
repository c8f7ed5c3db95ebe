"""Simulated clients: players that know only their frames and choose among the offered commands."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec import json
from tests.simulation.single_node.faulty_store import InvariantViolation

Frame = dict[str, Any]


def filled(offered: Mapping[str, Any], rng: random.Random) -> Frame:
    """A command that a choice offers, with amounts and places made up within its bounds."""
    found: Frame = {"do": offered["do"], **offered.get("given", {})}
    for bounds in offered.get("bounds", ()):
        step = bounds.get("step", 1)
        steps = (bounds["most"] - bounds["least"]) // step
        at = rng.choice((0, 0, 0, min(steps, rng.randint(0, 9)), rng.randint(0, steps)))
        found[bounds["field"]] = bounds["least"] + at * step
    cards = offered.get("cards")
    if cards is not None:
        most = min(cards[1], 3)
        found["places"] = sorted(rng.sample(range(1, cards[1] + 1), rng.randint(min(cards[0], most), most)))
    return found


class SimulatedClient:
    """One person, with a seat at one table or without."""

    def __init__(
        self,
        person: str,
        table: int,
        seat: int,
        rng: random.Random,
        *,
        poker: bool = True,
        ordered: bool = True,
    ) -> None:
        self.person = person
        self.table = table
        """0: none."""
        self.seat = seat
        """0: he looks on."""
        self.rng = rng
        self.last = 0
        self.record = 0
        self.waits: list[Frame] = []
        self.asks: list[Frame] = []
        """At a home game: what he has asked for, or as its host what others have."""
        self.chair: Frame | None = None
        """His seat, as he saw it last."""
        self.seen: Frame | None = None
        """The frame that showed him his table last."""
        self.pending: Frame | None = None
        """The command that was not answered: it is sent again with the same id."""
        self.turned_away = False
        """Whether it was not decided, and may be sent again in a moment."""
        self.told: dict[str, Frame] = {}
        """Every yes that he was told, by the id of the command."""
        self.answered = 0
        self.refused = ""
        """Why he was told no last."""
        self._poker = poker
        self._ordered = ordered
        """Whether his frames come in order and all of them."""
        self._count = 0

    def __str__(self) -> str:
        waits = [f"{wait['kind']} {wait.get('person')}" for wait in self.waits]
        chips = None if self.chair is None else self.chair["stack"]
        asked = None if self.pending is None else (self.pending["id"], self.pending["command"])
        return (
            f"{self.person} at record {self.record}, {chips} chips, answered {self.answered}, "
            f"last {self.refused!r}, asks {asked}, waits {waits}"
        )

    def begins(self) -> list[Frame]:
        """What he sends on a new connection."""
        self.last = self.record = 0
        self.waits = []
        found: list[Frame] = [self.looks()] if self.table else []
        return found + ([self.pending] if self.pending is not None else [])

    def looks(self) -> Frame:
        """How he asks for what he has missed."""
        return {"type": "watch", "table": self.table, "record": self.record}

    # What he hears

    def hear(self, data: bytes | str) -> None:
        """A frame has come."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "welcome" and frame["person"] != self.person:
            raise InvariantViolation(f"{self.person} was welcomed as {frame['person']}")
        if kind == "table":
            self._see(frame["picture"])
        elif kind == "entries":
            self._news(frame["news"])
        elif kind == "answer":
            self._answer(frame)
        elif kind == "notice" and frame.get("again"):
            self.turned_away = self.pending is not None

    def _see(self, picture: Frame) -> None:
        self._check_mine(picture, picture["view"])
        late = not self._ordered and picture["record"] < self.record
        if picture["table"] != self.table or late:
            return
        self.last, self.record, self.waits = picture["last"], picture["record"], picture["waits"]
        self.asks = picture.get("asked", [])
        self.seen = picture
        self._sits(picture["view"])

    def _news(self, news: Frame) -> None:
        self._check_mine(news, news["felt"])
        if news["table"] != self.table or news["record"] <= self.record or not self.record:
            return
        entries = [entry for step in news["steps"] for entry in step["entries"]]
        numbers = [entry["number"] for entry in entries if entry.get("number")]
        if self._ordered and numbers and numbers[0] > self.last + 1:
            raise InvariantViolation(f"{self.person} saw entry {self.last} and then {numbers[0]}")
        self.last, self.record, self.waits = news["last"], news["record"], news["waits"]
        self.seen = news
        self._sits(news["felt"])

    def _sits(self, view: Frame) -> None:
        self.chair = next((seat for seat in view.get("seats", ()) if seat["name"] == self.person), None)

    def _check_mine(self, told: Frame, view: Frame) -> None:
        """Nobody is sent another's cards; at house games they lie at places, not at seats."""
        if not self._poker:
            return
        seats = {str(seat["seat"]) for seat in view.get("seats", ()) if seat["name"] == self.person}
        for place in told.get("mine") or {}:
            if place not in seats:
                raise InvariantViolation(f"{self.person} was sent the cards of seat {place}")

    def _answer(self, frame: Frame) -> None:
        mine = self.pending is not None and self.pending["id"] == frame["id"]
        if not frame["ok"]:
            self.refused = frame["said"]
        if frame.get("again"):
            self.turned_away = self.turned_away or mine
            return
        if frame["ok"]:
            self.told[frame["id"]] = frame
        self.answered += 1
        if mine:
            self.pending = None
            self.turned_away = False

    # What he wants

    def wants(self, *, quietly: bool = False) -> Frame | None:
        """The next command frame, which is pending until it is answered; None where he wants nothing."""
        command = self.chosen(quietly=quietly)
        return None if command is None else self.asking(command, self.table)

    def asking(self, command: Frame, table: int) -> Frame:
        """A command as a frame, pending from now on."""
        self._count += 1
        self.pending = {"type": "command", "id": f"{self.person}-{self._count}", "table": table}
        if table == self.table and table:
            self.pending["expects"] = self.last
        self.pending["command"] = command
        return self.pending

    def chosen(self, *, quietly: bool) -> Frame | None:
        """What he would do now."""
        rng = self.rng
        offers = [each for each in self.waits if each.get("person") == self.person and each.get("choices")]
        pressing = [each for each in offers if not each.get("optional")]
        if pressing:
            choices = [each for each in pressing[0]["choices"] if each["do"] not in ("fold", "decline")]
            return filled(rng.choice(choices or pressing[0]["choices"]), rng)
        if not self.record or not self.seat:
            return None
        if self.chair is None:
            return None if self.asks else {"do": "sit", "seat": self.seat, "chips": 200}
        if self.chair["away"]:
            return {"do": "sit-in", "seat": self.seat}
        if offers and rng.random() < 0.7:
            return filled(rng.choice(rng.choice(offers)["choices"]), rng)
        if self.chair["stack"] < 50 or (rng.random() < 0.1 and not quietly):
            return {"do": "top-up", "seat": self.seat, "chips": 50}
        return {"do": "say", "text": "nice hand"} if rng.random() < 0.05 else None
