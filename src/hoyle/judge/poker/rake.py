"""Judge rulings on rake, jackpot fees and flat fees: what the house may take from a pot.

Rake is taken per betting round by `rake_betting_round`, jackpot fees by `award`, as in live play. Whether a rake
may be reduced, and which flat fees one table limit may have, `rake_limits` answers without a table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.poker.pots.rake import RakePlan, first_round_free
from hoyle.games.poker.pots.rake_limits import increments_allowed, may_reduce, percent_allowed, rates_allowed
from hoyle.games.poker.pots.showdown_settlement import rake_single_pot
from hoyle.games.poker.resolved_rules import NO_LIMIT, Rules, Stakes
from hoyle.games.poker.round_state import RoundState
from hoyle.history.narration.english_phrases import count_phrase, join_list, sentence
from hoyle.judge.case_context import CaseContext, boolean_ruling
from hoyle.judge.case_types.decoder import required
from hoyle.judge.case_types.poker_cases import RakeCase
from hoyle.judge.poker.table_setup import open_table
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling, format_number, to_json_number
from hoyle.rulebooks.book_types.poker import Answer

FIRST_ROUND: Final = "preflop"
METHODS: Final = {
    "percent": ("percent", "called_by_round", "uncalled", "ended", "jackpot"),
    "increment": ("levels", "pots", "ended", "jackpot"),
    "reduce": ("players_at_table", "requested"),
    "ca-rates": ("rates",),
}


def judge_rake(case: RakeCase) -> Ruling:
    """Rule how much rake and jackpot fee the house may take from a pot."""
    context, method = CaseContext(case), str(case.method)
    for name in {name for names in METHODS.values() for name in names}.difference(METHODS[method]):
        if getattr(case, name) is not None:
            raise InvalidError(f"{name} does not go with the method {method}")
    if method == "reduce":
        return _judge_reduction(context, case)
    if method == "ca-rates":
        return _judge_flat_fees(context, case)
    jackpot = case.jackpot or 0
    ended = required("ended", case.ended)
    # Every game accepts `preflop` besides the name of its own first street.
    ended_in_first = ended in (FIRST_ROUND, context.variant.streets[0].name)
    percent = method == "percent"
    if percent:
        charge = _percent_charge(context, case, ended_in_first=ended_in_first)
    else:
        charge = _increment_charge(context, case)
    allowed, revenue = charge.allowed, context.book.revenue
    if allowed.value:
        open_table(context, context.page.game, "percent" if percent else "levels", rake=charge.posted)
    plan = RakePlan(**(charge.plan_fields if allowed.value else {}), jackpot=jackpot)
    stakes = Stakes(NO_LIMIT, small=1, rake=plan, unit_cents=context.unit_cents)
    rules = Rules(context.book, context.page.game, stakes)
    state = rake_single_pot(rules, charge.chips_by_round, uncontested=ended_in_first)
    if state.jackpot < jackpot:
        chips = sum(charge.chips_by_round)
        raise InvalidError(f"jackpot of {jackpot} and rake of {state.rake} exceed the pot of {chips}")
    cited = CitationCollector()
    if not allowed.value:
        cited.add(allowed)
    elif ended_in_first and first_round_free(context.book, context.variant):
        cited.add(revenue.no_flop_no_rake, revenue.jackpot if jackpot else "")
    else:
        cited.add(*charge.cited)
    question = f"{charge.question}, ended {ended}"
    return _rake_ruling(context, state, cited, method=method, question=question, invalid=not allowed.value)


class _RakeCharge(NamedTuple):
    """Rake that a case asks about: whether the book allows it, and the chips it is taken from."""

    question: str
    allowed: Answer[bool]
    cited: list[str | Answer[bool]]
    posted: dict[str, Any]
    """Rake as a posted sign has it."""
    plan_fields: dict[str, Any]
    chips_by_round: list[int]


def _percent_charge(context: CaseContext, case: RakeCase, *, ended_in_first: bool) -> _RakeCharge:
    """Return the rake by percentage of the bets called in each betting round."""
    revenue = context.book.revenue
    percent = required("percent", case.percent)
    called = required("called_by_round", case.called_by_round)
    if ended_in_first and any(called[1:]):
        raise InvalidError("called_by_round has bets after the betting round in which the pot was awarded")
    chips_text = join_list([str(chips) for chips in called])
    question = f"{format_number(percent)} percent of {chips_text} by betting round"
    allowed = percent_allowed(context.book, percent)
    posted = {"percent": to_json_number(percent)}
    cited: list[str | Answer[bool]] = [allowed, revenue.percent_as_played, revenue.uncalled]
    return _RakeCharge(question, allowed, cited, posted, {"percent": percent}, called)


def _increment_charge(context: CaseContext, case: RakeCase) -> _RakeCharge:
    """Return the rake by increments: a fee for each size that the pots together reach."""
    revenue = context.book.revenue
    levels, pots = required("levels", case.levels), required("pots", case.pots)
    question = "increments of " + join_list([f"{fee} at {size}" for size, fee in levels])
    question += f", pots {join_list([str(chips) for chips in pots])}"
    allowed = increments_allowed(context.book)
    # The interpretation of the answer counts, but another clause is the deciding one.
    cited: list[str | Answer[bool]] = [revenue.increments, revenue.no_flop_no_rake.clause, replace(allowed, clause="")]
    # A sign has no level or fee of 0; a case may, and it has no effect.
    posted = {"levels": [level for level in levels if all(level)]}
    # Levels count all pots together, so the chips may be in one.
    return _RakeCharge(question, allowed, cited, posted, {"levels": levels}, [sum(pots)])


def _rake_ruling(
    context: CaseContext, state: RoundState, cited: CitationCollector, *, method: str, question: str, invalid: bool
) -> Ruling:
    after = state.won[0]
    result: dict[str, Any] = {"rake": state.rake, "pot_after": after}
    if method == "percent" or invalid:
        result["invalid"] = invalid
    if invalid:
        why = "The book does not allow this; nothing is taken."
    else:
        why = f"{state.start_chips} - {state.rake} rake" + (f" - {state.jackpot} jackpot" if state.jackpot else "")
        why += f" = {after}."
    return cited.ruling(
        result=result,
        working=[ReasoningStep(why, "".join(cited.citations[:1]))],
        question=[context.title(), f"What may the house take: {question}?"],
        answer="not allowed" if invalid else f"rake {state.rake}, {after} left in the pot",
    )


def _judge_reduction(context: CaseContext, case: RakeCase) -> Ruling:
    context.check_game()
    players = required("players_at_table", case.players_at_table)
    requested = required("requested", case.requested)
    answer = may_reduce(context.book, players_at_table=players, requested=requested)
    most = context.book.revenue.short_table.value
    why = f"It takes {most} players or fewer and a request." if most else "The book knows no such reduction."
    request = "a player asks" if requested else "nobody asks"
    question = f"{sentence(count_phrase(players, 'player'))}, {request}: may the house cut the rake?"
    return boolean_ruling(context, "may_reduce", answer, question=question, why=why, yes="yes, if it chooses")


def _judge_flat_fees(context: CaseContext, case: RakeCase) -> Ruling:
    context.check_game()
    rates = required("rates", case.rates)
    answer = rates_allowed(context.book, rates)
    most = context.book.revenue.fee_rates.value
    why = f"{len(set(rates))} different fees"
    why += f", of {most} allowed at one table limit." if most else "; the book has no flat fees of that kind."
    question = f"May one table limit have fees of {join_list([format_number(rate) for rate in rates])}?"
    return boolean_ruling(context, "valid", answer, question=question, why=why)
