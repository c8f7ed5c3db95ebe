"""Protocol state of a client, without I/O: unanswered commands, watched tables, resends.

Commands are kept until they are answered, and sent again with their ids on the next connection; the room
knows the ids and does nothing twice. Tables that are followed are asked for from the last record on.
"""

from __future__ import annotations

import secrets
from typing import Any

from hoyle.client.turns import Command, TableViews

Frame = dict[str, Any]


class ProtocolState:
    """One session with a room, over as many connections as it takes."""

    def __init__(self) -> None:
        self.pictures = TableViews()
        self.watching: set[int] = set()
        self.refused: dict[int, str] = {}
        """Tables that are not there for us, and what was said."""
        self.unanswered: dict[str, Frame] = {}

    def watch(self, table: int) -> Frame:
        """Follow a table."""
        self.watching.add(table)
        self.refused.pop(table, None)
        return self._watch(table)

    def command(self, table: int, command: Command, *, expects: int | None = None, id: str = "") -> Frame:
        """Have something done; where it is not said, what was seen is what has come so far."""
        found: Frame = {
            "type": "command",
            "id": id or secrets.token_hex(8),
            "table": table,
            "command": command,
        }
        if expects is None:
            expects = self.pictures.tables.get(table, {}).get("last")
        if expects is not None:
            found["expects"] = expects
        self.unanswered[found["id"]] = found
        return found

    def frames_on_connect(self) -> list[Frame]:
        """A new connection is there: what to send by it first."""
        return [*(self._watch(table) for table in sorted(self.watching)), *self.unanswered.values()]

    def receive(self, frame: Frame) -> list[Frame]:
        """Take a frame in; what is to be sent for it."""
        kind = frame["type"]
        if kind == "answer" and not frame.get("again"):
            self.unanswered.pop(frame["id"], None)
        elif kind == "notice" and frame.get("level") == "error" and frame.get("table") in self.watching:
            # Other levels are news of a table that is followed still.
            table = frame["table"]
            self.refused[table] = frame["text"]
            self.watching.discard(table)
            self.pictures.tables.pop(table, None)
        self.pictures.receive(frame)
        if kind == "notice" and frame.get("again"):
            # Tables that we have are sent by themselves.
            lost = sorted(self.watching - self.pictures.tables.keys())
            return [*(self._watch(table) for table in lost), *self.unanswered.values()]
        return []

    def _watch(self, table: int) -> Frame:
        return {
            "type": "watch",
            "table": table,
            "record": self.pictures.tables.get(table, {}).get("record", 0),
        }
