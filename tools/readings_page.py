"""Generator of docs/readings.md, the page of the readings of doubtful passages."""

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
    """Return the page: every reading, under its subject."""
    weights = [f"`{'!' * weight}` {WEIGHTS[weight]}" for weight in range(len(WEIGHTS) - 1, 0, -1)]
    parts = [HEAD, f"How much hangs on it: {', '.join(weights)}."]
    for subject, group in groupby(interpretations(), key=attrgetter("subject")):
        parts += [f"## {subject}", *map(_entry, group)]
    return "\n\n".join(parts) + "\n"


def _entry(each: Interpretation) -> str:
    weight = f" `{'!' * each.weight}`" if each.weight else ""
    rows = [f"**{each.id}** {_text(each.title)}{weight}"]
    if each.problem:
        rows.append(f"> {_text(each.problem)}")
    sentences = [f"Read: {_text(each.decision)}"]
    if each.why:
        sentences.append(f"Why: {_text(each.why)}")
    if each.alternative:
        sentences.append(f"Otherwise: {_text(each.alternative)}")
    if each.parameter:
        switches = [f"`{name}`" for name in each.parameter.split(", ")]
        sentences.append(f"{'Switch' if len(switches) == 1 else 'Switches'}: {', '.join(switches)}.")
    return "\n\n".join([*rows, " ".join(sentences)])


def _text(text: str) -> str:
    """Escape characters that Markdown would interpret."""
    return "".join(f"\\{char}" if char in r"\`*_[]<>|" else char for char in text)
