"""What the odds answer over HTTP. Shares are parts of 1, exact values fractions as text: ``301/330``."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

ChartCell = Annotated[list[str | float], Meta(min_length=2, max_length=2)]
"""A hand and how much of it."""


class HandBody(Struct, frozen=True, kw_only=True):
    """One hand's share of the pot."""

    hand: str
    equity: str | None
    """Exact; null where deals were sampled."""
    equity_float: float
    stderr: float
    win: float
    tie: float
    scoop: float
    quarter: float
    high: float
    low: float


class EquitiesBody(Struct, frozen=True, kw_only=True):
    """Hands against one another."""

    game: str
    board: str
    dead: str
    exact: bool
    """Every deal was counted; else they were sampled."""
    deals: int
    hands: list[HandBody]
    draws_to_come: int | None = None
    """In draw games."""
    note: str = ""
    """What is unusual about the question: a board that no street ends with."""


class RangeAnswer(Struct, frozen=True, kw_only=True):
    """The hands of a range."""

    game: str
    range: str
    hands: int
    share: float
    """Of all hands that could be dealt."""
    text: str
    chart: list[list[ChartCell]]
    """Thirteen rows of hold'em hands, each with how much of it is in the range; empty for other games."""


class WagerEdge(Struct, frozen=True, kw_only=True):
    """What one wager costs."""

    game: str
    wager: str
    paytable: str
    edge: str
    edge_float: float
    element_of_risk: str
    variance: float
    variance_exact: str
    standard_deviation: float
    lines: dict[str, str]
    """How likely each end is."""
    pays: dict[str, str]
    rolls_per_decision: str | None = None
    edge_per_roll: str | None = None
    most: str | None = None
    """Units of the wager that one hand can win at most, where a limit was asked for."""


class StrategyBody(Struct, frozen=True, kw_only=True):
    """Every choice with its exact value, in units of the first wager."""

    options: dict[str, str]
    best: list[str]


class ImprovementBody(Struct, frozen=True, kw_only=True):
    """One way of keeping cards."""

    keep: list[str]
    ways: int
    """Draws that make a better hand."""
    draws: int
    into: dict[str, int]


class DrawsBody(Struct, frozen=True, kw_only=True):
    """The best few ways to draw."""

    draws: list[ImprovementBody]


class OddsGame(Struct, frozen=True, kw_only=True):
    """A game of poker that the odds know."""

    game: str
    title: str
    hole: int
    board: int
    split: bool
    draws: int


class OddsGamesBody(Struct, frozen=True, kw_only=True):
    """Games that the odds know."""

    poker: list[OddsGame]
    house: list[str]


class ChartRow(Struct, frozen=True, kw_only=True):
    hand: str
    cells: list[str]


class StrategyChart(Struct, frozen=True, kw_only=True):
    """Part of a strategy."""

    title: str
    columns: list[str]
    rows: list[ChartRow]
    notes: list[str]


class HouseGameBody(Struct, frozen=True, kw_only=True):
    """What a house game costs, and its whole strategy."""

    game: str
    edges: list[WagerEdge]
    charts: list[StrategyChart]


class StepBody(Struct, frozen=True, kw_only=True):
    """One sentence and the clause it rests on."""

    text: str
    clause: str


class RulingBody(Struct, frozen=True, kw_only=True):
    """The book's ruling on a case."""

    result: dict[str, Any]
    """What docs/cases.md lists under `expect` for the kind."""
    answer: str
    question: list[str]
    clauses: list[str]
    readings: list[str]
    working: list[StepBody]


class MadeBody(Struct, frozen=True, kw_only=True):
    words: str
    """Empty where it makes none."""
    cards: list[str]


class SettledHand(Struct, frozen=True, kw_only=True):
    """What a hand makes; null where the game has no such half."""

    high: MadeBody | None
    low: MadeBody | None


class LaidPot(Struct, frozen=True, kw_only=True):
    chips: int
    seats: list[int]


class AwardLine(Struct, frozen=True, kw_only=True):
    """Chips of one share of a pot for one winner."""

    share: str
    seat: int
    chips: int
    odd: int
    hand: str
    clause: str


class AwardedPot(Struct, frozen=True, kw_only=True):
    name: str
    chips: int
    left: int
    """After what was taken off."""
    seats: list[int]
    lines: list[AwardLine]
    why: list[StepBody]


class OtherBook(Struct, frozen=True, kw_only=True):
    """The same by another book."""

    book: str
    totals: dict[str, int]
    same: bool


class DivisionBody(Struct, frozen=True, kw_only=True):
    """Who gets which chip."""

    total: int
    pots: list[AwardedPot]
    totals: dict[str, int]
    """By seat."""
    returned: dict[str, int]
    answer: str
    readings: list[str]
    others: list[OtherBook]
    text: str


class SettledBody(Struct, frozen=True, kw_only=True):
    """A showdown that somebody has laid out."""

    hands: dict[str, SettledHand]
    """By seat."""
    pots: list[LaidPot]
    division: DivisionBody | None
    wants: str
    """What is not there yet."""
