"""Bots process: plays every seated bot over one IPC link to the room.

A bot knows only its frames. It decides in this process, which takes milliseconds, and never in the room's.
At a table with a pace it takes its time, as people do. The table has no clock for bots, so a bot sends its
command again, with the same id, until it is answered.
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

from hoyle.bots.bot_turn import RemoteTable
from hoyle.bots.poker_bots import Bot, bot, preload_starting_hands
from hoyle.core.cards import UNKNOWN_TEXT
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.server.error_log import ErrorReporter
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
from hoyle.table import command_base as commands
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.seats import SitIn

_QUICKEST: Final = 0.7
_SLOWEST: Final = 1.5
"""Thinking time of a bot, as a multiple of the pace of its table."""
AGAIN: Final = 1.0
"""Seconds before it retries a command that was not decided, or another choice after a refusal."""
TIMEOUT_S: Final = 5.0
"""Seconds without an answer before it sends the same command again."""
_CHEAPEST_FIRST: Final = ("check", "fold", "show", "call")
"""Order of its choices after a refusal."""

Frame = dict[str, Any]


class Reply(NamedTuple):
    """Reply of a bot to a WebSocket frame."""

    frame: Frame | None
    """None: no decision is pending, and a planned command is dropped."""
    again: bool = False
    """A retry, or a second choice after a refusal: send it in a moment, not at once."""


class SeatedBot:
    """One bot at one table: follows its frames and decides."""

    def __init__(self, name: str, mind: Bot, table: int, entropy: Callable[[int], bytes]) -> None:
        self.name = name
        self.table = table
        self.unready: Rules | None = None
        """Rules of the table, until their starting hands are preloaded."""
        self._mind = mind
        # Seeded unpredictably: a player who could predict a bot's randomness could predict its bluffs.
        self._rng = random.Random(entropy(32))
        self._own_cards: dict[str, list[str]] = {}
        self._remote: RemoteTable | None = None
        self._sent = 0
        self._unanswered: Frame | None = None
        """Command that has no answer yet."""
        self._decision: PendingDecision | None = None
        """Its pending decision."""
        self._version = 0
        self._refusals = 0
        """Refusals in this turn."""
        self._pace = 0.0
        self._pace_rng = random.Random(entropy(32))

    def on_frame(self, data: bytes) -> Reply | None:
        """Handle a frame of the room; the reply, or None if nothing changes."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "table":
            snapshot = frame["snapshot"]
            self._remote = RemoteTable(snapshot["sign"])
            self._pace = snapshot["settings"]["dealer_pace_ms"] / 1000
            self.unready = self._remote.rules(len(snapshot["view"]["seats"]), *snapshot["view"]["limits"])
            self._own_cards = snapshot.get("own_cards") or {}
            return self._decide(snapshot["view"], snapshot["pending"], snapshot["version"])
        if kind == "events":
            update = frame["update"]
            self._record_events(update)
            self._own_cards = update.get("own_cards") or self._own_cards
            return self._decide(update["public_view"], update["pending"], update["version"])
        if (
            kind == "answer"
            and self._unanswered is not None
            and frame["idempotency_key"] == self._unanswered["idempotency_key"]
        ):
            return self._on_answer(frame)
        return None

    def thinks(self) -> float:
        """Return the seconds that the bot thinks before its next command."""
        return self._pace * self._pace_rng.uniform(_QUICKEST, _SLOWEST) if self._pace else 0.0

    def _record_events(self, update: dict[str, Any]) -> None:
        for step in update["steps"]:
            for entry in step["events"]:
                number = entry.get("number", 0)
                if number and self._remote is not None:
                    self._remote.hear(entry["name"], entry["fields"], number)

    def _on_answer(self, answer: Frame) -> Reply:
        sent, self._unanswered = self._unanswered, None
        if answer["ok"] or self._decision is None:
            return Reply(None)
        if answer.get("retry"):
            self._unanswered = sent
            return Reply(sent, again=True)
        # An offered choice was refused: try the others, the cheapest first.
        self._refusals += 1
        offered = sorted(self._decision.choices, key=_cost)
        choice = offered[(self._refusals - 1) % len(offered)]
        min_fields = {bounds.field: bounds.min for bounds in choice.bounds}
        return Reply(self._command({"do": choice.do, **choice.fixed, **min_fields}), again=True)

    def _decide(self, view: dict[str, Any], pending: list[Any], version: int) -> Reply:
        seat = next((seat for seat in view["seats"] if seat["name"] == self.name), None)
        if seat is not None and seat["sitting_out"]:
            # Its time ran out while the bots process was down.
            self._decision, self._version = None, version
            return Reply(self._command(commands.to_dict(SitIn(seat=seat["seat"]))))
        decision = next(
            (item for item in pending if item.get("person") == self.name and item.get("choices")), None
        )
        self._decision, self._version, self._refusals = None, version, 0
        if decision is None or decision.get("optional") or self._remote is None or view.get("round") is None:
            self._unanswered = None
            return Reply(None)
        self._decision = convert({"kind": decision["decision"], **decision}, PendingDecision)
        round_view = convert(view["round"], PokerRoundView)
        for hand in round_view.hands:
            if hand.person == self.name:
                cards = self._own_cards.get(str(hand.seat), [])
                for index, card in enumerate(cards[: len(hand.cards)]):
                    if hand.cards[index] == UNKNOWN_TEXT:
                        hand.cards[index] = card
        turn = self._remote.turn(self._decision, round_view, view["limits"])
        return Reply(self._command(commands.to_dict(self._mind.act(turn, self._rng))))

    def _command(self, command: Frame) -> Frame:
        self._sent += 1
        self._unanswered = {
            "type": "command",
            "idempotency_key": f"{self.table}-{self._version}-{self._sent}",
            "table_id": self.table,
            "expected_version": self._version,
            "command": command,
        }
        return self._unanswered


