"""Balance snapshots: SQL that verifies balances against the ledger since the last snapshot.

A snapshot has the balance of every account and the head of each stream; the next check adds the ledger lines
written since. The audit, which adds up the whole ledger, detects a snapshot that was tampered with.
"""

from __future__ import annotations

from typing import Final

SNAPSHOT_EVERY_RECORDS: Final = 50_000
"""Records after which a new snapshot is written."""

_SINCE_SNAPSHOT: Final = (
    "FROM stream LEFT JOIN balance_snapshot_stream AS covered ON covered.stream = stream.stream "
    "CROSS JOIN ledger "
    "WHERE ledger.stream = stream.stream AND ledger.number > COALESCE(covered.number, 0)"
)
"""Ledger lines after the snapshot; streams come first, so that their lines are found by key."""

MISMATCHES: Final = (
    "SELECT account, SUM(balance), SUM(ledger) FROM ("
    "SELECT account, chips AS balance, 0 AS ledger FROM balance "
    "UNION ALL SELECT account, 0, chips FROM balance_snapshot "
    f"UNION ALL SELECT ledger.target, 0, ledger.chips {_SINCE_SNAPSHOT} "
    f"UNION ALL SELECT ledger.source, 0, -ledger.chips {_SINCE_SNAPSHOT}"
    ") AS accounts GROUP BY account HAVING SUM(balance) <> SUM(ledger)"
)

RECORDS_SINCE: Final = (
    "SELECT COALESCE(SUM(stream.number - COALESCE(covered.number, 0)), 0) "
    "FROM stream LEFT JOIN balance_snapshot_stream AS covered ON covered.stream = stream.stream"
)

WRITE_SNAPSHOT: Final = (
    "DELETE FROM balance_snapshot_stream",
    "DELETE FROM balance_snapshot",
    "INSERT INTO balance_snapshot_stream SELECT stream, number FROM stream WHERE number > 0",
    "INSERT INTO balance_snapshot SELECT account, chips FROM balance WHERE chips <> 0",
)
