"""Rulings on wagers: chips and words, the stack needed to be dealt in, the kill button.

The table's functions decide: `rule_wager` what chips and words amount to, `minimum_stack` who is dealt in,
`next_kill`, `limits_in_force` and `kill_blind` who has the kill button and what it costs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.spoken_bet import WORDS
from hoyle.games.poker.floor.wager_ruling import (
    BET,
    CALL,
    CHECK,
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
from hoyle.judge.boolean_ruling import boolean_ruling
from hoyle.judge.case_context import ANY, CaseContext
from hoyle.judge.case_fields import CaseReader
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling, format_number, to_json_number
from hoyle.rulebooks import Kill
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table.poker.rounds.kill_pot import (
    MULTIPLIERS,
    KillState,
    Threshold,
    Who,
    kill_blind,
    limits_in_force,
    next_kill,
)
from hoyle.table.poker.rounds.minimum_stack import minimum_stack

ACTION_FIELDS: Final = ("facts",)
ACTION_FACTS: Final = (
    *("to_call", "chips", "then", "said", "in_turn", "hands_at_rest", "already", "stack", "limits"),
    *("bet_stands", "forced", "must_bet", "unfinished", "completed"),
)
ELIGIBILITY_FIELDS: Final = ("required", "table_min", "stack")
KILL_FIELDS: Final = ("option", "limits", "threshold", "start", "hands")

COMPLETED: Final = (CHECK, CALL, BET)
SHARES: Final = ("entire", "high", "low", "tie")


def judge_action(context: CaseContext) -> Ruling:
    """Rule what a player's chips and words amount to."""
    context.check_game()
    facts = context.facts.inner("facts", ACTION_FACTS)
    situation, act = read_situation(facts), read_act(facts)
    try:
        ruling = rule_wager(context.book, situation, act)
    except InvalidError as error:
        raise InvalidError(f"{facts.where}: {error}") from None
    cited = CitationCollector()
    cited.add(*ruling.clauses)
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
    return Ruling(
        result={"result": ruling.result},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=[ReasoningStep(_consequence(ruling), ruling.clause)],
        question=[
            f"{context.title()}; {_situation_text(situation)}",
            sentence(", ".join(parts)) + ". What is it?",
        ],
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


def read_act(facts: CaseReader) -> PlayerAct:
    """Read the player's act: chips, words and gestures."""
    statement = facts.fields.get("said")
    if isinstance(statement, bool) or not (statement is None or isinstance(statement, str | int | float)):
        raise facts.refuse("said", f"must be null, a number or one of {', '.join(WORDS)}")
    if statement is not None and not isinstance(statement, str):
        statement = facts.count("said")
    return PlayerAct(
        chips=facts.counts("chips", 1) if facts.has("chips") else [],
        then=facts.counts("then", 1) if facts.has("then") else [],
        said=statement,
        hands_at_rest=_read_flag(facts, "hands_at_rest"),
        unfinished=_read_flag(facts, "unfinished"),
    )


def read_situation(facts: CaseReader) -> BettingSituation:
    """Read the betting situation; by default a bet stands if there are chips to call or already out."""
    to_call, already = facts.count("to_call"), facts.count_or("already", 0)
    forced = facts.count_or("forced", 0, 1)
    limits, wager_open = _read_bet_limits(facts)
    return BettingSituation(
        to_call=to_call,
        bet_stands=_read_flag(facts, "bet_stands", default=to_call + already > 0),
        already=already,
        stack=facts.count_or("stack", 0, 1),
        limits=limits,
        wager_open=wager_open,
        forced=forced,
        must_bet=_read_flag(facts, "must_bet", default=forced > 0),
        in_turn=_read_flag(facts, "in_turn", default=True),
        completed=facts.word("completed", COMPLETED) if facts.has("completed") else "",
    )


def _read_flag(facts: CaseReader, name: str, *, default: bool = False) -> bool:
    return facts.flag(name) if facts.has(name) else default


def _read_bet_limits(facts: CaseReader) -> tuple[BetLimits | None, bool]:
    """Least and most that a bet may be or a raise may add, null for no most; and whether betting is open,
    which an empty list denies.
    """
    if not facts.has("limits"):
        return None, True
    bounds = facts.items("limits")
    if not bounds:
        return None, False
    if len(bounds) != 2:
        raise facts.refuse("limits", "must be the least and the most that a bet may be, or a raise may add")
    least = facts.read_count("limits[0]", bounds[0], 1)
    most = 0 if bounds[1] is None else facts.read_count("limits[1]", bounds[1], least)
    return BetLimits(least, most), True


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


def judge_eligibility(context: CaseContext) -> Ruling:
    """Rule whether a stack is large enough to be dealt in."""
    facts = context.facts
    context.check_game()
    required, table_min, stack = facts.counts("required"), facts.count("table_min"), facts.count("stack")
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


def judge_kill(context: CaseContext) -> Ruling:
    """Rule who holds the kill button after each hand, and at which limits the next is played."""
    facts, page = context.facts, context.page
    kill = page.kill
    if kill is None:
        raise facts.refuse("game", f"{context.game} has no kill in {context.book.id}")
    option = facts.word("option", MULTIPLIERS)
    limits = _read_table_limits(facts)
    threshold = _read_threshold(facts.inner("threshold", ("dollars", "multiple")))
    state = KillState()
    if facts.has("start"):
        start = facts.inner("start", ("holder", "last_winner"))
        state = KillState(start.seat_or_none("holder"), start.seat_or_none("last_winner"))
    hands: list[dict[str, Any]] = []
    steps: list[ReasoningStep] = []
    for index, hand in enumerate(facts.inners("hands", ("n", "pot", "winners"))):
        before = state
        pot = hand.count("pot")
        winners = _read_winners(hand)
        state = next_kill(
            kill, option, limits, threshold, state, pot=pot, winners=winners, unit_cents=context.unit_cents
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
        number = hand.count_or("n", index + 1)
        text = f"Hand {number}, pot {pot}: {_kill_change(before.holder, state.holder)}"
        text += f"; next hand {format_number(lower)}/{format_number(upper)}."
        steps.append(ReasoningStep(text, _kill_clause(kill, option, state)))
    cited = _cite_kill(kill, option)
    size = "dollars" if threshold.dollars is not None else "times the minimum wager"
    amount = threshold.dollars if threshold.dollars is not None else threshold.multiple
    assert amount is not None
    about = f"{context.title()}; {option}, limits {format_number(limits[0])}/{format_number(limits[1])}"
    lower, upper = limits_in_force(option, limits, state.holder)
    holder = "nobody" if state.holder is None else f"seat {state.holder}"
    return Ruling(
        result={"hands": hands},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=steps,
        question=[
            f"{about}; a pot qualifies at {format_number(amount)} {size}",
            "Who holds the kill button?",
        ],
        answer=(
            f"{holder} has the kill button now; the next hand is "
            f"{format_number(lower)}/{format_number(upper)}"
        ),
    )


def _read_table_limits(facts: CaseReader) -> tuple[Fraction, Fraction]:
    values = facts.items("limits")
    amounts = [facts.read_amount(f"limits[{index}]", value) for index, value in enumerate(values)]
    if len(amounts) != 2 or amounts[0] > amounts[1] or amounts[0] == 0:
        raise facts.refuse("limits", "must be two amounts, the lower limit first")
    return amounts[0], amounts[1]


def _read_threshold(facts: CaseReader) -> Threshold:
    if facts.has("dollars") == facts.has("multiple"):
        raise facts.refuse("dollars", "or multiple must be given, one of the two")
    if facts.has("dollars"):
        return Threshold(dollars=facts.amount("dollars"))
    return Threshold(multiple=facts.amount("multiple"))


def _read_winners(hand: CaseReader) -> list[tuple[int, str]]:
    winners: list[tuple[int, str]] = []
    for index, (seat, share) in enumerate(hand.pairs("winners")):
        name = f"winners[{index}]"
        winners.append((hand.read_count(name, seat, 1), hand.read_word(name, share, SHARES)))
    if not winners:
        raise hand.refuse("winners", "must name at least one seat")
    entire = [seat for seat, share in winners if share == "entire"]
    if entire and len({seat for seat, _ in winners}) > 1:
        raise hand.refuse("winners", f"has seat {entire[0]} win everything and others besides")
    return winners


def _kill_change(before: Who | None, after: Who | None) -> str:
    if after is None:
        return "no kill" if before is None else f"seat {before} loses the kill button"
    return f"seat {after} keeps the kill button" if before == after else f"seat {after} gets the kill button"


def _cite_kill(kill: Kill, option: str) -> CitationCollector:
    """Cite the clauses on the kill button, and the interpretations of what starts a kill."""
    cited = CitationCollector()
    cited.add(kill.trigger, kill.kill if option == "kill" else kill.half_kill, kill.button)
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
