"""The room behind its link: every frame is answered as documented, and a refused one changes nothing."""

from __future__ import annotations

import random
import re
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from tests.room.memory_store import MemoryStore
from tests.room.room_driver import RoomDriver
from tests.server.in_process_room import Frame, InProcessClient, InProcessRoom

from hoyle.room.outage import MAX_BACKOFF_MS
from hoyle.room.views import table_views
from hoyle.server.api.floor import reports
from hoyle.server.gateway.broadcast import CATCH_UP_STEPS
from hoyle.server.gateway.client_connections import CLOSE_TOO_MANY_CONNECTIONS, CLOSE_UNKNOWN_SESSION, MAX_CONNECTIONS
from hoyle.server.gateway.frame_encoder import RATE_LIMITED
from hoyle.server.gateway.subscriptions import MAX_WATCHED
from hoyle.server.ipc.messages import BotConnected, ClientDisconnected, ClientFrameReceived
from hoyle.server.rate_limiter import CHAT_LIMIT, FRAME_LIMIT, TokenBuckets
from hoyle.server.websocket_frames import PROTOCOL
from hoyle.storage.store_factory import open_store


@pytest.fixture
def company() -> InProcessRoom:
    return InProcessRoom()


def poker(company: InProcessRoom, *names: str, **terms: Any) -> tuple[int, list[InProcessClient]]:
    """A table of hold'em with these people seated, connected and following it."""
    table = company.evening.open("holdem", "oneida", **terms)
    clients = [company.connect(name) for name in names]
    for seat, client in enumerate(clients, 1):
        client.watch(table)
        client.yes(table, do="sit", seat=seat, chips=200)
    return table, clients


def act(company: InProcessRoom, table: int, *prefer: str) -> Frame:
    """Whoever is awaited does the first of these that he may do."""
    wait = company.deal_on(table)
    client = next(each for each in company.clients.values() if each.person == wait.person)
    client.views.repeat_turn(table)
    turn = company.turn(client, table)
    assert turn is not None
    return client.yes(table, **turn.first(*(prefer or ("check", "call"))), expected_version=turn.version)


# Coming in


def test_the_first_frame_says_who_one_is(company: InProcessRoom) -> None:
    ann = company.connect("ann")
    [welcome] = ann.frames
    assert welcome["type"] == "welcome"
    assert (welcome["person"], welcome["account_kind"], welcome["wallet"]) == ("ann", "guest", 10_000)
    assert (welcome["time"], welcome["protocol_version"]) == (company.evening.now, PROTOCOL)


def test_who_has_a_session_is_known_and_who_has_none_looks_on(company: InProcessRoom) -> None:
    _, _, token = company.call("enter", name="ann")
    assert company.connect(token=token).last("welcome")["person"] == "ann"
    nobody = company.connect(token="")
    assert nobody.last("welcome")["person"] == ""
    assert nobody.do(0, do="block", player="ann")["message"] == "log in first"


def test_a_forged_token_is_shown_the_door(company: InProcessRoom) -> None:
    stranger = company.connect(token="f" * 64)
    assert (stranger.dropped, stranger.frames) == (CLOSE_UNKNOWN_SESSION, [])


def test_who_logs_out_is_out_on_every_socket_of_that_session(company: InProcessRoom) -> None:
    _, _, token = company.call("enter", name="ann")
    here = company.connect(token=token)
    assert company.call("log-out", token)[0] == 200
    assert here.dropped == CLOSE_UNKNOWN_SESSION
    assert here.send({"type": "ping"}) == []
    assert company.connect(token=token).dropped == CLOSE_UNKNOWN_SESSION


def test_a_bot_comes_by_the_houses_own_link_alone(company: InProcessRoom) -> None:
    company.evening.guests("ann")
    stranger = company.connect()
    company.take(BotConnected(stranger.number, "ann"))
    assert stranger.count("welcome") == 1
    company.deliver(company.service.handle([BotConnected(stranger.number, "ann")], is_bots=lambda client: True))
    assert stranger.dropped == CLOSE_UNKNOWN_SESSION


def test_one_person_has_so_many_connections_and_no_more(company: InProcessRoom) -> None:
    _, _, token = company.call("enter", name="ann")
    clients = [company.connect(token=token) for _ in range(MAX_CONNECTIONS + 1)]
    assert [client.dropped for client in clients] == [0] * MAX_CONNECTIONS + [CLOSE_TOO_MANY_CONNECTIONS]
    company.lose(clients[0])
    assert company.connect(token=token).last("welcome")["person"] == "ann"
    assert company.connect("bob").last("welcome")["person"] == "bob"


# Watching


