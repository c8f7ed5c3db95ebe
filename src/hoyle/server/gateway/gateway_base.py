"""Gateway base: the room, its clients and what the handlers of calls ask about them."""

from __future__ import annotations

from typing import Any

from hoyle.room.auth.authentication import Authenticator
from hoyle.room.pipeline import CommandPipeline
from hoyle.server.error_log import ErrorReporter
from hoyle.server.gateway.lobby import lobby_frame
from hoyle.server.gateway.subscriptions import Subscriptions
from hoyle.server.websocket_frames import LobbySnapshot


class GatewayBase:
    """State that call handlers work on: pipeline, accounts and clients; `RoomGateway` adds messages."""

    def __init__(self, pipeline: CommandPipeline, authenticator: Authenticator) -> None:
        self.pipeline = pipeline
        self.authenticator = authenticator
        self.viewers = Subscriptions()
        self.bots: list[tuple[str, str, int]] = []
        self.alarm = ErrorReporter()

    def ready(self) -> bool:
        """Whether this room can take new clients."""
        return not self.pipeline.trouble

    def lobby(self, person: str) -> LobbySnapshot:
        """Return the lobby as one person may see it."""
        return lobby_frame(self.pipeline.room, person, people=len(self.viewers.clients))

    def floor_elsewhere(self, person: str) -> list[dict[str, Any]]:
        """Return the rows of other nodes' tables for the floor's list."""
        return []
