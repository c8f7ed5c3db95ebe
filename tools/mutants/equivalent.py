"""Mutants that change nothing anybody could see, each with the reason; they are not counted.

A line is what a mutant is called in the report: its file, its function and the change.
"""

from __future__ import annotations

from typing import Final

from tools.mutants.trial import Mutant

_REASONS: Final = {
    "the first event of every round sets it": (
        "hoyle/poker/state.py State.__init__ boundary: 1  =>  0 (0)",
        "hoyle/poker/state.py State.__init__ boundary: 1  =>  2 (0)",
        "hoyle/poker/state.py State.__init__ boundary: 0  =>  1 (1)",
    ),
    "a high hand without a low has a clause wherever a low must qualify": (
        "hoyle/poker/payout.py _clause clause swapped: "
        "rules.c_split  =>  rules.c_split and 'oneida XI.A.1' (2)",
    ),
    "the caller goes on only while hands are being settled, and the round is over": (
        "hoyle/banked/round.py Round._go_on_to_next_street constant: False  =>  True (0)",
    ),
    "a table made for an audit is thrown away, with or without a log": (
        "hoyle/table/base.py Table.audit constant: False  =>  True (0)",
    ),
    "without promises there is nothing to go through: the check only saves time": (
        "hoyle/table/seats.py keep_promises branch dropped: "
        "not table.company.promises  =>  not table.company.promises and False (0)",
    ),
    "once cut, a deck asks for no cut whatever was ordered before; an order sets it anew": (
        "hoyle/table/banked/deck_events.py DeckCut.apply statement removed: rack.recut = False  =>  pass (0)",
    ),
}
EQUIVALENT: Final = {change: reason for reason, changes in _REASONS.items() for change in changes}


def reason_for(mutant: Mutant) -> str:
    """Why nobody could notice it; empty if somebody could."""
    return EQUIVALENT.get(mutant.identity, "")
