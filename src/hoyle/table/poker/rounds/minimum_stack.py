"""Minimum stack for being dealt in."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.rulebooks.book_types.poker import Answer, PokerBook


def minimum_stack(book: PokerBook, required: Sequence[int], table_min: int) -> Answer[int]:
    """Return the smallest stack a player may be dealt in with.

    `required` holds the bets they owe or may be forced to make this round: ante, blind, possible forced bet
    (AMB-24).
    """
    rule = book.procedures.min_stake
    return Answer(least_chips(book, sum(required), table_min), rule.clause, rule.interpretation)


def least_chips(book: PokerBook, required: int, table_min: int) -> int:
    """Return the smallest stack to be dealt in with, from the sum of the bets a player may owe."""
    return required + table_min if book.procedures.min_stake.value else 1
