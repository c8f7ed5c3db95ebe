"""The coach at a live table: what each choice of the seat in turn is worth, exactly and at once.

Values are in chips for the whole round of that seat, with its side wager: a fold gives the side wager up too
(AMB-T1, AMB-F2). The coach knows the seat's own cards and what lies open, nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hoyle.banked.game import ANTE
from hoyle.banked.round import Round
from hoyle.banked.sign import Sign
from hoyle.banked.state import DECIDING
from hoyle.errors import InvalidError
from hoyle.odds.banked.analysis import Advice, Seen
from hoyle.odds.banked.games import analysis


class Coach:
    """Answers within milliseconds once it is made; making one does the counting that takes longer."""

    def __init__(self, game: str) -> None:
        self.game = game
        analysis(game).prepare()

    def advise(self, round_: Round, seat: int) -> Advice:
        """The choices of a seat that is about to decide."""
        if round_.game.id != self.game:
            raise InvalidError(f"this coach knows {self.game}, not {round_.game.id}")
        state = round_.state
        if state.phase != DECIDING or seat != round_.turn:
            raise InvalidError(f"seat {seat} has nothing to decide now")
        place = state.places[seat]
        board = state.community[: state.turned]
        return worth(round_.sign, place.cards, place.wagers, up=state.dealer_up, board=board)


def worth(
    sign: Sign, cards: list[int], wagers: Mapping[str, int], *, up: list[int], board: list[int]
) -> Advice:
    """What each choice is worth in chips, by one's own cards, one's wagers and what lies open."""
    game = sign.game
    side = wagers.get(game.side, 0)
    paid = Fraction(0)
    if side:
        paid = sign.side.odds(game.show_seat(cards, []).pays) * side
    if ANTE not in wagers:
        return Advice({"fold": Fraction(-side), "stand": paid})
    ante = wagers[ANTE]
    kept = paid if sign.fold_keeps_side else Fraction(-side)
    return Advice(
        {
            name: value * ante + (kept if name == "fold" else paid)
            for name, value in _in_antes(sign, cards, wagers, up, board).options.items()
        }
    )


def _in_antes(
    sign: Sign, cards: list[int], wagers: Mapping[str, int], up: list[int], board: list[int]
) -> Advice:
    """The choices without the side wager."""
    found = analysis(sign.game.id)
    bets = [wagers[street] // wagers[ANTE] for street in sign.game.later if street in wagers]
    return found.advise(Seen(cards=cards, up=up, board=board, bets=bets), found.table_of(sign))
