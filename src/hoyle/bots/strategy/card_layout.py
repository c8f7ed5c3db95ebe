"""Card layout of a game: own and shared cards, cards still to come, and sampling from the stub."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.bulk_evaluator import BulkEvaluator
from hoyle.games.poker.resolved_rules import Rules

FLOP: Final = "flop"
"""Own cards face down, and a board."""
DRAW: Final = "draw"
STUD: Final = "stud"
"""Own cards, some of them face up; mambo and a short seventh street have one for all."""


class CardLayout:
    """One game under one book, as a mind looks at it."""

    def __init__(self, rules: Rules) -> None:
        variant = rules.variant
        self.rules = rules
        self.measure = BulkEvaluator(rules)
        self.kind = FLOP if variant.flop else DRAW if variant.draws else STUD
        self.streets = variant.streets
        self.first = len(variant.streets[0].ups)
        """Cards of one's own before the first bet."""
        self.own = variant.hole_cards
        self.shared = variant.board_cards
        self.holes = self.own if self.kind == FLOP else self.own + self.shared
        self.on_board = self.shared if self.kind == FLOP else 0
        self.draws = sum(1 for street in variant.streets if street.draw)

    def own_to_come(self, street: int) -> int:
        """Cards that each player is still dealt after a street."""
        return sum(len(later.ups) for later in self.streets[street + 1 :])

    def shared_to_come(self, street: int) -> int:
        return sum(later.board for later in self.streets[street + 1 :])

    def draws_to_come(self, street: int) -> int:
        return sum(1 for later in self.streets[street + 1 :] if later.draw)

    def drawn_out(self, hand: list[int], draws: int, gone: int, rng: random.Random) -> list[int]:
        """A hand after so many draws by the rules of thumb."""
        for _ in range(draws):
            laid = discards(hand, self.rules)
            if not laid:
                break
            kept = [card for card in hand if card not in laid]
            hand = kept + some_cards(len(laid), gone | mask_of(hand), rng)
        return hand


def mask_of(cards: Iterable[int]) -> int:
    """One bit for each card."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def some_cards(count: int, gone: int, rng: random.Random) -> list[int]:
    """So many cards off a shuffled deck without those that are gone."""
    found: list[int] = []
    chance = rng.random
    while len(found) < count:
        card = int(chance() * 52)
        if not gone >> card & 1:
            gone |= 1 << card
            found.append(card)
    return found


class Stub:
    """The cards that somebody cannot see, to be dealt again and again."""

    def __init__(self, gone: int, rng: random.Random) -> None:
        self.cards = [card for card in range(52) if not gone >> card & 1]
        self._rng = rng
        self._stream: Iterator[int] = iter(())

    def deal(self, count: int, gone: int) -> bytes:
        """So many of them, none of which is gone."""
        found: list[int] = []
        if not count:
            return b""
        while True:
            for card in self._stream:
                bit = 1 << card
                if not gone & bit:
                    gone |= bit
                    found.append(card)
                    if len(found) == count:
                        return bytes(found)
            self._stream = iter(self._rng.choices(self.cards, k=512))
