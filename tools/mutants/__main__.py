"""`python -m tools.mutants`: prepare a plain copy of the sources, collect the tests, and try the mutants."""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tools.mutants import report
from tools.mutants.equivalent import reason_for
from tools.mutants.forks import Job, forked
from tools.mutants.memory import Memory
from tools.mutants.reach import Imports, Map, Watch, traced
from tools.mutants.report import Fate
from tools.mutants.trial import Functions, Mutant, jury, mutants, sessions, tried

PACKAGES: Final = ("games", "table")
TESTS: Final = (
    "cli", "core", "games", "history", "judge", "rulebooks", "table"
)  # fmt: skip
"""Folders with tests of the engine."""
LEFT_OUT: Final = "cli/test_simulate.py"
"""Tests that start processes of their own, which are left out."""
SESSIONS: Final = "tests/table/test_sessions.py"
"""Random sessions, too long to be traced: a few of them run last."""
BUILD: Final = Path("build/mutants")
LIMIT: Final = 3600
"""Seconds for one process that sleeps; a busy loop is detected sooner."""
TOGETHER: Final = 25
"""Tests that are traced in one process."""
SAVED_EVERY: Final = 20
"""Parts of the tests after which the trace is saved."""
EXTENSIONS: Final = ("_kernel", "_banked")
"""C++, and no part of the engine."""


