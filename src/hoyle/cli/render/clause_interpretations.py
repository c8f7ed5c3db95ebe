"""Terminal rendering of interpretations: how doubtful clauses are read, and why."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Any

from rich.padding import Padding
from rich.text import Text

from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import WEIGHTS, Interpretation, interpretations


def print_readings(*, as_json: bool) -> None:
    """Print how all doubtful passages of the rulebooks are read, by subject."""
    if as_json:
        print_json([_as_dict(reading) for reading in interpretations()])
        return
    out = console()
    for subject, group in groupby(interpretations(), key=attrgetter("subject")):
        out.print(subject, style="bold underline")
        table = plain_table()
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, style="yellow")
        table.add_column(overflow="fold")
        for reading in group:
            text = Text.assemble((reading.title, "bold"), f"\n{reading.decision}")
            table.add_row(f"  {reading.id}", "!" * reading.weight, text)
        out.print(table)
        out.print()
    weights = "; ".join(f"{'!' * weight} {WEIGHTS[weight]}" for weight in range(len(WEIGHTS) - 1, 0, -1))
    out.print(f"{len(interpretations())} readings. `hoyle rules AMB-11` prints one. {weights}.")


def print_reading(reading: Interpretation, *, as_json: bool) -> None:
    """Print how one doubtful passage of a rulebook is read, in full."""
    if as_json:
        print_json(_as_dict(reading))
        return
    out = console()
    out.print(Text.assemble((reading.id, "bold"), "  ", (reading.title, "bold yellow")))
    if reading.problem:
        out.print(Padding(Text(reading.problem), (1, 4, 0, 4)))
    out.print(Padding(Text(reading.decision, "bold"), (1, 4)))
    grid = plain_table()
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    place = f"{reading.subject}, {reading.place}" if reading.place else reading.subject
    rows = [
        ("why", reading.why),
        ("otherwise", reading.alternative),
        ("switch", reading.parameter),
        ("where", place),
        ("weight", f"{'!' * reading.weight} {WEIGHTS[reading.weight]}" if reading.weight else ""),
        ("clauses", ", ".join(_citations(reading))),
    ]
    for name, text in rows:
        if text:
            grid.add_row(name, Text(text))
    out.print(grid)


def _citations(reading: Interpretation) -> list[str]:
    return [clause.citation for clause in clause_catalogue.clauses() if reading.id in clause.readings]


def _as_dict(reading: Interpretation) -> dict[str, Any]:
    fields: dict[str, Any] = {"id": reading.id, "weight": reading.weight, "subject": reading.subject}
    for name in ("place", "title", "problem", "decision", "why", "alternative", "parameter"):
        if text := getattr(reading, name):
            fields["reading" if name == "decision" else name] = text
    return {**fields, "clauses": _citations(reading)}
