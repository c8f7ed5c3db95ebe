"""Whole hands as `hoyle deal` and `hoyle playthrough` print them, as text that a person can read and compare.

Each file of `tests/golden` begins with the command that prints the rest. After a wanted change, write them
anew with ``HOYLE_GOLDEN=write pytest tests/cli/test_golden.py`` and read what changed.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from tests.cli.commands import hoyle

from hoyle.games.poker.variants import VARIANTS
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(GOLDEN.glob("*.txt"))
PLAYTHROUGHS = sorted(GOLDEN.glob("playthroughs/*.txt"))
"""Games turn by turn, as `hoyle playthrough` prints them."""


@pytest.mark.parametrize(
    "file", [*FILES, *PLAYTHROUGHS], ids=lambda file: str(file.relative_to(GOLDEN).with_suffix(""))
)
def test_the_hand_is_dealt_and_told_as_before(file: Path) -> None:
    command, _, told = file.read_text(encoding="utf-8").partition("\n")
    result = hoyle(*shlex.split(command.removeprefix("$ hoyle ")))
    assert result.exit_code == 0, result.stderr
    if os.environ.get("HOYLE_GOLDEN") == "write":
        file.write_text(f"{command}\n{result.stdout}", encoding="utf-8")
        return
    assert result.stdout == told


def test_every_game_has_a_golden_hand() -> None:
    assert {file.stem for file in FILES} >= {*VARIANTS, *HOUSE_GAMES}
