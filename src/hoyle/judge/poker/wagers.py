"""Rulings on wagers: chips and words, the stack needed to be dealt in, the kill button.

The table's functions decide: `rule_wager` what chips and words amount to, `minimum_stack` who is dealt in,
`next_kill`, `limits_in_force` and `kill_blind` who has the kill button and what it costs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.wager_ruling import (
    HOUSE_RULING,
    NOT_BINDING,
    REFUSED,
    UNFINISHED,
    BetLimits,
    BettingSituation,
    PlayerAct,
    WagerRuling,
    rule_wager,
)
from hoyle.history.narration.english_phrases import join_list, sentence
from hoyle.judge.case_context import ANY, CaseContext, boolean_ruling
from hoyle.judge.case_types.poker_cases import ActionCase, ActionFacts, EligibilityCase, KillCase, KillHand
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling, format_number, to_json_number
from hoyle.rulebooks.book_types.poker import Answer, Kill
from hoyle.table.poker.rounds.kill_pot import KillState, Threshold, Who, kill_blind, limits_in_force, next_kill
from hoyle.table.poker.rounds.lineup import minimum_stack


def judge_action(case: ActionCase) -> Ruling:
    """Rule what a player's chips and words amount to."""
    context = CaseContext(case)
    context.check_game()
    situation, act = betting_situation(case.facts), player_act(case.facts)
    try:
        ruling = rule_wager(context.book, situation, act)
    except InvalidError as error:
        raise InvalidError(f"facts: {error}") from None
    cited = CitationCollector(*ruling.clauses)
    cited.read(ruling.reading)
    parts = ["no chips go in"]
    if act.chips:
        values = join_list([str(chip) for chip in act.chips])
        parts = [f"chips of {values} go in" if len(act.chips) > 1 else f"a chip of {values} goes in"]
    if act.then:
        parts.append(f"then {join_list([str(chip) for chip in act.then])} more")
    if act.said is not None:
        parts.insert(0, f'the player says "{act.said}"')
    if act.unfinished:
        parts.append("with a sign that more was to come")
    if not situation.in_turn:
        parts.append("out of turn")
    return cited.ruling(
        result={"result": ruling.result},
        working=[ReasoningStep(_consequence(ruling), ruling.clause)],
        question=[f"{context.title()}; {_situation_text(situation)}", sentence(", ".join(parts)) + ". What is it?"],
        answer=ruling.result,
    )


def _situation_text(situation: BettingSituation) -> str:
    if situation.forced:
        return f"a forced bet of {situation.forced} is due"
    if situation.must_bet:
        return "the opener must bet"
    if situation.bet_stands and not situation.to_call:
        return "nothing to call, the player's own blind stands"
    return f"{situation.to_call or 'nothing'} to call"


def player_act(facts: ActionFacts) -> PlayerAct:
    """Return the player's act: chips, words and gestures."""
    return PlayerAct(
        chips=facts.chips or [],
        then=facts.then or [],
        said=facts.said,
        hands_at_rest=facts.hands_at_rest or False,
        unfinished=facts.unfinished or False,
    )


def betting_situation(facts: ActionFacts) -> BettingSituation:
    """Return the betting situation; by default a bet stands if there are chips to call or already out."""
    already, forced = facts.already or 0, facts.forced or 0
    return BettingSituation(
        to_call=facts.to_call,
        bet_stands=facts.to_call + already > 0 if facts.bet_stands is None else facts.bet_stands,
        already=already,
        stack=facts.stack or 0,
        limits=_bet_limits(facts.limits),
        wager_open=facts.limits != [],
        forced=forced,
        must_bet=forced > 0 if facts.must_bet is None else facts.must_bet,
        in_turn=facts.in_turn is not False,
        completed=facts.completed or "",
    )


def _bet_limits(bounds: list[int | None] | None) -> BetLimits | None:
    """Return the least and the most that a bet may be or a raise may add; null is no most."""
    if not bounds:
        return None
    if len(bounds) != 2 or bounds[0] is None or (bounds[1] is not None and bounds[1] < bounds[0]):
        raise InvalidError("facts: limits must be the least and the most that a bet may be, or a raise may add")
    return BetLimits(bounds[0], bounds[1] or 0)


def _consequence(ruling: WagerRuling) -> str:
    if ruling.kind == HOUSE_RULING:
        return "The book has no rule for this; the house must rule."
    if ruling.kind == UNFINISHED:
        return "The player has let it be known that more is to come: the bet may be completed."
    if ruling.kind == REFUSED:
        return "The player's action is complete: nothing may be added to it."
    if ruling.kind == NOT_BINDING:
        owed = f"; {ruling.owed} are still owed" if ruling.owed else ""
        return f"Nothing has happened; the player acts in turn{owed}."
    parts = [f"{ruling.stands} stand as a {ruling.kind}" if ruling.stands else f"It is a {ruling.kind}"]
    if ruling.smallest:
        parts = ["The words bind: it is a raise, of the smallest size the limits allow"]
    if ruling.change:
        parts.append(f"{ruling.change} come back as change")
    if ruling.refused:
        parts.append(f"the later {ruling.refused} are pushed back")
    if ruling.owed:
        parts.append(f"{ruling.owed} must be added")
    return "; ".join(parts) + "."


