"""State changes that several poker events share: put chips in, pass the turn, muck a hand."""

from __future__ import annotations

from hoyle.core.cards import UNKNOWN
from hoyle.core.mypyc_compat import i64
from hoyle.games.poker.round_state import (
    ACTION,
    FORCED_BET,
    MUCKED,
    NOTHING,
    SHOW,
    RoundState,
    WagerSnapshot,
    position_bitmask,
)


def new_street(state: RoundState, street: str) -> None:
    """Begin a street and reset its betting; does nothing if the street has begun already."""
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
    state.wagers = []
    state.first_to_act = -1
    reset_flags(state.acted)
    reset_flags(state.checked)


def reset_flags(flags: list[bool]) -> None:
    """Set every flag of a list to False, in place."""
    count: i64 = len(flags)
    for player in range(count):
        flags[player] = False


def put_in(state: RoundState, player: int, chips: int) -> None:
    state.stacks[player] -= chips
    state.bets[player] += chips
    state.put_in[player] += chips
    state.pot += chips


def remember_wager(state: RoundState, player: int) -> None:
    """Snapshot the betting before a bet or raise, in case it is refunded."""
    wager = WagerSnapshot(player)
    wager.current_bet = state.current_bet
    wager.last_raise = state.last_raise
    wager.raises = state.raises
    wager.opened = state.opened
    wager.completing = state.completing
    wager.last_bettor = state.last_bettor
    wager.acted = position_bitmask(state.acted)
    wager.ghosts = position_bitmask(state.ghosts)
    state.wagers.append(wager)


def withdraw_wagers(state: RoundState) -> None:
    """Withdraw bets whose chips were refunded; a bet that was called stays (clarification 39).

    A bet that another player has matched must still be answered. Blinds and forced bets have their own event
    (`BetWithdrawn`).
    """
    highest_bet = 0
    for chips in state.bets:
        if chips > highest_bet:
            highest_bet = chips
    if not state.wagers or highest_bet >= state.current_bet:
        return
    while state.wagers and highest_bet < state.current_bet:
        wager = state.wagers.pop()
        state.current_bet = wager.current_bet
        state.last_raise = wager.last_raise
        state.raises = wager.raises
        state.opened = wager.opened
        state.completing = wager.completing
        state.last_bettor = wager.last_bettor
        for player in range(len(state.acted)):
            state.acted[player] = wager.acted >> player & 1 > 0
            state.ghosts[player] = wager.ghosts >> player & 1 > 0
    if highest_bet > state.current_bet:
        # Another player was all-in against it for less, and those chips are a bet like any other.
        state.current_bet = highest_bet
        state.opened = True
        reset_flags(state.ghosts)
    pass_turn(state)


def pass_turn(state: RoundState) -> None:
    """Pass the turn if the player to act has already answered the bet, which is lower now."""
    actor = state.actor
    if state.awaiting == ACTION and state.acted[actor] and state.bets[actor] >= state.current_bet:
        next_turn(state, actor)


def kill_hand(state: RoundState, player: int) -> None:
    state.ghosts[player] = False
    if not state.live[player]:
        return  # the hand was dead already
    state.live[player] = False
    muck_hand(state, player)


def muck_hand(state: RoundState, player: int) -> None:
    state.hands[player] = MUCKED
    state.muck.extend(state.cards[player])
    state.folded[player] = state.cards[player]
    state.cards[player] = []
    state.ups[player] = []


def next_turn(state: RoundState, player: int) -> None:
    if state.awaiting != ACTION and state.awaiting != FORCED_BET:
        return
    state.actor = state.next_to_act(player)
    state.awaiting = ACTION if state.actor >= 0 else NOTHING


def end_show_turn(state: RoundState, player: int) -> None:
    if state.awaiting == SHOW and state.actor == player:
        state.actor = -1
        state.awaiting = NOTHING


def hide_discarded_cards(state: RoundState, hand: list[int], *, hidden: bool) -> None:
    """Forget the publicly seen cards of a hand: a viewer of hidden discards loses track of them."""
    for index in range(len(hand)):
        if hand[index] in state.read:
            state.read.remove(hand[index])
            if hidden:
                hand[index] = UNKNOWN


def end_draw(state: RoundState, player: int) -> None:
    # A player who gets a card replaced drew before players who have drawn since.
    state.drawn = max(state.drawn, (player - state.button - 1) % len(state.seats) + 1)
    state.actor = -1
    state.awaiting = NOTHING