def _cost(choice: Choice) -> int:
    return _CHEAPEST_FIRST.index(choice.do) if choice.do in _CHEAPEST_FIRST else len(_CHEAPEST_FIRST)


class Plan(NamedTuple):
    """Planned message of a bot, with the time to send it."""

    when: float
    message: Message
    was_sent: bool
    """Whether it was sent before, and is repeated only if no answer arrives until then."""


class BotRunner:
    """Runner of all bots of a room over one link."""

    def __init__(
        self, minds: Callable[[str], Bot] = bot, entropy: Callable[[int], bytes] = os.urandom
    ) -> None:
        """Set the factory of bots by style (`minds`) and the source of their random seeds."""
        self._minds = minds
        self._entropy = entropy
        self._bots: dict[int, SeatedBot] = {}
        self.games: list[Rules] = []
        """Rules whose starting hands are still to be preloaded."""
        self._alarm = ErrorReporter()
        self._numbers: dict[tuple[str, int], int] = {}
        self._next = 1
        self._plans: dict[int, Plan] = {}

    def due(self) -> float | None:
        """Time of the next planned message; None without one."""
        return min((plan.when for plan in self._plans.values()), default=None)

    def patience(self, now: float) -> float | None:
        """Return the seconds to wait for a frame; None: any time."""
        due = self.due()
        if self.games:
            return 0.0
        return None if due is None else max(0.0, due - now)

    def ready(self, now: float) -> list[Message]:
        """Messages whose thinking time is over, and repeats of those without an answer."""
        numbers = [number for number, plan in self._plans.items() if plan.when <= now]
        return [self._send(number, self._plans[number].message, now) for number in numbers]

    def _send(self, number: int, message: Message, now: float) -> Message:
        self._plans[number] = Plan(now + TIMEOUT_S, message, was_sent=True)
        return message

    def make_ready(self) -> None:
        """Preload the starting hands of one game, so that its first decision need not wait."""
        try:
            preload_starting_hands(self.games.pop(0))
        except Exception as error:
            self._alarm(error)

    def take(self, message: Message, now: float = 0.0) -> list[Message]:
        """Handle a message; the replies to send at once. Delayed replies come from `ready`."""
        if isinstance(message, BotRoster):
            return self._update_roster(message)
        if not isinstance(message, OutgoingFrame):
            return []
        out: list[Message] = []
        for number in message.clients:
            seated_bot = self._bots.get(number)
            reply = None if seated_bot is None else self._reply_to(seated_bot, message.data)
            if seated_bot is not None and seated_bot.unready is not None:
                self.games.append(seated_bot.unready)
                seated_bot.unready = None
            if seated_bot is not None and reply is not None:
                out += self._schedule(number, seated_bot, reply, now)
        return out

    def _reply_to(self, seated_bot: SeatedBot, data: bytes) -> Reply | None:
        """Reply of one bot; an error there does not affect the others."""
        try:
            return seated_bot.on_frame(data)
        except Exception as error:
            error.add_note(f"{seated_bot.name} at table {seated_bot.table}")
            self._alarm(error)
            return None

    def _schedule(self, number: int, seated_bot: SeatedBot, reply: Reply, now: float) -> list[Message]:
        if reply.frame is None:
            self._plans.pop(number, None)
            return []
        message = ClientFrameReceived(number, json.encode(reply.frame))
        if reply.again:
            self._plans[number] = Plan(now + AGAIN, message, was_sent=True)
            return []
        delay = seated_bot.thinks()
        if not delay:
            return [self._send(number, message, now)]
        # Other events at the table do not restart the thinking time.
        plan = self._plans.get(number)
        when = plan.when if plan is not None and not plan.was_sent else now + delay
        self._plans[number] = Plan(when, message, was_sent=False)
        return []

    def _update_roster(self, roster: BotRoster) -> list[Message]:
        out: list[Message] = []
        roster_bots = {(name, table): style for name, style, table in roster.bots}
        for key in [key for key in self._numbers if key not in roster_bots]:
            number = self._numbers.pop(key)
            del self._bots[number]
            self._plans.pop(number, None)
            out.append(ClientDisconnected(number))
        for (name, table), style in roster_bots.items():
            if (name, table) not in self._numbers:
                number, self._next = self._next, self._next + 1
                self._numbers[name, table] = number
                self._bots[number] = SeatedBot(name, self._minds(style), table, self._entropy)
                watch = json.encode({"type": "watch", "table_id": table})
                out += [BotConnected(number, name), ClientFrameReceived(number, watch)]
        return out


def run(link: socket.socket) -> None:
    """Play until the room is gone; starting hands are preloaded while the link is idle."""
    runner, end = BotRunner(), BufferedSocket(link)
    with contextlib.suppress(ConnectionError):
        while (bodies := end.wait(runner.patience(time.monotonic()))) is not None:
            now = time.monotonic()
            out = [
                reply for body in bodies for message in for_edge(body) for reply in runner.take(message, now)
            ]
            out += runner.ready(now)
            if out:
                end.send(out)
            if not bodies and runner.games:
                runner.make_ready()
