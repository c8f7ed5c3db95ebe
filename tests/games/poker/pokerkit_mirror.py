"""Differential test driver: the same hand in hoyle and in PokerKit, step by step.

`Duel` opens one hand in both, deals PokerKit the cards that hoyle's log names, offers every decision to both
and fails where they disagree. Chips come in units that every pot can be divided by, so that none is odd.

Where the two are known to differ the hand is kept away from the difference, or the difference is identified:

* A blind or forced bet that a stack cannot pay in full: in hoyle the others still answer the whole of it, in
  PokerKit only what was put in. Every stack here can pay it.
* After a short all-in PokerKit adds up short raises until they make a full one, takes a short opening bet for
  a full one and a short completion for a complete one. In hoyle nothing but a full raise reopens the betting
  (AMB-21). `explained` counts the decisions where that shows.
* Pot-limit and no-limit stud: a bet that completes the forced bet is as large as any other in hoyle, and the
  least raise adds the whole of it once more; PokerKit takes off the forced bet.
* Stud: the best hand showing is all-in. PokerKit passes the turn clockwise from there; so do the books here,
  by their switch (AMB-P1).
* PokerKit asks a player who can only check; hoyle goes on.
* PokerKit lets nobody fold who may check; no book forbids it, but such folds are left out here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import pokerkit as pk
from tests.games.poker.round_driver import Sitting, blinds, facts, shuffled

from hoyle.core.cards import card_text
from hoyle.games.poker.events import PokerEvent
from hoyle.games.poker.pots.side_pots import build_pots
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, Rules, Stakes
from hoyle.games.poker.round_state import ACTION, DRAW, FORCED_BET, SHUFFLE
from hoyle.games.poker.variants import BIG, VARIANTS
from hoyle.rulebooks import PokerBook, poker_book
from hoyle.rulebooks.book_parameters import with_overrides

UNIT: Final = 5040
"""Chip unit that divides by two halves and by two to ten players, so that every share is whole."""

KINDS: Final = {
    "holdem": (pk.StandardHighHand,),
    "omaha-high": (pk.OmahaHoldemHand,),
    "omaha-hilo8": (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand),
    "big-omaha-high": (pk.OmahaHoldemHand,),
    "big-omaha-hilo8": (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand),
    "stud7-high": (pk.StandardHighHand,),
    "stud7-hilo8": (pk.StandardHighHand, pk.EightOrBetterLowHand),
    "stud7-hilo": (pk.StandardHighHand, pk.RegularLowHand),
    "razz": (pk.RegularLowHand,),
    "draw5-high": (pk.StandardHighHand,),
    "draw5-low": (pk.RegularLowHand,),
    "draw27-single": (pk.StandardLowHand,),
    "draw27-triple": (pk.StandardLowHand,),
    "badugi": (pk.BadugiHand,),
}
"""Games that both can play, with their rankings. PokerKit also describes a game as a list of streets."""

FIRST: Final = {"lowest_ace_high": pk.Opening.LOW_CARD, "highest_ace_low": pk.Opening.HIGH_CARD}
AUTOMATIONS: Final = (
    pk.Automation.ANTE_POSTING,
    pk.Automation.BET_COLLECTION,
    pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.HAND_KILLING,
    pk.Automation.CHIPS_PUSHING,
    pk.Automation.CHIPS_PULLING,
)
LIMITS: Final = {
    FIXED: pk.BettingStructure.FIXED_LIMIT,
    POT_LIMIT: pk.BettingStructure.POT_LIMIT,
    NO_LIMIT: pk.BettingStructure.NO_LIMIT,
}


def streets(rules: Rules) -> tuple[pk.Street, ...]:
    """Convert the streets of a variant to PokerKit's."""
    found = []
    stakes = rules.stakes
    for number, street in enumerate(rules.variant.streets):
        opening = pk.Opening.POSITION
        if not rules.variant.button:
            later = pk.Opening.LOW_HAND if rules.game == "razz" else pk.Opening.HIGH_HAND
            opening = later if number else FIRST[rules.forced_bet]
        bet = stakes.big if stakes.structure == FIXED and street.bet == BIG else stakes.small
        found.append(pk.Street(street.burn, tuple(street.ups), street.board, street.draw, opening, bet, None))
    return tuple(found)


def passing_on(law: str) -> PokerBook:
    """Book under which the turn passes clockwise from an all-in opener, as in PokerKit."""
    return with_overrides(poker_book(law), {"all_in_opener": "clockwise"})


def exact(dividend: int, divisor: int) -> tuple[Fraction, int]:
    return Fraction(dividend, divisor), 0


