"""Simulated clients: players that know only their frames and choose among the offered commands."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec import json
from tests.simulation.single_node.faulty_store import InvariantViolation

Frame = dict[str, Any]


def filled(offered: Mapping[str, Any], rng: random.Random) -> Frame:
    """Command of an offered choice, with random amounts and places within its bounds."""
    command: Frame = {"do": offered["do"], **offered.get("fixed", {})}
    for bounds in offered.get("bounds", ()):
        step = bounds.get("step", 1)
        steps = (bounds["max"] - bounds["min"]) // step
        count = rng.choice((0, 0, 0, min(steps, rng.randint(0, 9)), rng.randint(0, steps)))
        command[bounds["field"]] = bounds["min"] + count * step
    cards = offered.get("cards")
    if cards is not None:
        most = min(cards[1], 3)
        command["places"] = sorted(rng.sample(range(1, cards[1] + 1), rng.randint(min(cards[0], most), most)))
    return command


class SimulatedClient:
    """Client of one person, with or without a seat at one table."""

    def __init__(
        self, person: str, table: int, seat: int, rng: random.Random, *, poker: bool = True, ordered: bool = True
    ) -> None:
        self.person = person
        self.table = table
        """Table that they follow; 0 if none."""
        self.seat = seat
        """Their seat; 0 if they watch."""
        self.rng = rng
        self.last = 0
        self.record = 0
        self.waits: list[Frame] = []
        self.asks: list[Frame] = []
        """At a home game: their open requests, or for the host those of others."""
        self.chair: Frame | None = None
        """Their seat as last seen."""
        self.seen: Frame | None = None
        """Last frame that showed the table."""
        self.pending: Frame | None = None
        """Unanswered command, which is sent again with the same id."""
        self.may_retry = False
        """Whether the command was not decided, and may be sent again soon."""
        self.acceptances: dict[str, Frame] = {}
        """Every acceptance received, by command id."""
        self.answered = 0
        self.refused = ""
        """Reason of the last refusal."""
        self._poker = poker
        self._ordered = ordered
        """Whether frames arrive in order and without loss."""
        self._count = 0

    def __str__(self) -> str:
        waits = [f"{wait['decision']} {wait.get('person')}" for wait in self.waits]
        chips = None if self.chair is None else self.chair["stack"]
        asked = None if self.pending is None else (self.pending["idempotency_key"], self.pending["command"])
        return (
            f"{self.person} at record {self.record}, {chips} chips, answered {self.answered}, "
            f"last {self.refused!r}, asks {asked}, waits {waits}"
        )

    def opening_frames(self) -> list[Frame]:
        """Frames to send on a new connection."""
        self.last = self.record = 0
        self.waits = []
        frames: list[Frame] = [self.watch_frame()] if self.table else []
        return frames + ([self.pending] if self.pending is not None else [])

    def watch_frame(self) -> Frame:
        """Frame that asks for what was missed."""
        return {"type": "watch", "table_id": self.table, "after_record": self.record}

    # Receiving

    def receive(self, data: bytes | str) -> None:
        """Process a frame."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "welcome" and frame["person"] != self.person:
            raise InvariantViolation(f"{self.person} was welcomed as {frame['person']}")
        if kind == "table":
            self._apply_snapshot(frame["snapshot"])
        elif kind == "events":
            self._apply_update(frame["update"])
        elif kind == "answer":
            self._answer(frame)
        elif kind == "notice" and frame.get("retry"):
            self.may_retry = self.pending is not None

    def _apply_snapshot(self, picture: Frame) -> None:
        self._check_private_cards(picture, picture["view"])
        late = not self._ordered and picture["record"] < self.record
        if picture["table_id"] != self.table or late:
            return
        self.last, self.record, self.waits = picture["version"], picture["record"], picture["pending"]
        self.asks = picture.get("seat_requests", [])
        self.seen = picture
        self._update_seat(picture["view"])

    def _apply_update(self, news: Frame) -> None:
        self._check_private_cards(news, news["public_view"])
        if news["table_id"] != self.table or news["record"] <= self.record or not self.record:
            return
        entries = [entry for step in news["steps"] for entry in step["events"]]
        numbers = [entry["number"] for entry in entries if entry.get("number")]
        if self._ordered and numbers and numbers[0] > self.last + 1:
            raise InvariantViolation(f"{self.person} saw entry {self.last} and then {numbers[0]}")
        self.last, self.record, self.waits = news["version"], news["record"], news["pending"]
        self.seen = news
        self._update_seat(news["public_view"])

    def _update_seat(self, view: Frame) -> None:
        self.chair = next((seat for seat in view.get("seats", ()) if seat["name"] == self.person), None)

    def _check_private_cards(self, shown: Frame, view: Frame) -> None:
        """Check that no cards of others were sent; at house games cards lie at places, not at seats."""
        if not self._poker:
            return
        seats = {str(seat["seat"]) for seat in view.get("seats", ()) if seat["name"] == self.person}
        for place in shown.get("own_cards") or {}:
            if place not in seats:
                raise InvariantViolation(f"{self.person} was sent the cards of seat {place}")

    def _answer(self, frame: Frame) -> None:
        mine = self.pending is not None and self.pending["idempotency_key"] == frame["idempotency_key"]
        if not frame["ok"]:
            self.refused = frame["message"]
        if frame.get("retry"):
            self.may_retry = self.may_retry or mine
            return
        if frame["ok"]:
            self.acceptances[frame["idempotency_key"]] = frame
        self.answered += 1
        if mine:
            self.pending = None
            self.may_retry = False

    # Acting

    def next_frame(self, *, quietly: bool = False) -> Frame | None:
        """Next command frame, pending until it is answered; None for nothing to do."""
        command = self.choose_command(quietly=quietly)
        return None if command is None else self.command_frame(command, self.table)

    def command_frame(self, command: Frame, table: int) -> Frame:
        """Wrap a command in a frame, pending from now on."""
        self._count += 1
        self.pending = {"type": "command", "idempotency_key": f"{self.person}-{self._count}", "table_id": table}
        if table == self.table and table:
            self.pending["expected_version"] = self.last
        self.pending["command"] = command
        return self.pending

    def choose_command(self, *, quietly: bool) -> Frame | None:
        """Choose the next command."""
        rng = self.rng
        offers = [wait for wait in self.waits if wait.get("person") == self.person and wait.get("choices")]
        pressing = [wait for wait in offers if not wait.get("optional")]
        if pressing:
            choices = [choice for choice in pressing[0]["choices"] if choice["do"] not in ("fold", "decline")]
            return filled(rng.choice(choices or pressing[0]["choices"]), rng)
        if not self.record or not self.seat:
            return None
        if self.chair is None:
            return None if self.asks else {"do": "sit", "seat": self.seat, "chips": 200}
        if self.chair["sitting_out"]:
            return {"do": "sit-in", "seat": self.seat}
        if offers and rng.random() < 0.7:
            return filled(rng.choice(rng.choice(offers)["choices"]), rng)
        if self.chair["stack"] < 50 or (rng.random() < 0.1 and not quietly):
            return {"do": "top-up", "seat": self.seat, "chips": 50}
        return {"do": "chat", "text": "nice hand"} if rng.random() < 0.05 else None
