"""Whatever is typed or handed in, it is answered or refused in one line; nobody is shown a traceback.

``HOYLE_BROKEN=10000`` tries so many, another ``HOYLE_SEED`` others.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result
from tests.cli.broken_inputs import broken_case, broken_command, broken_history
from tests.cli.commands import hoyle

from hoyle.judge.case_files import CASE_TYPES

TESTS = Path(__file__).parents[1]
TRIED = int(os.environ.get("HOYLE_BROKEN", "1200"))
SEED = os.environ.get("HOYLE_SEED", "1")
SHARES = {"case": 0.5, "history": 0.3, "command": 0.2}


def cases() -> list[dict[str, Any]]:
    """Every case of the collection, a few of each kind as often as many."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(TESTS.glob("judge/*cases/**/*.json")):
        held = json.loads(path.read_text(encoding="utf-8"))
        for case in held if isinstance(held, list) else held.get("cases", [held]):
            found.setdefault(case["kind"], []).append(case)
    return [case for kind in found.values() for case in kind[:: max(len(kind) // 20, 1)]]


def histories() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("history/hands/*.phh"))]


def check(result: Result, tried: Sequence[str]) -> int:
    """The exit code, if the command behaved; a judge of several files refuses each in a line."""
    assert isinstance(result.exception, SystemExit | None), f"{tried!r}: {result.exception!r}"
    assert result.exit_code in (0, 1, 2), tried
    if result.exit_code == 2:
        lines = result.stderr.splitlines()
        assert all(line.startswith("hoyle: ") for line in lines), f"{tried!r}: {result.stderr}"
        assert len(lines) == 1 or (tried[0] == "judge" and lines), f"{tried!r}: {result.stderr}"
    return result.exit_code


@pytest.mark.parametrize("what", SHARES)
def test_broken_input_is_answered_or_refused_in_one_line(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # what a broken option names as a file
    rng = Random(f"{what} {SEED}")
    whole_cases, kinds, hands = cases(), [*CASE_TYPES], histories()
    codes: Counter[int] = Counter()
    for _ in range(int(TRIED * SHARES[what])):
        if what == "case":
            text = broken_case(rng, whole_cases, kinds)
            codes[check(hoyle("judge", "-", text=text), [text])] += 1
        elif what == "history":
            text = broken_history(rng, hands)
            codes[check(hoyle("replay", "-", text=text), [text])] += 1
        else:
            words = broken_command(rng)
            codes[check(hoyle(*words, text=""), words)] += 1
    assert set(codes) >= {0, 2}, codes
