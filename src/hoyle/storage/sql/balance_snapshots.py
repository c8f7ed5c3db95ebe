"""Balance snapshots: SQL that verifies balances against the ledger since the last snapshot.

A snapshot has the balance of every account and the head of each stream; the next check adds the ledger lines
written since. The audit, which adds up the whole ledger, detects a snapshot that was tampered with.
"""

from __future__ import annotations

from typing import Final

SNAPSHOT_EVERY_RECORDS: Final = 50_000
"""Records after which a new snapshot is written."""

_SINCE: Final = (
    "FROM stream LEFT JOIN reckoned ON reckoned.stream = stream.stream CROSS JOIN ledger "
    "WHERE ledger.stream = stream.stream AND ledger.number > COALESCE(reckoned.number, 0)"
)
"""Ledger lines after the snapshot; streams come first, so that their lines are found by key."""

MISSTATED: Final = (
    "SELECT account, SUM(held), SUM(booked) FROM ("
    "SELECT account, chips AS held, 0 AS booked FROM balance "
    "UNION ALL SELECT account, 0, chips FROM reckoning "
    f"UNION ALL SELECT ledger.target, 0, ledger.chips {_SINCE} "
    f"UNION ALL SELECT ledger.source, 0, -ledger.chips {_SINCE}"
    ") AS accounts GROUP BY account HAVING SUM(held) <> SUM(booked)"
)

RECORDS_SINCE: Final = (
    "SELECT COALESCE(SUM(stream.number - COALESCE(reckoned.number, 0)), 0) "
    "FROM stream LEFT JOIN reckoned ON reckoned.stream = stream.stream"
)

WRITE_SNAPSHOT: Final = (
    "DELETE FROM reckoned",
    "DELETE FROM reckoning",
    "INSERT INTO reckoned SELECT stream, number FROM stream WHERE number > 0",
    "INSERT INTO reckoning SELECT account, chips FROM balance WHERE chips <> 0",
)
