"""Clause interpretations (AMB-nn): how ambiguous, contradictory or missing text is decided.

>>> find_interpretation("AMB-11").decision
'The chip joins the high half, then (f)2ii splits it.'

Clauses, answers and rulings name interpretations by id (``AMB-11``). They are not counted among the clauses.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from hoyle.rulebooks.clause_types import read_rows, unknown_name_error

WEIGHTS: Final = (
    "not weighed",
    "rare or administrative",
    "changes who is paid in uncommon hands",
    "changes who is paid in ordinary hands",
)
"""Effect of an interpretation, by its weight."""


class Interpretation(NamedTuple):
    """Interpretation of one ambiguous place in the rulebooks."""

    id: str
    """``AMB-11``, ``AMB-T3``, ``clarification 26``."""
    subject: str
    title: str
    decision: str
    """The reading applied by default."""
    weight: int = 0
    """Index into `WEIGHTS`."""
    place: str = ""
    """Place of the ambiguous text, if the title does not name it."""
    problem: str = ""
    why: str = ""
    alternative: str = ""
    """The other reading, where a house may choose it."""
    parameter: str = ""
    """Book parameter or sign field that selects the other reading; several are comma-separated."""


def find_interpretation(id: str) -> Interpretation:
    """Return the clause interpretation of an id such as ``AMB-11``; case and leading zeros are ignored."""
    match = _by_id().get(_normalize(id))
    if match is None:
        raise unknown_name_error(
            "reading",
            id,
            [interpretation.id for interpretation in interpretations()],
            hint="hoyle rules --readings lists them",
        )
    return match


def interpretations() -> tuple[Interpretation, ...]:
    """List every clause interpretation: poker, house card and dice games, then clarifications."""
    return tuple(_by_id().values())


def is_interpretation_id(text: str) -> bool:
    """Return whether a text has the form of an interpretation id such as ``AMB-11``, known or not."""
    return re.fullmatch(r"amb-?[a-z]?\d+|clarification-?\d+", _normalize(text)) is not None


@cache
def _by_id() -> dict[str, Interpretation]:
    rows = read_rows("readings.json")
    return {_normalize(row["id"]): Interpretation(decision=row.pop("reading"), **row) for row in rows}


def _normalize(id: str) -> str:
    """Return an interpretation id without case, blanks, hyphens and leading zeros: ``amb9``."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"[\s-]", "", id).lower())
