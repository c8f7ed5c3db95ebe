"""Preview of a floor ruling: its effect on cards, hands and money before it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.room.permissions import FLOOR, REPORTS, staff_role_for
from hoyle.room.room import Room
from hoyle.server.gateway.ruling_text import describe_ruling
from hoyle.server.websocket_frames import PreviewRulingFrame, RulingPreviewFrame
from hoyle.table.base import Table
from hoyle.table.command_base import command_from_dict
from hoyle.table.ruling_preview import HypotheticalReport


def preview_ruling(room: Room, person: str, frame: PreviewRulingFrame) -> RulingPreviewFrame:
    """Preview the ruling on a report to the floor; for the floor, and for a host at their own table."""
    try:
        return RulingPreviewFrame(id=frame.id, ok=True, ruling=_ruling(room, person, frame))
    except HouseRulingRequired as error:
        return RulingPreviewFrame(id=frame.id, ok=False, message=str(error), ruling={"silent": True})
    except HoyleError as error:
        return RulingPreviewFrame(id=frame.id, ok=False, message=str(error), clause=getattr(error, "clause", ""))


def _ruling(room: Room, person: str, frame: PreviewRulingFrame) -> dict[str, Any]:
    member = room.state.people.get(person)
    if member is None:
        raise IllegalError("log in first", legal="enter")
    live_table = room.find_visible_table(frame.table_id, member)
    if FLOOR not in member.roles and live_table.hosting.host != person:
        raise IllegalError(f"{person} may not rule at this table", clause="house roles")
    table = live_table.table
    for report in table.hypothetical_reports():
        if report.do == frame.command.get("do"):
            return _hypothetical_ruling(table, report, frame.command)
    command = command_from_dict(table.COMMANDS, frame.command)
    if command.name not in REPORTS:
        raise IllegalError(f"{command.name} is not a report that the floor can preview")
    by = staff_role_for(table, command, FLOOR)
    ruling = table.preview(command, by)
    table_after = table.resume(table.checkpoint(), keep_log=False)
    table_after.do(command, by=by)
    return describe_ruling(table, table_after, frame.command, ruling)


def _hypothetical_ruling(table: Table, report: HypotheticalReport, command: Mapping[str, Any]) -> dict[str, Any]:
    """Return the book's ruling on a report that the table does not carry out."""
    names = [name for name, _ in report.fields]
    if unknown_fields := [name for name in command if name not in ("do", *names)]:
        raise InvalidError(f"{report.do}: unknown field {', '.join(unknown_fields)}")
    ruling = report.rule({name: command[name] for name in names if name in command})
    return {**describe_ruling(table, None, command, ruling), "asked": True}
