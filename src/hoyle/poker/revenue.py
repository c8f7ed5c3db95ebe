"""Questions about the house's share: what may be taken from a pot, and by which method.

The table rakes street by street (`hoyle.poker.payout`); here the same arithmetic answers for a whole pot.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hoyle.poker.rake import RakePlan, first_round_free, increments, percent_of
from hoyle.poker.variants import Variant
from hoyle.rulebooks.book import Answer, Book

PERCENT = "percent"
INCREMENT = "increment"
FLAT = "flat"

FIRST_ROUND = "preflop"


class RakeRuling:
    """What the house takes and what is left."""

    def __init__(
        self, rake: int, pot_after: int, clauses: list[str], *, invalid: bool = False, reading: str = ""
    ) -> None:
        self.rake = rake
        self.pot_after = pot_after
        """Called money less rake less jackpot, all pots together."""
        self.invalid = invalid
        """The book forbids this method or size; nothing is taken."""
        self.clauses = [clause for clause in clauses if clause]
        self.reading = reading

    @property
    def clause(self) -> str:
        return self.clauses[0] if self.clauses else ""

    def __repr__(self) -> str:
        return f"RakeRuling({self.rake}, {self.pot_after}, {self.clauses}, invalid={self.invalid})"


def _goes_free(book: Book, variant: Variant, ended: str) -> bool:
    """A pot awarded in the first betting round, where the book lets it go free.

    Every game knows its first round by the flop games' word as well as by its own: ``preflop`` is before the
    draw, and stud's first street.
    """
    return ended in (FIRST_ROUND, variant.streets[0].name) and first_round_free(book, variant)


def percent_allowed(book: Book, percent: float | Fraction) -> Answer[bool]:
    """Whether the book lets the house take such a percentage."""
    revenue = book.revenue
    if PERCENT not in revenue.methods.value:
        return Answer(value=False, clause=revenue.methods.clause)
    cap = revenue.percent_cap
    return Answer(not cap.value or percent <= cap.value, cap.clause or revenue.methods.clause, cap.reading)


def percent_rake(
    book: Book,
    variant: Variant,
    *,
    percent: float | Fraction,
    called_by_round: Sequence[int],
    ended: str,
    jackpot: int = 0,
) -> RakeRuling:
    """A straight percentage of what was bet and called, betting round by betting round (AMB-59).

    The uncalled last bet is no part of `called_by_round`.
    """
    revenue = book.revenue
    total = sum(called_by_round)
    allowed = percent_allowed(book, percent)
    if not allowed.value:
        return RakeRuling(0, total - jackpot, [allowed.clause], invalid=True, reading=allowed.reading)
    if _goes_free(book, variant, ended):
        return _free(book, total, jackpot)
    exact = RakePlan(percent=percent).percent
    rake = sum([percent_of(chips, exact) for chips in called_by_round])
    clauses = [allowed.clause, revenue.percent_as_played, revenue.uncalled]
    return RakeRuling(rake, total - rake - jackpot, clauses, reading=allowed.reading)


def increment_rake(
    book: Book,
    variant: Variant,
    *,
    levels: Sequence[tuple[int, int]],
    pots: Sequence[int],
    ended: str,
    jackpot: int = 0,
) -> RakeRuling:
    """Set amounts as main and side pots together reach set levels (AMB-59)."""
    revenue = book.revenue
    total = sum(pots)
    if INCREMENT not in revenue.methods.value:
        return RakeRuling(0, total - jackpot, [revenue.methods.clause], invalid=True)
    if _goes_free(book, variant, ended):
        return _free(book, total, jackpot)
    rake = increments(list(levels), total)
    clauses = [revenue.increments, revenue.no_flop_no_rake.clause]
    return RakeRuling(rake, total - rake - jackpot, clauses, reading="AMB-59")


def _free(book: Book, total: int, jackpot: int) -> RakeRuling:
    """No rake; the fixed jackpot fee is taken from every pot all the same."""
    rule = book.revenue.no_flop_no_rake
    clauses = [rule.clause, book.revenue.jackpot if jackpot else ""]
    return RakeRuling(0, total - jackpot, clauses, reading=rule.reading)


def is_short(book: Book, players_at_table: int) -> bool:
    """Whether a table is short enough for a lower rake; never by a book that knows none."""
    return players_at_table <= book.revenue.short_table.value


def may_reduce(book: Book, *, players_at_table: int, requested: bool) -> Answer[bool]:
    """Whether the house may cut the rake: a short table and a request are both needed (AMB-60)."""
    rule = book.revenue.short_table
    return Answer(requested and is_short(book, players_at_table), rule.clause, rule.reading)


def rates_allowed(book: Book, rates: Sequence[int | Fraction]) -> Answer[bool]:
    """Whether one table limit may have so many collection rates: distinct fees, zero included (AMB-61)."""
    revenue = book.revenue
    if FLAT not in revenue.methods.value:
        return Answer(value=False, clause=revenue.methods.clause)
    most = revenue.fee_rates
    allowed = not most.value or len(set(rates)) <= most.value
    return Answer(allowed, most.clause or revenue.methods.clause, most.reading)