def test_a_table_is_seen_whole_and_then_step_by_step(company: InProcessRoom) -> None:
    table, [ann, bob] = poker(company, "ann", "bob")
    outside = company.connect()
    picture = outside.watch(table)[0]["snapshot"]
    assert [seat["seat"] for seat in picture["view"]["seats"]] == [1, 2]
    before = picture["record"]
    act(company, table)
    for client in (ann, bob, outside):
        news = client.last("events")["update"]
        assert news["record"] == company.evening.room.chain(f"table {table}").head.number
    steps = [
        step["record"] for frame in outside.frames if frame["type"] == "events" for step in frame["update"]["steps"]
    ]
    assert steps == list(range(before + 1, before + 1 + len(steps)))


def test_everybody_hears_before_the_sender_has_his_answer(company: InProcessRoom) -> None:
    table, [ann, _] = poker(company, "ann", "bob")
    company.deal_on(table)
    before = len(ann.frames)
    ann.yes(table, do="chat", text="good luck")
    kinds = [frame["type"] for frame in ann.frames[before:]]
    assert kinds == ["events", "answer"]


def test_choices_go_to_whoever_has_them(company: InProcessRoom) -> None:
    table, clients = poker(company, "ann", "bob", "cy")
    wait = company.deal_on(table)
    for client in clients:
        mine = [
            each["choices"]
            for each in client.views.tables[table]["pending"]
            if each.get("person") == wait.person and each.get("choices")
        ]
        assert bool(mine) == (client.person == wait.person)


def test_a_watch_is_always_answered(company: InProcessRoom) -> None:
    table, [ann] = poker(company, "ann")
    ann.yes(table, do="chat", text="hello")
    record = ann.views.tables[table]["record"]
    assert [frame["type"] for frame in ann.watch(table, record)] == ["events", "presence"]
    assert [frame["type"] for frame in ann.watch(table, record + 5)] == ["table"]
    assert [frame["type"] for frame in ann.watch(table, 0)] == ["table"]
    [notice] = ann.watch(99)
    assert (notice["type"], notice["table_id"], notice["level"]) == ("notice", 99, "error")


def test_who_follows_no_longer_hears_no_more(company: InProcessRoom) -> None:
    table, [ann, bob] = poker(company, "ann", "bob")
    bob.send({"type": "unwatch", "table_id": table})
    bob.send({"type": "unwatch", "table_id": table})
    before = len(bob.frames)
    ann.yes(table, do="chat", text="hello?")
    assert bob.frames[before:] == []


def test_one_connection_follows_so_many_tables_and_no_more(company: InProcessRoom) -> None:
    company.evening.staff("boss", "manager")
    tables = [company.evening.open("craps") for _ in range(MAX_WATCHED + 1)]
    ann = company.connect("ann")
    company.evening.now += 10_000
    for table in tables[:-1]:
        assert ann.watch(table)[0]["type"] == "table"
    assert ann.watch(tables[-1])[0]["type"] == "notice"
    assert ann.watch(tables[0])[0]["type"] == "table"


def test_a_connection_lost_in_the_same_moment_leaves_nothing_behind(company: InProcessRoom) -> None:
    table, [ann, bob] = poker(company, "ann", "bob")
    company.take(
        ClientFrameReceived(bob.number,
            json.encode({"type": "command", "idempotency_key": "x", "table_id": table, "command": {
            "do": "chat", "text": "bye"}})),
        ClientFrameReceived(bob.number, json.encode({"type": "unwatch", "table_id": table})),
        ClientFrameReceived(bob.number, json.encode({"type": "watch", "table_id": table})),
        ClientDisconnected(bob.number),
    )  # fmt: skip
    assert "bob" not in company.service.viewers.followers_by_person(table)
    assert ann.last("presence")["connected"] == ["ann"]
    said = [each for step in ann.last("events")["update"]["steps"] for each in step["events"]]
    assert [each["fields"]["text"] for each in said if each["name"] == "chat-message-sent"] == ["bye"]


def test_who_is_connected_is_told_when_he_comes_goes_and_sits(company: InProcessRoom) -> None:
    table, [ann] = poker(company, "ann")
    bob = company.connect("bob")
    assert ann.last("presence")["connected"] == ["ann"]
    bob.yes(table, do="sit", seat=4, chips=200)
    assert ann.last("presence")["connected"] == ["ann", "bob"]
    again = company.connect("bob")
    company.lose(bob)
    assert ann.last("presence")["connected"] == ["ann", "bob"], "he has another connection"
    company.lose(again)
    assert ann.last("presence")["connected"] == ["ann"]


