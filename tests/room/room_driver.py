"""Room driver for tests: a room with a manual clock and seeded randomness."""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

from msgspec import json
from tests.room.memory_store import MemoryStore

from hoyle.audit.findings import Finding
from hoyle.audit.room_audit import audit_room
from hoyle.games.poker.variants import VARIANTS
from hoyle.room import recovery
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.commands import room_commands
from hoyle.room.handlers import account_handlers
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandAnswer, CommandRequest
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.room import Room
from hoyle.room.unit_of_work import CommittedStep
from hoyle.rulebooks import poker_book
from hoyle.storage import Store
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import poker_preset

BOOKS: Final = ("oneida", "nj-19-47", "nj-13-69f", "ca-omaha", "room-2012")
POKER_GAMES: Final = [(id, game) for id in BOOKS for game in sorted(poker_book(id).games)]
"""Every poker game of every book that has it."""
TWELVE: Final = sorted({game for _, game in POKER_GAMES})
BY_COMMON_PRACTICE: Final = sorted(set(VARIANTS) - set(TWELVE))
"""Poker games that none of the books has; a room may open them by common practice."""
STARTED: Final = 1_700_000_000_000
STACK: Final = 200


def sign_of(game: str, book_id: str | None = None, **changes: Any) -> dict[str, Any]:
    """Return the default sign for a game, as a request has it."""
    sign: Any = (
        house_game_preset(game, book_id).sign if game in HOUSE_GAMES else poker_preset(game, book_id, players=3).sign
    )
    fields: dict[str, Any] = {**sign.facts(), **changes}
    fields.pop("game", None)
    return fields


def wrong(place: str) -> list[Finding]:
    """Return the findings of an audit, without the missing sessions of people made by `guests` and
    `staff`."""
    findings = audit_room(place).findings
    return [finding for finding in findings if not finding.message.endswith("and has no session of then")]


