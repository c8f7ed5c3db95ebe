"""A room in which everything has happened once, for every test that only reads."""

from __future__ import annotations

import pytest
from tests.room.inspection.evening import everything

from hoyle.room.store import open_store


@pytest.fixture(scope="session")
def full_room(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where it is kept."""
    place = tmp_path_factory.mktemp("room") / "room.db"
    store = open_store(place)
    everything(store)
    store.close()
    return str(place)
