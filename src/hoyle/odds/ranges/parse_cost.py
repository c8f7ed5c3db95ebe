"""Cost estimate of a range: CPU seconds of its expansion, computed before it is expanded."""

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

LIMITS: Final = 0.06
"""Seconds to find the equity bounds of a percentage of Omaha hands."""
STANDING: Final = 10e-9
"""Seconds to look up the equity of one hand."""
PATTERN: Final = 15e-9
PLACE: Final = 10e-9
VARIABLE: Final = 30e-9
"""Seconds to match one hand with a pattern, plus those for each slot and each slot with variables."""
OPERATOR: Final = 5e-9

_PERCENT: Final = re.compile(r"(?<![@\d.])[\d.]+%", re.ASCII)


def hand_cost_seconds(of: str, text: str, *, most: float = inf) -> float:
    """Estimated seconds of one core to expand a player's hand; cards cost nothing."""
    return range_cost_seconds(of, text, most=most) if is_range(game(of), text) else 0.0


def range_cost_seconds(of: str, text: str, *, most: float = inf) -> float:
    """Estimated seconds of one core to expand a range; an estimate above `most` may be too low.

    >>> range_cost_seconds("holdem", "QQ+, AKs") < range_cost_seconds("omaha-high", "RROO")
    True
    """
    found = game(of)
    percentages = len(set(_PERCENT.findall(text))) if has_standings(found) else 0
    reading = percentages * LIMITS * SLOWDOWN_FACTOR
    if not found.flop or reading > most:
        return reading
    try:
        items = RangeParser(text, found).items()
    except HoyleError:
        return reading  # parsing it for real reports the error
    hands = comb(DECK_SIZE, found.holes)
    return reading + SLOWDOWN_FACTOR * hands * sum(_program(program) for program, _ in items)


def _program(program: Program) -> float:
    """Estimated seconds to match one hand with a program."""
    price = 0.0
    for part in program:
        if isinstance(part, str):
            price += OPERATOR
        elif isinstance(part[1], int):
            price += STANDING
        else:
            variables = sum(place > ALL_CARDS for place in part[1])
            price += PATTERN + PLACE * len(part[1]) + VARIABLE * variables
    return price