def test_a_pause_and_what_else_lies_around_the_felt_is_told_to_all(company: InProcessRoom) -> None:
    number, code = company.evening.home("holdem", _guest(company, "ann"))
    ann, bob = company.connect("ann"), company.connect("bob")
    ann.watch(number)
    bob.yes(number, do="join-home-game", code=code)
    bob.watch(number)
    bob.yes(number, do="sit", seat=2, chips=200)
    assert ann.views.tables[number]["seat_requests"][0]["player"] == "bob"
    ann.yes(number, do="pause")
    assert bob.views.tables[number]["paused"]
    assert "invite_code" not in bob.views.tables[number]
    assert ann.views.tables[number]["invite_code"] == code


def _guest(company: InProcessRoom, name: str) -> str:
    company.evening.guests(name)
    return name


# Money and lobby


def test_the_purse_is_told_to_its_owner_on_every_connection(company: InProcessRoom) -> None:
    table = company.evening.open("holdem", "oneida")
    ann, phone, bob = company.connect("ann"), company.connect("ann"), company.connect("bob")
    ann.yes(table, do="sit", seat=1, chips=200)
    assert ann.last("wallet")["chips"] == phone.last("wallet")["chips"] == 9_800
    assert bob.count("wallet") == 0


def test_who_gets_up_is_told_his_purse_even_if_nothing_else_was_told_of_the_table(company: InProcessRoom) -> None:
    table, _ = poker(company, "ann")
    company.restart()
    ann = company.connect("ann")
    ann.watch(table)
    ann.yes(table, do="leave", seat=1)
    assert ann.last("wallet")["chips"] == 10_000


def test_the_lobby_is_told_once_a_second_where_it_has_changed(company: InProcessRoom) -> None:
    table = company.evening.open("holdem", "oneida")
    ann, bob = company.connect("ann"), company.connect("bob")
    for client in (ann, bob):
        [line] = client.one("lobby", {"type": "lobby"})["tables"]
        assert (line["table_id"], line["seats_taken"], line.get("is_yours", False)) == (table, 0, False)
    company.wait(2500)
    assert bob.count("lobby") == 1, "nothing has changed"
    ann.yes(table, do="sit", seat=1, chips=200)
    company.wait(2500)
    assert (bob.count("lobby"), bob.last("lobby")["tables"][0]["seats_taken"]) == (2, 1)
    assert ann.last("lobby")["tables"][0]["is_yours"]
    assert "is_yours" not in bob.last("lobby")["tables"][0]
    bob.send({"type": "lobby", "subscribe": False})
    company.connect("cy")
    company.wait(2500)
    assert bob.count("lobby") == 2


def test_a_home_game_is_nobodys_business(company: InProcessRoom) -> None:
    number, code = company.evening.home("holdem", _guest(company, "ann"))
    flo = company.connect(company.evening.staff("flo", "floor"))
    ann, bob, cy, nobody = (company.connect(name) for name in ("ann", "bob", "cy", ""))
    everybody = (ann, bob, cy, nobody, flo)
    for client in everybody:
        client.send({"type": "lobby"})
    for client in (cy, nobody):
        assert client.watch(number)[0]["text"] == f"there is no table {number} here"
    for command in ({"do": "sit", "seat": 2, "chips": 200}, {"do": "chat", "text": "?"}):
        assert cy.no(number, **command)["message"] == cy.no(99, **command)["message"].replace("99", str(number))
    cy.no(number, do="join-home-game", code="wrong")
    bob.yes(number, do="join-home-game", code=code)
    ann.yes(number, do="sit", seat=1, chips=200)
    company.wait(2500)
    seen = [bool(client.last("lobby")["tables"]) for client in everybody]
    assert seen == [True, True, False, False, True]
    assert code not in json.encode([cy.frames, nobody.frames, bob.frames]).decode()
    assert company.call("tables")[1]["tables"] == []


# What cannot be read, and what is refused

