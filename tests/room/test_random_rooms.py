"""Any sequence of requests by anybody, ticks, restarts and clocks that jump: the room stays whole.

After every commit the money adds up, a process that takes over knows exactly what this one knows, and what
was refused has changed nothing. Nothing comes back but answers.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.room.random_requests import RandomRequests
from tests.room.room_driver import TWELVE, RoomDriver

from hoyle.room.messages import CommandAnswer, CommandRequest
from hoyle.room.views.table_views import table_snapshot
from hoyle.storage import Store
from hoyle.table.log.json_output import to_json
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES

PLAYERS = ("ann", "bob", "cy", "dee", "eve")


class RandomRoom:
    """One evening of requests from a seed."""

    def __init__(self, seed: int, store: Store | None = None) -> None:
        self.rng = random.Random(seed)
        self.evening = RoomDriver(store, seed=seed)
        self.anybody = RandomRequests(self.evening, self.rng)
        self.granted: Counter[str] = Counter()
        self._furnish()

    def _furnish(self) -> None:
        evening, rng = self.evening, self.rng
        for name, role in (("boss", "manager"), ("flo", "floor"), ("cash", "cashier"), ("aud", "auditor")):
            evening.staff(name, role)
        evening.guests(*PLAYERS, chips=3000)
        for game in (*rng.sample(TWELVE, 2), *rng.sample(list(HOUSE_GAMES), 2)):
            evening.open(game, away_seat_hold_ms=rng.choice((60_000, 900_000)))
        number, code = evening.home(rng.choice(TWELVE), "ann")
        evening.yes("bob", "join-home-game", number, code=code)
        for table in evening.room.tables:
            for person in rng.sample(PLAYERS, 3):
                evening.ask(person, "sit", table, seat=rng.randint(1, 6), chips=rng.choice((100, 200, 400)))
        evening.desk.watch(set(evening.room.tables))

    def step(self) -> None:
        """Something happens."""
        evening, rng = self.evening, self.rng
        lot = rng.random()
        if lot < 0.48:
            self._tick()
        elif lot < 0.5:
            evening.now += rng.choice((1000, 30_000, -5000, 100_000))
        elif lot < 0.505:
            evening.restart()
        elif lot < 0.515:
            evening.desk.watch({table for table in evening.room.tables if rng.random() < 0.9})
        else:
            self._ask()
        assert evening.room.reconcile() == []

    def _tick(self) -> None:
        due = self.evening.desk.due()
        patience = 3000 if self.rng.random() < 0.97 else 10**7
        if due is not None and due <= self.evening.now + patience:
            self.evening.tick()

    def _ask(self) -> None:
        fields = self.anybody.request()
        before = self.evening.plain() if self.rng.random() < 0.3 else None
        answer = self._sent(fields)
        assert answer.ok or answer.message, fields
        assert answer.clause != "house records", f"{fields}: {answer.message}"
        if answer.ok:
            self.granted[fields["do"]] += 1
        elif before is not None:
            assert self.evening.plain() == before, f"{fields} was refused and changed something"

    def _sent(self, fields: dict[str, Any]) -> CommandAnswer:
        self.evening.asked += 1
        person, table, expected_version = (fields.pop("person"), fields.pop("at"), fields.pop("expected_version", None))
        request = CommandRequest(
            idempotency_key=f"c{self.evening.asked}",
            person=person,
            table_id=table,
            expected_version=expected_version,
            command=fields,
        )
        [answer] = self.evening.desk.process([request])
        return answer

    def look(self) -> None:
        """Everybody may look at every table at any moment."""
        room = self.evening.room
        for hosted in room.tables.values():
            for person in ("", *room.state.people):
                assert to_json(table_snapshot(room, hosted, person))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_anybody_asks_for_the_room_stays_whole(seed: int) -> None:
    room = RandomRoom(seed)
    for number in range(400):
        room.step()
        if number % 7 == 0:
            room.evening.check()
    room.look()
    room.evening.check()
    assert room.granted


@pytest.mark.parametrize("seed", range(1))
def test_a_store_on_disk_keeps_such_a_room_too(seed: int, store: Store) -> None:
    room = RandomRoom(1000 + seed, store)
    for number in range(150):
        room.step()
        if number % 15 == 0:
            room.evening.check()
    room.evening.check()
    assert store.verify_all_balances() == []
