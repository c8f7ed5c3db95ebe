"""Context of a case: its rulebook with switches applied, its game and its fields."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.judge.case_fields import CaseReader, shown, whole, with_location
from hoyle.rulebooks import BOOKS, GamePage, PokerBook, poker_book
from hoyle.rulebooks.book_parameters import with_overrides

ANY: Final = "any"
UNIT_CENTS: Final = "unit_cents"

RULEBOOKS: Final = [id for id in BOOKS if id != "house"]
GAMES: Final = [game for game in VARIANTS if any(game in poker_book(id).games for id in RULEBOOKS)]

COMMON_FIELDS: Final = (
    *("id", "kind", "rulebook", "game", "title", "working", "clauses", "readings"),
    *("expect", "params", "alternatives"),
)
"""Fields that every case may have."""


class CaseContext:
    """Rulebook, game, chip value and fields of one case."""

    def __init__(self, facts: CaseReader, *, params: dict[str, object], switched_at: str = "") -> None:
        self.facts = facts
        self.game = facts.word("game", (*GAMES, ANY))
        location = f"{switched_at or facts.where}: params"
        self.unit_cents = _unit_cents(params, location)
        switches = {name: value for name, value in params.items() if name != UNIT_CENTS}
        unswitched_book = poker_book(facts.word("rulebook", RULEBOOKS))
        try:
            self.book: PokerBook = with_overrides(unswitched_book, switches)
        except HoyleError as error:
            raise InvalidError(f"{location}: {error}") from None

    @property
    def page(self) -> GamePage:
        """Page of the rulebook on the case's game; raises if the rulebook does not have the game."""
        if self.game == ANY:
            raise self.facts.refuse("game", "cannot be 'any' here: the rule differs from game to game")
        try:
            return self.book.page(self.game)
        except IllegalError as error:
            raise with_location(f"{self.facts.where}: game", error) from None

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.page.game]

    def check_game(self) -> None:
        """Raise if the rulebook does not have the case's game; `any` is allowed here."""
        if self.game != ANY:
            _ = self.page

    def title(self) -> str:
        """Return the headline of a case: the names of its game and its rulebook."""
        name = "Any game" if self.game == ANY else VARIANTS[self.game].title
        return f"{name}, by {self.book.id}"


def _unit_cents(params: dict[str, object], location: str) -> int:
    value = whole(params.get(UNIT_CENTS, 100))
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100:
        raise InvalidError(
            f"{location}: unit_cents cannot be {shown(value)}; it is a whole number from 1 to 100, because "
            "larger chips are changed before a pot is divided"
        )
    return value
