"""Who killed which mutant in earlier runs: he is asked first the next time, so that a second run is quick."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final

from tools.mutants.trial import Mutant

NEIGHBOURS: Final = 5
"""Tests asked early because they killed something else in the same function."""


class Memory:
    """Killers by mutant, as a file keeps them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.killers: dict[str, str] = {}
        if path.exists():
            self.killers = json.loads(path.read_text(encoding="utf-8"))
        self.by_function: dict[str, Counter[str]] = {}
        for identity, killer in self.killers.items():
            self.by_function.setdefault(_function(identity), Counter())[killer] += 1

    def first(self, mutant: Mutant) -> list[str]:
        """Whom to ask first."""
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
