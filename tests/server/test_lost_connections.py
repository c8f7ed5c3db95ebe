"""Whoever loses his connection at any frame, or his room, ends with the picture of one who lost nothing.

The same evening is played in two rooms. In one nothing goes wrong. In the other connections break before a
command arrives, after any of the frames that it causes, or with its answer; clients fall behind; the room's
process dies and another takes it up. After every event everybody there, back by what `hoyle.client` does,
must have before him what he has in the first.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from tests.room.room_driver import TWELVE, RoomDriver
from tests.server.in_process_room import Frame, InProcessRoom

from hoyle.client.protocol_state import ProtocolState
from hoyle.server.ipc.messages import ClientLagging

PEOPLE = ("ann", "bob", "cy", "out")
GAMES = (*TWELVE, "three-card-poker", "four-card-poker", "mississippi-stud", "craps", "mini-dice")
DAY = 86_400_000
"""Seats of those who are away are kept, else a clock that begins anew would decide who sits here."""
EVENTS = int(os.environ.get("HOYLE_LOST_EVENTS", "60"))


class ReconnectingClient:
    """A client as programs have it, on a connection that may break."""

    def __init__(self, company: InProcessRoom, person: str) -> None:
        self.company = company
        self.person = person
        self.talk = ProtocolState()
        self.answers: dict[str, Frame] = {}
        self.back()

    def back(self) -> None:
        """Come again, and take up what was begun."""
        self.end = self.company.connect(self.person)
        self.read = 0
        for frame in self.talk.frames_on_connect():
            self.say(frame)
        self.hear()

    def say(self, frame: Frame) -> None:
        self.end.send(frame)

    def hear(self, most: int | None = None) -> None:
        """Read what has come, or so many frames of it."""
        while self.read < len(self.end.frames) and (most is None or most > 0):
            frame = self.end.frames[self.read]
            self.read += 1
            if frame["type"] == "answer":
                self.answers[frame["idempotency_key"]] = frame
            for reply in self.talk.receive(frame):
                self.say(reply)
            most = None if most is None else most - 1

    def lose(self, heard: int) -> None:
        """The connection breaks; so many of the frames on their way have come."""
        self.hear(heard)
        self.company.lose(self.end)

    def fall_behind(self, heard: int) -> None:
        """The edge has thrown away what was not read."""
        self.hear(heard)
        self.read = len(self.end.frames)
        self.company.take(ClientLagging(self.end.number))

    def picture(self, table: int) -> Frame:
        """A table as this client has it before him, however it came to know his own cards."""
        held = dict(self.talk.views.tables[table])
        for name in ("view", "steps", "record", "narration"):
            held.pop(name, None)
        felt = {**held["public_view"], "person": "", "seat": 0}
        if felt.get("round"):
            felt["round"] = {
                name: [self._place(place, held["own_cards"]) for place in part]
                if name in ("hands", "positions")
                else part
                for name, part in felt["round"].items()
            }
        held["clock"] = (held.get("clock") or {}).get("person")
        held["next_deal_at"] = bool(held.get("next_deal_at"))
        return {**held, "public_view": felt, "wallet": self.talk.views.wallet, "answers": self.answers}

    def calls(self, table: int) -> list[Frame]:
        """The dealer's words in this round."""
        found: list[Frame] = self.talk.views.tables[table]["narration"]
        return found

    def _place(self, place: Frame, mine: dict[str, list[str]]) -> Frame:
        if self.person not in (place.get("person"), place.get("owner")):
            return place
        # A whole table has them on the felt, news have them beside it.
        return {**place, "cards": mine.get(str(place["seat"]), []), "face_up": []}


class RoomWithClients:
    """A room, its people and their lines."""

    def __init__(self, game: str, seed: int, home: bool) -> None:
        self.company = InProcessRoom(RoomDriver(seed=seed))
        evening = self.company.evening
        evening.guests(*PEOPLE)
        self.lines = {name: ReconnectingClient(self.company, name) for name in PEOPLE}
        if home:
            self.table, code = evening.home(game, "ann", wager_window_ms=2000, away_seat_hold_ms=DAY)
            for line in self.lines.values():
                if line.person != "ann":
                    line.end.yes(self.table, do="join-home-game", code=code)
        else:
            self.table = evening.open(game, wager_window_ms=2000, away_seat_hold_ms=DAY)
        for line in self.lines.values():
            line.say(line.talk.watch(self.table))
            line.hear()

    def is_playing(self) -> bool:
        return self.company.evening.table(self.table).current_round is not None

    def pass_time(self, now: int) -> None:
        self.company.evening.now = now
        self.company.deliver(self.company.service.tick())