class Order(NamedTuple):
    """Options of the command line."""

    seed: int
    how_many: int
    jobs: int
    patience: float
    budget: float
    sessions: int
    claiming: bool
    fresh: bool
    within: str
    only: str


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", default=1, show_default=True, help="Chooses the mutants.")
@click.option("--count", "how_many", default=1000, show_default=True, help="How many; all there are if that is fewer.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default="all cores", help="Processes at once.")
@click.option("--patience", default=6.0, show_default=True, help="Seconds for a watched test or a session.")
@click.option("--budget", default=30.0, show_default=True, help="Seconds of tests for one mutant.")
@click.option("--sessions", default=4, show_default=True, help="Random sessions asked last, for each mutant.")
@click.option("--claiming", is_flag=True, help="Ask only tests that claim a clause, and no sessions.")
@click.option("--fresh", is_flag=True, help="Watch every test again, also where nothing changed.")
@click.option("--within", default="", help="Only files whose path has this in it, as poker/rake.")
@click.option("--only", default="", help="One mutant by its name in the report, as hoyle/games/poker/pots/rake.py#3.")
def command(**told: Any) -> None:
    """Try random mutants and report the survivors; the exit code is 0 even if there are some."""
    order = Order(**told)
    source = plain_sources()
    arguments = [
        *("-o", "addopts=", "-o", f"pythonpath=. {source}", "--import-mode=importlib", "--doctest-glob=README.md"),
        *("-m", "not exhaustive", "-p", "no:cacheprovider", "--assert=plain", "--tb=native", "-s", "-qq"),
        f"--ignore=tests/{LEFT_OUT}",
        *(f"tests/{folder}" for folder in TESTS),
        "README.md",
    ]
    os.environ["CI"] = "1"  # the same examples every time
    trial = Trial(order, source)
    trial.imports.begin()
    code = pytest.main(arguments, plugins=[trial])
    if not trial.done:
        raise SystemExit(int(code) or 1)


def plain_sources() -> Path:
    """Copy the sources without compiled modules other than the kernel."""
    copy = BUILD / "src"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree("src", copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for compiled in copy.rglob("*.so"):
        if compiled.name.partition(".")[0] not in EXTENSIONS:
            compiled.unlink()
    return copy.resolve()


class Trial:
    """Pytest plugin that replaces the test loop once the tests are collected."""

    def __init__(self, order: Order, source: Path) -> None:
        self.order = order
        self.source = source
        self.imports = Imports(source)
        self.done = False
        self.console = Console()
        self.files = sorted(
            path.relative_to(source).as_posix()
            for package in PACKAGES
            for path in (source / "hoyle" / package).rglob("*.py")
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Turn off Hypothesis's shrinking, since no one reads the failing examples."""
        from hypothesis import Phase, settings

        plain = settings.get_profile("hoyle-ci")
        settings.register_profile("mutants", plain, phases=(Phase.explicit, Phase.generate), print_blob=False)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        import hoyle

        self.imports.end()
        if not Path(hoyle.__file__).is_relative_to(self.source):
            raise pytest.UsageError(f"hoyle comes from {hoyle.__file__}, not from {self.source}")
        functions = Functions(self.source)
        gc.collect()
        gc.freeze()
        reach = self._map([item for item in session.items if not item.nodeid.startswith(SESSIONS)])
        fates = self._fates(session.items, functions, reach)
        self._check_killers(session.items, functions, reach, fates)
        path = BUILD / "report.json"
        report.write(fates, self.order.seed, path)
        report.show(fates, self.console, path)
        self.done = True
        return True

    def _map(self, items: list[pytest.Item]) -> Map:
        from tests.coverage_plugin import CLAIMED

        sources = {file: (self.source / file).read_text(encoding="utf-8") for file in self.files}
        path = BUILD / "reach.json"
        if self.order.fresh:
            path.unlink(missing_ok=True)
        found = Map(path, sources)
        missing = found.missing(items)
        watch = Watch(self.source, frozenset(self.files))
        parts = [missing[at : at + TOGETHER] for at in range(0, len(missing), TOGETHER)]
        patience = self.order.patience

        def job(at: int, part: list[pytest.Item]) -> Job:
            def work() -> Any:
                return {name: list(reach) for name, reach in traced(part, watch, patience, CLAIMED).items()}

            return Job(str(at), work, LIMIT)

        with self._progress() as progress:
            task = progress.add_task("watching tests", total=len(missing))
            for answer in forked((job(at, part) for at, part in enumerate(parts)), self.order.jobs):
                part = parts[int(answer.job.name)]
                if answer.told is None:
                    self.console.print(f"not watched: {part[0].nodeid} and {len(part) - 1} more")
                else:
                    found.add(answer.told)
                progress.advance(task, len(part))
                if not int(answer.job.name) % SAVED_EVERY:
                    found.save()
        found.keep_only(item.nodeid for item in items)
        found.save()
        if self.order.claiming:
            found.keep_only(name for name, reach in found.tests.items() if reach.claims)
        return found

    def _fates(self, items: list[pytest.Item], functions: Functions, reach: Map) -> list[Fate]:
        by_name = {item.nodeid: item for item in items}
        played = [name for name in by_name if name.startswith(SESSIONS)]
        chosen = {each.name: each for each in self._chosen(functions, reach)}
        memory = Memory(BUILD / "killers.json")
        asked: dict[str, tuple[list[str], bool]] = {}

        def job(mutant: Mutant) -> Job:
            first = memory.first(mutant)
            asked[mutant.name] = jury(mutant, reach, self.order.budget, first)
            names = asked[mutant.name][0]
            slot = self.order.patience
            session_names = sessions(mutant, played, 0 if self.order.claiming else self.order.sessions)
            if first and first[0] in session_names:
                names = [first[0], *names]
            tests = [by_name[name] for name in dict.fromkeys([*names, *session_names])]
            return Job(mutant.name, lambda: tried(mutant, functions, tests, reach, slot), LIMIT)

        found: dict[str, Fate] = {}
        rarity = reach.claimed_by()
        with self._progress() as progress:
            task = progress.add_task("mutants", total=len(chosen))
            for answer in forked((job(mutant) for mutant in chosen.values()), self.order.jobs):
                mutant = chosen[answer.job.name]
                fate = report.fate(mutant, answer.told, *asked[mutant.name], reach, rarity)
                found[mutant.name] = fate
                if fate.killer:
                    memory.note(mutant, fate.killer)
                elif fate.lives:
                    progress.console.print(report.told(fate), markup=False, highlight=False, soft_wrap=True)
                progress.advance(task)
                if not len(found) % 25:
                    memory.save()
                    if not self.console.is_terminal:
                        alive = sum(each.lives for each in found.values())
                        progress.console.print(f"{len(found)} of {len(chosen)} tried, {alive} alive")
        memory.save()
        return sorted(found.values(), key=lambda fate: (fate.mutant.file, fate.mutant.number))

    def _check_killers(self, items: list[pytest.Item], functions: Functions, reach: Map, fates: list[Fate]) -> None:
        """Check that every test that killed a mutant passes without one."""
        killers = {fate.killer for fate in fates}
        tests = [item for item in items if item.nodeid in killers]
        parts = [tests[at : at + TOGETHER] for at in range(0, len(tests), TOGETHER)]

        def job(at: int, part: list[pytest.Item]) -> Job:
            return Job(str(at), lambda: tried(None, functions, part, reach, self.order.patience), LIMIT)

        for answer in forked((job(at, part) for at, part in enumerate(parts)), self.order.jobs):
            if answer.told is None or answer.told["killer"]:
                failed = "a test that hangs" if answer.told is None else answer.told["killer"]
                raise pytest.UsageError(f"fails though nothing is broken: {failed}")

    def _chosen(self, functions: Functions, reach: Map) -> list[Mutant]:
        every = [
            mutant
            for file in self.files
            if self.order.within in file
            for mutant in mutants(self.source, file)
            if functions.has(mutant)
        ]
        if self.order.only:
            return [mutant for mutant in every if mutant.name == self.order.only]
        drawn = sorted(every, key=lambda mutant: _lot(self.order.seed, mutant))
        chosen: list[Mutant] = []
        for mutant in drawn:
            if len(chosen) == self.order.how_many:
                break
            if reason_for(mutant):
                continue
            runs_on_import = (mutant.file, mutant.starts) in self.imports.called
            if not runs_on_import or reach.is_reached(mutant.file, *mutant.lines):
                chosen.append(mutant)
        self.console.print(f"{len(chosen)} of {len(every)} mutants, seed {self.order.seed}")
        return chosen

    def _progress(self) -> Progress:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        return Progress(*columns, console=self.console)


def _lot(seed: int, mutant: Mutant) -> bytes:
    """Hash by which mutants are sampled, so that an edit elsewhere does not change the others of a seed."""
    return hashlib.sha256(f"{seed} {mutant.identity}".encode()).digest()


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    command()
