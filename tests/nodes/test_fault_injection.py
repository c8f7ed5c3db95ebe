"""Evenings at three nodes in a storm: nothing is lost or done twice, and every table goes on afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from tests.simulation.multi_node.__main__ import main
from tests.simulation.multi_node.seeded_run import Run, outcome_of

from hoyle.nodes.forwarding import Forwarder
from hoyle.nodes.node_gateway import NodeGateway
from hoyle.nodes.ownership import TableOwnership
from hoyle.nodes.peer_channel import PeerChannel
from hoyle.room import recovery
from hoyle.room.node_pipeline import NodePipeline
from hoyle.storage import sqlite_store
from hoyle.storage.commit_batch import CommitBatch
from hoyle.storage.models import Checkpoint
from hoyle.storage.sqlite_store import SqliteStore

SEEDS = int(os.environ.get("HOYLE_SEEDS", "200"))
EVENTS = 12
AT_ONCE = 10
LOOKED_AT = 120
"""Evenings within which a broken promise is noticed."""


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_the_weather_nothing_is_lost_between_nodes(first):
    for seed in range(first, first + AT_ONCE):
        run = Run(seed, EVENTS)
        outcome = outcome_of(run)
        assert not outcome.failure, f"{outcome.failure}\n{run.again()}"


def test_every_trouble_comes_between_nodes():
    struck: Counter[str] = Counter()
    for seed in range(5008, 5020):
        outcome = outcome_of(Run(seed))
        assert not outcome.failure, outcome.failure
        struck.update(outcome.fault_counts)
    assert set(struck) == {
        *("drop", "double", "late", "before", "after", "unread", "nap", "stall", "die before", "die after"),
        *("crash", "goodbye", "sleep", "cut", "down", "drain", "jump", "vanish"),
    }


def test_the_same_seed_is_the_same_evening_to_the_byte():
    told = [
        subprocess.run(
            [sys.executable, "-m", "tests.simulation.multi_node", "--seed", "3", "--events", "15"],
            env={**os.environ, "PYTHONHASHSEED": hashed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "digest" in told[0]


def _no_resync(patched):
    """After a gap nothing more is received."""
    patched.setattr(PeerChannel, "begin_session", lambda self, session: [])


def _unordered_delivery(patched):
    original = PeerChannel.receive

    def receive(self, packet):
        return original(self, packet)._replace(is_new=not packet.is_empty())

    patched.setattr(PeerChannel, "receive", receive)


def _no_rewatching(patched):
    patched.setattr(Forwarder, "rewatch", lambda self, table: None)


def _unread_room(patched):
    patched.setattr(NodePipeline, "apply_room_updates", lambda self: None)


def _no_remote_clients(patched):
    """Clients of other nodes are not registered."""
    patched.setattr(NodeGateway, "remote_client_connected", lambda self, number, person: [])


def _any_epoch(patched):
    """Whoever had a stream before may write to it still."""
    judge = CommitBatch.validate

    def judged(self, found, epochs):
        judge(self, found, {stream: found.heads.get(stream, (0,))[0] for stream in epochs})

    patched.setattr(CommitBatch, "validate", judged)


def _no_lease(patched):
    patched.setattr(SqliteStore, "_check_lease", lambda self, asked: None)


def _neither(patched):
    _any_epoch(patched)
    _no_lease(patched)


def _lease_at_the_beginning_alone(patched):
    """Who sleeps in the middle of a commit is not asked once more."""
    patched.setattr(SqliteStore, "_recheck_lease", lambda self: None)


def _same_epoch_handed_over(patched):
    ask = SqliteStore._execute

    def asked(self, sql, values=()):
        return ask(self, sql.replace("SET epoch = epoch + 1, owner = node", "SET owner = node"), values)

    patched.setattr(SqliteStore, "_execute", asked)


def _taken_from_others(patched):
    patched.setattr("hoyle.storage.sql.lease_tables.may_take", lambda holding, nodes, name, run: True)


def _nothing_dropped(patched):
    """A node keeps what the store says is another's."""
    look = TableOwnership.refresh

    def looked(self):
        desk = self._node.pipeline
        drop, desk.release_table = desk.release_table, lambda number: None
        look(self)
        desk.release_table = drop

    patched.setattr(TableOwnership, "refresh", looked)


def _clocks_go_on(patched):
    """Whoever takes a table up lets clocks run on that nobody could see."""
    wake_table = recovery.wake_table

    def taken_up(room, hosted, moment):
        turn, away = hosted.turn, hosted.away_since
        outcome = wake_table(room, hosted, moment)
        hosted.turn, hosted.away_since = turn, away
        return outcome

    patched.setattr(recovery, "wake_table", taken_up)


def _no_tail(patched):
    """A table is resumed as its checkpoint has it."""
    followed = recovery._records

    def checkpoint_alone(store, stream, after, room):
        found = list(followed(store, stream, after, room))
        return [] if isinstance(after, Checkpoint) and stream.startswith("table ") else found

    patched.setattr(recovery, "_records", checkpoint_alone)


def _twice(patched):
    """A command that comes again is done again."""
    judge = CommitBatch.validate
    patched.setattr(
        CommitBatch, "validate", lambda self, found, epochs: judge(self, found._replace(processed=frozenset()), epochs)
    )
    patched.setitem(
        sqlite_store._INSERTS,
        "processed_command",
        sqlite_store._INSERTS["processed_command"].replace("INSERT", "INSERT OR IGNORE"),
    )
    patched.setattr(NodePipeline, "_load_previous_answers", lambda self, requests: None)
    patched.setattr(NodePipeline, "_first_answer", lambda self, request: None)


def _said_before_it_is_written(patched):
    """Yes is said though the commit failed."""
    not_written = NodePipeline._answer_unwritten

    def said(self, requests, error, outcomes=()):
        answers = not_written(self, requests, error, outcomes)
        return [outcome.answer for outcome in outcomes] or answers

    patched.setattr(NodePipeline, "_answer_unwritten", said)


BROKEN = (
    _no_resync, _unordered_delivery, _no_rewatching, _unread_room, _no_remote_clients, _any_epoch,
    _no_lease, _neither,
    _lease_at_the_beginning_alone, _same_epoch_handed_over, _taken_from_others, _nothing_dropped,
    _clocks_go_on, _no_tail, _twice, _said_before_it_is_written,
)  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN, ids=lambda each: each.__name__.strip("_"))
def test_a_promise_that_is_broken_is_noticed(broken, monkeypatch):
    monkeypatch.setattr("tests.simulation.multi_node.simulator.RECOVERY_MS", 8000)
    with monkeypatch.context() as patched:
        broken(patched)
        assert any(outcome_of(Run(seed)).failure for seed in range(LOOKED_AT))


def test_a_failing_evening_names_the_command_that_has_it_again(capsys, monkeypatch):
    assert main(["--seed", "1", "--events", "5"]) == 0
    assert "all well" in capsys.readouterr().out
    _no_resync(monkeypatch)
    monkeypatch.setattr("tests.simulation.multi_node.simulator.RECOVERY_MS", 3000)
    assert main(["--seed", "0", "--seeds", "2", "--events", "10"]) == 1
    said = capsys.readouterr().err
    assert "python -m tests.simulation.multi_node --seed" in said
