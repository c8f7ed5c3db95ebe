"""The examples for researchers run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def _printed(name: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_six_random_agents_count_their_chips() -> None:
    told = _printed("random_agents.py", "20")
    chips = [int(each.split()[1]) for each in told.split(", ")]
    assert len(chips) == 6
    assert sum(chips) <= 0


def test_a_policy_plays_against_itself_and_then_against_chance() -> None:
    told = _printed("self_play.py", "60")
    assert re.fullmatch(r"after 60 hands with itself: [+-]\d+\.\d\d chips a hand against chance\n", told)
