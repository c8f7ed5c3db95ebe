"""Dice layout: every betting spot by kind and number, with its pay, limits and clauses."""

from __future__ import annotations

from fractions import Fraction

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.rulebooks.book_types.dice import DiceBook


class Layout:
    """Layout of a dice table: all betting spots of a book, with the pay table of the house."""

    def __init__(self, book: DiceBook, pay: dict[str, Fraction], *, min_chip: int) -> None:
        self.kinds: dict[str, dict[int, BettingSpot]] = {}
        for kind, page in book.wagers.items():
            self.kinds[kind] = {
                number: BettingSpot(page, number, spot_page, pay, min_chip) for number, spot_page in page.spots.items()
            }
        self.plain: dict[str, BettingSpot] = {kind: spots[0] for kind, spots in self.kinds.items() if 0 in spots}
        """Spots of the wagers that name no number."""
        for spots in self.kinds.values():
            for spot in spots.values():
                spot.settles_alone = spot.settles_alone or self._supports_come(spot)

    def spots(self) -> list[BettingSpot]:
        return [spot for spots in self.kinds.values() for spot in spots.values()]

    def spot(self, kind: str, number: int) -> BettingSpot:
        """Return the spot of a kind of wager on a number."""
        return self.kinds[kind][number]

    def _supports_come(self, spot: BettingSpot) -> bool:
        flat_spots = self.kinds.get(spot.page.supports)
        return flat_spots is not None and any(flat_spot.settles_alone for flat_spot in flat_spots.values())


def resolve_pay_table(book: DiceBook, changes: dict[str, Fraction], *, uniform: bool) -> dict[str, Fraction]:
    """Build the pay table of a house: the book's minimum odds, overridden where the house pays more."""
    for line, odds in changes.items():
        if line not in book.lines:
            raise InvalidError(f"no pay line {line!r}: {', '.join(book.lines)}")
        minimum = book.lines[line]
        if minimum.exact:
            raise illegal(minimum.clause, f"the odds of {line} are fixed by the book")
        if odds < minimum.odds:
            raise illegal(minimum.clause, f"{line} at {odds} is below the minimum of {minimum.odds}")
        if odds > minimum.odds and not uniform:
            raise illegal(book.uniform, f"{line} at {odds}: more is paid only if it is uniform in the casino")
    return {line: changes.get(line, minimum.odds) for line, minimum in book.lines.items()}


def illegal(clause: str, message: str, *, legal: str = "") -> IllegalError:
    """Return an `IllegalError` whose message ends with its clause."""
    return IllegalError(f"{message} ({clause})", clause=clause, legal=legal)
