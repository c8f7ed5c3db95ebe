"""Wallet publisher: sends connected people their chip balances when these change."""

from __future__ import annotations

from collections.abc import Iterable, KeysView

from hoyle.room.pipeline import CommandPipeline
from hoyle.server.gateway.frame_encoder import outgoing_frame
from hoyle.server.gateway.subscriptions import Subscriptions
from hoyle.server.ipc.messages import Message
from hoyle.server.websocket_frames import WalletFrame


class WalletPublisher:
    """Publisher of each connected person's play chips and cage chips."""

    def __init__(self, pipeline: CommandPipeline, viewers: Subscriptions) -> None:
        self._pipeline = pipeline
        self._viewers = viewers
        self._sent: dict[str, WalletFrame | None] = {}
        """Last balance sent to each connected person; None if it must be sent again."""

    def balance(self, person: str) -> WalletFrame:
        """Return the chips of a person that are not on a table."""
        room = self._pipeline.room
        return WalletFrame(chips=room.wallet_balance(person), deposit=room.deposit(person))

    def add(self, person: str) -> WalletFrame:
        """Return a connected person's balance, and publish its later changes."""
        balance = self._sent[person] = self.balance(person)
        return balance

    def remove(self, person: str) -> None:
        self._sent.pop(person, None)

    def people(self) -> KeysView[str]:
        """Return the people whose balances are published."""
        return self._sent.keys()

    def invalidate(self) -> None:
        """Make the next `publish_changes` send every balance, changed or not."""
        self._sent = dict.fromkeys(self._sent)

    def publish_changes(self, people: Iterable[str]) -> list[Message]:
        """Return balance frames for those of these people whose balance has changed."""
        out: list[Message] = []
        for person in people:
            if person in self._sent and self._sent[person] != (balance := self.balance(person)):
                self._sent[person] = balance
                out.append(outgoing_frame(sorted(self._viewers.connections_of(person)), balance))
        return out
