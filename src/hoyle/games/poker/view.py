"""View of a poker round for one viewer: hides every card that person may not see."""

from __future__ import annotations

from hoyle.core.cards import UNKNOWN_TEXT, card_text
from hoyle.games.poker.pots.side_pots import pot_name, pots_now
from hoyle.games.poker.round_state import HAND_STATES, OVER, PENDING_KINDS, TABLED, RoundState
from hoyle.games.poker.view_types import PokerHandView, PokerPotView, PokerRoundView


def view(state: RoundState, person: str) -> PokerRoundView:
    """Build the view of the round for a person; an empty name is a bystander."""
    pots = pots_now(state)
    return PokerRoundView(
        street=state.street_name,
        button=state.seats[state.button] if state.button >= 0 else 0,
        hands=[_hand_view(state, player, person) for player in range(len(state.seats))],
        board=[card_text(card) for card in state.board],
        stub=state.stub(),
        burns=len(state.burns),
        known_burns=[card_text(card) for card in state.known_burns],
        discards=len(state.muck) + len(state.laid) + len(state.out),
        pot=state.pot,
        pots=[
            PokerPotView(
                name=pot_name(i), chips=pots[i].chips, seats=[state.seats[player] for player in pots[i].eligible]
            )
            for i in range(len(pots))
        ],
        rake=state.rake,
        jackpot=state.jackpot,
        fees=state.fees,
        bet=state.current_bet,
        raises=state.raises,
        awaiting=PENDING_KINDS[state.awaiting],
        turn=state.seats[state.actor] if state.actor >= 0 else 0,
        over=state.awaiting == OVER,
    )


def _hand_view(state: RoundState, player: int, person: str) -> PokerHandView:
    """Build the view of one hand; cards that the person may not see are unknown."""
    cards = state.cards[player]
    ups = state.ups[player]
    may_see = state.people[player] == person or state.disclosed[player]
    if may_see and not cards:
        # Players have seen the hands they folded, and a disclosed one is publicly seen.
        cards = state.folded[player]
        ups = [False] * len(cards)
    if may_see or state.hands[player] == TABLED:
        card_texts = [card_text(card) for card in cards]
    else:
        seen_cards = state.read
        card_texts = [
            card_text(cards[index]) if ups[index] or cards[index] in seen_cards else UNKNOWN_TEXT
            for index in range(len(cards))
        ]
    live = state.live[player]
    return PokerHandView(
        seat=state.seats[player],
        person=state.people[player],
        stack=state.stacks[player],
        bet=state.bets[player],
        contributed=state.put_in[player],
        live=live,
        all_in=live and state.stacks[player] == 0,
        hand_state=HAND_STATES[state.hands[player]],
        cards=card_texts,
        face_up=list(ups),
        won=state.won[player],
        returned=state.returned[player],
    )
