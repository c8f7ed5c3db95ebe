"""Stub count of a house card table: when stub and dealt cards must be counted, and its handler.

The count is due once in a number of consecutive rounds. It falls after the deal and before the hands are
settled (clarification 45), so that a wrong number voids the round while its money still lies on the layout. A
shuffler that counts every deck makes it needless.
"""

from __future__ import annotations

from hoyle.core.errors import illegal
from hoyle.games.house_cards import irregularities
from hoyle.games.house_cards.round_state import DECIDING, SETTLING
from hoyle.table.house_cards import floor_rulings
from hoyle.table.house_cards.commands import CountStub
from hoyle.table.house_cards.decks.deck_events import StubCounted
from hoyle.table.house_cards.table_base import HouseCardTableBase


def is_count_required(table: HouseCardTableBase) -> bool:
    """Whether this round, or the next one, is the last that may hold the count."""
    state = table.state
    if state.counted or state.machine_counts:
        return False
    return state.uncounted >= table.deal_page.count.value - 1


def is_waiting_for_count(table: HouseCardTableBase) -> bool:
    """Whether play waits for the count of the stub."""
    return table.state.dealt and is_count_required(table)


def may_count(table: HouseCardTableBase) -> bool:
    """Whether the hands are dealt and none of them is settled."""
    round_ = table.state.round
    return round_ is not None and round_.phase in (DECIDING, SETTLING) and not round_.settled()


def count_stub(table: HouseCardTableBase, command: CountStub, by: str) -> None:
    clause = table.deal_page.count.clause
    if not may_count(table):
        raise illegal(clause, "the stub is counted after the deal, before the hands are settled")
    if table.state.counted:
        raise illegal(clause, "the stub of this round is counted already")
    ruling = irregularities.rule_irregularity(
        table.sign, "stub-count", card_count=command.found, misdealt=command.misdealt
    )
    table.emit(StubCounted(found=command.found, clause=clause))
    if not ruling.void:
        round_ = table.playing_round()
        if not round_.state.rested:
            round_.discard_stub(ruling.clause)
            table.collect_round_events()
    floor_rulings.carry_out(table, "stub-count", ruling, by)
