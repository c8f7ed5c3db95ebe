"""Bots process: plays every seated bot over one IPC link to the room.

A bot knows only its frames. It decides in this process, which takes milliseconds, and never in the room's.
At a table with a pace it takes its time, as people do. The table has no clock for bots, so a bot sends its
command again, with the same id, until it is answered.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec import convert, json

from hoyle.bots.bot_turn import RemoteTable
from hoyle.bots.poker_bots import Bot, bot, preload_starting_hands
from hoyle.core.cards import UNKNOWN_TEXT
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.plugins import load_plugins
from hoyle.server.error_log import ErrorReporter
from hoyle.server.ipc.buffered_socket import BufferedSocket
from hoyle.server.ipc.messages import (
    BotConnected,
    BotRoster,
    ClientDisconnected,
    ClientFrameReceived,
    Message,
    OutgoingFrame,
    decode_for_edge,
)
from hoyle.table import command_base as commands
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.seats import SitIn

_MIN_THINKING: Final = 0.7
_MAX_THINKING: Final = 1.5
"""Thinking time of a bot, as a multiple of the pace of its table."""
RETRY_DELAY_S: Final = 1.0
"""Seconds before a bot retries a command that was not decided, or another choice after a refusal."""
TIMEOUT_S: Final = 5.0
"""Seconds without an answer before a bot sends the same command again."""
_CHEAPEST_FIRST: Final = ("check", "fold", "show", "call")
"""Order of a bot's choices after a refusal."""

Frame = dict[str, Any]


class Reply(NamedTuple):
    """Reply of a bot to a WebSocket frame."""

    frame: Frame | None
    """None: no decision is pending, and a planned command is dropped."""
    is_retry: bool = False
    """A retry, or a second choice after a refusal: send it in a moment, not at once."""


