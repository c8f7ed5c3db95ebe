"""Line coverage by test: lines of the engine, duration and claimed clauses of each test."""

from __future__ import annotations

import hashlib
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from tools.mutants.moved import moved, new_lines

QUIET: Final = 40
"""Calls of a function in one test without a new line, after which it is no longer traced."""


class Reach(NamedTuple):
    """Coverage, duration and claims of one test."""

    digest: str
    """Of its file."""
    seconds: float
    claims: list[str]
    passed: bool
    lines: dict[str, str]
    """Hexadecimal bit mask by source file: bit n is set if line n ran."""

    def runs(self, file: str, first: int, last: int) -> bool:
        """Whether the test runs any of these lines."""
        wanted = (1 << (last + 1)) - (1 << first)
        return bool(int(self.lines.get(file, "0"), 16) & wanted)

    def size(self) -> int:
        """Number of lines of the engine that the test runs."""
        return sum(int(bits, 16).bit_count() for bits in self.lines.values())


class Map:
    """Coverage of all tests, stored in a file."""

    def __init__(self, path: Path, sources: dict[str, str]) -> None:
        self.path = path
        self.sources = sources
        """Update the sources by file; map the lines of an edited one to their new place."""
        self.tests: dict[str, Reach] = {}
        if path.exists():
            stored = json.loads(path.read_text(encoding="utf-8"))
            edited = {
                file: new_lines(text, sources[file])
                for file, text in stored["sources"].items()
                if file in sources and text != sources[file]
            }
            self.tests = {name: _followed(Reach(*told), edited) for name, told in stored["tests"].items()}

    def missing(self, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Tests that are new or were changed."""
        digests: dict[Path, str] = {}
        found = []
        for item in items:
            if item.path not in digests:
                digests[item.path] = digest_of([item.path])
            known = self.tests.get(item.nodeid)
            if known is None or known.digest != digests[item.path]:
                found.append(item)
        return found

    def add(self, told: dict[str, list[Any]]) -> None:
        self.tests.update({name: Reach(*each) for name, each in told.items()})

    def keep_only(self, names: Iterable[str]) -> None:
        """Forget tests that are gone."""
        kept = frozenset(names)
        self.tests = {name: reach for name, reach in self.tests.items() if name in kept}

    def claimed_by(self) -> dict[str, int]:
        """Number of tests that claim each clause."""
        return Counter(clause for reach in self.tests.values() for clause in reach.claims)

    def is_reached(self, file: str, first: int, last: int) -> bool:
        """Whether any test runs any of these lines."""
        return any(reach.runs(file, first, last) for reach in self.tests.values())

    def save(self) -> None:
        told = {"sources": self.sources, "tests": {name: list(reach) for name, reach in self.tests.items()}}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole = self.path.with_suffix(".new")
        whole.write_text(json.dumps(told), encoding="utf-8")
        whole.replace(self.path)


def _followed(reach: Reach, edited: dict[str, dict[int, list[int]]]) -> Reach:
    if not edited.keys() & reach.lines.keys():
        return reach
    lines = {file: moved(bits, edited[file]) if file in edited else bits for file, bits in reach.lines.items()}
    return reach._replace(lines=lines)


def digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class OutOfPatience(KeyboardInterrupt):
    """Timeout of a test; a BaseException that tests do not catch."""


def give_up(number: int, frame: FrameType | None) -> None:
    raise OutOfPatience


class Watch:
    """Tracer of the lines of the engine that run, one test at a time."""

    def __init__(self, folder: Path, files: frozenset[str]) -> None:
        self.folder = f"{folder}/"
        self.files = files
        self.known: dict[int, _Watched | None] = {}
        self.test = 0

    def begin(self) -> None:
        self.test += 1
        sys.settrace(self.called)

    def end(self) -> dict[str, str]:
        sys.settrace(None)
        found: dict[str, int] = {}
        for watched in self.known.values():
            if watched is not None and watched.test == self.test:
                bits = found.get(watched.file, 0)
                for line in watched.lines:
                    bits |= 1 << line
                found[watched.file] = bits
        return {file: f"{bits:x}" for file, bits in found.items()}

    def called(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        try:
            watched = self.known[id(code)]
        except KeyError:
            watched = self.known[id(code)] = self._watched(code)
        if watched is None:
            return None
        if watched.test != self.test:
            watched.test, watched.quiet, watched.lines = self.test, 0, set()
        elif watched.quiet > QUIET:
            return None
        watched.quiet += 1
        return watched.line

    def _watched(self, code: CodeType) -> _Watched | None:
        file = code.co_filename.removeprefix(self.folder)
        return _Watched(code, file) if file in self.files else None


class Imports:
    """Tracer of the functions of the engine that run during import and collection."""

    def __init__(self, folder: Path) -> None:
        self.folder = f"{folder}/"
        self.called: set[tuple[str, int]] = set()

    def begin(self) -> None:
        sys.setprofile(self._event)

    def end(self) -> None:
        sys.setprofile(None)

    def _event(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(self.folder):
            file = frame.f_code.co_filename.removeprefix(self.folder)
            self.called.add((file, frame.f_code.co_firstlineno))


class _Watched:
    """One function."""

    def __init__(self, code: CodeType, file: str) -> None:
        self.code = code
        self.file = file
        self.test = 0
        self.quiet = 0
        self.lines: set[int] = set()

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        line = frame.f_lineno
        if line not in self.lines:
            self.lines.add(line)
            self.quiet = 0
        return self.line


def traced(items: list[pytest.Item], watch: Watch, patience: float, claimed: Any) -> dict[str, Reach]:
    """Run and trace tests; one that takes longer than `patience` counts as not passed.

    Time is CPU time, so that other load on the machine does not matter.
    """
    signal.signal(signal.SIGPROF, give_up)
    found = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        began = time.process_time()
        passed = False
        signal.setitimer(signal.ITIMER_PROF, patience)
        watch.begin()
        try:
            reports = runtestprotocol(item, log=False, nextitem=following)
            passed = all(report.passed for report in reports)
        except OutOfPatience:
            item.session._setupstate.teardown_exact(None)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            lines = watch.end()
        claims = sorted(item.stash.get(claimed, set()))
        seconds = round(time.process_time() - began, 4)
        found[item.nodeid] = Reach(digest_of([item.path]), seconds, claims, passed, lines)
    return found