class ConnectionFaults:
    """What goes wrong in the second room, from a seed."""

    def __init__(self, house: RoomWithClients, rng: random.Random) -> None:
        self.house = house
        self.rng = rng
        self.deaths = 0
        self.lost = 0

    def say(self, line: ReconnectingClient, frame: Frame) -> None:
        """Somebody gives a command, which may or may not arrive before his connection breaks."""
        lot = self.rng.random()
        if lot < 0.1:
            line.lose(0)
            line.back()
        elif lot < 0.15:
            self._die()
        else:
            line.say(frame)
        self.strike()

    def strike(self) -> None:
        """Frames are on their way to everybody; some of them are never read."""
        if self.rng.random() < 0.05:
            for line in self.house.lines.values():
                line.hear(self._some(line))
            self._die()
        for line in self.house.lines.values():
            lot = self.rng.random()
            if lot < 0.15:
                line.lose(self._some(line))
                line.back()
                self.lost += 1
            elif lot < 0.2:
                line.fall_behind(self._some(line))
            line.hear()
        for line in self.house.lines.values():
            line.hear()

    def _some(self, line: ReconnectingClient) -> int:
        return self.rng.randint(0, len(line.end.frames) - line.read)

    def _die(self) -> None:
        """The room's process is killed, with every connection."""
        self.deaths += 1
        self.house.company.restart()
        for line in self.house.lines.values():
            line.back()


def something(house: RoomWithClients, rng: random.Random) -> tuple[str, Frame] | None:
    """Who does what next; None where the house goes on."""
    offered: list[tuple[str, Frame, bool]] = []
    for line in house.lines.values():
        picture = line.talk.views.tables[house.table]
        if any(ask.get("player") for ask in picture.get("seat_requests", ())) and picture.get("host") == line.person:
            return line.person, {"do": "approve-seat-request", "request_id": picture["seat_requests"][0]["request_id"]}
        for wait in picture.get("pending", ()):
            if wait.get("person") == line.person:
                offered += [
                    (line.person, line_choice(choice), bool(wait.get("optional"))) for choice in wait.get("choices", ())
                ]
    seated = house.company.evening.table(house.table).seated.values()
    lot = rng.random()
    missing = [name for name in PEOPLE[:3] if name not in seated]
    if missing and lot < 0.8:
        return missing[0], {"do": "sit", "seat": PEOPLE.index(missing[0]) + 1, "chips": 300}
    felt = house.lines["ann"].talk.views.tables[house.table]["public_view"]
    away = next((seat for seat in felt["seats"] if seat.get("sitting_out")), None)
    if away and lot < 0.5:
        return away["name"], {"do": "sit-in", "seat": away["seat"]}
    if lot < 0.04:
        return rng.choice(PEOPLE), {"do": "chat", "text": f"hm {lot:.3f}"}
    paused = house.lines["ann"].talk.views.tables[house.table].get("paused")
    if lot < (0.5 if paused else 0.08):
        return "ann", {"do": "resume" if paused else "pause"}
    pressing = [each for each in offered if not each[2]]
    if (pressing or offered) and lot < 0.85:
        person, command, _ = rng.choice(pressing or offered)
        return person, command
    return None


def line_choice(choice: Frame) -> Frame:
    found: dict[str, Any] = {"do": choice["do"], **choice.get("fixed", {})}
    return found | {bounds["field"]: bounds["min"] for bounds in choice.get("bounds", ())}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("home", [False, True], ids=["public", "home"])
def test_whoever_loses_anything_ends_with_the_picture_of_one_who_lost_nothing(game: str, home: bool) -> None:
    seed = GAMES.index(game)
    calm, stormy = RoomWithClients(game, seed, home), RoomWithClients(game, seed, home)
    rng, trouble = random.Random(seed), ConnectionFaults(stormy, random.Random(seed + 1000))
    for number in range(EVENTS):
        now = calm.company.evening.now + 100
        chosen = something(calm, rng)
        if chosen is None:
            # Clocks begin anew with a process: that of the second room may run out later.
            dues = [house.company.service.next_tick_at() or 0 for house in (calm, stormy)]
            now = max([now, *(due for due in dues if due < now + DAY // 2)])
            calm.pass_time(now)
            stormy.pass_time(now)
            trouble.strike()
        else:
            person, command = chosen
            calm.company.evening.now = stormy.company.evening.now = now
            frames = [
                house.lines[person].talk.command(house.table, command, id=f"e{number}") for house in (calm, stormy)
            ]
            calm.lines[person].say(frames[0])
            trouble.say(stormy.lines[person], frames[1])
        for name in PEOPLE:
            calm.lines[name].hear()
            assert not stormy.lines[name].talk.unanswered
            where = f"event {number}, {chosen}, {name}"
            assert stormy.lines[name].picture(stormy.table) == calm.lines[name].picture(calm.table), where
            words, said = stormy.lines[name].calls(stormy.table), calm.lines[name].calls(calm.table)
            # A process that takes a room up knows the words of the round being played, and no others.
            if not trouble.deaths:
                assert words == said, where
            elif calm.is_playing():
                assert words == said[-len(words) :], where
            else:
                assert all(words.count(each) <= said.count(each) for each in words), where
    assert trouble.lost > EVENTS // 4
    assert calm.company.evening.table(calm.table).table.event_count > EVENTS // 2
