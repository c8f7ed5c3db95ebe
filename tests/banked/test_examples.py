"""The examples in the documentation of the house card games run."""

from __future__ import annotations

import doctest

import pytest

from hoyle.banked import hands, round, sign


@pytest.mark.parametrize("module", [hands, round, sign], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_run(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0
