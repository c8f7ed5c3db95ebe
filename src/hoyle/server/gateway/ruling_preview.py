"""Preview of a floor ruling: what it would do to cards, hands and money before it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.room.auth.permissions import FLOOR, REPORTS, voice
from hoyle.room.room import Room
from hoyle.server.api.floor.report_forms import ASKED
from hoyle.server.gateway.ruling_preview_text import describe_ruling
from hoyle.server.websocket_frames import PreviewFrame, RulingFrame
from hoyle.table.command_base import command_from_dict
from hoyle.table.poker.floor.rulings import previewed


def preview(room: Room, person: str, frame: PreviewFrame) -> RulingFrame:
    """The ruling that a report would get; for the floor, and for the host at his own table."""
    try:
        return RulingFrame(id=frame.id, ok=True, ruling=_ruling(room, person, frame))
    except HouseRulingRequired as error:
        return RulingFrame(id=frame.id, ok=False, said=str(error), ruling={"silent": True})
    except HoyleError as error:
        return RulingFrame(id=frame.id, ok=False, said=str(error), clause=getattr(error, "clause", ""))


def _ruling(room: Room, person: str, frame: PreviewFrame) -> dict[str, Any]:
    known = room.state.people.get(person)
    if known is None:
        raise IllegalError("come in first", legal="enter")
    hosted = room.hosted(frame.table, known)
    if FLOOR not in known.roles and hosted.hosting.host != person:
        raise IllegalError(f"{person} does not stand at this floor", clause="house roles")
    table: Any = hosted.table
    if table.KIND == "poker" and frame.command.get("do") in tuple(ASKED):
        return _asked(table, frame.command)
    command = command_from_dict(table.COMMANDS, frame.command)
    if command.name not in REPORTS:
        raise IllegalError(f"{command.name} is nothing that the floor rules on beforehand")
    by = voice(table, command, FLOOR)
    ruling = table.preview(command, by)
    after = table.resume(table.checkpoint(), keep_log=False)
    after.do(command, by=by)
    return describe_ruling(table, after, frame.command, ruling)


def _asked(table: Any, command: Mapping[str, Any]) -> dict[str, Any]:
    """What the book rules where a hidden card was turned up, of which nothing is carried out."""
    trigger, _, fields = ASKED[command["do"]]
    names = [name for name, _ in fields]
    if unknown := [name for name in command if name not in ("do", *names)]:
        raise InvalidError(f"{command['do']}: {', '.join(unknown)} is nothing that is asked for")
    facts = {name: command[name] for name in names if name in command}
    ruling = rule_irregularity(table.book, table.sign.game, trigger, facts)
    if ruling.needs_house:
        raise HouseRulingRequired(f"{table.book.id} has no rule for this: the house rules")
    return {**describe_ruling(table, None, command, previewed(ruling)), "asked": True}
