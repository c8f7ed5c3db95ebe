"""Local poker game: one table played hand after hand in this process, for `hoyle play`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hoyle.simulation.random_decks import shuffled_deck
from hoyle.table.poker.rounds.lineup import minimum_stack
from hoyle.table.poker.table import PokerTable
from hoyle.table.presets.poker_presets import PokerPreset


class LocalPokerGame:
    """Poker game run in this process: a table with every seat taken, and its random number generator."""

    def __init__(self, offer: PokerPreset, rng: random.Random, stacks: Mapping[int, int] | None = None) -> None:
        self.offer = offer
        self.rng = rng
        self.seats = offer.seats
        self.table = PokerTable.open(offer.sign)
        self.bought = {seat: (stacks or {}).get(seat, offer.stack) for seat in self.seats}
        """Chips that each seat has bought in for, in total."""
        for seat, chips in self.bought.items():
            self.table.sit(seat, chips)
        if offer.rules.variant.button:
            self.table.draw_button(dict(zip(self.seats, shuffled_deck(rng), strict=False)))

    @property
    def hands(self) -> int:
        """Number of poker hands dealt so far."""
        return self.table.view().round_number

    @property
    def stacks(self) -> dict[int, int]:
        """Stack of each poker player, without bets."""
        return self.table.stacks

    def deal(self) -> list[Any]:
        """Shuffle and deal the next poker hand; return its first events."""
        return self.table.deal(shuffled_deck(self.rng))

    def short(self) -> list[int]:
        """Return the seats whose stack may be too small to be dealt in to the next hand."""
        sign = self.offer.sign
        owed = [sign.ante, sign.forced_bet, max(sign.blinds, default=0)]
        least = minimum_stack(self.offer.rules.book, owed, sign.small).value
        stacks = self.stacks
        return [seat for seat in self.seats if stacks[seat] < least]

    def buy_in(self, seat: int) -> int:
        """Top up the stack of a seat to the default between hands; return the chips added."""
        added = self.offer.stack - self.stacks[seat]
        self.table.top_up(seat, added)
        self.bought[seat] += added
        return added
