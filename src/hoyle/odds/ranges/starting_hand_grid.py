"""Starting-hand grid of a hold'em range: the 13 by 13 table of hand classes, as data and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from hoyle.core.cards import RANKS
from hoyle.odds.ranges.holdem_percentiles import hands_in


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
    """Build the starting-hand grid of weighted hold'em hands; the heaviest hands count as `full`."""
    weight_by_label: dict[str, float] = {}
    heaviest = max(weights) if weights else 1
    for index, hand in enumerate(hands):
        label = _label(max(hand) // 4, min(hand) // 4, suited=hand[0] % 4 == hand[1] % 4)
        weight = weights[index] / heaviest if weights else 1
        weight_by_label[label] = weight_by_label.get(label, 0.0) + full * weight
    ranks = range(12, -1, -1)
    return [[_cell(row, column, weight_by_label) for column in ranks] for row in ranks]


def as_html(rows: list[list[Cell]], *, caption: str) -> str:
    """Render a starting-hand grid as an HTML table; a darker cell has a larger share."""
    body = "".join("<tr>" + "".join(map(_html_cell, row)) + "</tr>" for row in rows)
    style = "border-collapse:collapse;text-align:center"
    return f'<table style="{style}"><caption>{escape(caption)}</caption>{body}</table>'


def _html_cell(cell: Cell) -> str:
    style = f"background:rgba(43,111,78,{cell.share:.2f});padding:2px 6px"
    return f'<td style="{style}" title="{cell.share:.0%}">{escape(cell.label)}</td>'


def _label(high: int, low: int, *, suited: bool) -> str:
    """Return the name of a class of hold'em hands: ``AKs``, ``AKo``, ``AA``."""
    ranks = RANKS[high] + RANKS[low]
    return ranks if high == low else ranks + ("s" if suited else "o")


def _cell(row: int, column: int, weight_by_label: dict[str, float]) -> Cell:
    """Return the cell of a row and column rank: suited hands above the diagonal, offsuit below."""
    label = _label(max(row, column), min(row, column), suited=row > column)
    return Cell(label, weight_by_label.get(label, 0.0) / hands_in(label))
