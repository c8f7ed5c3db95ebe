"""The readings of doubtful places as a page of the documentation, docs/readings.md."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from hoyle.rulebooks.clause_interpretations import WEIGHTS, Interpretation, interpretations

HEAD = """\
# The readings

Where a text is doubtful one reading was chosen. `hoyle rules AMB-11` shows one with the clauses that rest on
it; a switch named here turns to the other reading (`"params"` of a [case](cases.md)). Those of the dice, and
`heads_up_blinds` of poker, stand on the sign of a table by the same names, but for hardways
(`work_on_come_out`)."""


def markdown() -> str:
    """Every reading, under its subject."""
    weights = [f"`{'!' * weight}` {WEIGHTS[weight]}" for weight in range(len(WEIGHTS) - 1, 0, -1)]
    parts = [HEAD, f"How much hangs on it: {', '.join(weights)}."]
    for subject, group in groupby(interpretations(), key=attrgetter("subject")):
        parts += [f"## {subject}", *map(_told, group)]
    return "\n\n".join(parts) + "\n"


def _told(each: Interpretation) -> str:
    weight = f" `{'!' * each.weight}`" if each.weight else ""
    rows = [f"**{each.id}** {_text(each.title)}{weight}"]
    if each.problem:
        rows.append(f"> {_text(each.problem)}")
    said = [f"Read: {_text(each.decision)}"]
    if each.why:
        said.append(f"Why: {_text(each.why)}")
    if each.alternative:
        said.append(f"Otherwise: {_text(each.alternative)}")
    if each.parameter:
        named = [f"`{name}`" for name in each.parameter.split(", ")]
        said.append(f"{'Switch' if len(named) == 1 else 'Switches'}: {', '.join(named)}.")
    return "\n\n".join([*rows, " ".join(said)])


def _text(text: str) -> str:
    """As it is, whatever Markdown would make of it."""
    return "".join(f"\\{char}" if char in r"\`*_[]<>|" else char for char in text)
