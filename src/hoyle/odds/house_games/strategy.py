"""Strategy advice: exact value of every choice for given cards.

>>> from hoyle.core.cards import parse_cards
>>> advice = advise("three-card-poker", parse_cards("Qd 6c 4c"))
>>> advice.options["play-1x"], advice.best
(Fraction(-18325, 18424), ['play-1x'])
"""

from __future__ import annotations

from fractions import Fraction

from hoyle.core.errors import InvalidError
from hoyle.odds.house_games.analysis_interface import Advice, VisibleCards
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.house_edge import check_game
from hoyle.rulebooks.book_types.pay_table import PayTable


def advise(
    game: str,
    cards: list[int],
    *,
    up: int | None = None,
    board: list[int] | None = None,
    bets: list[int] | None = None,
    table: PayTable | None = None,
    max_win: Fraction | None = None,
) -> Advice:
    """Return the value of each choice; `table` is the bonus table, or the pay table of Mississippi Stud.

    `max_win` is the maximum win of the hand in Antes (`hoyle.odds.house_games.house_edge.limit_in_antes`).
    """
    check_game(game)
    if game not in ANALYSES:
        raise InvalidError(f"{game} has no decisions after the wager: ask for its edges instead")
    game_analysis = ANALYSES[game]
    if up is not None and not game_analysis.open_card:
        raise InvalidError(f"{game} has no open dealer card")
    if (board or bets) and not game_analysis.streets:
        raise InvalidError(f"{game} has no community cards and no streets")
    visible = VisibleCards(
        cards=cards, up=[] if up is None else [up], board=board or [], bets=bets or [], max_win=max_win
    )
    return game_analysis.advise(visible, table)
