"""Where nothing can be written to, and where a command is named without what it wants."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import hoyle, refusal

HOYLE = [sys.executable, "-c", "from hoyle.cli.main import main; main()"]


def test_a_command_whose_output_is_closed_ends_quietly() -> None:
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *HOYLE, "rules"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*HOYLE, "rules"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"hoyle: standard output: No space left on device\n"


def test_a_group_without_a_command_shows_its_help() -> None:
    done = hoyle("room")
    assert done.exit_code == 0
    assert done.stdout == hoyle("room", "--help").stdout


def test_options_of_a_reading_are_not_passed_over_in_silence() -> None:
    assert "go with --read HAND" in refusal("audit", "--why", "complaint of bob")


@pytest.mark.parametrize(
    "words", [("rules",), ("rules", "oneida", "XI.K.1"), ("ask", "odd-chip"), ("edge", "mini-dice")]
)
def test_no_line_of_a_pipe_ends_in_blanks(words: tuple[str, ...]) -> None:
    lines = hoyle(*words).stdout.splitlines()
    assert lines
    assert [line for line in lines if line.endswith(" ")] == []
