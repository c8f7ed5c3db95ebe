"""Evenings at three nodes in a storm: nothing is lost or done twice, and every table goes on afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from hoyle.room.live.node_desk import NodeDesk
from hoyle.server.nodes.faults.__main__ import main
from hoyle.server.nodes.faults.runs import Run, outcome_of
from hoyle.server.nodes.line import Line
from hoyle.server.nodes.node import Node
from hoyle.server.nodes.node_service import NodeService

SEEDS = int(os.environ.get("HOYLE_SEEDS", "200"))
EVENTS = 12
AT_ONCE = 10
LOOKED_AT = 20
"""Evenings within which a broken promise is noticed."""


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_the_weather_nothing_is_lost_between_nodes(first):
    for seed in range(first, first + AT_ONCE):
        run = Run(seed, EVENTS)
        outcome = outcome_of(run)
        assert not outcome.wrong, f"{outcome.wrong}\n{run.again()}"


def test_every_trouble_comes_between_nodes():
    struck: Counter[str] = Counter()
    for seed in range(5000, 5012):
        outcome = outcome_of(Run(seed))
        assert not outcome.wrong, outcome.wrong
        struck.update(outcome.struck)
    assert set(struck) == {
        *("drop", "double", "late", "before", "after"),
        *("crash", "goodbye", "sleep", "cut", "down", "drain", "jump", "vanish"),
    }


def test_the_same_seed_is_the_same_evening_to_the_byte():
    told = [
        subprocess.run(
            [sys.executable, "-m", "hoyle.server.nodes.faults", "--seed", "3", "--events", "15"],
            env={**os.environ, "PYTHONHASHSEED": hashed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "digest" in told[0]


def _lost_words(patched):
    patched.setattr(Line, "again", lambda self, now: None)


def _any_order(patched):
    took = Line.take

    def take(self, packet, *, now):
        taken = took(self, packet, now=now)
        return taken._replace(letters=packet.letters)

    patched.setattr(Line, "take", take)


def _no_rewatching(patched):
    patched.setattr(Node, "_rewatch", lambda self, table: None)


def _unread_room(patched):
    patched.setattr(NodeDesk, "follow", lambda self: None)


def _strangers(patched):
    """Whoever comes from another node is nobody there."""
    patched.setattr(NodeService, "introduced", lambda self, number, person: [])


@pytest.mark.parametrize(
    "broken",
    [_lost_words, _any_order, _no_rewatching, _unread_room, _strangers],
    ids=lambda each: each.__name__.strip("_"),
)
def test_a_promise_that_is_broken_is_noticed(broken, monkeypatch):
    monkeypatch.setattr("hoyle.server.nodes.faults.evening.CLEARED", 8000)
    with monkeypatch.context() as patched:
        broken(patched)
        assert any(outcome_of(Run(seed)).wrong for seed in range(LOOKED_AT))


def test_a_failing_evening_names_the_command_that_has_it_again(capsys, monkeypatch):
    assert main(["--seed", "1", "--events", "5"]) == 0
    assert "all well" in capsys.readouterr().out
    monkeypatch.setattr(Line, "again", lambda self, now: None)
    monkeypatch.setattr("hoyle.server.nodes.faults.evening.CLEARED", 3000)
    assert main(["--seed", "0", "--seeds", "2", "--events", "10"]) == 1
    said = capsys.readouterr().err
    assert "python -m hoyle.server.nodes.faults --seed" in said
