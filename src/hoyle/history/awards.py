"""The division of a pot explained share by share: halves, ties, odd chips and why they go where they go.

The awards themselves come from the engine. The hands are compared once more only to say who was tied and
which card decided.
"""

from __future__ import annotations

from typing import NamedTuple

from hoyle.cards import rank_of, suit_of, symbol
from hoyle.hands import Evaluator
from hoyle.history.voice import Voice, counted, pot_words, sentence, with_article
from hoyle.poker.division import HIGH, LOW, ODD, Contest, best_of
from hoyle.poker.events import Awarded
from hoyle.poker.pots import build_pots
from hoyle.poker.rules import Rules
from hoyle.poker.state import TABLED, State


class Told(NamedTuple):
    """One sentence about an award, with the clause it rests on."""

    text: str
    clause: str
    award: Awarded


def explain(awards: list[Awarded], state: State, rules: Rules, voice: Voice) -> list[Told]:
    """The sentences for one pot's awards, in the order the dealer pushes the chips."""
    first = awards[0]
    chips = voice.money(sum(award.chips for award in awards))
    pots = build_pots(state.put_in, state.live, state.dead)
    if state.live_count() == 1:
        words = f"{voice.does(first.seat, 'take')} the pot, {chips}: no other hand is left."
        return [Told(sentence(words), first.clause, first)]
    pot = f"{pot_words(first.pot, len(pots))}, {chips}"
    eligible = pots[first.pot].eligible
    if len(eligible) > 1:
        eligible = [player for player in eligible if state.hands[player] == TABLED]
    if len(eligible) == 1:
        words = f"{pot}: {voice.does(first.seat, 'take')} it unopposed."
        return [Told(sentence(words), first.clause, first)]
    return _Division(awards, state, rules, voice, eligible, pot).told()


class _Division:
    """One contested pot on its way to the winners."""

    def __init__(
        self,
        awards: list[Awarded],
        state: State,
        rules: Rules,
        voice: Voice,
        eligible: list[int],
        pot: str,
    ) -> None:
        self.awards = awards
        self.state = state
        self.rules = rules
        self.voice = voice
        self.pot = pot
        hands = [
            state.cards[player] if state.hands[player] == TABLED else [] for player in range(len(state.seats))
        ]
        self.contest = Contest(hands, state.board, rules.high, rules.low)
        self.highs = best_of(self.contest.high_values, eligible) if rules.high else []
        self.lows = best_of(self.contest.low_values, eligible) if rules.low else []

    def told(self) -> list[Told]:
        if self.highs and self.lows:
            return self._two_ways()
        share = HIGH if self.highs else LOW
        lead = f"{self.pot}: "
        if self.rules.split:
            lead += "no low qualifies, "
        return self._share(share, lead, "it all" if self.rules.split else "it")

    def _two_ways(self) -> list[Told]:
        high = [award for award in self.awards if award.share == HIGH]
        low = [award for award in self.awards if award.share == LOW]
        money = self.voice.money
        high_chips = money(sum(award.chips for award in high))
        low_chips = money(sum(award.chips for award in low))
        first = self.awards[0]
        clause = first.clause
        if any(award.share == ODD for award in self.awards):
            words = f"{self.pot}, does not halve: {high_chips} each way and an odd chip."
        elif high_chips != low_chips:
            words = (
                f"{self.pot}, does not halve: the odd chip joins the high half, {high_chips} to {low_chips}."
            )
            clause = self.rules.c_odd_halves
        else:
            words = f"{self.pot}: {high_chips} for the high half, {low_chips} for the low."
        found = [Told(sentence(words), clause, first)]
        for share, awards, name in ((HIGH, high, "high half"), (LOW, low, "low half")):
            if awards:
                total = sum(award.chips for award in awards)
                found += self._share(share, f"{name}: ", money(total))
        for award in self.awards:
            if award.share == ODD:
                words = (
                    f"the odd chip of the pot goes to {self.voice.name(award.seat)}, first of the winners "
                    f"{self._from_where()}."
                )
                found.append(Told(sentence(words), award.odd_clause, award))
        return found

    def _share(self, share: int, lead: str, chips: str) -> list[Told]:
        """Who takes a share; a tie is split, and its odd chips explained."""
        awards = [award for award in self.awards if award.share == share]
        winners = self.highs if share == HIGH else self.lows
        evaluator = self.rules.high if share == HIGH else self.rules.low
        assert evaluator is not None
        values = self.contest.high_values if share == HIGH else self.contest.low_values
        hand = with_article(evaluator.ranking.describe(values[winners[0]]))
        if len(winners) == 1:
            words = f"{lead}{self.voice.does(awards[0].seat, 'take')} {chips} with {hand}."
            return [Told(sentence(words), awards[0].clause, awards[0])]
        total = sum(award.chips for award in awards)
        each, over = divmod(total, len(winners))
        money = self.voice.money
        seats = [self.state.seats[player] for player in winners]
        words = f"{lead}{self.voice.several(seats)} tie with {hand}, {money(each)} each of {money(total)}."
        found = [Told(sentence(words), awards[0].clause, awards[0])]
        if over:
            found += self._odd_chips(share, winners, evaluator, [award for award in awards if award.odd])
        return found

    def _odd_chips(
        self, share: int, winners: list[int], evaluator: Evaluator, lucky: list[Awarded]
    ) -> list[Told]:
        odd = self.rules.odd
        by_card = odd.high_by_card if share == HIGH else odd.low_by_card
        order = self.contest.in_order_of_cards(winners, share, odd) if by_card else []
        found: list[Told] = []
        for award in lucky:
            what = "the odd chip goes" if award.odd == 1 else f"{counted(award.odd, 'odd chip')} go"
            if len(lucky) > 1:
                what = "one odd chip goes"
            if by_card:
                at = order.index(self.state.where[award.seat])
                why = "by card: " + self._deciding(order[at], order[at + 1], share, evaluator)
            elif award is lucky[0]:
                why = f"first of them {self._from_where()}"
            else:
                why = f"next {self._from_where()}"
            joint = " " if by_card else ", "
            found.append(
                Told(
                    sentence(f"{what} to {self.voice.name(award.seat)}{joint}{why}."), award.odd_clause, award
                )
            )
        return found

    def _from_where(self) -> str:
        return "clockwise from the button" if self.state.button >= 0 else "from the dealer's left"

    def _deciding(self, winner: int, rival: int, share: int, evaluator: Evaluator) -> str:
        """The first cards in which two tied hands differ."""
        ours = self._in_order(winner, share, evaluator)
        theirs = self._in_order(rival, share, evaluator)
        for card, other in zip(ours, theirs, strict=True):
            if card != other:
                over = "over" if share == HIGH else "under"
                return f"{symbol(card)} {over} {symbol(other)}"
        raise AssertionError("tied hands of the same cards")

    def _in_order(self, player: int, share: int, evaluator: Evaluator) -> list[int]:
        odd = self.rules.odd
        hand = self.contest.hands[player]
        cards = list(hand) if odd.all_cards else list(evaluator.best(hand, self.contest.board).cards)
        if share == LOW and odd.merit_low:
            return sorted(cards, key=lambda card: suit_of(card) - 4 * ((rank_of(card) + 1) % 13))
        return sorted(cards, key=evaluator.ranking.order)
