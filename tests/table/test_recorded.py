"""Recorded evenings: at every kind of table the same commands are answered as before.

After a wanted change write the answers anew with ``HOYLE_GOLDEN=write pytest tests/table/test_recorded.py``
and read what changed; ``HOYLE_GOLDEN=new`` records other evenings.
"""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
from pathlib import Path

import pytest
from tests.table.dice_sessions import DiceKind, every_game
from tests.table.golden_sessions import FOLDER, check_kept, record, replay
from tests.table.house_card_sessions import BankedKind, every_table
from tests.table.poker_sessions import PokerKind, every_page
from tests.table.random_sessions import PEOPLE, STRANGER, Kind

from hoyle.core.errors import HoyleError
from hoyle.table.disputes import OpenDispute

STEPS = 60
TRIED = 12
"""Evenings of which the one with most to tell is kept."""


def name_of(kind: Kind, number: int = 1) -> str:
    told = "-".join(str(part) for part in vars(kind).values())
    return told if number == 1 else f"{told}-{number}"


KINDS: list[tuple[Kind, int]] = [
    *((PokerKind(*page), number) for page in every_page() for number in (1, 2)),
    *((BankedKind(*each), 1) for each in every_table()),
    # Two games of dice have as many signs as all the others.
    *((DiceKind(*game), number) for game in every_game() for number in range(1, 7)),
]
NAMES = [name_of(*each) for each in KINDS]
CHOSEN = sorted((FOLDER / "chosen").glob("*.txt"))
"""Evenings in which something happens that happens in no other: of thousands those that had most of it."""


@pytest.mark.parametrize(("kind", "number"), KINDS, ids=NAMES)
def test_the_table_answers_as_it_did(kind: Kind, number: int) -> None:
    file = FOLDER / f"{name_of(kind, number)}.txt"
    if os.environ.get("HOYLE_GOLDEN") == "new":
        seeds = range((number - 1) * TRIED, number * TRIED)
        write(file, max((record(kind, seed, STEPS) for seed in seeds), key=variety))
    check(file)


@pytest.mark.parametrize("file", CHOSEN, ids=[file.stem for file in CHOSEN])
def test_evenings_chosen_for_what_they_show_are_answered_as_they_were(file: Path) -> None:
    check(file)


def check(file: Path) -> None:
    """Hold an evening against what the table says now."""
    before = file.read_text(encoding="utf-8").splitlines()
    table, now = replay(before)
    if os.environ.get("HOYLE_GOLDEN") == "write":
        write(file, now)
        return
    for line, (told, expected) in enumerate(zip(now, before, strict=True), 1):
        assert told == expected, f"{file.name} line {line}"
    # What a person may not see changes neither what happened nor by which clause.
    for entry in table.log:
        for person in (*PEOPLE, STRANGER):
            seen = entry.seen_by(person)
            assert (seen.name, seen.clause) == (entry.name, entry.clause)
    check_kept(table)
    assert type(table).resume(None, table.log).state_to_dict() == table.state_to_dict()
    state = table.state_to_dict()
    # So do copies, and whoever looks ahead at a fork leaves the table alone.
    for other in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.state_to_dict() == state
        assert other.dump() == table.dump()
        assert other.pending() == table.pending()
    fork = table.fork()
    assert (fork.state_to_dict(), fork.event_count, fork.pending()) == (state, table.event_count, table.pending())
    with contextlib.suppress(HoyleError):
        fork.do(OpenDispute(about="a fork"), by=PEOPLE[0])
    assert table.state_to_dict() == state


def test_no_evening_is_kept_of_a_table_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(NAMES)


def write(file: Path, lines: list[str]) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def variety(lines: list[str]) -> int:
    """How many different things an evening tells: entries and refusals, with their clauses."""
    said = (line.rpartition(" -> ")[2].rpartition(" #")[0] or line.rpartition(" -> ")[2] for line in lines)
    return len({part for each in said for part in each.split(", ")})