class Duel:
    """One hand played in both engines."""

    def __init__(
        self,
        sitting: Sitting,
        *,
        divide: Callable[[int, int], tuple[Any, Any]] = divmod,
        rake: Callable[..., tuple[int, int]] = pk.rake,
    ) -> None:
        self.sitting = sitting
        self.round = sitting.open()
        self.mirrored = 0
        self.burnt: int | None = None
        self.pots: list[tuple[int, list[int]]] = []
        self.explained = 0
        self.decisions = 0
        state = self.round.state
        count = len(sitting.seats)
        start = state.button + 1 if state.button >= 0 else 0
        self.index = {sitting.seats[(start + at) % count]: at for at in range(count)}
        """PokerKit's index of each seat: the button's left first; in stud the dealer's left."""
        self.order = sorted(self.index, key=self.index.__getitem__)
        stakes = sitting.rules.stakes
        owed = [post.chips for post in sitting.posts]
        game = sitting.rules.game
        self.other = pk.State(
            AUTOMATIONS,
            pk.Deck.STANDARD,
            KINDS[game],
            streets(sitting.rules),
            LIMITS[stakes.structure],
            True,
            [stakes.ante] * count,
            owed,
            stakes.forced_bet,
            [sitting.stacks[sitting.seats.index(seat)] for seat in self.order],
            count,
            divmod=divide,
            rake=rake,
        )

    # Dealing

    def follow(self) -> None:
        """Deal in PokerKit the cards that hoyle has dealt since the last call."""
        for event in self.round.log[self.mirrored :]:
            self._follow(event)
        self.mirrored = len(self.round.log)

    def _follow(self, event: PokerEvent) -> None:
        fields = facts(event)
        if event.name in ("dealt", "burned", "board-dealt", "draw-begins", "shown", "round-ended"):
            self._only_checks()
            self._deal_draws()
            self._show()
        if event.name == "dealt":
            for seat, card in zip(fields["seats"], fields["cards"], strict=True):
                if seat not in fields["dead"]:
                    self.other.deal_hole(card_text(card), self.index[seat])
        elif event.name == "burned":
            if self.sitting.rules.variant.draws:
                self.burnt = fields["card"]
                self.drawn: list[tuple[int, list[int]]] = []
            else:
                self.other.burn_card(card_text(fields["card"]))
        elif event.name == "board-dealt":
            self.other.deal_board("".join(card_text(card) for card in fields["cards"]))
        elif event.name == "discarded":
            assert self.other.stand_patter_or_discarder_index == self.index[fields["seat"]]
            self.other.stand_pat_or_discard("".join(card_text(card) for card in fields["cards"]))
        elif event.name == "drawn":
            self.drawn.append((self.index[fields["seat"]], fields["cards"]))
        elif event.name == "turn" and fields["awaiting"] == ACTION:
            self._deal_draws()

    def _deal_draws(self) -> None:
        """Deal a draw: PokerKit deals after all discards, hoyle player by player, the same cards."""
        if self.burnt is None or any(self.other.standing_pat_or_discarding_statuses):
            return
        self.other.burn_card(card_text(self.burnt))
        self.burnt = None
        for index, cards in self.drawn:
            self.other.deal_hole("".join(card_text(card) for card in cards), index)

    def _only_checks(self) -> None:
        """Check in PokerKit for players who have no other choice, whom hoyle skips."""
        while self.other.actor_index is not None:
            assert self.other.checking_or_calling_amount == 0
            assert self.other.min_completion_betting_or_raising_to_amount is None
            self.other.check_or_call()

    def _show(self) -> None:
        if self.other.showdown_index is not None:
            self.pots = [(pot.amount, list(pot.player_indices)) for pot in self.other.pots]
        while self.other.showdown_index is not None:
            self.other.show_or_muck_hole_cards(True)

    # Deciding

    def play(self, rng: random.Random, unit: int = UNIT) -> None:
        """Play the hand out, comparing every decision."""
        round_ = self.round
        daring = rng.choice([0.1, 0.3, 0.6])
        folding = rng.choice([0, 0.1, 0.3])
        self.follow()
        while not round_.over:
            state = round_.state
            if state.awaiting == DRAW:
                hand = state.cards[state.actor]
                round_.draw([card for card in hand if rng.random() < 0.4])
            elif state.awaiting == SHUFFLE:
                round_.shuffle(shuffled(rng.randrange(2**32), sorted(round_.cards_to_shuffle())))
            else:
                self._decide(rng, daring, folding, unit)
            self.follow()
        self._compare_end()

    def _short_all_in(self) -> bool:
        """Whether a player went all-in for less than a full bet or raise in this betting round."""
        for event in reversed(self.round.log):
            if event.name == "gathered":
                return False
            if event.name == "bet" and not facts(event)["full"] and not facts(event)["forced"]:
                return True
        return False

    def _decide(self, rng: random.Random, daring: float, folding: float, unit: int) -> None:
        self.decisions += 1
        round_, other = self.round, self.other
        state = round_.state
        offered = round_.options()
        assert other.actor_index == self.index[round_.actor]
        assert [other.stacks[self.index[seat]] for seat in self.sitting.seats] == state.stacks
        assert [other.bets[self.index[seat]] for seat in self.sitting.seats] == state.bets
        assert other.total_pot_amount == state.pot
        forced = state.awaiting == FORCED_BET
        if forced:
            assert other.effective_bring_in_amount == offered.forced
        else:
            assert other.checking_or_calling_amount == offered.call
            assert offered.check == (offered.call == 0)
        raising = self._compare_raises()
        if raising and rng.random() < daring:
            to = rng.choice([*raising, rng.randint(raising[0] // unit, raising[1] // unit) * unit])
            to = min(max(to, raising[0]), raising[1])
            round_.bet_to(to)
            other.complete_bet_or_raise_to(to)
        elif forced:
            round_.bring_in()
            other.post_bring_in()
        elif offered.call and rng.random() < folding:
            round_.fold()
            other.fold()
        else:
            if offered.call:
                round_.call()
            else:
                round_.check()
            other.check_or_call()

    def _compare_raises(self) -> list[int]:
        """Least and most that both allow; empty if one of them allows no raise."""
        state = self.round.state
        offered = self.round.options()
        least = self.other.min_completion_betting_or_raising_to_amount
        most = self.other.max_completion_betting_or_raising_to_amount
        if (least, most) == (offered.min_raise_to or None, offered.max_to or None):
            return [offered.min_raise_to, offered.max_to] if offered.min_raise_to else []
        if least is None or most is None or not offered.min_raise_to or state.completing:
            # The two differ only on short all-ins; see the top of this file.
            assert self._short_all_in(), (least, most, offered.label(), offered.raise_blocked_reason)
            self.explained += 1
            return []
        # In hoyle no player need bet more than any opponent has.
        reach = max(
            state.stacks[player] + state.bets[player]
            for player in range(len(state.seats))
            if player != state.actor and state.live[player]
        )
        if offered.min_raise_to > least:
            # Pot-limit or no-limit stud: the forced bet was completed.
            assert state.street == 0
            assert offered.min_raise_to <= least + self.sitting.rules.stakes.forced_bet
            self.explained += 1
        else:
            assert offered.min_raise_to == min(least, reach)
        assert offered.max_to == max(most, offered.min_raise_to)
        return [max(least, offered.min_raise_to), most]

    # The end

    def lows_differ_by_pot(self) -> bool:
        """Whether a pot has no low although a player outside it has one: PokerKit checks the whole table."""
        rules, state = self.round.rules, self.round.state
        if rules.high is None or rules.low is None or not self.pots:
            return False
        has = [
            alive and rules.low.value(state.cards[player], state.board) > 0 for player, alive in enumerate(state.live)
        ]
        pots = build_pots(state.put_in, state.live, state.dead)
        return any(has) and not all(any(has[player] for player in pot.eligible) for pot in pots)

    def stacks(self) -> list[Any]:
        return [self.other.stacks[self.index[seat]] for seat in self.sitting.seats]

    def _compare_end(self) -> None:
        state = self.round.state
        assert not self.other.status
        if self.pots:
            mine = build_pots(state.put_in, state.live, state.dead)
            seats = [[self.index[state.seats[player]] for player in pot.eligible] for pot in mine]
            # A level that only folded players reached beside one winner stands apart in hoyle too.
            assert [(pot.chips, sorted(who)) for pot, who in zip(mine, seats, strict=True)] == self.pots
            board = [card_text(card) for card in state.board]
            assert board == [f"{card.rank}{card.suit}" for card in self.other.get_board_cards(0)]


def random_sitting(rng: random.Random, game: str, structure: int, law: str, unit: int = UNIT) -> Sitting:
    """Random setup that both can play: every stack pays its ante, blind and forced bet in full."""
    page = poker_book(law).page(game)
    stud = not VARIANTS[game].button
    # Stud of seven or eight may run out of cards, where the books and PokerKit differ.
    number = rng.randint(2, min(page.max_seats.value, 6 if stud else 10))
    seats = sorted(rng.sample(range(1, 12), number))
    small = 4 * unit
    ante = rng.choice([0, 0, unit])
    stakes = Stakes(structure, small=small, big=small * 2, ante=ante, forced_bet=unit if stud else 0)
    depth = rng.choice([6, 15, 60, 300])
    stacks = [ante + small + unit * rng.randint(0, depth) for _ in seats]
    button = 0 if stud else rng.choice(seats)
    posts = [] if stud else blinds(seats, button, [small // 2, small])
    return Sitting(
        Rules(passing_on(law), game, stakes),
        seats,
        stacks,
        deck=shuffled(rng.randrange(2**32)),
        button=button,
        posts=posts,
    )
