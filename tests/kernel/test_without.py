"""Where no compiler was at hand everything but the odds works, and the odds say why they do not."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = "import sys; sys.modules['hoyle._kernel'] = None\n"


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)


def test_hands_are_ranked_without_the_kernel() -> None:
    result = run(
        "from hoyle.hands import HIGH5, TWO_PLUS_THREE, Evaluator\n"
        "from hoyle.cards import parse_cards\n"
        "from hoyle.hands.native import SCALES\n"
        "value = Evaluator(HIGH5, TWO_PLUS_THREE).value(\n"
        "    parse_cards('As Ks 2d 2h'), parse_cards('Qs Js 4s 2c 9h'))\n"
        "print(len(SCALES), HIGH5.describe(value))"
    )
    assert result.stdout == "0 ace-high flush, A-K-Q-J-4\n", result.stderr


def test_the_odds_say_what_they_need() -> None:
    result = run("from hoyle.cli import cli; cli(['equity', 'holdem', 'AhKh', 'QsQd'], prog_name='hoyle')")
    assert result.returncode == 2
    assert result.stderr.startswith("hoyle: the odds need the compiled kernel")
    assert result.stderr.count("\n") == 1