def judge_eligibility(case: EligibilityCase) -> Ruling:
    """Rule whether a stack is large enough to be dealt in."""
    context, required, table_min, stack = CaseContext(case), case.required, case.table_min, case.stack
    context.check_game()
    least = minimum_stack(context.book, required, table_min)
    answer = Answer(stack >= least.value, least.clause, least.interpretation)
    clauses: list[str] = []
    if context.book.procedures.min_stake.value:
        clauses = _required_clauses(context, required)
        sums = " + ".join(str(chips) for chips in [*required, table_min])
        why = f"Required bets and one bet of the table minimum: {sums} = {least.value}; the stack is {stack}."
    else:
        why = f"Any stack above zero is dealt in; the stack is {stack}."
    question = f"May a player with {stack} be dealt in?"
    return boolean_ruling(context, "may_be_dealt_in", answer, question=question, why=why, more=clauses)


def _required_clauses(context: CaseContext, required: list[int]) -> list[str]:
    """Clauses on the required bets: two amounts are an ante and a blind or forced bet; one is ambiguous."""
    if len(required) != 2 or context.game == ANY:
        return []
    wagers = context.book.wagers
    return [wagers.ante, wagers.blind if context.variant.button else wagers.forced_bet]


def judge_kill(case: KillCase) -> Ruling:
    """Rule who holds the kill button after each hand, and at which limits the next is played."""
    context, option = CaseContext(case), str(case.option)
    kill = context.page.kill
    if kill is None:
        raise InvalidError(f"game {context.game} has no kill in {context.book.id}")
    limits, threshold = _table_limits(case), _kill_threshold(case)
    state = KillState() if case.start is None else KillState(case.start.holder, case.start.last_winner)
    hands: list[dict[str, Any]] = []
    steps: list[ReasoningStep] = []
    for index, hand in enumerate(case.hands):
        _check_winners(hand, f"hands[{index}].winners")
        before = state
        state = next_kill(
            kill,
            option,
            limits,
            threshold,
            state,
            pot=hand.pot,
            winners=[(seat, str(share)) for seat, share in hand.winners],
            unit_cents=context.unit_cents,
        )
        lower, upper = limits_in_force(option, limits, state.holder)
        blind = kill_blind(option, limits, state.holder)
        hands.append(
            {
                "holder": state.holder,
                "limits": [to_json_number(lower), to_json_number(upper)],
                "kill_blind": to_json_number(blind),
            }
        )
        number = index + 1 if hand.n is None else hand.n
        text = f"Hand {number}, pot {hand.pot}: {_kill_change(before.holder, state.holder)}"
        text += f"; next hand {format_number(lower)}/{format_number(upper)}."
        steps.append(ReasoningStep(text, _kill_clause(kill, option, state)))
    cited = _cite_kill(kill, option)
    size = "dollars" if threshold.dollars is not None else "times the minimum wager"
    amount = threshold.dollars if threshold.dollars is not None else threshold.multiple
    assert amount is not None
    about = f"{context.title()}; {option}, limits {format_number(limits[0])}/{format_number(limits[1])}"
    lower, upper = limits_in_force(option, limits, state.holder)
    holder = "nobody" if state.holder is None else f"seat {state.holder}"
    return cited.ruling(
        result={"hands": hands},
        working=steps,
        question=[f"{about}; a pot qualifies at {format_number(amount)} {size}", "Who holds the kill button?"],
        answer=(f"{holder} has the kill button now; the next hand is {format_number(lower)}/{format_number(upper)}"),
    )


def _table_limits(case: KillCase) -> tuple[Fraction, Fraction]:
    if len(case.limits) != 2 or case.limits[0] > case.limits[1] or case.limits[0] == 0:
        raise InvalidError("limits must be two amounts, the lower limit first")
    return case.limits[0], case.limits[1]


def _kill_threshold(case: KillCase) -> Threshold:
    dollars, multiple = case.threshold.dollars, case.threshold.multiple
    if (dollars is None) == (multiple is None):
        raise InvalidError("threshold: dollars or multiple must be given, one of the two")
    return Threshold(dollars=dollars, multiple=multiple)


def _check_winners(hand: KillHand, location: str) -> None:
    """Raise if a hand has no winner, or one who wins everything beside others."""
    if not hand.winners:
        raise InvalidError(f"{location} must name at least one seat")
    entire = [seat for seat, share in hand.winners if share == "entire"]
    if entire and len({seat for seat, _ in hand.winners}) > 1:
        raise InvalidError(f"{location} has seat {entire[0]} win everything and others besides")


def _kill_change(before: Who | None, after: Who | None) -> str:
    if after is None:
        return "no kill" if before is None else f"seat {before} loses the kill button"
    return f"seat {after} keeps the kill button" if before == after else f"seat {after} gets the kill button"


def _cite_kill(kill: Kill, option: str) -> CitationCollector:
    """Cite the clauses on the kill button, and the interpretations of what starts a kill."""
    cited = CitationCollector(kill.trigger, kill.kill if option == "kill" else kill.half_kill, kill.button)
    cited.add(kill.kill_means if option == "kill" else kill.half_kill_means)
    cited.read(*(["AMB-42"] if kill.style == "two-in-a-row" else ["AMB-39", "AMB-40"]))
    cited.read(kill.needs_low.interpretation)
    if kill.kill == kill.trigger:
        # The text names no multiple, so Oneida's apply.
        cited.read("AMB-45")
    return cited


def _kill_clause(kill: Kill, option: str, state: KillState) -> str:
    if state.holder is None:
        return kill.trigger
    return kill.kill if option == "kill" else kill.half_kill
