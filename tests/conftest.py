"""Shared fixtures and hooks of the test suite."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.coverage_plugin", "tests.stores_plugin"]

settings.register_profile("hoyle", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("hoyle-ci", settings.get_profile("hoyle"), derandomize=True, print_blob=True)
settings.load_profile("hoyle-ci" if os.environ.get("CI") else "hoyle")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to test compiled modules that are older than their sources; let interrupts through.

    COLUMNS is unset, so that commands print in their default width.
    """
    os.environ.pop("COLUMNS", None)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell ignores it for background jobs; interrupted commands would run for ever.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for compiled in (session.config.rootpath / "src").rglob("*.so"):
        source = compiled.with_name(compiled.name.partition(".")[0] + ".py")
        if source.exists() and source.stat().st_mtime > compiled.stat().st_mtime:
            raise pytest.UsageError(f"{source} is newer than {compiled.name}: run `make build` first")


def pytest_collection_finish() -> None:
    """Freeze the collected tests, so that the garbage collector skips them."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many random sessions were played: tests record them as a property."""
    passed = terminalreporter.stats.get("passed", [])
    played = [value for report in passed for name, value in report.user_properties if name == "sessions"]
    if played:
        terminalreporter.write_line(f"random sessions played: {sum(played):,}")


@pytest.fixture(scope="session")
def shared(pytestconfig: pytest.Config) -> Path:
    """Folder next to the repository with the rulebook digest, worked cases and public hands."""
    folder = pytestconfig.rootpath.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs ../shared (rules, cases, hand histories), which is not beside this repository")
    return folder
