"""The lobby as it is told: once a second, to those who follow it and for whom it has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hoyle.server.gateway.frame_encoder import encoded
from hoyle.server.gateway.subscriptions import Client, Subscriptions
from hoyle.server.ipc.messages import Message, OutgoingFrame
from hoyle.server.websocket_frames import LobbyNews

PUBLISH_INTERVAL_MS: Final = 1000
"""Milliseconds between two news of the lobby."""


class LobbyPublisher:
    """Tells the lobby."""

    def __init__(
        self,
        viewers: Subscriptions,
        steady: Callable[[], int],
        news: Callable[[str], LobbyNews],
        concerned: Callable[[], set[str]],
    ) -> None:
        """`news` is the lobby as one person sees it, `concerned` for whom it is not what any onlooker reads.

        `steady` is a clock that nobody sets: one that was set back would keep everybody waiting.
        """
        self._viewers = viewers
        self._steady = steady
        self._news = news
        self._concerned = concerned
        self._told_at = steady() - PUBLISH_INTERVAL_MS

    def due_in(self) -> int | None:
        """Milliseconds until there is something to tell; None where nobody follows the lobby."""
        return max(0, self._told_at + PUBLISH_INTERVAL_MS - self._steady()) if self._viewers.lobby else None

    def snapshot(self, client: Client) -> OutgoingFrame:
        """The lobby as one client may see it."""
        client.told_lobby = encoded(self._news(client.person))
        return OutgoingFrame([client.number], client.told_lobby)

    def publish_changes(self) -> list[Message]:
        """The news, where it is time for them."""
        if self.due_in() != 0:
            return []
        self._told_at = self._steady()
        concerned = self._concerned()
        frames: dict[str, bytes] = {}
        found: dict[str, list[int]] = {}
        for client in list(self._viewers.lobby.values()):
            who = client.person if client.person in concerned else ""
            if who not in frames:
                frames[who] = encoded(self._news(who))
            if client.told_lobby != frames[who]:
                client.told_lobby = frames[who]
                found.setdefault(who, []).append(client.number)
        return [OutgoingFrame(clients, frames[who]) for who, clients in found.items()]
