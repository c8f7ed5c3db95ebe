"""Integrity checks of PostgreSQL: triggers as the schema has them, indexes verified (amcheck).

With the extension amcheck the server itself verifies every index against its table; without it, or without
the privilege to use it, counts and hashes of an index scan are compared with those of a sequential scan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import psycopg

from hoyle.storage.integrity import KEYS, MAX_FLAWS, DatabaseTrigger, IntegrityReport, hold_guards
from hoyle.storage.sql.schema import POSTGRES, RECORD_PARTS

_BEFORE_ANY_CHANGE: Final = 2 + 8 + 16 + 32
"""`tgtype` of a trigger before each statement that updates, deletes or truncates."""
_BEFORE_UPDATE: Final = 2 + 16 + 32
"""The same without deletes, which have a trigger for each row."""
_BEFORE_ROW_GOES: Final = 1 + 2 + 8
_APPEND_ONLY: Final = "hoyle_append_only"
_RETIRED_ONLY: Final = "hoyle_retired_only"
_EXPECTED: Final = (
    *(
        DatabaseTrigger(f"trigger {table}_append_only on {table}", f"{_BEFORE_ANY_CHANGE} O {_APPEND_ONLY}")
        for table in ("ledger", "retired")
    ),
    *(
        DatabaseTrigger(f"trigger {table}_append_only on {table}", f"{_BEFORE_UPDATE} O {_APPEND_ONLY}")
        for table in ("record", *RECORD_PARTS)
    ),
    *(
        DatabaseTrigger(f"trigger {part}_retired_only on {part}", f"{_BEFORE_ROW_GOES} O {_RETIRED_ONLY}")
        for part in RECORD_PARTS
    ),
    *(
        DatabaseTrigger(
            f"part {part} of record",
            f"FOR VALUES WITH (modulus {len(RECORD_PARTS)}, remainder {remainder})",
        )
        for remainder, part in enumerate(RECORD_PARTS)
    ),
    DatabaseTrigger(f"function {_APPEND_ONLY}", POSTGRES.once[0].split("$$")[1]),
    DatabaseTrigger(f"function {_RETIRED_ONLY}", POSTGRES.retirable[0].split("$$")[1]),
    DatabaseTrigger("constraint no_overdraft on balance", ""),
)
_QUERY_TRIGGERS: Final = (
    "SELECT 'trigger ' || tgname || ' on ' || relname, "
    "tgtype::text || ' ' || tgenabled::text || ' ' || proname "
    "FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY(%s) "
    "UNION ALL SELECT 'part ' || relname || ' of record', pg_get_expr(relpartbound, pg_class.oid) "
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
    "JOIN pg_class AS kept ON kept.oid = indrelid "
    "WHERE kept.relnamespace = current_schema()::regnamespace AND kept.relname = ANY(%s) "
    "AND keys.relkind = 'i' ORDER BY 1"
)
"""A partitioned table has its indexes on its partitions."""
_BY_ROW: Final = {"seqscan": "on", "indexscan": "off", "indexonlyscan": "off", "sort": "on"}
_BY_KEY: Final = {"seqscan": "off", "indexscan": "on", "indexonlyscan": "on", "sort": "off"}
"""Planner settings that force a sequential scan, and an index scan."""


def soundness(connection: psycopg.Connection[Any]) -> IntegrityReport:
    """Check a database, over a connection that is in no transaction."""
    report = IntegrityReport()
    tables = [*KEYS, *RECORD_PARTS]
    triggers = connection.execute(_QUERY_TRIGGERS, (tables,)).fetchall()
    hold_guards(report, [DatabaseTrigger(str(name), str(made)) for name, made in triggers], _EXPECTED)
    amcheck = connection.execute(_AMCHECK).fetchone()
    if amcheck is not None:
        try:
            _check_indexes(connection, str(amcheck[0]), tables, report)
            return report
        except psycopg.errors.InsufficientPrivilege:
            report.looked = len(_EXPECTED)
    report.notices.append("without the extension amcheck keys are only counted against their tables")
    for table, key in KEYS.items():
        report.looked += 1
        report.flaws += _check_by_count(connection, table, key)
    return report


def _check_indexes(
    connection: psycopg.Connection[Any], amcheck: str, tables: list[str], report: IntegrityReport
) -> None:
    for (index,) in connection.execute(_INDEXES, (tables,)).fetchall():
        report.looked += 1
        try:
            connection.execute(f"SELECT {amcheck}.bt_index_check(%s::regclass, true)", (index,))
        except psycopg.InternalError as error:
            if len(report.flaws) < MAX_FLAWS:
                report.flaws.append(f"{index}: {error.diag.message_primary}")


def _check_by_count(connection: psycopg.Connection[Any], table: str, key: tuple[str, ...]) -> Iterator[str]:
    """Compare row count and key hashes of an index scan with those of a sequential scan."""
    columns = ", ".join(key)
    question = (
        f"SELECT COUNT(*), COALESCE(SUM(hashtextextended(ROW({columns})::text, 0)), 0)::text "
        f"FROM (SELECT {columns} FROM {table} ORDER BY {columns}) AS rows"
    )
    results = []
    with connection.transaction():
        # Commits may continue meanwhile: both scans read one snapshot.
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        connection.execute("SET LOCAL enable_bitmapscan = off")
        for way in (_BY_ROW, _BY_KEY):
            for name, value in way.items():
                connection.execute(f"SET LOCAL enable_{name} = {value}")
            results.append(connection.execute(question).fetchone())
    if results[0] != results[1]:
        yield f"{table} has other rows by its key than row by row"
