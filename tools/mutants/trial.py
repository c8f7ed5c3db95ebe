"""Trial of one mutant: put its code into the live functions and run the tests that reach it."""

from __future__ import annotations

import ast
import gc
import random
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from tools.mutants.breaks import Break, breaks
from tools.mutants.reach import Map, OutOfPatience, give_up

SLACK: Final = 5
"""CPU seconds that any test may take; beyond that and a multiple of its normal time, it counts as hanging."""

TABLES: Final = {"poker": "poker_table", "banked": "house_card_table", "dice": "dice_table"}
"""Substrings of the names of random sessions, by package."""

FOCUSED: Final = 40
"""Tests run early because they are quick and run few other lines of the engine."""
QUICK: Final = 0.25
RECORDED: Final = "tests/table/test_recorded.py"


class Mutant(NamedTuple):
    """File and one change to it."""

    file: str
    number: int
    """Index among the changes to the file."""
    kind: str
    function: str
    starts: int
    lines: tuple[int, int]
    line: int
    words: str
    twin: int
    """Index among the changes in the same function with the same description."""

    @property
    def name(self) -> str:
        return f"{self.file}#{self.number}"

    @property
    def identity(self) -> str:
        """Name that is stable when its file is edited elsewhere."""
        return f"{self.file} {self.function} {self.kind}: {self.words} ({self.twin})"


def mutants(folder: Path, file: str) -> list[Mutant]:
    """List all mutants of a file."""
    found = []
    twins: Counter[tuple[str, str, str]] = Counter()
    for number, each in enumerate(_breaks(folder / file)[1]):
        line, words = getattr(each.old, "lineno", each.lines[0]), each.words()
        alike = (each.function, each.kind, words)
        place = (each.function, each.starts, each.lines)
        found.append(Mutant(file, number, each.kind, *place, line, words, twins[alike]))
        twins[alike] += 1
    return found


def _breaks(path: Path) -> tuple[ast.Module, list[Break]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tree, breaks(tree)


class Functions:
    """Live functions of the engine by file and line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.live: dict[tuple[str, int, str], list[FunctionType]] = {}
        gc.unfreeze()
        for found in gc.get_objects():
            if isinstance(found, FunctionType) and found.__code__.co_filename.startswith(str(folder)):
                self.live.setdefault(_place(found.__code__), []).append(found)

    def has(self, mutant: Mutant) -> bool:
        """Whether the mutant can be installed: its function is alive and not recreated by a decorator."""
        return (str(self.folder / mutant.file), mutant.starts, mutant.function) in self.live

    def put_in(self, mutant: Mutant) -> None:
        path = self.folder / mutant.file
        tree, found = _breaks(path)
        found[mutant.number].carry_out()
        place = (str(path), mutant.starts, mutant.function)
        _keep_closure(tree, mutant, self.live[place][0].__code__.co_freevars)
        made = compile(tree, str(path), "exec", dont_inherit=True)
        code = next(each for each in _codes(made) if _place(each) == place)
        for function in self.live[place]:
            function.__code__ = code


def _keep_closure(tree: ast.Module, mutant: Mutant, names: Sequence[str]) -> None:
    """Keep the closure of a function that loses its only `super()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            starts = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if starts == mutant.starts and node.name == mutant.function.rpartition(".")[2]:
                node.body += [ast.Expr(ast.Name(name, ast.Load())) for name in names]
                ast.fix_missing_locations(node)


def _place(code: CodeType) -> tuple[str, int, str]:
    return code.co_filename, code.co_firstlineno, code.co_qualname


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def jury(mutant: Mutant, reach: Map, budget: float, first: list[str]) -> tuple[list[str], bool]:
    """Choose the tests to run in order, and whether some are left out for lack of time.

    Tests that killed the mutant or its neighbours before come first, then the few tests that run little else.
    Then come tests that claim a clause, each with its quickest case, then recorded sessions, which cover much
    in little time, then all other cases: the second of each test, the third, so that many different tests run
    early. If no test was traced on the line, those that run its function are chosen: a function that is
    called very often is not traced to the end.
    """
    first_line, last_line = mutant.lines
    reaching = _running(reach, mutant.file, first_line, last_line)
    if not reaching:
        reaching = _running(reach, mutant.file, mutant.starts, last_line)
    reaching.sort(key=lambda name: (reach.tests[name].seconds, name))
    cases: Counter[str] = Counter()
    places = {}
    for name in reaching:
        function = name.partition("[")[0]
        places[name] = cases[function]
        cases[function] += 1
    sizes = {name: reach.tests[name].size() for name in reaching if reach.tests[name].seconds < QUICK}
    focused = sorted(sizes, key=lambda name: (sizes[name], name))[:FOCUSED]
    early = {name: place for place, name in enumerate([*first, *focused])}

    def turn(name: str) -> tuple[int, int, int]:
        claims = bool(reach.tests[name].claims)
        if name.startswith(RECORDED):
            group = 1
        elif places[name] == 0:
            group = 0 if claims else 2
        else:
            group = 3 if claims else 4
        return early.get(name, len(early)), group, places[name]

    reaching.sort(key=turn)
    taken: list[str] = []
    spent = 0.0
    for name in reaching:
        spent += reach.tests[name].seconds
        if spent > budget:
            return taken, True
        taken.append(name)
    return taken, False


def _running(reach: Map, file: str, first: int, last: int) -> list[str]:
    return [name for name, test in reach.tests.items() if test.passed and test.runs(file, first, last)]


def sessions(mutant: Mutant, names: Iterable[str], count: int) -> list[str]:
    """Choose some random sessions at tables that may run the mutant."""
    kind = next((kind for part, kind in TABLES.items() if f"/{part}/" in mutant.file), "")
    fitting = sorted(name for name in names if kind in name)
    return random.Random(mutant.name).sample(fitting, min(count, len(fitting)))


def tried(
    mutant: Mutant | None, functions: Functions, items: list[pytest.Item], reach: Map, slot: float
) -> dict[str, Any]:
    """Run the tests until one fails, in a process of its own that ends when a test hangs.

    A random session, whose duration is unknown, is abandoned after a time. Without a mutant no test should
    fail.
    """
    if mutant is not None:
        functions.put_in(mutant)
    for item, following in zip_longest(items, items[1:]):
        known = reach.tests.get(item.nodeid)
        signal.signal(signal.SIGPROF, give_up if known is None else signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, slot if known is None else SLACK + 10 * known.seconds)
        try:
            reports = runtestprotocol(item, log=False, nextitem=following)
        except OutOfPatience:
            item.session._setupstate.teardown_exact(None)
            continue
        if any(report.failed for report in reports):
            return {"killer": item.nodeid}
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {"killer": ""}
