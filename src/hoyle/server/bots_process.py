"""Bots at the room's tables: they come in by a link as everybody does, read frames, and send commands.

A bot knows what its frames say and nothing else. Deciding takes some milliseconds, in this process and never
in the room's. At a table with a pace a bot takes its time, as people do.
"""

from __future__ import annotations

import contextlib
import random
import socket
import time
from typing import Any, Final

from msgspec import convert, json

from hoyle.cards import UNKNOWN_TEXT
from hoyle.errors import HoyleError
from hoyle.poker.rules import Rules
from hoyle.poker.shapes import RoundView
from hoyle.room.bots import bot, prepare
from hoyle.room.turn import Turn
from hoyle.server.alarm import Alarm
from hoyle.server.link import BotIn, Gone, Message, Out, Roster, Sent, for_edge
from hoyle.server.link_end import LinkEnd
from hoyle.table import command as commands
from hoyle.table.command import Command
from hoyle.table.log import read_entry
from hoyle.table.poker.sign import Sign
from hoyle.table.poker.table import Table
from hoyle.table.seats import SitIn
from hoyle.table.waits import Wait

_QUICKEST: Final = 0.7
_SLOWEST: Final = 1.5
"""How long a bot thinks, by the pace of its table."""


class FramesTurn(Turn):
    """A turn as frames tell it."""

    def __init__(self, wait: Wait, view: RoundView, told: list[Any], rules: Rules) -> None:
        self.wait = wait
        self._seen = view
        self._told = told
        self._rules = rules

    @property
    def rules(self) -> Rules:
        return self._rules


