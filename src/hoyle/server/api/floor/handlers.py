"""What the floor desk shows: tables with what is open there, and the reports that can be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import to_builtins

from hoyle.core.errors import IllegalError
from hoyle.room.auth.permissions import FLOOR
from hoyle.server.api.floor import decks
from hoyle.server.api.floor.report_forms import reports

if TYPE_CHECKING:
    from hoyle.room.live_table.live_table import LiveTable
    from hoyle.room.room import Room

_LATEST: Final = 3
"""Rulings on disputes that the desk keeps in sight."""


def may_rule_at(room: Room, hosted: LiveTable, person: str) -> bool:
    """Whether somebody rules at a table: the floor everywhere, a host at his own."""
    known = room.state.people.get(person)
    return known is not None and (FLOOR in known.roles or hosted.hosting.host == person)


def desk(room: Room, person: str, elsewhere: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Every table that somebody rules at, those with an open dispute first."""
    found = [
        line(room, hosted)
        for hosted in room.tables.values()
        if not hosted.hosting.closed and may_rule_at(room, hosted, person)
    ]
    found += elsewhere
    if not found:
        raise IllegalError(
            f"{person} has no floor role", clause="house roles", legal="ask a manager for the role"
        )
    return {"tables": sorted(found, key=lambda each: not each["open"])}


def floor_table(room: Room, table: int, person: str) -> dict[str, Any]:
    """One table with the reports that can be made at it."""
    hosted = room.tables.get(table)
    if hosted is None or hosted.hosting.closed or not may_rule_at(room, hosted, person):
        raise IllegalError(f"{person} may not rule at table {table}", clause="house roles")
    company = hosted.table.roster
    return {
        **line(room, hosted),
        "seats": [{"seat": seat, "person": name} for seat, name in sorted(hosted.seated.items())],
        "waiting": list(company.waiting),
        "disputes": [
            {"number": at + 1, "by": by, "about": about, "ruling": company.disputes[at]}
            for at, (by, about) in enumerate(company.dispute_openers)
        ],
        "reports": to_builtins(reports(hosted.table)),
        "kept": to_builtins(decks.deck_requirements(hosted.table)),
    }


def line(room: Room, hosted: LiveTable) -> dict[str, Any]:
    """A table as the desk lists it."""
    company, card = hosted.table.roster, room.state.tables[hosted.number]
    open_ = [
        {"number": at + 1, "by": by, "about": about}
        for at, (by, about) in enumerate(company.dispute_openers)
        if not company.disputes[at]
    ]
    return {
        "table": hosted.number,
        "title": card.title,
        "game": card.game,
        "book": card.book,
        "kind": hosted.table.KIND,
        "paused": hosted.hosting.paused,
        "stopped": hosted.hosting.stopped,
        "closing": hosted.hosting.closing,
        "open": open_,
        "decks": to_builtins(decks.decks(hosted.table)),
        "ruled": sum(bool(ruling) for ruling in company.disputes),
        "settled": [
            {
                "number": at + 1,
                "by": by,
                "about": about,
                "ruling": company.disputes[at],
                "ruled": hosted.ruled.get(at + 1, 0),
            }
            for at, (by, about) in enumerate(company.dispute_openers)
            if company.disputes[at]
        ][-_LATEST:],
    }
