"""A store that fails under a room full of people: they are told so, and shown nothing that is not on disk."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.memory_store import MemoryStore
from tests.room.room_driver import RoomDriver
from tests.server.in_process_room import Frame, InProcessClient, InProcessRoom

from hoyle.room.outage import MAX_BACKOFF_MS
from hoyle.server.gateway.room_gateway import OUTAGE_OVER
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage.errors import Unavailable
from hoyle.storage.models import Session

SAID = "the room takes nothing at the moment: its records cannot be written"


class OutageRoom(InProcessRoom):
    """A table of three and an onlooker, at a store that fails for good once it is told to."""

    def __init__(self) -> None:
        self.shelf = MemoryStore()
        super().__init__(RoomDriver(self.shelf))
        self.table = self.evening.open("holdem", "oneida")
        self.tokens = {name: self.call("enter", name=name)[2] for name in ("ann", "bob", "cy", "out")}
        self.by_name = {name: self.connect(token=token) for name, token in self.tokens.items()}
        for seat, name in enumerate(("ann", "bob", "cy"), 1):
            self.by_name[name].person = name
            self.by_name[name].watch(self.table)
            self.by_name[name].yes(self.table, do="sit", seat=seat, chips=200)
        self.awaited = self.deal_on(self.table)

    def down(self) -> Frame:
        """Whoever is awaited acts, and it cannot be written; his answer."""
        self.shelf.fails = 10**6
        hosted = self.evening.table(self.table)
        self.record = self.shelf.head(hosted.stream).number
        client = self.by_name[self.awaited.person]
        turn = self.turn(client, self.table)
        assert turn is not None
        return client.do(self.table, **turn.first("call", "check"), expected_version=turn.version, id="once")

    def up(self) -> None:
        """There is room again, and in a while that is seen."""
        self.shelf.fails = 0
        self.wait(MAX_BACKOFF_MS)

    @property
    def out(self) -> InProcessClient:
        return self.by_name["out"]


@pytest.fixture
def party() -> OutageRoom:
    return OutageRoom()


def notices(client: InProcessClient) -> list[str]:
    return [frame["text"] for frame in client.frames if frame["type"] == "notice"]


def test_who_looks_on_is_shown_nothing_that_was_not_written(party: OutageRoom) -> None:
    answer = party.down()
    assert (answer["ok"], answer["retry"], answer["message"]) == (False, True, SAID)
    assert party.shelf.head(f"table {party.table}").number == party.record
    [told] = party.out.watch(party.table)
    assert (told["type"], told["text"], told.get("table_id", 0)) == ("notice", SAID, 0)
    party.up()
    picture = party.out.last("table")["snapshot"]
    assert picture["record"] == party.record + 1, "it was taken up again, and nothing else"
    assert picture["pending"][0]["person"] == party.awaited.person, "it is his turn still"


def test_only_the_operator_reads_where_the_records_are(party: OutageRoom, capsys: pytest.CaptureFixture[str]) -> None:
    answer = party.down()
    status, body, _ = party.call("me", party.tokens["ann"])
    late = party.connect(token=party.tokens["bob"])
    party.wait(MAX_BACKOFF_MS)
    said = [answer, body, *late.frames, *(frame for each in party.by_name.values() for frame in each.frames)]
    assert status == 503
    assert SAID in str(said)
    assert "shelf" not in str(said)
    assert party.evening.desk.cause == "the shelf has fallen down"
    party.up()
    assert capsys.readouterr().err.splitlines() == [
        "hoyle: the room takes nothing: the shelf has fallen down",
        "hoyle: the room goes on",
    ]


def test_everybody_is_told_once_when_it_begins_and_once_when_it_is_over(party: OutageRoom) -> None:
    party.down()
    for name, client in party.by_name.items():
        assert notices(client) == [SAID], name
    party.wait(30_000)
    party.by_name["ann"].do(party.table, do="chat", text="is anybody there?")
    party.up()
    for name, client in party.by_name.items():
        assert notices(client) == [SAID, OUTAGE_OVER], name
    assert party.by_name["ann"].last("table")["snapshot"]["record"] == party.record + 1


def test_the_same_command_takes_effect_once_the_store_is_back(party: OutageRoom) -> None:
    party.down()
    client = party.by_name[party.awaited.person]
    last = client.views.tables[party.table]["version"]
    party.up()
    turn = party.turn(client, party.table)
    assert turn is not None
    assert turn.version == last, "what he answers is what he was asked"
    assert client.yes(party.table, **turn.first("call", "check"), expected_version=last, id="once")
    assert party.evening.table(party.table).turn.person != party.awaited.person
    party.evening.check()


def test_a_write_that_fails_once_is_nobody_elses_business(party: OutageRoom) -> None:
    party.shelf.fails = 1
    assert party.by_name["ann"].do(party.table, do="chat", text="hello")["retry"]
    for client in party.by_name.values():
        assert notices(client) == []


ASKED: list[Frame] = [
    {"type": "lobby"},
    {"type": "watch", "table_id": 1},
    {"type": "watch", "table_id": 1, "after_record": 3, "hand_values": True},
    {"type": "unwatch", "table_id": 1},
    {"type": "preview-ruling", "id": "p", "table_id": 1, "command": {"do": "pause"}},
    {"type": "ping", "echo": 7},
    {"type": "command", "idempotency_key": "x", "table_id": 1, "command": {"do": "chat", "text": "hello"}},
    {"type": "command", "idempotency_key": "y", "table_id": 0, "command": {"do": "block", "player": "bob"}},
]


@pytest.mark.parametrize("frame", ASKED, ids=lambda frame: frame["type"])
def test_whatever_is_asked_meanwhile_is_answered_by_words_alone(party: OutageRoom, frame: Frame) -> None:
    party.down()
    for client in (party.out, party.by_name["ann"]):
        told = client.send(frame)
        assert {each["type"] for each in told} <= {"notice", "answer", "ruling-preview", "pong"}
        assert all(each.get("retry", True) for each in told if each["type"] == "answer")
    party.up()
    if frame["type"] == "lobby":
        assert party.out.count("lobby") == 1
    assert (party.out.count("table") == 1) == (frame["type"] == "watch")


@pytest.mark.parametrize("what", ["tables", "me", "enter", "sign", "name", "who", "floor", "log-out", "shares"])
def test_what_is_asked_over_http_meanwhile_may_be_asked_again(party: OutageRoom, what: str) -> None:
    party.down()
    status, body, _ = party.call(what, party.tokens["ann"], table=party.table, name="dee")
    assert (status, body["error"], body["allowed"]) == (503, SAID, "try again")


def test_a_monitor_is_told_that_the_room_is_down(party: OutageRoom) -> None:
    assert party.call("figures")[1]["up"] == 1
    party.down()
    status, body, _ = party.call("figures")
    assert (status, body["up"], body["clients"]) == (200, 0, 4)


def test_who_comes_meanwhile_is_told_and_let_in_when_it_is_over(party: OutageRoom) -> None:
    party.down()
    late = party.connect(token=party.tokens["bob"])
    stranger = party.connect(token="")
    left = party.connect(token=party.tokens["cy"])
    assert [frame["type"] for frame in late.frames] == ["notice"]
    for number in range(60):
        assert late.send({"type": "watch", "table_id": party.table if number < 30 else 77}) == []
    party.lose(left)
    party.up()
    assert late.last("welcome")["person"] == "bob"
    assert late.last("welcome")["seated_at"] == [party.table]
    assert late.count("table") == 30
    assert "there is no table 77 here" in notices(late)
    assert stranger.last("welcome")["person"] == ""
    assert left.count("welcome") == 0


def test_who_reads_too_slowly_meanwhile_has_everything_when_it_is_over(party: OutageRoom) -> None:
    party.down()
    ann = party.by_name["ann"]
    assert [frame["type"] for frame in party.behind(ann)] == ["afresh", "notice", "notice"]
    before = ann.count("wallet")
    party.up()
    assert ann.count("wallet") == before + 1
    assert ann.last("wallet")["chips"] == 9_800


def test_bots_stay_where_they_are(party: OutageRoom) -> None:
    party.evening.yes("boss", "seat-bot", party.table, player="Bo", style="rock", seat=4, chips=200)
    party.take()
    rosters = party.service.bots
    party.down()
    assert party.service._publish_bot_roster() == []
    party.up()
    assert party.service.bots == rosters != []


class StoreWithoutSessions(MemoryStore):
    """Cannot say whose a session is."""

    def session(self, token: bytes) -> Session | None:
        raise Unavailable("the shelf cannot be read")


def test_who_cannot_be_looked_up_comes_again() -> None:
    company: Any = InProcessRoom(RoomDriver(StoreWithoutSessions()))
    company.evening.open("holdem")
    late = company.connect(token="f" * 64)
    assert (late.dropped, late.frames) == (CLOSE_TRY_AGAIN_LATER, [])
    status, body, _ = company.call("me", "f" * 64)
    assert (status, body["error"]) == (503, "the room cannot look this up: its records cannot be written")
