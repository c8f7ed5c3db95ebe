"""What the room puts on disk, and the two stores that hold it: SQLite by default, PostgreSQL by URL."""

from hoyle.room.store.opening import open_store
from hoyle.room.store.store import Store

__all__ = ["Store", "open_store"]