class SeatedBot:
    """One bot at one table."""

    def __init__(self, name: str, temperament: str, table: int) -> None:
        self.name = name
        self.table = table
        self.unready: Rules | None = None
        """What is played here, until somebody makes it ready."""
        self._mind = bot(temperament)
        self._rng = random.Random(f"{name} {table}")
        self._told: list[Any] = []
        self._mine: dict[str, list[str]] = {}
        self._sign: Sign | None = None
        self._sent = 0
        self._pace = 0.0
        self._moods = random.Random(f"{table} {name}")

    def hear(self, data: bytes) -> dict[str, Any] | None:
        """A frame from the room; the command frame that answers it, if it asks for one."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "table":
            picture = frame["picture"]
            self._sign = Sign.read(picture["posted"])
            self._pace = picture["terms"]["pace"] / 1000
            self.unready = self._sign.rules(len(picture["view"]["seats"]), *picture["view"]["limits"])
            self._told = []
            self._mine = picture.get("mine") or {}
            return self._answer(picture["view"], picture["waits"], picture["last"])
        if kind == "entries":
            news = frame["news"]
            self._listen(news)
            self._mine = news.get("mine") or self._mine
            return self._answer(news["felt"], news["waits"], news["last"])
        return None

    def thinks(self) -> float:
        """Seconds that it takes over its next answer."""
        return self._pace * self._moods.uniform(_QUICKEST, _SLOWEST) if self._pace else 0.0

    def _listen(self, news: dict[str, Any]) -> None:
        for step in news["steps"]:
            for entry in step["entries"]:
                number = entry.get("number", 0)
                if not number:
                    continue
                if entry["name"] == "round-began":
                    self._told = []
                try:
                    plain = {"name": entry["name"], "facts": entry["facts"]}
                    self._told.append(read_entry(Table.ENTRIES, plain, number))
                except HoyleError:
                    continue

    def _answer(self, view: dict[str, Any], waits: list[Any], last: int) -> dict[str, Any] | None:
        mine = next((seat for seat in view["seats"] if seat["name"] == self.name), None)
        if mine is not None and mine["away"]:
            # Its time ran out while nobody thought for it.
            return self._command(SitIn(seat=mine["seat"]), last)
        wait = next((each for each in waits if each.get("person") == self.name and each.get("choices")), None)
        if wait is None or wait.get("optional") or self._sign is None or view.get("round") is None:
            return None
        seen = convert(view["round"], RoundView)
        for hand in seen.hands:
            if hand.person == self.name:
                own = self._mine.get(str(hand.seat), [])
                for at, card in enumerate(own[: len(hand.cards)]):
                    if hand.cards[at] == UNKNOWN_TEXT:
                        hand.cards[at] = card
        small, big = view["limits"]
        rules = self._sign.rules(len(seen.hands), small, big)
        turn = FramesTurn(convert(wait, Wait), seen, self._told, rules)
        return self._command(self._mind.act(turn, self._rng), last)

    def _command(self, command: Command, last: int) -> dict[str, Any]:
        self._sent += 1
        return {
            "type": "command",
            "id": f"{self.name} {last} {self._sent}",
            "table": self.table,
            "expects": last,
            "command": commands.plain(command),
        }


class BotHouse:
    """All bots of a room behind one link."""

    def __init__(self) -> None:
        self._bots: dict[int, SeatedBot] = {}
        self.games: list[Rules] = []
        """Games to be made ready."""
        self._alarm = Alarm()
        self._numbers: dict[tuple[str, int], int] = {}
        self._next = 1
        self._thinking: dict[int, tuple[float, Message]] = {}
        """When each bot that thinks will have its answer."""

    def due(self) -> float | None:
        """When the next answer is there; None while nobody thinks."""
        return min((when for when, _ in self._thinking.values()), default=None)

    def patience(self, now: float) -> float | None:
        """How long nobody has anything to do: until the next answer is there, or a frame comes."""
        due = self.due()
        if self.games:
            return 0.0
        return None if due is None else max(0.0, due - now)

    def ready(self, now: float) -> list[Message]:
        """Answers that have been thought over."""
        numbers = [number for number, (when, _) in self._thinking.items() if when <= now]
        return [self._thinking.pop(number)[1] for number in numbers]

    def make_ready(self) -> None:
        """Reckon what the first decision of a game would otherwise wait for."""
        try:
            prepare(self.games.pop(0))
        except Exception as error:
            self._alarm(error)

    def take(self, message: Message, now: float = 0.0) -> list[Message]:
        """What the bots have to say to a message at once; what they think over comes by `ready`."""
        if isinstance(message, Roster):
            return self._seat(message)
        if not isinstance(message, Out):
            return []
        out: list[Message] = []
        for number in message.clients:
            found = self._bots.get(number)
            frame = None if found is None else self._heard(found, message.data)
            if found is not None and found.unready is not None:
                self.games.append(found.unready)
                found.unready = None
            if found is None or frame is None:
                continue
            answer = Sent(number, json.encode(frame))
            thinks = found.thinks()
            if thinks:
                # Whatever else happens at the table meanwhile does not make it begin again.
                begun = self._thinking.get(number)
                self._thinking[number] = (now + thinks if begun is None else begun[0], answer)
            else:
                out.append(answer)
        return out

    def _heard(self, bot: SeatedBot, data: bytes) -> dict[str, Any] | None:
        """A bot that cannot make sense of what it hears says nothing, and the others play on."""
        try:
            return bot.hear(data)
        except Exception as error:
            error.add_note(f"{bot.name} at table {bot.table}")
            self._alarm(error)
            return None

    def _seat(self, roster: Roster) -> list[Message]:
        out: list[Message] = []
        wanted = {(name, table): temperament for name, temperament, table in roster.bots}
        for key in [key for key in self._numbers if key not in wanted]:
            number = self._numbers.pop(key)
            del self._bots[number]
            self._thinking.pop(number, None)
            out.append(Gone(number))
        for (name, table), temperament in wanted.items():
            if (name, table) not in self._numbers:
                number, self._next = self._next, self._next + 1
                self._numbers[name, table] = number
                self._bots[number] = SeatedBot(name, temperament, table)
                watch = json.encode({"type": "watch", "table": table})
                out += [BotIn(number, name), Sent(number, watch)]
        return out


def run(link: socket.socket) -> None:
    """Play until the room is gone; what games need is made ready while nobody is waited for."""
    house, end = BotHouse(), LinkEnd(link)
    with contextlib.suppress(ConnectionError):
        while (bodies := end.wait(house.patience(time.monotonic()))) is not None:
            now = time.monotonic()
            out = [each for body in bodies for message in for_edge(body) for each in house.take(message, now)]
            out += house.ready(now)
            if out:
                end.put(out)
            if not bodies and house.games:
                house.make_ready()
