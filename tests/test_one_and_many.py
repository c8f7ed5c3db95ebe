"""One thing is spoken of as one, wherever things are counted."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.commands import answer
from tests.games.dice.random_sessions import craps_table, seated

from hoyle.core.errors import HoyleError
from hoyle.judge import judge
from hoyle.nodes.doctor.checks import examine_nodes
from hoyle.nodes.messages import PROTOCOL
from hoyle.odds import equity
from hoyle.storage.lease_rules import NodeRun
from hoyle.table.dice.table import DiceTable


def said(call: Any) -> str:
    with pytest.raises(HoyleError) as refusal:
        call()
    return str(refusal.value)


def test_a_chip() -> None:
    table = seated(craps_table(), "ann", chips=1)
    assert "ann holds 1 chip, 5 are needed" in said(lambda: table.bet(1, "field", 5))


def test_a_card() -> None:
    def shown(cards: str, board: str) -> dict[str, Any]:
        players = [
            {"seat": 1, "cards": cards.split(), "state": "live"},
            {"seat": 2, "cards": ["Ks", "Kd"], "state": "live"},
        ]
        return {
            "id": "X", "kind": "showdown", "game": "holdem", "rulebook": "oneida", "button": 1,
            "players": players, "board": board.split(), "pots": [{"chips": 1, "seats": [1, 2]}],
        }  # fmt: skip

    assert "has 1 card; seat 1 must show 2" in said(lambda: judge(shown("As", "2c 3c 4d 9h Jh")))
    assert "has 1 card; holdem has 5 cards" in said(lambda: judge(shown("As Ad", "2c")))


def test_a_discard() -> None:
    messages = said(lambda: equity("draw5-high", ["AsAhAdAcKs/2c", "KhKdKcQsQh"]))
    assert "5 cards kept and 1 discard are more than draw5-high deals" in messages


def test_a_hand() -> None:
    assert "\n1 hand in " in answer("simulate", "holdem", "--hands", "1", "--seed", "1")


def test_an_entry() -> None:
    table = craps_table()
    assert str(DiceTable.audit(table.steps)) == "1 entry holds"


def test_a_person_and_a_table() -> None:
    node = NodeRun(name="east", run=1, live=True, tables=1, people=1, protocol=PROTOCOL)
    messages = [finding.message for finding in examine_nodes([node], 1)]
    assert f"1 table, 1 person, protocol {PROTOCOL}" in messages
    assert "1 table has no owner at the moment" in messages
