"""How one pot is divided, to the last chip.

`Contest` holds the hands that meet at a showdown and what they are worth; `divide` gives every chip of one
pot to somebody and says which of them were odd chips. The same code serves the table and the judge.
"""

from __future__ import annotations

from typing import Final

from hoyle.hands import Evaluator

HIGH: Final = 0
LOW: Final = 1
ODD: Final = 2
SHARES: Final[list[str]] = ["high", "low", "odd"]

# Remainder of a tied share.
WHOLE: Final = 0
CAPPED: Final = 1
SINGLE: Final = 2


class OddRules:
    """A book's answers on odd chips, resolved to what `divide` asks."""

    def __init__(
        self,
        *,
        halves_to_high: bool,
        high_by_card: bool,
        low_by_card: bool,
        rule: int,
        cap_cents: int,
        unit_cents: int,
        all_cards: bool,
        merit_low: bool,
    ) -> None:
        self.halves_to_high = halves_to_high
        self.high_by_card = high_by_card
        self.low_by_card = low_by_card
        self.rule = rule
        self.cap_cents = cap_cents
        self.unit_cents = unit_cents
        self.all_cards = all_cards
        self.merit_low = merit_low


class Line:
    """Chips of one share of one pot for one player; `odd` of them could not be divided."""

    def __init__(self, pot: int, share: int, player: int, chips: int, odd: int) -> None:
        self.pot = pot
        self.share = share
        self.player = player
        self.chips = chips
        self.odd = odd

    def __repr__(self) -> str:
        return f"Line({self.pot}, {SHARES[self.share]}, {self.player}, {self.chips}, odd={self.odd})"


class Contest:
    """The hands at a showdown. A player with no cards here contends for nothing."""

    def __init__(
        self, hands: list[list[int]], board: list[int], high: Evaluator | None, low: Evaluator | None
    ) -> None:
        self.hands = hands
        self.board = board
        self.high = high
        self.low = low
        self.high_values: list[int] = [] if high is None else _values(high, hands, board)
        self.low_values: list[int] = [] if low is None else _values(low, hands, board)

    def in_order_of_cards(self, tied: list[int], share: int, odd: OddRules) -> list[int]:
        """Tied players, the one the suit rule favours first.

        High: the winning hand's cards by rank then suit, highest first, the larger list wins. Low: by pip
        (ace first) then suit (clubs first), the smaller list wins. Shared cards cancel out by themselves.
        """
        keyed = [(self._key(player, share, odd), player) for player in tied]
        keyed.sort()
        return [player for _, player in keyed]

    def _key(self, player: int, share: int, odd: OddRules) -> list[int]:
        evaluator = self.high if share == HIGH else self.low
        assert evaluator is not None
        ranking = evaluator.ranking
        by_merit = share == LOW and odd.merit_low
        if odd.all_cards:
            cards = self.hands[player]
        else:
            best = evaluator.best(self.hands[player], self.board, largest_first=by_merit)
            cards = list(best.cards)
        return sorted([ranking.merit(card) if by_merit else ranking.order(card) for card in cards])


def _values(evaluator: Evaluator, hands: list[list[int]], board: list[int]) -> list[int]:
    contenders = [hand for hand in hands if hand]
    values = evaluator.values(contenders, board)
    found: list[int] = []
    at = 0
    for hand in hands:
        if hand:
            found.append(values[at])
            at += 1
        else:
            found.append(0)
    return found


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
    pot: int, chips: int, eligible: list[int], contest: Contest, odd: OddRules, clockwise: list[int]
) -> list[Line]:
    """Divide one pot (net of rake and jackpot). `clockwise` lists all players from the button's left."""
    lines: list[Line] = []
    if len(eligible) == 1:
        only = LOW if contest.high is None else HIGH
        return [Line(pot, only, eligible[0], chips, 0)] if chips else lines
    highs = [] if contest.high is None else best_of(contest.high_values, eligible)
    lows = [] if contest.low is None else best_of(contest.low_values, eligible)
    if not lows:
        _share(lines, pot, HIGH, chips, highs, contest, odd, clockwise)
    elif not highs:
        _share(lines, pot, LOW, chips, lows, contest, odd, clockwise)
    else:
        half = chips // 2
        odd_chip = chips - 2 * half
        high_half = half + odd_chip if odd.halves_to_high else half
        _share(lines, pot, HIGH, high_half, highs, contest, odd, clockwise)
        if odd_chip and odd.halves_to_high:
            # The chip joins the high half before that half is shared.
            _mark_odd(lines, highs)
        _share(lines, pot, LOW, half, lows, contest, odd, clockwise)
        if odd_chip and not odd.halves_to_high:
            for player in clockwise:
                if player in highs or player in lows:
                    lines.append(Line(pot, ODD, player, odd_chip, odd_chip))
                    break
    return lines


def _mark_odd(lines: list[Line], highs: list[int]) -> None:
    if len(highs) == 1:
        for line in lines:
            if line.share == HIGH:
                line.odd += 1


def _share(
    lines: list[Line],
    pot: int,
    share: int,
    chips: int,
    winners: list[int],
    contest: Contest,
    odd: OddRules,
    clockwise: list[int],
) -> None:
    each, over = divmod(chips, len(winners))
    extra: dict[int, int] = {}
    if over:
        by_card = odd.high_by_card if share == HIGH else odd.low_by_card
        if by_card:
            order = contest.in_order_of_cards(winners, share, odd)
        else:
            order = [player for player in clockwise if player in winners]
        whole = odd.rule == WHOLE or (odd.rule == CAPPED and over * odd.unit_cents <= odd.cap_cents)
        if whole:
            extra[order[0]] = over
        else:
            for player in order[:over]:
                extra[player] = 1
    for player in sorted(winners):
        odd_chips = extra.get(player, 0)
        if each + odd_chips:
            lines.append(Line(pot, share, player, each + odd_chips, odd_chips))
