"""Ruling on a case: result, clauses, reasoning steps and alternatives."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from hoyle.judge.ruling_diff import RulingDifference
from hoyle.rulebooks import Answer


class ReasoningStep(NamedTuple):
    """Sentence of the reasoning, with the clause it rests on."""

    text: str
    clause: str = ""
    """Citation, book first; empty where the sentence is plain arithmetic or a reading decides."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """Ruling of the judge on one case: result, clauses and reasoning."""

    result: dict[str, Any]
    """Values for the keys that the case format lists under `expect`."""
    clauses: list[str] = field(default_factory=list)
    """Ids of the deciding clauses without the name of the book, most decisive first."""
    working: list[ReasoningStep] = field(default_factory=list)
    readings: list[str] = field(default_factory=list)
    """Ids of the readings of ambiguous clauses that the ruling rests on."""
    question: list[str] = field(default_factory=list)
    """The question, line by line."""
    answer: str = ""
    """The ruling in a sentence."""
    alternatives: list[Alternative] = field(default_factory=list)
    """The same case under other switches."""
    parts: list[RulingDifference] | None = None
    """Differences of a session from what it expects on the way; None if it expects nothing."""


class Alternative(NamedTuple):
    """Ruling on the same case under other rulebook switches."""

    switches: dict[str, Any]
    ruling: Ruling


class CitationCollector:
    """Ordered collection of the clauses and readings that a ruling cites."""

    def __init__(self, *cited: str | Answer[Any]) -> None:
        self.citations: list[str] = []
        self.readings: list[str] = []
        self.add(*cited)

    def add(self, *cited: str | Answer[Any]) -> None:
        """Add clauses, and the answers of a book with their interpretations, the most decisive first."""
        for item in cited:
            citation = item.clause if isinstance(item, Answer) else item
            if citation and citation not in self.citations:
                self.citations.append(citation)
            if isinstance(item, Answer):
                self.read(item.interpretation)

    def read(self, *readings: str) -> None:
        """Add ids of interpretations that a ruling rests on; drop empty ones and repetitions."""
        self.readings += [id for id in dict.fromkeys(readings) if id and id not in self.readings]

    def clauses(self) -> list[str]:
        """Return the cited clause ids without the name of the book; leave out house conventions."""
        parts = [citation.partition(" ") for citation in self.citations]
        return list(dict.fromkeys(id for book, _, id in parts if id and book != "house"))

    def ruling(
        self, result: dict[str, Any], working: list[ReasoningStep], question: list[str], answer: str, **parts: Any
    ) -> Ruling:
        """Return the ruling that rests on these clauses and interpretations."""
        return Ruling(result, self.clauses(), working, self.readings, question, answer, **parts)


def read_judge_data(name: str) -> Any:
    """Read a file of texts or cases that the judge comes with."""
    return json.loads((Path(__file__).parent / "data" / name).read_bytes())


def to_json_number(amount: Fraction) -> int | float:
    """Convert a fraction to a JSON number: 6, or 4.5."""
    return amount.numerator if amount.denominator == 1 else float(amount)


def format_number(amount: Fraction) -> str:
    """Format a fraction for a sentence: 6, or 4.5."""
    return str(to_json_number(amount))
