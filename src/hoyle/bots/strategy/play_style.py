"""Play style: parameters that make a bot tight, loose or aggressive (rock, gambler, bully).

On the first street a hand is rated by its percentile among all starting hands, later by its merit: its
expected share of the pot times the number of players left. A merit of 1 is a fair share, 2 is twice that.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PlayStyle(NamedTuple):
    """Parameters of a poker bot's play style."""

    name: str
    enter: float
    """Fraction of starting hands that are played at a full table."""
    open: float
    """Fraction of starting hands that are raised with."""
    bet: float
    """Merit needed to bet on later streets."""
    raises: float
    """Merit needed to raise on later streets."""
    call: float
    """Equity needed to call on later streets, as a multiple of the pot odds."""
    bluff: float
    """Frequency of bets with a poor hand against few opponents."""
    semi_bluff: float
    """Frequency of bets with a draw."""
    trust: float
    """Weight of opponents' betting as evidence of their hands."""
    size: float
    """Bet size as a fraction of the pot, where the limits leave a choice."""


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
