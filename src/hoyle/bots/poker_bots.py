"""Built-in poker bots: caller, random, regular, and the strategy bots rock, gambler and bully.

`caller` never raises and never folds; `random` does anything legal; `regular` considers its cards and the
odds. `rock`, `gambler` and `bully` are one strategy with three play styles (`hoyle.bots.strategy`): they read
the betting, and are the default opponents in `hoyle play`.

A bot decides from its `BotTurn` and its random number generator alone: with the same turn and the same seed
it gives the same command in any thread or process. `preload_starting_hands` avoids a delay at a game's first
decision: milliseconds if the starting hands ship with the program, tenths of a second if they are computed.
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
from hoyle.bots.strategy.starting_hands import starting_hands_of
from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import Rules
from hoyle.table.command_base import Command
from hoyle.table.poker.commands import Bet, BringIn, Call, Check, Draw, Fold, Show

MAX_RAISES: Final = 4
"""Raises on a street after which `regular` raises no more, where no cap ends a raising war."""


class Bot(Protocol):
    """Interface of a poker bot, which decides for one seat."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        """Choose a command out of `turn.decision`; `rng` is the only source of randomness."""


class CallerBot:
    """Bot that calls, checks if possible, brings in and draws sensibly; bets only if it may not check."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        draw_or_show = _draw_or_show(turn)
        if draw_or_show is not None:
            return draw_or_show
        if turn.can("bring-in"):
            return BringIn(seat=turn.seat)
        if turn.can("call"):
            return Call(seat=turn.seat)
        if turn.can("check"):
            return Check(seat=turn.seat)
        return _least_bet(turn)


class Random:
    """Bot that picks any kind of action and any legal size at random; folds only to a bet."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        seat = turn.seat
        if turn.decision.kind == "draw":
            hand = turn.hand
            discarded = rng.sample(hand, int(rng.random() * (len(hand) + 1)))
            return Draw(seat=seat, cards=cards_text(discarded))
        if turn.decision.kind == "show":
            return Show(seat=seat)
        actions: list[Command] = []
        if turn.can("bring-in"):
            actions.append(BringIn(seat=seat))
        if turn.can("call"):
            if turn.can("fold"):
                actions.append(Fold(seat=seat))
            actions.append(Call(seat=seat))
        elif turn.can("check"):
            actions.append(Check(seat=seat))
        wager = turn.wager()
        if wager is not None:
            span = wager.max - wager.min
            to = wager.min + (int(rng.random() * (span + 1)) if span else 0)
            actions.append(Bet(seat=seat, to=to))
        return actions[int(rng.random() * len(actions))]


class Regular:
    """Bot that compares its equity with the pot odds; raises good hands, and sometimes a poor one."""

    def __init__(self, samples: int = 40) -> None:
        self._samples = samples

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        draw_or_show = _draw_or_show(turn)
        if draw_or_show is not None:
            return draw_or_show
        view, opponents = turn.view, turn.opponents()
        share = equity_vs_random(turn.hand, turn.board, opponents, view.street, turn.rules, rng, self._samples)
        # A merit of 1 is a fair share of the pot, 2 is twice that.
        merit = share * (len(opponents) + 1)
        wager = turn.wager()
        if turn.can("bring-in"):
            completes = wager is not None and merit > 1.5
            return self._wager(turn, rng) if completes else BringIn(seat=turn.seat)
        wants_to_raise = merit > 1.25 + 0.35 * view.raises or rng.random() < 0.04
        if wager is not None and view.raises < MAX_RAISES and wants_to_raise and rng.random() < 0.85:
            return self._wager(turn, rng)
        if turn.can("check"):
            return Check(seat=turn.seat)
        call = turn.decision.find_choice("call")
        if call is not None:
            price = call.cost / (view.pot + call.cost)
            stays = share >= price * 0.95 or not turn.can("fold")
            return Call(seat=turn.seat) if stays else Fold(seat=turn.seat)
        # An opener who is required to bet may neither check nor fold: a poor hand bets the least.
        return self._wager(turn, rng) if merit > 1.25 else _least_bet(turn)

    def _wager(self, turn: BotTurn, rng: random.Random) -> Command:
        wager = turn.wager()
        assert wager is not None
        target = turn.view.bet + int(turn.view.pot * (0.5 + 0.5 * rng.random()))
        return Bet(seat=turn.seat, to=min(max(target, wager.min), wager.max))


def _draw_or_show(turn: BotTurn) -> Command | None:
    """Return a bot's draw or showdown command; None if it has to decide a bet instead."""
    if turn.decision.kind == "draw":
        return Draw(seat=turn.seat, cards=cards_text(discards(turn.hand, turn.rules)))
    return Show(seat=turn.seat) if turn.decision.kind == "show" else None


def _least_bet(turn: BotTurn) -> Command:
    wager = turn.wager()
    assert wager is not None, "nothing at all is offered"
    return Bet(seat=turn.seat, to=wager.min)


class StrategyBot:
    """Bot that estimates opponents' ranges from the betting and decides by its play style."""

    def __init__(self, style: PlayStyle) -> None:
        self.style = style

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        if turn.decision.kind == "show":
            return Show(seat=turn.seat)
        situation = BotSituation(turn, rng)
        if turn.decision.kind == "draw":
            return Draw(seat=turn.seat, cards=cards_text(choose_discards(situation, self.style, rng)))
        return decide_bet(situation, self.style, rng)


BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "caller": CallerBot,
    "random": Random,
    "regular": Regular,
    **{style.name: partial(StrategyBot, style) for style in PLAY_STYLES},
}


def mixed_table(seats: Iterable[int]) -> dict[int, Bot]:
    """Create strategy bots for the seats, with the play styles in turn."""
    return {seat: StrategyBot(style) for seat, style in zip(seats, cycle(PLAY_STYLES), strict=False)}


def preload_starting_hands(rules: Rules) -> None:
    """Load or compute the starting-hand values of a game before its first decision."""
    starting_hands_of(rules)


def bot(name: str) -> Bot:
    """Create the built-in poker bot of that name."""
    create = BOTS.get(name)
    if create is None:
        raise InvalidError(f"unknown bot {name!r}; the bots are {', '.join(BOTS)}")
    return create()
