"""Odds answers of the HTTP API. Shares are parts of 1, exact values fractions as text: ``301/330``."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

ChartCell = Annotated[list[str | float], Meta(min_length=2, max_length=2)]
"""Hand, and the part of it that is in the range."""


class HandEquitySummary(Struct, frozen=True, kw_only=True):
    """Equity of one hand: its share of the pot."""

    hand: str
    equity: str | None
    """Exact value; null if deals were sampled."""
    equity_float: float
    stderr: float
    win: float
    tie: float
    scoop: float
    quarter: float
    high: float
    low: float


class EquityResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the equities of hands against one another."""

    game: str
    board: str
    dead: str
    exact: bool
    """Whether every deal was counted, not sampled."""
    deals: int
    hands: list[HandEquitySummary]
    draws_to_come: int | None = None
    """Draw games only."""
    note: str = ""
    """Remark on an unusual question: a board that no street ends with."""


class RangeResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the hands of a range."""

    game: str
    range: str
    hands: int
    share: float
    """Share of all hands that could be dealt."""
    text: str
    chart: list[list[ChartCell]]
    """Thirteen rows of hold'em hands, each with the part that is in the range; empty for other games."""


class WagerEdge(Struct, frozen=True, kw_only=True):
    """House edge of one wager."""

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
    """Probability of each outcome."""
    pays: dict[str, str]
    rolls_per_decision: str | None = None
    edge_per_roll: str | None = None
    most: str | None = None
    """Maximum win of one hand in units of the wager, if a limit was given."""


class StrategyResponse(Struct, frozen=True, kw_only=True):
    """Every choice with its exact value, in units of the first wager."""

    options: dict[str, str]
    best: list[str]


class DrawOption(Struct, frozen=True, kw_only=True):
    """One set of cards to keep, with its improvements."""

    keep: list[str]
    ways: int
    """Number of draws that make a better hand."""
    draws: int
    into: dict[str, int]


class DrawOddsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the best few ways to draw."""

    draws: list[DrawOption]


class OddsGame(Struct, frozen=True, kw_only=True):
    """Poker game that the odds support."""

    game: str
    title: str
    hole: int
    board: int
    split: bool
    draws: int


class OddsGamesResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the games that the odds support."""

    poker: list[OddsGame]
    house: list[str]


class ChartRow(Struct, frozen=True, kw_only=True):
    hand: str
    cells: list[str]


class StrategyChart(Struct, frozen=True, kw_only=True):
    """One chart of the strategy for a house game."""

    title: str
    columns: list[str]
    rows: list[ChartRow]
    notes: list[str]


class HouseGameOddsResponse(Struct, frozen=True, kw_only=True):
    """House edges and full strategy of a house game."""

    game: str
    edges: list[WagerEdge]
    charts: list[StrategyChart]


class RulingStep(Struct, frozen=True, kw_only=True):
    """Sentence in the reasoning of a ruling, with the clause that it rests on."""

    text: str
    clause: str


class JudgeResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the ruling of a rulebook on a case."""

    result: dict[str, Any]
    """Fields that docs/cases.md lists under `expect` for the kind of case."""
    answer: str
    question: list[str]
    clauses: list[str]
    readings: list[str]
    working: list[RulingStep]


class SettledHandValue(Struct, frozen=True, kw_only=True):
    words: str
    """Name of the hand; empty if it makes none."""
    cards: list[str]


class SettledHand(Struct, frozen=True, kw_only=True):
    """High and low of a hand; null if the game has no such half."""

    high: SettledHandValue | None
    low: SettledHandValue | None


class LaidPot(Struct, frozen=True, kw_only=True):
    chips: int
    seats: list[int]


class AwardLine(Struct, frozen=True, kw_only=True):
    """Award of one share of a pot to one winner."""

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
    """Chips after rake and jackpot."""
    seats: list[int]
    lines: list[AwardLine]
    why: list[RulingStep]


class OtherBook(Struct, frozen=True, kw_only=True):
    """Settlement of the same showdown under another book."""

    book: str
    totals: dict[str, int]
    same: bool


class PotDivision(Struct, frozen=True, kw_only=True):
    """Division of the pots, chip by chip."""

    total: int
    pots: list[AwardedPot]
    totals: dict[str, int]
    """By seat."""
    returned: dict[str, int]
    answer: str
    readings: list[str]
    others: list[OtherBook]
    text: str


class SettleShowdownResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the settlement of a showdown."""

    hands: dict[str, SettledHand]
    """By seat."""
    pots: list[LaidPot]
    division: PotDivision | None
    missing: str
    """Missing input, in words."""
