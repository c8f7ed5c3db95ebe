"""Accounts in a room of several nodes: what one of them decides holds at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import InProcessCluster

from hoyle.audit.room_audit import audit_room
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.auth.operator_requests import OperatorRequest
from hoyle.server.gateway.client_connections import CLOSE_UNKNOWN_SESSION
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage.store_factory import open_store

CODE = "abcd-efgh-jkmn-pqrs"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[InProcessCluster]:
    found = InProcessCluster(tmp_path, "north", "east", "west")
    yield found
    found.close()
    assert audit_room(str(found.path)).findings == []


def test_a_token_that_changes_at_one_node_has_changed_at_all(cluster: InProcessCluster) -> None:
    ann = cluster.guest("east", "ann")
    old = cluster.tokens["ann"]
    assert cluster.call("west", "register", old, hash="$argon2id$ one")[0] == 200
    cluster.advance(200)
    assert ann.dropped == CLOSE_TRY_AGAIN_LATER, "come again, with the new token"
    assert cluster.connect("east", "ann").dropped == CLOSE_UNKNOWN_SESSION, "the old one is of no use"


def test_a_name_is_reserved_at_all_nodes_and_its_code_is_used_once(cluster: InProcessCluster) -> None:
    doors = [node.gateway.authenticator for node in cluster.nodes.values()]
    reserved = [door.reserve("Mona", code_mark(CODE), role="manager", why="configured") for door in doors]
    assert reserved == [True, False, False], "each node starts with the same configuration"
    assert cluster.call("west", "enter", name="mona")[0] == 403
    status, _ = cluster.call("east", "claim", name="Mona", code=CODE, hash="$argon2id$ one")
    assert status == 200
    cluster.advance(200)
    assert cluster.connect("west", "Mona").last("welcome")["roles"] == ["manager"]
    assert cluster.call("west", "claim", name="Mona", code=CODE, hash="$argon2id$ two")[0] == 403


def test_an_account_that_is_closed_leaves_its_seat_at_another_node(cluster: InProcessCluster) -> None:
    table = cluster.open(cluster.manager("north"))
    ann = cluster.guest(cluster.other(table), "ann")
    ann.yes(table, do="sit", seat=1, chips=300)
    cluster.advance(2500)
    away = next(name for name in cluster.nodes if name != cluster.owner(table))
    refused, body = cluster.call(away, "delete", cluster.tokens["ann"])
    assert (refused, "leave it first" in body["error"]) == (409, True)
    door = cluster.nodes[away].gateway.authenticator
    assert not door.free("ann", "rude")
    cluster.nodes[away].transport.deliver(cluster.nodes[away].gateway.close_ended_sessions(["ann"]))
    cluster.advance(5000)
    assert ann.dropped == CLOSE_UNKNOWN_SESSION
    hosted = cluster.nodes[cluster.owner(table)].pipeline.room.tables[table]
    assert "ann" not in hosted.seated.values()


def test_an_errand_is_run_by_one_node(cluster: InProcessCluster) -> None:
    cluster.guest("east", "ann")
    assert cluster.call("east", "register", cluster.tokens["ann"], hash="$argon2id$ one")[0] == 200
    for node in cluster.nodes.values():
        node.gateway.periodic_tasks.runs_operator_requests = True
    store = open_store(str(cluster.path))
    number = store.add_operator_request(OperatorRequest(do="grant", name="ann", role="floor", why="duty").plain())
    cluster.advance(3000)
    assert store.operator_request_result(number) == "ann is floor"
    store.close()
    for node in cluster.nodes.values():
        node.pipeline.apply_room_updates()
        assert node.pipeline.room.state.people["ann"].roles == ["floor"]
