"""Order of action: who makes the forced bet, who acts first, who shows first, whether anybody must act.

Where cards decide, each player's up-cards make a claim: a number whose lowest two bits are the suit, where
suits count. The highest claim acts first, the first of equal ones from the house dealer's left; claims that
differ by the suit alone were tied.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import rank_of
from hoyle.core.mypyc_compat import i64
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import RoundState
from hoyle.games.poker.variants import (
    BEST_PAIR_WITH_BOARD,
    BEST_SHOWING,
    FORCED_BETTOR,
    HIGHEST_UPCARD,
    LEFT_OF_BLINDS,
    LEFT_OF_BUTTON,
    LOWEST_SHOWING,
)
from hoyle.hands import showing_of, upcard_low_value

SUIT_BITS: Final = 2


def first_to_act(state: RoundState, rules: Rules, kind: int) -> tuple[int, bool]:
    """Return the player who acts first on a street, and whether a tie had to be broken."""
    if kind in (LEFT_OF_BLINDS, LEFT_OF_BUTTON):
        previous = state.last_blind if kind == LEFT_OF_BLINDS and state.last_blind >= 0 else state.button
        return state.next_live(previous), False
    forced = kind == FORCED_BETTOR
    ace_low = forced and rules.forced_bet == "highest_ace_low"
    first_player = -1
    best_claim = -1
    tied = False
    for player in range(len(state.seats)):
        # Only a player with chips left can be made to bet, or can bet at all (AMB-P1).
        if not state.live[player] or (state.stacks[player] == 0 and (forced or not rules.all_in_may_open)):
            continue
        if kind == BEST_SHOWING:
            claim = showing_of(state.cards[player], state.ups[player]) << SUIT_BITS
        elif kind == LOWEST_SHOWING:
            claim = upcard_low_value(state.up_cards(player)) << SUIT_BITS
        else:
            card = state.first_up(player)
            if card < 0:
                continue
            if kind == BEST_PAIR_WITH_BOARD:
                claim = pair_with_board(card, state.board[0])
            elif kind == HIGHEST_UPCARD:
                claim = highest_ace_high(card)
            else:
                claim = highest_ace_low(card) if ace_low else lowest_ace_high(card)
        same = claim >> SUIT_BITS == best_claim >> SUIT_BITS
        if claim > best_claim:
            tied = same
            best_claim = claim
            first_player = player
        elif same:
            tied = True
    return first_player, tied


def lowest_ace_high(card: int) -> int:
    """Rank an up-card for the lowest to bet, ace high; equal ranks: lowest suit (clubs)."""
    return 51 - card


def highest_ace_low(card: int) -> int:
    """Rank an up-card for the highest to bet, ace below the two; equal ranks: highest suit (spades)."""
    return card + 4 if card < 48 else card - 48


def highest_ace_high(card: int) -> int:
    """Rank an up-card for the highest to act, ace high, then by suit: mambo, second betting round."""
    return card


def pair_with_board(card: int, community: int) -> int:
    """Rank a pair of up-card and community card, else the up-card: mambo, last betting round.

    A pair can only be of the community card's rank, so every pair is equal to every other; ties go to the
    player nearest the dealer's left and suits are not used.
    """
    rank = rank_of(card)
    return (rank + 13 if rank == rank_of(community) else rank) << SUIT_BITS


def clockwise_from(start: int, players: int) -> list[int]:
    """List all positions clockwise, `start` first."""
    return [(start + step) % players for step in range(players)]


def show_order(live: list[bool], *, last_bettor: int, start_if_checked: int) -> list[int]:
    """List the live players in the order of showing.

    The last player to bet or raise in the final betting round shows first; if it was checked through, the
    first live player from `start_if_checked` on (button games: the button's left; stud: the first to act).
    """
    start = last_bettor if last_bettor >= 0 else start_if_checked
    return [player for player in clockwise_from(start, len(live)) if live[player]]


def no_decision_left(state: RoundState) -> bool:
    """Whether no player has a decision: at most one has chips, and they owe nothing."""
    only_player = -1
    for player in range(len(state.seats)):
        if state.live[player] and state.stacks[player] > 0:
            if only_player >= 0:
                return False
            only_player = player
    return only_player < 0 or not _owes(state, only_player)


def nothing_to_answer(state: RoundState) -> bool:
    """Whether the next player owes nothing and nobody could call a bet of theirs."""
    live, stacks = state.live, state.stacks
    actor: i64 = state.actor
    count: i64 = len(live)
    for player in range(count):
        if live[player] and player != actor and stacks[player] > 0:
            return False
    return not _owes(state, actor)


def _owes(state: RoundState, player: int) -> bool:
    """Whether a player is below the bet, and an opponent has bet more or has chips to do so.

    Against a blind that was posted short the player's bet may already be more than anybody can match.
    """
    bet = state.bets[player]
    if bet >= state.current_bet:
        return False
    for rival in range(len(state.seats)):
        if rival != player and state.live[rival] and state.bets[rival] + state.stacks[rival] > bet:
            return True
    return False
