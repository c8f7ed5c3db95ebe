"""Protocol state of a client, without I/O: unanswered commands, watched tables, resends.

Unanswered commands are kept and sent again with their ids on the next connection; the room knows the ids and
executes nothing twice. Watched tables are requested from their last record on.
"""

from __future__ import annotations

import secrets
from typing import Any

from hoyle.client.turns import Command, TableViews

Frame = dict[str, Any]


class ProtocolState:
    """Protocol state of a client's session with a room, across connections."""

    def __init__(self) -> None:
        self.views = TableViews()
        self.watching: set[int] = set()
        self.refused: dict[int, str] = {}
        """Tables that cannot be watched, with the reason."""
        self.unanswered: dict[str, Frame] = {}

    def watch(self, table: int) -> Frame:
        """Subscribe to a table: return the frame to send."""
        self.watching.add(table)
        self.refused.pop(table, None)
        return self._watch(table)

    def command(self, table: int, command: Command, *, expected_version: int | None = None, id: str = "") -> Frame:
        """Build the frame of a command, and keep it until it is answered.

        Without `expected_version`, the version received last is expected.
        """
        frame: Frame = {
            "type": "command",
            "idempotency_key": id or secrets.token_hex(8),
            "table_id": table,
            "command": command,
        }
        if expected_version is None:
            expected_version = self.views.tables.get(table, {}).get("version")
        if expected_version is not None:
            frame["expected_version"] = expected_version
        self.unanswered[frame["idempotency_key"]] = frame
        return frame

    def frames_on_connect(self) -> list[Frame]:
        """Return the frames that a client sends first on a new connection."""
        return [*(self._watch(table) for table in sorted(self.watching)), *self.unanswered.values()]

    def receive(self, frame: Frame) -> list[Frame]:
        """Update the state with a frame from the room; return the frames to send in response."""
        kind = frame["type"]
        if kind == "answer" and not frame.get("retry"):
            self.unanswered.pop(frame["idempotency_key"], None)
        elif kind == "notice" and frame.get("level") == "error" and frame.get("table_id") in self.watching:
            # Notices of other levels do not end the subscription.
            table = frame["table_id"]
            self.refused[table] = frame["text"]
            self.watching.discard(table)
            self.views.tables.pop(table, None)
        self.views.receive(frame)
        if kind == "notice" and frame.get("retry"):
            # The server sends the tables that we have by itself.
            missing = sorted(self.watching - self.views.tables.keys())
            return [*(self._watch(table) for table in missing), *self.unanswered.values()]
        return []

    def _watch(self, table: int) -> Frame:
        return {"type": "watch", "table_id": table, "after_record": self.views.tables.get(table, {}).get("record", 0)}
