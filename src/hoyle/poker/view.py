"""The only door from a round to the outside: what one viewer may see, and nothing that depends on more."""

from __future__ import annotations

from hoyle.cards import UNKNOWN, card_text
from hoyle.poker.actions import due
from hoyle.poker.events import Event
from hoyle.poker.pots import pot_name, pots_now
from hoyle.poker.round import Round
from hoyle.poker.state import HAND_STATES, TABLED, State


def view(round_: Round, viewer: int) -> dict[str, object]:
    """The round as seat `viewer` sees it; 0 is somebody who sits nowhere."""
    state = round_.state
    rules = round_.rules
    pots = pots_now(state)
    turn = round_.actor
    return {
        "book": rules.book.id,
        "game": rules.game,
        "street": round_.street,
        "viewer": viewer,
        "button": state.seats[state.button] if state.button >= 0 else 0,
        "players": [_player(state, at, viewer) for at in range(len(state.seats))],
        "board": [card_text(card) for card in state.board],
        "stub": state.stub(),
        "burns": len(state.burns),
        "known_burns": [card_text(card) for card in state.known_burns],
        "discards": len(state.muck) + len(state.laid),
        "pot": state.pot,
        "pots": [
            {
                "name": pot_name(at),
                "chips": pots[at].chips,
                "seats": [state.seats[player] for player in pots[at].eligible],
            }
            for at in range(len(pots))
        ],
        "rake": state.rake,
        "jackpot": state.jackpot,
        "fees": state.fees,
        "bet": state.current_bet,
        "awaiting": round_.awaiting,
        "turn": turn,
        "legal": due(round_) if turn else "",
    }


def _player(state: State, at: int, viewer: int) -> dict[str, object]:
    seat = state.seats[at]
    cards = state.cards[at]
    ups = state.ups[at]
    own = seat == viewer or state.hands[at] == TABLED
    return {
        "seat": seat,
        "stack": state.stacks[at],
        "bet": state.bets[at],
        "put_in": state.put_in[at],
        "live": state.live[at],
        "all_in": state.live[at] and state.stacks[at] == 0,
        "hand": HAND_STATES[state.hands[at]],
        "cards": [card_text(cards[k] if own or ups[k] else UNKNOWN) for k in range(len(cards))],
        "up": list(ups),
        "won": state.won[at],
        "returned": state.returned[at],
    }


def seen(log: list[Event], viewer: int) -> list[Event]:
    """The log as a viewer may read it."""
    return [event.seen_by(viewer) for event in log]
