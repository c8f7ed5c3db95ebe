"""Recorded signs: whatever a house wants to post, the books answer as before.

A file has the sign of a table as data, then line by line what a house would change on it and what comes of
that: the posted lines that are new (+) or gone (-), or the refusal with its clause and what would be legal.
To ask more, add a line with a change alone; ``HOYLE_GOLDEN=write pytest tests/table/test_recorded_signs.py``
writes the answer, to be read.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any, Final

import pytest

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.house_cards.game_registry import GAMES as HOUSE_GAMES
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.rulebooks import BOOKS
from hoyle.table import PostedSign
from hoyle.table.dice.game_registry import GAMES
from hoyle.table.dice.posted_sign import sign_class

FOLDER: Final = Path(__file__).parent.parent / "golden" / "signs"
FILES: Final = sorted(FOLDER.glob("*.txt"))
ARROW: Final = " -> "
HEAD: Final = "sign: "


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_sign_is_posted_or_refused_as_it_was(file: Path) -> None:
    before = file.read_text(encoding="utf-8").splitlines()
    now = answers(before)
    if os.environ.get("HOYLE_GOLDEN") == "write":
        file.write_text("\n".join(now) + "\n", encoding="utf-8")
        return
    for line, (told, expected) in enumerate(zip(now, before, strict=True), 1):
        assert told == expected, f"{file.name} line {line}"


def test_signs_are_kept_of_every_kind_of_table() -> None:
    assert {file.stem for file in FILES} == {*BOOKS, *HOUSE_GAMES, *GAMES}


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_no_field_of_a_sign_takes_what_is_of_another_kind_and_it_is_named(file: Path) -> None:
    head = file.read_text(encoding="utf-8").partition(ARROW)[0].removeprefix(HEAD)
    plain = json.loads(head)
    facts = {**read(plain).facts(), "game": plain["game"]}
    foreign: list[Any] = [0.5, [[]], [0.5, 0.5]]
    for field in facts.keys() - {"game"}:
        for wrong in foreign:
            with pytest.raises(InvalidError, match=f"^{field} "):
                read({**facts, field: wrong})


def answers(lines: list[str]) -> list[str]:
    """The same lines with what the books say now."""
    found: list[str] = []
    plain: dict[str, Any] = {}
    usual: list[str] = []
    for line in lines:
        wanted = line.partition(ARROW)[0]
        if wanted.startswith(HEAD):
            plain, usual = json.loads(wanted.removeprefix(HEAD)), []
            found.append(f"{wanted}{ARROW}{said(plain, usual)}")
            usual = [str(line) for line in read(plain).cited_lines()]
        else:
            found.append(f"{wanted}{ARROW}{said({**plain, **json.loads(wanted)}, usual)}")
    return found


def said(data: dict[str, Any], usual: list[str]) -> str:
    """What a change makes of the lines that usually hang there, and a number for the whole sign as data."""
    try:
        sign = read(data)
        lines = [str(line) for line in sign.cited_lines()]
    except HoyleError as error:
        facts = {name: getattr(error, name, "") for name in ("clause", "legal", "reading")}
        told = "".join(f" [{name}: {value}]" for name, value in facts.items() if value)
        return f"no: {type(error).__name__}: {error}{told}"
    facts = sign.facts()
    assert read({"game": data["game"], **json.loads(json.dumps(facts))}).facts() == facts
    changes = [f"+ {line}" for line in lines if line not in usual]
    changes += [f"- {line}" for line in usual if line not in lines]
    number = zlib.crc32(json.dumps(facts, sort_keys=True).encode())
    return f"{' | '.join(changes) or 'the usual lines'} #{number:08x}"


def read(data: dict[str, Any]) -> Any:
    """The sign of whichever kind of table has that game."""
    game = data["game"]
    if game in GAMES:
        return sign_class(game).read({name: value for name, value in data.items() if name != "game"})
    return HouseCardSign.read(data) if game in HOUSE_GAMES else PostedSign.read(data)
