"""Rulings that are one answer of the book: yes or no."""

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
    asked: str,
    why: str,
    more: Sequence[str] = (),
    yes: str = "yes",
) -> Ruling:
    """A ruling that is one answer of the book, and `more` clauses that it rests on."""
    cited = CitationCollector()
    cited.add(answer.clause, *more)
    cited.read(answer.interpretation)
    return Ruling(
        result={name: answer.value},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=[ReasoningStep(why, answer.clause)],
        question=[context.title(), asked],
        answer=yes if answer.value else "no",
    )
