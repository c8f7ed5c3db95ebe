"""Poker driver: plays hands to the end with bots, and runs the dealer's commands."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple, TypeVar

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.custom_bots import attribute_error
from hoyle.bots.poker_bots import Bot
from hoyle.core.cards import DECK, card_text, cards_text
from hoyle.core.errors import HoyleError
from hoyle.games.poker.events import PokerEvent
from hoyle.simulation.random_decks import hand_rng, partly_shuffled_deck, reshuffled
from hoyle.table.poker.commands import Deal, DealOn, DrawButton, Fold, Muck, Shuffle
from hoyle.table.poker.table import PokerTable
from hoyle.table.presets.poker_presets import PokerPreset

FIXED_SEAT: Final = "dealers-right"
"""Value of a book's rule by which the button starts at a fixed seat, without a draw."""


def drive(table: PokerTable, bots: Mapping[int, Bot], rng: random.Random, events: Sequence[Any] = ()) -> list[Any]:
    """Play a poker round with bots until it is over or a seat without a bot must act; return the new events.

    `events` are the events of the round so far, which bots see as far as they may.
    """
    new_events: list[Any] = []
    log = list(events)
    while table.playing:
        decision = table.pending()[0]
        if decision.kind == "shuffle":
            places = reshuffled(rng, list(range(1, len(table.cards_to_shuffle()) + 1)))
            step_events = table.do(Shuffle(places=tuple(places)))
        elif decision.kind == "street":
            step_events = table.do(DealOn())
        elif decision.kind == "muck":
            # An automatic dealer mucks the cards at once.
            step_events = table.do(Muck(seat=int(decision.choices[0].fixed["seat"])))
        else:
            bot = bots.get(decision.seat)
            if bot is None:
                break
            command = bot.act(BotTurn(table, decision, log), rng)
            try:
                step_events = table.do(command, by=decision.person)
            except HoyleError as refusal:
                raise attribute_error(bot, refusal) from refusal
        new_events += step_events
        log += step_events
    return new_events


class PlayedHand(NamedTuple):
    """Finished poker hand: its events, and the stacks before and after it."""

    log: list[Any]
    before: dict[int, int]
    after: dict[int, int]

    @property
    def events(self) -> list[PokerEvent]:
        """Events of the poker round itself, without those of the table."""
        return [entry for entry in self.log if isinstance(entry, PokerEvent)]


Seated = TypeVar("Seated")


def rotated(bots: list[Seated], hand: int) -> list[Seated]:
    """Return the bots in seat order for a hand of a simulation run.

    The button moves every hand, and after each orbit all bots move on by one seat: over as many orbits as
    there are seats, each bot has every seat and every position equally often.
    """
    shift = (hand - 1) // len(bots) % len(bots)
    return bots[-shift:] + bots[:-shift]


class SimulationTable:
    """Table of a simulated poker run: hands start with equal stacks, their number places the button."""

    def __init__(self, offer: PokerPreset, stacks: list[int]) -> None:
        self.offer = offer
        self.stacks = dict(zip(offer.seats, stacks, strict=True))
        self.table = PokerTable.open(offer.sign, keep_log=False)
        for seat, chips in self.stacks.items():
            self.table.sit(seat, chips, f"seat {seat}")
        self._seated_snapshot = self.table.snapshot()
        self._snapshots: dict[int, Any] = {}

    def play(self, bots: list[Bot], *, seed: int, hand: int) -> PlayedHand:
        """Play hand number `hand` (from 1) of a poker run; seed and number determine its cards."""
        rng = hand_rng(seed, hand)
        players = self.offer.players
        variant = self.offer.rules.variant
        deck = partly_shuffled_deck(rng, 52 if variant.draws else variant.cards_needed(players))
        deal_events = self.deal(deck, (hand - 1) % players + 1)
        play_events = drive(self.table, dict(zip(self.stacks, bots, strict=True)), rng, deal_events)
        return PlayedHand(deal_events + play_events, self.stacks, self.table.stacks)

    def fork(self) -> SimulationTable:
        """Copy the simulation table with the poker hand in play."""
        duplicate = copy(self)
        duplicate.table = self.table.fork()
        return duplicate

    def deal(self, deck: list[int], button: int) -> list[Any]:
        """Reset the simulation table and deal this deck with the button at that seat."""
        self.table.reset_to(self._snapshot_with_button(button))
        return self.table.do(Deal(deck=cards_text(deck)))

    def _snapshot_with_button(self, button: int) -> Any:
        """Return a snapshot of the table with all players seated and the button at a seat."""
        if not self.offer.rules.variant.button:
            return self._seated_snapshot
        start = self._snapshots.get(button)
        if start is None:
            self.table.reset_to(self._seated_snapshot)
            self._bring_button(button)
            start = self._snapshots[button] = self.table.snapshot()
        return start

    def _bring_button(self, seat: int) -> None:
        """Move the button to a seat by a draw in which that seat gets the highest card.

        If the book starts the button at a fixed seat, fold hands until it has moved there, and seat all
        players again.
        """
        table, seats = self.table, self.offer.seats
        draw: dict[str, str] = {}
        if table.page.button_start.value != FIXED_SEAT:
            draw = {str(drawing_seat): card_text(card) for drawing_seat, card in zip(seats, DECK, strict=False)}
            draw[str(seat)] = card_text(DECK[-1])
        table.do(DrawButton(draw=draw))
        while table.button != seat:
            table.do(Deal(deck=cards_text(DECK)))
            while table.playing:
                decision = table.pending()[0]
                table.do(Fold(seat=decision.seat), by=decision.person)
            for player_seat, chips in self.stacks.items():
                table.leave(player_seat)
                table.sit(player_seat, chips, f"seat {player_seat}")


def play_hand(offer: PokerPreset, stacks: list[int], bots: list[Bot], *, seed: int, hand: int) -> PlayedHand:
    """Play a single hand of a simulated poker run."""
    return SimulationTable(offer, stacks).play(bots, seed=seed, hand=hand)