class RoomDriver:
    """Room with its store, clock and seed, driven by a test."""

    def __init__(self, store: Store | None = None, *, seed: int = 1) -> None:
        self.store: Store = MemoryStore() if store is None else store
        self.now = STARTED
        self.skew = 0
        """Milliseconds by which the system clock was set."""
        self.rng = random.Random(seed)
        self.heard: list[CommittedStep] = []
        self.asked = 0
        self.desk = self._pipeline()

    def _pipeline(self) -> CommandPipeline:
        return CommandPipeline(
            self.store,
            now=lambda: self.now + self.skew,
            steady=lambda: self.now,
            entropy=self.rng.randbytes,
            publish=self.heard.extend,
        )

    def restart(self) -> None:
        """Replace the process by a new one that loads the room."""
        watched = self.desk.watched
        self.desk = self._pipeline()
        self.desk.watch(watched)

    @property
    def room(self) -> Room:
        return self.desk.room

    # People

    @property
    def authenticator(self) -> Authenticator:
        return Authenticator(self.desk)

    def guests(self, *names: str, chips: int = 10_000) -> None:
        """Add guests with play chips."""
        for name in names:
            enter = partial(account_handlers.enter, command=room_commands.Enter(player=name, chips=chips))
            self.desk.process_internal(enter, person=name)

    def staff(self, name: str, *roles: str) -> str:
        """Add a member with these roles."""
        self.guests(name)
        self.authenticator.register(name, "no password")
        for role in roles:
            self.authenticator.grant_initial_role(name, role)
        return name

    # Requests

    def request(
        self,
        person: str,
        do: str,
        table: int = 0,
        *,
        id: str = "",
        expected_version: int | None = None,
        reading: dict[str, Any] | None = None,
        **fields: Any,
    ) -> CommandRequest:
        """Make a request; `reading` has fields whose names clash with the arguments.

        `expected_version` defaults to the table's last entry.
        """
        self.asked += 1
        if expected_version is None and table in self.room.tables and self.table(table).is_set_up:
            expected_version = self.table(table).table.event_count
        return CommandRequest(
            idempotency_key=id or f"c{self.asked}",
            person=person,
            table_id=table,
            expected_version=expected_version,
            command={"do": do, **fields, **(reading or {})},
        )

    def ask(self, person: str, do: str, table: int = 0, **fields: Any) -> CommandAnswer:
        """Process a request and return its answer."""
        [answer] = self.desk.process([self.request(person, do, table, **fields)])
        return answer

    def yes(self, person: str, do: str, table: int = 0, **fields: Any) -> CommandAnswer:
        """Process a request that must be granted."""
        answer = self.ask(person, do, table, **fields)
        assert answer.ok, answer.message
        return answer

    def no(self, person: str, do: str, table: int = 0, **fields: Any) -> str:
        """Process a request that must be refused and change nothing; return the message."""
        before = self.plain()
        answer = self.ask(person, do, table, **fields)
        assert not answer.ok, f"{person} was let {do}"
        assert answer.message
        assert self.plain() == before, f"{do} was refused and changed something"
        return answer.message

    # Tables

    def open(self, game: str, book_id: str | None = None, *, by: str = "boss", **terms: Any) -> int:
        """Open a public table with the default sign and return its number."""
        if by not in self.room.state.people:
            self.staff(by, "manager")
        sign = terms.pop("sign", None) or sign_of(game, book_id)
        answer = self.yes(by, "open-table", game=game, sign=sign, settings=terms)
        number = answer.created["table_id"]
        assert isinstance(number, int)
        return number

    def home(self, game: str, host: str, **terms: Any) -> tuple[int, str]:
        """Open a home game; return its number and invite code."""
        sign = terms.pop("sign", None) or sign_of(game)
        answer = self.yes(host, "open-home-game", game=game, sign=sign, settings=terms)
        return answer.created["table_id"], answer.created["invite_code"]

    def table(self, number: int) -> LiveTable:
        return self.room.tables[number]

    def seat(self, number: int, *names: str, chips: int = STACK) -> None:
        """Seat people in seats 1, 2, 3, and mark the table as watched, so that it is dealt."""
        for seat, name in enumerate(names, 1):
            if name not in self.room.state.people:
                self.guests(name)
            self.yes(name, "sit", number, seat=seat, chips=chips)
        self.desk.watch(self.desk.watched | {number})

    # Time

    def tick(self) -> bool:
        """Advance the clock to the next due action and run it; False where there is none."""
        due = self.desk.due()
        if due is None:
            return False
        self.now = max(self.now, due)
        assert self.desk.tick(), "something was due and nothing was done"
        return True

    def deal_on(self, number: int, most: int = 60) -> PendingDecision:
        """Run due actions until a player is awaited at a table."""
        for _ in range(most):
            wait = self.table(number).blocking_decision()
            if wait is not None and wait.seat:
                return wait
            due = self.desk.due()
            assert due is not None, f"nobody has anything to do: {wait}"
            self.tick()
        raise AssertionError(f"the house deals and deals: {self.table(number).blocking_decision()}")

    def answer(self, number: int, *prefer: str) -> CommandAnswer:
        """Answer for the awaited player with the first of these commands that is offered."""
        wait = self.deal_on(number)
        choice = next((offer for do in prefer for offer in wait.choices if offer.do == do), wait.choices[0])
        return self.yes(wait.person, table=number, **filled(choice))

    def finish(self, number: int, *prefer: str) -> None:
        """Play the round to its end: check and call, or the preferred commands."""
        commands = prefer or ("check", "call", "bring-in", "draw", "show", "fold")
        for _ in range(200):
            wait = self.table(number).blocking_decision()
            if self.table(number).table.is_between_rounds():
                return
            if wait is not None and wait.seat:
                self.answer(number, *commands)
            else:
                self.tick()
        raise AssertionError("the round does not end")

    # Invariants

    def plain(self) -> dict[str, Any]:
        """Return the state of the room as plain data."""
        return plain_room(self.room)

    def check(self) -> None:
        """Check that chips are conserved and that a room loaded from the store has the same state."""
        assert self.room.reconcile() == []
        assert plain_room(recovery.load(self.store)) == self.plain()


def plain_room(room: Room) -> dict[str, Any]:
    """Return a copy of a room's state as plain data, without empty accounts."""
    data: dict[str, Any] = json.decode(
        json.encode(
            {
                "room": room.state.to_dict(),
                "tables": {number: hosted.to_dict() for number, hosted in sorted(room.tables.items())},
                "ledger": {account: chips for account, chips in sorted(room.ledger.balances.items()) if chips},
                "chains": {stream: chain.head for stream, chain in sorted(room.chains.items())},
            }
        )
    )
    return data


def filled(choice: Choice, rng: random.Random | None = None) -> dict[str, Any]:
    """Return a command for a choice, with the least amounts, or with random ones where `rng` is given."""
    command: dict[str, Any] = {"do": choice.do, **choice.fixed}
    for bounds in choice.bounds:
        steps = (bounds.max - bounds.min) // bounds.step
        step = 0 if rng is None else rng.choice((0, 0, rng.randint(0, steps), min(steps, rng.randint(0, 20))))
        command[bounds.field] = bounds.min + step * bounds.step
    return command
