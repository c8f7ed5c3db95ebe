"""Stores that are opened for a test and closed after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hoyle.storage import Store, open_store


@pytest.fixture
def opened() -> Iterator[Callable[..., Store]]:
    """Opens stores, and closes them when the test is over."""
    stores: list[Store] = []

    def at(place: str | Path, *, reading: bool = False) -> Store:
        stores.append(open_store(place, reading=reading))
        return stores[-1]

    yield at
    for store in stores:
        store.close()


@pytest.fixture
def store(place: str, opened: Callable[..., Store]) -> Store:
    """A new, empty store."""
    return opened(place)
