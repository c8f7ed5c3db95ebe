"""Card layout of a game: own and shared cards, cards still to come, and sampling from the stub."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.bulk_evaluator import BulkEvaluator
from hoyle.games.poker.resolved_rules import Rules

FLOP: Final = "flop"
"""Games with hole cards and a board."""
DRAW: Final = "draw"
STUD: Final = "stud"
"""Games with own cards, some face up; mambo and a short seventh street have a shared card."""


class CardLayout:
    """Numbers of own and shared cards of one game under one rulebook, street by street."""

    def __init__(self, rules: Rules) -> None:
        variant = rules.variant
        self.rules = rules
        self.evaluator = BulkEvaluator(rules)
        self.kind = FLOP if variant.flop else DRAW if variant.draws else STUD
        self.streets = variant.streets
        self.first = len(variant.streets[0].ups)
        """Cards of each player before the first bet."""
        self.own = variant.hole_cards
        self.shared = variant.board_cards
        self.holes = self.own if self.kind == FLOP else self.own + self.shared
        self.on_board = self.shared if self.kind == FLOP else 0
        self.draws = sum(1 for street in variant.streets if street.draw)

    def own_to_come(self, street: int) -> int:
        """Return the number of cards that each player is dealt after a street."""
        return sum(len(later.ups) for later in self.streets[street + 1 :])

    def shared_to_come(self, street: int) -> int:
        """Return the number of shared cards dealt after a street."""
        return sum(later.board for later in self.streets[street + 1 :])

    def draws_to_come(self, street: int) -> int:
        """Return the number of draws after a street."""
        return sum(1 for later in self.streets[street + 1 :] if later.draw)

    def play_out_draws(self, hand: list[int], draws: int, gone: int, rng: random.Random) -> list[int]:
        """Play out so many draws of a hand with the discard heuristics; return the final hand."""
        for _ in range(draws):
            discarded = discards(hand, self.rules)
            if not discarded:
                break
            kept = [card for card in hand if card not in discarded]
            hand = kept + random_cards(len(discarded), gone | mask_of(hand), rng)
        return hand


def mask_of(cards: Iterable[int]) -> int:
    """Return a bit mask of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def random_cards(count: int, gone: int, rng: random.Random) -> list[int]:
    """Draw so many random cards that are not in the mask `gone`."""
    drawn: list[int] = []
    random_float = rng.random
    while len(drawn) < count:
        card = int(random_float() * 52)
        if not gone >> card & 1:
            gone |= 1 << card
            drawn.append(card)
    return drawn


class Stub:
    """Random source of the cards that the player cannot see."""

    def __init__(self, gone: int, rng: random.Random) -> None:
        self.cards = [card for card in range(52) if not gone >> card & 1]
        self._rng = rng
        self._stream: Iterator[int] = iter(())

    def deal(self, count: int, gone: int) -> bytes:
        """Deal so many random unseen cards that are not in the mask `gone`."""
        dealt: list[int] = []
        if not count:
            return b""
        while True:
            for card in self._stream:
                bit = 1 << card
                if not gone & bit:
                    gone |= bit
                    dealt.append(card)
                    if len(dealt) == count:
                        return bytes(dealt)
            self._stream = iter(self._rng.choices(self.cards, k=512))
