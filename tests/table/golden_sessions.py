"""Golden sessions as text: issuer, command and the table's answer, command by command.

A line has the command as data, then the entries it caused or the refusal, each with its clause, and a number
that stands for all the rest: the entries in full, what is awaited, what a player and a stranger see.
"""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from typing import Any, Final

from tests.table.random_sessions import PEOPLE, STRANGER, Kind, nonzero, pay

from hoyle.core.errors import HoyleError
from hoyle.table import PokerTable
from hoyle.table.command_base import command_from_dict
from hoyle.table.command_base import to_dict as command_data
from hoyle.table.dice.table import DiceTable
from hoyle.table.house_cards import HouseCardTable
from hoyle.table.log.json_output import to_dict

FOLDER: Final = Path(__file__).parent.parent / "golden" / "evenings"
TABLES: Final = {each.KIND: each for each in (PokerTable, HouseCardTable, DiceTable)}
ARROW: Final = " -> "
KEPT_EVERY: Final = 6
"""Commands after which a table is checkpointed and resumed."""


def told_by(table: Any, by: str, command: Any) -> str:
    """Return one line: a command and the answer to it."""
    wanted = json.dumps(command_data(command), ensure_ascii=False)
    try:
        entries = table.do(command, by=by)
    except HoyleError as error:
        return f"{by}: {wanted}{ARROW}no: {error}"
    said = ", ".join(f"{entry.name} [{entry.clause}]" for entry in entries)
    seen = [to_dict(table.view(person)) for person in (PEOPLE[0], STRANGER)]
    all_of_it = json.dumps([to_dict(entries), to_dict(table.pending()), seen], sort_keys=True)
    return f"{by}: {wanted}{ARROW}{said} #{zlib.crc32(all_of_it.encode()):08x}"


def record(kind: Kind, seed: int, steps: int) -> list[str]:
    """Return a random session as text: the kind of table, then its commands."""
    chance = random.Random(f"{kind!r} {seed}")
    played = kind.open(chance)
    opened = played.steps[0]
    table = TABLES[played.KIND]()
    lines = [played.KIND, told_by(table, opened.by, opened.command)]
    for _ in range(steps):
        wanted = kind.wanted(table, chance)
        lines.append(told_by(table, wanted.by, wanted.command))
    return lines


def replay(lines: list[str]) -> tuple[Any, list[str]]:
    """Replay the commands of a session; return the table and its answers now."""
    table = TABLES[lines[0]]()
    found = [lines[0]]
    ledger: dict[str, int] = {}
    snapshot, state = None, {}
    for line in lines[1:]:
        by, _, rest = line.partition(": ")
        data = json.loads(rest.partition(ARROW)[0])
        before = len(table.log)
        found.append(told_by(table, by, command_from_dict(table.COMMANDS, data)))
        pay(ledger, table.log[before:])
        assert nonzero(table.roster.accounts()) == nonzero(ledger), "the entries tell of other chips"
        if not len(found) % KEPT_EVERY:
            again = check_kept(table)
            if snapshot is not None:
                # Play since then has left no trace in it.
                again.restore(snapshot)
                assert again.state_to_dict() == state
            snapshot, state = table.snapshot(), table.state_to_dict()
    return table, found


def check_kept(table: Any) -> Any:
    """Check that a checkpoint and a snapshot lead to the same table, and return one of them."""
    state = table.state_to_dict()
    again = type(table).resume(json.loads(json.dumps(table.checkpoint())), [])
    assert again.state_to_dict() == state
    again.restore(again.snapshot())
    assert again.state_to_dict() == state
    return again
