"""Yes-or-no rulings: one answer of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.judge.case_context import CaseContext
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.rulebooks.book_types.poker import Answer


def boolean_ruling(
    context: CaseContext,
    name: str,
    answer: Answer[bool],
    *,
    question: str,
    why: str,
    more: Sequence[str] = (),
    yes: str = "yes",
) -> Ruling:
    """Build the ruling for a rulebook's yes-or-no answer; `more` are further clauses that it rests on."""
    cited = CitationCollector()
    cited.add(answer.clause, *more)
    cited.read(answer.interpretation)
    return Ruling(
        result={name: answer.value},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=[ReasoningStep(why, answer.clause)],
        question=[context.title(), question],
        answer=yes if answer.value else "no",
    )
