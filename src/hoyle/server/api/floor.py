"""HTTP API of the floor staff; rulings are previewed and carried out over the WebSocket."""

from __future__ import annotations

from msgspec import Struct, structs

from hoyle.core.errors import IllegalError
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import FLOOR
from hoyle.room.room import Room
from hoyle.server.api.endpoint import room_endpoint
from hoyle.server.api.floor_rows import DisputeSummary, FloorTableSummary, all_disputes, floor_row
from hoyle.server.api.report_forms import ReportForm, reports
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.table.deck_inventory import TableDecks


class FloorResponse(Struct, frozen=True, kw_only=True):
    """Tables that the caller rules at, those with an open dispute first."""

    tables: list[FloorTableSummary]


class SeatedPlayer(Struct, frozen=True, kw_only=True):
    seat: int
    person: str


class FloorTableResponse(FloorTableSummary, frozen=True, kw_only=True):
    """HTTP response with one table and the floor reports that can be made there."""

    seats: list[SeatedPlayer]
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
        seats=[SeatedPlayer(seat=seat, person=name) for seat, name in sorted(live_table.seated.items())],
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
