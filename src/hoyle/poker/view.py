"""The only door from a round to the outside: what one viewer may see, and nothing that depends on more."""

from __future__ import annotations

from hoyle.cards import UNKNOWN, card_text
from hoyle.poker.actions import due
from hoyle.poker.events import Event
from hoyle.poker.pots import Pot, build_pots, pot_name
from hoyle.poker.round import Round
from hoyle.poker.state import HAND_STATES, OVER, TABLED, State


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


def pots_now(state: State) -> list[Pot]:
    """The pots as they lie on the table, bets on their way included; together they are `state.pot`.

    Only an all-in makes a level: while players can still answer a bet they count as equal, and a side pot is
    there once somebody is all-in and others go on betting (oneida XI.A.31). A pot that was pushed is empty.
    """
    if state.awaiting == OVER:
        # Stacks have grown since, so they no longer tell who was all-in; what was put in does.
        return [Pot(0, pot.eligible) for pot in build_pots(state.put_in, state.live, state.dead)]
    count = len(state.seats)
    levels: list[int] = []
    for player in range(count):
        chips = state.put_in[player]
        if state.live[player] and state.stacks[player] == 0 and chips > 0 and chips not in levels:
            levels.append(chips)
    levels.sort()
    pots: list[Pot] = []
    below = 0
    for level in levels:
        eligible = [
            player
            for player in range(count)
            if state.live[player] and (state.stacks[player] > 0 or state.put_in[player] >= level)
        ]
        pots.append(Pot(_between(state, below, level), eligible))
        below = level
    above = _between(state, below, max(state.put_in, default=0))
    rest = [player for player in range(count) if state.live[player] and state.stacks[player] > 0]
    if above > 0 and (rest or not pots):
        pots.append(Pot(above, rest))
    elif above > 0:
        # Nobody is left to play for what a folded hand put in beyond the last all-in.
        pots[-1].chips += above
    elif not pots:
        pots.append(Pot(0, [player for player in range(count) if state.live[player]]))
    pots[0].chips += state.dead
    _take_off(pots, state.taken)
    return pots


def _between(state: State, below: int, level: int) -> int:
    """What everybody, folded or not, put in between two levels."""
    total = 0
    for chips in state.put_in:
        if chips > below:
            total += min(chips, level) - below
    return total


def _take_off(pots: list[Pot], taken: list[int]) -> None:
    """Take rake and jackpot off the pots they came from; what merged pots owe is shared."""
    over = 0
    for at in range(len(taken)):
        if at < len(pots):
            share = min(taken[at], pots[at].chips)
            pots[at].chips -= share
            over += taken[at] - share
        else:
            over += taken[at]
    for pot in pots:
        share = min(over, pot.chips)
        pot.chips -= share
        over -= share


def _player(state: State, at: int, viewer: int) -> dict[str, object]:
    seat = state.seats[at]
    cards = state.cards[at]
    ups = state.ups[at]
    own = state.people[at] == viewer or state.hands[at] == TABLED
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