UNREADABLE = [
    b"",
    b"\x00\xff\xfe",
    b"hello",
    b"null",
    b"[]",
    b"{}",
    b'{"type":7}',
    b'{"type":"fly"}',
    b'{"type":"welcome","person":"ann"}',
    b'{"type":"command"}',
    b'{"type":"command","idempotency_key":"x","command":[]}',
    b'{"type":"command","idempotency_key":7,"command":{}}',
    b'{"type":"command","idempotency_key":"","command":{}}',
    b'{"type":"command","idempotency_key":"' + b"x" * 65 + b'","command":{}}',
    b'{"type":"command","idempotency_key":"x","table_id":-1,"command":{}}',
    b'{"type":"command","idempotency_key":"x","table_id":1.5,"command":{}}',
    b'{"type":"command","idempotency_key":"x","table_id":1e30,"command":{}}',
    b'{"type":"command","idempotency_key":"x","table_id":99999999999999999999999999,"command":{}}',
    b'{"type":"command","idempotency_key":"x","table_id":1,"expected_version":"y","command":{}}',
    b'{"type":"command","idempotency_key":"x","command":{"do":"chat","text":"\xff"}}',
    b'{"type":"command","idempotency_key":"x","command":{"do":"chat","text":"\\ud800"}}',
    b'{"type":"command","idempotency_key":"x","person":"bob","command":{}}',
    b'{"type":"watch"}',
    b'{"type":"watch","table_id":null}',
    b'{"type":"watch","table_id":true}',
    b'{"type":"watch","table_id":1,"after_record":-1}',
    b'{"type":"lobby","subscribe":1}',
    b'{"type":"ping","echo":' + b"9" * 40 + b"}",
    b'{"type":"ping","echo":-1}',
    b'{"type":"preview-ruling","id":"x","table_id":1}',
    b'{"type":"command","idempotency_key":"x","command":{"do":' + b"[" * 5000 + b"]" * 5000 + b"}}",
    b'{"a":' * 3000,
]


