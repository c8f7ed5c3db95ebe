"""Play style: parameters that make a bot tight, loose or aggressive (rock, gambler, bully).

On the first street a hand is judged by its standing among all starting hands, later by its merit: the share
of the pot that it may expect, times the players left. One is an ordinary hand, two one that takes twice its
part.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PlayStyle(NamedTuple):
    """How a player is disposed."""

    name: str
    enter: float
    """The part of all starting hands that he plays at a full table."""
    open: float
    """The part that he raises with."""
    bet: float
    """Merit to bet on later streets."""
    raises: float
    """Merit to raise there."""
    call: float
    """What a call must be worth on later streets, beside its price."""
    bluff: float
    """How often a poor hand bets where few can call."""
    semi_bluff: float
    """How often a hand bets that is behind and may get there."""
    trust: float
    """How much the betting of others says."""
    size: float
    """Bets in parts of the pot, where the limits leave a choice."""


ROCK: Final = PlayStyle(
    "rock",
    enter=0.28, open=0.18, bet=1.12, raises=1.40, call=1.00,
    bluff=0.02, semi_bluff=0.2, trust=1.0, size=0.6,
)  # fmt: skip
"""Waits for good cards and believes a raise."""

GAMBLER: Final = PlayStyle(
    "gambler",
    enter=0.48, open=0.22, bet=1.10, raises=1.38, call=0.95,
    bluff=0.04, semi_bluff=0.3, trust=0.8, size=0.6,
)  # fmt: skip
"""Likes to see the next card."""

BULLY: Final = PlayStyle(
    "bully",
    enter=0.38, open=0.33, bet=1.04, raises=1.28, call=0.98,
    bluff=0.08, semi_bluff=0.6, trust=0.9, size=0.8,
)  # fmt: skip
"""Raises where others call, and bets without a hand now and then."""

PLAY_STYLES: Final = (ROCK, GAMBLER, BULLY)
