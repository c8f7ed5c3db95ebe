"""Clause interpretations (AMB-nn): how ambiguous, contradictory or missing text is decided.

>>> reading("AMB-11").decision
'The chip joins the high half, then (f)2ii splits it.'

Clauses, answers and rulings name readings by id (``AMB-11``). Readings are not counted among the clauses.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from hoyle.rulebooks.clause_catalogue import read_rows, unknown_name_error

WEIGHTS: Final = (
    "not weighed",
    "rare or administrative",
    "changes who is paid in uncommon hands",
    "changes who is paid in ordinary hands",
)
"""What hangs on a reading, by its weight."""


class Interpretation(NamedTuple):
    """One doubtful place and how it is read."""

    id: str
    """``AMB-11``, ``AMB-T3``, ``clarification 26``."""
    subject: str
    title: str
    decision: str
    """The reading that is followed unless a switch says otherwise."""
    weight: int = 0
    """Index into `WEIGHTS`."""
    place: str = ""
    """Where the trouble stands, if the title does not say so."""
    problem: str = ""
    why: str = ""
    alternative: str = ""
    """The other reading, where a house may follow it."""
    parameter: str = ""
    """The switch that turns to the other reading; with commas several, where the reading has parts."""


def reading(id: str) -> Interpretation:
    """The reading of that id; case, spacing and leading zeros do not matter."""
    found = _by_id().get(_plain(id))
    if found is None:
        raise unknown_name_error(
            "reading", id, [each.id for each in interpretations()], hint="hoyle rules --readings lists them"
        )
    return found


def interpretations() -> tuple[Interpretation, ...]:
    """Every reading: poker, then banked and dice games, then the clarifications of both."""
    return tuple(_by_id().values())


def is_interpretation_id(text: str) -> bool:
    """Does the text look like the id of a reading, known or not?"""
    return re.fullmatch(r"amb-?[a-z]?\d+|clarification-?\d+", _plain(text)) is not None


@cache
def _by_id() -> dict[str, Interpretation]:
    return {
        _plain(row["id"]): Interpretation(
            id=row["id"],
            subject=row["subject"],
            title=row["title"],
            decision=row["reading"],
            weight=row.get("weight", 0),
            place=row.get("place", ""),
            problem=row.get("problem", ""),
            why=row.get("why", ""),
            alternative=row.get("alternative", ""),
            parameter=row.get("parameter", ""),
        )
        for row in read_rows("readings.json")
    }


def _plain(id: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"[\s-]", "", id).lower())
