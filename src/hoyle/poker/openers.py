"""Who must make the forced bet, who acts first, who shows first.

The tests take one entry per player in seat order, the house dealer's left first, and answer with a position
in that list; a player who is out holds `NO_CARD` or an empty list. `opener` asks the right one for a street.
"""

from __future__ import annotations

from typing import Final

from hoyle.cards import rank_of, suit_of
from hoyle.hands import showing, showing_low
from hoyle.poker.rules import Rules
from hoyle.poker.state import State
from hoyle.poker.variants import (
    BEST_PAIR_WITH_BOARD,
    BEST_SHOWING,
    FORCED_BETTOR,
    HIGHEST_UPCARD,
    LEFT_OF_BLINDS,
    LEFT_OF_BUTTON,
    LOWEST_SHOWING,
)

NO_CARD: Final = -1


def lowest_ace_high(up_cards: list[int]) -> int:
    """Lowest up-card, ace high; equal ranks: lowest suit (clubs)."""
    chosen = -1
    for player in range(len(up_cards)):
        card = up_cards[player]
        if card != NO_CARD and (chosen < 0 or card < up_cards[chosen]):
            chosen = player
    return chosen


def highest_ace_low(up_cards: list[int]) -> int:
    """Highest up-card with the ace ranked below the two; equal ranks: highest suit (spades)."""
    chosen = -1
    best = -1
    for player in range(len(up_cards)):
        card = up_cards[player]
        if card == NO_CARD:
            continue
        order = (rank_of(card) + 1) % 13 * 4 + suit_of(card)
        if order > best:
            best = order
            chosen = player
    return chosen


def highest_ace_high(up_cards: list[int]) -> int:
    """Highest up-card, ace high; equal ranks: highest suit. Mambo, second betting round."""
    chosen = -1
    for player in range(len(up_cards)):
        card = up_cards[player]
        if card != NO_CARD and (chosen < 0 or card > up_cards[chosen]):
            chosen = player
    return chosen


def first_of(values: list[int]) -> tuple[int, bool]:
    """Position of the first of the highest values, and whether another equals it; -1 is nobody's."""
    chosen = -1
    best = -1
    tied = False
    for player in range(len(values)):
        if values[player] > best:
            best = values[player]
            chosen = player
            tied = False
        elif values[player] == best and best >= 0:
            tied = True
    return chosen, tied


def best_pair_with_board(up_cards: list[int], community: int) -> int:
    """Mambo, last betting round: best pair of up-card and community card, else the highest up-card.

    A pair can only be of the community card's rank, so every pair is equal to every other; ties go to the
    player nearest the dealer's left and suits are not used.
    """
    chosen = -1
    best = -1
    for player in range(len(up_cards)):
        card = up_cards[player]
        if card == NO_CARD:
            continue
        rank = rank_of(card)
        order = rank + 13 if rank == rank_of(community) else rank
        if order > best:
            best = order
            chosen = player
    return chosen


def opener(state: State, rules: Rules, kind: int) -> tuple[int, bool]:
    """Who acts first on a street of that kind, and whether a tie had to be broken."""
    count = len(state.seats)
    if kind in (LEFT_OF_BLINDS, LEFT_OF_BUTTON):
        after = state.last_blind if kind == LEFT_OF_BLINDS and state.last_blind >= 0 else state.button
        return state.next_live(after), False
    if kind in (BEST_SHOWING, LOWEST_SHOWING):
        values: list[int] = []
        for player in range(count):
            if not state.live[player]:
                values.append(-1)
            elif kind == BEST_SHOWING:
                values.append(showing(state.up_cards(player)))
            else:
                values.append(showing_low(state.up_cards(player)))
        return first_of(values)
    ups: list[int] = []
    for player in range(count):
        shown = state.up_cards(player) if state.live[player] else []
        # Only a player with chips left can be made to bet.
        able = kind != FORCED_BETTOR or state.stacks[player] > 0
        ups.append(shown[0] if shown and able else NO_CARD)
    if kind == BEST_PAIR_WITH_BOARD:
        chosen = best_pair_with_board(ups, state.board[0])
    elif kind == HIGHEST_UPCARD:
        chosen = highest_ace_high(ups)
    elif rules.forced_bet == "highest_ace_low":
        chosen = highest_ace_low(ups)
    else:
        chosen = lowest_ace_high(ups)
    same = [card for card in ups if card != NO_CARD and card // 4 == ups[chosen] // 4]
    return chosen, len(same) > 1


def clockwise_from(start: int, players: int) -> list[int]:
    """All positions clockwise, `start` first."""
    return [(start + step) % players for step in range(players)]


def show_order(live: list[bool], *, last_bettor: int, otherwise: int) -> list[int]:
    """Live players in the order of showing.

    The last player to bet or raise in the final betting round shows first; if it was checked through, the
    first live player from `otherwise` on (button games: the button's left; stud: who was first to act).
    """
    start = last_bettor if last_bettor >= 0 else otherwise
    return [player for player in clockwise_from(start, len(live)) if live[player]]
