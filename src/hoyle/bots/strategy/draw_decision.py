"""Draw decision: compare a few likely discards by their equity against the opponents' ranges."""

from __future__ import annotations

import random
from typing import Final

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.equity_vs_ranges import equity_vs_ranges
from hoyle.bots.strategy.opponent_ranges import opponent_ranges
from hoyle.bots.strategy.play_style import PlayStyle
from hoyle.bots.strategy.situation import BotSituation
from hoyle.core.cards import rank_of

_ALTERNATIVE_MARGIN: Final = 0.015
"""Additional share of the pot that an alternative to the heuristic discard must win."""


def choose_discards(situation: BotSituation, style: PlayStyle, rng: random.Random) -> list[int]:
    """Choose the cards that a bot discards, by equity against the opponents' ranges."""
    hand = situation.hand
    default = discards(hand, situation.layout.rules)
    candidates = _candidates(hand, default, low=situation.layout.rules.high is None)
    if len(candidates) < 2 or not situation.opponents:
        return default
    ranges = opponent_ranges(situation, trust=style.trust, rng=rng)
    best, best_share = default, -1.0
    for candidate in candidates:
        kept = [card for card in hand if card not in candidate]
        share = equity_vs_ranges(situation, ranges, rng, kept=kept)
        if candidate is not default:
            share -= _ALTERNATIVE_MARGIN
        if share > best_share:
            best, best_share = candidate, share
    return best


def _candidates(hand: list[int], default: list[int], *, low: bool) -> list[list[int]]:
    """Return candidate discards: the heuristic one, then alternatives with one card less or more."""
    candidates = [default]
    if low:
        # Lowball discards the highest cards; the ace is the lowest.
        ordered = sorted(hand, key=lambda card: (rank_of(card) + 1) % 13)
        kept = [card for card in ordered if card not in default]
        if default:
            candidates.append(default[1:] if len(default) > 1 else [])
        if len(kept) > 2:
            candidates.append([*default, kept[-1]])
        return candidates
    if len(default) == 3:
        # A kicker kept with a pair may make two pair.
        candidates.append(sorted(default)[:-1])
    return candidates
