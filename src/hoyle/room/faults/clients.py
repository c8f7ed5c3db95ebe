"""Somebody at the other end of a bad line: he knows what he was sent, and does what he is offered."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from hoyle.room.live.answers import Answer, Request
from hoyle.room.live.pictures import NewsPicture, TablePicture, WaitPicture

PATIENCE: Final = 900
"""Milliseconds without an answer after which he sends the same command again."""


def filled(offered: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A command that a choice offers, with amounts and places made up within its bounds."""
    found: dict[str, Any] = {"do": offered["do"], **offered.get("given", {})}
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


class Client:
    """A person, a bot, or somebody who only looks on (without a seat)."""

    def __init__(self, name: str, table: int, seat: int, rng: random.Random) -> None:
        self.name = name
        self.table = table
        self.seat = seat
        self.rng = rng
        self.there = True
        self.pending: Request | None = None
        self.record = 0
        self.last = 0
        self.waits: tuple[WaitPicture, ...] = ()
        self.told: dict[str, Answer] = {}
        """What he was told of each of his commands."""
        self._count = 0

    def see(self, frame: TablePicture | NewsPicture) -> None:
        """A picture arrives; one older than what he knows already is put aside."""
        if frame.record >= self.record:
            self.record, self.last, self.waits = frame.record, frame.last, frame.waits

    def hear(self, answer: Answer) -> None:
        """An answer arrives."""
        if answer.clause == "house records":
            return
        before = self.told.get(answer.id)
        if before is None or answer.ok:
            self.told[answer.id] = answer
        if self.pending is not None and answer.id == self.pending.id:
            self.pending = None

    def act(self, *, leaving: bool) -> Request | None:
        """What he sends now: the same again until it is answered, then what he is offered."""
        if self.pending is not None or not self.seat:
            return self.pending
        offers = [wait for wait in self.waits if wait.person == self.name and wait.choices]
        pressing = [wait for wait in offers if not wait.optional]
        if pressing:
            self.pending = self._request(self._chosen(pressing[0]), expects=self.last)
        elif offers and not leaving and self.rng.random() < 0.7:
            self.pending = self._request(self._chosen(self.rng.choice(offers)), expects=self.last)
        elif not leaving and self.rng.random() < 0.25:
            self.pending = self._request(self._aside())
        return self.pending

    def _chosen(self, wait: WaitPicture) -> dict[str, Any]:
        stay = [each for each in wait.choices if each["do"] != "fold"]
        return filled(
            self.rng.choice(stay if stay and self.rng.random() < 0.85 else list(wait.choices)), self.rng
        )

    def _aside(self) -> dict[str, Any]:
        """Something beside the game: what is refused does no harm."""
        asides: tuple[dict[str, Any], ...] = (
            {"do": "say", "text": "nice hand"},
            {"do": "top-up", "seat": self.seat, "chips": 100},
            {"do": "sit", "seat": self.seat, "chips": 200},
            {"do": "nonce", "bytes": self.rng.randbytes(16).hex()},
            {"do": "sit-in", "seat": self.seat},
            {"do": "sit-out", "seat": self.seat},
            {"do": "leave", "seat": self.seat},
        )
        return self.rng.choices(asides, (4, 4, 6, 2, 6, 1, 1))[0]

    def _request(self, command: dict[str, Any], expects: int | None = None) -> Request:
        self._count += 1
        return Request(
            id=f"{self.name}-{self._count}",
            person=self.name,
            table=self.table,
            expects=expects,
            command=command,
        )
