"""Poker run: hands between bots from equal stacks, each with its own random seed.

The seed of a hand is derived from the run's seed and its number, so that any hand can be played by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.bots.custom_bots import poker_bots_from_names, seated_names
from hoyle.core.validation import check_int
from hoyle.simulation.partitioned_run import RunMonitor
from hoyle.simulation.poker_driver import PlayedHand, SimulationTable, rotated
from hoyle.simulation.poker_totals import PokerTotals
from hoyle.table.presets.poker_presets import PokerPreset


class PokerRun:
    """Simulated run of so many poker hands between bots, which rotate through all seats."""

    rounds_each = 1

    def __init__(
        self,
        offer: PokerPreset,
        *,
        bots: str,
        hands: int,
        seed: int,
        first: int = 1,
        stacks: list[int] | None = None,
        keep: Callable[[int, PlayedHand], None] | None = None,
    ) -> None:
        """Check the stacks; ``first`` is the number of the first hand, so that runs can be continued.

        ``keep`` is called with the number and the hand after each hand.
        """
        check_int(hands, "the number of hands", least=1)
        self.offer = offer
        self.bots = bots
        self.seed = seed
        self.keep = keep
        self.indices = range(first, first + hands)
        self.stacks = stacks or [offer.stack] * offer.players
        for button in offer.seats:
            offer.check_stacks(self.stacks, offer.posts(offer.seats, button))

    def empty_totals(self) -> PokerTotals:
        return PokerTotals(self.offer.seats)

    def play(self, numbers: range, watch: RunMonitor) -> PokerTotals:
        """Play the numbered hands of a poker run and total them."""
        table = SimulationTable(self.offer, self.stacks)
        bots = poker_bots_from_names(self.bots, len(self.stacks))
        names = seated_names(self.bots, len(self.stacks))
        totals = self.empty_totals()
        for hand in numbers:
            finished = table.play(rotated(bots, hand), seed=self.seed, hand=hand)
            totals.add(finished, hand, rotated(names, hand))
            if self.keep is not None:
                self.keep(hand, finished)
            if not watch.should_continue():
                break
        assert totals.conserved, f"chips brought {totals.brought}, left {totals.left}"
        return totals
