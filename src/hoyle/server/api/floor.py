"""HTTP API of the floor staff: tables with their disputes, and forms for the reports that can be made.

The forms are generated from the commands, so that a new report has its form at once. Rulings are previewed
and carried out over the WebSocket.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Literal, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, structs

from hoyle.core.errors import IllegalError
from hoyle.core.validation import MAX_NAME_LENGTH, MAX_SEATS
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import FLOOR, REPORTS
from hoyle.room.room import Room
from hoyle.server.api.endpoint import room_endpoint
from hoyle.server.api.floor_rows import DisputeSummary, FloorTableSummary, all_disputes, floor_row
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.table.base import Table
from hoyle.table.command_base import Command
from hoyle.table.deck_inventory import TableDecks
from hoyle.table.kind_registry import TABLE_KINDS

WHO: Final = "ruled_by"
"""Field that is set to the person who rules."""
_HIDDEN_FIELDS: Final = frozenset((WHO, "facts"))
_SEAT_FIELDS: Final = frozenset(("seat", "spot"))
_PERSON_FIELDS: Final = frozenset(("player",))
_REPORTS_WITHOUT_RULE: Final = frozenset((
    "call-from-waiting-list", "skip-on-waiting-list", "settle-dispute", "log-note", "refuse-play",
    "house-ruling", "report-collusion", "shuffler-failed", "order-pass",
))  # fmt: skip
"""Reports that no book rules on: about people, about the record, and the house's own decisions."""


_FIXED_VALUES: Final = {"house-ruling": {"trigger": "other"}}
"""Field values that a report fixes; an irregularity with a name has its own report."""


FieldKind = Literal["seat", "person", "number", "flag", "line", "text", "given"]


class ReportField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Field in the form of a floor report."""

    name: str
    kind: FieldKind
    """``given``: preset and not shown."""
    needed: bool = False
    value: str = ""
    """Preset value; a ``given`` field is not shown."""
    options: list[str] = msgspec.field(default_factory=list)
    """Allowed values, if they are few."""


class ReportForm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Form of one floor report, with its fields."""

    do: str
    words: str
    fields: list[ReportField]
    previewed: bool = False
    """Whether the ruling can be seen before it is carried out."""
    clause: str = ""
    """Clause of the table's book on it; empty: the book is silent, or no book covers it."""
    asked: bool = False
    """Whether it cannot happen with a program as dealer: the ruling is shown, and nothing carried out."""


class FloorResponse(Struct, frozen=True, kw_only=True):
    """Tables that the caller rules at, those with an open dispute first."""

    tables: list[FloorTableSummary]


class SeatOccupant(Struct, frozen=True, kw_only=True):
    seat: int
    person: str


class FloorTableResponse(FloorTableSummary, frozen=True, kw_only=True):
    """HTTP response with one table and the floor reports that can be made there."""

    seats: list[SeatOccupant]
    waiting: list[str]
    disputes: list[DisputeSummary]
    reports: list[ReportForm]
    kept: TableDecks | None
    """Deck procedures; null at dice."""


@room_endpoint("GET", "/api/floor", "Tables that you rule at, with their disputes", call="floor", session=True)
def floor(context: RoomContext, caller: Caller) -> FloorResponse:
    room, person = context.room, caller.person
    rows = [
        floor_row(room, live_table)
        for live_table in room.tables.values()
        if not live_table.hosting.closed and _may_rule_at(room, live_table, person)
    ]
    rows += context.floor_elsewhere(person)
    if not rows:
        raise IllegalError(f"{person} has no floor role", clause="house roles", legal="ask a manager for the role")
    return FloorResponse(tables=sorted(rows, key=lambda row: not row.open))


