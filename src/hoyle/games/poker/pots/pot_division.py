"""Division of one pot among the winning hands, with the reason for every chip.

`ShowdownHands` holds the hands of a showdown and their values; `divide` gives every chip of one pot to a
player. Its shares carry the reasons, so that an explanation of an award need not recompute it. Odd chips are
allocated by `hoyle.games.poker.pots.odd_chips`.
"""

from __future__ import annotations

from typing import Final

from hoyle.games.poker.pots.odd_chips import JOINS_HIGH, OddChipAllocation, OddRules, allocate_odd_chips, first_in_line
from hoyle.hands import Evaluator

HIGH: Final = "high"
LOW: Final = "low"
ODD: Final = "odd"
"""Odd chip of a pot that does not halve, where it joins neither half."""

# Why a share is won.
LAST: Final = "last player"
UNOPPOSED: Final = "unopposed"
BEST: Final = "best hand"
NO_LOW: Final = "no low"
BOARD_PLAYS: Final = "board plays"
DOES_NOT_HALVE: Final = "does not halve"


class PotShare:
    """Chips that one player wins of one share of a pot, with the reason."""

    def __init__(self, share: str, player: int, chips: int, reason: str) -> None:
        self.share = share
        self.player = player
        self.chips = chips
        self.reason = reason
        self.contest: list[int] = []
        """Players with a hand for this share, the winner included."""
        self.tied: list[int] = []
        """Players who tied for it; empty if one hand was best."""
        self.joined = False
        """Whether the odd chip of the pot joined this half before it was shared."""
        self.odd = 0
        """Odd chips among `chips`."""
        self.odd_by = ""
        """Criterion that allocated them, a constant of `odd_chips`."""
        self.allocation: OddChipAllocation | None = None
        """Allocation of the odd chips of the share; None if there were none."""

    def __repr__(self) -> str:
        return f"PotShare({self.share}, {self.player}, {self.chips}, odd={self.odd})"


class ShowdownHands:
    """Hands at a showdown with their values. A player with no cards here contends for nothing."""

    def __init__(self, hands: list[list[int]], board: list[int], high: Evaluator | None, low: Evaluator | None) -> None:
        self.hands = hands
        self.board = board
        self.high = high
        self.low = low
        self.high_values: list[int] = [] if high is None else _values_by_player(high, hands, board)
        self.low_values: list[int] = [] if low is None else _values_by_player(low, hands, board)


def _values_by_player(evaluator: Evaluator, hands: list[list[int]], board: list[int]) -> list[int]:
    contenders = [hand for hand in hands if hand]
    values = evaluator.values(contenders, board)
    values_by_player: list[int] = []
    index = 0
    for hand in hands:
        if hand:
            values_by_player.append(values[index])
            index += 1
        else:
            values_by_player.append(0)
    return values_by_player


def best_of(values: list[int], eligible: list[int]) -> list[int]:
    """List the eligible players with the best value, in order of position; none if nobody has a hand."""
    best_value = 0
    winners: list[int] = []
    for player in eligible:
        value = values[player]
        if value > best_value:
            best_value = value
            winners = [player]
        elif value == best_value and value > 0:
            winners.append(player)
    return winners


def divide(
    chips: int, eligible: list[int], contest: ShowdownHands, odd: OddRules, *, clockwise: list[int], from_button: bool
) -> list[PotShare]:
    """Divide one pot, net of rake and jackpot, into shares of its winners.

    `clockwise` lists all players from the button's left, or from the dealer's where there is no button.
    """
    division = _Division(eligible, contest, odd, clockwise, from_button=from_button)
    if chips:
        division.divide(chips)
    return division.shares


class _Division:
    """Divider of one pot: collects the shares of its winners."""

    def __init__(
        self, eligible: list[int], contest: ShowdownHands, odd: OddRules, clockwise: list[int], *, from_button: bool
    ) -> None:
        self.eligible = eligible
        self.contest = contest
        self.odd = odd
        self.clockwise = clockwise
        self.from_button = from_button
        self.shares: list[PotShare] = []

    def divide(self, chips: int) -> None:
        """Divide one pot among its eligible players."""
        eligible = self.eligible
        contest = self.contest
        if len(eligible) == 1:
            share = PotShare(LOW if contest.high is None else HIGH, eligible[0], chips, UNOPPOSED)
            share.contest = eligible
            self.shares.append(share)
            return
        highs = [] if contest.high is None else best_of(contest.high_values, eligible)
        lows = [] if contest.low is None else best_of(contest.low_values, eligible)
        if not lows:
            self._divide_share(HIGH, chips, highs, BEST if contest.low is None else NO_LOW)
        elif not highs:
            self._divide_share(LOW, chips, lows, BEST)
        else:
            self._divide_halves(chips, highs, lows)

    def _divide_halves(self, chips: int, highs: list[int], lows: list[int]) -> None:
        """Divide a pot between the best high and the best low hands, with the odd chip by the book's rule."""
        half = chips // 2
        odd_chip = chips - 2 * half
        joins_high = odd_chip > 0 and self.odd.halves_to_high
        # The chip joins the high half before that half is shared.
        self._divide_share(HIGH, half + odd_chip if joins_high else half, highs, BEST)
        if joins_high:
            for share in self.shares:
                share.joined = True
                if len(highs) == 1:
                    share.odd = odd_chip
                    share.odd_by = JOINS_HIGH
        self._divide_share(LOW, half, lows, BEST)
        if odd_chip and not joins_high:
            winners = [player for player in self.eligible if player in highs or player in lows]
            allocation = first_in_line(winners, self.clockwise, from_button=self.from_button)
            share = PotShare(ODD, allocation.order[0], odd_chip, DOES_NOT_HALVE)
            share.contest = winners
            share.odd = odd_chip
            share.odd_by = allocation.position
            share.allocation = allocation
            self.shares.append(share)

    def _divide_share(self, name: str, chips: int, winners: list[int], reason: str) -> None:
        """Divide chips among tied winners; the odd chips go by the book's rule."""
        contest = self.contest
        values = contest.high_values if name == HIGH else contest.low_values
        contenders = [player for player in self.eligible if values[player]]
        even_share, odd_chips = divmod(chips, len(winners))
        allocation: OddChipAllocation | None = None
        if odd_chips:
            evaluator = contest.high if name == HIGH else contest.low
            assert evaluator is not None
            allocation = allocate_odd_chips(
                odd_chips,
                winners,
                self.odd,
                evaluator=evaluator,
                hands=contest.hands,
                board=contest.board,
                clockwise=self.clockwise,
                from_button=self.from_button,
            )
        for player in winners:
            share = PotShare(name, player, even_share, reason)
            share.contest = contenders
            if len(winners) > 1:
                share.tied = winners
            if allocation is not None:
                share.allocation = allocation
                index = allocation.order.index(player)
                if allocation.chips[index]:
                    share.odd = allocation.chips[index]
                    share.chips += share.odd
                    share.odd_by = allocation.criterion(index)
            if share.chips:
                self.shares.append(share)
