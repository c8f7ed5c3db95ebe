"""Local games: a table run in this process with dealer and bots, for `hoyle play`.

At a house game `table.pending()` drives everything. `play_on` stops when a player without a bot has to decide
or may still bet, at the end of a round of cards, and after a roll of the dice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from hoyle.bots.custom_bots import attribute_error
from hoyle.bots.house_game_bots import MAX_WAGERS, HouseBot, HouseBotTurn, HouseTable, fix_conflicting_wagers
from hoyle.core.cards import cards_text
from hoyle.core.errors import HoyleError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.simulation.random_decks import shuffled_deck
from hoyle.table.command_base import Command
from hoyle.table.dice.table import DiceTable
from hoyle.table.dice.view_types import DiceView
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.pending_decisions import Pending, PendingDecision
from hoyle.table.poker.rounds.lineup import minimum_stack
from hoyle.table.poker.table import PokerTable
from hoyle.table.presets.house_game_presets import HouseGamePreset
from hoyle.table.presets.poker_presets import PokerPreset

OVER: Final = ("round-closed", "rolled", "no-roll")
"""Events that end a round or a roll."""

Preset = TypeVar("Preset", PokerPreset, HouseGamePreset)


def is_over(entries: list[Any]) -> bool:
    """Whether the events of a house game end a round or a roll."""
    return any(entry.name in OVER for entry in entries)


class LocalGame(Generic[Preset]):
    """Base class of the games run in this process: a table with every seat taken, and its random numbers."""

    table: PokerTable | HouseTable

    def __init__(self, offer: Preset, rng: random.Random, stacks: Mapping[int, int] | None = None) -> None:
        self.offer: Preset = offer
        self.rng = rng
        self.bought = {seat: (stacks or {}).get(seat, offer.stack) for seat in offer.seats}
        """Chips that each seat has bought in for, in total."""

    @property
    def stacks(self) -> dict[int, int]:
        """Stack of each player, without bets."""
        return self.table.stacks

    def short(self) -> list[int]:
        """Return the seats with too few chips to play on, and none at stake."""
        raise NotImplementedError

    def buy_in(self, seat: int) -> int:
        """Top up the stack of a seat to the default; return the chips added."""
        added = self.offer.stack - self.stacks[seat]
        self.table.top_up(seat, added)
        self.bought[seat] += added
        return added


class LocalPokerGame(LocalGame[PokerPreset]):
    """Poker game run in this process, hand after hand."""

    table: PokerTable

    def __init__(self, offer: PokerPreset, rng: random.Random, stacks: Mapping[int, int] | None = None) -> None:
        super().__init__(offer, rng, stacks)
        self.table = PokerTable.open(offer.sign)
        for seat, chips in self.bought.items():
            self.table.sit(seat, chips)
        if offer.rules.variant.button:
            self.table.draw_button(dict(zip(offer.seats, shuffled_deck(rng), strict=False)))

    @property
    def hands(self) -> int:
        """Number of poker hands dealt so far."""
        return self.table.view().round_number

    def deal(self) -> list[Any]:
        """Shuffle and deal the next poker hand; return its first events."""
        return self.table.deal(shuffled_deck(self.rng))

    def short(self) -> list[int]:
        sign = self.offer.sign
        owed = [sign.ante, sign.forced_bet, max(sign.blinds, default=0)]
        least = minimum_stack(self.offer.rules.book, owed, sign.small).value
        return [seat for seat, chips in self.stacks.items() if chips < least]


class LocalHouseGame(LocalGame[HouseGamePreset]):
    """House game run in this process, with bots."""

    table: HouseTable

    def __init__(
        self,
        offer: HouseGamePreset,
        rng: random.Random,
        bots: Mapping[int, HouseBot],
        stacks: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(offer, rng, stacks)
        self.bots = bots
        sign = offer.sign
        self.table = HouseCardTable.open(sign) if isinstance(sign, HouseCardSign) else DiceTable.open(sign)
        for seat, chips in self.bought.items():
            self.table.sit(seat, chips)
        self._wager_counts: dict[int, int] = {}
        """Number of wagers by bot seat since the last deal or roll."""

    def on_layout(self) -> int:
        """Return the chips in wagers on the table."""
        view = self.table.view()
        if isinstance(view, DiceView):
            return view.chips_on_layout
        if not view.playing or view.round is None:
            return 0
        return sum(sum(position.wagers.values()) for position in view.round.positions)

    def awaited(self, seat: int) -> PendingDecision | None:
        """Return the decision that holds up the game if it is up to that seat; not the throw of the dice."""
        decision = self._blocking()
        is_own = decision is not None and decision.seat == seat and decision.kind != "throw"
        return decision if is_own else None

    def wagers(self, seat: int) -> PendingDecision | None:
        """Return the wagers that a seat may make, raise or take down now; None while betting is closed."""
        betting = (decision for decision in self.table.pending() if decision.kind == "wagers")
        return next((decision for decision in betting if decision.seat == seat), None)

    def play_on(self, *, placed: bool = True) -> list[Any]:
        """Play until a player without a bot is needed, or a round or roll ends; return the events.

        `placed`: players without a bot have made their wagers, and throw if they hold the dice.
        """
        entries: list[Any] = []
        while True:
            events = self._step(placed=placed)
            entries += events
            if not events or is_over(events):
                return entries

    def do(self, command: Command, by: str) -> list[Any]:
        """Run a command at the house game; after a round or a roll the bots may bet again."""
        events = self.table.do(command, by)
        for confirmed, crew in self.table.owed_confirmations():
            events = events + self.table.do(confirmed, crew)
        if is_over(events):
            self._wager_counts = {}
        return events

    def _step(self, *, placed: bool) -> list[Any]:
        """Run the next command of the dealer or a bot; no events if a player without a bot is next."""
        pending = self.table.pending()
        blocking = self._blocking()
        if blocking is not None and blocking.kind == "players":
            return []
        if len(self.short()) == len(self.stacks):
            return []  # the dice would go round for ever among players who cannot bet
        if self._is_betting_time(pending, blocking):
            events = self._bet_for_bots(pending)
            if events:
                return events
            bettors = [decision.seat for decision in pending if decision.kind == "wagers"]
            if not placed and any(seat not in self.bots for seat in bettors):
                return []
        if blocking is None:
            return []
        if not blocking.seat or blocking.kind in ("pass", "shake"):
            return self.do(self._forced_command(blocking), by=blocking.person)
        bot = self.bots.get(blocking.seat)
        if bot is None:
            if blocking.kind != "throw" or not placed:
                return []
            release = blocking.find_choice("release-dice")
            assert release is not None
            return self.do(self.table.command_of(release), by=blocking.person)
        turn = HouseBotTurn(self.table, blocking)
        command = fix_conflicting_wagers(turn) if blocking.kind == "wagers" else bot.act(turn, self.rng)
        assert command is not None, f"a bot let {blocking.kind} pass"
        return self._do_for_bot(bot, command, blocking)

    def _blocking(self) -> PendingDecision | None:
        """Return the decision that holds up the game, or the optional shake that starts the next roll."""
        pending = self.table.pending()
        shakes = [decision for decision in pending if decision.kind == "shake"]
        required = [decision for decision in pending if not decision.optional]
        return next(iter(required + shakes), None)

    def _is_betting_time(self, pending: Pending, blocking: PendingDecision | None) -> bool:
        """Whether bots may bet now: before the close, before a throw, before the first shake."""
        if self.table.HIDES_CARDS:
            return any(decision.kind in ("wagers", "close") for decision in pending)
        return blocking is not None and blocking.kind in ("throw", "line-bet", "shake")

    def _bet_for_bots(self, pending: Pending) -> list[Any]:
        for decision in pending:
            bot = self.bots.get(decision.seat)
            wager_count = self._wager_counts.get(decision.seat, 0)
            if decision.kind != "wagers" or bot is None or wager_count >= MAX_WAGERS:
                continue
            command = bot.act(HouseBotTurn(self.table, decision, wager_count), self.rng)
            # A bot that declines is not asked again before the next deal or roll.
            self._wager_counts[decision.seat] = wager_count + 1 if command is not None else MAX_WAGERS
            if command is not None:
                return self._do_for_bot(bot, command, decision)
        return []

    def _do_for_bot(self, bot: HouseBot, command: Command, decision: PendingDecision) -> list[Any]:
        try:
            return self.do(command, by=decision.person)
        except HoyleError as refusal:
            raise attribute_error(bot, refusal) from refusal

    def _forced_command(self, decision: PendingDecision) -> Command:
        """Build the command of the house, or of a player who has no choice."""
        choice = decision.choices[0]
        drawn: dict[str, Any] = {}
        if choice.do == "shuffle":
            drawn["cards"] = cards_text(shuffled_deck(self.rng))
        elif choice.do == "cut":
            bounds = choice.bounds[0]
            # Leave at least the minimum of cards below the cut too.
            drawn["count"] = self.rng.randint(bounds.min, max(bounds.min, bounds.max - bounds.min))
        elif choice.do in ("throw", "uncover"):
            drawn["one"], drawn["other"] = self.rng.randint(1, 6), self.rng.randint(1, 6)
        return self.table.command_of(choice, **drawn)

    @property
    def least(self) -> int:
        """Minimum wager of the house game."""
        sign = self.offer.sign
        return sign.ante[0] if isinstance(sign, HouseCardSign) else sign.minimum

    def short(self) -> list[int]:
        least, in_play = self.least, self.table.has_chips_in_play
        return [seat for seat, chips in self.stacks.items() if chips < least and not in_play(seat)]
