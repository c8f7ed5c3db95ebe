"""Pool of forked processes: each inherits the imported modules, and its changes stay isolated."""

from __future__ import annotations

import json
import os
import resource
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

FAULT: Final = "fault"
"""Key under which a process reports its own failure."""
MEMORY: Final = 6 << 30
"""Memory limit of a process in bytes, since a mutant may allocate without end."""


class Job(NamedTuple):
    """Function to run in its own process within so many seconds."""

    name: str
    work: Callable[[], Any]
    limit: float


class Answer(NamedTuple):
    """Answer of a process; None if a signal ended it: a time limit, or a crash of Python itself."""

    job: Job
    told: Any


class Unanswered(RuntimeError):
    """Failure of a process by a defect of this tool, so that its answer is unknown."""


def forked(jobs: Iterable[Job], at_once: int) -> Iterator[Answer]:
    """Run all jobs, so many at once, and yield their answers as they come."""
    waiting = iter(jobs)
    running: dict[int, tuple[Job, Path, float]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        serial = 0
        while True:
            while len(running) < at_once and (job := next(waiting, None)) is not None:
                serial += 1
                path = Path(folder, f"{serial}.json")
                running[_start(job, path)] = (job, path, time.monotonic() + job.limit)
            if not running:
                return
            ended = _ended(running)
            if not ended:
                time.sleep(0.002)
            for process in ended:
                job, path, _ = running.pop(process)
                told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
                path.unlink(missing_ok=True)
                if told is None and not ended[process]:
                    raise Unanswered(f"{job.name} ended without an answer")
                if isinstance(told, dict) and FAULT in told:
                    raise Unanswered(f"{job.name}: {told[FAULT]}")
                yield Answer(job, told)


def _ended(running: dict[int, tuple[Job, Path, float]]) -> dict[int, bool]:
    """Reap processes that have ended or timed out, and whether a signal ended them."""
    found = {}
    for process, (_, _, until) in running.items():
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            found[process] = os.WIFSIGNALED(status)
        elif time.monotonic() > until:
            os.kill(process, 9)
            os.waitpid(process, 0)
            found[process] = True
    return found


def _start(job: Job, path: Path) -> int:
    process = os.fork()
    if process:
        return process
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            told = job.work()
        except BaseException:
            told = {FAULT: traceback.format_exc()}
        unfinished = path.with_suffix(".part")
        unfinished.write_text(json.dumps(told), encoding="utf-8")
        unfinished.replace(path)
    finally:
        os._exit(0)
