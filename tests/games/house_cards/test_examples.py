"""The examples in the modules of the house card games, read from their source: compiled ones carry none."""

from __future__ import annotations

import ast
import doctest
import importlib

import pytest

MODULES = (
    "hoyle.games.house_cards.hand_values",
    "hoyle.games.house_cards.round",
    "hoyle.games.house_cards.posted_sign",
    "hoyle.table.house_cards.table",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_module_run(name: str, pytestconfig: pytest.Config) -> None:
    source = pytestconfig.rootpath / "src" / f"{name.replace('.', '/')}.py"
    words = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    globs = dict(vars(importlib.import_module(name)))
    examples = doctest.DocTestParser().get_doctest(words, globs, name, str(source), 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
