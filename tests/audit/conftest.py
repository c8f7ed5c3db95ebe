"""Fixture of a room in which every kind of event has happened, for tests that only read."""

from __future__ import annotations

import pytest
from tests.audit.sample_room import everything

from hoyle.storage import open_store


@pytest.fixture(scope="session")
def full_room(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Path of its database."""
    place = tmp_path_factory.mktemp("room") / "room.db"
    store = open_store(place)
    everything(store)
    store.close()
    return str(place)
