"""Timeouts and batch limits of the nodes: lease, heartbeat interval, forwarding timeout."""

from __future__ import annotations

from typing import Final

LEASE_MS: Final = 4000
"""Milliseconds that a lease lasts without renewal."""
HEARTBEAT_INTERVAL_MS: Final = 1000
"""Milliseconds between two renewals of the lease."""
FORWARD_TIMEOUT_MS: Final = 15_000
"""Milliseconds that a command is parked for a table without an owner."""
FULL_GOSSIP_EVERY_BEATS: Final = 5
"""Heartbeats between two full announcements, in case a message was lost."""
MAX_HANDED_OVER: Final = 4
"""Maximum tables handed over at one heartbeat."""
MAX_ADOPTED: Final = 16
"""Maximum tables adopted in one turn of the loop."""
QUARANTINE_RETRY_MS: Final = 60_000
"""Milliseconds after which a node tries again to read a table that it could not."""
