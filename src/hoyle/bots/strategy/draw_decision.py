"""Draw decision: compares a few likely discards by their equity against the opponents' ranges."""

from __future__ import annotations

import random
from typing import Final

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.equity_vs_ranges import equity_vs_ranges
from hoyle.bots.strategy.opponent_ranges import opponent_ranges
from hoyle.bots.strategy.play_style import PlayStyle
from hoyle.bots.strategy.situation import BotSituation
from hoyle.core.cards import rank_of

_BETTER: Final = 0.015
"""Another way than the usual one must be worth so much more of the pot."""


def choose_discards(scene: BotSituation, temper: PlayStyle, rng: random.Random) -> list[int]:
    """The cards to exchange."""
    hand = scene.hand
    usual = discards(hand, scene.layout.rules)
    ways = _ways(hand, usual, low=scene.layout.rules.high is None)
    if len(ways) < 2 or not scene.rivals:
        return usual
    ranges = opponent_ranges(scene, trust=temper.trust, rng=rng)
    best, most = usual, -1.0
    for way in ways:
        kept = [card for card in hand if card not in way]
        share = equity_vs_ranges(scene, ranges, rng, kept=kept)
        if way is not usual:
            share -= _BETTER
        if share > most:
            best, most = way, share
    return best


def _ways(hand: list[int], usual: list[int], *, low: bool) -> list[list[int]]:
    """The usual way first; then to stand pat, and to lay down one card less or more."""
    ways = [usual]
    if low:
        # The largest cards of a low are what goes; an ace is the smallest.
        ordered = sorted(hand, key=lambda card: (rank_of(card) + 1) % 13)
        kept = [card for card in ordered if card not in usual]
        if usual:
            ways.append(usual[1:] if len(usual) > 1 else [])
        if len(kept) > 2:
            ways.append([*usual, kept[-1]])
        return ways
    if len(usual) == 3:
        # A pair with its best kicker hides two pairs.
        ways.append(sorted(usual)[:-1])
    return ways
