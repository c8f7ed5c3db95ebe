"""Integrity checks of PostgreSQL: triggers as the schema has them, indexes verified (amcheck).

With the extension amcheck the server itself verifies every index against its table; without it, or without
the privilege to use it, counts and hashes of an index scan are compared with those of a sequential scan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import psycopg

from hoyle.storage.integrity import KEYS, MAX_FLAWS, IntegrityReport, compare_triggers
from hoyle.storage.sql.schema import POSTGRES, RECORD_PARTITIONS

_BEFORE_ANY_CHANGE: Final = 2 + 8 + 16 + 32
"""`tgtype` of a trigger before each statement that updates, deletes or truncates."""
_BEFORE_UPDATE: Final = 2 + 16 + 32
"""The same without deletes, which have a trigger for each row."""
_BEFORE_ROW_DELETE: Final = 1 + 2 + 8
_APPEND_ONLY: Final = "hoyle_append_only"
_RETIRED_ONLY: Final = "hoyle_retired_only"
_EXPECTED: Final = {
    **{
        f"trigger {table}_append_only on {table}": f"{_BEFORE_ANY_CHANGE} O {_APPEND_ONLY}"
        for table in ("ledger", "retired_range")
    },
    **{
        f"trigger {table}_append_only on {table}": f"{_BEFORE_UPDATE} O {_APPEND_ONLY}"
        for table in ("record", *RECORD_PARTITIONS)
    },
    **{
        f"trigger {partition}_retired_only on {partition}": f"{_BEFORE_ROW_DELETE} O {_RETIRED_ONLY}"
        for partition in RECORD_PARTITIONS
    },
    **{
        f"partition {partition} of record": f"FOR VALUES WITH (modulus {len(RECORD_PARTITIONS)}, remainder {remainder})"
        for remainder, partition in enumerate(RECORD_PARTITIONS)
    },
    **{
        f"function {name}": statement.split("$$")[1]
        for name, statement in zip((_APPEND_ONLY, _RETIRED_ONLY), POSTGRES.functions, strict=True)
    },
    "constraint no_overdraft on balance": "",
}
_QUERY_TRIGGERS: Final = (
    "SELECT 'trigger ' || tgname || ' on ' || relname, "
    "tgtype::text || ' ' || tgenabled::text || ' ' || proname "
    "FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY(%s) "
    "UNION ALL SELECT 'partition ' || relname || ' of record', pg_get_expr(relpartbound, pg_class.oid) "
    "FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'record'::regclass "
    "UNION ALL SELECT 'function ' || proname, prosrc FROM pg_proc "
    f"WHERE proname IN ('{_APPEND_ONLY}', '{_RETIRED_ONLY}') "
    "AND pronamespace = current_schema()::regnamespace "
    "UNION ALL SELECT 'constraint ' || conname || ' on ' || relname, '' "
    "FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid "
    "WHERE conname = 'no_overdraft' AND relnamespace = current_schema()::regnamespace"
)
_AMCHECK: Final = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'amcheck'"
"""Schema of its functions."""
_INDEXES: Final = (
    "SELECT keys.oid::regclass::text FROM pg_index JOIN pg_class AS keys ON keys.oid = indexrelid "
    "JOIN pg_class AS indexed ON indexed.oid = indrelid "
    "WHERE indexed.relnamespace = current_schema()::regnamespace AND indexed.relname = ANY(%s) "
    "AND keys.relkind = 'i' ORDER BY 1"
)
"""A partitioned table has its indexes on its partitions."""
_BY_ROW: Final = {"seqscan": "on", "indexscan": "off", "indexonlyscan": "off", "sort": "on"}
_BY_KEY: Final = {"seqscan": "off", "indexscan": "on", "indexonlyscan": "on", "sort": "off"}
"""Planner settings that force a sequential scan, and an index scan."""


def check_integrity(connection: psycopg.Connection[Any]) -> IntegrityReport:
    """Check the triggers and indexes of a PostgreSQL database, over a connection in no transaction."""
    report = IntegrityReport()
    tables = [*KEYS, *RECORD_PARTITIONS]
    triggers = connection.execute(_QUERY_TRIGGERS, (tables,)).fetchall()
    compare_triggers(report, dict(triggers), _EXPECTED)
    amcheck = connection.execute(_AMCHECK).fetchone()
    if amcheck is not None:
        try:
            _check_indexes(connection, str(amcheck[0]), tables, report)
            return report
        except psycopg.errors.InsufficientPrivilege:
            report.checked = len(_EXPECTED)
    report.notices.append("without the extension amcheck keys are only counted against their tables")
    for table, key in KEYS.items():
        report.checked += 1
        report.flaws += _check_by_count(connection, table, key)
    return report


def _check_indexes(
    connection: psycopg.Connection[Any], amcheck: str, tables: list[str], report: IntegrityReport
) -> None:
    """Verify every index of these tables with the amcheck extension."""
    for (index,) in connection.execute(_INDEXES, (tables,)).fetchall():
        report.checked += 1
        try:
            connection.execute(f"SELECT {amcheck}.bt_index_check(%s::regclass, true)", (index,))
        except psycopg.InternalError as error:
            if len(report.flaws) < MAX_FLAWS:
                report.flaws.append(f"{index}: {error.diag.message_primary}")


def _check_by_count(connection: psycopg.Connection[Any], table: str, key: tuple[str, ...]) -> Iterator[str]:
    """Compare row count and key hashes of an index scan with those of a sequential scan."""
    columns = ", ".join(key)
    query = (
        f"SELECT COUNT(*), COALESCE(SUM(hashtextextended(ROW({columns})::text, 0)), 0)::text "
        f"FROM (SELECT {columns} FROM {table} ORDER BY {columns}) AS rows"
    )
    results = []
    with connection.transaction():
        # Commits may continue meanwhile: both scans read one snapshot.
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        connection.execute("SET LOCAL enable_bitmapscan = off")
        for settings in (_BY_ROW, _BY_KEY):
            for name, value in settings.items():
                connection.execute(f"SET LOCAL enable_{name} = {value}")
            results.append(connection.execute(query).fetchone())
    if results[0] != results[1]:
        yield f"{table} has other rows by its key than row by row"
