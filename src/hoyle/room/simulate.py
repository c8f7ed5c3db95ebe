"""Many hands in a row, and what became of the money.

Every hand starts with the same stacks and has its own chance, drawn from the seed and its number: any hand
of a run can be dealt again by itself, and a run can be cut into parts that others play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Final

from hoyle.poker.events import Awarded
from hoyle.poker.round import Round
from hoyle.room.bots import bot
from hoyle.room.drive import play_hand
from hoyle.room.offers import Offer

Progress = Callable[[int], None]
"""Told how many hands have been played, from 0."""

Stop = Callable[[], bool]
"""Asked after every hand whether to leave it at that."""

STEP = 50
"""Hands between two reports of progress."""


class Totals:
    """The money and the counts of a run, or of a part of one: parts add up to the run."""

    def __init__(self, seats: list[int]) -> None:
        self.hands = 0
        self.seconds = 0.0
        """By the clock on the wall, which goes once for parts played side by side: not added up."""
        self.events = 0
        # Money
        self.brought = 0
        """Chips on the table at the start of every hand, added up."""
        self.left = 0
        """Chips in stacks when each hand was over, added up."""
        self.wagered = 0
        """Chips that went into pots; uncalled bets not counted."""
        self.rake = 0
        self.jackpot = 0
        self.fees = 0
        self.net = dict.fromkeys(seats, 0)
        self.hands_won = dict.fromkeys(seats, 0)
        """Hands in which a seat was awarded any chips."""
        # Pots
        self.showdowns = 0
        self.uncontested = 0
        self.pots = 0
        self.side_pots = 0
        self.split_pots = 0
        self.odd_chips = 0
        self.biggest_pot = 0
        self.biggest_hand = 0
        """Number of the hand with the biggest pot, the first of several."""
        self.longest = 0
        """Most events in one hand."""
        self.longest_hand = 0

    @property
    def hands_per_second(self) -> float:
        return self.hands / self.seconds if self.seconds else 0.0

    @property
    def conserved(self) -> bool:
        """Every chip brought is in a stack, the rake, the jackpot or the collections."""
        return self.brought == self.left + self.rake + self.jackpot + self.fees

    def __iadd__(self, part: Totals) -> Totals:
        """Count the hands of another part too."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for seat in self.net:
            self.net[seat] += part.net[seat]
            self.hands_won[seat] += part.hands_won[seat]
        self._note_pot(part.biggest_pot, part.biggest_hand)
        self._note_length(part.longest, part.longest_hand)
        return self

    def add(self, round_: Round, stacks: list[int], hand: int) -> None:
        """Count one finished hand by its number."""
        state = round_.state
        self.hands += 1
        self.events += len(round_.log)
        self.brought += state.start_chips
        self.rake += state.rake
        self.jackpot += state.jackpot
        self.fees += state.fees
        wagered = sum(state.put_in) + state.dead
        self.wagered += wagered
        for at, seat in enumerate(state.seats):
            self.left += state.stacks[at]
            self.net[seat] += state.stacks[at] - stacks[at]
            if state.won[at]:
                self.hands_won[seat] += 1
        self._note_pot(wagered, hand)
        self._note_length(len(round_.log), hand)
        self._count_pots(round_)

    def _note_pot(self, chips: int, hand: int) -> None:
        if chips > self.biggest_pot or (chips == self.biggest_pot and hand < self.biggest_hand):
            self.biggest_pot, self.biggest_hand = chips, hand

    def _note_length(self, events: int, hand: int) -> None:
        if events > self.longest or (events == self.longest and hand < self.longest_hand):
            self.longest, self.longest_hand = events, hand

    def _count_pots(self, round_: Round) -> None:
        if round_.state.live_count() == 1:
            self.uncontested += 1
        else:
            self.showdowns += 1
        winners: dict[int, set[int]] = {}
        log = round_.log
        at = len(log) - 2
        while at >= 0 and isinstance(event := log[at], Awarded):
            winners.setdefault(event.pot, set()).add(event.seat)
            self.odd_chips += event.odd
            at -= 1
        self.pots += len(winners)
        self.side_pots += sum(1 for pot in winners if pot)
        self.split_pots += sum(1 for seats in winners.values() if len(seats) > 1)


_SUMS: Final = (
    *("hands", "events", "brought", "left", "wagered", "rake", "jackpot", "fees"),
    *("showdowns", "uncontested", "pots", "side_pots", "split_pots", "odd_chips"),
)


def simulate(
    offer: Offer,
    *,
    bots: str,
    hands: int,
    seed: int,
    first: int = 1,
    stacks: list[int] | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    cluster: str | None = None,
) -> Totals:
    """Play so many hands between bots of one kind; every hand starts with the same stacks.

    ``first`` is the number of the first hand: hands 1 to 60 are hands 1 to 20 and 21 to 60. ``cluster`` is
    the address of a dask scheduler, or ``local``; the totals are the same.
    """
    stacks = stacks or [offer.stack] * offer.players
    for button in offer.seats:
        offer.check_stacks(stacks, offer.posts(offer.seats, button))
    numbers = range(first, first + hands)
    started = perf_counter()
    if progress is not None:
        progress(0)
    if cluster is None:
        totals = _play(offer, bots, stacks, seed, numbers, progress, stop)
    else:
        from hoyle.cluster import pieces, share_out

        totals = Totals(offer.seats)
        cut = partial(pieces, numbers, least=2 * STEP)
        for part in share_out(cluster, partial(_play, offer, bots, stacks, seed), cut, stop=stop):
            totals += part
            if progress is not None:
                progress(totals.hands)
    totals.seconds = perf_counter() - started
    assert totals.conserved, f"chips brought {totals.brought}, left {totals.left}"
    return totals


def _play(
    offer: Offer,
    bots: str,
    stacks: list[int],
    seed: int,
    numbers: range,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Totals:
    """The hands with these numbers."""
    table = [bot(bots) for _ in stacks]
    totals = Totals(offer.seats)
    for hand in numbers:
        totals.add(play_hand(offer, stacks, table, seed=seed, hand=hand), stacks, hand)
        if progress is not None and totals.hands % STEP == 0:
            progress(totals.hands)
        if stop is not None and stop():
            break
    return totals
