"""Lobby publisher: once a second, to the subscribers whose lobby has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hoyle.server.gateway.frame_encoder import encoded
from hoyle.server.gateway.subscriptions import Client, Subscriptions
from hoyle.server.ipc.messages import Message, OutgoingFrame
from hoyle.server.websocket_frames import LobbySnapshot

PUBLISH_INTERVAL_MS: Final = 1000
"""Minimum interval between two lobby updates, in milliseconds."""


class LobbyPublisher:
    """Publisher of the lobby to its subscribers."""

    def __init__(
        self,
        viewers: Subscriptions,
        steady: Callable[[], int],
        news: Callable[[str], LobbySnapshot],
        concerned: Callable[[], set[str]],
    ) -> None:
        """`news` is a person's lobby, `concerned` the people whose lobby differs from a spectator's.

        `steady` is a monotonic clock: a wall clock that is set back would delay the next update.
        """
        self._viewers = viewers
        self._steady = steady
        self._news = news
        self._concerned = concerned
        self._published_at = steady() - PUBLISH_INTERVAL_MS

    def due_in(self) -> int | None:
        """Milliseconds until the next update; None without subscribers."""
        return (
            max(0, self._published_at + PUBLISH_INTERVAL_MS - self._steady()) if self._viewers.lobby else None
        )

    def snapshot(self, client: Client) -> OutgoingFrame:
        """Lobby frame for one client."""
        client.told_lobby = encoded(self._news(client.person))
        return OutgoingFrame([client.number], client.told_lobby)

    def publish_changes(self) -> list[Message]:
        """Build the due updates for clients whose lobby has changed."""
        if self.due_in() != 0:
            return []
        self._published_at = self._steady()
        concerned = self._concerned()
        frames: dict[str, bytes] = {}
        receivers: dict[str, list[int]] = {}
        for client in list(self._viewers.lobby.values()):
            who = client.person if client.person in concerned else ""
            if who not in frames:
                frames[who] = encoded(self._news(who))
            if client.told_lobby != frames[who]:
                client.told_lobby = frames[who]
                receivers.setdefault(who, []).append(client.number)
        return [OutgoingFrame(clients, frames[who]) for who, clients in receivers.items()]
