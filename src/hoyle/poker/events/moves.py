"""Small steps that several events share."""

from __future__ import annotations

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


def draw_done(state: State, player: int) -> None:
    state.drawn = (player - state.button - 1) % len(state.seats) + 1
    state.actor = -1
    state.awaiting = NOTHING
