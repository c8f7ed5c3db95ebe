"""Cost estimate of hand ranges: CPU seconds to expand a range, computed before it is expanded."""

from __future__ import annotations

import re
from math import comb, inf
from typing import Final

from hoyle.core.errors import HoyleError
from hoyle.odds.equities.hand_parser import is_range
from hoyle.odds.kernel_loader import SLOWDOWN_FACTOR
from hoyle.odds.ranges.card_slots import ALL_CARDS
from hoyle.odds.ranges.omaha_percentiles import has_standings
from hoyle.odds.ranges.range_parser import Program, RangeParser
from hoyle.odds.showdown_rules import DECK_SIZE, game

PERCENTAGE_SECONDS: Final = 0.06
"""Seconds to find the equity bounds of a percentage of Omaha hands."""
STANDING_SECONDS: Final = 10e-9
"""Seconds to look up the equity of one hand."""
PATTERN_SECONDS: Final = 15e-9
SLOT_SECONDS: Final = 10e-9
VARIABLE_SECONDS: Final = 30e-9
"""Seconds to match one hand with a pattern, plus those for each slot and each slot with variables."""
OPERATOR_SECONDS: Final = 5e-9

_PERCENT: Final = re.compile(r"(?<![@\d.])[\d.]+%", re.ASCII)


def hand_cost_seconds(game_name: str, text: str, *, limit: float = inf) -> float:
    """Estimate the CPU seconds to expand a player's hand if it is a range; cards cost nothing."""
    return range_cost_seconds(game_name, text, limit=limit) if is_range(game(game_name), text) else 0.0


def range_cost_seconds(game_name: str, text: str, *, limit: float = inf) -> float:
    """Estimate the CPU seconds to expand a hand range; an estimate above `limit` may be too low.

    >>> range_cost_seconds("holdem", "QQ+, AKs") < range_cost_seconds("omaha-high", "RROO")
    True
    """
    rules = game(game_name)
    percentages = len(set(_PERCENT.findall(text))) if has_standings(rules) else 0
    percentage_cost = percentages * PERCENTAGE_SECONDS * SLOWDOWN_FACTOR
    if not rules.flop or percentage_cost > limit:
        return percentage_cost
    try:
        items = RangeParser(text, rules).items()
    except HoyleError:
        return percentage_cost  # parsing it for real reports the error
    hands = comb(DECK_SIZE, rules.holes)
    return percentage_cost + SLOWDOWN_FACTOR * hands * sum(_program_seconds(program) for program, _ in items)


def _program_seconds(program: Program) -> float:
    """Estimate the CPU seconds to match one hand with the program of a range item."""
    seconds = 0.0
    for step in program:
        if isinstance(step, str):
            seconds += OPERATOR_SECONDS
        elif isinstance(step[1], int):
            seconds += STANDING_SECONDS
        else:
            variables = sum(slot > ALL_CARDS for slot in step[1])
            seconds += PATTERN_SECONDS + SLOT_SECONDS * len(step[1]) + VARIABLE_SECONDS * variables
    return seconds
