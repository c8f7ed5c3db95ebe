"""House conventions: the rule on each topic where no rulebook has a clause.

>>> convention("missed-blinds").title
'Missed blinds'

A citation ``house missed-blinds`` names no clause of law but a topic of this module. Conventions are not
counted among the clauses.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from hoyle.rulebooks.clause_types import HOUSE, BookInfo, Clause, read_rows, unknown_name_error

KIND: Final = "convention"

COVER: Final = BookInfo(
    HOUSE,
    "Conventions of the house",
    "",
    "What is done where no rulebook speaks, and in the games that none of them has.",
    (),
)


def convention(topic: str) -> Clause:
    """Return the house convention on a topic such as ``missed-blinds``; case and spacing are ignored."""
    match = _by_topic().get("-".join(topic.lower().split()))
    if match is None:
        raise unknown_name_error("convention of the house", topic, _by_topic())
    return match


def conventions() -> tuple[Clause, ...]:
    """List every house convention, in the order in which they come up in a round of play."""
    return tuple(_by_topic().values())


@cache
def _by_topic() -> dict[str, Clause]:
    return {
        row["topic"]: Clause(HOUSE, row["topic"], row["title"], row["summary"], KIND, source=HOUSE)
        for row in read_rows("conventions.json")
    }
