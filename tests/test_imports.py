"""Modules import one another in one direction: no cycle, not even behind TYPE_CHECKING or in a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import hoyle

ROOT: Final = Path(hoyle.__file__).parent
LAZY: Final = frozenset(("hoyle", "hoyle.env", "hoyle.odds", "hoyle.rulebooks"))
"""Packages that import what they export on first use, so that importing them is fast."""
MAX_TYPE_CHECKING: Final = 15
"""Modules that import others of ours for their types alone; each saves time at the start of a command."""


def names() -> dict[str, Path]:
    """Every module of the package, with its file."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = ("hoyle", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES: Final = names()


def imported(node: ast.AST) -> Iterator[str]:
    """Our modules that a node and everything within it imports."""
    for each in ast.walk(node):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names if alias.name in MODULES)
        elif isinstance(each, ast.ImportFrom) and each.module in MODULES:
            for alias in each.names:
                inner = f"{each.module}.{alias.name}"
                yield inner if inner in MODULES else each.module


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


TREES: Final = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def needed(name: str) -> set[str]:
    """Modules that a module imports, with the packages that these are in and it is not."""
    found = set(imported(TREES[name])) - {name}
    for each in list(found):
        while each := each.rpartition(".")[0]:
            if not f"{name}.".startswith(f"{each}."):
                found.add(each)
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {name: set() if name in LAZY else needed(name) for name in MODULES}
    # Modules that import none of the rest, and then those that import only these, are in no cycle.
    while done := {name for name, below in graph.items() if not below & graph.keys()}:
        graph = {name: below for name, below in graph.items() if name not in done}
    cycle: list[str] = []
    at = min(graph, default="")
    while at and at not in cycle:
        cycle.append(at)
        at = min(graph[at] & graph.keys())
    assert not cycle, " -> ".join([*cycle[cycle.index(at) :], at])


def test_few_modules_import_others_for_their_types_alone() -> None:
    hidden = [
        name
        for name, tree in TREES.items()
        if any(any(imported(node)) for node in ast.walk(tree) if is_for_types(node))
    ]
    assert len(hidden) < MAX_TYPE_CHECKING, sorted(hidden)
