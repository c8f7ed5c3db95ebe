"""Bet presets: common bet sizes offered between the minimum and the maximum, and raises left.

Presets only suggest amounts: the bounds are the table's, and presets lie within them.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT
from hoyle.games.poker.round import PokerRound
from hoyle.table.pending_decisions import Bounds, Choice, Preset
from hoyle.table.poker.table_base import PokerTableBase

BET: Final = "bet"

_FRACTIONS: Final = ((1, 3, "\u2153 pot"), (1, 2, "\u00bd pot"), (3, 4, "\u00be pot"), (1, 1, "pot"))
"""Common bets as fractions of the pot."""
_BETWEEN: Final = 3
"""Presets between the least and the most."""


def with_presets(table: PokerTableBase, choice: Choice) -> Choice:
    """Add presets and raises left to a bet or raise; return any other choice unchanged."""
    if choice.do != BET or not choice.bounds:
        return choice
    round_ = table.playing_round()
    raises_left = round_.rules.raise_cap.left(round_.state)
    bounds = choice.bounds[0]
    return structs.replace(
        choice,
        bounds=(structs.replace(bounds, presets=presets(bounds, round_)),),
        raises_left=raises_left,
        raise_cap_clause=round_.rules.c_raise_cap if raises_left else "",
    )


def presets(bounds: Bounds, round_: PokerRound) -> tuple[Preset, ...]:
    """Return presets: fractions of the pot in no-limit and pot-limit, else even steps between the bounds."""
    minimum, maximum = bounds.min, bounds.max
    structure = round_.rules.stakes.structure
    if minimum == maximum or structure == FIXED:
        return ()
    max_label = ""
    if structure in (NO_LIMIT, POT_LIMIT):
        state = round_.state
        # A raise is measured by the pot as it would be after a call.
        pot = state.pot + state.current_bet - state.bets[state.actor]
        amounts = [(state.current_bet + pot * part // whole, label) for part, whole, label in _FRACTIONS]
        between = [Preset(chips=amount, label=label) for amount, label in amounts if minimum < amount < maximum]
        max_label = next((label for amount, label in amounts if amount == maximum), "")
    else:
        steps = _BETWEEN + 1
        spread = sorted({minimum + (maximum - minimum) * step // steps for step in range(1, steps)})
        between = [Preset(chips=amount) for amount in spread if minimum < amount < maximum]
    return (Preset(chips=minimum), *between[-_BETWEEN:], Preset(chips=maximum, label=max_label))
