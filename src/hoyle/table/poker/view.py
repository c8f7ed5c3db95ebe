"""The only door from a poker table to the outside: what one person may see, and nothing that depends on more.

Secrets belong to people. Whoever held a hand in a round sees it, wherever he sits now; whoever sits in that
seat later does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cards import UNKNOWN_TEXT, card_text
from hoyle.poker.pots import pot_name
from hoyle.poker.state import HAND_STATES, OVER, TABLED, WAITS, State
from hoyle.poker.view import pots_now
from hoyle.table.poker import closing
from hoyle.table.poker.shapes import HandView, PokerView, PotView, RoundView, SeatView

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


def view(table: Table, person: str) -> PokerView:
    """The table as a person sees it; an empty name is somebody who only looks on."""
    state = table.state
    sign = state.sign
    round_ = state.round if state.round is not None else state.last
    small, big = (state.small, state.big) if state.round is not None else closing.limits(state)
    seats: list[SeatView] = []
    for seat in sorted(state.players):
        player = state.at(seat)
        promises = [promise.what for promise in state.promises if promise.player == player.name]
        seats.append(
            SeatView(
                seat=seat,
                name=player.name,
                stack=state.stack(seat),
                currency=player.currency,
                away=player.away,
                missed_blinds=len(player.missed),
                waits=player.waits,
                promises=promises,
            )
        )
    return PokerView(
        book=sign.book,
        game=sign.game,
        person=person,
        seat=state.seat_of(person) if person else 0,
        number=state.number,
        playing=state.round is not None,
        button=state.button,
        limits=(small, big),
        kill="" if state.kill.holder is None else str(state.kill.holder),
        deck=state.rack.decks[0] if state.rack.decks else "",
        jackpot=state.boxes.jackpot_fund,
        waiting=list(state.waiting),
        seats=seats,
        round=None if round_ is None else view_round(round_, table.street_names, person),
    )


def view_round(state: State, streets: list[str], person: str) -> RoundView:
    """A round as a person sees it."""
    pots = pots_now(state)
    hands: list[HandView] = []
    for at in range(len(state.seats)):
        cards = state.cards[at]
        ups = state.ups[at]
        if state.people[at] == person or state.hands[at] == TABLED:
            shown = [card_text(card) for card in cards]
        else:
            shown = [card_text(cards[k]) if ups[k] else UNKNOWN_TEXT for k in range(len(cards))]
        live = state.live[at]
        hands.append(
            HandView(
                seat=state.seats[at],
                person=state.people[at],
                stack=state.stacks[at],
                bet=state.bets[at],
                put_in=state.put_in[at],
                live=live,
                all_in=live and state.stacks[at] == 0,
                hand=HAND_STATES[state.hands[at]],
                cards=shown,
                up=list(ups),
                won=state.won[at],
                returned=state.returned[at],
            )
        )
    return RoundView(
        street=streets[state.street] if state.street >= 0 else "",
        button=state.seats[state.button] if state.button >= 0 else 0,
        hands=hands,
        board=[card_text(card) for card in state.board],
        stub=state.stub(),
        burns=len(state.burns),
        known_burns=[card_text(card) for card in state.known_burns],
        discards=len(state.muck) + len(state.laid),
        pot=state.pot,
        pots=[
            PotView(
                name=pot_name(at),
                chips=pots[at].chips,
                seats=[state.seats[player] for player in pots[at].eligible],
            )
            for at in range(len(pots))
        ],
        rake=state.rake,
        jackpot=state.jackpot,
        fees=state.fees,
        bet=state.current_bet,
        awaiting=WAITS[state.awaiting],
        turn=state.seats[state.actor] if state.actor >= 0 else 0,
        over=state.awaiting == OVER,
    )
