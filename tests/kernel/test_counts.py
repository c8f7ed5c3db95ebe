"""Every hand there is, counted by class: the numbers anybody can check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoyle.hands import HIGH3, HIGH4, HIGH5, LOW_27, LOW_A5, Ranking
from hoyle.hands.best_hand_kernel import SCALES

kernel = pytest.importorskip("hoyle._kernel", reason="the kernel was not built")

WORDS = {
    "two_pair": "two_pairs",
    "pair": "one_pair",
    "straight_flush_excl_mini_royal": "straight_flush",
    "mini_royal_AKQ_suited": "royal_flush",
}
"""What frequencies.json calls otherwise than hoyle.hands."""


@pytest.fixture(scope="module")
def frequencies(shared: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shared / "data" / "frequencies.json").read_text())
    return found


def expected(block: dict[str, Any]) -> dict[str, int]:
    return {WORDS.get(name, name): count for name, count in block["counts"].items() if count and name != "total"}


def label(ranking: Ranking, value: int) -> str:
    name = ranking.class_name(value)
    if ranking is LOW_A5 and name == "unpaired low":
        return f"{ranking.ranks_text(value)[0]}_high"
    return "high_card" if name == "unpaired low" else name.replace(" ", "_").replace("-", "_")


def count(ranking: Ranking, cards: int) -> tuple[dict[str, int], int]:
    counted: dict[str, int] = {}
    values = kernel.count_values(SCALES[ranking], 0, cards, 2, None)
    assert values[0] == 0
    for value, times in enumerate(values):
        if times:
            name = label(ranking, value)
            counted[name] = counted.get(name, 0) + times
    return counted, sum(times > 0 for times in values)


@pytest.mark.parametrize(
    ("block", "ranking", "cards"),
    [
        ("three_card", HIGH3, 3),
        ("four_card", HIGH4, 4),
        ("best4_of_5", HIGH4, 5),
        ("best4_of_6", HIGH4, 6),
        ("five_card", HIGH5, 5),
        ("six_card", HIGH5, 6),
        ("seven_card", HIGH5, 7),
        ("ace_to_five_5card", LOW_A5, 5),
        ("ace_to_five_best_of_7", LOW_A5, 7),
        ("deuce_to_seven_5card", LOW_27, 5),
    ],
)
def test_every_hand_counted_by_class(frequencies: dict[str, Any], block: str, ranking: Ranking, cards: int) -> None:
    counted, distinct = count(ranking, cards)
    assert counted == expected(frequencies[block])
    assert distinct == frequencies[block].get("distinct_classes", distinct)


@pytest.mark.parametrize(("block", "cards"), [("ace_to_five_5card", 5), ("ace_to_five_best_of_7", 7)])
def test_eight_or_better_is_made_as_often_as_known(frequencies: dict[str, Any], block: str, cards: int) -> None:
    values = kernel.count_values(kernel.LOW_A5, 8, cards, 2, None)
    assert sum(values[1:]) == frequencies[block]["eight_or_better"]


@pytest.mark.exhaustive
def test_every_omaha_deal_counted_by_class(frequencies: dict[str, Any]) -> None:
    block = expected(frequencies["omaha_high_4hole_5board"])
    names = [label(HIGH5, value) for value in range(1, HIGH5.count() + 1)]
    limits = [len(names) - names[::-1].index(name) for name in block]
    counts = kernel.count_two_plus_three(kernel.HIGH5, 0, 4, limits, 2, None)
    assert [high - low for high, low in zip(counts, [0, *counts], strict=False)] == list(block.values())


@pytest.mark.exhaustive
@pytest.mark.parametrize("holes", [4, 5])
def test_every_omaha_low_counted_by_its_highest_card(frequencies: dict[str, Any], holes: int) -> None:
    block = frequencies[f"omaha8_low_{holes}hole_5board"]["counts"]
    tops = [LOW_A5.ranks_text(value)[0] for value in range(LOW_A5.count() - 55, LOW_A5.count() + 1)]
    limits = [0, *[LOW_A5.count() - 56 + 56 - tops[::-1].index(top) for top in "8765"]]
    counts = kernel.count_two_plus_three(kernel.LOW_A5, 8, holes, limits, 2, None)
    found = [high - low for high, low in zip(counts, [0, *counts], strict=False)]
    assert found == [block[name] for name in ("no_low", "8_high", "7_high", "6_high", "5_high")]


def test_counting_reports_progress_and_can_be_stopped() -> None:
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kernel.count_values(kernel.BADUGI, 0, 7, 2, stop)
    assert len(seen) == 1
    assert 0 <= seen[0][0] < seen[0][1]
