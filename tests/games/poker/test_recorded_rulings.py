"""Recorded rulings: the books rule on the same acts and the same irregularities as before.

A line has the facts as data, then the ruling: its result, what it does to chips, cards and hands, and its
clauses. To ask more, add a line with facts alone and run the tests with ``HOYLE_GOLDEN=write``: that writes
the ruling, to be read.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest

from hoyle.core.errors import HoyleError
from hoyle.games.poker.floor.irregularities import TRIGGERS, rule_irregularity
from hoyle.games.poker.floor.wager_ruling import WagerRuling, rule_wager
from hoyle.judge.case_types.decoder import decode
from hoyle.judge.case_types.poker_cases import ActionFacts
from hoyle.judge.poker.wagers import betting_situation, player_act
from hoyle.rulebooks import BOOKS, poker_book

FOLDER: Final = Path(__file__).parents[2] / "golden" / "rulings"
FILES: Final = sorted(FOLDER.glob("*.txt"))
ARROW: Final = " -> "


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_floor_rules_as_it_did(file: Path) -> None:
    before = file.read_text(encoding="utf-8").splitlines()
    what, _, law = file.stem.partition("-by-")
    ask = {"wagers": wager, "irregularities": irregularity}[what]
    now = [f"{wanted}{ARROW}{ask(law, json.loads(wanted))}" for wanted in map(facts_of, before)]
    if os.environ.get("HOYLE_GOLDEN") == "write":
        file.write_text("\n".join(now) + "\n", encoding="utf-8")
        return
    for line, (told, expected) in enumerate(zip(now, before, strict=True), 1):
        assert told == expected, f"{file.name} line {line}"


def test_rulings_are_kept_of_every_book_on_every_irregularity() -> None:
    assert {file.stem for file in FILES} == {
        f"{what}-by-{law}" for what in ("wagers", "irregularities") for law in BOOKS
    }
    for file in FILES:
        if file.stem.startswith("irregularities"):
            lines = file.read_text(encoding="utf-8").splitlines()
            assert {json.loads(facts_of(line))["trigger"] for line in lines} == set(TRIGGERS)


def facts_of(line: str) -> str:
    return line.partition(ARROW)[0]


def wager(law: str, facts: dict[str, Any]) -> str:
    """What chips and words amount to; the facts are those of a case of kind ``action``."""

    def rule() -> WagerRuling:
        told = decode(facts, ActionFacts)
        return rule_wager(poker_book(law), betting_situation(told), player_act(told))

    return answer(rule)


def irregularity(law: str, facts: dict[str, Any]) -> str:
    """What follows from a report."""
    told = dict(facts)
    game, trigger = told.pop("game", "any"), told.pop("trigger")
    return answer(lambda: rule_irregularity(poker_book(law), game, trigger, told))


def answer(ask: Any) -> str:
    """A ruling in one line: only what it says, and its clauses."""
    try:
        ruling = ask()
    except HoyleError as error:
        return f"no: {error}"
    said = {name: value for name, value in vars(ruling).items() if value and name not in ("result", "clauses")}
    told = "".join(f", {name} {value}" for name, value in said.items())
    return f"{ruling.result}{told} [{'; '.join(ruling.clauses)}]"
