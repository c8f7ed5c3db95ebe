"""Non-interference test bed: two rooms that differ only in cards which one person may not see.

The first room plays a session and notes which cards one person saw in each round. The second plays the same
session, request by request, from decks in which the cards that the person did not see are permuted. Every
byte that is sent to that person must be the same.

The root published with a shuffle is copied from the first room: by design it depends on every card, but
through salts that are never sent, and it reveals nothing (tests/fairness). Commitments, cuts and nonces come
from the same secrets in both rooms.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

from tests.room.room_driver import RoomDriver, filled

from hoyle.core.cards import DECK, parse_card
from hoyle.fairness.committed_draws import CommittedDeck
from hoyle.room.events import table_events
from hoyle.room.live_table import randomness
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandAnswer, CommandRequest
from hoyle.room.unit_of_work import CommittedStep
from hoyle.room.views.narration import LiveTableNarrator
from hoyle.room.views.table_views import table_snapshot, table_update
from hoyle.table.log.json_output import to_json

PLAYERS: Final = ("ann", "bob", "cy", "dee")
STAFF: Final = ("flo", "cash", "aud", "boss")
LOOKS_ON: Final = "out"

_CARD: Final = re.compile(rb'(?<=["\s])([2-9TJQKA][cdhs])(?=["\s])')


class DeckSource:
    """Source of decks for both rooms."""

    def __init__(self) -> None:
        self.drawn: dict[str, tuple[list[int], str]] = {}
        """Order and root of each draw of the first room, by label and commitment."""
        self.changed: Callable[[str], dict[int, int]] | None = None
        """Permutation of cards in the second room, by label."""

    @contextmanager
    def at_the_table(self) -> Iterator[None]:
        """Patch the automatic dealer to draw from here."""
        original = randomness.draw_deck

        def sealed_deck(
            live_table: LiveTable, cards: Sequence[int], cut: tuple[int, int] | None
        ) -> tuple[CommittedDeck, table_events.DrawCommitted]:
            deck, drawn = original(live_table, cards, cut)
            # A round whose deck is replaced is shuffled again, under another commitment.
            label = f"{deck.label}, seal {drawn.number}"
            if self.changed is None:
                self.drawn[label] = (list(deck.shuffled), drawn.root)
                return deck, drawn
            order, root = self.drawn[label]
            other = self.changed(label)
            deck.shuffled = [other[card] for card in order]
            assert sorted(deck.shuffled) == sorted(cards), "the other room shuffles the same cards by another name"
            return deck, table_events.DrawCommitted(**{**drawn.fields(), "root": root})

        randomness.draw_deck = sealed_deck
        try:
            yield
        finally:
            randomness.draw_deck = original


class ComparedRoom:
    """One of the two rooms, with what it sends to each person."""

    def __init__(self, game: str, book: str, seed: int, **terms: Any) -> None:
        self.evening = RoomDriver(seed=seed)
        for name, role in zip(STAFF, ("floor", "cashier", "auditor", "manager"), strict=True):
            self.evening.staff(name, role)
        self.evening.guests(*PLAYERS, LOOKS_ON)
        self.number = self.evening.open(game, book, **terms)
        self.evening.seat(self.number, *PLAYERS[:3])
        self.teller = LiveTableNarrator(self.evening.table(self.number))
        self.evening.heard.clear()

    def do(self, event: dict[str, Any]) -> CommandAnswer | None:
        """Run one event of the session: a tick or a request."""
        if "now" in event:
            self.evening.now = event["now"]
            self.evening.desk.tick()
            return None
        [answer] = self.evening.desk.process([CommandRequest(**event)])
        return answer

    def told(self) -> tuple[list[CommittedStep], list[Any]]:
        """Return the steps since the last call, with the dealer's sentences."""
        steps = [step for step in self.evening.heard if step.live_table is not None]
        self.evening.heard.clear()
        return steps, [tuple(self.teller.narrate(step.step)) for step in steps]

    def picture(self, told: list[CommittedStep], calls: list[Any], person: str) -> bytes:
        """Return everything that is sent to a person after an event."""
        room, hosted = self.evening.room, self.evening.table(self.number)
        whole = table_snapshot(room, hosted, person, tuple(self.teller.calls))
        update = table_update(room, hosted, told, calls, person) if told else None
        return to_json([whole, update])


class SessionRoom(Protocol):
    """Room and table at which a session is played."""

    evening: RoomDriver
    number: int
    """Number of the table."""


