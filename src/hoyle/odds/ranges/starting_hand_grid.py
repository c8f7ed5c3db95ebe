"""Starting-hand grid: the 13 by 13 table of hold'em hands, as data and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from hoyle.core.cards import RANKS


class Cell(NamedTuple):
    """Cell of a starting-hand grid: a class of hands, and the share of it in the range, 0 to 1."""

    label: str
    share: float

    def __str__(self) -> str:
        if self.share == 0:
            return "."
        return self.label if self.share == 1 else f"{self.share:.0%}"


def build_grid(
    hands: Iterable[Sequence[int]], weights: Sequence[int] | None = None, *, full: float = 1.0
) -> list[list[Cell]]:
    """Build the thirteen rows from the aces down; the heaviest hands count as `full`."""
    weight_by_label: dict[str, float] = {}
    heaviest = max(weights) if weights else 1
    for index, hand in enumerate(hands):
        label = _label(max(hand) // 4, min(hand) // 4, suited=hand[0] % 4 == hand[1] % 4)
        weight_by_label[label] = weight_by_label.get(label, 0.0) + full * (
            weights[index] / heaviest if weights else 1
        )
    return [
        [_cell(row, column, weight_by_label) for column in range(12, -1, -1)] for row in range(12, -1, -1)
    ]


def as_html(rows: list[list[Cell]], *, caption: str) -> str:
    """Render the grid as an HTML table; a darker cell has a larger share."""
    body = "".join("<tr>" + "".join(map(_html_cell, row)) + "</tr>" for row in rows)
    style = "border-collapse:collapse;text-align:center"
    return f'<table style="{style}"><caption>{escape(caption)}</caption>{body}</table>'


def _html_cell(cell: Cell) -> str:
    style = f"background:rgba(43,111,78,{cell.share:.2f});padding:2px 6px"
    return f'<td style="{style}" title="{cell.share:.0%}">{escape(cell.label)}</td>'


def _label(high: int, low: int, *, suited: bool) -> str:
    ranks = RANKS[high] + RANKS[low]
    return ranks if high == low else ranks + ("s" if suited else "o")


def _cell(row: int, column: int, weight_by_label: dict[str, float]) -> Cell:
    label = _label(max(row, column), min(row, column), suited=row > column)
    hands = 6 if row == column else 4 if row > column else 12
    return Cell(label, weight_by_label.get(label, 0.0) / hands)
