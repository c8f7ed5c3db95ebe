"""Hundreds of simulated runs with faults: nothing is lost, done twice, or sent to the wrong client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from tests.simulation.single_node import invariants
from tests.simulation.single_node.__main__ import main
from tests.simulation.single_node.fault_injector import FAULT_RATES
from tests.simulation.single_node.faulty_store import FaultyStore, InvariantViolation
from tests.simulation.single_node.seeded_run import Run, run_simulation
from tests.simulation.single_node.simulator import GAMES

from hoyle.room.idempotency import AnswerCache
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.views import table_views
from hoyle.room.views.table_views import table_snapshot
from hoyle.storage.commit_batch import CommitBatch

SEEDS = int(os.environ.get("HOYLE_SEEDS", "204"))
"""Number of runs, spread over the games."""
AT_ONCE = 5
ON_SERVER = 6


def seeds_of(game: str) -> list[int]:
    return list(range(GAMES.index(game), max(SEEDS, len(GAMES)), len(GAMES)))


PARTS = [
    (game, tuple(seeds_of(game)[at : at + AT_ONCE])) for game in GAMES for at in range(0, len(seeds_of(game)), AT_ONCE)
]


@pytest.mark.parametrize(
    ("game", "seeds"), PARTS, ids=lambda part: str(part) if isinstance(part, str) else str(part[0])
)
def test_whatever_the_weather_nothing_is_lost_or_leaked(game, seeds):
    for seed in seeds:
        run = Run(seed, game)
        outcome = run_simulation(run)
        assert not outcome.failure, f"{outcome.failure}\n{run.again()}"


@pytest.mark.parametrize("game", GAMES[:: len(GAMES) // ON_SERVER])
def test_whatever_the_weather_nothing_is_lost_on_a_server_either(game, postgres_url):
    run = Run(2000 + GAMES.index(game), game, 120, postgres_url)
    outcome = run_simulation(run)
    assert not outcome.failure, f"{outcome.failure}\n{run.again()}"


def test_every_trouble_comes():
    fault_counts: Counter[str] = Counter()
    for seed in range(5000, 5030):
        fault_counts.update(run_simulation(Run(seed, "holdem", 80)).fault_counts)
    assert set(fault_counts) == set(FAULT_RATES)


def test_a_seed_has_the_same_run_again_in_another_process():
    command = [sys.executable, "-m", "tests.simulation.single_node", "--seed", "7", "--game", "holdem"]
    said = [
        subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": hashing}
        ).stdout
        for hashing in ("1", "2")
    ]
    assert "digest" in said[0]
    assert said[0] == said[1]


def test_a_failing_seed_prints_the_one_command_that_has_it_again(monkeypatch, capsys):
    def lost(room, store, truth):
        raise InvariantViolation("a chip is missing")

    monkeypatch.setattr(invariants, "resumed", lost)
    assert main(["--seed", "3", "--game", "craps", "--events", "20"]) == 1
    said = capsys.readouterr().err
    assert "a chip is missing" in said
    assert said.splitlines()[-1] == "python -m tests.simulation.single_node --seed 3 --game craps --events 20"


def broken(monkeypatch, name, flaw, seeds=range(40)):
    """Whether any run notices that something is broken."""
    monkeypatch.setattr(*name, flaw)
    return any(run_simulation(Run(seed, "holdem", 120)).failure for seed in seeds)


def test_a_store_that_forgets_what_it_acknowledged_is_noticed(monkeypatch):
    usual = FaultyStore.commit

    def forgets(self, writes):
        if self._faults.enabled and self._faults.rng.random() < 0.1:
            self._truth.took(writes)
            return
        usual(self, writes)

    assert broken(monkeypatch, (FaultyStore, "commit"), forgets, range(12))


def test_an_answer_before_the_disk_is_noticed(monkeypatch):
    write = CommandPipeline._write

    def hasty(self, decisions):
        self._publish(decisions)
        write(self, decisions)

    assert broken(monkeypatch, (CommandPipeline, "_write"), hasty, range(3))


def test_a_command_that_is_done_again_when_it_comes_again_is_noticed(monkeypatch):
    monkeypatch.setattr(AnswerCache, "get", lambda self, person, id_: None)
    usual = CommitBatch.validate
    monkeypatch.setattr(
        CommitBatch, "validate", lambda self, found, epochs: usual(self, found._replace(processed=frozenset()), epochs)
    )
    assert broken(monkeypatch, (FaultyStore, "processed_command"), lambda self, person, command: None)


def test_cards_of_others_in_a_picture_are_noticed(monkeypatch):
    monkeypatch.setattr(
        table_views, "table_snapshot", lambda room, hosted, person, calls: table_snapshot(room, hosted, "ann", calls)
    )
    assert any(run_simulation(Run(seed, "holdem", 120)).failure for seed in range(40))
