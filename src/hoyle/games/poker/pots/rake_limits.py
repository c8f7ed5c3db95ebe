"""Rake limits: the methods, percentages and reductions that a rulebook allows.

`hoyle.games.poker.pots.fee_collection` takes the rake, street by street.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hoyle.rulebooks.book_types.poker import Answer, PokerBook

PERCENT = "percent"
INCREMENT = "increment"
FLAT = "flat"


def percent_allowed(book: PokerBook, percent: float | Fraction) -> Answer[bool]:
    """Whether the book allows the house to rake this percentage."""
    revenue = book.revenue
    if PERCENT not in revenue.methods.value:
        return Answer(value=False, clause=revenue.methods.clause)
    cap = revenue.percent_cap
    return Answer(not cap.value or percent <= cap.value, cap.clause or revenue.methods.clause, cap.interpretation)


def increments_allowed(book: PokerBook) -> Answer[bool]:
    """Whether the book allows set amounts as the pots reach set levels (AMB-59)."""
    methods = book.revenue.methods
    return Answer(INCREMENT in methods.value, methods.clause, "AMB-59" if INCREMENT in methods.value else "")


def is_short(book: PokerBook, players_at_table: int) -> bool:
    """Whether a table is short enough for a reduced rake; never by a book without one."""
    return players_at_table <= book.revenue.short_table.value


def may_reduce(book: PokerBook, *, players_at_table: int, requested: bool) -> Answer[bool]:
    """Whether the house may cut the rake: a short table and a request are both needed (AMB-60)."""
    rule = book.revenue.short_table
    return Answer(requested and is_short(book, players_at_table), rule.clause, rule.interpretation)


def rates_allowed(book: PokerBook, rates: Sequence[int | Fraction]) -> Answer[bool]:
    """Whether one table limit may have so many collection rates: distinct fees, zero included (AMB-61)."""
    revenue = book.revenue
    if FLAT not in revenue.methods.value:
        return Answer(value=False, clause=revenue.methods.clause)
    max_rates = revenue.fee_rates
    allowed = not max_rates.value or len(set(rates)) <= max_rates.value
    return Answer(allowed, max_rates.clause or revenue.methods.clause, max_rates.interpretation)
