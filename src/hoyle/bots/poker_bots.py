"""Built-in poker bots: caller, random, regular, and the strategy bots rock, gambler and bully.

`caller` never raises and never folds; `random` does anything; `regular` looks at his cards and the odds.
`rock`, `gambler` and `bully` are one mind with three temperaments (`hoyle.bots.strategy`): they read the
betting, and are the ones people meet in `hoyle play`.

A bot decides from its `BotTurn` and its source of chance alone: the same turn and the same chance, the same
command, in whatever thread or process. `preload_starting_hands` has ready what a game's first decision would
otherwise wait for: some milliseconds where it is kept with the program, tenths of a second where it has to be
reckoned.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle
from typing import Final, Protocol

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.discard_heuristics import discards
from hoyle.bots.equity_vs_random import equity_vs_random
from hoyle.bots.strategy.bet_decision import decide_bet
from hoyle.bots.strategy.draw_decision import choose_discards
from hoyle.bots.strategy.play_style import PLAY_STYLES, PlayStyle
from hoyle.bots.strategy.situation import BotSituation
from hoyle.bots.strategy.starting_hands import starting
from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import Rules
from hoyle.table.command_base import Command
from hoyle.table.poker.commands import Bet, BringIn, Call, Check, Draw, Fold, Show

MAX_RAISES: Final = 4
"""Where no cap ends a raising war, `regular` does."""


class Bot(Protocol):
    """Decides for one seat."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        """What to do now, out of what `turn.wait` offers. `rng` is the only source of chance."""


class CallerBot:
    """Calls everything, checks when he can, brings in, draws sensibly; bets only where he may not check."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        other = _no_betting(turn)
        if other is not None:
            return other
        if turn.can("bring-in"):
            return BringIn(seat=turn.seat)
        if turn.can("call"):
            return Call(seat=turn.seat)
        if turn.can("check"):
            return Check(seat=turn.seat)
        return _least_bet(turn)


class Random:
    """Any kind of action with equal chance, any legal size; folds only when there is a bet to answer."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        seat = turn.seat
        if turn.wait.kind == "draw":
            hand = turn.hand
            laid = rng.sample(hand, int(rng.random() * (len(hand) + 1)))
            return Draw(seat=seat, cards=cards_text(laid))
        if turn.wait.kind == "show":
            return Show(seat=seat)
        kinds: list[Command] = []
        if turn.can("bring-in"):
            kinds.append(BringIn(seat=seat))
        if turn.can("call"):
            if turn.can("fold"):
                kinds.append(Fold(seat=seat))
            kinds.append(Call(seat=seat))
        elif turn.can("check"):
            kinds.append(Check(seat=seat))
        wager = turn.wager()
        if wager is not None:
            span = wager.most - wager.least
            to = wager.least + (int(rng.random() * (span + 1)) if span else 0)
            kinds.append(Bet(seat=seat, to=to))
        return kinds[int(rng.random() * len(kinds))]


class Regular:
    """Compares his likely share of the pot with its price; raises good hands, now and then a poor one."""

    def __init__(self, samples: int = 40) -> None:
        self._samples = samples

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        other = _no_betting(turn)
        if other is not None:
            return other
        seen, rivals = turn.view, turn.rivals()
        share = equity_vs_random(turn.hand, turn.board, rivals, seen.street, turn.rules, rng, self._samples)
        # One in the fair share means an ordinary hand, two a hand worth twice that.
        merit = share * (len(rivals) + 1)
        wager = turn.wager()
        if turn.can("bring-in"):
            worthy = wager is not None and merit > 1.5
            return self._wager(turn, rng) if worthy else BringIn(seat=turn.seat)
        eager = merit > 1.25 + 0.35 * seen.raises or rng.random() < 0.04
        if wager is not None and seen.raises < MAX_RAISES and eager and rng.random() < 0.85:
            return self._wager(turn, rng)
        if turn.can("check"):
            return Check(seat=turn.seat)
        call = turn.wait.find_choice("call")
        if call is not None:
            price = call.chips / (seen.pot + call.chips)
            stays = share >= price * 0.95 or not turn.can("fold")
            return Call(seat=turn.seat) if stays else Fold(seat=turn.seat)
        # An opener who is required to bet may neither check nor fold: a poor hand bets the least.
        return self._wager(turn, rng) if merit > 1.25 else _least_bet(turn)

    def _wager(self, turn: BotTurn, rng: random.Random) -> Command:
        """Between half the pot and the pot, as far as the limits let him."""
        wager = turn.wager()
        assert wager is not None
        wanted = turn.view.bet + int(turn.view.pot * (0.5 + 0.5 * rng.random()))
        return Bet(seat=turn.seat, to=min(max(wanted, wager.least), wager.most))


def _no_betting(turn: BotTurn) -> Command | None:
    """What a sensible player does when he is to draw or to show; None when he is to bet."""
    if turn.wait.kind == "draw":
        return Draw(seat=turn.seat, cards=cards_text(discards(turn.hand, turn.rules)))
    return Show(seat=turn.seat) if turn.wait.kind == "show" else None


def _least_bet(turn: BotTurn) -> Command:
    wager = turn.wager()
    assert wager is not None, "nothing at all is offered"
    return Bet(seat=turn.seat, to=wager.least)


class StrategyBot:
    """Reads the betting, reckons with what the others may hold, and decides by his temper."""

    def __init__(self, temper: PlayStyle) -> None:
        self.temper = temper

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        if turn.wait.kind == "show":
            return Show(seat=turn.seat)
        scene = BotSituation(turn, rng)
        if turn.wait.kind == "draw":
            return Draw(seat=turn.seat, cards=cards_text(choose_discards(scene, self.temper, rng)))
        return decide_bet(scene, self.temper, rng)


BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "caller": CallerBot,
    "random": Random,
    "regular": Regular,
    **{temper.name: partial(StrategyBot, temper) for temper in PLAY_STYLES},
}


def mixed_table(seats: Iterable[int]) -> dict[int, Bot]:
    """A table of all temperaments, in turn."""
    return {seat: StrategyBot(temper) for seat, temper in zip(seats, cycle(PLAY_STYLES), strict=False)}


def preload_starting_hands(rules: Rules) -> None:
    """Have what a game's starting hands are worth ready for the first decision."""
    starting(rules)


def bot(name: str) -> Bot:
    """The bot of that name."""
    kind = BOTS.get(name)
    if kind is None:
        raise InvalidError(f"unknown bot {name!r}; the bots are {', '.join(BOTS)}")
    return kind()
