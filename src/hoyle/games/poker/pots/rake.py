"""Rake: percentage, increments and jackpot fee, and which pot pays them.

Percentages are figured per betting round and per pot on called money, floored to the chip. Increments and
the jackpot fee are figured on all pots together; they come out of the main pot, and out of the oldest side
pot for what the main pot cannot bear.
"""

from __future__ import annotations

from fractions import Fraction

from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_int
from hoyle.games.poker.pots.side_pots import Pot
from hoyle.games.poker.variants import Variant
from hoyle.rulebooks.book_types.poker import PokerBook


class RakePlan:
    """Posted rake: a percentage, increments, a cap, a jackpot fee and flat fees in any mix."""

    def __init__(
        self,
        *,
        percent: float | Fraction = 0,
        levels: list[tuple[int, int]] | None = None,
        cap: int = 0,
        jackpot: int = 0,
        fee_per_player: int = 0,
        fee_per_hand: int = 0,
        fee_street: int = 0,
        jackpot_street: int = 0,
    ) -> None:
        if not 0 <= percent <= 100:
            raise InvalidError(f"a rake of {percent} per cent is not between 0 and 100")
        if min(cap, jackpot, fee_per_player, fee_per_hand) < 0:
            raise InvalidError(
                f"cap {cap}, jackpot {jackpot} and fees {fee_per_player}, {fee_per_hand} may not be below 0"
            )
        for chips, label in (
            (cap, "the cap of the rake"),
            (jackpot, "the jackpot fee"),
            (fee_per_player, "the fee of a player"),
            (fee_per_hand, "the fee of a hand"),
        ):
            check_int(chips, label, 0)
        for size, fee in levels or []:
            if size < 0 or fee < 0:
                raise InvalidError(f"a rake of {fee} chips at a pot of {size} may not be below 0")
            check_int(size, "a pot from which rake is due", 0)
            check_int(fee, "the rake of an increment", 0)
        self.percent = Fraction(str(percent))
        """Percentage, exact as written: 2.5 is five halves."""
        self.levels: list[tuple[int, int]] = sorted(levels or [])
        """Increments as (pot size, fee): each fee is added when that size is reached."""
        self.cap = cap
        """Most the house takes from one round of play; 0 = no cap."""
        self.jackpot = jackpot
        self.fee_per_player = fee_per_player
        self.fee_per_hand = fee_per_hand
        self.fee_street = fee_street
        """Street at which flat fees fall due, the one after the last for the showdown; 0: fees of players
        before the deal, the fee of the hand when the pot is awarded."""
        self.jackpot_street = jackpot_street
        """Street at which the jackpot fee falls due; 0: when the pot is awarded."""
        self.rakes = self.percent > 0 or len(self.levels) > 0
        """Whether rake is taken as betting rounds end."""


def first_round_free(book: PokerBook, variant: Variant) -> bool:
    """Whether a pot awarded in the first betting round pays no rake: no flop, no drop.

    Other games have no flop; there such a pot goes free only under the switch (AMB-58).
    """
    revenue = book.revenue
    return revenue.no_flop_no_rake.value and (variant.flop or revenue.no_flop_no_drop_for_nonflop.value)


def percent_of(chips: int, percent: Fraction) -> int:
    """Return a percentage of called money, floored to the chip."""
    return chips * percent.numerator // (100 * percent.denominator)


def increments(levels: list[tuple[int, int]], total: int) -> int:
    """Sum the fees that are due once main and side pots together hold `total`."""
    return sum(fee for size, fee in levels if total >= size)


def money_by_pot(pots: list[Pot], answered: list[int], bets: list[int]) -> list[int]:
    """Sum the chips of this betting round's bets in each pot.

    `answered` has the contribution level of each player.
    """
    chips_by_pot: list[int] = []
    lower_level = 0
    for index in range(len(pots)):
        is_last = index == len(pots) - 1
        upper_level = min([answered[player] for player in pots[index].eligible], default=lower_level)
        chips = 0
        for player in range(len(answered)):
            upper = answered[player] if is_last else min(answered[player], upper_level)
            lower = max(lower_level, answered[player] - bets[player])
            if upper > lower:
                chips += upper - lower
        chips_by_pot.append(chips)
        lower_level = upper_level
    return chips_by_pot


def allocate_fee(pots: list[Pot], taken: list[int], fee: int) -> list[int]:
    """Divide a fee among the pots: the main pot pays first, then the oldest side pot.

    `taken` are the chips already taken out of each.
    """
    shares: list[int] = []
    for index in range(len(pots)):
        share = min(fee, pots[index].chips - taken[index])
        shares.append(share)
        fee -= share
    return shares
