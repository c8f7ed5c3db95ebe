"""Where no compiler was at hand, hands are ranked and odds are found all the same."""

from __future__ import annotations

import json
import subprocess
import sys

WITHOUT = "import sys; sys.modules['hoyle._kernel'] = None\n"


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)


def hoyle(*words: str) -> subprocess.CompletedProcess[str]:
    return run(f"from hoyle.cli.main import cli; cli({list(words)!r}, prog_name='hoyle')")


def test_hands_are_ranked_without_the_kernel() -> None:
    result = run(
        "from hoyle.hands import HIGH5, TWO_PLUS_THREE, Evaluator\n"
        "from hoyle.core.cards import parse_cards\n"
        "from hoyle.hands.best_hand_kernel import SCALES\n"
        "value = Evaluator(HIGH5, TWO_PLUS_THREE).value(\n"
        "    parse_cards('As Ks 2d 2h'), parse_cards('Qs Js 4s 2c 9h'))\n"
        "print(len(SCALES), HIGH5.describe(value))"
    )
    assert result.stdout == "0 ace-high flush, A-K-Q-J-4\n", result.stderr


def test_equities_are_counted_without_the_kernel_and_the_wait_is_explained() -> None:
    result = hoyle("equity", "holdem", "AhKh", "QsQd", "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["exact"], found["deals"]) == (True, 1_712_304)
    assert [hand["equity"] for hand in found["hands"]] == ["197833/428076", "230243/428076"]
    assert result.stderr.startswith("hoyle: the compiled kernel is missing")
    assert result.stderr.count("\n") == 1


def test_without_the_kernel_fewer_samples_are_drawn_unless_a_number_is_given() -> None:
    for words, deals in (([], 100_000), (["--samples", "3000"], 3000)):
        result = hoyle("equity", "holdem", "AhKh", "random", "--json", *words)
        found = json.loads(result.stdout)
        assert (found["exact"], found["deals"]) == (False, deals)
        share = 468769901 / 699190800
        assert abs(found["hands"][0]["equity_float"] - share) < 5 * found["hands"][0]["stderr"]


def test_ranges_are_counted_without_the_kernel() -> None:
    result = hoyle("range", "omaha-high", "AA**ds", "--sample", "0")
    assert (result.stdout, result.stderr) == ("AA**ds: 864 of 270,725 hands (0.32%)\n", "")


def test_bad_input_stays_one_line_without_the_kernel() -> None:
    result = hoyle("equity", "holdem", "AhKh", "AhQd")
    assert result.returncode == 2
    assert result.stderr == "hoyle: card Ah appears in hand 1 and in hand 2\n"
