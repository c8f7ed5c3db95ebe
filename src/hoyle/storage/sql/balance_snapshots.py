"""Balance snapshots: SQL that verifies balances against the ledger since the last snapshot.

What every account held by the ledger is put down now and then, with where each stream stood; the next look
adds the lines written since. A reckoning that somebody has changed is found by the audit, which adds up all.
"""

from __future__ import annotations

from typing import Final

SNAPSHOT_EVERY_RECORDS: Final = 50_000
"""Records after which the next look begins where this one ended."""

_SINCE: Final = (
    "FROM stream LEFT JOIN reckoned ON reckoned.stream = stream.stream CROSS JOIN ledger "
    "WHERE ledger.stream = stream.stream AND ledger.number > COALESCE(reckoned.number, 0)"
)
"""Lines of the ledger that no reckoning has; streams come first, for their lines are found by their key."""

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
