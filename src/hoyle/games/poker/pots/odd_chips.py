"""Odd chips: who receives the chips that cannot be divided, by card or by position.

A tied share that does not divide evenly leaves odd chips. The book gives them by card, by the suits of the
cards that make the tied hands, or by position; all of them to one player or one to each.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.hands import Evaluator
from hoyle.rulebooks.book_types.poker import OddChips

# How the remainder of a tied share goes out.
WHOLE: Final = 0
CAPPED: Final = 1
SINGLE: Final = 2
REMAINDERS: Final[dict[str, int]] = {"whole": WHOLE, "capped": CAPPED, "single": SINGLE}

# What decided an odd chip.
BY_CARD: Final = "card"
FROM_BUTTON: Final = "clockwise from the button"
FROM_DEALER: Final = "from the dealer's left"
JOINS_HIGH: Final = "joins the high half"


class OddRules:
    """Odd-chip rules of a book, for chips of a given value."""

    def __init__(self, odd: OddChips, unit_cents: int) -> None:
        if not 1 <= unit_cents <= 100:
            raise InvalidError(f"unit_cents {unit_cents} is not between 1 and 100: larger chips are changed first")
        self.halves_to_high: bool = odd.halves.value == "high"
        self.high_by_card: bool = odd.tied_high.value == "card"
        self.low_by_card: bool = odd.tied_low.value == "card"
        self.remainder: int = REMAINDERS[odd.rule.value]
        self.cap_cents: int = odd.cap_cents.value
        self.unit_cents = unit_cents
        self.all_cards: bool = odd.suit_scope.value == "all_cards"
        self.merit_low: bool = odd.low_direction.value == "merit_low"


class OddChipAllocation:
    """Allocation of the odd chips of one tied share: players in order of priority, and chips of each."""

    def __init__(self, position: str, order: list[int], hands: list[list[int]]) -> None:
        self.position = position
        """Start of the order when no card decides: ``FROM_BUTTON`` or ``FROM_DEALER``."""
        self.order = order
        """Tied players, the most favoured first."""
        self.hands = hands
        """Cards of each hand in the order they are compared; empty unless cards decide."""
        self.chips: list[int] = [0] * len(order)

    def criterion(self, index: int) -> str:
        """Return the criterion that puts the player at this index before the next."""
        return BY_CARD if self.deciding_cards(index) else self.position

    def deciding_cards(self, index: int) -> list[int]:
        """Return the first cards in which the hand at this index and the next differ; empty if none do."""
        if index + 1 < len(self.hands):
            hand = self.hands[index]
            next_hand = self.hands[index + 1]
            for i in range(len(hand)):
                if hand[i] != next_hand[i]:
                    return [hand[i], next_hand[i]]
        return []


def allocate_odd_chips(
    odd_chips: int,
    tied: list[int],
    odd: OddRules,
    *,
    evaluator: Evaluator,
    hands: list[list[int]],
    board: list[int],
    clockwise: list[int],
    from_button: bool,
) -> OddChipAllocation:
    """Allocate the odd chips of a share for which `tied` players have the best hand by `evaluator`.

    `clockwise` lists all players from the button's left, or from the dealer's.
    """
    allocation = _by_position(tied, clockwise, from_button=from_button)
    if odd.low_by_card if evaluator.ranking.low else odd.high_by_card:
        allocation = _by_card(allocation, odd, evaluator, hands, board)
    if odd.remainder == WHOLE or (odd.remainder == CAPPED and odd_chips * odd.unit_cents <= odd.cap_cents):
        allocation.chips[0] = odd_chips
    else:
        for index in range(odd_chips):
            allocation.chips[index] = 1
    return allocation


def first_in_line(winners: list[int], clockwise: list[int], *, from_button: bool) -> OddChipAllocation:
    """Allocate the one odd chip of a pot that does not halve, by position among all who win a half."""
    allocation = _by_position(winners, clockwise, from_button=from_button)
    allocation.chips[0] = 1
    return allocation


def _by_position(tied: list[int], clockwise: list[int], *, from_button: bool) -> OddChipAllocation:
    order = [player for player in clockwise if player in tied]
    return OddChipAllocation(FROM_BUTTON if from_button else FROM_DEALER, order, [])


def _by_card(
    base: OddChipAllocation, odd: OddRules, evaluator: Evaluator, hands: list[list[int]], board: list[int]
) -> OddChipAllocation:
    """Order tied players by the suit rule; hands of the same cards (both play the board) by position.

    High: the winning hand's cards by rank then suit, highest first, the larger list wins. Low: by pip (ace
    first) then suit (clubs first), the smaller list wins. Shared cards cancel out by themselves.
    """
    tied = base.order
    ranking = evaluator.ranking
    by_merit = ranking.low and odd.merit_low
    sort_keys: list[tuple[list[int], int]] = []
    ordered_hands: list[list[int]] = []
    for player in tied:
        if odd.all_cards:
            cards = list(hands[player])
        else:
            cards = list(evaluator.best(hands[player], board, largest_first=by_merit).cards)
        cards.sort(key=ranking.merit if by_merit else ranking.order)
        key = [ranking.merit(card) if by_merit else ranking.order(card) for card in cards]
        sort_keys.append((key, len(ordered_hands)))
        ordered_hands.append(cards)
    sort_keys.sort()
    order = [index for _, index in sort_keys]
    return OddChipAllocation(base.position, [tied[i] for i in order], [ordered_hands[i] for i in order])
