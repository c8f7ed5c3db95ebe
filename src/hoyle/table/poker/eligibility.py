"""Who may be dealt in."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.rulebooks.book import Answer, Book


def least_stack(book: Book, required: Sequence[int], table_min: int) -> Answer[int]:
    """The smallest stack a player may be dealt in with.

    `required` holds the bets he owes or may be forced to make this round: ante, blind, possible forced bet
    (AMB-24).
    """
    rule = book.procedures.min_stake
    return Answer(sum(required) + table_min if rule.value else 1, rule.clause, rule.reading)


def may_be_dealt_in(book: Book, required: Sequence[int], table_min: int, stack: int) -> Answer[bool]:
    """Whether a stack is large enough for a seat in the next round."""
    least = least_stack(book, required, table_min)
    return Answer(stack >= least.value, least.clause, least.reading)
