"""What the floor would rule, before anybody carries it out; no hidden card is looked at."""

from __future__ import annotations

from typing import Any

from hoyle.errors import HoyleError, IllegalError
from hoyle.poker.rulings import Ruling as PokerRuling
from hoyle.room.live.heart import Room
from hoyle.room.live.roles import FLOOR, REPORTS
from hoyle.server.frames import PreviewFrame, RulingFrame
from hoyle.table.command import read


def preview(room: Room, person: str, frame: PreviewFrame) -> RulingFrame:
    """The ruling that a report would get; for the floor, and for the host at his own table."""
    try:
        return RulingFrame(id=frame.id, ok=True, ruling=_ruling(room, person, frame))
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
    command = read(table.COMMANDS, frame.command)
    if command.name not in REPORTS or not hasattr(table, "preview"):
        raise IllegalError(f"{command.name} is nothing that the floor rules on beforehand")
    return _plain(table.preview(command))


def _plain(ruling: Any) -> dict[str, Any]:
    """A ruling as it is shown: what follows, in words, and by which clauses."""
    if isinstance(ruling, list):
        return {
            "words": ", ".join(entry.name for entry in ruling),
            "clauses": [entry.clause for entry in ruling if entry.clause],
        }
    if isinstance(ruling, PokerRuling):
        return {"words": ruling.result, "clauses": ruling.clauses, "reading": ruling.reading}
    return {"words": ruling.words, "clauses": [ruling.clause]}
