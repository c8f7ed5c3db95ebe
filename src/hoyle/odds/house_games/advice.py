"""Playing advice: exact value of each choice, for given cards or for the seat to act.

Values are in chips for the whole round of that seat, with its side wager: a fold gives the side wager up too
(AMB-T1, AMB-F2). Posted limits cap the payout, and optional wagers by approval are included. The coach knows
only the seat's own cards and the exposed cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import DECIDING, HouseCardRoundState
from hoyle.odds.house_games.analysis_interface import Advice, OptionalWager, VisibleCards, max_win_in_antes
from hoyle.odds.house_games.analysis_registry import analysis


class Coach:
    """Coach for one game: creating it does the slow precomputation, advice then takes milliseconds."""

    def __init__(self, game: str) -> None:
        self.game = game
        analysis(game).prepare()

    def advise(self, round_: HouseCardRound, seat: int) -> Advice:
        """Return the value of each choice of the seat to act."""
        if round_.game.id != self.game:
            raise InvalidError(f"this coach knows {self.game}, not {round_.game.id}")
        state = round_.state
        if state.phase != DECIDING or seat != round_.turn:
            raise InvalidError(f"seat {seat} has nothing to decide now")
        position = state.places[seat]
        board = state.community[: state.turned]
        earlier = settled_first(state, seat)
        return choice_values(
            round_.sign,
            position.cards,
            position.wagers,
            up=state.dealer_up,
            board=board,
            earlier_seats=earlier,
        )


def settled_first(state: HouseCardRoundState, seat: int) -> list[int]:
    """List the seats still in play that are settled before this one and so draw on a round limit first."""
    return [
        other_seat
        for other_seat, position in sorted(state.places.items())
        if other_seat > seat and not position.folded
    ]


def choice_values(
    sign: HouseCardSign,
    cards: list[int],
    wagers: Mapping[str, int],
    *,
    up: list[int],
    board: list[int],
    earlier_seats: Sequence[int] = (),
) -> Advice:
    """Compute the value of each choice in chips, from the seat's cards and wagers and the exposed cards.

    `earlier_seats` are settled before this one. Their wins are unknown, so a limit of the whole round is
    applied as if none of it were used up, and the advice says so.
    """
    game = sign.game
    side = wagers.get(game.side, 0)
    side_value = Fraction(0)
    if side:
        side_value = sign.side.odds(game.show_seat(cards, []).pays) * side
    if ANTE not in wagers:
        return Advice({"fold": Fraction(-side), "stand": side_value})
    ante = wagers[ANTE]
    fold_side_value = side_value if sign.fold_keeps_side else Fraction(-side)
    return Advice(
        {
            name: value * ante + (fold_side_value if name == "fold" else side_value)
            for name, value in _values_in_antes(sign, cards, wagers, up, board).options.items()
        },
        _limit_notes(sign, earlier_seats),
    )


def _limit_notes(sign: HouseCardSign, earlier_seats: Sequence[int]) -> tuple[str, ...]:
    cap = sign.page.pay.cap
    if not earlier_seats or not sign.round_limit or cap is None:
        return ()
    seats = f"seat{'s' if len(earlier_seats) > 1 else ''} {', '.join(map(str, earlier_seats))}"
    return (
        f"{seats} settled first: what they win comes off the {sign.round_limit} that all hands of the "
        f"round can win, and is not counted here ({cap.sign})",
    )


def _values_in_antes(
    sign: HouseCardSign, cards: list[int], wagers: Mapping[str, int], up: list[int], board: list[int]
) -> Advice:
    """Compute the value of each choice in Antes, without the side wager."""
    game_analysis = analysis(sign.game.id)
    ante = wagers[ANTE]
    bets = [wagers[street] // ante for street in sign.game.later if street in wagers]
    optional = tuple(
        OptionalWager(Fraction(wagers[name], ante), table)
        for name, table in sign.optional.items()
        if name in wagers
    )
    max_win = max_win_in_antes(sign, ante)
    visible = VisibleCards(cards=cards, up=up, board=board, bets=bets, max_win=max_win, optional=optional)
    return game_analysis.advise(visible, game_analysis.table_of(sign))
