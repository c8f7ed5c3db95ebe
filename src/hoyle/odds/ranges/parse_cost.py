"""Cost estimate of a range: CPU seconds its expansion will take, computed before parsing."""

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
"""Seconds to find out between which equities a percentage of Omaha hands lies."""
STANDING: Final = 10e-9
"""Seconds to look up where one hand stands."""
PATTERN: Final = 15e-9
PLACE: Final = 10e-9
VARIABLE: Final = 30e-9
"""Seconds to hold one hand against a pattern, for each of its places, and for each variable in them."""
OPERATOR: Final = 5e-9

_PERCENT: Final = re.compile(r"(?<![@\d.])[\d.]+%", re.ASCII)


def hand_cost_seconds(of: str, text: str, *, most: float = inf) -> float:
    """Seconds of one core, about, for what a player has: cards cost nothing."""
    return range_cost_seconds(of, text, most=most) if is_range(game(of), text) else 0.0


def range_cost_seconds(of: str, text: str, *, most: float = inf) -> float:
    """Seconds of one core, about, to read a range; a price above `most` may be higher still.

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
        return reading  # whoever reads it says what is wrong with it
    hands = comb(DECK_SIZE, found.holes)
    return reading + SLOWDOWN_FACTOR * hands * sum(_program(program) for program, _ in items)


def _program(program: Program) -> float:
    """For one hand."""
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
