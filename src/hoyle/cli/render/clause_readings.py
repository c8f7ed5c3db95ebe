"""Terminal rendering of readings: how doubtful clauses are interpreted, and why."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import WEIGHTS, Interpretation, interpretations


def print_readings(*, as_json: bool) -> None:
    """Print all readings by subject."""
    if as_json:
        print_json([_as_dict(each) for each in interpretations()])
        return
    from rich.text import Text

    out = console()
    for subject, group in groupby(interpretations(), key=attrgetter("subject")):
        out.print(subject, style="bold underline")
        table = plain_table()
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, style="yellow")
        table.add_column(overflow="fold")
        for each in group:
            text = Text.assemble((each.title, "bold"), f"\n{each.decision}")
            table.add_row(f"  {each.id}", "!" * each.weight, text)
        out.print(table)
        out.print()
    out.print(f"{len(interpretations())} readings. `hoyle rules AMB-11` prints one. " + _weights_in_words())


def _weights_in_words() -> str:
    return "; ".join(f"{'!' * weight} {WEIGHTS[weight]}" for weight in range(len(WEIGHTS) - 1, 0, -1)) + "."


def print_reading(each: Interpretation, *, as_json: bool) -> None:
    """Print one reading in full."""
    if as_json:
        print_json(_as_dict(each))
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    out.print(Text.assemble((each.id, "bold"), "  ", (each.title, "bold yellow")))
    if each.problem:
        out.print(Padding(Text(each.problem), (1, 4, 0, 4)))
    out.print(Padding(Text(each.decision, "bold"), (1, 4)))
    facts = plain_table()
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    place = f"{each.subject}, {each.place}" if each.place else each.subject
    rows = [
        ("why", each.why),
        ("otherwise", each.alternative),
        ("switch", each.parameter),
        ("where", place),
        ("weight", f"{'!' * each.weight} {WEIGHTS[each.weight]}" if each.weight else ""),
        ("clauses", ", ".join(_citations(each))),
    ]
    for name, text in rows:
        if text:
            facts.add_row(name, Text(text))
    out.print(facts)


def _citations(each: Interpretation) -> list[str]:
    """Citations of the clauses that depend on a reading."""
    return [clause.citation for clause in clause_catalogue.clauses() if each.id in clause.readings]


def _as_dict(each: Interpretation) -> dict[str, object]:
    """JSON object of a reading, without its empty fields."""
    fields: dict[str, object] = {"id": each.id, "weight": each.weight, "subject": each.subject}
    texts = {
        "place": each.place,
        "title": each.title,
        "problem": each.problem,
        "reading": each.decision,
        "why": each.why,
        "alternative": each.alternative,
        "parameter": each.parameter,
    }
    fields |= {name: text for name, text in texts.items() if text}
    return fields | {"clauses": _citations(each)}
