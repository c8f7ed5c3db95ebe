"""Small steps that several events share."""

from __future__ import annotations

from hoyle.cards import UNKNOWN
from hoyle.poker.pots import build_pots, taken_from
from hoyle.poker.state import ACTION, FORCED_BET, MUCKED, NOTHING, SHOW, State


def new_street(state: State, street: str) -> None:
    if street == state.street_name:
        return
    state.street += 1
    state.street_name = street
    state.in_round = state.live_count()
    state.drawn = 0
    if state.street > 0:
        state.acts_last = -1
        state.current_bet = 0
        state.last_raise = 0
        state.opened = False
        state.completing = False
    state.raises = 0
    state.first_to_act = -1
    for player in range(len(state.seats)):
        state.acted[player] = False
        state.checked[player] = False


def put_in(state: State, player: int, chips: int) -> None:
    state.stacks[player] -= chips
    state.bets[player] += chips
    state.put_in[player] += chips
    state.pot += chips


def kill_hand(state: State, player: int) -> None:
    state.ghosts[player] = False
    if not state.live[player]:
        return  # what lay there was dead before
    state.live[player] = False
    state.hands[player] = MUCKED
    state.muck.extend(state.cards[player])
    state.folded[player] = state.cards[player]
    state.cards[player] = []
    state.ups[player] = []


def next_turn(state: State, player: int) -> None:
    if state.awaiting != ACTION and state.awaiting != FORCED_BET:
        return
    state.actor = state.next_to_act(player)
    state.awaiting = ACTION if state.actor >= 0 else NOTHING


def leave_turn(state: State, player: int) -> None:
    if state.awaiting == SHOW and state.actor == player:
        state.actor = -1
        state.awaiting = NOTHING


def lose_sight(state: State, hand: list[int], *, hidden: bool) -> None:
    """Cards of a hand that everybody had read: whoever cannot see the discards has lost track of them."""
    for at in range(len(hand)):
        if hand[at] in state.read:
            state.read.remove(hand[at])
            if hidden:
                hand[at] = UNKNOWN


def draw_done(state: State, player: int) -> None:
    # One who gets a card replaced has drawn before others who have drawn since.
    state.drawn = max(state.drawn, (player - state.button - 1) % len(state.seats) + 1)
    state.actor = -1
    state.awaiting = NOTHING


def keep_taken(state: State) -> None:
    """A dead all-in hand can merge two pots: what was taken out of them stays within those that are left."""
    if not state.taken:
        return
    state.taken = taken_from(build_pots(state.put_in, state.live, state.dead), state.taken)
