"""Generator of docs/interpretations.md: how doubtful clauses are read, from the catalogue."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from textwrap import fill

from hoyle.rulebooks.clause_interpretations import WEIGHTS, Interpretation, interpretations

WIDTH = 118

HEAD = """\
# Interpretations

Where a text is doubtful one interpretation was chosen. `hoyle rules AMB-11` shows one with the clauses that
rest on it; a switch named here turns to the other one (`"params"` of a [case](cases.md)). Those of the dice,
and `heads_up_blinds` of poker, are fields of a table's sign with the same names, except for hardways
(`work_on_come_out`)."""


def markdown() -> str:
    """Return the page: every interpretation, under its subject."""
    weights = [f"`{'!' * weight}` {WEIGHTS[weight]}" for weight in range(len(WEIGHTS) - 1, 0, -1)]
    parts = [HEAD, _paragraph(f"How much depends on it: {', '.join(weights)}.")]
    for subject, group in groupby(interpretations(), key=attrgetter("subject")):
        parts += [f"## {subject}", *map(_entry, group)]
    return "\n\n".join(parts) + "\n"


def _entry(interpretation: Interpretation) -> str:
    weight = f" `{'!' * interpretation.weight}`" if interpretation.weight else ""
    parts = [_paragraph(f"**{interpretation.id}** {_escape(interpretation.title)}{weight}")]
    if interpretation.problem:
        parts.append(_paragraph(_escape(interpretation.problem), indent="> "))
    sentences = [f"Decision: {_escape(interpretation.decision)}"]
    if interpretation.why:
        sentences.append(f"Why: {_escape(interpretation.why)}")
    if interpretation.alternative:
        sentences.append(f"Otherwise: {_escape(interpretation.alternative)}")
    if interpretation.parameter:
        switches = [f"`{name}`" for name in interpretation.parameter.split(", ")]
        sentences.append(f"{'Switch' if len(switches) == 1 else 'Switches'}: {', '.join(switches)}.")
    return "\n\n".join([*parts, _paragraph(" ".join(sentences))])


def _paragraph(text: str, *, indent: str = "") -> str:
    return fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _escape(text: str) -> str:
    """Escape the characters that Markdown would interpret."""
    return "".join(f"\\{char}" if char in r"\`*_[]<>|" else char for char in text)
