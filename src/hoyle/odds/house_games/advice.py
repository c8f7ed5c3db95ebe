"""Playing advice at house card games: exact value of each choice, for given cards or for the seat to act.

`advise` values given cards in Antes. `Coach` and `choice_values` advise a seat of a round: values are in
chips for the whole round of that seat, with its side wager, which a fold gives up too (AMB-T1, AMB-F2).
Posted limits cap the payout, and optional wagers by approval are included. Only the seat's own cards and the
exposed cards are used.

>>> from hoyle.core.cards import parse_cards
>>> advice = advise("three-card-poker", parse_cards("Qd 6c 4c"))
>>> advice.options["play-1x"], advice.best
(Fraction(-18325, 18424), ['play-1x'])
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
from hoyle.odds.house_games.analysis_registry import ANALYSES, analysis
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
    """Compute the value of each choice for given cards, in Antes.

    `table` is the bonus table, or the pay table of Mississippi Stud. `max_win` is the maximum win of the hand
    in Antes (`hoyle.odds.house_games.house_edge.limit_in_antes`).
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


class Coach:
    """Adviser for rounds of one house card game.

    Creating it does the slow precomputation; advice then takes milliseconds.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        analysis(game).prepare()

    def advise(self, round_: HouseCardRound, seat: int) -> Advice:
        """Compute the value of each choice of the seat to act, in chips."""
        if round_.game.id != self.game:
            raise InvalidError(f"this coach knows {self.game}, not {round_.game.id}")
        state = round_.state
        if state.phase != DECIDING or seat != round_.turn:
            raise InvalidError(f"seat {seat} has nothing to decide now")
        position = state.places[seat]
        return choice_values(
            round_.sign,
            position.cards,
            position.wagers,
            up=state.dealer_up,
            board=state.community[: state.turned],
            earlier_seats=seats_settled_before(state, seat),
        )


def seats_settled_before(state: HouseCardRoundState, seat: int) -> list[int]:
    """List the seats that are settled before this one, and so use up a payout limit of the round first."""
    return [
        other_seat for other_seat, position in sorted(state.places.items()) if other_seat > seat and not position.folded
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
    """Compute the value in chips of each choice of a seat, from its cards and wagers and the exposed cards.

    `earlier_seats` are settled before this one. Their wins are unknown, so a limit of the whole round is
    applied as if none of it were used up, and the advice says so.
    """
    game = sign.definition
    side_wager = wagers.get(game.side, 0)
    side_value = Fraction(0)
    if side_wager:
        side_value = sign.side.odds(game.show_seat(cards, []).pays) * side_wager
    if ANTE not in wagers:
        return Advice({"fold": Fraction(-side_wager), "stand": side_value})
    folded_side_value = side_value if sign.fold_keeps_side else Fraction(-side_wager)
    options: dict[str, Fraction] = {}
    for choice, antes in _values_in_antes(sign, cards, wagers, up, board).options.items():
        options[choice] = antes * wagers[ANTE] + (folded_side_value if choice == "fold" else side_value)
    return Advice(options, _limit_notes(sign, earlier_seats))


def _limit_notes(sign: HouseCardSign, earlier_seats: Sequence[int]) -> tuple[str, ...]:
    """Return the note that earlier seats may use up the round's payout limit; none without such a limit."""
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
    """Compute the value of each choice of a seat in Antes, without the side wager."""
    game_analysis = analysis(sign.game)
    ante = wagers[ANTE]
    bets = [wagers[street] // ante for street in sign.definition.later if street in wagers]
    optional = tuple(
        OptionalWager(Fraction(wagers[name], ante), table) for name, table in sign.optional.items() if name in wagers
    )
    max_win = max_win_in_antes(sign, ante)
    visible = VisibleCards(cards=cards, up=up, board=board, bets=bets, max_win=max_win, optional=optional)
    return game_analysis.advise(visible, game_analysis.table_of(sign))
