"""What every test may ask for, and how strictly tests run."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.coverage_plugin", "tests.stores_plugin"]

settings.register_profile(
    "hoyle", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("hoyle-ci", settings.get_profile("hoyle"), derandomize=True, print_blob=True)
settings.load_profile("hoyle-ci" if os.environ.get("CI") else "hoyle")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to test compiled modules that are older than their sources; hear an interrupt.

    What commands print is as wide as nobody has asked for, though workers of the tests have a width.
    """
    os.environ.pop("COLUMNS", None)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # As it is where a shell runs the tests in the background; what is interrupted would go on for ever.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for compiled in (session.config.rootpath / "src").rglob("*.so"):
        source = compiled.with_name(compiled.name.partition(".")[0] + ".py")
        if source.exists() and source.stat().st_mtime > compiled.stat().st_mtime:
            raise pytest.UsageError(f"{source} is newer than {compiled.name}: run `make build` first")


def pytest_collection_finish() -> None:
    """Ten thousand tests are no garbage: nobody need look through them again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many random sessions were played: tests record them as a property."""
    passed = terminalreporter.stats.get("passed", [])
    told = [value for report in passed for name, value in report.user_properties if name == "sessions"]
    if told:
        terminalreporter.write_line(f"random sessions played: {sum(told):,}")


@pytest.fixture(scope="session")
def shared(pytestconfig: pytest.Config) -> Path:
    """The folder beside the repository with the rulebook digest, worked cases and public hands."""
    folder = pytestconfig.rootpath.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs ../shared (rules, cases, hand histories), which is not beside this repository")
    return folder
