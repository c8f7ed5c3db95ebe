"""What became of the mutants: by package, by kind, by clause, and every survivor by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from tools.mutants.trial import Mutant

CLAIMED: Final = "killed by a test that claims a clause"
OTHER: Final = "killed by another test"
TIME: Final = "killed by the time limit"
SURVIVED: Final = "survived"
UNREACHED: Final = "no test reaches it"
ALIVE: Final = (SURVIVED, UNREACHED)


class Fate(NamedTuple):
    """One mutant and what became of it."""

    mutant: Mutant
    result: str
    killer: str
    asked: int
    """Tests that reach it, within the budget."""
    cut_short: bool
    """More tests reach it than there was time for."""
    clauses: list[str]
    """Claimed by the tests that reach it, the rarest first."""

    @property
    def lives(self) -> bool:
        return self.result in ALIVE


def write(fates: list[Fate], seed: int, path: Path) -> None:
    told = {
        "seed": seed,
        "count": len(fates),
        "dead": sum(not fate.lives for fate in fates),
        "results": Counter(fate.result for fate in fates),
        "clauses": by_clause(fates),
        "mutants": [_plain(fate) for fate in fates],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(fate: Fate) -> dict[str, Any]:
    return {**fate.mutant._asdict(), **{name: value for name, value in fate._asdict().items() if name != "mutant"}}


def by_clause(fates: Iterable[Fate]) -> dict[str, list[int]]:
    """For each clause: mutants that its tests reach, and those of them that survived."""
    found: dict[str, list[int]] = {}
    for fate in fates:
        for clause in fate.clauses:
            counts = found.setdefault(clause, [0, 0])
            counts[0] += 1
            counts[1] += fate.lives
    return dict(sorted(found.items()))


def show(fates: list[Fate], console: Console, path: Path) -> None:
    for fate in fates:
        if fate.lives:
            mutant = fate.mutant
            where = f"src/{mutant.file}:{mutant.line}"
            console.print(f"[bold]{where}[/] {mutant.function}, {mutant.kind}", highlight=False)
            console.print(f"    {mutant.words}", markup=False, highlight=False)
            rest = f"{fate.asked} tests{', more for want of time' if fate.cut_short else ''}"
            named = ", ".join(fate.clauses[:4]) + (f" and {len(fate.clauses) - 4} more" if len(fate.clauses) > 4 else "")
            console.print(f"    {fate.result}: {rest}; claimed there: {named or 'nothing'}", markup=False, highlight=False)
    table = Table("package", "mutants", "dead", "by claiming tests", "by others", "by time", "survived", "unreached")
    packages = sorted({fate.mutant.file.split("/")[1] for fate in fates})
    for package in (*packages, ""):
        of = [fate for fate in fates if fate.mutant.file.split("/")[1] == package or not package]
        counts = Counter(fate.result for fate in of)
        dead = sum(not fate.lives for fate in of)
        row = (counts[each] for each in (CLAIMED, OTHER, TIME, SURVIVED, UNREACHED))
        share = f"{100 * dead / len(of):.1f} %"
        table.add_row(package or "all", str(len(of)), share, *map(str, row), end_section=package == packages[-1])
    console.print(table)
    console.print(f"{path} has every mutant, and the counts by clause")
