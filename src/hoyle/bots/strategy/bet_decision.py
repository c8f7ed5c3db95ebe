"""Bet decision: fold, check, call, bet or raise, by equity, price and play style."""

from __future__ import annotations

import random
from typing import Final

from hoyle.bots.strategy.card_layout import STUD
from hoyle.bots.strategy.equity_vs_ranges import current_equity, equity_vs_ranges
from hoyle.bots.strategy.opponent_ranges import opponent_ranges
from hoyle.bots.strategy.play_style import PlayStyle
from hoyle.bots.strategy.situation import BotSituation
from hoyle.table.command_base import Command
from hoyle.table.poker.commands import Bet, BringIn, Call, Check, Fold

_MERIT_PER_RAISE: Final = 0.22
"""Additional merit needed for every raise before."""
_MAX_RAISES: Final = 4
"""Maximum number of raises where no cap ends a raising war."""
_MAX_BLUFFED: Final = 2
"""Maximum number of opponents to bluff."""
_FULL_TABLE: Final = 5
"""Opponents at a full table."""
_MIN_STUD_MERIT: Final = 0.85
"""Merit that first cards in stud need against the opponents' face-up cards."""
_SEMI_BLUFF_DRAW: Final = 0.12
"""Share of the pot resting on cards to come, above which a hand may semi-bluff."""
_LARGE_STAKE: Final = 0.2
"""Fraction of the stack at stake from which equity is computed instead of using the chart."""
_TYPICAL_PRICE: Final = 0.25
"""Pot odds of a call of one full bet on the first street."""
_RAISING_FRACTIONS: Final = (1.0, 0.45, 0.25, 0.15)
_CALLING_FRACTIONS: Final = (1.0, 0.65, 0.4, 0.3)
"""Fraction of the hands still raised and entered with, by the number of raises before."""
_ALL_IN_FRACTION: Final = 0.4
"""Fraction of the stack from which a bet goes all-in."""


def decide_bet(situation: BotSituation, style: PlayStyle, rng: random.Random) -> Command:
    """Choose the betting action of a bot with that play style."""
    return _Decision(situation, style, rng).command()


