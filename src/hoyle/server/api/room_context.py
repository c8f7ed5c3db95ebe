"""Room context: what the API's handlers in the room process work on, and who calls them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec import Struct

from hoyle.core.errors import NotFoundError
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.room import Room
from hoyle.server.api.floor_rows import FloorTableSummary
from hoyle.server.websocket_frames import LobbySnapshot


class Caller(Struct, frozen=True):
    """Sender of an HTTP request: the owner of its session, and where it came from."""

    person: str = ""
    """Empty: no session."""
    token: str = ""
    agent: str = ""
    """User agent of the browser or program."""
    address: str = ""


class RoomContext(ABC):
    """Room, accounts and connections, as the handlers of calls need them."""

    pipeline: CommandPipeline
    authenticator: Authenticator

    @property
    def room(self) -> Room:
        return self.pipeline.room

    @abstractmethod
    def lobby(self, person: str) -> LobbySnapshot:
        """Build the lobby as one person may see it."""

    @abstractmethod
    def floor_elsewhere(self, person: str) -> list[FloorTableSummary]:
        """Return the rows of other nodes' tables for the floor's list."""

    @abstractmethod
    def metrics(self) -> dict[str, float]:
        """Return the room's metrics, for the monitoring endpoint."""

    def visible_table(self, caller: Caller, table: int) -> LiveTable:
        """Return a table; raises NotFoundError if the caller may not see it."""
        live_table = self.room.tables.get(table)
        if live_table is None or live_table.hosting.closed or not self.room.may_watch(live_table, caller.person):
            raise NotFoundError(f"there is no table {table} here", clause="house tables")
        return live_table
