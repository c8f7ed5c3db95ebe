"""Poker action space: meaning of each action number, and its command in the current situation.

Fold, check and call come first, then the forced bet if the game has one, wagers by size, and in draw games
every set of cards that may be discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import FIXED, Rules
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.table.command_base import Command
from hoyle.table.pending_decisions import Bounds, PendingDecision
from hoyle.table.poker.commands import Bet, BringIn, Call, Check, Draw, Fold

LEAST: Final = "least"
MOST: Final = "most"
Size = str | float
"""``least``, ``most``, or a multiple of the pot after a call."""

SIZES: Final[tuple[Size, ...]] = (LEAST, 0.5, 1.0, MOST)
"""Default wager sizes where the limit leaves a choice."""

FOLD: Final = 0
CHECK: Final = 1
CALL: Final = 2
_SIMPLE: Final = {"fold": FOLD, "check": CHECK, "call": CALL, "bring-in": 3}

_MAX_CACHED: Final = 4096

Moves = dict[int, int]
"""Legal action numbers, each with the total of its wager, or 0."""


class PokerActionSpace:
    """Numbered poker actions: labels of all, and the legal ones with their commands in a situation."""

    def __init__(self, rules: Rules, sizes: Sequence[Size] | None = None) -> None:
        default: Sequence[Size] = (LEAST,) if rules.stakes.structure == FIXED else SIZES
        self.sizes = tuple(_checked(size) for size in (default if sizes is None else sizes))
        if not self.sizes:
            raise InvalidError("no sizes: expected at least one, such as 'least'")
        names = ["fold", "check", "call"]
        if not rules.variant.button:
            names.append("bring in")
        self._first_wager = len(names)
        has_one_size = self.sizes == (LEAST,)
        names += ["bet or raise"] if has_one_size else [_size_name(size) for size in self.sizes]
        self._first_draw = len(names)
        self.discard_sets: list[tuple[int, ...]] = []
        """Positions of the discards for each draw action, from 1 in the sorted hand."""
        if rules.variant.draws:
            all_places = range(1, rules.variant.hole_cards + 1)
            self.discard_sets = [places for count in (0, *all_places) for places in combinations(all_places, count)]
            names += [_draw_name(places) for places in self.discard_sets]
        self.names = tuple(names)
        self._commands: dict[tuple[int, int, int], Command] = {}
        """Cache of commands by number, seat and total."""

    def moves(self, decision: PendingDecision, card_count: int, get_view: Callable[[], PokerRoundView]) -> Moves:
        """Return the legal moves of a player with so many cards; `get_view` is called to size a wager."""
        if decision.kind == "draw":
            numbered_sets = enumerate(self.discard_sets, self._first_draw)
            return {number: 0 for number, places in numbered_sets if not places or places[-1] <= card_count}
        moves: Moves = {}
        call_cost = 0
        for choice in decision.choices:
            number = _SIMPLE.get(choice.do)
            if number is None:
                moves.update(self._wagers(choice.bounds[0], call_cost, get_view))
                continue
            moves[number] = 0
            if number == CALL:
                call_cost = choice.cost
        return moves

    def _wagers(self, bounds: Bounds, call_cost: int, get_view: Callable[[], PokerRoundView]) -> Moves:
        """Return the legal wagers: one for each size whose total is within the bounds and not there yet."""
        least, most = bounds.min, bounds.max
        if least == most:
            return {self._first_wager: least}
        wagers: Moves = {}
        for number, size in enumerate(self.sizes, self._first_wager):
            to = self._total(size, bounds, call_cost, get_view)
            if least <= to <= most and to not in wagers.values():
                wagers[number] = to
        return wagers

    def command(self, number: int, seat: int, to: int, hand: Callable[[], Sequence[int]]) -> Command:
        """Return the command of an action; `to` is the total of a wager, `hand` returns the sorted cards."""
        if number >= self._first_draw:
            cards = hand()
            discards = [cards[place - 1] for place in self.discard_sets[number - self._first_draw]]
            return Draw(seat=seat, cards=cards_text(discards))
        key = (number, seat, to)
        command = self._commands.get(key)
        if command is None:
            if len(self._commands) >= _MAX_CACHED:
                self._commands.clear()
            command = self._commands[key] = self._new_command(number, seat, to)
        return command

    def _new_command(self, number: int, seat: int, to: int) -> Command:
        if number >= self._first_wager:
            return Bet(seat=seat, to=to)
        return (Fold, Check, Call, BringIn)[number](seat=seat)

    def _total(self, size: Size, bounds: Bounds, call_cost: int, get_view: Callable[[], PokerRoundView]) -> int:
        if isinstance(size, str):
            return bounds.min if size == LEAST else bounds.max
        view = get_view()
        return view.bet + int(size * (view.pot + call_cost))


def _checked(size: Size) -> Size:
    """Return a wager size, or refuse one that is neither a word nor a fraction of the pot."""
    if size in (LEAST, MOST) or (isinstance(size, (int, float)) and 0 < size <= 100):
        return size
    raise InvalidError(f"size {size!r}: expected 'least', 'most' or a fraction of the pot, such as 0.5")


def _size_name(size: Size) -> str:
    """Return the label of the action that wagers a size: ``wager 1/2 of the pot``."""
    if isinstance(size, str):
        return f"wager the {size}"
    part = Fraction(size).limit_denominator(100)
    return "wager the pot" if part == 1 else f"wager {part} of the pot"


def _draw_name(places: tuple[int, ...]) -> str:
    """Return the label of the action that discards the cards at some positions of the hand."""
    if not places:
        return "stand pat"
    noun = "card" if len(places) == 1 else "cards"
    return f"lay down {noun} {' '.join(map(str, places))}"
