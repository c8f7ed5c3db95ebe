"""Poker driver: plays hands to the end with bots, shuffling and dealing whenever that is due."""

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
"""The answer of a book by which nobody draws for the button."""


def drive(
    table: PokerTable, bots: Mapping[int, Bot], rng: random.Random, told: Sequence[Any] = ()
) -> list[Any]:
    """Play with bots until the round is over, or until a seat without a bot is awaited.

    `told` are the entries of the round so far, of which bots see what they may. Returns the entries that this
    made.
    """
    entries: list[Any] = []
    heard = list(told)
    while table.playing:
        wait = table.pending()[0]
        if wait.kind == "shuffle":
            places = reshuffled(rng, list(range(1, len(table.cards_to_shuffle()) + 1)))
            made = table.do(Shuffle(places=tuple(places)))
        elif wait.kind == "street":
            made = table.do(DealOn())
        elif wait.kind == "muck":
            # A dealer who is a program takes the cards in at once.
            made = table.do(Muck(seat=int(wait.choices[0].given["seat"])))
        else:
            bot = bots.get(wait.seat)
            if bot is None:
                break
            command = bot.act(BotTurn(table, wait, heard), rng)
            try:
                made = table.do(command, by=wait.person)
            except HoyleError as refusal:
                raise attribute_error(bot, refusal) from refusal
        entries += made
        heard += made
    return entries


class PlayedHand(NamedTuple):
    """A hand that is over: what happened, and what everybody had before it and after it."""

    entries: list[Any]
    before: dict[int, int]
    after: dict[int, int]

    @property
    def events(self) -> list[PokerEvent]:
        """What happened in the round itself."""
        return [entry for entry in self.entries if isinstance(entry, PokerEvent)]


Seated = TypeVar("Seated")


def rotated(bots: list[Seated], hand: int) -> list[Seated]:
    """Who sits where in a hand of a run, from the first seat on.

    The button moves every hand, and everybody moves on by one seat when it has come round: in as many rounds
    of the button as there are seats each has had every seat, and every position in it, equally often.
    """
    moved = (hand - 1) // len(bots) % len(bots)
    return bots[-moved:] + bots[:-moved]


class SimulationTable:
    """The table of a run: every hand begins with the same stacks, the button where its number puts it."""

    def __init__(self, offer: PokerPreset, stacks: list[int]) -> None:
        self.offer = offer
        self.stacks = dict(zip(offer.seats, stacks, strict=True))
        self.table = PokerTable.open(offer.sign, keep_log=False)
        for seat, chips in self.stacks.items():
            self.table.sit(seat, chips, f"seat {seat}")
        self._seated = self.table.snapshot()
        self._starts: dict[int, Any] = {}

    def play(self, bots: list[Bot], *, seed: int, hand: int) -> PlayedHand:
        """Hand number `hand` (from 1) of a run: the button moves every hand, all chance is the seed's."""
        rng = hand_rng(seed, hand)
        players = self.offer.players
        variant = self.offer.rules.variant
        deck = partly_shuffled_deck(rng, 52 if variant.draws else variant.cards_needed(players))
        entries = self.deal(deck, (hand - 1) % players + 1)
        entries = entries + drive(self.table, dict(zip(self.stacks, bots, strict=True)), rng, entries)
        return PlayedHand(entries, self.stacks, self.table.stacks)

    def fork(self) -> SimulationTable:
        """The same hand at a table of its own."""
        other = copy(self)
        other.table = self.table.fork()
        return other

    def deal(self, deck: list[int], button: int) -> list[Any]:
        """Begin a hand from this deck, the button there; whatever was played before is forgotten."""
        self.table.reset_to(self._start(button))
        return self.table.do(Deal(deck=cards_text(deck)))

    def _start(self, button: int) -> Any:
        """The table with everybody seated and the button there, as a log would lead to it."""
        if not self.offer.rules.variant.button:
            return self._seated
        found = self._starts.get(button)
        if found is None:
            self.table.reset_to(self._seated)
            self._bring_button(button)
            found = self._starts[button] = self.table.snapshot()
        return found

    def _bring_button(self, seat: int) -> None:
        """Have the button drawn for, the highest card at that seat.

        Where the book has it begin at a fixed seat, hands are folded until it has come round, and everybody
        takes his seat anew.
        """
        table, seats = self.table, self.offer.seats
        by_card = table.page.button_start.value != FIXED_SEAT
        low = iter(DECK)
        draw = {str(each): card_text(DECK[-1] if each == seat else next(low)) for each in seats}
        table.do(DrawButton(draw=draw if by_card else {}))
        while table.button != seat:
            table.do(Deal(deck=cards_text(DECK)))
            while table.playing:
                wait = table.pending()[0]
                table.do(Fold(seat=wait.seat), by=wait.person)
            for each, chips in self.stacks.items():
                table.leave(each)
                table.sit(each, chips, f"seat {each}")


def play_hand(offer: PokerPreset, stacks: list[int], bots: list[Bot], *, seed: int, hand: int) -> PlayedHand:
    """One hand of a run by itself."""
    return SimulationTable(offer, stacks).play(bots, seed=seed, hand=hand)
