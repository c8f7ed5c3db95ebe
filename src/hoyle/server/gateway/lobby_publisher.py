"""Lobby publisher: sends the list of tables, once a second, to subscribers for whom it has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hoyle.server.gateway.frame_encoder import encode_json
from hoyle.server.gateway.subscriptions import Client, Subscriptions
from hoyle.server.ipc.messages import Message, OutgoingFrame
from hoyle.server.websocket_frames import LobbySnapshot

PUBLISH_INTERVAL_MS: Final = 1000


class LobbyPublisher:
    """Publisher of the lobby to its subscribers."""

    def __init__(
        self,
        viewers: Subscriptions,
        steady: Callable[[], int],
        lobby_for: Callable[[str], LobbySnapshot],
        people_with_own_lobby: Callable[[], set[str]],
    ) -> None:
        """Set the functions that build a person's lobby and name the people who see it differently.

        `steady` is a monotonic clock: a wall clock that is set back would delay the next update.
        """
        self._viewers = viewers
        self._steady = steady
        self._lobby_for = lobby_for
        self._people_with_own_lobby = people_with_own_lobby
        self._published_at = steady() - PUBLISH_INTERVAL_MS

    def due_in(self) -> int | None:
        """Return the milliseconds until the next lobby update; None without subscribers."""
        if not self._viewers.lobby:
            return None
        return max(0, self._published_at + PUBLISH_INTERVAL_MS - self._steady())

    def snapshot(self, client: Client) -> OutgoingFrame:
        """Build the lobby frame for one client."""
        client.last_lobby = encode_json(self._lobby_for(client.person))
        return OutgoingFrame([client.number], client.last_lobby)

    def publish_changes(self) -> list[Message]:
        """Return the lobby frames for clients whose lobby has changed, if an update is due."""
        if self.due_in() != 0:
            return []
        self._published_at = self._steady()
        people_with_own_lobby = self._people_with_own_lobby()
        frames: dict[str, bytes] = {}
        receivers: dict[str, list[int]] = {}
        for client in list(self._viewers.lobby.values()):
            audience = client.person if client.person in people_with_own_lobby else ""
            if audience not in frames:
                frames[audience] = encode_json(self._lobby_for(audience))
            if client.last_lobby != frames[audience]:
                client.last_lobby = frames[audience]
                receivers.setdefault(audience, []).append(client.number)
        return [OutgoingFrame(clients, frames[audience]) for audience, clients in receivers.items()]
