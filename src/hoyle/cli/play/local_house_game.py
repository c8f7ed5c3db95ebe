"""Local house game: a card or dice table run in this process with dealer and bots, for `hoyle play`.

Everything follows from `table.waits()`. `play_on` stops where somebody without a bot is awaited, where he may
still bet, and at the end of a round of cards or after a roll of the dice.
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
from hoyle.table.dice.automatic_pre_roll import confirmations
from hoyle.table.dice.table import DiceTable
from hoyle.table.dice.view_types import DiceTableView
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.pending_decisions import Pending, PendingDecision
from hoyle.table.presets.house_game_presets import HouseGamePreset

OVER: Final = ("round-closed", "rolled", "no-roll")
"""Entries with which a round or a roll is over."""


def is_over(entries: list[Any]) -> bool:
    """Whether a round or a roll came to its end."""
    return any(entry.name in OVER for entry in entries)


class LocalHouseGame:
    """A table of the house, its bots, and the chance it is played by."""

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
        """All chips each seat has brought to the table."""
        sign = offer.sign
        self.table: HouseTable = (
            HouseCardTable.open(sign) if isinstance(sign, HouseCardSign) else DiceTable.open(sign)
        )
        for seat, chips in self.bought.items():
            self.table.sit(seat, chips)
        self._made: dict[int, int] = {}
        """Wagers that the bots have made since the last deal or roll."""

    @property
    def stacks(self) -> dict[int, int]:
        """What lies before each player, wagers not counted."""
        return self.table.stacks

    def on_layout(self) -> int:
        """Chips that wagers hold."""
        seen = self.table.view()
        if isinstance(seen, DiceTableView):
            return seen.layout
        if not seen.playing or seen.round is None:
            return 0
        return sum(sum(place.wagers.values()) for place in seen.round.places)

    def awaited(self, seat: int) -> PendingDecision | None:
        """What the game cannot go on without, where it waits for that seat."""
        wait = self._pressing()
        return wait if wait is not None and wait.seat == seat and wait.kind != "throw" else None

    def wagers(self, seat: int) -> PendingDecision | None:
        """What that seat may bet now, raise or take down; None while the betting is closed."""
        waits = (wait for wait in self.table.pending() if wait.kind == "wagers")
        return next((wait for wait in waits if wait.seat == seat), None)

    def play_on(self, *, placed: bool = True) -> list[Any]:
        """Go on as far as it goes by itself; the entries that this made.

        `placed`: whoever has no bot has made his wagers, and throws if he holds the dice.
        """
        entries: list[Any] = []
        while True:
            fresh = self._step(placed=placed)
            entries += fresh
            if not fresh or is_over(fresh):
                return entries

    def do(self, command: Command, by: str) -> list[Any]:
        """Have a command done at the table; after a round or a roll the bots bet again."""
        fresh = self.table.do(command, by)
        if command.name == "call-on" and isinstance(self.table, DiceTable):
            for confirmed, crew in confirmations(self.table):
                fresh = fresh + self.table.do(confirmed, crew)
        if is_over(fresh):
            self._made = {}
        return fresh

    def _step(self, *, placed: bool) -> list[Any]:
        """The next thing that the dealer or a bot does; nothing where it is somebody else's turn."""
        waits = self.table.pending()
        pressing = self._pressing()
        if pressing is not None and pressing.kind == "players":
            return []
        if len(self.short()) == len(self.stacks):
            return []  # the dice would go round for ever among people who cannot bet
        if self._betting(waits, pressing):
            fresh = self._bets(waits)
            if fresh:
                return fresh
            if not placed and any(wait.kind == "wagers" and wait.seat not in self.bots for wait in waits):
                return []
        if pressing is None:
            return []
        if not pressing.seat or pressing.kind in ("pass", "shake"):
            return self.do(self._duty(pressing), by=pressing.person)
        bot = self.bots.get(pressing.seat)
        if bot is None:
            if pressing.kind != "throw" or not placed:
                return []
            release = pressing.find_choice("release")
            assert release is not None
            return self.do(self._command(release.do, release.given), by=pressing.person)
        turn = HouseBotTurn(self.table, pressing)
        command = fix_conflicting_wagers(turn) if pressing.kind == "wagers" else bot.act(turn, self.rng)
        assert command is not None, f"a bot let {pressing.kind} pass"
        return self._done(bot, command, pressing)

    def _pressing(self) -> PendingDecision | None:
        """What holds up the game; where nothing does, the shaker that is shaken once somebody has bet."""
        waits = self.table.pending()
        shakes = [wait for wait in waits if wait.kind == "shake"]
        return next((wait for wait in waits if not wait.optional), shakes[0] if shakes else None)

    def _betting(self, waits: Pending, pressing: PendingDecision | None) -> bool:
        """Whether this is the moment to bet: before the close, before a throw, before the first shake."""
        if isinstance(self.table, HouseCardTable):
            return any(wait.kind in ("wagers", "close") for wait in waits)
        return pressing is not None and pressing.kind in ("throw", "line-bet", "shake")

    def _bets(self, waits: Pending) -> list[Any]:
        """The next wager of a bot that still wants to make one."""
        for wait in waits:
            bot = self.bots.get(wait.seat)
            made = self._made.get(wait.seat, 0)
            if wait.kind != "wagers" or bot is None or made >= MAX_WAGERS:
                continue
            command = bot.act(HouseBotTurn(self.table, wait, made), self.rng)
            # Who does not want one now wants none before the next deal or roll.
            self._made[wait.seat] = made + 1 if command is not None else MAX_WAGERS
            if command is not None:
                return self._done(bot, command, wait)
        return []

    def _done(self, bot: HouseBot, command: Command, wait: PendingDecision) -> list[Any]:
        """What a bot wants; what the table refuses is said in its name."""
        try:
            return self.do(command, by=wait.person)
        except HoyleError as refusal:
            raise attribute_error(bot, refusal) from refusal

    def _duty(self, wait: PendingDecision) -> Command:
        """What the house does when it is awaited, and what a player does who has no choice."""
        choice = wait.choices[0]
        chosen: dict[str, Any] = {bounds.field: bounds.least for bounds in choice.bounds}
        if choice.do == "shuffle":
            chosen["cards"] = cards_text(shuffled_deck(self.rng))
        elif choice.do == "cut":
            bounds = choice.bounds[0]
            # As many are left below as the cut must have.
            chosen["count"] = self.rng.randint(bounds.least, max(bounds.least, bounds.most - bounds.least))
        elif choice.do == "count-stub":
            assert isinstance(self.offer.sign, HouseCardSign)
            chosen["found"] = self.offer.sign.page.decks.cards.value
        elif choice.do in ("throw", "uncover"):
            chosen["one"], chosen["other"] = self.rng.randint(1, 6), self.rng.randint(1, 6)
        return self._command(choice.do, {**choice.given, **chosen})

    def _command(self, do: str, fields: dict[str, Any]) -> Command:
        return command_from_dict(self.table.COMMANDS, {"do": do, **fields})

    @property
    def least(self) -> int:
        """The least wager with which one is in the game."""
        sign = self.offer.sign
        return sign.ante[0] if isinstance(sign, HouseCardSign) else sign.minimum

    def short(self) -> list[int]:
        """Seats that have too few chips for the least wager and have none on the table."""
        least = self.least
        return [
            seat
            for seat, chips in self.stacks.items()
            if chips < least and not self.table.has_chips_in_play(seat)
        ]

    def buy_in(self, seat: int) -> int:
        """Bring a stack up to the usual one; how much was added."""
        added = self.offer.stack - self.stacks[seat]
        self.table.top_up(seat, added)
        self.bought[seat] += added
        return added
