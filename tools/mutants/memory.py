"""Record of the tests that killed mutants in earlier runs, which run first the next time."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final

from tools.mutants.trial import Mutant

NEIGHBOURS: Final = 5
"""Tests run early because they killed another mutant of the same function."""


class Memory:
    """Killing tests by mutant, stored in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.killers: dict[str, str] = {}
        if path.exists():
            self.killers = json.loads(path.read_text(encoding="utf-8"))
        self.by_function: dict[str, Counter[str]] = {}
        for identity, killer in self.killers.items():
            self.by_function.setdefault(_function(identity), Counter())[killer] += 1

    def first(self, mutant: Mutant) -> list[str]:
        """Tests to run first."""
        own = self.killers.get(mutant.identity)
        common = self.by_function.get(_function(mutant.identity), Counter()).most_common(NEIGHBOURS)
        return [*([own] if own else []), *(name for name, _ in common if name != own)]

    def note(self, mutant: Mutant, killer: str) -> None:
        self.killers[mutant.identity] = killer
        self.by_function.setdefault(_function(mutant.identity), Counter())[killer] += 1

    def save(self) -> None:
        self.path.write_text(json.dumps(self.killers, indent=0), encoding="utf-8")


def _function(identity: str) -> str:
    return " ".join(identity.split(" ")[:2])
