"""Rake and jackpot reports: house revenue per table and day, and every movement of a fund."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hoyle.audit.reports.recorded_events import table_streams
from hoyle.audit.reports.report_table import Filter, Report, day, moment
from hoyle.storage.account_names import CAGE_BANK, CAGE_DROP, HOUSE_BANK, HOUSE_DROP
from hoyle.storage.models import Posting
from hoyle.storage.sql.sql_store import SqlStore

_FUND: Final = "jackpot "
_DEPOSIT: Final = "deposit "
_BANKS: Final = frozenset({HOUSE_BANK, CAGE_BANK})


def timed(store: SqlStore, stream: str) -> Iterator[tuple[int, Posting]]:
    """Yield the ledger lines of a stream with the times of their records, reading both once."""
    records = store.records(stream)
    record = next(records, None)
    for posting in store.postings(stream):
        while record is not None and record.number < posting.number:
            record = next(records, None)
        yield (0 if record is None else record.time), posting


def rake(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of drop, jackpots and house win by table and day, for play and cage chips."""
    cage: set[int] = set()
    sums_by_day: dict[tuple[int, str], list[int]] = {}
    for stream in table_streams(store, filter_):
        number = int(stream.rpartition(" ")[2])
        for hand in store.hands(stream=stream, since=filter_.since, until=filter_.until):
            line = sums_by_day.setdefault((number, day(hand.ended_at)), [0] * 6)
            line[0] += 1
            line[1] += hand.pot
        for time, posting in timed(store, stream):
            if not filter_.at(time):
                continue
            line = sums_by_day.setdefault((number, day(time)), [0] * 6)
            if _DEPOSIT in (posting.source[: len(_DEPOSIT)], posting.to[: len(_DEPOSIT)]):
                cage.add(number)
            if posting.to in (HOUSE_DROP, CAGE_DROP):
                line[2] += posting.chips
            if posting.to.startswith(_FUND):
                line[3] += posting.chips
            if posting.source.startswith(_FUND):
                line[4] += posting.chips
            line[5] += posting.chips * ((posting.to in _BANKS) - (posting.source in _BANKS))
    return Report(
        title="Rake and drop",
        columns=(
            "table",
            "day",
            "chips",
            "hands",
            "played for",
            "drop",
            "to jackpots",
            "from jackpots",
            "won by the house",
        ),
        rows=[
            (table, date, "cage" if table in cage else "play", *line)
            for (table, date), line in sorted(sums_by_day.items())
            if any(line)
        ],
    )


def jackpots(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of every movement of every jackpot fund, with the balance after it."""
    movements: list[tuple[int, Posting]] = []
    for stream in table_streams(store, Filter()):
        movements += [
            (time, posting)
            for time, posting in timed(store, stream)
            if posting.source.startswith(_FUND) or posting.to.startswith(_FUND)
        ]
    movements.sort(key=lambda timed_posting: timed_posting[0])
    balances: dict[str, int] = {}
    rows: list[tuple[str | int, ...]] = []
    for time, posting in movements:
        is_contribution = posting.to.startswith(_FUND)
        fund = posting.to if is_contribution else posting.source
        balances[fund] = balances.get(fund, 0) + (posting.chips if is_contribution else -posting.chips)
        if filter_.at(time) and (not filter_.table or posting.stream == f"table {filter_.table}"):
            rows.append(
                (
                    *(moment(time), fund.removeprefix(_FUND), posting.stream, posting.number),
                    *("contribution" if is_contribution else "payment", posting.chips, balances[fund]),
                )
            )
    columns = ("time", "fund", "where", "record", "what", "chips", "held after it")
    return Report(title="Jackpot funds", columns=columns, rows=rows)
