"""Local house game: a card or dice table run in this process with dealer and bots, for `hoyle play`.

`table.pending()` drives everything. `play_on` stops when a player without a bot has to decide or may still
bet, at the end of a round of cards, and after a roll of the dice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from hoyle.bots.custom_bots import attribute_error
from hoyle.bots.house_game_bots import MAX_WAGERS, HouseBot, HouseBotTurn, HouseTable, fix_conflicting_wagers
from hoyle.core.cards import cards_text
from hoyle.core.errors import HoyleError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.simulation.random_decks import shuffled_deck
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.table import DiceTable
from hoyle.table.dice.view_types import DiceView
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.pending_decisions import Pending, PendingDecision
from hoyle.table.presets.house_game_presets import HouseGamePreset

OVER: Final = ("round-closed", "rolled", "no-roll")
"""Events that end a round or a roll."""


def is_over(entries: list[Any]) -> bool:
    """Whether the events of a house game end a round or a roll."""
    return any(entry.name in OVER for entry in entries)


class LocalHouseGame:
    """House game run in this process: its table, its bots and its random number generator."""

    def __init__(
        self,
        offer: HouseGamePreset,
        rng: random.Random,
        bots: Mapping[int, HouseBot],
        stacks: Mapping[int, int] | None = None,
    ) -> None:
        self.offer = offer
        self.rng = rng
        self.bots = bots
        self.bought = {seat: (stacks or {}).get(seat, offer.stack) for seat in offer.seats}
        """Chips that each seat has bought in for, in total."""
        sign = offer.sign
        self.table: HouseTable = HouseCardTable.open(sign) if isinstance(sign, HouseCardSign) else DiceTable.open(sign)
        for seat, chips in self.bought.items():
            self.table.sit(seat, chips)
        self._wager_counts: dict[int, int] = {}
        """Number of wagers by bot seat since the last deal or roll."""

    @property
    def stacks(self) -> dict[int, int]:
        """Stack of each player at the house game, without wagers."""
        return self.table.stacks

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
            return self.do(self._command(release.do, release.fixed), by=blocking.person)
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
        """Make the next wager of a bot that wants one."""
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
        """Run a bot's command at the house game; a refusal names the bot."""
        try:
            return self.do(command, by=decision.person)
        except HoyleError as refusal:
            raise attribute_error(bot, refusal) from refusal

    def _forced_command(self, decision: PendingDecision) -> Command:
        """Build the command of the house, or of a player who has no choice."""
        choice = decision.choices[0]
        amounts: dict[str, Any] = {bounds.field: bounds.min for bounds in choice.bounds}
        if choice.do == "shuffle":
            amounts["cards"] = cards_text(shuffled_deck(self.rng))
        elif choice.do == "cut":
            bounds = choice.bounds[0]
            # Leave at least the minimum of cards below the cut too.
            amounts["count"] = self.rng.randint(bounds.min, max(bounds.min, bounds.max - bounds.min))
        elif choice.do == "count-stub":
            assert isinstance(self.offer.sign, HouseCardSign)
            amounts["found"] = self.offer.sign.page.decks.cards.value
        elif choice.do in ("throw", "uncover"):
            amounts["one"], amounts["other"] = self.rng.randint(1, 6), self.rng.randint(1, 6)
        return self._command(choice.do, {**choice.fixed, **amounts})

    def _command(self, do: str, fields: dict[str, Any]) -> Command:
        return command_from_dict(self.table.COMMANDS, {"do": do, **fields})

    @property
    def least(self) -> int:
        """Minimum wager of the house game."""
        sign = self.offer.sign
        return sign.ante[0] if isinstance(sign, HouseCardSign) else sign.minimum

    def short(self) -> list[int]:
        """Return the seats with too few chips for the minimum wager and no wager on the table."""
        least = self.least
        return [seat for seat, chips in self.stacks.items() if chips < least and not self.table.has_chips_in_play(seat)]

    def buy_in(self, seat: int) -> int:
        """Top up the stack of a seat to the default; return the chips added."""
        added = self.offer.stack - self.stacks[seat]
        self.table.top_up(seat, added)
        self.bought[seat] += added
        return added
