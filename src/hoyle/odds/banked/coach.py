"""The coach at a live table: what each choice of the seat in turn is worth, exactly and at once.

Values are in chips for the whole round of that seat, with its side wager: a fold gives the side wager up too
(AMB-T1, AMB-F2). The coach knows the seat's own cards and what lies open, nothing else.
"""

from __future__ import annotations

from fractions import Fraction

from hoyle.banked.game import ANTE, STREETS
from hoyle.banked.round import Round
from hoyle.banked.state import DECIDING, Place
from hoyle.errors import InvalidError
from hoyle.odds.banked import stud, three_card
from hoyle.odds.banked.strategy import Advice, advise


class Coach:
    """Answers within milliseconds once it is made; making one does the counting that takes longer."""

    def __init__(self, game: str) -> None:
        self.game = game
        if game == "three-card-poker":
            three_card.against()
        elif game == "mississippi-stud":
            stud.play_values([0, 5], [], [])

    def advise(self, round_: Round, seat: int) -> Advice:
        """The choices of a seat that is about to decide."""
        if round_.game.id != self.game:
            raise InvalidError(f"this coach knows {self.game}, not {round_.game.id}")
        state = round_.state
        if state.phase != DECIDING or seat != round_.turn:
            raise InvalidError(f"seat {seat} has nothing to decide now")
        place = state.places[seat]
        side = place.wagers.get(round_.game.side, 0)
        paid = self._side_gain(round_, place, side)
        if ANTE not in place.wagers:
            return Advice({"fold": Fraction(-side), "stand": paid})
        ante = place.wagers[ANTE]
        found = self._choices(round_, place, ante)
        kept = paid if round_.sign.fold_keeps_side else Fraction(-side)
        return Advice(
            {name: value * ante + (kept if name == "fold" else paid) for name, value in found.options.items()}
        )

    def _choices(self, round_: Round, place: Place, ante: int) -> Advice:
        state, sign = round_.state, round_.sign
        if self.game == "three-card-poker":
            return advise(self.game, place.cards, table=sign.bonus)
        if self.game == "four-card-poker":
            return advise(self.game, place.cards, up=state.dealer_up[0], table=sign.bonus)
        bets = [place.wagers[street] // ante for street in STREETS if street in place.wagers]
        return advise(
            self.game, place.cards, board=state.community[: state.turned], bets=bets, table=sign.main
        )

    def _side_gain(self, round_: Round, place: Place, side: int) -> Fraction:
        if not side:
            return Fraction(0)
        shown = round_.game.show_seat(place.cards, [])
        return round_.sign.side.odds(shown.pays) * side
