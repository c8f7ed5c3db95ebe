"""Logs outlive corrections: what was written under older rules is taken up as it stands, and told apart."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.tables import call_down, table

from hoyle.cards import stacked_deck
from hoyle.dice import CrapsSign
from hoyle.rulebooks import VERSION
from hoyle.table import Table
from hoyle.table.dice.table import DiceTable
from hoyle.table.kinds import audit, load
from hoyle.table.poker import closing


def evening() -> Table:
    """Three rounds of Omaha."""
    playing = table("oneida")
    for _ in range(3):
        playing.deal(stacked_deck(""), cut=20)
        call_down(playing)
    return playing


def older(data: list[dict[str, Any]], clause: str, then: str) -> list[dict[str, Any]]:
    """The log as it would have been written when a clause was still cited otherwise."""
    for step in data:
        for entry in step["entries"]:
            facts = entry["facts"]
            facts["clause"] = then if facts["clause"] == clause else facts["clause"]
            if entry["name"] == "table-opened":
                facts["rules"] = "2025.3"
    return data


def test_a_log_with_an_older_citation_is_taken_up_and_the_audit_says_where_it_differs() -> None:
    playing = evening()
    dealt = [number for number, entry in enumerate(playing.log, 1) if entry.name == "gathered"]
    clause = playing.log[dealt[0] - 1].clause
    data = older(playing.dump(), clause, "oneida XI.Z.1")
    again = load(data)
    assert again.stacks == playing.stacks  # type: ignore[attr-defined]
    found = audit(data)
    assert (found.rules, found.decided_by, found.finished, found.holds) == ("2025.3", VERSION, True, False)
    told = {difference.entry: difference.said for difference in found.differences}
    assert "table-opened: rules is '2025.3'" in told[1]
    # A step is told by its first difference; every round's bets were gathered by the older clause.
    assert any(
        f"gathered: clause is 'oneida XI.Z.1' and must be {clause!r}" in said for said in told.values()
    )
    again.do(
        Table.read([{"by": "dealer", "command": {"do": "note", "what": "on"}, "entries": []}])[0].command
    )


def test_a_rule_that_was_corrected_is_told_once_where_it_made_a_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as before:
        before.setattr(closing, "_move_button", lambda table: None)
        playing = evening()
    found = Table.audit(playing.steps)
    assert found.finished
    # The button should have moved after each of the three rounds; all else follows from what is written.
    assert len(found.differences) == 3
    assert all("button-placed must follow" in difference.said for difference in found.differences)
    assert Table.resume(None, playing.log) == playing


def test_dice_tables_outlive_corrections_too() -> None:
    playing = DiceTable.open(CrapsSign())
    playing.sit(1, 100, "ann")
    playing.offer()
    playing.accept(1)
    playing.bet(1, "pass", 10)
    playing.throw(4, 2)
    clause = playing.log[-1].clause
    data = older(playing.dump(), clause, "oneida CR.Z")
    assert load(data) == DiceTable.load(data)
    assert load(data).stacks == playing.stacks  # type: ignore[attr-defined]
    said = [difference.said for difference in audit(data).differences]
    assert any(f"must be {clause!r}" in each for each in said)