class _Decision:
    """Betting decision of a bot: its equity, merit and legal wager."""

    def __init__(self, situation: BotSituation, style: PlayStyle, rng: random.Random) -> None:
        self.situation = situation
        self.style = style
        self.rng = rng
        self.count = len(situation.opponents)
        """Number of opponents in the hand."""
        self.level = situation.level()
        """Number of bets and raises on this street, without blinds and forced bets."""
        self.wager = situation.turn.wager()
        # First cards are rated by the chart, unless much of the stack is at stake.
        self.by_chart = situation.first_street and situation.owed() < _LARGE_STAKE * situation.me.stack
        self.share = 0.0
        self.draw = 0.0
        """Part of the share that depends on cards to come."""
        if not self.by_chart:
            ranges = opponent_ranges(situation, trust=style.trust, rng=rng)
            self.share = equity_vs_ranges(situation, ranges, rng)
            now = None if situation.last_street else current_equity(situation, ranges)
            if now is not None:
                self.draw = max(self.share - now, 0.0)
        self.merit = self.share * (self.count + 1)
        """Equity relative to an equal share of the pot: 1 for an average hand."""
        self.stud_merit: float | None = None

    def command(self) -> Command:
        """Choose the betting command: raise, bring in, check, call or fold."""
        situation, turn = self.situation, self.situation.turn
        wants_to_raise = self._wants_to_raise()
        if wants_to_raise and self.wager is not None and self.level <= _MAX_RAISES:
            return self._raise()
        if turn.can("bring-in"):
            return BringIn(seat=turn.seat)
        if turn.can("check"):
            return Check(seat=turn.seat)
        if turn.can("call"):
            stays = self._stays() or not turn.can("fold")
            return Call(seat=turn.seat) if stays else Fold(seat=turn.seat)
        # An opener who is required to bet may neither check nor fold.
        assert self.wager is not None, "nothing at all is offered"
        return self._raise() if wants_to_raise else Bet(seat=situation.me.seat, to=self.wager.min)

    # Raising

    def _wants_to_raise(self) -> bool:
        """Whether the hand is good enough to bet or raise, by chart or by merit, or the player bluffs."""
        situation, style, level = self.situation, self.style, self.level
        if self.by_chart:
            return self._is_in_top(style.open * _RAISING_FRACTIONS[min(level, 3)])
        if level:
            return self.merit >= style.raises + _MERIT_PER_RAISE * (level - 1)
        threshold = style.bet + (0.08 if situation.last_street else 0.0)
        return self.merit >= threshold or self._bluffs()

    def _is_in_top(self, fraction: float) -> bool:
        """Whether the first cards are in the top fraction, widened against few opponents and in position."""
        situation = self.situation
        fraction = min(fraction * (0.8 + 0.4 * situation.position()), 0.95)
        widening = 0.35 if self.level else 0.75
        fraction = 1 - (1 - fraction) ** (1 + widening * max(_FULL_TABLE - self.count, 0))
        if situation.start.standing(situation.hand) < 1 - fraction:
            return False
        # In stud opponents show cards from the start, which may beat a hand that the chart likes.
        return situation.layout.kind != STUD or self._merit_against_face_up_cards() >= _MIN_STUD_MERIT

    def _merit_against_face_up_cards(self) -> float:
        """Return the merit of first cards in stud given the opponents' face-up cards."""
        if self.stud_merit is None:
            ranges = opponent_ranges(self.situation, trust=self.style.trust, rng=self.rng)
            self.stud_merit = equity_vs_ranges(self.situation, ranges, self.rng) * (self.count + 1)
        return self.stud_merit

    def _bluffs(self) -> bool:
        """Whether to bluff or semi-bluff, against few opponents who can still fold."""
        situation = self.situation
        if self.count > _MAX_BLUFFED or not situation.can_fold:
            return False
        chance = self.style.bluff
        if self.draw > _SEMI_BLUFF_DRAW:
            chance = self.style.semi_bluff
        return self.rng.random() < chance * (0.5 + situation.position()) / self.count

    def _raise(self) -> Command:
        """Bet or raise the maximum in limit games, else by the play style's bet size."""
        situation, wager = self.situation, self.wager
        assert wager is not None
        to = wager.max
        if situation.big_bet:
            pot_fraction = self.style.size * (0.8 + 0.4 * self.rng.random())
            if situation.first_street:
                pot_fraction *= 1.3
            owed = situation.owed()
            target = situation.view.bet + int((situation.view.pot + owed) * pot_fraction)
            all_in = situation.me.stack + situation.me.bet
            if target - situation.me.bet > _ALL_IN_FRACTION * situation.me.stack:
                target = all_in
            to = min(max(target, wager.min), wager.max)
        return Bet(seat=situation.turn.seat, to=to)

    # Staying in

    def _stays(self) -> bool:
        """Whether the pot odds, or the chart on the first street, justify a call."""
        situation, style = self.situation, self.style
        price = situation.price()
        if self.by_chart:
            return self._enters(price)
        implied = 1.0
        if not situation.last_street:
            # A completed draw wins more than the pot; a hand that is only ahead may have to pay more.
            implied = 0.92 + 0.1 * situation.position() + 0.5 * self.draw
        return self.share * implied >= price * style.call

    def _enters(self, price: float) -> bool:
        """Whether to call on the first street: with good hands, and with more of them at a low price."""
        fraction = self.style.enter * _CALLING_FRACTIONS[min(self.level, 3)]
        # Half a blind, or a forced bet among many antes, is worth more hands than a full bet.
        if price < _TYPICAL_PRICE:
            fraction *= 1 + 1.5 * (_TYPICAL_PRICE - price) / _TYPICAL_PRICE
        return self._is_in_top(fraction)
