"""Strategy charts of the house card games: the best choice for every hand.

A cell names the best choice: ``F`` fold, ``1`` to ``3`` Antes, ``=`` any number of Antes; ``play`` or
``fold`` if there are only these two. Where hands of one row differ, the cell names the most common choice
with a ``*``; use `hoyle strategy --cards` for those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from hoyle.core.cards import RANKS
from hoyle.games.house_cards.hand_values import four_card_class, three_card_class
from hoyle.hands.rankings import HIGH3, HIGH4
from hoyle.odds.house_games import four_card_poker, mississippi_stud, three_card_poker
from hoyle.odds.house_games.analysis_interface import Chart, Progress
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.odds.house_games.precomputed_results import load_precomputed

FOLD: Final = "F"
LOWEST_CARDS: Final = range(0, 52, 4)
"""Cards that can be the lowest of a hand whose suits are named in order: clubs."""
_SIX, _JACK = 4, 9
"""Ranks as numbers, 0 for a deuce."""
_STRAIGHTS: Final = ({12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9)))
"""Ranks of each straight, the one from the ace up first."""
LETTERS: Final = {
    four_card_poker.FOLD: FOLD,
    four_card_poker.ONCE: "1",
    four_card_poker.ANY: "=",
    four_card_poker.THRICE: "3",
}
HIGH_CARD: Final = "high card"


def compute_or_load(game: str, *builders: Callable[[Progress | None], Chart], progress: Progress | None) -> list[Chart]:
    """Compute the strategy charts of a house card game; load the precomputed ones without the kernel."""
    if KERNEL is None:
        return [_chart_from_dict(data) for data in load_precomputed()[game]["charts"]]
    return [build(progress) for build in builders]


def _chart_from_dict(data: dict[str, Any]) -> Chart:
    rows = [(row["hand"], row["cells"]) for row in data["rows"]]
    return Chart(data["title"], data["columns"], rows, data["notes"])


class _Cells:
    """Counts of the best choices of all hands, by row and column of a strategy chart."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, dict[str, int]]] = {}
        self.order: dict[str, int] = {}

    def add(self, row: str, column: str, choice: str, hands: int, rank: int = 0) -> None:
        """Count hands with this best choice in a cell; rows are sorted by their highest `rank`."""
        if not hands:
            return
        cell = self.counts.setdefault(row, {}).setdefault(column, {})
        cell[choice] = cell.get(choice, 0) + hands
        self.order[row] = max(rank, self.order.get(row, rank))

    def rows(self, columns: Iterable[str]) -> list[tuple[str, list[str]]]:
        """Return the rows of the chart, best hands first, with the cells of these columns."""
        names = sorted(self.counts, key=lambda row: -self.order[row])
        return [(row, [self._cell(row, column) for column in columns]) for row in names]

    def _cell(self, row: str, column: str) -> str:
        """Return the most common choice of a cell, with a star if its hands differ."""
        cell = self.counts[row].get(column, {})
        if not cell:
            return ""
        most_common = max(cell, key=lambda choice: cell[choice])
        return most_common if len(cell) == 1 else f"{most_common}*"


def three_card_chart() -> Chart:
    """Build the strategy chart of Three Card Poker: play or fold, by hand."""
    values: dict[str, list[Fraction]] = {}
    order: dict[str, int] = {}
    lowest_played = max(three_card_poker.hands().values())
    for results in set(three_card_poker.results_by_hand().values()):
        value = three_card_poker.value_of(results)
        label = _three_card_label(results.value)
        values.setdefault(label, []).append(value)
        order[label] = max(order.get(label, 0), results.value)
        if value >= -1:
            lowest_played = min(lowest_played, results.value)
    chart = Chart("Three Card Poker: Play or fold", ["choice", "worst", "best"])
    for label in sorted(values, key=lambda name: -order[name]):
        worst, best = min(values[label]), max(values[label])
        choice = "play*"
        if worst >= -1:
            choice = "play"
        elif best < -1:
            choice = "fold"
        chart.rows.append((label, [choice, f"{float(worst):+.4f}", f"{float(best):+.4f}"]))
    chart.notes.append(f"Play {HIGH3.ranks_text(lowest_played)} or better, fold everything lower.")
    return chart


