"""Bots process: plays every seated bot over one IPC link to the room.

A bot knows what its frames say and nothing else. Deciding takes some milliseconds, in this process and never
in the room's. At a table with a pace a bot takes its time, as people do. Nobody times it, so it sees to it by
itself that its table goes on: a command is sent again, with its id, until it is answered.
"""

from __future__ import annotations

import contextlib
import os
import random
import socket
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec import convert, json

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.poker_bots import Bot, bot, preload_starting_hands
from hoyle.core.cards import UNKNOWN_TEXT
from hoyle.core.errors import HoyleError
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import RoundView
from hoyle.server.ipc.buffered_socket import BufferedSocket
from hoyle.server.ipc.messages import (
    BotConnected,
    BotRoster,
    ClientDisconnected,
    ClientFrameReceived,
    Message,
    OutgoingFrame,
    for_edge,
)
from hoyle.server.process.error_reporting import ErrorReporter
from hoyle.table import command_base as commands
from hoyle.table.log.event_log import event_from_dict
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.table import PokerTable
from hoyle.table.seats import SitIn

_QUICKEST: Final = 0.7
_SLOWEST: Final = 1.5
"""How long a bot thinks, by the pace of its table."""
AGAIN: Final = 1.0
"""Seconds after which it tries again what was not decided, or something else where it was refused."""
TIMEOUT_S: Final = 5.0
"""Seconds without an answer after which it sends the same again."""
_PLAINLY: Final = ("check", "fold", "show", "call")
"""What it does at last where it was refused what it thought best."""

Frame = dict[str, Any]


class Reply(NamedTuple):
    """What a bot has to say to a frame."""

    frame: Frame | None
    """None: it is not awaited, and what it meant to say is not said."""
    again: bool = False
    """It was said before, or was refused: in a moment, and not at once."""


class FrameTurn(BotTurn):
    """A turn as frames tell it."""

    def __init__(self, wait: PendingDecision, view: RoundView, told: list[Any], rules: Rules) -> None:
        self.wait = wait
        self._seen = view
        self._told = told
        self._rules = rules

    @property
    def rules(self) -> Rules:
        return self._rules


