"""Report of the mutants: by package, by kind, by clause, and every survivor by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table
from tools.mutants.reach import Map
from tools.mutants.trial import Mutant

CLAIMED: Final = "killed by a test that claims a clause"
OTHER: Final = "killed by another test"
TIME: Final = "killed by the time limit"
SURVIVED: Final = "survived"
UNREACHED: Final = "no test reaches it"
ALIVE: Final = (SURVIVED, UNREACHED)


class Fate(NamedTuple):
    """Mutant with its outcome."""

    mutant: Mutant
    result: str
    killer: str
    asked: int
    """Tests that reach it, within the budget."""
    cut_short: bool
    """More tests reach it than there was time for."""
    clauses: list[str]
    """Clauses claimed by the tests that reach it, the rarest first."""

    @property
    def lives(self) -> bool:
        return self.result in ALIVE


def fate(
    mutant: Mutant,
    answer: dict[str, str] | None,
    asked: list[str],
    cut_short: bool,
    reach: Map,
    rarity: Mapping[str, int],
) -> Fate:
    """Outcome of a mutant by the answer of its process; no answer is the time limit."""
    killer = "" if answer is None else answer["killer"]
    if answer is None:
        result = TIME
    elif killer:
        known = reach.tests.get(killer)
        result = CLAIMED if known is not None and known.claims else OTHER
    else:
        result = SURVIVED if asked else UNREACHED
    clauses = {clause for name in asked for clause in reach.tests[name].claims}
    rarest = sorted(clauses, key=lambda clause: (rarity[clause], clause))
    return Fate(mutant, result, killer, len(asked), cut_short, rarest)


def write(fates: list[Fate], seed: int, path: Path) -> None:
    found = {
        "seed": seed,
        "count": len(fates),
        "dead": sum(not fate.lives for fate in fates),
        "results": Counter(fate.result for fate in fates),
        "clauses": by_clause(fates),
        "mutants": [_plain(fate) for fate in fates],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(fate: Fate) -> dict[str, Any]:
    facts = fate._asdict()
    return {**facts.pop("mutant")._asdict(), **facts}


def by_clause(fates: Iterable[Fate]) -> dict[str, list[int]]:
    """Count for each clause the mutants that its tests reach, and the survivors among them."""
    found: dict[str, list[int]] = {}
    for fate in fates:
        for clause in fate.clauses:
            counts = found.setdefault(clause, [0, 0])
            counts[0] += 1
            counts[1] += fate.lives
    return dict(sorted(found.items()))


def show(fates: list[Fate], console: Console, path: Path) -> None:
    """Print the totals by package; survivors are printed one by one before."""
    table = Table("package", "mutants", "dead", "claiming tests", "others", "time", "survived", "unreached")
    packages = sorted({_package(fate) for fate in fates})
    for package in packages:
        _add_row(table, package, [fate for fate in fates if _package(fate) == package])
    table.add_section()
    _add_row(table, "all", fates)
    console.print(table)
    console.print(f"{path} has every mutant, and the counts by clause")


def _package(fate: Fate) -> str:
    return fate.mutant.file.split("/")[1]


def _add_row(table: Table, name: str, fates: list[Fate]) -> None:
    counts = Counter(fate.result for fate in fates)
    dead = sum(not fate.lives for fate in fates)
    share = f"{100 * dead / max(len(fates), 1):.1f} %"
    by_result = (str(counts[each]) for each in (CLAIMED, OTHER, TIME, SURVIVED, UNREACHED))
    table.add_row(name, str(len(fates)), share, *by_result)


def told(fate: Fate) -> str:
    mutant = fate.mutant
    named = ", ".join(fate.clauses[:4]) or "nothing"
    if len(fate.clauses) > 4:
        named += f" and {len(fate.clauses) - 4} more"
    asked = f"{fate.asked} tests{', more for want of time' if fate.cut_short else ''}"
    return (
        f"src/{mutant.file}:{mutant.line} ({mutant.name})\n"
        f"    {mutant.identity}\n"
        f"    {fate.result}: {asked}; claimed there: {named}"
    )
