"""Random decks and generators for simulations and local games: seeded, or from system entropy."""

from __future__ import annotations

import random
import secrets
from typing import cast

from hoyle.core.cards import DECK
from hoyle.core.mypyc_compat import i64


def make_rng(seed: int | None = None) -> random.Random:
    """Create a random generator: system entropy without a seed, reproducible with one."""
    return secrets.SystemRandom() if seed is None else random.Random(seed)


def hand_rng(seed: int, hand: int) -> random.Random:
    """Create the random generator of one hand of a run, so that any hand can be played by itself."""
    return random.Random(seed * 1_000_003 + hand)


def shuffled_deck(rng: random.Random) -> list[int]:
    """Return a shuffled deck, top card first."""
    deck = list(DECK)
    rng.shuffle(deck)
    return deck


def partly_shuffled_deck(rng: random.Random, needed: int) -> list[int]:
    """Return a deck of which only the top `needed` cards are shuffled, for runs that deal no others."""
    # A list of objects: mypyc would unbox and box every card of a list of ints.
    deck: list[object] = list(DECK)
    draw = rng.random
    shuffled: i64 = min(needed, len(deck) - 1)
    remaining = float(len(deck))
    for index in range(shuffled):
        pick: i64 = int(draw() * remaining)
        pick += index
        remaining -= 1.0
        card = deck[index]
        deck[index] = deck[pick]
        deck[pick] = card
    return cast("list[int]", deck)


def reshuffled(rng: random.Random, cards: list[int]) -> list[int]:
    """Return a list of cards in a new random order."""
    mixed = list(cards)
    rng.shuffle(mixed)
    return mixed
