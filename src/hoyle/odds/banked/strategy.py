"""The exact value of every choice a player has.

>>> from hoyle.cards import parse_cards
>>> advice = advise("three-card-poker", parse_cards("Qd 6c 4c"))
>>> advice.options["play-1x"], advice.best
(Fraction(-18325, 18424), ['play-1x'])
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hoyle.cards import check_card, check_distinct
from hoyle.errors import InvalidError
from hoyle.odds.banked import four_card, stud, three_card
from hoyle.odds.banked.book import ANTE_BONUS, AUTOMATIC_BONUS, STUD
from hoyle.odds.banked.edges import CARD_WAGERS, check_game
from hoyle.odds.banked.results import ratio
from hoyle.rulebooks.paytable import PayTable


@dataclass(frozen=True, slots=True)
class Advice:
    """What each choice wins on average, in Antes, wagers already made included; and the best of them."""

    options: dict[str, Fraction]

    @property
    def best(self) -> list[str]:
        """More than one when they tie."""
        most = max(self.options.values())
        return [name for name, value in self.options.items() if value == most]

    def as_json(self) -> dict[str, Any]:
        return {
            "options": {name: ratio(value) for name, value in self.options.items()},
            "best": self.best,
        }


def advise(
    game: str,
    cards: list[int],
    *,
    up: int | None = None,
    board: list[int] | None = None,
    bets: list[int] | None = None,
    table: PayTable | None = None,
) -> Advice:
    """The choices with these cards; `table` is the bonus table, or the pay table of Mississippi Stud."""
    check_game(game)
    if game not in CARD_WAGERS:
        raise InvalidError(f"{game} has no decisions after the wager: ask for its edges instead")
    if game != "four-card-poker" and up is not None:
        raise InvalidError(f"{game} has no open dealer card")
    if game != "mississippi-stud" and (board or bets):
        raise InvalidError(f"{game} has no community cards and no streets")
    if game == "three-card-poker":
        for card in cards:
            check_card(card)
        check_distinct(cards)
        return Advice({"fold": Fraction(-1), "play-1x": three_card.play_value(cards, table or ANTE_BONUS)})
    if game == "four-card-poker":
        if up is None:
            raise InvalidError("the dealer's open card is needed: --up 8h")
        values = four_card.play_values(cards, up, table or AUTOMATIC_BONUS)
        fold = Fraction(-1)
    else:
        values = stud.play_values(cards, board or [], bets or [], table or STUD)
        fold = Fraction(-1 - sum(bets or []))
    return Advice({"fold": fold, **{f"play-{times}x": value for times, value in enumerate(values, 1)}})
