"""A new variant in one file, as docs/extending.md has it: its table of streets, and a page in a book."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[3]
TAHOE = Path(__file__).with_name("tahoe.py")

SESSION = """{
  "id": "TAHOE", "kind": "session", "rulebook": "house", "game": "tahoe", "deck": "2c Ah 3c Kh 4c Qh",
  "people": [{"seat": 1, "name": "ann", "chips": 100}, {"seat": 2, "name": "bob", "chips": 100}],
  "button": "ann",
  "commands": [{"do": "deal", "expect": {"sees": {"ann": "Ah Kh Qh"}}}, {"by": "ann", "act": "fold"}],
  "expect": {"stacks": {"ann": 98, "bob": 102}}
}"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TAHOE), *words],
        cwd=ROOT,
        input=SESSION,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deal", "tahoe", "--seed", "3"), "Three cards down to each player"),
        (("play", "tahoe", "--seed", "2"), "Three cards down to each player"),
        (("simulate", "tahoe", "--hands", "20", "--seed", "1"), "Hands won"),
        (("deal", "Pineapple", "--seed", "3"), "Three cards down to each player"),
        (("judge", "-"), "as expected"),
        (("equity", "tahoe", "AhKhQh", "QsQdJd", "--board", "2c 7d 9s 4h"), "exact"),
        (("range", "tahoe", "AA*", "--seed", "1"), "292 of 22,100 hands"),
        (("playthrough", "tahoe", "--seed", "1"), "?? ?? ??"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_a_new_variant_is_dealt_judged_and_reckoned_as_any_other(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_its_hands_are_written_and_read_by_its_code(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    done = run("deal", "tahoe", "--structure", "no-limit", "--seed", "3", "--save", str(file))
    assert done.returncode == 0, done.stderr
    assert 'variant = "NTAHOE"' in file.read_text(encoding="utf-8")
    assert "Tahoe, no-limit" in run("replay", str(file)).stdout


def test_its_file_passes_strict_type_checking() -> None:
    out, err, code = api.run([str(TAHOE)])  # the settings of this repository are strict
    assert code == 0, out + err
