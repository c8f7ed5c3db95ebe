"""Clause-coverage plugin: records which rulebook clauses are upheld by tests that passed.

A test names them with ``@pytest.mark.clauses("oneida XI.K.4", ...)`` or, case by case, through the fixture
``exercises``. A full run leaves ``build/clause-coverage.json`` for `hoyle rules --coverage`; a partial run,
which cannot know what the rest would have covered, leaves that file alone. With several worker processes,
each sends its record to the one that started them.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any, Final, Protocol

import pytest

from hoyle.cli.render.clause_coverage import COVERAGE_FILE
from hoyle.core.errors import InvalidError
from hoyle.rulebooks import clause_catalogue

CLAIMED: Final = pytest.StashKey[set[str]]()
SPOILED: Final = pytest.StashKey[bool]()
RECORD: Final = pytest.StashKey["Record"]()


class Exercises(Protocol):
    def __call__(self, *citations: str) -> None: ...


class Record:
    """Citations with the tests that uphold them, what was left out, and what was written."""

    def __init__(self) -> None:
        self.tests: dict[str, set[str]] = {}
        self.left_out = 0
        self.written = ""


@pytest.fixture
def exercises(request: pytest.FixtureRequest) -> Exercises:
    """Call it with the citations that this run of the test would fail to uphold if they were broken."""

    def claim(*citations: str) -> None:
        request.node.stash[CLAIMED].update(known_clause(citation) for citation in citations)

    return claim


def known_clause(citation: str) -> str:
    """The citation itself, or a failure when no book has it in exactly this form."""
    try:
        found = clause_catalogue.resolve_citation(citation).citation
    except InvalidError as error:
        pytest.fail(f"the test claims {citation!r}: {error}", pytrace=False)
    if found != citation:
        pytest.fail(f"the test claims {citation!r}: write {found!r}", pytrace=False)
    if found in clause_catalogue.HEADINGS:
        pytest.fail(f"the test claims {citation!r}: it is a heading, claim its parts", pytrace=False)
    return found


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RECORD] = Record()


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items:
        # Minutes of counting are left to `make exhaustive`; they claim no clause.
        if not item.get_closest_marker("exhaustive") or item.get_closest_marker("clauses"):
            item.config.stash[RECORD].left_out += 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[CLAIMED] = set()
    item.stash[SPOILED] = False
    for marker in item.iter_markers("clauses"):
        if not marker.args:
            pytest.fail("the marker `clauses` names no clause", pytrace=False)
        item.stash[CLAIMED].update(known_clause(citation) for citation in marker.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if not report.passed:
        item.stash[SPOILED] = True
    elif report.when == "teardown" and not item.stash[SPOILED]:
        for citation in item.stash[CLAIMED]:
            item.config.stash[RECORD].tests.setdefault(citation, set()).add(item.nodeid)
    return report


def is_full_run(session: pytest.Session, exitstatus: int) -> bool:
    """Whether every test of the repository ran to its end."""
    config = session.config
    return (
        config.args_source == pytest.Config.ArgsSource.TESTPATHS
        and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        and not session.shouldstop
        and not session.shouldfail
        and not config.stash[RECORD].left_out
        and not any(config.getoption(name, None) for name in ("collectonly", "lf", "ignore", "ignore_glob"))
    )


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Merge the record of a worker process that has finished."""
    record, output = node.config.stash[RECORD], getattr(node, "workeroutput", {})
    for citation, tests in output.get("clauses", {}).items():
        record.tests.setdefault(citation, set()).update(tests)
    # All workers collect, and deselect, the same tests.
    record.left_out = max(record.left_out, output.get("left_out", 0))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    record = session.config.stash[RECORD]
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["clauses"] = {citation: sorted(tests) for citation, tests in record.tests.items()}
        output["left_out"] = record.left_out
        return
    if not is_full_run(session, exitstatus):
        return
    tests = record.tests
    places = {each.citation: place for place, each in enumerate(clause_catalogue.clauses())}
    ordered = {citation: sorted(tests[citation]) for citation in sorted(tests, key=places.__getitem__)}
    path = session.config.rootpath / COVERAGE_FILE
    path.parent.mkdir(exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    unfinished.replace(path)
    record.written = f"{len(ordered)} of {len(places)} ({COVERAGE_FILE})"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if written := config.stash[RECORD].written:
        terminalreporter.write_line(f"clauses upheld by a test: {written}")