class SeatedBot:
    """Player of one bot at one table: follows the table by its frames and decides."""

    def __init__(self, name: str, strategy: Bot, table: int, entropy: Callable[[int], bytes]) -> None:
        self.name = name
        self.table = table
        self.rules_to_preload: Rules | None = None
        """Rules of the table, until the runner takes them to preload their starting hands."""
        self._strategy = strategy
        # Seeded unpredictably: a player who could predict a bot's randomness could predict its bluffs.
        self._rng = random.Random(entropy(32))
        self._own_cards: dict[str, list[str]] = {}
        """The bot's cards by seat number, which the public view hides."""
        self._remote: RemoteTable | None = None
        self._commands_sent = 0
        self._unanswered: Frame | None = None
        """Command that has no answer yet."""
        self._decision: PendingDecision | None = None
        """The bot's pending decision."""
        self._version = 0
        self._refusals = 0  # in this turn
        self._pace = 0.0
        self._pace_rng = random.Random(entropy(32))

    def on_frame(self, data: bytes) -> Reply | None:
        """Handle a WebSocket frame of the room; return the bot's reply, None if nothing changes."""
        frame = json.decode(data)
        kind = frame["type"]
        if kind == "table":
            snapshot = frame["snapshot"]
            self._remote = RemoteTable(snapshot["sign"])
            self._pace = snapshot["settings"]["dealer_pace_ms"] / 1000
            view = snapshot["view"]
            self.rules_to_preload = self._remote.rules(len(view["seats"]), *view["limits"])
            self._own_cards = snapshot.get("own_cards") or {}
            return self._decide(view, snapshot["pending"], snapshot["version"])
        if kind == "events":
            update = frame["update"]
            self._record_events(update)
            self._own_cards = update.get("own_cards") or self._own_cards
            return self._decide(update["public_view"], update["pending"], update["version"])
        if kind == "answer" and self._unanswered is not None:
            is_latest = frame["idempotency_key"] == self._unanswered["idempotency_key"]
            return self._on_answer(frame) if is_latest else None
        return None

    def thinking_time(self) -> float:
        """Return the seconds that a bot thinks before its next command, drawn at random."""
        return self._pace * self._pace_rng.uniform(_MIN_THINKING, _MAX_THINKING) if self._pace else 0.0

    def _record_events(self, update: dict[str, Any]) -> None:
        for step in update["steps"]:
            for entry in step["events"]:
                number = entry.get("number", 0)
                # Events of the room, not of the table, have no number.
                if number and self._remote is not None:
                    self._remote.hear(entry["name"], entry["fields"], number)

    def _on_answer(self, answer: Frame) -> Reply:
        """Retry a command that was not decided; make another choice after a refusal."""
        if answer.get("retry") and not answer["ok"] and self._decision is not None:
            return Reply(self._unanswered, is_retry=True)
        self._unanswered = None
        if answer["ok"] or self._decision is None:
            return Reply(None)
        # An offered choice was refused: try the others, the cheapest first.
        self._refusals += 1
        choices = sorted(self._decision.choices, key=_cost)
        choice = choices[(self._refusals - 1) % len(choices)]
        min_fields = {bounds.field: bounds.min for bounds in choice.bounds}
        return Reply(self._command({"do": choice.do, **choice.fixed, **min_fields}), is_retry=True)

    def _decide(self, view: dict[str, Any], pending: list[Any], version: int) -> Reply:
        seat = next((seat for seat in view["seats"] if seat["name"] == self.name), None)
        if seat is not None and seat["sitting_out"]:
            # The bot's time ran out while the bots process was down.
            self._decision, self._version = None, version
            return Reply(self._command(commands.to_dict(SitIn(seat=seat["seat"]))))
        decision = next((item for item in pending if item.get("person") == self.name and item.get("choices")), None)
        self._decision, self._version, self._refusals = None, version, 0
        if decision is None or decision.get("optional") or self._remote is None or view.get("round") is None:
            self._unanswered = None
            return Reply(None)
        self._decision = convert({"kind": decision["decision"], **decision}, PendingDecision)
        round_view = convert(view["round"], PokerRoundView)
        self._reveal_own_cards(round_view)
        turn = self._remote.turn(self._decision, round_view, view["limits"])
        return Reply(self._command(commands.to_dict(self._strategy.act(turn, self._rng))))

    def _reveal_own_cards(self, round_view: PokerRoundView) -> None:
        """Replace the unknown cards of the bot's hand in a public view by its own cards."""
        for hand in round_view.hands:
            if hand.person == self.name:
                cards = self._own_cards.get(str(hand.seat), [])
                for index, card in enumerate(cards[: len(hand.cards)]):
                    if hand.cards[index] == UNKNOWN_TEXT:
                        hand.cards[index] = card

    def _command(self, command: Frame) -> Frame:
        """Build the frame of a command, and remember it until its answer arrives."""
        self._commands_sent += 1
        self._unanswered = {
            "type": "command",
            "idempotency_key": f"{self.table}-{self._version}-{self._commands_sent}",
            "table_id": self.table,
            "expected_version": self._version,
            "command": command,
        }
        return self._unanswered


def _cost(choice: Choice) -> int:
    return _CHEAPEST_FIRST.index(choice.do) if choice.do in _CHEAPEST_FIRST else len(_CHEAPEST_FIRST)


class Plan(NamedTuple):
    """Planned message of a bot, with the time to send it."""

    send_at: float
    message: Message
    was_sent: bool
    """Whether it was sent before: it is repeated only if no answer arrives until `send_at`."""


