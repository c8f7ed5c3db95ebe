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
        """Text of the options, as a dealer would call them."""
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
        """Text of the bet, raise or completion that is open to the player."""
        span = (
            str(self.min_raise_to)
            if self.min_raise_to == self.max_to
            else f"{self.min_raise_to} to {self.max_to}"
        )
        return f"{self.wager_verb()} {span}"

    def wager_verb(self) -> str:
        return "bet" if self.opening else "complete to" if self.forced else "raise to"


def options(state: RoundState, rules: Rules) -> LegalActions:
    """Compute the legal actions of the player to act."""
    player = state.actor
    found = LegalActions(state.seats[player])
    found.clause = rules.c_bet[state.street]
    found.limits = rules.c_limits
    stack = state.stacks[player]
    if state.awaiting == FORCED_BET:
        found.forced = min(rules.stakes.forced_bet, stack)
        found.clause = rules.c_forced
        unit = rules.bet_units[state.street]
        if stack > rules.stakes.forced_bet and unit > rules.stakes.forced_bet:
            found.min_raise_to = min(unit, stack)
            found.max_to = max(_most(state, rules, player, unit), found.min_raise_to)
        return found
    # An opener who is required to bet may neither check nor fold.
    found.fold = state.opened or not rules.must_open or state.street == 0
    to_call = state.current_bet - state.bets[player]
    if to_call == 0:
        found.check = found.fold
    else:
        found.call = min(to_call, stack)
    found.opening = not state.opened
    _raise_bounds(found, state, rules, player, stack, to_call)
    return found


def _raise_bounds(
    found: LegalActions, state: RoundState, rules: Rules, player: int, stack: int, to_call: int
) -> None:
    if stack <= to_call:
        found.raise_blocked_reason = "the call takes the whole stack"
        found.bar_clause = rules.c_all_in
        return
    if state.acted[player] and not rules.short_allin_reopens:
        found.raise_blocked_reason = "the last raise was short and did not reopen the betting"
        found.bar_clause = rules.c_all_in
        return
    if state.checked[player] and not rules.stakes.check_raise:
        found.raise_blocked_reason = "check-raise is posted as not allowed"
        found.bar_clause = rules.c_check_raise
        return
    cap = rules.raise_cap.reached(state)
    if cap:
        found.raise_blocked_reason = f"{cap} raises have been made"
        found.bar_clause = rules.c_raise_cap
        return
    if not _can_be_answered(state, player):
        found.raise_blocked_reason = "nobody left can answer a raise"
        found.bar_clause = rules.c_side_pot
        return
    unit = rules.bet_units[state.street]
    all_in = stack + state.bets[player]
    least = _least(state, rules, unit)
    # A stack too short for a full raise may still go all-in.
    found.min_raise_to = min(least, all_in)
    # A full bet stays possible where the pot is smaller than the minimum.
    found.max_to = max(_most(state, rules, player, unit), found.min_raise_to)


def _can_be_answered(state: RoundState, player: int) -> bool:
    """Whether an opponent could put in more than the current bet."""
    live, stacks, bets = state.live, state.stacks, state.bets
    count: i64 = len(live)
    for other in range(count):
        if live[other] and other != player:
            stack = stacks[other]
            if stack > 0 and stack + bets[other] > state.current_bet:
                return True
    return False


def deepest_rival(state: RoundState, player: int) -> int:
    """Most chips that any opponent with a stack could have bet in this betting round."""
    deepest = 0
    for other in range(len(state.seats)):
        if other != player and state.live[other] and state.stacks[other] > 0:
            reach = state.stacks[other] + state.bets[other]
            if reach > deepest:
                deepest = reach
    return deepest


def _least(state: RoundState, rules: Rules, unit: int) -> int:
    if state.completing:
        return unit
    if rules.stakes.structure == FIXED:
        return state.current_bet + unit
    return state.current_bet + max(unit, state.last_raise)


def _most(state: RoundState, rules: Rules, player: int, unit: int) -> int:
    """Largest total that the betting structure allows, at most all-in."""
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
    return to >= _least(state, rules, rules.bet_units[state.street])
