"""The examples in the modules of the odds do as they say."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["hoyle.odds", "hoyle.odds.ranges.hand_range", "hoyle.odds.batch_ranking"])
def test_the_examples_in_the_module_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert (result.failed, result.attempted > 0) == (0, True)
