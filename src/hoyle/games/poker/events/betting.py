"""Betting events: fold, check, call, bet, bets gathered, uncalled bet returned, rake taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from hoyle.core.events import FLAGS
from hoyle.core.money import Transfer, seat_account
from hoyle.core.mypyc_compat import i64, mypyc_attr
from hoyle.games.poker.events.base import PokerEvent
from hoyle.games.poker.events.state_changes import kill_hand, next_turn, put_in, remember_wager, reset_flags
from hoyle.games.poker.pots.side_pots import level_of
from hoyle.games.poker.raise_cap import raises_now
from hoyle.games.poker.round_state import NOTHING, RoundState


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Folded(PokerEvent):
    """Event: hand folded in a betting round; its chips stay in the pot."""

    seat: int
    ghost: bool = field(metadata=FLAGS)
    """Whether the seat keeps receiving a card until the next bet."""
    clause: str

    def __init__(self, seat: int, ghost: bool, clause: str) -> None:
        self.seat = seat
        self.ghost = ghost
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        kill_hand(state, player)
        state.ghosts[player] = self.ghost
        state.acted_on = True
        state.last_caller = -1
        next_turn(state, player)


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Checked(PokerEvent):
    """Event: check; a player declines to bet and stays in."""

    seat: int
    clause: str

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.acted[player] = True
        state.checked[player] = True
        state.acted_on = True
        state.last_caller = -1
        next_turn(state, player)


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Called(PokerEvent):
    """Event: call of the current bet, or all-in for less."""

    seat: int
    chips: int
    clause: str

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        put_in(state, player, self.chips)
        state.acted[player] = True
        state.voluntary[player] = True
        state.acted_on = True
        state.last_caller = player
        next_turn(state, player)

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.seat), "pot", self.chips)]


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Bet(PokerEvent):
    """Event: bet, raise or completion; the bet that others must match becomes `to`."""

    seat: int
    chips: int
    """Chips that the player adds."""
    to: int
    """Bet that others must match: the player's total, or the forced bet they could not pay in full."""
    full: bool = field(metadata=FLAGS)
    """Whether it is a full bet or raise: it reopens the betting and counts toward a cap."""
    opening: bool = field(metadata=FLAGS)
    forced: bool = field(metadata=FLAGS)
    clause: str

    def __init__(self, seat: int, chips: int, *, to: int, full: bool, opening: bool, forced: bool, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.to = to
        self.full = full
        self.opening = opening
        self.forced = forced
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        previous_bet = state.current_bet
        if not self.forced:
            remember_wager(state, player)
        put_in(state, player, self.chips)
        state.last_caller = -1
        if self.to > previous_bet:
            state.current_bet = self.to
        state.last_bettor = player
        if self.forced:
            state.opened = True
            state.completing = True
            state.required[player] = self.to
            state.last_bettor = -1
            # Unlike a blind, a forced bet keeps no option once everybody has just called it.
            state.acted[player] = True
        else:
            state.voluntary[player] = True
            state.acted_on = True
            if self.full:
                state.last_raise = self.to - previous_bet if not state.completing else self.to
                if raises_now(state):
                    state.raises += 1
                state.completing = False
                reset_flags(state.acted)
            state.opened = True
            state.acted[player] = True
            reset_flags(state.ghosts)
        next_turn(state, player)

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.seat), "pot", self.chips)]


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Gathered(PokerEvent):
    """Event: bets gathered into the pot at the end of a betting round."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        if state.street > 0:
            state.gathered.append(list(state.bets))
        bets = state.bets
        count: i64 = len(bets)
        for player in range(count):
            bets[player] = 0
        state.actor = -1
        state.awaiting = NOTHING


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Returned(PokerEvent):
    """Event: uncalled part of a bet returned to the bettor."""

    seat: int
    chips: int
    clause: str

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.stacks[player] += self.chips
        # In the first betting round part of it may have been an ante.
        state.bets[player] = state.bets[player] - self.chips if state.bets[player] > self.chips else 0
        state.put_in[player] -= self.chips
        state.returned[player] += self.chips
        state.pot -= self.chips

    def transfers(self) -> list[Transfer]:
        return [Transfer("pot", seat_account(self.seat), self.chips)]


@final
@dataclass(init=False, eq=False, repr=False)
class Raked(PokerEvent):
    """Event: rake, jackpot fee or flat fee taken from a pot."""

    pot: int
    chips: int
    method: str
    """``percent``, ``increment``, ``flat`` or ``jackpot``."""
    clause: str

    def __init__(self, pot: int, chips: int, method: str, clause: str) -> None:
        self.pot = pot
        self.chips = chips
        self.method = method
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.taken.append(self.chips)
        state.taken_at.append(level_of(state.answered(), state.live, self.pot))
        state.pot -= self.chips
        if self.method == "jackpot":
            state.jackpot += self.chips
        elif self.method == "flat":
            state.fees += self.chips
        else:
            state.rake += self.chips
            if self.method == "increment":
                state.raked_levels += self.chips

    def transfers(self) -> list[Transfer]:
        account = self.method if self.method == "jackpot" else "fees" if self.method == "flat" else "rake"
        return [Transfer("pot", account, self.chips)]
