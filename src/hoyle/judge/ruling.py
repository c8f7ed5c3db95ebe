"""Ruling on a case: result, clauses, reasoning steps and alternatives."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from hoyle.judge.ruling_diff import RulingDifference


class ReasoningStep(NamedTuple):
    """One sentence of the reasoning, and the clause it rests on."""

    text: str
    clause: str = ""
    """Citation, book first; empty where the sentence is plain arithmetic or a reading decides."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on one case."""

    result: dict[str, Any]
    """Every key that the format lists under `expect` for the kind."""
    clauses: list[str] = field(default_factory=list)
    """Ids of the deciding clauses without the name of the book, most decisive first."""
    working: list[ReasoningStep] = field(default_factory=list)
    readings: list[str] = field(default_factory=list)
    """Entries of the list of ambiguous places that the ruling rests on."""
    question: list[str] = field(default_factory=list)
    """What was asked, in words."""
    answer: str = ""
    """The ruling in a sentence."""
    alternatives: list[Alternative] = field(default_factory=list)
    """The same case under other switches."""
    parts: list[RulingDifference] | None = None
    """Where a session parts from what it expects along the way; None if it expects nothing."""


class Alternative(NamedTuple):
    """A ruling under other switches, and which."""

    switches: dict[str, Any]
    ruling: Ruling


class CitationCollector:
    """Collects clauses and readings while a case is being ruled."""

    def __init__(self) -> None:
        self.citations: list[str] = []
        self.readings: list[str] = []

    def add(self, *citations: str) -> None:
        """Note clauses, the most decisive first; empty ones and repetitions are dropped."""
        for citation in citations:
            if citation and citation not in self.citations:
                self.citations.append(citation)

    def read(self, *readings: str) -> None:
        """Note the readings a ruling rests on."""
        for reading in readings:
            if reading and reading not in self.readings:
                self.readings.append(reading)

    def clauses(self) -> list[str]:
        """Ids without the name of the book. A house convention is no clause and is left out."""
        found = [citation.partition(" ") for citation in self.citations]
        return list(dict.fromkeys(id for book, _, id in found if id and book != "house"))


def to_json_number(amount: Fraction) -> int | float:
    """A number as JSON writes it: 6, or 4.5."""
    return amount.numerator if amount.denominator == 1 else float(amount)


def format_number(amount: Fraction) -> str:
    """The same in a sentence."""
    return str(to_json_number(amount))
