"""Room-side handlers of floor calls: tables with their disputes, and the reports that can be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import to_builtins

from hoyle.core.errors import IllegalError
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import FLOOR
from hoyle.room.room import Room
from hoyle.server.gateway.floor.report_forms import reports

_LATEST: Final = 3
"""Settled disputes that are listed."""


def may_rule_at(room: Room, live_table: LiveTable, person: str) -> bool:
    """Whether a person rules at a table: the floor everywhere, a host at their own."""
    member = room.state.people.get(person)
    return member is not None and (FLOOR in member.roles or live_table.hosting.host == person)


def desk(room: Room, person: str, elsewhere: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return every table that a person rules at, those with an open dispute first."""
    rows = [
        line(room, live_table)
        for live_table in room.tables.values()
        if not live_table.hosting.closed and may_rule_at(room, live_table, person)
    ]
    rows += elsewhere
    if not rows:
        raise IllegalError(f"{person} has no floor role", clause="house roles", legal="ask a manager for the role")
    return {"tables": sorted(rows, key=lambda row: not row["open"])}


def floor_table(room: Room, table: int, person: str) -> dict[str, Any]:
    """Return one table with the reports that can be made at it."""
    live_table = room.tables.get(table)
    if live_table is None or live_table.hosting.closed or not may_rule_at(room, live_table, person):
        raise IllegalError(f"{person} may not rule at table {table}", clause="house roles")
    roster, is_open = live_table.table.roster, live_table.table.is_open
    return {
        **line(room, live_table),
        "seats": [{"seat": seat, "person": name} for seat, name in sorted(live_table.seated.items())],
        "waiting": list(roster.waiting),
        "disputes": [
            {"number": index + 1, "by": by, "about": about, "ruling": roster.disputes[index]}
            for index, (by, about) in enumerate(roster.dispute_openers)
        ],
        "reports": to_builtins(reports(live_table.table)),
        "kept": to_builtins(live_table.table.deck_requirements() if is_open else None),
    }


def line(room: Room, live_table: LiveTable) -> dict[str, Any]:
    """Return a table's row in the floor's list."""
    roster, listing = live_table.table.roster, room.state.tables[live_table.number]
    open_disputes = [
        {"number": index + 1, "by": by, "about": about}
        for index, (by, about) in enumerate(roster.dispute_openers)
        if not roster.disputes[index]
    ]
    return {
        "table_id": live_table.number,
        "title": listing.title,
        "game": listing.game,
        "book": listing.book,
        "kind": live_table.table.KIND,
        "paused": live_table.hosting.paused,
        "stopped": live_table.hosting.stopped,
        "closing": live_table.hosting.closing,
        "open": open_disputes,
        "decks": to_builtins(live_table.table.decks()),
        "ruled": sum(bool(ruling) for ruling in roster.disputes),
        "settled": [
            {
                "number": index + 1,
                "by": by,
                "about": about,
                "ruling": roster.disputes[index],
                "ruled": live_table.ruling_times.get(index + 1, 0),
            }
            for index, (by, about) in enumerate(roster.dispute_openers)
            if roster.disputes[index]
        ][-_LATEST:],
    }
