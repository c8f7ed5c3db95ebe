"""Context of a poker case: its rulebook with switches applied, its game and the value of a chip.

`boolean_ruling` is the ruling that consists of one answer of the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.games.poker.resolved_rules import NO_LIMIT, Rules, Stakes
from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.judge.case_types.base import SwitchedCase
from hoyle.judge.case_types.decoder import match_field, match_game, quote_value, with_location
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.rulebooks import BOOKS, Answer, GamePage, PokerBook, poker_book
from hoyle.rulebooks.book_parameters import with_overrides

ANY: Final = "any"
UNIT_CENTS: Final = "unit_cents"

RULEBOOKS: Final = [id for id in BOOKS if id != "house"]
GAMES: Final = [game for game in VARIANTS if any(game in poker_book(id).games for id in RULEBOOKS)]


class CaseContext:
    """Rulebook, game and chip value of one poker case."""

    def __init__(self, case: SwitchedCase) -> None:
        self.game = match_game(case.game, (*GAMES, ANY))
        params = case.params or {}
        self.unit_cents = read_unit_cents(params)
        switches = {name: value for name, value in params.items() if name != UNIT_CENTS}
        unswitched_book = poker_book(match_field("rulebook", case.rulebook, RULEBOOKS))
        try:
            self.book: PokerBook = with_overrides(unswitched_book, switches)
        except HoyleError as error:
            raise InvalidError(f"params: {error}") from None

    @property
    def page(self) -> GamePage:
        """Page of the rulebook on the case's game; raises if the rulebook does not have the game."""
        if self.game == ANY:
            raise InvalidError("game cannot be 'any' here: the rule differs from game to game")
        try:
            return self.book.page(self.game)
        except IllegalError as error:
            raise with_location("game", error) from None

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.page.game]

    @property
    def rules(self) -> Rules:
        """Rules of the case's game by its rulebook, without limits."""
        return Rules(self.book, self.page.game, Stakes(NO_LIMIT, small=1, unit_cents=self.unit_cents))

    def check_game(self) -> None:
        """Raise if the rulebook does not have the case's game; `any` is allowed here."""
        if self.game != ANY:
            _ = self.page

    def title(self) -> str:
        """Return the headline of a case: the names of its game and its rulebook."""
        name = "Any game" if self.game == ANY else VARIANTS[self.game].title
        return f"{name}, by {self.book.id}"


def read_unit_cents(params: dict[str, object]) -> int:
    """Read the value of a chip in cents from the switches of a case; 100 if it is left out."""
    value = params.get(UNIT_CENTS, 100)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100:
        raise InvalidError(
            f"params: unit_cents cannot be {quote_value(value)}; it is a whole number from 1 to 100, because "
            "larger chips are changed before a pot is divided"
        )
    return value


def boolean_ruling(
    context: CaseContext,
    name: str,
    answer: Answer[bool],
    *,
    question: str,
    why: str,
    more: Sequence[str] = (),
    yes: str = "yes",
) -> Ruling:
    """Build the ruling for a rulebook's yes-or-no answer; `more` are further clauses that it rests on."""
    cited = CitationCollector(answer, *more)
    working = [ReasoningStep(why, answer.clause)]
    return cited.ruling({name: answer.value}, working, [context.title(), question], yes if answer.value else "no")
