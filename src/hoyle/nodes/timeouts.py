"""Timeouts and batch limits of the nodes: lease, heartbeat interval, forwarding timeout."""

from __future__ import annotations

from typing import Final

LEASE_MS: Final = 4000
"""Milliseconds that a node is waited for."""
HEARTBEAT_INTERVAL_MS: Final = 1000
"""Milliseconds between two renewals of the lease."""
FORWARD_TIMEOUT_MS: Final = 15_000
"""Milliseconds that a command waits for a table whose node is gone."""
FULL_GOSSIP_EVERY_BEATS: Final = 5
"""Beats after which everybody is told everything, should something have been lost."""
MAX_MOVED: Final = 4
"""Tables that are given away at one beat."""
MAX_ADOPTED: Final = 16
"""Tables that are taken up between two looks at what has come."""
QUARANTINE_RETRY_MS: Final = 60_000
"""Milliseconds after which a node tries once more to read a table that it could not."""
