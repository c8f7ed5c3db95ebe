"""A node whose room process is killed starts another: its people come back, and nothing is lost."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import pytest
from tests.nodes.real_cluster import Cluster
from tests.private_nats import NotInstalled
from tests.private_postgres import PrivatePostgres

from hoyle.client import RequestRefused, Room, enter


def play(rooms: list[Room], table: int, turns: int) -> None:
    """Check, call or fold for the player whose turn it is."""
    done = 0
    while done < turns:
        for room in rooms:
            turn = room._room.views.turn(table, optional=False)
            if turn is None:
                continue
            action = turn.first("check", "call", "fold")
            # After a restart the view may still show a turn whose action was recorded before the kill.
            with contextlib.suppress(RequestRefused):
                room.do(table, action, expected_version=turn.version, patience=120)
                done += 1


def test_a_node_starts_its_room_again_and_its_people_play_on(tmp_path: Path, private_postgres: PrivatePostgres) -> None:
    pytest.importorskip("nats")
    try:
        cluster = Cluster(tmp_path, private_postgres, tables=2, names=("east", "west"))
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with cluster:
        east, west = cluster.nodes["east"], cluster.nodes["west"]
        with enter(east.address, "Ann") as ann, enter(west.address, "Bob") as bob:
            for room in (ann, bob):
                room.sit(1, chips=200)
            play([ann, bob], 1, 3)
            before = ann.view(1)["record"]
            os.kill(east.room(), signal.SIGKILL)
            play([ann, bob], 1, 6)
            assert ann.view(1)["record"] > before
            assert bob.view(1)["record"] > before
        assert east.process.poll() is None
        assert east.room()
        code, errors, _ = east.stop()
    assert code == 0
    assert "the room's process has ended (SIGKILL); another starts in" in errors
    assert "hoyle: the room is open again" in errors
