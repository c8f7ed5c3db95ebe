"""Dice layout: every betting spot by kind and number, with its pay, limits and clauses."""

from __future__ import annotations

from fractions import Fraction

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.rulebooks.book_types.dice import DiceBook


class Layout:
    """The spots a book draws, with the odds of the house."""

    def __init__(self, book: DiceBook, pay: dict[str, Fraction], *, min_chip: int) -> None:
        self.kinds: dict[str, dict[int, BettingSpot]] = {}
        for kind, page in book.wagers.items():
            self.kinds[kind] = {
                number: BettingSpot(page, number, there, pay, min_chip)
                for number, there in page.spots.items()
            }
        self.plain: dict[str, BettingSpot] = {
            kind: spots[0] for kind, spots in self.kinds.items() if 0 in spots
        }
        """The spots of wagers that name no number."""
        for spots in self.kinds.values():
            for spot in spots.values():
                spot.settles_alone = spot.settles_alone or self._supports_come(spot)

    def spots(self) -> list[BettingSpot]:
        return [spot for spots in self.kinds.values() for spot in spots.values()]

    def spot(self, kind: str, number: int) -> BettingSpot:
        """The spot of a wager that lies on the layout."""
        return self.kinds[kind][number]

    def _supports_come(self, spot: BettingSpot) -> bool:
        flat = self.kinds.get(spot.page.supports)
        return flat is not None and any(each.settles_alone for each in flat.values())


def resolve_pay_table(book: DiceBook, changes: dict[str, Fraction], *, uniform: bool) -> dict[str, Fraction]:
    """The pay table of a house: the book's least, and where the house pays more, that."""
    for line, odds in changes.items():
        if line not in book.lines:
            raise InvalidError(f"no pay line {line!r}: {', '.join(book.lines)}")
        known = book.lines[line]
        if known.exact:
            raise illegal(known.clause, f"the odds of {line} are fixed by the book")
        if odds < known.odds:
            raise illegal(known.clause, f"{line} at {odds} is below the minimum of {known.odds}")
        if odds > known.odds and not uniform:
            raise illegal(book.uniform, f"{line} at {odds}: more is paid only if it is uniform in the casino")
    return {line: changes.get(line, known.odds) for line, known in book.lines.items()}


def illegal(clause: str, message: str, *, legal: str = "") -> IllegalError:
    """A refusal that names its clause."""
    return IllegalError(f"{message} ({clause})", clause=clause, legal=legal)
