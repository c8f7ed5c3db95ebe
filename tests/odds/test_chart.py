"""The chart shows of every class of hold'em hands how much of it is in a range."""

from __future__ import annotations

import pytest

from hoyle.odds import parse_range
from hoyle.odds.ranges.starting_hand_grid import build_grid


def cells(text: str) -> dict[str, float]:
    found = parse_range("holdem", text)
    rows = found.chart()
    assert rows is not None
    return {cell.label: cell.share for row in rows for cell in row}


def test_every_class_has_its_place() -> None:
    rows = build_grid(parse_range("holdem", "random"))
    assert [cell.label for cell in rows[0][:3]] == ["AA", "AKs", "AQs"]
    assert [row[0].label for row in rows[:3]] == ["AA", "AKo", "AQo"]
    assert rows[12][12].label == "22"
    assert len({cell.label for row in rows for cell in row}) == 169
    assert {cell.share for row in rows for cell in row} == {1.0}


def test_classes_are_held_whole_in_part_or_not_at_all() -> None:
    found = cells("QQ+, AKs@50%, AhKd, 7h6h")
    assert {label: share for label, share in found.items() if share} == pytest.approx(
        {"AA": 1, "KK": 1, "QQ": 1, "AKs": 0.5, "AKo": 1 / 12, "76s": 1 / 4}
    )


def test_weights_are_shown_as_they_were_written() -> None:
    found = cells("AKs@50%, AKo@25%")
    assert (found["AKs"], found["AKo"]) == (0.5, 0.25)
    assert cells("AKs@50%")["AKs"] == 0.5
    assert cells("AKs@3, AQs@1.5")["AQs"] == 0.5


def test_the_chart_prints_names_parts_and_dots() -> None:
    lines = [" ".join(f"{cell!s:>4}" for cell in row) for row in build_grid(parse_range("holdem", "AA, AhKh"))]
    assert len(lines) == 13
    assert lines[0].split()[:3] == ["AA", "25%", "."]
    assert lines[12].split() == ["."] * 13


def test_a_range_of_holdem_is_its_chart_in_a_notebook() -> None:
    page = parse_range("holdem", "AA")._repr_html_()
    assert page.count("<tr>") == 13
    assert page.count("rgba(43,111,78,1.00)") == 1
    assert "<caption>AA: 6 of 1,326 hands (0.45%)</caption>" in page


def test_a_range_of_other_games_is_its_count_in_a_notebook() -> None:
    page = parse_range("omaha-high", "AA**!KK")._repr_html_()
    assert page == "<table><tr><th>AA**!KK</th><td>6,925 of 270,725 hands (2.56%)</td></tr></table>"
