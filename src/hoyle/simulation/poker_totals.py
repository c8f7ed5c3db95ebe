"""Poker totals: chips wagered, rake, net per seat and pots over many hands; parts can be summed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final, Self

from hoyle.core.money import seat_account
from hoyle.games.poker.events import Awarded, Returned
from hoyle.games.poker.pots.pot_division import LAST
from hoyle.odds.equities.equity_result import NINETY_FIVE
from hoyle.simulation.poker_driver import PlayedHand


@dataclass(slots=True)
class BotTotals:
    """Winnings of one kind of bot, as integers so that parts sum to the same result in any order."""

    name: str
    seats: int
    """Number of seats of such bots in every hand."""
    hands: int = 0
    net: int = 0
    """Net chips won in all its seats."""
    squares: int = 0
    """Sum of the squares of its net result in each hand."""

    def add(self, net: int) -> None:
        """Add one hand's winnings to the totals of a bot."""
        self.hands += 1
        self.net += net
        self.squares += net * net

    def include(self, part: Self) -> None:
        """Add the totals of another part of a simulation."""
        self.hands += part.hands
        self.net += part.net
        self.squares += part.squares

    @property
    def per_100(self) -> float:
        """Chips that the bot wins in 100 hands of one seat."""
        return 100 * self.net / (self.hands * self.seats) if self.hands else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of `per_100`; infinite after a single hand."""
        if self.hands < 2:
            return float("-inf"), float("inf")
        # Exact until the square root: the variance is a small difference of big numbers.
        variance = Fraction(self.hands * self.squares - self.net * self.net, self.hands * (self.hands - 1))
        margin = 100 * NINETY_FIVE * sqrt(variance / self.hands) / self.seats
        return self.per_100 - margin, self.per_100 + margin


class PokerTotals:
    """Totals of chips, pots and events of a poker run or a part of one; they can be summed."""

    def __init__(self, seats: list[int]) -> None:
        self.hands = 0
        self.events = 0
        # Money
        self.brought = 0
        """Sum of the chips on the table at the start of each hand."""
        self.left = 0
        """Sum of the chips in stacks at the end of each hand."""
        self.wagered = 0
        """Chips that went into pots, without uncalled bets."""
        self.rake = 0
        self.jackpot = 0
        self.fees = 0
        self.net = dict.fromkeys(seats, 0)
        self.hands_won = dict.fromkeys(seats, 0)
        """Number of hands in which a seat won any chips."""
        self.by_bot: dict[str, BotTotals] = {}
        # Pots
        self.showdowns = 0
        self.uncontested = 0
        self.pots = 0
        self.side_pots = 0
        self.split_pots = 0
        self.odd_chips = 0
        self.biggest_pot = 0
        self.biggest_hand = 0
        """Number of the first hand with the biggest pot."""
        self.longest = 0
        """Most events in one hand."""
        self.longest_hand = 0

    @property
    def rounds(self) -> int:
        """Number of simulated hands, as `RunTotals` names it."""
        return self.hands

    @property
    def conserved(self) -> bool:
        """Whether every chip brought is in a stack, the rake, the jackpot or the collections."""
        return self.brought == self.left + self.rake + self.jackpot + self.fees

    def include(self, part: Self) -> None:
        """Add the totals of another part of a simulation."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for seat in self.net:
            self.net[seat] += part.net[seat]
            self.hands_won[seat] += part.hands_won[seat]
        for name, bot in part.by_bot.items():
            self.by_bot.setdefault(name, BotTotals(name, bot.seats)).include(bot)
        self._note_pot(part.biggest_pot, part.biggest_hand)
        self._note_length(part.longest, part.longest_hand)

    def add(self, played: PlayedHand, hand: int, names: list[str]) -> None:
        """Count one finished poker hand by its number, with the bot that sat in each seat."""
        events = played.events
        self.hands += 1
        self.events += len(events)
        self.brought += sum(played.before.values())
        for seat, chips in played.after.items():
            self.left += chips
            self.net[seat] += chips - played.before[seat]
        for name in dict.fromkeys(names):
            bot_seats = [seat for seat, bot_name in zip(played.before, names, strict=True) if bot_name == name]
            bot = self.by_bot.setdefault(name, BotTotals(name, len(bot_seats)))
            bot.add(sum(played.after[seat] - played.before[seat] for seat in bot_seats))
        wagered = self._count_chips(played)
        self.wagered += wagered
        self._note_pot(wagered, hand)
        self._note_length(len(events), hand)
        self._count_pots([event for event in events if isinstance(event, Awarded)])

    def _count_chips(self, played: PlayedHand) -> int:
        """Add what the house took in a poker hand; return the chips that the players put into pots."""
        wagered = 0
        seat_accounts = {seat_account(seat) for seat in played.before}
        for entry in played.events:
            for source, to, chips in entry.transfers():
                if source in seat_accounts and to == "pot":
                    wagered += chips
                elif to == "rake":
                    self.rake += chips
                elif to == "jackpot":
                    self.jackpot += chips
                elif to == "fees":
                    self.fees += chips
            if isinstance(entry, Returned):
                wagered -= entry.chips
        return wagered

    def _note_pot(self, chips: int, hand: int) -> None:
        if chips > self.biggest_pot or (chips == self.biggest_pot and hand < self.biggest_hand):
            self.biggest_pot, self.biggest_hand = chips, hand

    def _note_length(self, events: int, hand: int) -> None:
        if events > self.longest or (events == self.longest and hand < self.longest_hand):
            self.longest, self.longest_hand = events, hand

    def _count_pots(self, awards: list[Awarded]) -> None:
        """Count the pots of a hand, the split ones and the odd chips, and who won."""
        if awards[0].reason == LAST:
            self.uncontested += 1
        else:
            self.showdowns += 1
        winners_by_pot: dict[int, set[int]] = {}
        for award in awards:
            winners_by_pot.setdefault(award.pot, set()).add(award.seat)
            self.odd_chips += award.odd
        for seat in set().union(*winners_by_pot.values()):
            self.hands_won[seat] += 1
        self.pots += len(winners_by_pot)
        self.side_pots += sum(1 for pot in winners_by_pot if pot)
        self.split_pots += sum(1 for winners in winners_by_pot.values() if len(winners) > 1)


_SUMS: Final = (
    *("hands", "events", "brought", "left", "wagered", "rake", "jackpot", "fees"),
    *("showdowns", "uncontested", "pots", "side_pots", "split_pots", "odd_chips"),
)
