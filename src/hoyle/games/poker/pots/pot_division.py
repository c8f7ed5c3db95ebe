"""Division of one pot among the winning hands, with the reason for every chip.

`ShowdownHands` holds the hands of a showdown and their values; `divide` gives every chip of one pot to a
player. Its shares carry the reasons, so that an explanation of an award need not recompute it. Odd chips are
allocated by `hoyle.games.poker.pots.odd_chips`.
"""

from __future__ import annotations

from typing import Final

from hoyle.games.poker.pots.odd_chips import (
    JOINS_HIGH,
    OddChipAllocation,
    OddRules,
    allocate_odd_chips,
    first_in_line,
)
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
        self.out: OddChipAllocation | None = None
        """Allocation of the odd chips of the share; None if there were none."""

    def __repr__(self) -> str:
        return f"Line({self.share}, {self.player}, {self.chips}, odd={self.odd})"


class ShowdownHands:
    """Hands at a showdown with their values. A player with no cards here contends for nothing."""

    def __init__(
        self, hands: list[list[int]], board: list[int], high: Evaluator | None, low: Evaluator | None
    ) -> None:
        self.hands = hands
        self.board = board
        self.high = high
        self.low = low
        self.high_values: list[int] = [] if high is None else _values(high, hands, board)
        self.low_values: list[int] = [] if low is None else _values(low, hands, board)


def _values(evaluator: Evaluator, hands: list[list[int]], board: list[int]) -> list[int]:
    contenders = [hand for hand in hands if hand]
    values = evaluator.values(contenders, board)
    by_player: list[int] = []
    index = 0
    for hand in hands:
        if hand:
            by_player.append(values[index])
            index += 1
        else:
            by_player.append(0)
    return by_player


def best_of(values: list[int], eligible: list[int]) -> list[int]:
    """Eligible players with the best value, in order of position; none if nobody has a hand."""
    top = 0
    best: list[int] = []
    for player in eligible:
        value = values[player]
        if value > top:
            top = value
            best = [player]
        elif value == top and value > 0:
            best.append(player)
    return best


def divide(
    chips: int,
    eligible: list[int],
    contest: ShowdownHands,
    odd: OddRules,
    *,
    clockwise: list[int],
    from_button: bool,
) -> list[PotShare]:
    """Divide one pot (net of rake and jackpot).

    `clockwise` lists all players from the button's left, or from the dealer's where there is no button.
    """
    division = _Division(eligible, contest, odd, clockwise, from_button=from_button)
    if chips:
        division.divide(chips)
    return division.lines


class _Division:
    """Division of one pot in progress."""

    def __init__(
        self,
        eligible: list[int],
        contest: ShowdownHands,
        odd: OddRules,
        clockwise: list[int],
        *,
        from_button: bool,
    ) -> None:
        self.eligible = eligible
        self.contest = contest
        self.odd = odd
        self.clockwise = clockwise
        self.from_button = from_button
        self.lines: list[PotShare] = []

    def divide(self, chips: int) -> None:
        eligible = self.eligible
        contest = self.contest
        if len(eligible) == 1:
            line = PotShare(LOW if contest.high is None else HIGH, eligible[0], chips, UNOPPOSED)
            line.contest = eligible
            self.lines.append(line)
            return
        highs = [] if contest.high is None else best_of(contest.high_values, eligible)
        lows = [] if contest.low is None else best_of(contest.low_values, eligible)
        if not lows:
            self._share(HIGH, chips, highs, BEST if contest.low is None else NO_LOW)
        elif not highs:
            self._share(LOW, chips, lows, BEST)
        else:
            self._halve(chips, highs, lows)

    def _halve(self, chips: int, highs: list[int], lows: list[int]) -> None:
        half = chips // 2
        odd_chip = chips - 2 * half
        joins = odd_chip > 0 and self.odd.halves_to_high
        # The chip joins the high half before that half is shared.
        self._share(HIGH, half + odd_chip if joins else half, highs, BEST)
        if joins:
            for line in self.lines:
                line.joined = True
                if len(highs) == 1:
                    line.odd = odd_chip
                    line.odd_by = JOINS_HIGH
        self._share(LOW, half, lows, BEST)
        if odd_chip and not joins:
            winners = [player for player in self.eligible if player in highs or player in lows]
            out = first_in_line(winners, self.clockwise, from_button=self.from_button)
            line = PotShare(ODD, out.order[0], odd_chip, DOES_NOT_HALVE)
            line.contest = winners
            line.odd = odd_chip
            line.odd_by = out.position
            line.out = out
            self.lines.append(line)

    def _share(self, share: str, chips: int, winners: list[int], reason: str) -> None:
        contest = self.contest
        values = contest.high_values if share == HIGH else contest.low_values
        contenders = [player for player in self.eligible if values[player]]
        even_share, odd_chips = divmod(chips, len(winners))
        out: OddChipAllocation | None = None
        if odd_chips:
            evaluator = contest.high if share == HIGH else contest.low
            assert evaluator is not None
            out = allocate_odd_chips(
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
            line = PotShare(share, player, even_share, reason)
            line.contest = contenders
            if len(winners) > 1:
                line.tied = winners
            if out is not None:
                line.out = out
                place = out.order.index(player)
                if out.chips[place]:
                    line.odd = out.chips[place]
                    line.chips += line.odd
                    line.odd_by = out.by(place)
            if line.chips:
                self.lines.append(line)
