"""Seeded run of the single-node simulator: its parameters, its outcome and the command to repeat it."""

from __future__ import annotations

import traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.simulation.single_node.faulty_store import InvariantViolation
from tests.simulation.single_node.simulator import EVENTS, Simulation

from hoyle.audit.room_audit import audit_room
from hoyle.storage import open_store

_MEMORY: Final = Path("/dev/shm")
"""Memory disk, if there is one: power loss is not tested here."""


class Run(NamedTuple):
    """Parameters of a run, which determine it to the byte."""

    seed: int
    game: str
    events: int = EVENTS
    store: str = ""

    def again(self) -> str:
        """Return the command that repeats the run."""
        command = f"python -m tests.simulation.single_node --seed {self.seed} --game {self.game}"
        if self.events != EVENTS:
            command += f" --events {self.events}"
        return command + (" --store URL" if self.store else "")


class Outcome(NamedTuple):
    """Outcome of a run."""

    failure: str
    """Violated invariant with its traceback; empty if all held."""
    fault_counts: dict[str, int]
    records: int
    answers: int
    digest: str
    """Hash of all events, in order."""


def run_simulation(run: Run) -> Outcome:
    """Run a simulation on a store of its own, and audit it."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="hoyle-faults-", dir=folder) as place:
        where = run.store or f"sqlite:///{place}/room.db"
        # A database that cannot be opened is no finding of the run.
        open_store(where).close()
        simulation = Simulation(run.seed, run.game, lambda: open_store(where), run.events)
        failure = ""
        try:
            simulation.run()
            verdict = audit_room(where)
            if verdict.findings:
                raise InvariantViolation(f"the audit finds: {verdict.findings[0]}")
        except Exception as error:  # every exception is a finding
            failure = (
                f"seed {run.seed}, {run.game}, after {simulation.happened} events: "
                f"{type(error).__name__}: {error}\n{_where(error)}"
            )
    return Outcome(
        failure,
        dict(simulation.faults.fault_counts),
        len(simulation.truth.records),
        simulation.answers,
        simulation.digest.hexdigest(),
    )


def _where(error: Exception) -> str:
    return "".join(traceback.format_tb(error.__traceback__)[-4:]).rstrip()
