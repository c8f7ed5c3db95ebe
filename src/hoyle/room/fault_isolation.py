"""Fault isolation: after a defect at one table, restore it from storage, stop it and record why.

A defect may leave a table half changed in memory. The table is therefore reloaded from the store, stops with
an incident on record, and is not played on until the floor has dealt with it.
"""

from __future__ import annotations

from typing import Final

from hoyle.room.commands import table_commands
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.room import Room
from hoyle.room.unit_of_work import Decision, UnexpectedFailure, UnitOfWork

CLAUSE: Final = "house incidents"


def stop_table(room: Room, failure: UnexpectedFailure, context: DecisionContext) -> Decision:
    """Stop the table that failed and record the error."""
    error = failure.__cause__
    message = f"{type(error).__name__}: {error}"[: table_commands.MAX_SAID]
    doing = failure.command_name()
    unit = UnitOfWork(room, context)
    record_stop(unit, room.tables[failure.table], table_commands.Stop(doing=doing, error=message))
    return unit.finish()


def record_stop(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Stop) -> None:
    """Record that a table has stopped because of an error of the program."""
    unit.record_table_event(live_table, command, table_events.TableFaulted)


def failure_answer(request: CommandRequest, failure: UnexpectedFailure) -> CommandAnswer:
    """Answer to the sender of a command that hit a defect: the fault is the server's, not theirs."""
    location = f"at table {failure.table}: play has stopped there" if failure.table else "in the room"
    return CommandAnswer(
        idempotency_key=request.idempotency_key,
        ok=False,
        message=f"something went wrong {location}, and not with what was sent",
        clause=CLAUSE,
        allowed="wait for the floor" if failure.table else "",
    )