def _three_card_label(value: int) -> str:
    """Return the chart row of a three-card hand: its class, or its high card (with a queen, the top two)."""
    name = three_card_class(value)
    if name != HIGH_CARD:
        return name
    ranks = HIGH3.ranks_text(value).split("-")
    return f"{ranks[0]}-{ranks[1]} high" if ranks[0] == "Q" else f"{ranks[0]} high"


def four_card_chart(progress: Progress | None = None) -> Chart:
    """Build the strategy chart of Four Card Poker: fold, one or three Antes, by hand and open dealer card."""
    cells = _Cells()
    columns = list(RANKS)
    for sweep in four_card_poker.count_sweeps(progress=progress):
        for index, value in enumerate(four_card_poker.hand_values()):
            label = _four_card_label(value)
            first = index * four_card_poker.DECISIONS
            for decision, letter in LETTERS.items():
                cells.add(label, RANKS[sweep.up], letter, sweep.hands[first + decision], value)
    chart = Chart("Four Card Poker: Antes to bet, by the dealer's open card", columns, cells.rows(columns))
    chart.notes.append("F fold, 1 or 3 Antes, = any amount; * depends on the other cards.")
    return chart


def _four_card_label(value: int) -> str:
    """Return the chart row of a four-card hand: its pair, a high card under A-K, or a wider group."""
    name = four_card_class(value)
    first, second, third = (RANKS[pip - 2] for pip in HIGH4.pips(value)[:3])
    if name == "pair":
        return f"pair of {first}"
    if name == HIGH_CARD:
        return f"A-K-{third} high" if first == "A" and second == "K" else "lower"
    return "two pair or better"


def third_street_chart(progress: Progress | None = None) -> Chart:
    """Build the Mississippi Stud chart for two visible cards: suited above the diagonal, others below."""
    grid = Chart("Mississippi Stud, 3rd Street: suited above the diagonal", list(reversed(RANKS)))
    for row_rank in reversed(range(13)):
        choices: list[str] = []
        for column_rank in reversed(range(13)):
            suited = column_rank < row_rank
            choices.append(_stud_choice([row_rank * 4, column_rank * 4 + (0 if suited else 1)], 1))
        grid.rows.append((RANKS[row_rank], choices))
    return grid


def fourth_street_chart(progress: Progress | None = None) -> Chart:
    """Build the Mississippi Stud chart for three visible cards, by Antes bet so far."""
    return _street_chart("Mississippi Stud, 4th Street, by Antes bet so far", 3, range(2, 5), progress)


def fifth_street_chart(progress: Progress | None = None) -> Chart:
    """Build the Mississippi Stud chart for four visible cards, by Antes bet so far."""
    return _street_chart("Mississippi Stud, 5th Street, by Antes bet so far", 4, range(3, 8), progress)


def _street_chart(title: str, card_count: int, bets: range, progress: Progress | None) -> Chart:
    cells = _Cells()
    columns = [str(bet) for bet in bets]
    partial_hands: dict[str, PartialHand] = {}
    for lowest_card in progress(LOWEST_CARDS) if progress else LOWEST_CARDS:
        for other_cards in combinations(range(lowest_card + 1, 52), card_count - 1):
            cards = [lowest_card, *other_cards]
            if not _suits_in_order(cards):
                continue  # an equivalent hand is counted instead
            hand = _partial_hand(cards)
            label = hand.label()
            partial_hands[label] = hand
            for bet in bets:
                cells.add(label, str(bet), _stud_choice(cards, bet), 1, hand.rank())
    rows = [(partial_hands[label], choices) for label, choices in cells.rows(columns)]
    chart = Chart(title, columns, [row for row in _merge_rows(rows) if set(row[1]) != {FOLD}])
    chart.notes.append("Fold everything that is not listed. High: J to A, middle: 6 to T.")
    return chart


