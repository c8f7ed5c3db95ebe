"""Pot awards: pays every pot to its winners, side pots first, as events."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.core.errors import HouseRulingRequired
from hoyle.games.poker.action_order import clockwise_from
from hoyle.games.poker.events import Awarded, Collected, FeeCollected, PokerEvent, Raked
from hoyle.games.poker.pots.odd_chips import JOINS_HIGH
from hoyle.games.poker.pots.pot_division import (
    BEST,
    BOARD_PLAYS,
    HIGH,
    LAST,
    LOW,
    NO_LOW,
    ODD,
    UNOPPOSED,
    PotShare,
    ShowdownHands,
    divide,
)
from hoyle.games.poker.pots.rake import allocate_fee, increments, money_by_pot, percent_of
from hoyle.games.poker.pots.side_pots import Pot, build_pots, pots_of, taken_from, uncalled_bet
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import MUCKED, TABLED, RoundState

Emit = Callable[[PokerEvent], None]


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
        _, extra = uncalled_bet(state.put_in, state.live, state.spared) if len(state.seats) > 1 else (-1, 0)
        _take_increments(emit, state, rules, pots, extra=extra, limit=limit)


def recalculate_rake(emit: Emit, state: RoundState, rules: Rules, *, max_rake: int) -> None:
    """Recalculate the rake of finished betting rounds after a refund, on the bets that remain.

    Only called money is raked (AMB-59); a bet that only the refunded chips had called is not.
    """
    limit = max_rake
    players = range(len(state.seats))
    later = [sum([bets[player] for bets in state.gathered]) for player in players]
    previous = [0] * len(players)
    contributions = [max(state.put_in[i] - state.bets[i] - later[i], 0) for i in players]
    pots: list[Pot] = []
    for round_number in range(len(state.gathered) + 1):
        if round_number:
            contributions = [contributions[i] + state.gathered[round_number - 1][i] for i in players]
        called = list(contributions)
        bettor, extra = uncalled_bet(contributions, state.live, state.spared)
        if extra:
            called[bettor] -= extra
        pots = build_pots(called, state.live, state.dead, state.spared)
        bets = [called[i] - previous[i] for i in players]
        dead = 0 if round_number else state.dead
        answered = [called[i] + state.spared[i] for i in players] if state.spared else called
        limit -= _take_percent(emit, rules, pots, answered, bets, dead=dead, limit=limit)
        previous = called
    _take_increments(emit, state, rules, pots, extra=0, limit=limit)


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
    emit: Emit, state: RoundState, rules: Rules, pots: list[Pot], *, extra: int, limit: int
) -> None:
    gross = sum([pot.chips for pot in pots]) - extra
    increment = min(increments(rules.rake.levels, gross) - state.raked_levels, limit)
    _take(emit, state, pots, increment, "increment", rules.c_increment)


def _take(emit: Emit, state: RoundState, pots: list[Pot], fee: int, method: str, clause: str) -> None:
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
    _take(emit, state, pots, jackpot, "jackpot", rules.c_jackpot)
    _take(emit, state, pots, fee, "flat", rules.c_fee_time)


def award(emit: Emit, state: RoundState, rules: Rules) -> None:
    """Award every pot to the tabled hands, or to the only player left."""
    plan = rules.rake
    if plan.jackpot == 0 and plan.fee_per_hand == 0 and state.live_count() == 1:
        # Nothing is taken out of any pot, and one player wins them all.
        _award_last_player(emit, state, rules)
    else:
        settle_showdown(emit, state, rules, pots_of(state))


def settle_showdown(emit: Emit, state: RoundState, rules: Rules, pots: list[Pot]) -> None:
    """Award the given pots, after fees, to the tabled hands or to the only player left."""
    plan = rules.rake
    if not plan.jackpot_street:
        _take(emit, state, pots, plan.jackpot, "jackpot", rules.c_jackpot)
    if not plan.fee_street:
        _take(emit, state, pots, plan.fee_per_hand, "flat", rules.c_fee)
    if state.live_count() == 1:
        _award_last_player(emit, state, rules)
        return
    hands: list[list[int]] = []
    for player in range(len(state.seats)):
        tabled = state.live[player] and state.hands[player] == TABLED
        if tabled and not state.known(player):
            raise HouseRulingRequired(
                f"the hand of seat {state.seats[player]} is not known and cannot be ranked"
            )
        hands.append(state.cards[player] if tabled else [])
    showdown = ShowdownHands(hands, state.board, rules.high, rules.low)
    from_button = state.button >= 0
    clockwise = clockwise_from(state.button + 1 if from_button else 0, len(state.seats))
    fees_by_pot = taken_from(pots, state)
    awards: list[Awarded] = []
    is_loser = [state.live[i] and state.hands[i] != MUCKED for i in range(len(state.live))]
    for i in range(len(pots) - 1, -1, -1):
        eligible = pots[i].eligible
        if len(eligible) > 1:
            # A pot that only one player can win is theirs even if they have thrown their hand in.
            eligible = [player for player in eligible if hands[player]]
        chips = pots[i].chips - fees_by_pot[i]
        shares = divide(chips, eligible, showdown, rules.odd, clockwise=clockwise, from_button=from_button)
        for share in shares:
            awards.append(_award_event(share, state, rules, showdown, pot=i, pots=len(pots)))
            is_loser[share.player] = False
    seats = [state.seats[player] for player in range(len(is_loser)) if is_loser[player]]
    if seats:
        emit(Collected(seats, rules.c_award))
    for event in awards:
        emit(event)


def _award_last_player(emit: Emit, state: RoundState, rules: Rules) -> None:
    """Award everything to the only player left, whose hand need not be shown."""
    if state.pot:
        seat = state.seats[state.live.index(True)]
        emit(
            Awarded(
                pot=0,
                pots=1,
                share=LOW if rules.high is None else HIGH,
                seat=seat,
                chips=state.pot,
                value=0,
                reason=LAST,
                contest=[seat],
                clause=rules.c_last,
            )
        )


def _award_event(
    share: PotShare, state: RoundState, rules: Rules, showdown: ShowdownHands, *, pot: int, pots: int
) -> Awarded:
    """Build the award event of one pot share, with seats in place of positions, and the clauses."""
    low = share.share == LOW
    values = showdown.low_values if low else showdown.high_values
    value = 0 if share.share == ODD else values[share.player]
    reason = share.reason
    if reason == BEST and rules.c_board_plays and _board_plays(share, showdown):
        reason = BOARD_PLAYS
    award = Awarded(
        pot=pot,
        pots=pots,
        share=share.share,
        seat=state.seats[share.player],
        chips=share.chips,
        value=value,
        reason=reason,
        contest=_seats_of(state, share.contest),
        clause=_award_clause(share, reason, rules, showdown),
    )
    if value:
        evaluator = showdown.low if low else showdown.high
        assert evaluator is not None
        award.words = evaluator.ranking.describe(value)
        award.cards = list(
            evaluator.cards_of(
                value,
                showdown.hands[share.player],
                showdown.board,
                largest_first=low and rules.odd.merit_low,
            )
        )
    if share.tied:
        award.tied = _seats_of(state, share.tied)
    if share.joined:
        award.joined_clause = rules.c_odd_halves
    allocation = share.allocation
    if allocation is not None:
        award.order = _seats_of(state, allocation.order)
        award.hands = allocation.hands
    if share.odd:
        award.odd = share.odd
        award.odd_by = share.odd_by
        award.odd_clause = _odd_clause(share, rules)
        if allocation is not None:
            index = allocation.order.index(share.player)
            award.decided = allocation.deciding_cards(index)
            if award.decided:
                award.rival = award.order[index + 1]
    return award


def _seats_of(state: RoundState, players: list[int]) -> list[int]:
    return [state.seats[player] for player in players]


def _award_clause(share: PotShare, reason: str, rules: Rules, showdown: ShowdownHands) -> str:
    """Return the clause that awards a share."""
    if share.share == ODD:
        return rules.c_split
    if share.share == LOW:
        return rules.c_split or rules.c_low
    if reason == BOARD_PLAYS:
        return rules.c_board_plays
    if not rules.split:
        return rules.c_high
    no_low = reason == NO_LOW or (reason == UNOPPOSED and showdown.low_values[share.player] == 0)
    return rules.c_no_low or rules.c_split if no_low else rules.c_split


def _odd_clause(share: PotShare, rules: Rules) -> str:
    """Return the clause that awards the odd chips of a share."""
    if share.share == ODD or share.odd_by == JOINS_HIGH:
        return rules.c_odd_halves
    if share.share == LOW:
        return rules.c_odd_low
    return rules.c_odd_high_alone if share.reason == NO_LOW else rules.c_odd_high


def _board_plays(share: PotShare, showdown: ShowdownHands) -> bool:
    """Whether every contender ties with the board alone."""
    evaluator = showdown.high
    assert evaluator is not None
    if len(share.tied) < len(share.contest) or len(showdown.board) < 5:
        return False
    return evaluator.value([], showdown.board) == showdown.high_values[share.player]