class SeatedBot:
    """One bot at one table."""

    def __init__(self, name: str, mind: Bot, table: int, entropy: Callable[[int], bytes]) -> None:
        self.name = name
        self.table = table
        self.unready: Rules | None = None
        """What is played here, until somebody makes it ready."""
        self._mind = mind
        # Whoever could reckon a bot's chance could reckon its bluffs.
        self._rng = random.Random(entropy(32))
        self._told: list[Any] = []
        self._mine: dict[str, list[str]] = {}
        self._sign: PostedSign | None = None
        self._sent = 0
        self._asked: Frame | None = None
        """The command that was not answered yet."""
        self._wait: PendingDecision | None = None
        """What it is awaited for."""
        self._last = 0
        self._refused = 0
        """How often, in this turn."""
        self._pace = 0.0
        self._moods = random.Random(entropy(32))

    def on_frame(self, data: bytes) -> Reply | None:
        """A frame from the room; what it has to say to it, or None where that is as before."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "table":
            picture = frame["picture"]
            self._sign = PostedSign.read(picture["posted"])
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
        if kind == "answer" and self._asked is not None and frame["id"] == self._asked["id"]:
            return self._answered(frame)
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
                    self._told.append(event_from_dict(PokerTable.EVENTS, plain, number))
                except HoyleError:
                    continue

    def _answered(self, answer: Frame) -> Reply:
        asked, self._asked = self._asked, None
        if answer["ok"] or self._wait is None:
            return Reply(None)
        if answer.get("again"):
            self._asked = asked
            return Reply(asked, again=True)
        # What it was offered is refused: one thing after the other, the least costly first.
        self._refused += 1
        offered = sorted(self._wait.choices, key=_cost)
        choice = offered[(self._refused - 1) % len(offered)]
        least = {bounds.field: bounds.least for bounds in choice.bounds}
        return Reply(self._command({"do": choice.do, **choice.given, **least}), again=True)

    def _answer(self, view: dict[str, Any], waits: list[Any], last: int) -> Reply:
        mine = next((seat for seat in view["seats"] if seat["name"] == self.name), None)
        if mine is not None and mine["away"]:
            # Its time ran out while nobody thought for it.
            self._wait, self._last = None, last
            return Reply(self._command(commands.to_dict(SitIn(seat=mine["seat"]))))
        wait = next((each for each in waits if each.get("person") == self.name and each.get("choices")), None)
        self._wait, self._last, self._refused = None, last, 0
        if wait is None or wait.get("optional") or self._sign is None or view.get("round") is None:
            self._asked = None
            return Reply(None)
        self._wait = convert(wait, PendingDecision)
        seen = convert(view["round"], RoundView)
        for hand in seen.hands:
            if hand.person == self.name:
                own = self._mine.get(str(hand.seat), [])
                for at, card in enumerate(own[: len(hand.cards)]):
                    if hand.cards[at] == UNKNOWN_TEXT:
                        hand.cards[at] = card
        small, big = view["limits"]
        rules = self._sign.rules(len(seen.hands), small, big)
        turn = FrameTurn(self._wait, seen, self._told, rules)
        return Reply(self._command(commands.to_dict(self._mind.act(turn, self._rng))))

    def _command(self, command: Frame) -> Frame:
        self._sent += 1
        self._asked = {
            "type": "command",
            "id": f"{self.table}-{self._last}-{self._sent}",
            "table": self.table,
            "expects": self._last,
            "command": command,
        }
        return self._asked


def _cost(choice: Choice) -> int:
    return _PLAINLY.index(choice.do) if choice.do in _PLAINLY else len(_PLAINLY)


class Plan(NamedTuple):
    """Something that a bot will say."""

    when: float
    message: Message
    said: bool
    """Whether it was said before, and is said again only if it is not answered until then."""


class BotRunner:
    """All bots of a room behind one link."""

    def __init__(
        self, minds: Callable[[str], Bot] = bot, entropy: Callable[[int], bytes] = os.urandom
    ) -> None:
        """`minds` thinks of a bot by its temperament, `entropy` is what its chance is drawn from."""
        self._minds = minds
        self._entropy = entropy
        self._bots: dict[int, SeatedBot] = {}
        self.games: list[Rules] = []
        """Games to be made ready."""
        self._alarm = ErrorReporter()
        self._numbers: dict[tuple[str, int], int] = {}
        self._next = 1
        self._plans: dict[int, Plan] = {}

    def due(self) -> float | None:
        """When the next of them has something to say; None while nobody has."""
        return min((plan.when for plan in self._plans.values()), default=None)

    def patience(self, now: float) -> float | None:
        """How long nobody has anything to do: until the next answer is there, or a frame comes."""
        due = self.due()
        if self.games:
            return 0.0
        return None if due is None else max(0.0, due - now)

    def ready(self, now: float) -> list[Message]:
        """What has been thought over, and what was not answered for too long."""
        numbers = [number for number, plan in self._plans.items() if plan.when <= now]
        return [self._say(number, self._plans[number].message, now) for number in numbers]

    def _say(self, number: int, message: Message, now: float) -> Message:
        self._plans[number] = Plan(now + TIMEOUT_S, message, said=True)
        return message

    def make_ready(self) -> None:
        """Reckon what the first decision of a game would otherwise wait for."""
        try:
            preload_starting_hands(self.games.pop(0))
        except Exception as error:
            self._alarm(error)

    def take(self, message: Message, now: float = 0.0) -> list[Message]:
        """What the bots have to say to a message at once; what they think over comes by `ready`."""
        if isinstance(message, BotRoster):
            return self._seat(message)
        if not isinstance(message, OutgoingFrame):
            return []
        out: list[Message] = []
        for number in message.clients:
            found = self._bots.get(number)
            reply = None if found is None else self._heard(found, message.data)
            if found is not None and found.unready is not None:
                self.games.append(found.unready)
                found.unready = None
            if found is not None and reply is not None:
                out += self._replied(number, found, reply, now)
        return out

    def _heard(self, bot_: SeatedBot, data: bytes) -> Reply | None:
        """A bot that cannot make sense of what it hears says nothing, and the others play on."""
        try:
            return bot_.on_frame(data)
        except Exception as error:
            error.add_note(f"{bot_.name} at table {bot_.table}")
            self._alarm(error)
            return None

    def _replied(self, number: int, bot_: SeatedBot, reply: Reply, now: float) -> list[Message]:
        if reply.frame is None:
            self._plans.pop(number, None)
            return []
        message = ClientFrameReceived(number, json.encode(reply.frame))
        if reply.again:
            self._plans[number] = Plan(now + AGAIN, message, said=True)
            return []
        thinks = bot_.thinks()
        if not thinks:
            return [self._say(number, message, now)]
        # Whatever else happens at the table meanwhile does not make it begin again.
        begun = self._plans.get(number)
        when = begun.when if begun is not None and not begun.said else now + thinks
        self._plans[number] = Plan(when, message, said=False)
        return []

    def _seat(self, roster: BotRoster) -> list[Message]:
        out: list[Message] = []
        wanted = {(name, table): temperament for name, temperament, table in roster.bots}
        for key in [key for key in self._numbers if key not in wanted]:
            number = self._numbers.pop(key)
            del self._bots[number]
            self._plans.pop(number, None)
            out.append(ClientDisconnected(number))
        for (name, table), temperament in wanted.items():
            if (name, table) not in self._numbers:
                number, self._next = self._next, self._next + 1
                self._numbers[name, table] = number
                self._bots[number] = SeatedBot(name, self._minds(temperament), table, self._entropy)
                watch = json.encode({"type": "watch", "table": table})
                out += [BotConnected(number, name), ClientFrameReceived(number, watch)]
        return out


def run(link: socket.socket) -> None:
    """Play until the room is gone; what games need is made ready while nobody is waited for."""
    bench, end = BotRunner(), BufferedSocket(link)
    with contextlib.suppress(ConnectionError):
        while (bodies := end.wait(bench.patience(time.monotonic()))) is not None:
            now = time.monotonic()
            out = [each for body in bodies for message in for_edge(body) for each in bench.take(message, now)]
            out += bench.ready(now)
            if out:
                end.send(out)
            if not bodies and bench.games:
                bench.make_ready()
