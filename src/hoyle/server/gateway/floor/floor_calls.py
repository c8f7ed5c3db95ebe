"""Room-side handlers of floor calls: tables with their disputes, and the reports that can be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import to_builtins

from hoyle.core.errors import IllegalError
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import FLOOR
from hoyle.room.room import Room
from hoyle.server.gateway.floor import decks
from hoyle.server.gateway.floor.report_forms import reports

_LATEST: Final = 3
"""Settled disputes that are listed."""


def may_rule_at(room: Room, hosted: LiveTable, person: str) -> bool:
    """Whether a person rules at a table: the floor everywhere, a host at their own."""
    member = room.state.people.get(person)
    return member is not None and (FLOOR in member.roles or hosted.hosting.host == person)


def desk(room: Room, person: str, elsewhere: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return every table that a person rules at, those with an open dispute first."""
    rows = [
        line(room, hosted)
        for hosted in room.tables.values()
        if not hosted.hosting.closed and may_rule_at(room, hosted, person)
    ]
    rows += elsewhere
    if not rows:
        raise IllegalError(
            f"{person} has no floor role", clause="house roles", legal="ask a manager for the role"
        )
    return {"tables": sorted(rows, key=lambda row: not row["open"])}


def floor_table(room: Room, table: int, person: str) -> dict[str, Any]:
    """Return one table with the reports that can be made at it."""
    hosted = room.tables.get(table)
    if hosted is None or hosted.hosting.closed or not may_rule_at(room, hosted, person):
        raise IllegalError(f"{person} may not rule at table {table}", clause="house roles")
    roster = hosted.table.roster
    return {
        **line(room, hosted),
        "seats": [{"seat": seat, "person": name} for seat, name in sorted(hosted.seated.items())],
        "waiting": list(roster.waiting),
        "disputes": [
            {"number": index + 1, "by": by, "about": about, "ruling": roster.disputes[index]}
            for index, (by, about) in enumerate(roster.dispute_openers)
        ],
        "reports": to_builtins(reports(hosted.table)),
        "kept": to_builtins(decks.deck_requirements(hosted.table)),
    }


def line(room: Room, hosted: LiveTable) -> dict[str, Any]:
    """Return a table's row in the floor's list."""
    roster, listing = hosted.table.roster, room.state.tables[hosted.number]
    open_ = [
        {"number": index + 1, "by": by, "about": about}
        for index, (by, about) in enumerate(roster.dispute_openers)
        if not roster.disputes[index]
    ]
    return {
        "table_id": hosted.number,
        "title": listing.title,
        "game": listing.game,
        "book": listing.book,
        "kind": hosted.table.KIND,
        "paused": hosted.hosting.paused,
        "stopped": hosted.hosting.stopped,
        "closing": hosted.hosting.closing,
        "open": open_,
        "decks": to_builtins(decks.decks(hosted.table)),
        "ruled": sum(bool(ruling) for ruling in roster.disputes),
        "settled": [
            {
                "number": index + 1,
                "by": by,
                "about": about,
                "ruling": roster.disputes[index],
                "ruled": hosted.ruled.get(index + 1, 0),
            }
            for index, (by, about) in enumerate(roster.dispute_openers)
            if roster.disputes[index]
        ][-_LATEST:],
    }
