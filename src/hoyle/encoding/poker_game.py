"""Poker hand encoded as numbers: one hand at a real table, actions and observations numbered."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any, Final

from hoyle.core.cards import check_distinct
from hoyle.core.errors import InvalidError
from hoyle.encoding.game_interface import NO_PLAYER, EncodedGame
from hoyle.encoding.observation_fields import CARD_INDEX
from hoyle.encoding.poker_action_space import Moves, PokerActionSpace, Size
from hoyle.encoding.poker_observation import ActionHistory, PokerObservation
from hoyle.games.poker.events import Bet, BoardDealt, Called, Checked, Dealt, Discarded, DrawBegins
from hoyle.games.poker.view_types import PokerHandView, PokerRoundView
from hoyle.history.narration import narrate
from hoyle.simulation.poker_driver import SimulationTable, drive
from hoyle.simulation.random_decks import partly_shuffled_deck
from hoyle.table.poker.commands import Draw
from hoyle.table.presets.poker_presets import PokerPreset

_ACTION_KINDS: Final[dict[type, int]] = {Checked: 0, Called: 1, Bet: 2}
_STREETS: Final = frozenset((Dealt, BoardDealt, DrawBegins))
"""Events that begin a street."""
_RECORDED: Final = frozenset((*_ACTION_KINDS, *_STREETS, Discarded))


class EncodedPokerHand(EncodedGame):
    """Encoded poker hand between players 0, 1, 2... in seats 1, 2, 3..."""

    def __init__(
        self,
        offer: PokerPreset,
        stacks: Sequence[int] | None = None,
        *,
        sizes: Sequence[Size] | None = None,
        button: int = 0,
    ) -> None:
        """Set up the table; `button` fixes the seat of the button, 0 places it at random."""
        super().__init__()
        self.offer = offer
        self.stacks = [offer.stack] * offer.players if stacks is None else list(stacks)
        if len(self.stacks) != offer.players:
            raise InvalidError(f"{len(self.stacks)} stacks for {offer.players} players: expected one each")
        for seat in offer.seats:
            offer.check_stacks(self.stacks, offer.posts(offer.seats, seat))
        if button and button not in offer.seats:
            raise InvalidError(f"button {button}: expected a seat from 1 to {offer.players}, or 0 for any")
        variant = offer.rules.variant
        self.name = offer.sign.game
        self.book = offer.sign.book
        self.players = offer.players
        self._action_space = PokerActionSpace(offer.rules, sizes)
        self.actions = self._action_space.names
        self._encoder = PokerObservation(variant, offer.players, sum(self.stacks))
        self.fields = self._encoder.fields
        self._people = [f"seat {seat}" for seat in offer.seats]
        self._fixed_button = button if variant.button else 0
        self._run = SimulationTable(offer, self.stacks)
        self._table = self._run.table
        self._streets = self._encoder.streets
        self.rng = Random()
        self._events: list[Any] = []
        self._actions = ActionHistory(self.players, len(self._streets))
        self._moves: Moves = {}
        self._view_in_turn: PokerRoundView | None = None
        """View of the player in turn, computed on demand."""

    def reset(self, rng: Random) -> None:
        variant = self.offer.rules.variant
        button = self._fixed_button or int(rng.random() * self.players) + 1
        deck = partly_shuffled_deck(rng, 52 if variant.draws else variant.cards_needed(self.players))
        self.deal(deck, button, rng)

    def deal(self, deck: list[int], button: int, rng: Random) -> None:
        """Deal a poker hand from a known deck, top card first; `rng` is for reshuffles during the hand."""
        if len(deck) != 52:
            raise InvalidError(f"a deck of {len(deck)} cards: expected 52")
        check_distinct(deck)
        if not 1 <= button <= self.players:
            raise InvalidError(f"button {button}: expected a seat from 1 to {self.players}")
        self.rng = rng
        self._events = []
        self._actions = ActionHistory(self.players, len(self._streets))
        self._advance(self._run.deal(deck, button))

    def fork(self) -> EncodedPokerHand:
        """Copy the poker hand with the same cards and random numbers to come, for search."""
        forked = copy(self)
        forked._run = self._run.fork()
        forked._table = forked._run.table
        forked.rng = Random()
        forked.rng.setstate(self.rng.getstate())
        forked._events = list(self._events)
        forked._actions = self._actions.copy()
        return forked

    def step(self, number: int) -> None:
        if number not in self._moves:
            self.check(number)
        turn = self.turn
        command = self._action_space.command(number, turn + 1, self._moves[number], lambda: self.hand_of(turn))
        self._advance(self._table.do(command, by=self._people[turn]))

    def action_label(self, number: int) -> str:
        decision = self._table.pending()[0]
        command = self._action_space.command(
            number, decision.seat, self._moves[number], lambda: self.hand_of(decision.seat - 1)
        )
        if isinstance(command, Draw):
            return f"draw {command.cards}" if command.cards else "stand pat"
        choice = decision.find_choice(command.name)
        assert choice is not None, f"{command.name} is not offered"
        return f"{choice.verb} {self._moves[number]}" if choice.bounds else choice.label

    def observation(self, player: int) -> array[float]:
        return self._encoder.row(self._view(player), player, self._actions)

    def observed_text(self, player: int) -> list[str]:
        person = self._people[player]
        visible = [event.seen_by(person) for event in self._events]
        names = {player + 1: "you"}
        return [call.text for call in narrate(visible, self.offer.sign, names, viewer=person)]

    def returns(self) -> list[int]:
        if not self.is_over:
            return [0] * self.players
        after = self._table.stacks
        return [after[seat] - stack for seat, stack in enumerate(self.stacks, start=1)]

    def house_chips(self) -> int:
        """Return the chips that the house has taken from this hand: rake, jackpot and collections."""
        view = self._table.view().round
        assert view is not None, "no hand has been dealt"
        return view.rake + view.jackpot + view.fees

    def render(self) -> list[str]:
        view = self._table.view().round
        assert view is not None, "no hand has been dealt"
        board = f", board {' '.join(view.board)}" if view.board else ""
        lines = [f"{view.street}, pot {view.pot}{board}"]
        return lines + [_seat_text(hand, view) for hand in view.hands]

    def hand_of(self, player: int) -> list[int]:
        """Return the cards of a player from low to high, the order in which draw actions count them."""
        return sorted(CARD_INDEX[card] for card in self._view(player).hand_at_seat(player + 1).cards)

    def _view(self, player: int) -> PokerRoundView:
        """Return a player's view of the hand; that of the player in turn is cached."""
        if player != self.turn:
            return self._view_of(player)
        if self._view_in_turn is None:
            self._view_in_turn = self._view_of(player)
        return self._view_in_turn

    def _view_of(self, player: int) -> PokerRoundView:
        view = self._table.view(self._people[player]).round
        assert view is not None, "no hand has been dealt"
        return view

    def _advance(self, events: list[Any]) -> None:
        """Run the dealer's commands, record the events, and update `turn` and `legal`."""
        table = self._table
        decision = table.pending()[0] if table.playing else None
        if decision is not None and not decision.seat:
            events = events + drive(table, {}, self.rng)
            decision = table.pending()[0] if table.playing else None
        self._events += events
        for event in events:
            if type(event) in _RECORDED:
                self._record(event)
        self._view_in_turn = None
        if decision is None:
            self.turn = NO_PLAYER
            self._moves = {}
            self.legal = ()
            return
        turn = self.turn = decision.seat - 1
        cards_held = len(self.hand_of(turn)) if decision.kind == "draw" else 0
        self._moves = self._action_space.moves(decision, cards_held, lambda: self._view(turn))
        self.legal = sorted(self._moves)

    def _record(self, event: Any) -> None:
        """Record a public action: who did what on which street, and how many cards they drew."""
        actions = self._actions
        kind = type(event)
        if kind in _ACTION_KINDS:
            if kind is not Bet or not event.forced:
                actions.add(event.seat - 1, _ACTION_KINDS[kind])
        elif kind in _STREETS:
            actions.street = self._streets[event.street]
        elif kind is Discarded:
            actions.drawn[event.seat - 1][actions.street] = len(event.cards) + 1


def _seat_text(hand: PokerHandView, view: PokerRoundView) -> str:
    marks = " button" if hand.seat == view.button else ""
    state = "" if hand.live else " folded"
    cards = " " + " ".join(hand.cards)
    return f"seat {hand.seat}: stack {hand.stack} bet {hand.bet}{marks}{state}{cards}".rstrip()
