"""Players without a person: they see what their seat may see, and answer with an action.

`caller` never raises and never folds; `random` does anything; `regular` looks at his cards and the odds, and
is the one people meet in `hoyle play`.
"""

from __future__ import annotations

import random
from typing import Final, Protocol

from hoyle.errors import InvalidError
from hoyle.poker.actions import Action
from hoyle.poker.betting import Options
from hoyle.poker.round import Round
from hoyle.poker.state import DRAW, SHOW
from hoyle.room.drawing import discards
from hoyle.room.strength import share_of_pot

MOST_RAISES: Final = 4
"""Where no cap ends a raising war, `regular` does."""

_BRING_IN: Final = Action("bring in")
_FOLD: Final = Action("fold")
_CHECK: Final = Action("check")
_CALL: Final = Action("call")
_SHOW: Final = Action("show")


class Bot(Protocol):
    """Decides for one seat."""

    def act(self, turn: Turn, rng: random.Random) -> Action:
        """What to do now. `rng` is the only source of chance."""


class Turn:
    """What the player to act may look at: his own cards, what lies face up, the money."""

    def __init__(self, round_: Round) -> None:
        self._state = round_.state
        self._round = round_
        self.rules = round_.rules

    @property
    def drawing(self) -> bool:
        return self._state.awaiting == DRAW

    @property
    def showing(self) -> bool:
        return self._state.awaiting == SHOW

    def options(self) -> Options:
        return self._round.options()

    @property
    def hand(self) -> list[int]:
        """His own cards."""
        return self._state.cards[self._state.actor]

    @property
    def board(self) -> list[int]:
        return self._state.board

    @property
    def street(self) -> int:
        return self._state.street

    def rivals(self) -> list[list[int]]:
        """For every opponent still in, the cards that lie face up before him."""
        state = self._state
        return [
            state.up_cards(player)
            for player in range(len(state.seats))
            if state.live[player] and player != state.actor
        ]

    @property
    def pot(self) -> int:
        return self._state.pot

    @property
    def raises(self) -> int:
        """Raises made in this betting round."""
        return self._state.raises

    @property
    def current_bet(self) -> int:
        return self._state.current_bet


class Caller:
    """Calls everything, checks when he can, brings in, draws sensibly; bets only where he may not check."""

    def act(self, turn: Turn, rng: random.Random) -> Action:
        if turn.drawing:
            return Action("draw", cards=discards(turn.hand, turn.rules))
        if turn.showing:
            return _SHOW
        options = turn.options()
        if options.forced:
            return _BRING_IN
        if options.call:
            return _CALL
        if options.check:
            return _CHECK
        return Action("raise", options.min_to)


class Random:
    """Any kind of action with equal chance, any legal size; folds only when there is a bet to answer."""

    def act(self, turn: Turn, rng: random.Random) -> Action:
        if turn.drawing:
            hand = turn.hand
            return Action("draw", cards=rng.sample(hand, int(rng.random() * (len(hand) + 1))))
        if turn.showing:
            return _SHOW
        options = turn.options()
        kinds: list[Action] = []
        if options.forced:
            kinds.append(_BRING_IN)
        if options.call:
            if options.fold:
                kinds.append(_FOLD)
            kinds.append(_CALL)
        elif options.check:
            kinds.append(_CHECK)
        if options.min_to:
            span = options.max_to - options.min_to
            to = options.min_to + (int(rng.random() * (span + 1)) if span else 0)
            kinds.append(Action("raise", to))
        return kinds[int(rng.random() * len(kinds))]


class Regular:
    """Compares his likely share of the pot with its price; raises good hands, now and then a poor one."""

    def __init__(self, samples: int = 40) -> None:
        self._samples = samples

    def act(self, turn: Turn, rng: random.Random) -> Action:
        if turn.drawing:
            return Action("draw", cards=discards(turn.hand, turn.rules))
        if turn.showing:
            return _SHOW
        options = turn.options()
        rivals = turn.rivals()
        share = share_of_pot(turn.hand, turn.board, rivals, turn.street, turn.rules, rng, self._samples)
        # One in the fair share means an ordinary hand, two a hand worth twice that.
        merit = share * (len(rivals) + 1)
        if options.forced:
            return self._wager(options, turn, rng) if options.min_to and merit > 1.5 else _BRING_IN
        eager = merit > 1.25 + 0.35 * turn.raises or rng.random() < 0.04
        if options.min_to and turn.raises < MOST_RAISES and eager and rng.random() < 0.85:
            return self._wager(options, turn, rng)
        if options.check:
            return _CHECK
        if options.call:
            price = options.call / (turn.pot + options.call)
            return _CALL if share >= price * 0.95 or not options.fold else _FOLD
        # An opener who is required to bet may neither check nor fold: a poor hand bets the least.
        return self._wager(options, turn, rng) if merit > 1.25 else Action("raise", options.min_to)

    def _wager(self, options: Options, turn: Turn, rng: random.Random) -> Action:
        """Between half the pot and the pot, as far as the limits let him."""
        wanted = turn.current_bet + int(turn.pot * (0.5 + 0.5 * rng.random()))
        return Action("raise", min(max(wanted, options.min_to), options.max_to))


BOTS: Final[dict[str, type[Caller] | type[Random] | type[Regular]]] = {
    "caller": Caller,
    "random": Random,
    "regular": Regular,
}


def bot(name: str) -> Bot:
    """The bot of that name."""
    kind = BOTS.get(name)
    if kind is None:
        raise InvalidError(f"unknown bot {name!r}; the bots are {', '.join(BOTS)}")
    return kind()
