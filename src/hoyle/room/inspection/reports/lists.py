"""Every list by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hoyle.errors import InvalidError
from hoyle.room.inspection.reports.company import company
from hoyle.room.inspection.reports.conduct import disputes, sessions, suspicions
from hoyle.room.inspection.reports.events import events
from hoyle.room.inspection.reports.money import jackpots, rake
from hoyle.room.inspection.reports.reading import Filter, Report, read_time
from hoyle.room.store.sql import SqlStore

__all__ = ["REPORTS", "Filter", "Report", "make", "read_time"]


class Kind(NamedTuple):
    """A list that can be asked for."""

    words: str
    make: Callable[[SqlStore, Filter], Report]


REPORTS: Final = {
    "events": Kind("significant events with actor, reason, before and after", events),
    "rake": Kind("rake, drop, jackpots and house win per table and day", rake),
    "company": Kind("who played with whom, how chips flowed, soft play", company),
    "disputes": Kind("disputes with their rounds and rulings", disputes),
    "suspicions": Kind("reports of suspicious play", suspicions),
    "jackpots": Kind("every movement of the jackpot funds", jackpots),
    "sessions": Kind("sessions, and log-ins that failed", sessions),
}


def make(name: str, store: SqlStore, wanted: Filter) -> Report:
    """The list of that name."""
    kind = REPORTS.get(name)
    if kind is None:
        raise InvalidError(f"there is no list {name!r}; the lists are {', '.join(REPORTS)}")
    if wanted.until and wanted.until <= wanted.since:
        raise InvalidError("--until is not after --since: nothing lies between them")
    return kind.make(store, wanted)
