"""Three Card Poker analysis: every hand against every dealer hand, exactly.

Dealer hands are added from the best downward, with a count of hands for every card and pair of cards; at its
own value, a player hand finds the number that share no card with it by inclusion-exclusion.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.hand_values import three_card_class, three_card_qualifies, three_card_value
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.odds.house_games.rulebook_pay_tables import ANTE_BONUS, PAIR_PLUS, QUEEN
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text

GAME: Final = "three-card-poker"
DEALER_HANDS: Final = comb(49, 3)
HANDS: Final = comb(52, 3)

Hand = tuple[int, int, int]


class DealerResults(NamedTuple):
    """Counts of the 18,424 dealer hands by result against one player hand."""

    value: int
    not_qualified: int
    won: int
    tied: int
    lost: int

    def outcomes(self) -> tuple[tuple[str, int, int], ...]:
        """List the outcomes of an Ante and a Play of one chip each, as name, number of deals and gain."""
        return (
            ("dealer does not qualify", self.not_qualified, 1),
            ("win", self.won, 2),
            ("tie", self.tied, 0),
            ("lose", self.lost, -2),
        )


@cache
def hands() -> dict[Hand, int]:
    """Return the value of every three-card hand, its cards ascending."""
    return {hand: three_card_value(list(hand)) for hand in combinations(range(52), 3)}


@cache
def results_by_hand() -> dict[Hand, DealerResults]:
    """Count the results of every three-card hand against all dealer hands."""
    by_value: dict[int, list[Hand]] = {}
    for hand, value in hands().items():
        by_value.setdefault(value, []).append(hand)
    min_qualifying = min(value for value in by_value if three_card_qualifies(value, QUEEN))
    counter = _HandCounter()
    better: dict[Hand, int] = {}
    tied: dict[Hand, int] = {}
    qualified: dict[Hand, int] = {}
    for value in sorted(by_value, reverse=True):
        for hand in by_value[value]:
            better[hand] = counter.without(hand, includes_hand=False)
        for hand in by_value[value]:
            counter.add(hand)
        for hand in by_value[value]:
            tied[hand] = counter.without(hand, includes_hand=True) - better[hand]
        if value == min_qualifying:
            qualified = {
                hand: counter.without(hand, includes_hand=hand_value >= min_qualifying)
                for hand, hand_value in hands().items()
            }
    results: dict[Hand, DealerResults] = {}
    for hand, value in hands().items():
        qualified_count = qualified[hand]
        if value >= min_qualifying:
            lost, ties = better[hand], tied[hand]
        else:  # every dealer hand that qualifies wins
            lost, ties = qualified_count, 0
        results[hand] = DealerResults(
            value=value,
            not_qualified=DEALER_HANDS - qualified_count,
            won=qualified_count - lost - ties,
            tied=ties,
            lost=lost,
        )
    return results


class _HandCounter:
    """Counter of dealer hands that share no card with a player's hand, by inclusion-exclusion."""

    def __init__(self) -> None:
        self.hands = 0
        self.with_card = [0] * 52
        self.with_pair = [0] * (52 * 52)

    def add(self, hand: Hand) -> None:
        """Add one dealer hand to the counts of its cards and pairs of cards."""
        a, b, c = hand
        self.hands += 1
        for card in hand:
            self.with_card[card] += 1
        for pair in (a * 52 + b, a * 52 + c, b * 52 + c):
            self.with_pair[pair] += 1

    def without(self, hand: Hand, *, includes_hand: bool) -> int:
        """Count the dealer hands without any card of `hand`; `includes_hand`: it was added itself."""
        a, b, c = hand
        with_card, with_pair = self.with_card, self.with_pair
        one_shared = with_card[a] + with_card[b] + with_card[c]
        two_shared = with_pair[a * 52 + b] + with_pair[a * 52 + c] + with_pair[b * 52 + c]
        return self.hands - one_shared + two_shared - includes_hand


def play_value(cards: list[int], bonus: PayTable = ANTE_BONUS) -> Fraction:
    """Compute the expected win of Ante and Play with a three-card hand, in Antes; folding wins -1."""
    return value_of(results_by_hand()[_sorted_hand(cards)], bonus)


def value_of(results: DealerResults, bonus: PayTable = ANTE_BONUS) -> Fraction:
    """Compute the expected win of Ante and Play in Antes, from the counts of dealer hands by result."""
    total_gain = results.not_qualified + 2 * (results.won - results.lost)
    return Fraction(total_gain, DEALER_HANDS) + _bonus(results.value, bonus)


def _bonus(value: int, bonus: PayTable) -> Fraction:
    """Return the Ante bonus of a three-card hand of that value, in Antes."""
    return bonus.lines.get(three_card_class(value), Fraction(0))


def _sorted_hand(cards: list[int]) -> Hand:
    """Return three cards in ascending order; refuse any other number of cards."""
    if len(cards) != 3:
        raise InvalidError(f"cards: three are needed, not {len(cards)} (oneida TCP.A.2)")
    a, b, c = sorted(cards)
    return a, b, c


def ante_play_edge(bonus: PayTable = ANTE_BONUS) -> Edge:
    """Compute the house edge of Ante and Play in Three Card Poker with best play."""
    outcomes = Outcomes()
    share = Fraction(1, HANDS * DEALER_HANDS)
    hand_counts: dict[DealerResults, int] = {}
    for results in results_by_hand().values():
        hand_counts[results] = hand_counts.get(results, 0) + 1
    for results, count in hand_counts.items():
        if value_of(results, bonus) < -1:
            outcomes.add("fold", Fraction(count, HANDS), Fraction(-1))
            continue
        extra = _bonus(results.value, bonus)
        for line, deals, gain in results.outcomes():
            outcomes.add(line, count * deals * share, gain + extra, Fraction(2))
    outcomes.lines.update({f"bonus: {line}": _class_share(line) for line in bonus.lines})
    pays = {f"bonus: {line}": odds_text(odds) for line, odds in bonus.lines.items()}
    return outcomes.edge(GAME, "ante-play", bonus.name, pays=pays, warnings=tuple(bonus.disallowed_odds()))


def pair_plus_edge(table: PayTable = PAIR_PLUS["standard"]) -> Edge:
    """Compute the house edge of Pair Plus, the side wager of Three Card Poker."""
    outcomes = Outcomes()
    remaining = Fraction(1)
    for line, odds in table.lines.items():
        outcomes.add(line, _class_share(line), odds)
        remaining -= _class_share(line)
    outcomes.add("nothing", remaining, Fraction(-1))
    pays = {line: odds_text(odds) for line, odds in table.lines.items()}
    return outcomes.edge(GAME, "pair-plus", table.name, pays=pays, warnings=tuple(table.disallowed_odds()))


@cache
def _class_share(name: str) -> Fraction:
    """Return the probability that three cards are a hand of a class, such as ``flush``."""
    return Fraction(sum(three_card_class(value) == name for value in hands().values()), HANDS)