@pytest.mark.parametrize("data", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_gets_a_notice_and_changes_nothing(company: InProcessRoom, data: bytes) -> None:
    ann = company.connect("ann")
    before = company.evening.plain()
    [notice] = ann.send(data)
    assert (notice["type"], notice["level"]) == ("notice", "error")
    assert len(notice["text"]) < 300
    assert company.evening.plain() == before
    assert ann.one("pong", {"type": "ping", "echo": 7})["echo"] == 7, "the connection goes on"


AMOUNTS: list[Any] = [-1, -(10**12), 0, 1.5, "200", None, True, 10**12, 2**63, 2**64, 10**40, 1e308, [200], {}]


@pytest.mark.parametrize("chips", AMOUNTS, ids=repr)
def test_a_buy_in_is_a_number_of_chips_that_one_has(company: InProcessRoom, chips: Any) -> None:
    table = company.evening.open("holdem", "oneida")
    ann = company.connect("ann")
    data = b'{"type":"command","idempotency_key":"x","table_id":%d,"command":{"do":"sit","seat":1,"chips":%s}}'
    before = company.evening.plain()
    plain = str(chips) if isinstance(chips, int) and not isinstance(chips, bool) else json.encode(chips).decode()
    found = ann.send(data % (table, plain.encode()))
    assert [frame["type"] for frame in found] in (["answer"], ["notice"])
    assert not found[0].get("ok", False)
    assert company.evening.plain() == before


def test_nobody_acts_for_another(company: InProcessRoom) -> None:
    table, clients = poker(company, "ann", "bob", "cy")
    wait = company.deal_on(table)
    other = next(client for client in clients if client.person != wait.person)
    for do in ("fold", "call", "leave", "sit-out"):
        other.no(table, do=do, seat=wait.seat)
    company.connect().no(table, do="fold", seat=wait.seat)
    other.no(table, do="deal")
    other.no(0, do="enter", player="zed")
    other.no(0, do="issue-chips", player=other.person, chips=1000)


def test_a_command_that_comes_twice_is_done_once(company: InProcessRoom) -> None:
    table = company.evening.open("holdem", "oneida")
    ann = company.connect("ann")
    first = ann.yes(table, do="sit", seat=1, chips=200, id="mine")
    before = company.evening.plain()
    assert ann.do(table, do="sit", seat=1, chips=200, id="mine") == first
    assert ann.do(table, do="chat", text="another", id="mine") == first
    company.restart()
    again = company.connect("ann")
    before["tables"] = after = company.evening.plain()["tables"]
    assert again.do(table, do="sit", seat=1, chips=200, id="mine") == first
    assert company.evening.plain()["tables"] == after


def test_a_late_click_never_acts_on_a_later_turn(company: InProcessRoom) -> None:
    table, clients = poker(company, "ann", "bob")
    wait = company.deal_on(table)
    client = next(each for each in clients if each.person == wait.person)
    turn = company.turn(client, table)
    assert turn is not None
    answer = client.no(table, **turn.first("call", "check"), expected_version=turn.version - 1)
    assert "moved on" in answer["message"]
    assert answer["allowed"]
    client.yes(table, **turn.first("call", "check"), expected_version=turn.version)


def test_a_table_that_is_not_there_is_named_with_those_that_are(company: InProcessRoom) -> None:
    table = company.evening.open("holdem", "oneida")
    answer = company.connect("ann").no(99, do="sit", seat=1, chips=200)
    assert (answer["message"], answer["allowed"]) == ("there is no table 99 here", f"table {table}")


def test_who_asks_too_much_is_told_to_wait(company: InProcessRoom) -> None:
    ann, bob = company.connect("ann"), company.connect("bob")
    kinds = [ann.send({"type": "ping"})[0]["type"] for _ in range(int(FRAME_LIMIT[1]) + 20)]
    assert kinds == ["pong"] * int(FRAME_LIMIT[1]) + ["notice"] * 20
    assert bob.one("pong", {"type": "ping"}), "others are not held up"
    assert company.connect("ann").send({"type": "ping"})[0]["type"] == "notice", "a second door is no way round"
    company.evening.now += 1000
    assert ann.one("pong", {"type": "ping"})


def test_a_command_that_was_too_much_is_answered_by_its_id_and_may_come_again(company: InProcessRoom) -> None:
    ann = company.connect("ann")
    while ann.send({"type": "ping"})[0]["type"] == "pong":
        pass
    frame = {"type": "command", "idempotency_key": "late", "command": {"do": "block", "player": "bob"}}
    answer = ann.one("answer", frame)
    assert (answer["idempotency_key"], answer["ok"], answer["retry"]) == ("late", False, True)
    ruling = ann.one(
        "ruling-preview", {"type": "preview-ruling", "id": "late", "table_id": 1, "command": frame["command"]}
    )
    assert (ruling["id"], ruling["ok"], ruling["retry"]) == ("late", False, True)
    company.evening.now += 1000
    again = ann.one("answer", frame)
    assert again["message"] != answer["message"], "it was not looked at, so that it has no answer yet"
    assert "retry" not in again


def test_a_bucket_fills_with_time_and_never_over() -> None:
    buckets = TokenBuckets(2, 3)
    assert [buckets.try_take("ann", 0) for _ in range(4)] == [True, True, True, False]
    assert [buckets.try_take("ann", 500), buckets.try_take("ann", 500)] == [True, False]
    assert [buckets.try_take("ann", 10**9) for _ in range(4)] == [True, True, True, False]
    assert not buckets.try_take("ann", 0), "a clock that is set back gives nothing"
    assert buckets.try_take("bob", 0)


# Rulings beforehand


def test_the_floor_and_the_host_see_a_ruling_before_it_is_carried_out(company: InProcessRoom) -> None:
    table, [ann, _] = poker(company, "ann", "bob")
    company.deal_on(table)
    number, _ = company.evening.home("holdem", "ann")
    flo = company.connect(company.evening.staff("flo", "floor"))
    report = {"do": "report-bad-deck", "found": 51}
    asked = {"type": "preview-ruling", "id": "p", "table_id": table, "command": report}
    before = company.evening.plain()
    found = flo.one("ruling-preview", asked)
    assert found["ok"], found
    assert found["ruling"]["clauses"]
    rows = {row["what"]: row for row in found["ruling"]["rows"]}
    assert rows["hands"]["words"] == "No hand counts."
    assert "ann" in rows["money"]["words"]
    assert rows["decided"]["clause"]
    assert {hand["who"]: hand["after"] for hand in found["ruling"]["hands"]} == {"ann": [], "bob": []}
    assert {card for hand in found["ruling"]["hands"] for card in hand["now"]} == {"??"}, "backs alone"
    assert "may not rule at this table" in ann.one("ruling-preview", asked)["message"]
    assert "log in first" in company.connect().one("ruling-preview", asked)["message"]
    own = ann.one("ruling-preview", {**asked, "table_id": number})
    assert "may not rule at this table" not in own.get("message", ""), "the host rules at their own"
    unnamed: list[Frame] = [{"do": "fly"}, {}, {"do": 7}, {"do": []}]
    for command in ({"do": "fold", "seat": 1}, *unnamed):
        refused = flo.one("ruling-preview", {**asked, "command": command})
        assert not refused["ok"]
        assert refused["message"]
    assert not flo.one("ruling-preview", {**asked, "table_id": 99})["ok"]
    assert company.evening.plain() == before


@pytest.mark.clauses("oneida XI.P.14(a)", "oneida XI.P.14(b)", "oneida XI.P.14(c)", "oneida XI.P.9")
def test_the_floor_is_told_what_the_book_says_of_cards_that_no_dealer_here_turns_up(company: InProcessRoom) -> None:
    table, _ = poker(company, "ann", "bob")
    company.deal_on(table)
    flo = company.connect(company.evening.staff("flo", "floor"))

    def asked(**report: Any) -> Frame:
        return flo.one("ruling-preview", {"type": "preview-ruling", "id": "p", "table_id": table, "command": report})

    before = company.evening.plain()
    exposed = {"do": "exposed", "exposed": 1, "first_position": 23, "dealer_error": True}
    later = asked(**exposed)
    assert later["ruling"]["asked"]
    assert later["ruling"]["clauses"][0] == "oneida XI.P.14(b)"
    assert asked(**{**exposed, "first_position": 1})["ruling"]["clauses"][0] == "oneida XI.P.14(a)"
    assert asked(**{**exposed, "exposed": 2})["ruling"]["clauses"][0] == "oneida XI.P.14(c)"
    assert asked(do="boxed", count=1)["ruling"]["clauses"][0] == "oneida XI.P.9"
    silent = asked(**{**exposed, "dealer_error": False})
    assert not silent["ok"]
    assert silent["ruling"] == {"silent": True}
    for wrong in ({"do": "exposed"}, {**exposed, "exposed": "two"}, {**exposed, "spots": []}):
        refused = asked(**wrong)
        assert not refused["ok"]
        assert refused["message"]
    assert company.evening.plain() == before


def test_every_report_that_a_book_rules_on_stands_on_the_form_with_its_clause(company: InProcessRoom) -> None:
    table, _ = poker(company, "ann", "bob")
    found = {form.do: form for form in reports(company.evening.room.tables[table].table)}
    assert found["exposed"].asked
    assert found["exposed"].clause == "oneida XI.P.14(b)"
    assert "hole-cards-up" not in found, "no game with seven cards is played here"
    assert found["no-cut"].clause == "oneida XI.P.6(a)"
    assert found["upcards-down"].clause == "", "the book speaks of stud alone"
    ruled = [form for form in found.values() if form.previewed]
    assert [bool(form.clause) for form in ruled] == sorted((bool(form.clause) for form in ruled), reverse=True)
    [given] = [field for field in found["house-ruling"].fields if field.kind == "given"]
    assert (given.name, given.value) == ("trigger", "other")


# Lost connections


def picture(client: InProcessClient, table: int) -> Frame:
    """A table as a client has it before him, however it came to know his own cards."""
    held = dict(client.views.tables[table])
    felt = {**held["public_view"], "person": "", "seat": 0}
    if felt.get("round"):
        round_ = dict(felt["round"])
        for part in ("hands", "positions"):
            if part in round_:
                round_[part] = [
                    {**each, "cards": held["own_cards"].get(str(each["seat"]), []), "face_up": []}
                    if client.person in (each.get("person"), each.get("owner"))
                    else each
                    for each in round_[part]
                ]
        felt["round"] = round_
    kept = ("record", "version", "pending", "clock", "own_cards", "paused", "closing", "host", "bots", "seat_requests")
    return {"public_view": felt, **{name: held.get(name) for name in kept}}


@settings(max_examples=15)
@given(
    game=st.sampled_from([("holdem", "oneida"), ("stud7-high", "oneida"), ("draw5-high", None),
                          ("three-card-poker", None), ("craps", None)]),
    seed=st.integers(0, 2**32),
)  # fmt: skip
def test_whoever_lost_his_connection_ends_with_the_picture_of_one_who_did_not(
    game: tuple[str, str | None], seed: int
) -> None:
    rng = random.Random(seed)
    company = InProcessRoom(RoomDriver(seed=seed))
    table = company.evening.open(*game, wager_window_ms=2000)
    names = ("ann", "bob")
    steady = {name: company.connect(name) for name in names}
    shaky = {name: company.connect(name) for name in names}
    for seat, name in enumerate(names, 1):
        steady[name].watch(table)
        shaky[name].watch(table)
        steady[name].yes(table, do="sit", seat=seat, chips=400)
    for _ in range(60):
        _something(company, table, steady, rng)
        if company.evening.desk.trouble:
            company.wait(MAX_BACKOFF_MS)
        for name in names:
            lot = rng.random()
            if lot < 0.15 and shaky[name].number in company.clients:
                company.lose(shaky[name])
            elif lot < 0.4 and shaky[name].number not in company.clients:
                shaky[name] = _back(company, shaky[name], table)
            elif lot < 0.43:
                company.evening.store.fails = 1  # type: ignore[attr-defined]
        assert all(client.number in company.clients for client in steady.values())
    company.evening.store.fails = 0  # type: ignore[attr-defined]
    company.wait(MAX_BACKOFF_MS)
    for name in names:
        if shaky[name].number not in company.clients:
            shaky[name] = _back(company, shaky[name], table)
        assert picture(shaky[name], table) == picture(steady[name], table)
        fresh = company.connect(name)
        fresh.watch(table)
        assert picture(fresh, table) == picture(steady[name], table)


def _back(company: InProcessRoom, lost: InProcessClient, table: int) -> InProcessClient:
    """A client comes back with all it had."""
    found = company.connect(lost.person)
    found.views = lost.views
    record = lost.views.tables[table]["record"]
    frames = found.watch(table, record)
    steps = [step["record"] for frame in frames if frame["type"] == "events" for step in frame["update"]["steps"]]
    assert steps == [*range(record + 1, record + 1 + len(steps))], "there is a gap"
    return found


def _something(company: InProcessRoom, table: int, clients: dict[str, InProcessClient], rng: random.Random) -> None:
    """Somebody does what he is offered, or the house goes on."""
    company.evening.now += 100
    waits = [
        (client, wait, choice)
        for client in clients.values()
        for wait in client.views.tables[table].get("pending", ())
        if wait.get("person") == client.person
        for choice in wait.get("choices", ())
    ]
    pressing = [each for each in waits if not each[1].get("optional")]
    if (pressing or waits) and rng.random() < 0.8:
        client, _, choice = rng.choice(pressing or waits)
        command = {"do": choice["do"], **choice.get("fixed", {})}
        command |= {bounds["field"]: bounds["min"] for bounds in choice.get("bounds", ())}
        client.do(table, **command)
    else:
        due = company.service.next_tick_at()
        company.evening.now = max(company.evening.now, due or 0)
        company.deliver(company.service.tick())


def test_a_hand_goes_on_after_the_whole_room_was_down(place: str) -> None:
    with closing(open_store(place)) as store:
        _goes_on(InProcessRoom(RoomDriver(store)))


def _goes_on(company: InProcessRoom) -> None:
    table, clients = poker(company, "ann", "bob")
    act(company, table)
    company.deal_on(table)
    before = {client.person: picture(client, table) for client in clients}
    records = {client.person: client.views.tables[table]["record"] for client in clients}
    company.restart()
    for name, record in records.items():
        client = company.connect(name)
        assert client.last("welcome")["seated_at"] == [table]
        assert client.watch(table, record)[0]["type"] == "table", "what was missed is no longer kept"
        after = picture(client, table)
        for part in ("public_view", "own_cards", "pending", "version"):
            assert after[part] == before[name][part]
    act(company, table)


def test_who_was_away_for_long_gets_the_whole_table(company: InProcessRoom) -> None:
    table, [ann, bob] = poker(company, "ann", "bob")
    company.lose(bob)
    record = bob.views.tables[table]["record"]
    for number in range(CATCH_UP_STEPS + 1):
        company.evening.now += 1000
        ann.yes(table, do="chat", text=f"are you there? {number}")
    assert company.connect("bob").watch(table, record)[0]["type"] == "table"


def test_a_slow_reader_gets_everything_afresh(company: InProcessRoom) -> None:
    table, [ann, _] = poker(company, "ann", "bob")
    ann.send({"type": "lobby"})
    company.deal_on(table)
    kinds = [frame["type"] for frame in company.behind(ann)]
    assert kinds == ["afresh", "notice", "wallet", "lobby", "table"]
    assert company.service.handle([ClientDisconnected(99)]) == []


def test_who_lost_the_table_that_followed_the_news_gets_it_again(company: InProcessRoom) -> None:
    number, _ = company.evening.home("holdem", _guest(company, "ann"))
    ann = company.connect("ann")
    ann.watch(number)
    ann.yes(number, do="chat", text="a moment")
    before = ann.count("table")
    ann.yes(number, do="pause")
    record = ann.last("events")["update"]["record"]
    assert ann.count("table") == before + 1
    again = company.connect("ann")
    [frame] = again.watch(number, record)
    assert frame["snapshot"]["paused"], "he had heard of the pause, and not how the table stands since"


def test_after_a_write_that_failed_nobody_has_a_gap() -> None:
    shelf = MemoryStore()
    company = InProcessRoom(RoomDriver(shelf))
    table, [ann, bob] = poker(company, "ann", "bob")
    shelf.fails = 1
    answer = ann.do(table, do="chat", text="does it hold?")
    assert not answer["ok"]
    assert bob.frames[-1]["type"] == "table", "the room was resumed: the table is sent afresh"
    ann.yes(table, do="chat", text="it does")
    steps = [step["record"] for step in bob.last("events")["update"]["steps"]]
    assert steps[0] == bob.last("table")["snapshot"]["record"] + 1


# Nothing leaks


def test_who_is_reported_sees_nothing_of_it_neither_at_once_nor_by_counting(company: InProcessRoom) -> None:
    table, [ann, bob] = poker(company, "ann", "bob")
    outside = company.connect()
    outside.watch(table)
    before = {client: len(client.frames) for client in (bob, outside)}
    ann.yes(table, do="report-play", player="bob", why="he folds to cy")
    for client, count in before.items():
        assert client.frames[count:] == []
    record = bob.views.tables[table]["record"]
    ann.yes(table, do="chat", text="good luck")
    for client in (bob, outside):
        assert [step["record"] for step in client.last("events")["update"]["steps"]] == [record + 1]


@pytest.mark.parametrize("game", ["holdem", "stud7-high", "draw5-high", "three-card-poker"])
def test_no_frame_shows_a_card_that_its_reader_may_not_see(game: str) -> None:
    company = InProcessRoom(RoomDriver(seed=4))
    table = company.evening.open(game, wager_window_ms=2000)
    names = ("ann", "bob", "cy")
    players = [company.connect(name) for name in names]
    staff = [
        company.connect(company.evening.staff(name, role))
        for name, role in (("flo", "floor"), ("aud", "auditor"), ("cash", "cashier"))
    ]
    nobody = company.connect()
    for client in (*players, *staff, nobody):
        client.watch(table)
    for seat, client in enumerate(players, 1):
        client.yes(table, do="sit", seat=seat, chips=400)
    rng = random.Random(4)
    for _ in range(120):
        marks = {client.number: len(client.frames) for client in company.clients.values()}
        _something(company, table, {client.person: client for client in players}, rng)
        for client in staff:
            assert _told(client, marks) == _told(nobody, marks), "a role sees what an onlooker sees"
        hosted = company.evening.table(table)
        for client in players:
            hidden = {
                card
                for other in names
                if other != client.person
                for cards in (table_views.own_cards(hosted, other) or {}).values()
                for card in cards
            } - _cards(hosted.table.view(client.person))
            heard = _cards([frame for frame in client.frames[marks[client.number] :] if _stands(frame, hosted)])
            assert not hidden & heard, f"{client.person} reads {hidden & heard}"
    assert company.evening.table(table).table.event_count > 60


def _told(client: InProcessClient, marks: dict[int, int]) -> list[Frame]:
    return [frame for frame in client.frames[marks[client.number] :] if frame["type"] in ("events", "table")]


def _stands(frame: Frame, hosted: Any) -> bool:
    return frame["type"] in ("events", "table") and hosted.current_round is not None


def _cards(data: Any) -> set[str]:
    """Every card that stands anywhere in it."""
    return {found.decode() for found in re.findall(rb'(?<=["\s])([2-9TJQKA][cdhs])(?=["\s])', json.encode(data))}


def test_a_second_device_sees_the_table_before_it_hears_what_happens_there(company: InProcessRoom) -> None:
    table, players = poker(company, "ann", "bob")
    company.deal_on(table)
    others = [company.connect(player.person) for player in players]
    watch = json.encode({"type": "watch", "table_id": table})
    said = {
        "type": "command",
        "idempotency_key": "hello",
        "table_id": table,
        "command": {"do": "chat", "text": "hello"},
    }
    company.take(
        ClientFrameReceived(players[0].number, json.encode(said)),
        *(ClientFrameReceived(other.number, watch) for other in others),
    )
    for other in others:
        assert [each["type"] for each in other.frames if each["type"] in ("table", "events")] == ["table"]


def test_chat_has_a_rate_limit_of_its_own(company: InProcessRoom) -> None:
    table, [ann, bob] = poker(company, "ann", "bob")
    company.evening.now += 60_000
    answers = [ann.do(table, do="chat", text=f"line {at}", id=f"line {at}") for at in range(30)]
    said = [answer for answer in answers if answer["ok"]]
    assert len(said) == CHAT_LIMIT[1]
    for answer in answers[len(said) :]:
        assert (answer["ok"], answer["retry"], answer["message"]) == (False, True, RATE_LIMITED)
    heard = [text for frame in bob.frames if frame["type"] == "events" for text in texts(frame)]
    assert heard == [f"line {at}" for at in range(int(CHAT_LIMIT[1]))]
    ann.yes(table, do="top-up", seat=1, chips=10)
    bob.yes(table, do="chat", text="others may speak")
    company.evening.now += 1000
    assert ann.do(table, do="chat", text="line 29", id="line 29")["ok"], "the same id is decided later"
    assert not ann.do(table, do="chat", text="line 28", id="line 28")["ok"]
    company.evening.now += 60_000
    assert ann.do(table, do="chat", text="line 0", id="line 0") == answers[0], "what was said once is not said twice"


def texts(frame: Frame) -> list[str]:
    """What was said in a frame of entries."""
    entries = [entry for step in frame["update"]["steps"] for entry in step["events"]]
    return [entry["fields"]["text"] for entry in entries if entry["name"] == "chat-message-sent"]
