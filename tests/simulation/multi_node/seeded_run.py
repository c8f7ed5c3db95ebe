"""Seeded run of the multi-node simulator: its parameters, its outcome and the command to repeat it."""

from __future__ import annotations

import traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.simulation.multi_node.simulator import EVENTS, Simulation
from tests.simulation.single_node.faulty_store import InvariantViolation

from hoyle.audit.room_audit import audit_room

GAMES: Final = ("holdem", "craps", "omaha-hilo8", "three-card-poker", "stud7-high", "mini-dice")
"""Games of every kind of table."""
_MEMORY: Final = Path("/dev/shm")


class Run(NamedTuple):
    """Parameters of a run, which determine it to the byte."""

    seed: int
    events: int = EVENTS

    @property
    def game(self) -> str:
        return GAMES[self.seed % len(GAMES)]

    def again(self) -> str:
        """Return the command that repeats the run."""
        command = f"python -m tests.simulation.multi_node --seed {self.seed}"
        return command + (f" --events {self.events}" if self.events != EVENTS else "")


class Outcome(NamedTuple):
    """Outcome of a run."""

    failure: str
    """Violated invariant with its traceback; empty if all held."""
    fault_counts: dict[str, int]
    records: int
    answers: int
    digest: str


def outcome_of(run: Run) -> Outcome:
    """Run a simulation on a store of its own, and audit it."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="hoyle-nodes-", dir=folder) as place:
        path = Path(place) / "room.db"
        simulation = Simulation(run.seed, run.game, path, run.events)
        failure = ""
        try:
            simulation.run()
            verdict = audit_room(f"sqlite:///{path}")
            if verdict.findings:
                raise InvariantViolation(f"the audit finds: {verdict.findings[0]}")
        except Exception as error:  # every exception is a finding
            where = "".join(traceback.format_tb(error.__traceback__)[-4:]).rstrip()
            failure = f"seed {run.seed}, {run.game}: {type(error).__name__}: {error}\n{where}"
    return Outcome(
        failure,
        dict(simulation.faults.counts),
        len(simulation.truth.records),
        sum(client.answered for client in simulation.clients),
        simulation.digest.hexdigest(),
    )
