"""The tool that breaks the engine: what it breaks, what it leaves alone, and whom it asks."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest
from tools.mutants.breaks import breaks
from tools.mutants.equivalent import EQUIVALENT
from tools.mutants.moved import moved, new_lines
from tools.mutants.reach import Map, Reach
from tools.mutants.trial import Functions, jury, mutants

SOURCES = Path(__file__).parent.parent / "src"


def changes(source: str) -> list[str]:
    return [f"{each.kind}: {each.words()}" for each in breaks(ast.parse(source))]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return a < b", ["comparison: a < b  =>  a <= b"]),
        ("return a + 1", ["arithmetic: a + 1  =>  a - 1", "boundary: 1  =>  2", "boundary: 1  =>  0"]),
        ("return not a", ["not: not a  =>  a"]),
        ("return a if b else c", ["choice swapped: a if b else c  =>  c if b else a"]),
        ("return rules.c_bet", ["clause swapped: rules.c_bet  =>  rules.c_bet and 'oneida XI.A.1'"]),
        ("a.pot += b", ["statement removed: a.pot += b  =>  pass", "arithmetic: a.pot += b  =>  a.pot -= b"]),
        ("emit(a)", ["statement removed: emit(a)  =>  pass"]),
        ("return a if a < b else b", ["choice swapped: a if a < b else b  =>  b if a < b else a"]),
        (
            "if a > b:\n        b = a",
            ["branch dropped: a > b  =>  a > b and False", "branch forced: a > b  =>  a > b or True"],
        ),
        (
            "return a and b",
            ["and/or: a and b  =>  a or b", "condition dropped: a and b  =>  b", "condition dropped: a and b  =>  a"],
        ),
        (
            "if a:\n        return True",
            ["branch dropped: a  =>  a and False", "branch forced: a  =>  a or True", "constant: True  =>  False"],
        ),
    ],
)
def test_every_small_thing_is_broken(body: str, found: list[str]) -> None:
    assert changes(f"def rule(a, b, c):\n    {body}\n") == found


@pytest.mark.parametrize(
    "body",
    [
        '"""What it does."""',
        "assert a < b",
        "if a.pot != 0:\n        left = a.pot\n        raise ChipConservationError(left)",
        "raise NotImplementedError",
        'return f"{a + 1} chips"',
        'return "all hands void"',
        "count: int = a",
    ],
)
def test_what_no_test_should_notice_is_left_alone(body: str) -> None:
    assert changes(f"def rule(a, b):\n    {body}\n") == []


def test_of_a_refusal_its_being_made_and_its_clause_are_broken_and_not_its_words() -> None:
    assert changes('def rule(a):\n    raise IllegalError(f"no {a + 1}", clause=a.limit, legal="5")\n') == [
        "statement removed: raise IllegalError(f'no {a + 1}', clause=a.limit, legal='5')  =>  pass",
        "clause swapped: a.limit  =>  a.limit and 'oneida XI.A.1'",
    ]


def test_a_broken_file_still_compiles() -> None:
    source = (SOURCES / "hoyle/games/poker/legal_actions.py").read_text(encoding="utf-8")
    count = len(breaks(ast.parse(source)))
    assert count > 100
    for number in range(0, count, 7):
        tree = ast.parse(source)
        breaks(tree)[number].carry_out()
        compile(tree, "betting.py", "exec")
        assert ast.unparse(tree) != ast.unparse(ast.parse(source))


def test_lines_are_followed_through_an_edit() -> None:
    lines = new_lines("a\nb\nc\nd\n", "a\nnew\nb\nother\nd\n")
    assert lines == {1: [1, 2], 2: [3], 3: [4], 4: [5]}
    assert moved(f"{0b01010:x}", lines) == f"{0b10110:x}"


def test_mutants_said_to_change_nothing_are_still_there() -> None:
    files = {identity.split(" ")[0] for identity in EQUIVALENT}
    there = {mutant.identity for file in files for mutant in mutants(SOURCES, file)}
    assert sorted(set(EQUIVALENT) - there) == []


def test_a_function_that_loses_its_super_can_be_put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "class A:\n    def go(self): self.x = 1\n\nclass B(A):\n    def go(self): super().go()\n"
    (tmp_path / "broken_super.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    b = importlib.import_module("broken_super").B()
    b.go()
    assert b.x == 1
    [mutant] = [each for each in mutants(tmp_path, "broken_super.py") if each.function == "B.go"]
    Functions(tmp_path).put_in(mutant)
    del b.x
    b.go()
    assert not hasattr(b, "x")


def test_whoever_runs_a_function_is_asked_where_nobody_was_seen_to_run_the_line(tmp_path: Path) -> None:
    file = "hoyle/games/poker/legal_actions.py"
    mutant = mutants(SOURCES, file)[-1]
    reach = Map(tmp_path / "reach.json", {})
    runs = {"seldom": [mutant.starts], "often": [mutant.starts, mutant.lines[0]], "never": [mutant.starts - 1]}
    for name, lines in runs.items():
        bits = sum(1 << line for line in lines)
        reach.tests[name] = Reach("", 0.1, [], True, {file: f"{bits:x}"})
    assert jury(mutant, reach, 10.0, []) == (["often"], False)
    del reach.tests["often"]
    assert jury(mutant, reach, 10.0, []) == (["seldom"], False)
    del reach.tests["seldom"]
    assert jury(mutant, reach, 10.0, []) == ([], False)
