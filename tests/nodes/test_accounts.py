"""Accounts in a room of several nodes: what one of them decides holds at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import House

from hoyle.audit.room_audit import audit_room
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.auth.operator_requests import OperatorRequest
from hoyle.server.gateway.room_gateway import CLOSE_UNKNOWN_SESSION
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage.store_factory import open_store

CODE = "abcd-efgh-jkmn-pqrs"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, "north", "east", "west")
    yield found
    found.close()
    assert audit_room(str(found.path)).findings == []


def test_a_token_that_changes_at_one_node_has_changed_at_all(house: House) -> None:
    ann = house.guest("east", "ann")
    old = house.tokens["ann"]
    assert house.call("west", "register", old, hash="$argon2id$ one")[0] == 200
    house.passes(200)
    assert ann.dropped == CLOSE_TRY_AGAIN_LATER, "come again, with the new token"
    assert house.connect("east", "ann").dropped == CLOSE_UNKNOWN_SESSION, "the old one is of no use"


def test_a_name_is_reserved_at_all_nodes_and_its_code_is_used_once(house: House) -> None:
    doors = [node.service.doorman for node in house.nodes.values()]
    reserved = [door.reserve("Mona", code_mark(CODE), role="manager", why="configured") for door in doors]
    assert reserved == [True, False, False], "each node starts with the same configuration"
    assert house.call("west", "enter", name="mona")[0] == 403
    status, _ = house.call("east", "claim", name="Mona", code=CODE, hash="$argon2id$ one")
    assert status == 201
    house.passes(200)
    assert house.connect("west", "Mona").last("welcome")["roles"] == ["manager"]
    assert house.call("west", "claim", name="Mona", code=CODE, hash="$argon2id$ two")[0] == 403


def test_an_account_that_is_closed_leaves_its_seat_at_another_node(house: House) -> None:
    table = house.open(house.manager("north"))
    ann = house.guest(house.other(table), "ann")
    ann.yes(table, do="sit", seat=1, chips=300)
    house.passes(2500)
    away = next(name for name in house.nodes if name != house.owner(table))
    refused, body = house.call(away, "delete", house.tokens["ann"])
    assert (refused, "leave it first" in body["error"]) == (403, True)
    door = house.nodes[away].service.doorman
    assert not door.free("ann", "rude")
    house.nodes[away].deliver(house.nodes[away].service.accounts_closed(["ann"]))
    house.passes(5000)
    assert ann.dropped == CLOSE_UNKNOWN_SESSION
    hosted = house.nodes[house.owner(table)].desk.room.tables[table]
    assert "ann" not in hosted.seated.values()


def test_an_errand_is_run_by_one_node(house: House) -> None:
    house.guest("east", "ann")
    assert house.call("east", "register", house.tokens["ann"], hash="$argon2id$ one")[0] == 200
    for node in house.nodes.values():
        node.service.caretaker.runs_operator_requests = True
    store = open_store(str(house.path))
    number = store.add_operator_request(
        OperatorRequest(do="grant", name="ann", role="floor", why="duty").plain()
    )
    house.passes(3000)
    assert store.operator_request_result(number) == "ann is floor"
    store.close()
    for node in house.nodes.values():
        node.desk.apply_room_updates()
        assert node.desk.room.state.people["ann"].roles == ["floor"]
