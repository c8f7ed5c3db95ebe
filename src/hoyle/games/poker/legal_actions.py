"""Legal actions of the player to act, with the minimum and maximum of a bet or raise."""

from __future__ import annotations

from typing import final

from hoyle.core.mypyc_compat import i64, mypyc_attr
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, Rules
from hoyle.games.poker.round_state import FORCED_BET, RoundState


@final
@mypyc_attr(acyclic=True)
class LegalActions:
    """Legal actions of one player at one point of the round."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.fold = False
        self.check = False
        self.call = 0
        """Chips a call adds; 0 if there is nothing to call."""
        self.min_raise_to = 0
        """Least total of a bet or raise; 0 if the player may not bet or raise."""
        self.max_to = 0
        self.opening = False
        """Whether the wager would open the betting: a bet, not a raise."""
        self.forced = 0
        """Chips of the forced bet that is due; 0 if none."""
        self.clause = ""
        """Clause that allows these actions."""
        self.raise_blocked_reason = ""
        """Reason why the player may not raise; empty if they may."""
        self.bar_clause = ""
        self.limits = ""
        """Clause behind the limits of the sign."""

    def __repr__(self) -> str:
        return f"LegalActions(seat {self.seat}: {self.label()})"

    def label(self) -> str:
        """Return the text of the legal actions, as a dealer would call them."""
        parts: list[str] = []
        if self.forced:
            parts.append(f"bring in {self.forced}")
        if self.fold:
            parts.append("fold")
        if self.check:
            parts.append("check")
        if self.call:
            parts.append(f"call {self.call}")
        if self.min_raise_to:
            parts.append(self.wager_words())
        return ", ".join(parts)

    def wager_words(self) -> str:
        """Return the text of the bet, raise or completion that is open to the player."""
        amounts = (
            str(self.min_raise_to) if self.min_raise_to == self.max_to else f"{self.min_raise_to} to {self.max_to}"
        )
        return f"{self.wager_verb()} {amounts}"

    def wager_verb(self) -> str:
        return "bet" if self.opening else "complete to" if self.forced else "raise to"


def options(state: RoundState, rules: Rules) -> LegalActions:
    """Compute the legal actions of the player to act."""
    player = state.actor
    legal = LegalActions(state.seats[player])
    legal.clause = rules.c_bet[state.street]
    legal.limits = rules.c_limits
    stack = state.stacks[player]
    if state.awaiting == FORCED_BET:
        legal.forced = min(rules.stakes.forced_bet, stack)
        legal.clause = rules.c_forced
        unit = rules.bet_units[state.street]
        if stack > rules.stakes.forced_bet and unit > rules.stakes.forced_bet:
            legal.min_raise_to = min(unit, stack)
            legal.max_to = max(_maximum_total(state, rules, player, unit), legal.min_raise_to)
        return legal
    # An opener who is required to bet may neither check nor fold.
    legal.fold = state.opened or not rules.must_open or state.street == 0
    to_call = state.current_bet - state.bets[player]
    if to_call == 0:
        legal.check = legal.fold
    else:
        legal.call = min(to_call, stack)
    legal.opening = not state.opened
    _raise_bounds(legal, state, rules, player, stack, to_call)
    return legal


def _raise_bounds(legal: LegalActions, state: RoundState, rules: Rules, player: int, stack: int, to_call: int) -> None:
    """Fill in the smallest and largest raise, or the reason and clause why the player may not raise."""
    if stack <= to_call:
        legal.raise_blocked_reason = "the call takes the whole stack"
        legal.bar_clause = rules.c_all_in
        return
    if state.acted[player] and not rules.short_allin_reopens:
        legal.raise_blocked_reason = "the last raise was short and did not reopen the betting"
        legal.bar_clause = rules.c_all_in
        return
    if state.checked[player] and not rules.stakes.check_raise:
        legal.raise_blocked_reason = "check-raise is posted as not allowed"
        legal.bar_clause = rules.c_check_raise
        return
    cap = rules.raise_cap.reached(state)
    if cap:
        legal.raise_blocked_reason = f"{cap} raises have been made"
        legal.bar_clause = rules.c_raise_cap
        return
    if not _can_be_answered(state, player):
        legal.raise_blocked_reason = "nobody left can answer a raise"
        legal.bar_clause = rules.c_side_pot
        return
    unit = rules.bet_units[state.street]
    all_in = stack + state.bets[player]
    minimum_total = _minimum_total(state, rules, unit)
    # A stack too short for a full raise may still go all-in.
    legal.min_raise_to = min(minimum_total, all_in)
    # A full bet stays possible where the pot is smaller than the minimum.
    legal.max_to = max(_maximum_total(state, rules, player, unit), legal.min_raise_to)


def _can_be_answered(state: RoundState, player: int) -> bool:
    """Whether an opponent could put in more than the current bet."""
    live, stacks, bets = state.live, state.stacks, state.bets
    count: i64 = len(live)
    for opponent in range(count):
        if live[opponent] and opponent != player:
            stack = stacks[opponent]
            if stack > 0 and stack + bets[opponent] > state.current_bet:
                return True
    return False


def deepest_rival(state: RoundState, player: int) -> int:
    """Return the most chips that any opponent with a stack could have bet in this betting round."""
    deepest = 0
    for opponent in range(len(state.seats)):
        if opponent != player and state.live[opponent] and state.stacks[opponent] > 0:
            chips = state.stacks[opponent] + state.bets[opponent]
            if chips > deepest:
                deepest = chips
    return deepest


def _minimum_total(state: RoundState, rules: Rules, unit: int) -> int:
    if state.completing:
        return unit
    if rules.stakes.structure == FIXED:
        return state.current_bet + unit
    return state.current_bet + max(unit, state.last_raise)


def _maximum_total(state: RoundState, rules: Rules, player: int, unit: int) -> int:
    """Return the largest total that the betting structure allows, at most all-in."""
    structure = rules.stakes.structure
    all_in = state.stacks[player] + state.bets[player]
    limit = all_in
    if structure == FIXED:
        limit = unit if state.completing or state.awaiting == FORCED_BET else state.current_bet + unit
    elif structure == SPREAD:
        limit = rules.stakes.big if state.completing else state.current_bet + rules.stakes.big
    elif structure == POT_LIMIT:
        to_call = state.current_bet - state.bets[player]
        limit = state.current_bet + state.pot + to_call
    else:
        assert structure == NO_LIMIT
    return min(limit, all_in)


def is_full_bet(state: RoundState, rules: Rules, to: int) -> bool:
    """Whether a wager to a total of `to` is a full bet or raise."""
    return to >= _minimum_total(state, rules, rules.bet_units[state.street])
