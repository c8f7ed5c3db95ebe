"""Equity result: exact or sampled shares per hand, with text, HTML and JSON output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from html import escape
from math import lcm, sqrt
from typing import Any, Final

from hoyle.core.validation import pluralize

Outcome = tuple[int, int, int]
"""Winners of the high or only pot, winners of the low (bit masks of players, 0 for none), and the count."""

NINETY_FIVE: Final = 1.96
"""Standard errors on either side in a 95 % confidence interval."""
MIN_ERROR: Final = 3 / NINETY_FIVE
"""Minimum standard error times samples, by the rule of three: n equal samples leave 3/n at 95 %."""


@dataclass(frozen=True, slots=True)
class HandEquity:
    """Equity of one player's hand, with its shares of wins, ties, scoops and quarters.

    All fields but ``equity`` are shares of all deals, 0 to 1.

    >>> import hoyle
    >>> ace_king, queens = hoyle.odds.equity("holdem", ["AhKh", "QsQd"], board="Ac 7d 2s")
    >>> ace_king.hand, str(ace_king.equity)
    ('AhKh', '301/330')
    """

    hand: str
    equity: Fraction
    """Share of the pot: exact if every deal was counted, else the mean of the sampled deals."""
    equity_float: float
    """The equity as a float."""
    stderr: float
    """Standard error of the equity; 0 if it is exact."""
    win: float
    """Takes the whole pot alone."""
    tie: float
    """Takes part of the pot, not all of it."""
    scoop: float
    """Takes both halves alone, or all of it if no low qualifies; in games of one pot the same as win."""
    quarter: float
    """Takes something, but no more than a quarter of the pot."""
    high: float
    """Share of all high halves (or of the only pot, in high games), ties split."""
    low: float
    """Share of the low halves over all deals; deals without a low count as zero."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"equity": None if self.stderr else str(self.equity)}


@dataclass(frozen=True, slots=True)
class EquityResult:
    """Equities of all players, and the counts they come from.

    >>> import hoyle
    >>> print(hoyle.odds.equity("holdem", ["AhKh", "QsQd"], board="Ac 7d 2s"))
    holdem, board Ac 7d 2s: 990 deals, exact
    hand   equity       win    tie  exactly
    AhKh  91.212%    91.21%  0.00%  301/330
    QsQd   8.788%     8.79%  0.00%   29/330
    """

    game: str
    board: str
    dead: str
    exact: bool
    deals: int
    """Deals counted, each times its weight, or deals sampled."""
    hands: tuple[HandEquity, ...]
    outcomes: tuple[Outcome, ...]
    split: bool
    """Whether the pot is split between high and low."""
    draws_to_come: int | None = None
    """In draw games, 1 if a player has cards to draw, else 0; None in other games."""
    note: str = ""
    """Note on an unusual request: a board that no street ends with."""

    def __getitem__(self, player: int) -> HandEquity:
        return self.hands[player]

    def __iter__(self) -> Iterator[HandEquity]:
        return iter(self.hands)

    def __len__(self) -> int:
        return len(self.hands)

    def __str__(self) -> str:
        rows = [self._headings(), *map(self._cells, self.hands)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [self._caption()]
        for row in rows:
            name = row[0].ljust(widths[0])
            numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join([name, *numbers]).rstrip())
        return "\n".join([*lines, f"Note: {self.note}."] if self.note else lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self._headings())
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in self._cells(hand)) + "</tr>" for hand in self.hands
        )
        note = f"<br>Note: {escape(self.note)}." if self.note else ""
        return (
            f"<table><caption>{escape(self._caption())}{note}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "board": self.board,
            "dead": self.dead,
            "exact": self.exact,
            "deals": self.deals,
            **({} if self.draws_to_come is None else {"draws_to_come": self.draws_to_come}),
            **({"note": self.note} if self.note else {}),
            "hands": [hand.to_json() for hand in self.hands],
        }

    def _caption(self) -> str:
        method = "exact" if self.exact else "sampled; ± is the 95% confidence interval"
        board = f", board {self.board}" if self.board else ""
        dead = f", dead {self.dead}" if self.dead else ""
        draws = {None: "", 0: ", no draw to come"}.get(self.draws_to_come, ", one draw to come")
        return f"{self.game}{draws}{board}{dead}: {pluralize(self.deals, 'deal')}, {method}"

    def _headings(self) -> list[str]:
        headings = ["hand", "equity", "" if self.exact else "±"]
        headings += ["scoop", "high", "low", "tie", "quarter"] if self.split else ["win", "tie"]
        return [*headings, "exactly"] if self.exact else headings

    def _cells(self, hand: HandEquity) -> list[str]:
        shares = [hand.win, hand.tie]
        if self.split:
            shares = [hand.scoop, hand.high, hand.low, hand.tie, hand.quarter]
        error = "" if self.exact else f"{NINETY_FIVE * hand.stderr:.3%}"
        cells = [hand.hand, f"{hand.equity_float:.3%}", error, *[f"{share:.2%}" for share in shares]]
        return [*cells, str(hand.equity)] if self.exact else cells


def summarize_counts(
    hands: Sequence[str],
    outcomes: Sequence[Outcome],
    *,
    game: str,
    board: str,
    dead: str,
    exact: bool,
    split: bool,
    low_only: bool,
    draws_to_come: int | None = None,
    note: str = "",
) -> EquityResult:
    """Compute the equities of all hands from the counts of showdown outcomes."""
    deals = sum(count for _, _, count in outcomes)
    # Shares are counted in this fraction of a pot, which every split divides evenly.
    units = 2 * lcm(*range(1, len(hands) + 1))
    hand_equities = tuple(
        _hand_equity(hand, 1 << player, outcomes, deals, units, exact=exact, low_only=low_only)
        for player, hand in enumerate(hands)
    )
    assert sum((hand.equity for hand in hand_equities), Fraction(0)) == 1
    return EquityResult(game, board, dead, exact, deals, hand_equities, tuple(outcomes), split, draws_to_come, note)


def _hand_equity(
    hand: str, player_bit: int, outcomes: Sequence[Outcome], deals: int, units: int, *, exact: bool, low_only: bool
) -> HandEquity:
    count_by_share: dict[int, int] = {}
    main_sum = low_sum = 0
    for main, low, count in outcomes:
        share = 0
        if main & player_bit:
            part = units // main.bit_count()
            main_sum += part * count
            share += part // 2 if low else part
        if low & player_bit:
            part = units // low.bit_count()
            low_sum += part * count
            share += part // 2
        count_by_share[share] = count_by_share.get(share, 0) + count
    equity = Fraction(sum(share * count for share, count in count_by_share.items()), units * deals)
    mean = float(equity)
    variance = sum(count * (share / units - mean) ** 2 for share, count in count_by_share.items()) / deals
    stderr = 0.0 if exact else min(max(sqrt(variance / deals), MIN_ERROR / deals), 1 / NINETY_FIVE)
    scoop = count_by_share.get(units, 0) / deals
    partial = sum(count for share, count in count_by_share.items() if 0 < share < units) / deals
    at_most_quarter = sum(count for share, count in count_by_share.items() if 0 < 4 * share <= units) / deals
    main_share, low_share = main_sum / (units * deals), low_sum / (units * deals)
    return HandEquity(
        hand=hand,
        equity=equity,
        equity_float=mean,
        stderr=stderr,
        win=scoop,
        tie=partial,
        scoop=scoop,
        quarter=at_most_quarter,
        high=0.0 if low_only else main_share,
        low=main_share if low_only else low_share,
    )
