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
"""Where there is such a place no disk has to be waited for: what is lost there is not what is tested here."""


class Run(NamedTuple):
    """What a run is made of: the same again is the same run to the byte."""

    seed: int
    game: str
    events: int = EVENTS
    store: str = ""

    def again(self) -> str:
        """The command that has it again."""
        found = f"python -m tests.simulation.single_node --seed {self.seed} --game {self.game}"
        if self.events != EVENTS:
            found += f" --events {self.events}"
        return found + (" --store URL" if self.store else "")


class Outcome(NamedTuple):
    """What came of it."""

    wrong: str
    """What did not hold, with where; empty where all was well."""
    struck: dict[str, int]
    records: int
    answers: int
    digest: str
    """Of everything that happened, in order."""


def run_simulation(run: Run) -> Outcome:
    """Have an evening, on a store of its own."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="hoyle-faults-", dir=folder) as place:
        where = run.store or f"sqlite:///{place}/room.db"
        # A place that cannot be opened at all is no finding of the run.
        open_store(where).close()
        evening = Simulation(run.seed, run.game, lambda: open_store(where), run.events)
        wrong = ""
        try:
            evening.run()
            verdict = audit_room(where)
            if verdict.findings:
                raise InvariantViolation(f"the audit finds: {verdict.findings[0]}")
        except Exception as error:  # whatever comes out of the room is a finding
            wrong = (
                f"seed {run.seed}, {run.game}, after {evening.happened} events: "
                f"{type(error).__name__}: {error}\n{_where(error)}"
            )
    return Outcome(
        wrong,
        dict(evening.weather.struck),
        len(evening.truth.records),
        evening.answers,
        evening.digest.hexdigest(),
    )


def _where(error: Exception) -> str:
    return "".join(traceback.format_tb(error.__traceback__)[-4:]).rstrip()
