"""Every public name says what it is and shows how it is used; what it shows is so.

Classes and functions say it themselves, compiled or not; of a value only the sources can.
"""

from __future__ import annotations

import ast
import doctest
import inspect
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import hoyle
import hoyle.client
import hoyle.odds

PLAIN = ("__version__", "odds")
"""A text, and a module whose own docstring has examples."""


def homes() -> dict[str, str]:
    """The module in which each public name is defined."""
    found = {name: home for name, home in hoyle._HOME.items() if name not in PLAIN}
    found |= {name: f"hoyle.odds.{home}" for name, home in hoyle.odds._HOMES.items()}
    return found | {name: getattr(hoyle.client, name).__module__ for name in hoyle.client.__all__}


def source(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin)
    return path if path.suffix == ".py" else path.with_name(path.name.partition(".")[0] + ".py")


def docstring(module: str, name: str) -> str:
    """What the source says of a class, a function or a value; of one that only passes through, its home's."""
    body = ast.parse(source(module).read_text(encoding="utf-8")).body
    for at, node in enumerate(body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return ast.get_docstring(node) or ""
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            said = body[at + 1]
            if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
                return str(said.value.value)
        if isinstance(node, ast.ImportFrom) and node.module and name in [each.name for each in node.names]:
            return docstring(node.module, name)
    return ""


@pytest.mark.parametrize("name", homes())
def test_a_public_name_is_shown_in_use(name: str) -> None:
    module = homes()[name]
    found_there = getattr(import_module(module), name)
    says = isinstance(found_there, type) or isinstance(getattr(found_there, "__module__", None), str)
    text = (inspect.getdoc(found_there) or "") if says else docstring(module, name)
    names = dict(vars(import_module(module)))
    test = doctest.DocTestParser().get_doctest(text, names, name, str(source(module)), 0)
    assert test.examples, f"{name} has no example"
    found: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=found.append)
    assert not found, "".join(found)


def test_the_list_of_public_names_is_whole() -> None:
    listed = {*hoyle.__all__, *hoyle.odds.__all__, *hoyle.client.__all__}
    assert listed - set(PLAIN) == set(homes())
