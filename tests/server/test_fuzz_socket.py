"""Whatever comes by a socket is answered as documented; what is refused has changed nothing for anybody.

Frames are made up from the types that travel and from the registry of commands, sensible and spoilt ones, by
everybody who may be connected: somebody who looks on, players, a host, floor, cashier, auditor, manager.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import json
from tests.room.random_requests import may
from tests.room.room_driver import filled
from tests.server import type_samples
from tests.server.in_process_room import Frame, InProcessRoom

from hoyle.room.commands import room_commands, table_commands
from hoyle.room.permissions import COMMANDS as AT_TABLES
from hoyle.room.permissions import HOST, PERSON
from hoyle.server.ipc.messages import ClientFrameReceived
from hoyle.server.websocket_frames import (
    MAX_FRAME_BYTES,
    CommandFrame,
    FromClient,
    FromServer,
    LobbySubscription,
    PingFrame,
    PreviewRulingFrame,
    UnwatchFrame,
    WatchFrame,
)
from hoyle.table.dice.table import DiceTable
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.poker.table import PokerTable

STAFF = {"flo": "floor", "cass": "cashier", "audrey": "auditor", "mia": "manager"}
WHO = ("ann", "bob", "hal", *STAFF, "")
"""Two players, the host of a home game, those of the house, and somebody who only looks on."""
KINDS = (CommandFrame, WatchFrame, UnwatchFrame, LobbySubscription, PreviewRulingFrame, PingFrame)
GAMES = ("holdem", "draw5-high", "three-card-poker", "craps")
"""At tables 1 to 4; table 5 is the home game."""
KINDS_AT = (PokerTable, PokerTable, PokerTable, HouseCardTable, DiceTable, PokerTable)
EVERY = {**AT_TABLES, **table_commands.COMMANDS, **room_commands.COMMANDS}
FRAMES_EACH = 20


class FuzzedRoom:
    """Tables of every kind in the middle of play, and everybody connected."""

    def __init__(self) -> None:
        self.company = InProcessRoom()
        self.asked = 0
        self.done: dict[tuple[str, str], Frame] = {}
        """Commands that were done, by who gave them and their ids."""
        evening = self.company.evening
        for name, role in STAFF.items():
            evening.staff(name, role)
        self.clients = {who: self.company.connect(who) for who in WHO}
        ann, bob, hal = (self.clients[who] for who in ("ann", "bob", "hal"))
        self.tables = [evening.open(game) for game in GAMES]
        home, code = evening.home("stud7-high", "hal")
        self.tables.append(home)
        for client in (ann, bob):
            client.yes(home, do="join-home-game", code=code)
        for table in self.tables:
            for client in self.clients.values():
                client.watch(table)
            for seat, client in enumerate((ann, bob), 1):
                answer = client.yes(table, do="sit", seat=seat, chips=200)
                if table == home:
                    hal.yes(home, do="approve-seat-request", request_id=answer["created"]["request_id"])
        for _ in range(12):
            self.company.wait(1000)

    def send(self, who: str, data: bytes) -> list[Frame]:
        """One frame; what came back, all of it as documented."""
        self.company.evening.now += 100
        client = self.clients[who]
        before = len(client.frames)
        raw: list[bytes] = []
        hear = client.hear

        def heard(data: bytes) -> None:
            raw.append(data)
            hear(data)

        client.hear = heard  # type: ignore[method-assign]
        self.company.take(ClientFrameReceived(client.number, data))
        client.hear = hear  # type: ignore[method-assign]
        for each in raw:
            json.decode(each, type=FromServer)
        return client.frames[before:]

    def turn(self, at: int, amount: Any) -> tuple[str, Frame] | None:
        """What somebody is offered at a table, at the least amount or at any that is wanted instead."""
        table = self.tables[at % len(self.tables)]
        there: Any = self.company.evening.table(table).table
        waits = [wait for wait in there.pending() if wait.person in WHO]
        if not waits:
            return None
        wait = waits[at % len(waits)]
        choice = wait.choices[at // 7 % len(wait.choices)]
        command = filled(choice)
        if amount is not None and choice.bounds:
            command[choice.bounds[0].field] = amount
        self.asked += 1
        return wait.person, {
            "type": "command",
            "idempotency_key": f"t{self.asked}",
            "table_id": table,
            "command": command,
        }

    def try_out(self, who: str, frame: Any) -> None:
        """Send a frame, and hold everything that follows against the protocol."""
        data = frame if isinstance(frame, bytes) else json.encode(frame)
        before = self.company.evening.plain()
        heard = {name: len(other.frames) for name, other in self.clients.items()}
        answers = self.send(who, data)
        if not self._took_effect(who, data, answers):
            assert self.company.evening.plain() == before
            others = {name for name, count in heard.items() if len(self.clients[name].frames) != count}
            assert others <= {who}, "what was refused is nobody's business"
        for client in self.clients.values():
            assert not client.dropped

    def _took_effect(self, who: str, data: bytes, answers: list[Frame]) -> bool:
        """Whether the frame was a command that was done; everything else is answered and changes nothing."""
        try:
            frame = json.decode(data, type=FromClient)
        except (ValueError, RecursionError):
            [notice] = answers
            assert (notice["type"], notice["level"]) == ("notice", "error")
            assert notice["text"].startswith("this frame cannot be read: ")
            return False
        kinds = [answer["type"] for answer in answers]
        if isinstance(frame, CommandFrame):
            [answer] = [each for each in answers if each["type"] == "answer"]
            assert answer["idempotency_key"] == frame.idempotency_key
            if (who, frame.idempotency_key) in self.done:
                assert answers == [self.done[who, frame.idempotency_key]], "the same id gets the same answer again"
                return False
            if not answer["ok"]:
                assert answer["message"], "a refusal says why"
                assert kinds == ["answer"]
                return False
            self.done[who, frame.idempotency_key] = answer
            return True
        if isinstance(frame, PreviewRulingFrame):
            [ruling] = answers
            assert (ruling["type"], ruling["id"]) == ("ruling-preview", frame.id)
            assert ruling.get("message") or ruling["ok"]
        elif isinstance(frame, WatchFrame):
            read = ["hand-values"] if "hand-values" in kinds else []
            assert kinds in (["table", *read], ["events", "presence", *read], ["notice"]), kinds
        elif isinstance(frame, LobbySubscription):
            assert kinds == ["lobby"] * frame.subscribe
        elif isinstance(frame, UnwatchFrame):
            assert kinds == []
        else:
            assert kinds == ["pong"]
            assert answers[0]["echo"] == frame.echo
        return False


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def _to_tables(frames: st.SearchStrategy[Frame]) -> st.SearchStrategy[Frame]:
    """Mostly about tables that there are."""
    tables = st.sampled_from([0, 1, 2, 3, 4, 5]) | st.sampled_from([6, 99, 10**9])
    return st.tuples(frames, tables, st.booleans()).map(
        lambda made: {**made[0], "table_id": made[1]} if made[2] and "table_id" in made[0] else made[0]
    )


sensible = st.one_of([type_samples.frames(kind) for kind in KINDS])
ids = st.sampled_from(["a", "b", "é", " "]) | st.uuids().map(str) | st.text(min_size=1, max_size=64)


@st.composite
def orders(draw: st.DrawFn) -> tuple[str, Frame]:
    """Somebody gives a command, mostly one that his role lets him give there, mostly for his own seat."""
    who = draw(st.sampled_from(["ann", "bob", *WHO]))
    table = draw(st.sampled_from([1, 2, 3, 4, 5, 0]))
    known = {**KINDS_AT[table].COMMANDS, **table_commands.COMMANDS} if table else room_commands.COMMANDS
    held = [PERSON, *([STAFF[who]] if who in STAFF else [HOST] if who == "hal" else [])]
    allowed = {name: known[name] for name in known if any(may(role, name) for role in held)}
    command = type_samples.commands(draw(st.sampled_from([allowed, allowed, allowed, EVERY])) or EVERY)
    made = draw(command | type_samples.spoilt(command))
    if "seat" in made and draw(st.booleans()):
        made["seat"] = 2 if who == "bob" else 1
    kind = "preview-ruling" if draw(st.integers(0, 4)) == 0 else "command"
    id = draw(st.uuids().map(str) | ids)
    return who, {"type": kind, "id": id, "table": table, "command": made}


turns: st.SearchStrategy[tuple[int, Any]] = st.tuples(
    st.integers(0, 1000), st.none() | st.none() | type_samples.numbers | type_samples.junk
)
"""Which table and which of its choices, and another amount."""


@_settings(14)
@given(st.lists(st.tuples(st.sampled_from(WHO), _to_tables(sensible)), min_size=FRAMES_EACH, max_size=40))
def test_every_kind_of_frame_is_answered_as_documented(sent: list[tuple[str, Frame]]) -> None:
    room = FuzzedRoom()
    for who, frame in sent:
        room.try_out(who, frame)
    room.company.evening.check()


@_settings(14)
@given(st.lists(turns | orders(), min_size=FRAMES_EACH, max_size=40))
def test_every_command_is_done_or_refused_whoever_gives_it(sent: list[tuple[str, Frame] | tuple[int, Any]]) -> None:
    """Orders come between turns that are really played, so that they meet the tables in every state."""
    room = FuzzedRoom()
    for who, what in sent:
        order = room.turn(who, what) if isinstance(who, int) else (who, what)
        if order is not None:
            room.try_out(*order)
            room.company.wait(300)
    room.company.evening.check()


@_settings(8)
@given(
    st.lists(
        st.tuples(st.sampled_from(WHO), type_samples.spoilt(sensible) | type_samples.junk),
        min_size=FRAMES_EACH,
        max_size=40,
    )
)
def test_a_frame_that_was_spoilt_is_answered_and_changes_nothing(sent: list[tuple[str, Any]]) -> None:
    room = FuzzedRoom()
    for who, frame in sent:
        room.try_out(who, frame)
    room.company.evening.check()


@_settings(8)
@given(
    st.lists(
        st.tuples(st.sampled_from(WHO), sensible, st.integers(0, 400), st.binary(max_size=3), st.booleans()),
        min_size=FRAMES_EACH,
        max_size=40,
    )
)
def test_a_frame_that_was_cut_or_garbled_is_answered_and_changes_nothing(
    sent: list[tuple[str, Frame, int, bytes, bool]],
) -> None:
    room = FuzzedRoom()
    for who, frame, at, bytes_, cut in sent:
        data = json.encode(frame)
        at %= len(data)
        room.try_out(who, data[:at] + bytes_ + (b"" if cut else data[at + len(bytes_) :]))
    room.company.evening.check()


def _asks(command: bytes) -> bytes:
    return b'{"type": "command", "idempotency_key": "n", "table_id": 1, "command": ' + command + b"}"


NASTY = {
    "nothing": b"",
    "blanks": b" " * 1000,
    "no text": bytes(range(256)),
    "nested without end": b"[" * MAX_FRAME_BYTES,
    "nested in a command": _asks(b'{"do": "sit", "seat": ' + b"[" * 8000 + b"]" * 8000 + b"}"),
    "nested a little less": _asks(b'{"do": "sit", "seat": ' + b"[" * 500 + b"]" * 500 + b"}"),
    "nested names": _asks(b'{"do": "sit", "seat": ' + b'{"a": ' * 400 + b"1" + b"}" * 400 + b"}"),
    "a seat of five thousand digits": _asks(b'{"do": "sit", "seat": ' + b"7" * 5000 + b', "chips": 5}'),
    "chips of five thousand digits": _asks(b'{"do": "sit", "seat": 3, "chips": ' + b"7" * 5000 + b"}"),
    "minus chips": _asks(b'{"do": "sit", "seat": 3, "chips": -' + b"7" * 50 + b"}"),
    "half a chip": _asks(b'{"do": "top-up", "seat": 1, "chips": 0.5}'),
    "chips as large as a float goes": _asks(b'{"do": "top-up", "seat": 1, "chips": 1e308}'),
    "more than a float": _asks(b'{"do": "top-up", "seat": 1, "chips": 1e309}'),
    "no number": _asks(b'{"do": "top-up", "seat": 1, "chips": NaN}'),
    "a name of half a character": _asks(b'{"do": "chat", "text": "\\ud83d"}'),
    "a name of no character": _asks(b'{"do": "chat", "text": "\xed\xa0\xbd"}'),
    "zeros": _asks(b'{"do": "chat", "text": "\\u0000"}'),
    "the same field twice": _asks(b'{"do": "sit", "do": "leave", "seat": 1, "seat": 9}'),
    "a thousand fields": _asks(b"{" + b",".join(b'"%d": %d' % (at, at) for at in range(1000)) + b"}"),
    "a thousand cards": _asks(b'{"do": "draw", "seat": 1, "cards": "' + b"As" * 1000 + b'"}'),
    "nobody's seat": _asks(b'{"do": "fold", "seat": 9}'),
    "the dealer's work": _asks(b'{"do": "deal", "deck": "As Ks"}'),
}


def test_frames_that_nobody_in_his_senses_would_send_are_answered_and_change_nothing() -> None:
    room = FuzzedRoom()
    for name, data in NASTY.items():
        for who in WHO:
            room.try_out(who, data)
        assert not room.done, name
    room.company.evening.check()


def test_a_flood_is_answered_with_a_word_to_wait_and_changes_nothing() -> None:
    room = FuzzedRoom()
    ann, before = room.clients["ann"], room.company.evening.plain()
    for _ in range(300):
        ann.send({"type": "command", "idempotency_key": "f", "table_id": 1, "command": {"do": "fold", "seat": 9}})
    assert ann.last("answer") == {
        "type": "answer", "idempotency_key": "f", "ok": False, "message": "too much at once: wait a moment",
        "clause": "house pace", "retry": True,
    }  # fmt: skip
    assert room.company.evening.plain() == before
    room.company.evening.now += 60_000
    room.try_out("ann", {"type": "ping", "echo": 7})
