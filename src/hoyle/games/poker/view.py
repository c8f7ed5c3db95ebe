"""View of a poker round for one viewer: hides every card that person may not see."""

from __future__ import annotations

from hoyle.core.cards import UNKNOWN_TEXT, card_text
from hoyle.games.poker.pots.side_pots import pot_name, pots_now
from hoyle.games.poker.round_state import HAND_STATES, OVER, PENDING_KINDS, TABLED, RoundState
from hoyle.games.poker.view_types import HandView, PotView, RoundView


def view(state: RoundState, person: str) -> RoundView:
    """The round as a person sees it; an empty name is somebody who only looks on."""
    pots = pots_now(state)
    hands: list[HandView] = []
    for at in range(len(state.seats)):
        cards = state.cards[at]
        ups = state.ups[at]
        seen = state.people[at] == person or state.disclosed[at]
        if seen and not cards:
            # What he has given up he has seen, and what was disclosed everybody has.
            cards = state.folded[at]
            ups = [False] * len(cards)
        if seen or state.hands[at] == TABLED:
            shown = [card_text(card) for card in cards]
        else:
            read = state.read
            shown = [
                card_text(cards[k]) if ups[k] or cards[k] in read else UNKNOWN_TEXT for k in range(len(cards))
            ]
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
        street=state.street_name,
        button=state.seats[state.button] if state.button >= 0 else 0,
        hands=hands,
        board=[card_text(card) for card in state.board],
        stub=state.stub(),
        burns=len(state.burns),
        known_burns=[card_text(card) for card in state.known_burns],
        discards=len(state.muck) + len(state.laid) + len(state.out),
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
        raises=state.raises,
        awaiting=PENDING_KINDS[state.awaiting],
        turn=state.seats[state.actor] if state.actor >= 0 else 0,
        over=state.awaiting == OVER,
    )
