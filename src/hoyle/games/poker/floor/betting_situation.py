"""Betting situation of a player whose wager is ruled on.

`rule_wager` knows the game only through a `BettingSituation`: the current bet, the cost of a call, forced
bets, limits, the turn, and what the player has done already. At a table `situation_of` derives it from the
round; the judge reads it from a case.
"""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.spoken_bet import BET, CALL, CHECK
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, FORCED_BET, RoundState


class BetLimits(NamedTuple):
    """Minimum and maximum of a bet, or of what a raise adds to the call."""

    least: int
    most: int = 0
    """Maximum; 0 = no limit but the stack."""

    def fit(self, extra: int) -> bool:
        return extra >= self.least and (not self.most or extra <= self.most)


class BettingSituation(NamedTuple):
    """Betting situation of a player whose wager is ruled on: bet, cost of a call, limits and turn."""

    to_call: int = 0
    """Chips that a call takes from a stack that is deep enough."""
    bet_stands: bool = False
    """Whether there is a bet in this betting round; with nothing to call it is the player's own blind, and
    they have the option."""
    already: int = 0
    """Chips that the player has bet in this betting round."""
    stack: int = 0
    """Chips that the player has left; 0 = not known."""
    limits: BetLimits | None = None
    """Limits of a bet or of what a raise adds; None = not known."""
    wager_open: bool = True
    """Whether the player may bet, raise or complete."""
    bar_clause: str = ""
    """Clause that forbids it: the cap on raises, opponents all-in, a short all-in, no check-raise."""
    forced: int = 0
    """Chips of the forced bet that is due; 0 = none."""
    must_bet: bool = False
    """Whether the player may neither check nor fold: a forced bet is due, or the opener has to bet."""
    due_clause: str = ""
    """Clause by which that bet is due."""
    in_turn: bool = True
    completed: str = ""
    """Completed action of a player out of turn, not raised since: ``check``, ``call`` or ``bet``."""

    def check(self) -> None:
        """Raise on numbers that no betting round can have."""
        for value, name in (
            (self.to_call, "to_call"),
            (self.already, "already"),
            (self.stack, "stack"),
            (self.forced, "forced"),
        ):
            if value < 0:
                raise InvalidError(f"{name} cannot be {value}; it is 0 or more")
        if self.forced and (self.to_call or self.bet_stands):
            raise InvalidError(f"forced {self.forced}: a forced bet opens the betting, and a bet stands here")


def situation_of(round_: PokerRound, seat: int) -> BettingSituation:
    """Derive the situation of a player who has a hand in the round."""
    state = round_.state
    player = state.position_of_seat[seat]
    bet, own_bet = state.current_bet, state.bets[player]
    situation = BettingSituation(
        to_call=max(bet - own_bet, 0), bet_stands=bet > 0, already=own_bet, stack=state.stacks[player]
    )
    if round_.actor != seat or state.awaiting not in (ACTION, FORCED_BET):
        return situation._replace(in_turn=False, completed=_completed_action(state, player))
    options = round_.options()
    limits = BetLimits(options.min_raise_to - bet, options.max_to - bet) if options.min_raise_to else None
    return situation._replace(
        limits=limits,
        wager_open=limits is not None,
        bar_clause=options.bar_clause,
        forced=options.forced,
        must_bet=not options.fold,
        due_clause="" if options.fold else options.clause,
    )


def _completed_action(state: RoundState, player: int) -> str:
    """Return the action of a player in this betting round that nobody has raised since; empty if none.

    A call that ended the last betting round counts until the next action: the next cards come at once.
    """
    if player == state.last_caller:
        return CALL
    if not state.acted[player] or state.bets[player] < state.current_bet:
        return ""
    if not state.current_bet:
        return CHECK
    made_forced_bet = state.completing and player == state.forced_bettor
    return BET if made_forced_bet or (state.wagers and state.wagers[-1].player == player) else CALL
