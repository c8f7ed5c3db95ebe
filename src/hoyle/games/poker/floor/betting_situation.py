"""What the player faces whose chips and words are ruled on.

`rule_wager` knows the game only through a `BettingSituation`: whether a bet stands, what a call takes, what
is forced, what is open, whether it is the player's turn and what they have done already. At a table
`situation_of` reads it off the round; the judge reads it out of a case.
"""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.spoken_bet import BET, CALL, CHECK
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, FORCED_BET, RoundState


class BetLimits(NamedTuple):
    """What a bet may be, or what a raise may add to the call."""

    least: int
    most: int = 0
    """0 = no limit but the stack."""

    def fit(self, extra: int) -> bool:
        return extra >= self.least and (not self.most or extra <= self.most)


class BettingSituation(NamedTuple):
    """The betting as one player has it before them."""

    to_call: int = 0
    """Chips that a call takes from a stack that is deep enough."""
    bet_stands: bool = False
    """A bet stands in this betting round; with nothing to call it is the player's own blind, and they have
    the option."""
    already: int = 0
    """Chips that the player has out in this betting round."""
    stack: int = 0
    """Chips that the player has left; 0 = not known."""
    limits: BetLimits | None = None
    """What a bet may be or a raise may add; None = not known."""
    wager_open: bool = True
    """The player may bet, raise or complete."""
    bar_clause: str = ""
    """Clause that closes it: the cap on raises, opponents who are all-in, a short all-in, no check-raise."""
    forced: int = 0
    """Chips of the forced bet that is due; 0 = none."""
    must_bet: bool = False
    """The player may neither check nor fold: a forced bet is due, or the opener has to bet."""
    due_clause: str = ""
    """Clause by which that bet is due."""
    in_turn: bool = True
    completed: str = ""
    """Out of turn: what the player has done that nobody has raised since; ``check``, ``call`` or ``bet``."""

    def check(self) -> None:
        """Refuse numbers that no betting round has."""
        for value, what in (
            (self.to_call, "to_call"),
            (self.already, "already"),
            (self.stack, "stack"),
            (self.forced, "forced"),
        ):
            if value < 0:
                raise InvalidError(f"{what} cannot be {value}; it is 0 or more")
        if self.forced and (self.to_call or self.bet_stands):
            raise InvalidError(f"forced {self.forced}: a forced bet opens the betting, and a bet stands here")


def situation_of(round_: PokerRound, seat: int) -> BettingSituation:
    """The situation of a player who has a hand in the round."""
    state = round_.state
    player = state.position_of_seat[seat]
    bet, already = state.current_bet, state.bets[player]
    found = BettingSituation(
        to_call=max(bet - already, 0), bet_stands=bet > 0, already=already, stack=state.stacks[player]
    )
    if round_.actor != seat or state.awaiting not in (ACTION, FORCED_BET):
        return found._replace(in_turn=False, completed=_completed(state, player))
    offered = round_.options()
    limits = BetLimits(offered.min_raise_to - bet, offered.max_to - bet) if offered.min_raise_to else None
    return found._replace(
        limits=limits,
        wager_open=limits is not None,
        bar_clause=offered.bar_clause,
        forced=offered.forced,
        must_bet=not offered.fold,
        due_clause="" if offered.fold else offered.clause,
    )


def _completed(state: RoundState, player: int) -> str:
    """What the player has done in this betting round and nobody has raised since; empty if nothing.

    A call that ended the last betting round counts until somebody acts: the next cards come at once.
    """
    if player == state.last_caller:
        return CALL
    if not state.acted[player] or state.bets[player] < state.current_bet:
        return ""
    if not state.current_bet:
        return CHECK
    made_forced = state.completing and player == state.forced_bettor
    return BET if made_forced or (state.wagers and state.wagers[-1].player == player) else CALL