class BotRunner:
    """Runner of all bots of a room over one link."""

    def __init__(self, make_bot: Callable[[str], Bot] = bot, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """Set the factory of bots by style and the source of their random seeds."""
        self._make_bot = make_bot
        self._entropy = entropy
        self._bots: dict[int, SeatedBot] = {}
        self.games_to_preload: list[Rules] = []
        """Rules of games whose starting hands are still to be preloaded."""
        self._alarm = ErrorReporter()
        self._numbers: dict[tuple[str, int], int] = {}
        """Client number of each bot, by its name and table."""
        self._next_number = 1
        self._plans: dict[int, Plan] = {}

    def due(self) -> float | None:
        """Return the time of the next planned message; None without one."""
        return min((plan.send_at for plan in self._plans.values()), default=None)

    def receive_timeout(self, now: float) -> float | None:
        """Return the seconds to wait for a message of the room; None: any time."""
        if self.games_to_preload:
            return 0.0
        due = self.due()
        return None if due is None else max(0.0, due - now)

    def send_due(self, now: float) -> list[Message]:
        """Return the messages whose thinking time is over, and repeats of those without an answer."""
        numbers = [number for number, plan in self._plans.items() if plan.send_at <= now]
        return [self._send(number, self._plans[number].message, now) for number in numbers]

    def _send(self, number: int, message: Message, now: float) -> Message:
        """Return a message to send now, and plan to repeat it if no answer arrives."""
        self._plans[number] = Plan(now + TIMEOUT_S, message, was_sent=True)
        return message

    def preload_next_game(self) -> None:
        """Preload the starting hands of one game, so that its first decision need not wait."""
        try:
            preload_starting_hands(self.games_to_preload.pop(0))
        except Exception as error:
            self._alarm(error)

    def handle(self, message: Message, now: float = 0.0) -> list[Message]:
        """Handle a message of the room; return the replies to send at once, others come from `send_due`."""
        if isinstance(message, BotRoster):
            return self._update_roster(message)
        if not isinstance(message, OutgoingFrame):
            return []
        out: list[Message] = []
        for number in message.clients:
            seated_bot = self._bots.get(number)
            if seated_bot is None:
                continue
            reply = self._reply_to(seated_bot, message.data)
            if seated_bot.rules_to_preload is not None:
                self.games_to_preload.append(seated_bot.rules_to_preload)
                seated_bot.rules_to_preload = None
            if reply is not None:
                out += self._schedule(number, seated_bot, reply, now)
        return out

    def _reply_to(self, seated_bot: SeatedBot, data: bytes) -> Reply | None:
        """Return the reply of one bot to a frame; an error there does not affect the other bots."""
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
        if reply.is_retry:
            self._plans[number] = Plan(now + RETRY_DELAY_S, message, was_sent=True)
            return []
        delay = seated_bot.thinking_time()
        if not delay:
            return [self._send(number, message, now)]
        # Other events at the table do not restart the thinking time.
        plan = self._plans.get(number)
        send_at = plan.send_at if plan is not None and not plan.was_sent else now + delay
        self._plans[number] = Plan(send_at, message, was_sent=False)
        return []

    def _update_roster(self, roster: BotRoster) -> list[Message]:
        """Connect the bots that are new on the roster; disconnect those that are no longer on it."""
        out: list[Message] = []
        styles = {(name, table): style for name, style, table in roster.bots}
        for key in [key for key in self._numbers if key not in styles]:
            number = self._numbers.pop(key)
            del self._bots[number]
            self._plans.pop(number, None)
            out.append(ClientDisconnected(number))
        for (name, table), style in styles.items():
            if (name, table) not in self._numbers:
                number, self._next_number = self._next_number, self._next_number + 1
                self._numbers[name, table] = number
                self._bots[number] = SeatedBot(name, self._make_bot(style), table, self._entropy)
                watch = json.encode({"type": "watch", "table_id": table})
                out += [BotConnected(number, name), ClientFrameReceived(number, watch)]
        return out


def run(link: socket.socket) -> None:
    """Play all bots until the room is gone; starting hands are preloaded while the link is idle."""
    runner, room = BotRunner(), BufferedSocket(link)
    with contextlib.suppress(ConnectionError):
        while (packets := room.wait(runner.receive_timeout(time.monotonic()))) is not None:
            now = time.monotonic()
            out: list[Message] = []
            for packet in packets:
                for message in decode_for_edge(packet):
                    out += runner.handle(message, now)
            out += runner.send_due(now)
            if out:
                room.send(out)
            if not packets and runner.games_to_preload:
                runner.preload_next_game()


def main() -> None:
    """Run the bots process: ``python -m hoyle.server.process.bots_process LINK``."""
    # A terminal sends interrupts to all processes; this one ends with the room.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    load_plugins()
    run(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    main()
