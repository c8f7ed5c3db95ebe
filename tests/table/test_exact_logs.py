"""A log is read to the letter: no type can be altered, no line of a sign cut, and rulings are signed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.house_cards.random_sessions import evening
from tests.table.facade import floor_of
from tests.table.tables import call_down, dealt, opened

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import InvalidError
from hoyle.games.dice import CrapsSign
from hoyle.table import PokerTable
from hoyle.table.base import Table as BaseTable
from hoyle.table.dice.table import DiceTable
from hoyle.table.kind_registry import audit, load
from hoyle.table.poker import commands
from hoyle.table.poker.commands import CardLocation


def typed_otherwise(value: Any) -> Iterator[Any]:
    """The same amount, flag or row of them in another type."""
    if isinstance(value, bool):
        yield int(value)
    elif isinstance(value, int):
        yield float(value)
        yield str(value)
        if value in (0, 1):
            yield bool(value)
    elif isinstance(value, list):
        for at, each in enumerate(value):
            for other in typed_otherwise(each):
                yield [*value[:at], other, *value[at + 1 :]]
    elif isinstance(value, dict):
        for name, each in value.items():
            yield {other: value[other] for other in value if other != name}
            for other in typed_otherwise(each):
                yield {**value, name: other}


def evenings() -> Iterator[BaseTable]:
    """A short evening at each kind of table."""
    poker = opened("oneida")
    poker.deal(stacked_deck(""))
    floor_of(poker).exposed(CardLocation(at="hand", seat=1, card=1))
    yield call_down(poker)
    yield evening("three-card-poker", 1, 25)
    craps = DiceTable.open(CrapsSign())
    craps.sit(1, 100, "ann")
    craps.bet(1, "pass", 10)
    yield craps


def test_no_type_in_a_log_can_be_altered_and_no_line_of_a_sign_cut() -> None:
    for playing in evenings():
        data = json.loads(json.dumps(playing.dump()))
        assert audit(data).holds
        number = 0
        for step in data:
            for entry in step["events"]:
                number += 1
                facts = entry["fields"]
                for field, value in list(facts.items()):
                    for other in typed_otherwise(value):
                        facts[field] = other
                        found = first_found(data)
                        assert found == number, (entry["name"], field, value, other)
                    facts[field] = value


def first_found(data: list[Any]) -> int:
    """The entry that the audit names first, or that nobody can read."""
    try:
        found = audit(data).first
    except InvalidError as error:
        said = re.match(r"event (\d+) of the log", str(error))
        return int(said[1]) if said else 0
    return 0 if found is None else found.entry


def test_what_a_load_takes_for_a_number_is_one() -> None:
    data = json.loads(json.dumps(dealt("oneida").dump()))
    posted = next(entry for step in data for entry in step["events"] if entry["name"] == "posted")
    posted["fields"]["seat"] = True
    with pytest.raises(InvalidError, match=r"posted.*seat True.*expected no boolean"):
        PokerTable.load(data)


def test_a_ruling_of_the_house_says_who_gave_it_and_on_what() -> None:
    playing = dealt("ca-omaha")
    report = commands.Exposed(spots=(CardLocation(at="hand", seat=1, card=1),), house="play on")
    ruled = playing.do(report, by="supervisor")[0]
    assert (ruled.name, ruled.by) == ("house-ruled", "supervisor")
    assert ruled.reported["spots"] == [str(spot) for spot in report.spots]
    data = json.loads(json.dumps(playing.dump()))
    data[-1]["command"]["spots"][0]["seat"] = 2
    number = sum(len(step["events"]) for step in data[:-1]) + 1
    assert first_found(data) == number
    cut = json.loads(json.dumps(playing.dump()))
    del cut[-1]["events"][0]["fields"]["reported"]
    with pytest.raises(InvalidError, match="house-ruled has the fields"):
        load(cut)
