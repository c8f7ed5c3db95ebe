"""Pot awards: pays every pot to its winners, side pots first, as events."""

from __future__ import annotations

from hoyle.core.errors import HouseRulingRequired
from hoyle.games.poker.action_order import clockwise_from
from hoyle.games.poker.events import Awarded, Collected
from hoyle.games.poker.pots.fee_collection import Emit, take_out_of_pots
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
from hoyle.games.poker.pots.side_pots import Pot, pots_of, taken_from
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import MUCKED, TABLED, RoundState


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
        take_out_of_pots(emit, state, pots, plan.jackpot, "jackpot", rules.c_jackpot)
    if not plan.fee_street:
        take_out_of_pots(emit, state, pots, plan.fee_per_hand, "flat", rules.c_fee)
    if state.live_count() == 1:
        _award_last_player(emit, state, rules)
        return
    awards = _divide_pots(state, rules, pots)
    is_loser = [state.live[i] and state.hands[i] != MUCKED for i in range(len(state.live))]
    for event in awards:
        is_loser[state.position_of_seat[event.seat]] = False
    losing_seats = [state.seats[player] for player in range(len(is_loser)) if is_loser[player]]
    if losing_seats:
        emit(Collected(losing_seats, rules.c_award))
    for event in awards:
        emit(event)


def _divide_pots(state: RoundState, rules: Rules, pots: list[Pot]) -> list[Awarded]:
    """Divide the pots among the tabled hands, last side pot first; returns the award events."""
    hands = _tabled_hands(state)
    showdown = ShowdownHands(hands, state.board, rules.high, rules.low)
    from_button = state.button >= 0
    clockwise = clockwise_from(state.button + 1 if from_button else 0, len(state.seats))
    fees_by_pot = taken_from(pots, state)
    awards: list[Awarded] = []
    for i in range(len(pots) - 1, -1, -1):
        eligible = pots[i].eligible
        if len(eligible) > 1:
            # A pot that only one player can win is theirs even if they have thrown their hand in.
            eligible = [player for player in eligible if hands[player]]
        chips = pots[i].chips - fees_by_pot[i]
        shares = divide(chips, eligible, showdown, rules.odd, clockwise=clockwise, from_button=from_button)
        for share in shares:
            awards.append(_award_event(share, state, rules, showdown, pot=i, pots=len(pots)))
    return awards


def _tabled_hands(state: RoundState) -> list[list[int]]:
    """List the cards of each player's tabled hand, empty for the others; refuse hands of unknown cards."""
    hands: list[list[int]] = []
    for player in range(len(state.seats)):
        tabled = state.live[player] and state.hands[player] == TABLED
        if tabled and not state.known(player):
            raise HouseRulingRequired(f"the hand of seat {state.seats[player]} is not known and cannot be ranked")
        hands.append(state.cards[player] if tabled else [])
    return hands


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
        _describe_winning_hand(award, share, rules, showdown)
    if share.tied:
        award.tied = _seats_of(state, share.tied)
    if share.joined:
        award.joined_clause = rules.c_odd_halves
    _explain_odd_chips(award, share, state, rules)
    return award


def _describe_winning_hand(award: Awarded, share: PotShare, rules: Rules, showdown: ShowdownHands) -> None:
    """Add the description and the cards of the winning hand to an award event."""
    low = share.share == LOW
    evaluator = showdown.low if low else showdown.high
    assert evaluator is not None
    award.words = evaluator.ranking.describe(award.value)
    award.cards = list(
        evaluator.cards_of(
            award.value, showdown.hands[share.player], showdown.board, largest_first=low and rules.odd.merit_low
        )
    )


def _explain_odd_chips(award: Awarded, share: PotShare, state: RoundState, rules: Rules) -> None:
    """Add to an award event how the odd chips were allocated, and the cards that decided, if any."""
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
