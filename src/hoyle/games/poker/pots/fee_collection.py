"""Rake, jackpot and flat fees taken out of the pots during a poker round, as events."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.games.poker.events import FeeCollected, PokerEvent, Raked
from hoyle.games.poker.pots.rake import allocate_fee, increments, money_by_pot, percent_of
from hoyle.games.poker.pots.side_pots import Pot, build_pots, pots_of, taken_from, uncalled_bet
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import RoundState

Emit = Callable[[PokerEvent], None]
"""Function that applies an event to the round and logs it."""


def rake_betting_round(emit: Emit, state: RoundState, rules: Rules, *, uncontested: bool) -> None:
    """Take the rake of the betting round that just ended, after the uncalled bet went back."""
    plan = rules.rake
    if uncontested and state.street == 0 and rules.first_round_free:
        return
    pots = pots_of(state)
    limit = plan.cap - state.rake if plan.cap else state.pot
    if plan.percent:
        # Antes belong to the first betting round.
        bets = state.put_in if state.street == 0 else state.bets
        dead = state.dead if state.street == 0 else 0
        limit -= _take_percent(emit, rules, pots, state.answered(), bets, dead=dead, limit=limit)
    if plan.levels:
        # After refunds an earlier bet may have lost its callers. A state with a single player stands for all
        # the chips of a pot.
        uncalled = 0
        if len(state.seats) > 1:
            _, uncalled = uncalled_bet(state.put_in, state.live, state.spared)
        _take_increments(emit, state, rules, pots, uncalled=uncalled, limit=limit)


def recalculate_rake(emit: Emit, state: RoundState, rules: Rules, *, max_rake: int) -> None:
    """Recalculate the rake of finished betting rounds after a refund, on the bets that remain.

    Only called money is raked (AMB-59); a bet that only the refunded chips had called is not.
    """
    limit = max_rake
    players = range(len(state.seats))
    after_first_round = [sum([bets[player] for bets in state.gathered]) for player in players]
    contributions = [max(state.put_in[i] - state.bets[i] - after_first_round[i], 0) for i in players]
    called_before = [0] * len(players)
    pots: list[Pot] = []
    for round_number in range(len(state.gathered) + 1):
        if round_number:
            contributions = [contributions[i] + state.gathered[round_number - 1][i] for i in players]
        called = list(contributions)
        bettor, uncalled = uncalled_bet(contributions, state.live, state.spared)
        if uncalled:
            called[bettor] -= uncalled
        pots = build_pots(called, state.live, state.dead, state.spared)
        bets = [called[i] - called_before[i] for i in players]
        dead = 0 if round_number else state.dead
        answered = [called[i] + state.spared[i] for i in players] if state.spared else called
        limit -= _take_percent(emit, rules, pots, answered, bets, dead=dead, limit=limit)
        called_before = called
    _take_increments(emit, state, rules, pots, uncalled=0, limit=limit)


def _take_percent(
    emit: Emit, rules: Rules, pots: list[Pot], answered: list[int], bets: list[int], *, dead: int, limit: int
) -> int:
    """Take the percentage of one betting round's bets, pot by pot; returns the chips taken."""
    chips_by_pot = money_by_pot(pots, answered, bets)
    chips_by_pot[0] += dead
    total = 0
    for i in range(len(pots)):
        chips = min(percent_of(chips_by_pot[i], rules.rake.percent), limit - total)
        if chips > 0:
            emit(Raked(i, chips, "percent", rules.c_percent))
            total += chips
    return total


def _take_increments(
    emit: Emit, state: RoundState, rules: Rules, pots: list[Pot], *, uncalled: int, limit: int
) -> None:
    """Take the rake increments due at the size that the pots have reached, less those taken before."""
    gross = sum([pot.chips for pot in pots]) - uncalled
    increment = min(increments(rules.rake.levels, gross) - state.raked_levels, limit)
    take_out_of_pots(emit, state, pots, increment, "increment", rules.c_increment)


def take_out_of_pots(emit: Emit, state: RoundState, pots: list[Pot], fee: int, method: str, clause: str) -> None:
    """Take a fee out of the pots, main pot first, with one event for each pot that pays."""
    if fee <= 0:
        return
    shares = allocate_fee(pots, taken_from(pots, state), fee)
    for i in range(len(shares)):
        if shares[i]:
            emit(Raked(i, shares[i], method, clause))


def collect_fees(emit: Emit, state: RoundState, rules: Rules, street: int) -> None:
    """Collect the fees that fall due at a street or at the showdown; a round that ends before pays none.

    Every player with a live hand pays the fee per player, up to their stack.
    """
    plan = rules.rake
    fees_due = plan.fee_street == street
    jackpot = plan.jackpot if plan.jackpot_street == street else 0
    take_fees(emit, state, rules, jackpot=jackpot, fee=plan.fee_per_hand if fees_due else 0)
    for player in range(len(state.seats)):
        chips = min(plan.fee_per_player, state.stacks[player])
        if fees_due and chips and state.live[player]:
            emit(FeeCollected(state.seats[player], chips, rules.c_fee_time))


def take_fees(emit: Emit, state: RoundState, rules: Rules, *, jackpot: int, fee: int) -> None:
    """Take the jackpot fee and the flat fee out of the pots."""
    pots = build_pots(state.put_in, state.live, state.dead)
    take_out_of_pots(emit, state, pots, jackpot, "jackpot", rules.c_jackpot)
    take_out_of_pots(emit, state, pots, fee, "flat", rules.c_fee_time)
