"""Chips out of the pot: rake as play goes on, then every pot to its winners, side pots first."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.errors import HouseRulingNeeded
from hoyle.poker.division import HIGH, LOW, Contest, Line, best_of, divide
from hoyle.poker.events import Awarded, Collected, Event, Raked
from hoyle.poker.openers import clockwise_from
from hoyle.poker.pots import Pot, build_pots
from hoyle.poker.rake import bear, increments, money_by_pot, percent_of
from hoyle.poker.rules import Rules
from hoyle.poker.state import TABLED, State

Emit = Callable[[Event], None]


def rake_betting_round(emit: Emit, state: State, rules: Rules, *, alone: bool) -> None:
    """Set the rake of the betting round that just ended aside. The uncalled bet has gone back before."""
    plan = rules.rake
    if alone and state.street == 0 and rules.no_flop_no_rake:
        return
    pots = build_pots(state.put_in, state.live, state.dead)
    room = plan.cap - state.rake if plan.cap else state.pot
    if plan.percent:
        # Antes belong to the first betting round.
        bets = state.put_in if state.street == 0 else state.bets
        money = money_by_pot(pots, state.put_in, bets)
        if state.street == 0:
            money[0] += state.dead
        for at in range(len(pots)):
            chips = min(percent_of(money[at], plan.percent), room)
            if chips > 0:
                emit(Raked(at, chips, "percent", rules.c_percent))
                room -= chips
    if plan.levels:
        gross = sum([pot.chips for pot in pots])
        due = min(increments(plan.levels, gross) - state.raked_levels, room)
        _take(emit, state, pots, due, "increment", rules.c_increment)


def _take(emit: Emit, state: State, pots: list[Pot], fee: int, method: str, clause: str) -> None:
    if fee <= 0:
        return
    shares = bear(pots, state.taken, fee)
    for at in range(len(shares)):
        if shares[at]:
            emit(Raked(at, shares[at], method, clause))


def award(emit: Emit, state: State, rules: Rules) -> None:
    """Divide every pot among the tabled hands, or push it to the only player left."""
    pots = build_pots(state.put_in, state.live, state.dead)
    _take(emit, state, pots, rules.rake.jackpot, "jackpot", rules.c_jackpot)
    _take(emit, state, pots, rules.rake.fee_per_hand, "flat", rules.c_fee)
    if state.live_count() == 1:
        winner = state.live.index(True)
        share = LOW if rules.high is None else HIGH
        if state.pot:
            emit(Awarded(0, share, state.seats[winner], state.pot, 0, 0, [], rules.c_last, ""))
        return
    hands: list[list[int]] = []
    for player in range(len(state.seats)):
        tabled = state.live[player] and state.hands[player] == TABLED
        if tabled and not state.known(player):
            raise HouseRulingNeeded(
                f"the hand of seat {state.seats[player]} is not known and cannot be ranked"
            )
        hands.append(state.cards[player] if tabled else [])
    contest = Contest(hands, state.board, rules.high, rules.low)
    clockwise = clockwise_from(state.button + 1 if state.button >= 0 else 0, len(state.seats))
    awards: list[Awarded] = []
    losers = list(state.live)
    for at in range(len(pots) - 1, -1, -1):
        eligible = pots[at].eligible
        if len(eligible) > 1:
            # A pot that only one player can win is his even if he has thrown his hand in.
            eligible = [player for player in eligible if hands[player]]
        chips = pots[at].chips - (state.taken[at] if at < len(state.taken) else 0)
        for line in divide(at, chips, eligible, contest, rules.odd, clockwise):
            awards.append(_awarded(line, state, rules, contest, eligible))
            losers[line.player] = False
    seats = [state.seats[player] for player in range(len(losers)) if losers[player]]
    if seats:
        emit(Collected(seats, rules.c_award))
    for each in awards:
        emit(each)


def _awarded(line: Line, state: State, rules: Rules, contest: Contest, eligible: list[int]) -> Awarded:
    player = line.player
    low = line.share == LOW
    values = contest.low_values if low else contest.high_values
    cards: list[int] = []
    if line.odd and line.share <= LOW:
        evaluator = contest.low if low else contest.high
        assert evaluator is not None
        cards = list(evaluator.best(contest.hands[player], contest.board).cards)
    value = values[player] if line.share <= LOW else 0
    clause, odd_clause = _cites(line, rules, contest, eligible)
    return Awarded(
        line.pot,
        line.share,
        state.seats[player],
        line.chips,
        line.odd,
        value,
        cards,
        clause,
        odd_clause if line.odd else "",
    )


def _cites(line: Line, rules: Rules, contest: Contest, eligible: list[int]) -> tuple[str, str]:
    """The clause that gives the share, and the one that gives its odd chips."""
    if line.share > LOW:
        return rules.c_split, rules.c_odd_halves
    if line.share == LOW:
        return rules.c_split or rules.c_low, rules.c_odd_low
    highs = best_of(contest.high_values, eligible)
    odd = rules.c_odd_halves if len(highs) == 1 else rules.c_odd_high
    if rules.split:
        if best_of(contest.low_values, eligible):
            return rules.c_split, odd
        return rules.c_no_low or rules.c_split, rules.c_odd_high_alone
    if rules.c_board_plays and len(highs) == len(eligible) > 1 and _board_plays(contest, highs[0]):
        return rules.c_board_plays, odd
    return rules.c_high, odd


def _board_plays(contest: Contest, player: int) -> bool:
    evaluator = contest.high
    assert evaluator is not None
    if len(contest.board) < 5:
        return False
    return evaluator.value([], contest.board) == contest.high_values[player]