class SessionScript:
    """Generator of a session's events, from a seed and nothing that depends on a card."""

    def __init__(self, room: SessionRoom, seed: int) -> None:
        self.room = room
        self.rng = random.Random(seed)
        self.count = 0

    def event(self) -> dict[str, Any]:
        evening, rng = self.room.evening, self.rng
        wait = evening.table(self.room.number).blocking_decision()
        lot = rng.random()
        if lot < 0.06:
            return self._aside()
        offered = self._offered()
        if wait is not None and wait.seat and lot < 0.95:
            return self._asked(wait.person, **self._answer(wait.choices))
        if offered and lot < 0.6:
            who, choices = rng.choice(offered)
            return self._asked(who, **self._answer(choices))
        due = evening.desk.due()
        return {"now": max(evening.now, due if due is not None else 0)}

    def _offered(self) -> list[tuple[str, Any]]:
        table: Any = self.room.evening.table(self.room.number).table
        return [(wait.person, wait.choices) for wait in table.pending() if wait.optional and wait.choices and wait.seat]

    def _answer(self, choices: Any) -> dict[str, Any]:
        rng = self.rng
        stay = [choice for choice in choices if choice.do != "fold"]
        choice = rng.choice(stay if stay and rng.random() < 0.85 else list(choices))
        command = filled(choice, rng if rng.random() < 0.3 else None)
        if choice.cards is not None:
            # By position: the choice must not depend on the cards themselves.
            most = min(choice.cards[1], 3)
            command["places"] = sorted(rng.sample(range(1, choice.cards[1] + 1), rng.randint(0, most)))
        return command

    def _aside(self) -> dict[str, Any]:
        """Have a player sit down, leave, add chips, chat or contribute a nonce."""
        rng = self.rng
        hosted = self.room.evening.table(self.room.number)
        seats = {name: seat for seat, name in hosted.seated.items()}
        person = rng.choice(PLAYERS)
        if person not in seats:
            free = next(seat for seat in range(1, 9) if seat not in hosted.seated)
            return self._asked(person, do="sit", seat=free, chips=200)
        seat = seats[person]
        return self._asked(
            person,
            **rng.choice(
                (
                    {"do": "chat", "text": "nice hand"},
                    {"do": "top-up", "seat": seat, "chips": 100},
                    {"do": "leave", "seat": seat} if len(seats) > 3 else {"do": "sit-in", "seat": seat},
                    {"do": "contribute-nonce", "bytes": rng.randbytes(16).hex()},
                    {"do": "report-play", "player": "bob", "why": "slow"},
                    {"do": "show", "seat": seat},
                )
            ),
        )

    def _asked(self, person: str, **command: Any) -> dict[str, Any]:
        self.count += 1
        return {
            "idempotency_key": f"s{self.count}",
            "person": person,
            "table_id": self.room.number,
            "expected_version": self.room.evening.table(self.room.number).table.event_count,
            "command": command,
        }


def round_of(label: str) -> int:
    """Return the round of a draw's label."""
    return int(label.split()[3])


def cards_in(text: bytes) -> set[int]:
    """Return the cards named in a text."""
    return {parse_card(card.decode()) for card in _CARD.findall(text)}


class RecordedSession:
    """Session of the first room, to be replayed with other cards for each person."""

    def __init__(self, game: str, book: str, seed: int, rounds: int, **terms: Any) -> None:
        self.make = lambda: ComparedRoom(game, book, seed, **terms)
        self.shoe = DeckSource()
        self.events: list[dict[str, Any]] = []
        self.answers: list[CommandAnswer | None] = []
        self.pictures: dict[str, list[bytes]] = {person: [] for person in (*PLAYERS, LOOKS_ON)}
        self.saw: dict[tuple[str, int], set[int]] = {}
        self.rounds = 0
        with self.shoe.at_the_table():
            self._play(seed, rounds)

    def _play(self, seed: int, rounds: int) -> None:
        room = self.room = self.make()
        script = SessionScript(room, seed)
        while self.rounds < rounds and len(self.events) < rounds * 120:
            event = script.event()
            self.events.append(event)
            self.answers.append(room.do(event))
            told, calls = room.told()
            self.rounds = max((round_of(label) for label in self.shoe.drawn), default=0)
            for person, pictures in self.pictures.items():
                pictures.append(room.picture(told, calls, person))
                # A winner may still show after the next shuffle.
                for number in (self.rounds, self.rounds - 1):
                    self.saw.setdefault((person, number), set()).update(cards_in(pictures[-1]))
            self._staff_sees_what_anybody_sees(room, told, calls)

    def _staff_sees_what_anybody_sees(self, room: ComparedRoom, told: list[CommittedStep], calls: list[Any]) -> None:
        looks_on = self.pictures[LOOKS_ON][-1].replace(b'"out"', b'"?"')
        for person in STAFF:
            seen = room.picture(told, calls, person).replace(f'"{person}"'.encode(), b'"?"')
            assert seen == looks_on.replace(f'"{person}"'.encode(), b'"?"'), person

    def again_for(self, person: str, seed: int) -> int:
        """Replay the session with the cards that a person did not see permuted; return how many moved."""
        moved = 0

        def changed(label: str) -> dict[int, int]:
            nonlocal moved
            keep = self.saw.get((person, round_of(label)), set())
            free = [card for card in DECK if card not in keep]
            others = list(free)
            random.Random(f"{seed} {round_of(label)}").shuffle(others)
            moved += sum(one != other for one, other in zip(free, others, strict=True))
            return {**{card: card for card in keep}, **dict(zip(free, others, strict=True))}

        self.shoe.changed = changed
        with self.shoe.at_the_table():
            room = self.other = self.make()
            for index, event in enumerate(self.events):
                answer = room.do(event)
                told, calls = room.told()
                if event.get("person") == person:
                    assert answer == self.answers[index], f"event {index}: {event}"
                seen, expected = room.picture(told, calls, person), self.pictures[person][index]
                assert seen == expected, difference(expected, seen, index)
        self.shoe.changed = None
        return moved


def difference(one: bytes, other: bytes, at: int) -> str:
    """Describe the first difference between two views."""
    first = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    part = slice(max(0, first - 200), first + 200)
    return f"event {at}: {one[part]!r} is not {other[part]!r}"
