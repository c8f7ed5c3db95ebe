"""What happens at a table between and around the rounds, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.history.voice import sentence
from hoyle.judge.ruling import Step

SILENT: Final = frozenset(
    (
        "table-opened",
        "decks-brought",
        "round-began",
        "round-closed",
        "deck-shuffled",
        "decks-swapped",
        "recorded",
    )
)
"""Entries of the house's routine: nobody calls them out."""


def told(entry: Any, people: Mapping[int, str]) -> list[Step]:
    """An entry of the table's own as a sentence with its clause; routine is passed over."""
    if entry.name in SILENT:
        return []
    facts = entry.plain()
    said: list[str] = []
    for field, value in facts.items():
        if field in ("clause", "clauses", "reading", "reported") or value in ("", None, [], 0, False):
            continue
        shown = people.get(value, f"seat {value}") if field == "seat" else value
        name = field.replace("_", " ")
        said.append(
            str(shown) if field in ("seat", "player", "result", "what") else f"{name} {_shown(shown)}"
        )
    words = sentence(entry.name.replace("-", " "))
    return [Step(f"{words}: {', '.join(dict.fromkeys(said))}." if said else f"{words}.", entry.clause)]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_shown(each) for each in value)
    return "yes" if value is True else str(value)
