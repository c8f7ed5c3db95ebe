"""Poker action space: what each action number means, and the command that it stands for now.

Fold, check and call come first, then the forced bet where a game has one, wagers by their size, and in draw
games every set of cards that may be laid down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import FIXED, Rules
from hoyle.games.poker.view_types import RoundView
from hoyle.table.command_base import Command
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.poker.commands import Bet, BringIn, Call, Check, Draw, Fold

LEAST: Final = "least"
MOST: Final = "most"
Size = str | float
"""``least``, ``most``, or so many times the pot as it would be after a call."""

SIZES: Final[tuple[Size, ...]] = (LEAST, 0.5, 1.0, MOST)
"""Wagers on the menu where the limit leaves a choice."""

FOLD: Final = 0
CHECK: Final = 1
CALL: Final = 2
_SIMPLE: Final = {"fold": FOLD, "check": CHECK, "call": CALL, "bring-in": 3}

_MAX_KEPT: Final = 4096

Moves = dict[int, int]
"""The numbers that may be chosen now, each with the total of its wager, or 0."""


class PokerActionSpace:
    """What every number stands for, and which commands they are now."""

    def __init__(self, rules: Rules, sizes: Sequence[Size] | None = None) -> None:
        usual: Sequence[Size] = (LEAST,) if rules.stakes.structure == FIXED else SIZES
        self.sizes = tuple(_checked(size) for size in (usual if sizes is None else sizes))
        if not self.sizes:
            raise InvalidError("no sizes: without a wager nobody could bet; 'least' is one")
        names = ["fold", "check", "call"]
        if not rules.variant.button:
            names.append("bring in")
        self._first_wager = len(names)
        only = self.sizes == (LEAST,)
        names += ["bet or raise"] if only else [_size_name(size) for size in self.sizes]
        self._first_draw = len(names)
        self.laid: list[tuple[int, ...]] = []
        """For each number of a draw the places of the cards to lay down, from 1 in the sorted hand."""
        if rules.variant.draws:
            held = range(1, rules.variant.hole_cards + 1)
            self.laid = [places for count in (0, *held) for places in combinations(held, count)]
            names += [_draw_name(places) for places in self.laid]
        self.names = tuple(names)
        self._kept: dict[tuple[int, int, int], Command] = {}
        """Commands that come again hand after hand."""

    def moves(self, wait: PendingDecision, held: int, look: Callable[[], RoundView]) -> Moves:
        """What is offered to somebody who holds so many cards; `look` where the pot has to be known."""
        if wait.kind == "draw":
            first = self._first_draw
            return {first + at: 0 for at, places in enumerate(self.laid) if not places or places[-1] <= held}
        found: Moves = {}
        call = 0
        for choice in wait.choices:
            number = _SIMPLE.get(choice.do)
            if number is not None:
                found[number] = 0
                if number == CALL:
                    call = choice.chips
                continue
            bounds = choice.bounds[0]
            least, most = bounds.least, bounds.most
            if least == most:
                found[self._first_wager] = least
                continue
            amounts: set[int] = set()
            for at, size in enumerate(self.sizes):
                to = self._amount(size, least, most, look, call)
                # Two sizes that come to the same are one choice.
                if least <= to <= most and to not in amounts:
                    amounts.add(to)
                    found[self._first_wager + at] = to
        return found

    def command(self, number: int, seat: int, to: int, hand: Callable[[], Sequence[int]]) -> Command:
        """What a number means at a seat now: `to` is the total of a wager, `hand` his sorted cards."""
        if number >= self._first_draw:
            held = hand()
            laid = [held[place - 1] for place in self.laid[number - self._first_draw]]
            return Draw(seat=seat, cards=cards_text(laid))
        moment = (number, seat, to)
        kept = self._kept.get(moment)
        if kept is None:
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            kept = self._kept[moment] = self._made(number, seat, to)
        return kept

    def _made(self, number: int, seat: int, to: int) -> Command:
        if number >= self._first_wager:
            return Bet(seat=seat, to=to)
        return (Fold, Check, Call, BringIn)[number](seat=seat)

    def _amount(self, size: Size, least: int, most: int, look: Callable[[], RoundView], call: int) -> int:
        if isinstance(size, str):
            return least if size == LEAST else most
        view = look()
        return view.bet + int(size * (view.pot + call))


def _checked(size: Size) -> Size:
    if size in (LEAST, MOST) or (isinstance(size, (int, float)) and 0 < size <= 100):
        return size
    raise InvalidError(f"size {size!r}: 'least', 'most' or a part of the pot above 0 is wanted, such as 0.5")


def _size_name(size: Size) -> str:
    if isinstance(size, str):
        return f"wager the {size}"
    part = Fraction(size).limit_denominator(100)
    return "wager the pot" if part == 1 else f"wager {part} of the pot"


def _draw_name(places: tuple[int, ...]) -> str:
    if not places:
        return "stand pat"
    return (
        f"lay down card {places[0]}" if len(places) == 1 else f"lay down cards {' '.join(map(str, places))}"
    )
