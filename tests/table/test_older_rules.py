"""Logs outlive corrections: what was written under older rules is taken up as it stands, and told apart."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.table.tables import call_down, dealt, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import InvalidError
from hoyle.games.dice import CrapsSign
from hoyle.rulebooks import VERSION, poker_book
from hoyle.rulebooks.books import california_omaha
from hoyle.table import PokerTable
from hoyle.table.dice.table import DiceTable
from hoyle.table.kind_registry import audit, load


def evening() -> PokerTable:
    """Three rounds of Omaha."""
    playing = table("oneida")
    for _ in range(3):
        playing.deal(stacked_deck(""), cut=20)
        call_down(playing)
    return playing


def older(data: list[dict[str, Any]], clause: str, then: str) -> list[dict[str, Any]]:
    """The log as it would have been written when a clause was still cited otherwise."""
    for step in data:
        for entry in step["events"]:
            facts = entry["fields"]
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
    assert again.stacks == playing.stacks
    found = audit(data)
    assert (found.rules, found.decided_by, found.finished, found.holds) == ("2025.3", VERSION, True, False)
    told = {difference.entry: difference.message for difference in found.differences}
    assert 1 not in told, "the name of a version is no decision"
    assert str(found).endswith(f"; written under rules 2025.3, decided again by rules {VERSION}")
    # A step is told by its first difference; every round's bets were gathered by the older clause.
    assert any(f"gathered: clause is 'oneida XI.Z.1' and must be {clause!r}" in said for said in told.values())
    again.do(PokerTable.read([{"by": "dealer", "command": {"do": "log-note", "what": "on"}, "events": []}])[0].command)


def test_a_log_that_differs_in_nothing_but_the_version_holds_and_the_verdict_names_both() -> None:
    craps = DiceTable.open(CrapsSign())
    craps.sit(1, 100, "ann")
    for data in (evening().dump(), craps.dump()):
        assert audit(data).other_rules == ""
        found = audit(older(data, "none", "none"))
        assert found.holds
        assert str(found) == (
            f"{found.entries} entries hold; written under rules 2025.3, decided again by rules {VERSION}"
        )
        unnamed = json.loads(json.dumps(data))
        unnamed[0]["events"][0]["fields"]["rules"] = ""
        assert "rules that it does not name" in str(audit(unnamed))


def test_a_rule_that_was_corrected_is_told_where_it_made_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    today = poker_book("ca-omaha")
    with monkeypatch.context() as before:
        lenient = replace(today, raise_cap=replace(today.raise_cap, value=today.raise_cap.value + 1))
        before.setattr(california_omaha, "BOOK", lenient)
        poker_book.cache_clear()
        playing = dealt("ca-omaha", chips=400)
        while playing.options().min_raise_to:
            playing.act(playing.playing_round().actor, "raise")
        call_down(playing)
    poker_book.cache_clear()
    found = PokerTable.audit(playing.steps)
    # One raise too many by today's rules, and so a call less; what is written is followed all the same.
    assert found.finished
    assert f"{today.raise_cap.value} raises have been made" in found.differences[0].message
    assert found.differences[0].message.startswith("bet by ")
    assert PokerTable.resume(None, playing.log) == playing


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
    assert load(data).stacks == playing.stacks
    said = [difference.message for difference in audit(data).differences]
    assert any(f"must be {clause!r}" in each for each in said)


def test_an_award_without_its_words_is_no_entry_of_a_log() -> None:
    data = json.loads(json.dumps(evening().dump()))
    award = next(entry for step in data for entry in step["events"] if entry["name"] == "awarded")
    del award["fields"]["words"]
    with pytest.raises(InvalidError, match="event 'awarded' has the fields"):
        audit(data)
