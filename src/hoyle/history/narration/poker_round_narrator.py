"""Narrator of a poker round: posts, streets, actions, showdown and how each pot is divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hoyle.core.cards import UNKNOWN, rank_of
from hoyle.games.poker import events
from hoyle.games.poker.pots.side_pots import pots_now, pots_of
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import ACTION, FORCED_BET, RoundState
from hoyle.games.poker.variants import (
    BEST_PAIR_WITH_BOARD,
    BEST_SHOWING,
    FORCED_BETTOR,
    HIGHEST_UPCARD,
    LEFT_OF_BLINDS,
    LEFT_OF_BUTTON,
    LOWEST_SHOWING,
)
from hoyle.history.narration.announcement import Announcement, Narrator
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import (
    Money,
    Phrases,
    cards_with_symbols,
    count_phrase,
    join_list,
    limits,
    number,
    pot_phrase,
    sentence,
    subject_and_verb,
)

_DEAD_BY: Final = {
    "no-cut": "the deck was not shuffled and cut",
    "wrong-start": "the deal began at the wrong seat",
    "missed-seat": "a seat got no cards",
    "ineligible": "a seat got cards without a right to them",
    "boxed": "cards lay face up in the deck",
    "bad-deck": "the deck is not whole",
    "stub-count": "the cards do not add up",
    "exposed-hole-flop": "hole cards were turned up in dealing",
    "wrong-count": "a hand has the wrong number of cards",
}
"""Reasons why a round is dead, by the trigger reported to the floor."""

Sentence = tuple[str, str | None]
"""Sentence of the dealer, and its shorter text for a page (`Announcement.beside`)."""

_BECOMES: Final = {
    "burn": "becomes the burn",
    "discard": "goes to the discards",
    "boxed": "was face up in the deck and goes to the discards",
    "exposed": "was turned up and goes to the discards",
}


class PokerRoundNarrator(Narrator):
    """Narrator of one round of poker: turns its events into the dealer's announcements."""

    def __init__(
        self,
        rules: Rules,
        names: Mapping[int, str] | None = None,
        viewer: str | None = None,
        *,
        blinds: Sequence[int] = (),
        money: Money = str,
        voice: Phrases | None = None,
    ) -> None:
        self.rules = rules
        self.voice = Phrases(names, money) if voice is None else voice
        self.money = self.voice.money
        self._blinds = blinds
        self.viewer = viewer
        self.state = RoundState()
        self._small_blind = False
        self._pot = 0
        self._payments: list[events.Posted | events.FeeCollected] = []
        self._burn: events.Burned | None = None
        self._awards: list[events.Awarded] = []

    def narrate(self, event: events.PokerEvent) -> list[Announcement]:
        """Return the dealer's announcements due after an event; some wait for the next event."""
        calls = self._completed(event)
        visible = event if self.viewer is None else event.seen_by(self.viewer)
        if isinstance(event, events.Burned):
            self._burn = event
        elif isinstance(event, events.Awarded):
            self._awards.append(event)
        elif isinstance(event, events.FeeCollected) or (isinstance(event, events.Posted) and event.what == "ante"):
            self._payments.append(event)
        else:
            calls += [
                Announcement(sentence(text), visible.clause, visible, beside)
                for text, beside in self._sentences_before(visible)
            ]
        events.apply(self.state, event)
        return calls + [
            Announcement(sentence(text), visible.clause, visible, beside)
            for text, beside in self._sentences_after(event)
        ]

    def flush(self) -> list[Announcement]:
        """Return the dealer's announcements that still wait, when no event follows."""
        return self._completed(None)

    def _completed(self, event: events.PokerEvent | None) -> list[Announcement]:
        """Return the announcements that waited and are complete now that `event` comes next."""
        calls: list[Announcement] = []
        if self._payments and not (
            isinstance(event, events.Posted | events.FeeCollected)
            and event.name == self._payments[0].name
            and event.clause == self._payments[0].clause
            and (not isinstance(event, events.Posted) or event.what == "ante")
        ):
            calls += self._payment_sentences()
        if self._burn is not None and not (
            isinstance(event, events.BoardDealt | events.Dealt | events.DrawBegins)
            and event.clause == self._burn.clause
        ):
            burn = self._burn if self.viewer is None else self._burn.seen_by(self.viewer)
            calls.append(Announcement("Burn a card.", burn.clause, burn))
            self._burn = None
        if self._awards and not (isinstance(event, events.Awarded) and event.pot == self._awards[0].pot):
            sentences = explain_awards(self._awards, self.rules, self.voice)
            calls += [Announcement(text, clause, award) for text, clause, award in sentences]
            self._awards = []
        return calls

    def _payment_sentences(self) -> list[Announcement]:
        """Return the announcements of antes and collections, one for all players who pay the same."""
        payments = self._payments
        self._payments = []
        by_chips: dict[int, list[int]] = {}
        for payment in payments:
            by_chips.setdefault(payment.chips, []).append(payment.seat)
        ante = isinstance(payments[0], events.Posted)
        calls: list[Announcement] = []
        for amount, seats in by_chips.items():
            chips = self.money(amount)
            pay = f"ante {chips}" if ante else f"pay the collection, {chips}"
            if len(seats) == len(self.state.seats):
                text = f"{subject_and_verb('everybody', pay)}."
            elif len(seats) == 1:
                text = f"{self.voice.does(seats[0], pay)}."
            else:
                text = f"{self.voice.several(seats)} {pay} each."
            event = next(payment for payment in reversed(payments) if payment.chips == amount)
            calls.append(Announcement(sentence(text), event.clause, event))
        return calls

    def _sentences_before(self, event: events.PokerEvent) -> list[Sentence]:
        """Return the dealer's sentences on an event that is not applied to the round yet."""
        voice = self.voice
        beside: str | None = None
        if isinstance(event, events.Opened):
            text, beside = self._opening_sentence(event), ""
        elif isinstance(event, events.Posted):
            text = self._post_sentence(event)
        elif isinstance(event, events.Dealt):
            return self._deal_sentences(event)
        elif isinstance(event, events.BoardDealt):
            return [self._board_sentence(event)]
        elif isinstance(event, events.DrawBegins):
            burning = self._burn_phrase("burn")
            text = f"{burning}{sentence(_draw_name(self.rules, event.street))}."
            beside = "Burn a card." if burning else ""
        elif isinstance(event, events.Turn):
            text = self._turn_sentence(event)
            opener = self.rules.variant.streets[self.state.street].opener
            beside = "" if opener in (LEFT_OF_BLINDS, LEFT_OF_BUTTON) else None
        elif isinstance(event, events.Folded):
            ghost_note = "; the seat still gets a card until the next bet" if event.ghost else ""
            text = f"{voice.does(event.seat, 'fold')}{ghost_note}."
        elif isinstance(event, events.Checked):
            text = f"{voice.does(event.seat, 'check')}."
        elif isinstance(event, events.Called):
            text = self._call_sentence(event)
        elif isinstance(event, events.Bet):
            text = self._bet_sentence(event)
        elif isinstance(event, events.Returned):
            text = f"the uncalled {self.money(event.chips)} goes back to {voice.name(event.seat)}."
        elif isinstance(event, events.Raked):
            text = self._rake_sentence(event)
        elif isinstance(event, events.Discarded | events.Drawn | events.Reshuffled):
            text = self._exchange_sentence(event)
        elif isinstance(event, events.Shown):
            text = self._show_sentence(event)
        elif isinstance(event, events.Collected):
            text = f"losing hands taken in: {voice.several(event.seats)}."
            beside = "Losing hands are taken in."
        else:
            text = self._irregularity_sentence(event)
        return [(text, beside)] if text else []

    def _sentences_after(self, event: events.PokerEvent) -> list[Sentence]:
        """Return the dealer's sentences on an event that need the state after it: the pots."""
        state = self.state
        if not isinstance(event, events.Gathered) or state.live_count() == 1 or state.pot == self._pot:
            return []
        self._pot = state.pot
        pots = pots_now(state)
        if len(pots) == 1:
            return [(f"the pot is {self.money(state.pot)}.", "")]
        parts = [f"{pot_phrase(index, len(pots))} of {self.money(pot.chips)}" for index, pot in enumerate(pots)]
        return [(join_list(parts) + ".", None)]

    # Before the cards

    def _opening_sentence(self, event: events.Opened) -> str:
        """Return the dealer's sentence that opens a round: game, limits, players and button."""
        title = f"{self.rules.variant.title}, {limits(self.rules.stakes, self._blinds, self.money)}"
        button = f", {self.voice.does(event.button, 'have')} the button" if event.button else ""
        text = f"{title}: {count_phrase(len(event.seats) - len(event.passed), 'player')}{button}."
        if event.passed:
            text += f" No cards go to {join_list([self.voice.name(seat) for seat in event.passed])}."
        return text

    def _post_sentence(self, event: events.Posted) -> str:
        voice = self.voice
        # Not the limit, which in a kill hand is higher than the blinds.
        largest = max(self._blinds, default=self.rules.stakes.small)
        amount = self.money(event.chips)
        if event.level > event.chips:
            amount = f"all-in with {amount} of {self.money(event.level)}"
        elif event.chips == self.state.stacks[self.state.position_of_seat[event.seat]]:
            amount += "" if event.seat in self.state.passed else ", all-in"
        if event.what == "dead":
            return f"{voice.does(event.seat, 'ante')} {amount} for the whole table."
        if event.what == "made-up":
            return f"{voice.does(event.seat, 'make')} up a missed blind, {amount} dead."
        if event.what == "straddle":
            return f"{voice.does(event.seat, 'straddle')}, {amount}."
        if event.what == "post":
            return f"{voice.does(event.seat, 'post')} {amount} to be dealt in."
        if event.what.startswith("kill"):
            return f"{voice.does(event.seat, 'post')} the kill blind, {amount}."
        kind = "blind"
        if event.level < largest:
            kind = "small blind"
            self._small_blind = True
        elif event.level == largest and (self._small_blind or min(self._blinds, default=largest) < largest):
            kind = "big blind"
        return f"{voice.does(event.seat, 'post')} the {kind}, {amount}."

    # Cards

    def _burn_phrase(self, phrase: str) -> str:
        """Consume a burn that waits for this deal; return the phrase that announces it, empty without one."""
        burned = self._burn is not None
        self._burn = None
        return f"{phrase}. " if burned else ""

    def _deal_sentences(self, event: events.Dealt) -> list[Sentence]:
        voice = self.voice
        street = self.rules.variant.street(event.street)
        burning = self._burn_phrase("burn")
        down = sum(1 for up in street.ups if not up)
        up = len(street.ups) - down
        first = voice.name(event.seats[0])
        holes: dict[int, list[int]] = {}
        ups: dict[int, list[int]] = {}
        dead: list[int] = []
        for seat, card, face in zip(event.seats, event.cards, event.ups, strict=True):
            if seat in event.dead:
                dead.append(seat)
            elif face:
                ups.setdefault(seat, []).append(card)
            elif card != UNKNOWN:
                holes.setdefault(seat, []).append(card)
        up_cards = ", ".join(f"{voice.name(seat)} {cards_with_symbols(cards)}" for seat, cards in ups.items())
        name = f"{burning}{sentence(street.name)} street"
        calls: list[Sentence] = []
        if street is self.rules.variant.streets[0]:
            faces = f"{count_phrase(down, 'card')} down" + (f" and {number(up)} up" if up else "")
            calls.append((f"{faces} to each player, {first} first.", None))
            if ups:
                calls.append((f"up: {up_cards}.", ""))
        elif ups:
            dealt_text = f"{sentence(burning)}{sentence(count_phrase(up, 'card'))} up to each."
            calls.append((f"{name}: {up_cards}.", dealt_text))
        else:
            faces = f"{count_phrase(down, 'card')} down"
            calls.append((f"{name}, {faces}, {first} first.", f"{sentence(burning)}{sentence(faces)} to each."))
        for seat, cards in holes.items():
            in_the_hole = " in the hole" if ups else ""
            calls.append((f"{voice.does(seat, 'get')} {cards_with_symbols(cards)}{in_the_hole}.", None))
        if dead:
            dead_cards = "cards where nobody plays"
            if self.state.street >= 0:
                dead_cards = "a dead card where a hand was folded"
            calls.append((f"{dead_cards}: {voice.several(dead)}.", None))
        return calls

    def _board_sentence(self, event: events.BoardDealt) -> Sentence:
        name = event.street
        burning = self._burn_phrase("burn and turn")
        if event.common:
            return f"{burning}One common card for all: {cards_with_symbols(event.cards)}.", None
        if name == "community":
            name = "community card"
        return f"{burning}{sentence(name)}: {cards_with_symbols(event.cards)}.", sentence(burning).rstrip()

    def _exchange_sentence(self, event: events.Discarded | events.Drawn | events.Reshuffled) -> str:
        """Return the dealer's sentence on discards, drawn cards or a reshuffle; empty for unseen cards."""
        voice = self.voice
        if isinstance(event, events.Reshuffled):
            source = "the discards" if "discards" in event.what else f"the {event.what}"
            return f"the deck is short: {source} are shuffled, {count_phrase(len(event.cards), 'card')}."
        visible = UNKNOWN not in event.cards
        if isinstance(event, events.Drawn):
            return f"{voice.does(event.seat, 'get')} {cards_with_symbols(event.cards)}." if visible else ""
        if not event.cards:
            return f"{voice.does(event.seat, 'stand pat')}."
        laid = f", laying down {cards_with_symbols(event.cards)}" if visible else ""
        return f"{voice.does(event.seat, 'draw')} {number(len(event.cards))}{laid}."

    # Betting

    def _turn_sentence(self, event: events.Turn) -> str:
        """Return the dealer's sentence on who is first to act, and why; empty for draws and showdowns."""
        if event.awaiting != ACTION and event.awaiting != FORCED_BET:
            return ""
        state = self.state
        name = self.voice.does(event.seat, "are")
        opener = self.rules.variant.streets[state.street].opener
        if opener in (LEFT_OF_BLINDS, LEFT_OF_BUTTON):
            return f"{name} first to act."
        player = state.position_of_seat[event.seat]
        ups = state.up_cards(player)
        other_ups = [
            state.up_cards(rival)
            for rival in range(len(state.seats))
            if rival != player and state.live[rival] and state.up_cards(rival)
        ]
        if opener in (BEST_SHOWING, LOWEST_SHOWING):
            best = "high" if opener == BEST_SHOWING else "low"
            tied = any(_ranks(cards) == _ranks(ups) for cards in other_ups)
            why = ", nearest the dealer's left of equals" if tied else ""
            return f"{name} {best} with {cards_with_symbols(ups)} showing{why}: first to act."
        tied = any(_ranks(cards[:1]) == _ranks(ups[:1]) for cards in other_ups)
        if opener == BEST_PAIR_WITH_BOARD:
            paired = rank_of(ups[0]) == rank_of(state.board[0])
            why = ", nearest the dealer's left of equals" if tied else ""
            if paired:
                pair = cards_with_symbols([ups[0], state.board[0]])
                return f"{self.voice.does(event.seat, 'have')} a pair with {pair}{why}: first to act."
            return f"{name} high with {cards_with_symbols(ups[:1])}{why}: first to act."
        lowest = opener == FORCED_BETTOR and self.rules.forced_bet != "highest_ace_low"
        why = ", by suit" if tied else ""
        best = "low" if lowest else "high"
        duty = "the forced bet is due" if event.awaiting == FORCED_BET else "first to act"
        assert opener in (FORCED_BETTOR, HIGHEST_UPCARD)
        return f"{name} {best} with {cards_with_symbols(ups[:1])}{why}: {duty}."

    def _call_sentence(self, event: events.Called) -> str:
        player = self.state.position_of_seat[event.seat]
        owed = self.state.current_bet - self.state.bets[player]
        caller = self.voice.does(event.seat, "call")
        if event.chips < owed:
            return f"{caller} all-in with {self.money(event.chips)} of {self.money(owed)}."
        return f"{caller} {self.money(event.chips)}{self._all_in_phrase(player, event.chips)}."

    def _all_in_phrase(self, player: int, chips: int) -> str:
        return ", all-in" if chips == self.state.stacks[player] else ""

    def _bet_sentence(self, event: events.Bet) -> str:
        state = self.state
        voice = self.voice
        player = state.position_of_seat[event.seat]
        all_in = self._all_in_phrase(player, event.chips)
        to = self.money(event.to)
        if event.forced:
            amount = f" with {self.money(event.chips)} of {to}" if event.chips < event.to else f" for {to}"
            return f"{voice.does(event.seat, 'bring')} it in{amount}{all_in}."
        if state.completing:
            action = f"{voice.does(event.seat, 'complete')} to {to}"
        elif state.awaiting == FORCED_BET:
            action = f"{voice.does(event.seat, 'bring')} it in for {to}, a full bet"
        elif event.opening:
            action = f"{voice.does(event.seat, 'bet')} {to}"
        else:
            action = f"{voice.does(event.seat, 'raise')} to {to}"
        if all_in and not event.full and not event.opening and not self.rules.short_allin_reopens:
            all_in += "; short of a full raise, it does not reopen the betting"
        return f"{action}{all_in}."

    def _rake_sentence(self, event: events.Raked) -> str:
        pots = pots_of(self.state)
        source = pot_phrase(event.pot, len(pots)).removeprefix("the ")
        fee = {"jackpot": "jackpot drop", "flat": "collection"}.get(event.method, "rake")
        return f"{fee}: {self.money(event.chips)} from the {source}."

    # Showdown, and what goes wrong

    def _show_sentence(self, event: events.Shown) -> str:
        """Return the dealer's sentence on a hand shown down: its cards and what they make."""
        text = f"{self.voice.does(event.seat, 'show')} {cards_with_symbols(event.cards)}"
        if UNKNOWN in event.cards:
            return f"{text}."
        board = self.state.board
        hands: list[str] = []
        for evaluator in (self.rules.high, self.rules.low):
            if evaluator is not None:
                value = evaluator.value(event.cards, board)
                hands.append(evaluator.ranking.describe(value) if value else "no low")
        return f"{text}: {'; '.join(hands)}."

    def _irregularity_sentence(self, event: events.PokerEvent) -> str:
        """Return the dealer's sentence on an irregularity or a hand given up; empty for other events."""
        voice = self.voice
        if isinstance(event, events.Conceded):
            return f"{voice.does(event.seat, 'concede')} without showing."
        if isinstance(event, events.WinnerShows):
            return f"{voice.does(event.seat, 'show')} although nobody called: {cards_with_symbols(event.cards)}."
        if isinstance(event, events.Retrieved):
            return f"{voice.does(event.seat, 'take')} the discarded hand back."
        if isinstance(event, events.MuckDue):
            return f"the discarded cards of {voice.several(event.seats)} still lie there."
        if isinstance(event, events.HandMucked):
            return f"{voice.possessive(event.seat)} cards go into the muck."
        if isinstance(event, events.HandKilled):
            return f"{voice.possessive(event.seat)} hand is dead: {event.why}."
        if isinstance(event, events.Disclosed):
            hand = cards_with_symbols(event.cards)
            return f"the house asks to see {voice.possessive(event.seat)} hand: {hand}."
        if isinstance(event, events.CardExposed):
            place = "found face up in the deck" if event.source == "boxed" else event.source
            return f"{cards_with_symbols([event.card])} is {place} and out of play."
        if isinstance(event, events.CardReplaced):
            old = "hole card" if event.old == UNKNOWN else cards_with_symbols([event.old])
            new = "the top card" if event.new == UNKNOWN else cards_with_symbols([event.new])
            return f"{voice.possessive(event.seat)} {old} {_BECOMES[event.becomes]}; {new} takes its place."
        if isinstance(event, events.BoardReplaced):
            old, new = cards_with_symbols([event.old]), cards_with_symbols([event.new])
            return f"{old} on the board {_BECOMES[event.becomes]}; {new} takes its place."
        if isinstance(event, events.BurnDiscarded):
            card = "a burn" if event.card == UNKNOWN else f"{cards_with_symbols([event.card])}, a burn,"
            mishap = "was face up in the deck" if event.source == "boxed" else "fell off the table"
            return f"{card} {mishap} and goes to the discards."
        if isinstance(event, events.CardSeen):
            owner = f"{voice.possessive(event.seat)} " if event.seat else ""
            return f"{owner}{cards_with_symbols([event.card])} was seen by everybody and stays in play."
        if isinstance(event, events.DrawnCardDiscarded):
            card = "new card" if event.card == UNKNOWN else cards_with_symbols([event.card])
            return f"{voice.possessive(event.seat)} {card} {_BECOMES[event.becomes]}; the next card is due."
        if isinstance(event, events.HoleCardUp):
            card = cards_with_symbols([event.card])
            return f"{voice.possessive(event.seat)} {card} was turned up and stays up."
        if isinstance(event, events.Refunded):
            return f"{self.money(event.chips)} goes back to {voice.name(event.seat)}."
        if isinstance(event, events.BetWithdrawn):
            if self.state.completing:
                return "the forced bet is gone and is found again."
            amount = self.money(event.to) if event.to else "nothing"
            return f"the blind is gone: {amount} is bet."
        if isinstance(event, events.RakeReturned):
            back = self.money(event.rake + event.jackpot + event.fees)
            return f"what was set aside goes back, {back}."
        if isinstance(event, events.RoundVoided):
            why = _DEAD_BY.get(event.why, event.why.replace("-", " "))
            return f"{'misdeal' if event.misdeal else 'the round is dead'}: {why}."
        return ""


def _draw_name(rules: Rules, street: str) -> str:
    """Return the name of a draw: ``the draw``, or ``the second draw`` of several."""
    draws = [variant_street.name for variant_street in rules.variant.streets if variant_street.draw]
    if len(draws) == 1:
        return "the draw"
    return f"the {('first', 'second', 'third', 'fourth')[draws.index(street)]} draw"


def _ranks(cards: list[int]) -> list[int]:
    return sorted(rank_of(card) for card in cards)
