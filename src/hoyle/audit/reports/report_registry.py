"""Report registry: every report by name, with its description and builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hoyle.audit.reports.disputes import disputes, sessions, suspicions
from hoyle.audit.reports.player_pairs import player_pairs
from hoyle.audit.reports.rake_and_jackpots import jackpots, rake
from hoyle.audit.reports.report_table import Filter, Report, read_time
from hoyle.audit.reports.significant_events import events
from hoyle.core.errors import InvalidError
from hoyle.storage.sql.sql_store import SqlStore

__all__ = ["REPORTS", "Filter", "Report", "make", "read_time"]


class ReportKind(NamedTuple):
    """Kind of regulator's report, with its description and builder."""

    words: str
    make: Callable[[SqlStore, Filter], Report]


REPORTS: Final = {
    "events": ReportKind("significant events with actor, reason, before and after", events),
    "rake": ReportKind("rake, drop, jackpots and house win per table and day", rake),
    "company": ReportKind("who played with whom, how chips flowed, soft play", player_pairs),
    "disputes": ReportKind("disputes with their rounds and rulings", disputes),
    "suspicions": ReportKind("reports of suspicious play", suspicions),
    "jackpots": ReportKind("every movement of the jackpot funds", jackpots),
    "sessions": ReportKind("sessions, and log-ins that failed", sessions),
}


def make(name: str, store: SqlStore, filter_: Filter) -> Report:
    """Build the regulator's report of that name."""
    kind = REPORTS.get(name)
    if kind is None:
        raise InvalidError(f"there is no list {name!r}; the lists are {', '.join(REPORTS)}")
    if filter_.until and filter_.until <= filter_.since:
        raise InvalidError("--until is not after --since: nothing lies between them")
    return kind.make(store, filter_)
