"""View of a poker table: builds the table as one person sees it.

Secrets belong to people. Whoever held a hand in a round sees it, wherever they sit now; whoever sits in that
seat later does not.
"""

from __future__ import annotations

from hoyle.games.poker.view import view as view_round
from hoyle.table.poker.rounds import round_end
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.poker.view_types import PokerSeatView, PokerView


def view(table: PokerTableBase, person: str) -> PokerView:
    """Return the table as a person sees it; an empty name is a spectator."""
    state, sign = table.state, table.sign
    round_ = state.round if state.round is not None else state.last
    small, big = (state.small, state.big) if state.round is not None else round_end.limits(state)
    seats: list[PokerSeatView] = []
    for seat in sorted(state.players):
        player = state.poker_player(seat)
        requests = [request.what for request in state.deferred_requests if request.player == player.name]
        seats.append(
            PokerSeatView(
                seat=seat,
                name=player.name,
                stack=state.stack(seat),
                currency=player.currency,
                sitting_out=player.sitting_out,
                missed_blinds=len(player.missed),
                waits_for_blind=player.waits,
                after_round=requests,
            )
        )
    return PokerView(
        book=sign.book,
        game=sign.game,
        person=person,
        seat=state.seat_of(person) if person else 0,
        round_number=state.number,
        playing=state.round is not None,
        button=state.button,
        limits=(small, big),
        kill_button="" if state.kill.holder is None else str(state.kill.holder),
        deck=state.rack.decks[0] if state.rack.decks else "",
        jackpot=state.boxes.jackpot_fund,
        waiting=list(state.waiting),
        seats=seats,
        round=None if round_ is None else view_round(round_, person),
    )