@room_endpoint(
    "GET", "/api/floor/{table:table}", "Table with the reports that can be made", call="floor-table", session=True
)
def floor_table(context: RoomContext, caller: Caller, table: int) -> FloorTableResponse:
    room, live_table = context.room, context.room.tables.get(table)
    if live_table is None or live_table.hosting.closed or not _may_rule_at(room, live_table, caller.person):
        raise IllegalError(f"{caller.person} may not rule at table {table}", clause="house roles")
    return FloorTableResponse(
        **structs.asdict(floor_row(room, live_table)),
        seats=[SeatOccupant(seat=seat, person=name) for seat, name in sorted(live_table.seated.items())],
        waiting=list(live_table.table.roster.waiting),
        disputes=[
            DisputeSummary(number=dispute.number, by=dispute.by, about=dispute.about, ruling=dispute.ruling)
            for dispute in all_disputes(live_table)
        ],
        reports=reports(live_table.table),
        kept=live_table.table.deck_requirements() if live_table.table.is_open else None,
    )


def _may_rule_at(room: Room, live_table: LiveTable, person: str) -> bool:
    """Whether a person rules at a table: the floor everywhere, a host at their own."""
    member = room.state.people.get(person)
    return member is not None and (FLOOR in member.roles or live_table.hosting.host == person)


# Forms


def reports(table: Table) -> list[ReportForm]:
    """Return every report at a table with its clause, those that its book rules on first."""
    cited = [
        structs.replace(
            form,
            clause=table.report_clause(form.do),
            fields=[_with_options(table, form.do, field) for field in form.fields],
        )
        for form in (*_hypothetical_forms(table), *forms(table.KIND))
    ]
    return sorted(cited, key=lambda form: (not form.previewed, not form.clause))


def _hypothetical_forms(table: Table) -> Iterator[ReportForm]:
    for report in table.hypothetical_reports():
        if report.is_offered:
            fields = [ReportField(name=name, kind=cast(FieldKind, kind), needed=True) for name, kind in report.fields]
            yield ReportForm(do=report.do, words=report.description, fields=fields, previewed=True, asked=True)


def _with_options(table: Table, do: str, field: ReportField) -> ReportField:
    """Add the allowed values to a field, if they are few."""
    options = table.report_options(do, field.name)
    return structs.replace(field, options=list(options)) if options else field


@cache
def forms(kind: str) -> tuple[ReportForm, ...]:
    """Return every report at a kind of table, those with a preview first."""
    all_forms = [
        form
        for name, command in TABLE_KINDS[kind].COMMANDS.items()
        if name in REPORTS and (form := _report_form(name, command))
    ]
    return tuple(sorted(all_forms, key=lambda form: not form.previewed))


def _report_form(name: str, command: type[Command]) -> ReportForm | None:
    hints = get_type_hints(command, include_extras=True)
    fields: list[ReportField] = []
    for field in structs.fields(command):
        kind = _field_kind(field.name, hints[field.name])
        if field.name in _HIDDEN_FIELDS:
            continue
        if kind is None:
            if field.required:
                return None  # no form can ask for this field: the report is sent as a command
            continue
        value = _FIXED_VALUES.get(name, {}).get(field.name, "")
        fields.append(ReportField(name=field.name, kind="given" if value else kind, needed=field.required, value=value))
    description = inspect.cleandoc(command.__doc__ or "").split("\n")[0].split(". ")[0].rstrip(".")
    return ReportForm(do=name, words=description, fields=fields, previewed=name not in _REPORTS_WITHOUT_RULE)


def _field_kind(name: str, hint: Any) -> FieldKind | None:
    if name in _SEAT_FIELDS:
        return "seat"
    if name in _PERSON_FIELDS:
        return "person"
    if get_origin(hint) is Annotated:
        base, *metas = get_args(hint)
        meta = next((item for item in metas if isinstance(item, Meta)), None)
        if base is int:
            return "seat" if meta is not None and meta.le == MAX_SEATS else "number"
        if base is str:
            return "line" if meta is not None and (meta.max_length or 0) <= MAX_NAME_LENGTH else "text"
    return "flag" if hint is bool else None