class PartialHand(NamedTuple):
    """Incomplete Mississippi Stud hand: a made hand by name, or its draws and high cards."""

    made: str = ""
    """Name of the made hand, such as ``high pair``; empty for a draw."""
    pair: int = 0
    """Sort key among made hands."""
    suited: bool = False
    straights: int = 0
    """Number of straights it can still become."""
    high: int = 0
    """Number of cards from the jack up."""
    middle: int = 0
    """Number of cards from six to ten."""

    def draw(self) -> str:
        """Return the flush and straight draws as text; empty if there are none."""
        draws = ["suited"] if self.suited else []
        if self.straights:
            draws.append(f"{self.straights} straight{'s' if self.straights > 1 else ''} possible")
        return ", ".join(draws)

    def label(self) -> str:
        """Return the chart row of this partial hand."""
        return self.made or f"{self.draw()} {self.high} high {self.middle} middle"

    def rank(self) -> int:
        """Return the sort key of a partial hand in the chart, best highest."""
        if self.made:
            return 100_000 + self.pair
        return 10_000 * self.suited + 1000 * self.straights + 20 * self.high + 5 * self.middle


def _merge_rows(rows: list[tuple[PartialHand, list[str]]]) -> list[tuple[str, list[str]]]:
    """Merge the chart rows of partial hands with the same draw and the same choices."""
    merged: list[tuple[str, list[str]]] = [(hand.made, cells) for hand, cells in rows if hand.made]
    suited = [row for row in rows if row[0].suited]
    if len({tuple(cells) for _, cells in suited}) == 1:
        merged.append(("suited", suited[0][1]))
        rows = [row for row in rows if not row[0].suited]
    groups: dict[str, list[tuple[PartialHand, list[str]]]] = {}
    for hand, cells in rows:
        if not hand.made:
            groups.setdefault(hand.draw(), []).append((hand, cells))
    for draw, group in groups.items():
        hands_by_cells: dict[tuple[str, ...], list[str]] = {}
        for hand, cells in group:
            hands_by_cells.setdefault(tuple(cells), []).append(f"{hand.high}+{hand.middle}")
        for choice, hands in hands_by_cells.items():
            hand_list = "" if len(hands_by_cells) == 1 else f"high+middle {', '.join(hands)}"
            merged.append((": ".join(part for part in (draw, hand_list) if part) or "nothing", list(choice)))
    return merged


def _suits_in_order(cards: Iterable[int]) -> bool:
    """Return whether the suits of the cards first appear as clubs, diamonds, hearts, spades."""
    next_suit = 0
    for card in cards:
        if card & 3 > next_suit:
            return False
        next_suit += card & 3 == next_suit
    return True


def _stud_choice(cards: list[int], bet: int) -> str:
    """Return the chart letter of the best choice with these visible cards and `bet` Antes bet so far.

    `bet` includes the Ante. How it was divided between the streets does not matter: any legal division will
    do.
    """
    street_bets: list[int] = []
    for streets_left in range(len(cards) - 2, 0, -1):
        street_bets.append(min(3, bet - 1 - sum(street_bets) - (streets_left - 1)))
    return _choice_letter(mississippi_stud.play_values(cards[:2], cards[2:], street_bets), Fraction(-bet))


def _choice_letter(values: list[Fraction], fold: Fraction) -> str:
    """Return the chart letter of the best choice, given the values of one to three Antes and of a fold."""
    best = max(values)
    if best < fold:
        return FOLD
    if values[0] == values[2] == best:
        return "="
    return str(max(antes for antes, value in enumerate(values, 1) if value == best))


def _partial_hand(cards: list[int]) -> PartialHand:
    """Classify the cards of an incomplete hand: made hand, or draws and high cards."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    counts = {rank: ranks.count(rank) for rank in ranks}
    largest_group = max(counts.values())
    pairs = [rank for rank, count in counts.items() if count == 2]
    if largest_group == 4:
        return PartialHand("four of a kind", 400)
    if largest_group == 3:
        return PartialHand("three of a kind", 300)
    if len(pairs) == 2:
        return PartialHand("two pair", 200)
    if pairs:
        return PartialHand(f"{_rank_group(pairs[0])} pair", pairs[0])
    groups = [_rank_group(rank) for rank in ranks]
    return PartialHand(
        suited=all(card & 3 == cards[0] & 3 for card in cards),
        straights=sum(set(ranks) <= straight for straight in _STRAIGHTS),
        high=groups.count("high"),
        middle=groups.count("middle"),
    )


def _rank_group(rank: int) -> str:
    """Return the group of a rank that the pay table distinguishes: high (jack up), middle (six up) or low."""
    if rank >= _JACK:
        return "high"
    return "middle" if rank >= _SIX else "low"
