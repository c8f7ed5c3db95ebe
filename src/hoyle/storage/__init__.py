"""Storage of the room: the store interface and its engines, SQLite by default, PostgreSQL by URL."""

from hoyle.storage.store_factory import open_store
from hoyle.storage.store_interface import Store

__all__ = ["Store", "open_store"]
