"""Built-in bots for house games: caller, random and regular at card and dice tables.

As at poker, `caller` bets the minimum and never folds, `random` does anything legal, and `regular` plays by
rules of thumb.
"""

from __future__ import annotations

import random
from typing import Final, Protocol

from hoyle.core.cards import UNKNOWN_TEXT, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.odds.house_games.analysis_interface import VisibleCards
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.table.command_base import Command
from hoyle.table.dice.table import DiceTable
from hoyle.table.dice.view_types import DiceView
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.house_cards.view import HouseCardView
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision

HouseTable = HouseCardTable | DiceTable

MAX_WAGERS: Final = 3
"""Maximum number of wagers that a bot makes before one deal or roll."""
_SIDE_PROBABILITY: Final = 0.4
_PLACE_PROBABILITY: Final = 0.5


class HouseBot(Protocol):
    """Interface of a bot at a house game, which decides for one seat."""

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        """Choose a command out of `turn.decision`; None passes on an optional decision."""


class HouseBotTurn:
    """Input of a bot's decision at a house game: its choices, and its view on demand."""

    def __init__(self, table: HouseTable, decision: PendingDecision, wagers_made: int = 0) -> None:
        self.table = table
        self.decision = decision
        self.wagers_made = wagers_made
        """Number of wagers that the player has made since the last deal or roll."""

    def view(self) -> HouseCardView | DiceView:
        """Return the table of a house game as the bot's player sees it."""
        return self.table.view(self.decision.person)

    def take(self, choice: Choice, amount: int | None = None) -> Command:
        """Build the command of a choice, with its minimum amount by default."""
        return self.table.command_of(choice, **({} if amount is None else {choice.bounds[0].field: amount}))

    def find(self, do: str, **fields: object) -> Choice | None:
        """Return the first choice of a command with these fixed fields, or None."""
        for choice in self.decision.choices:
            if choice.do == do and fields.items() <= choice.fixed.items():
                return choice
        return None


class HouseCallerBot:
    """Bot that makes the minimum Ante or line bet, stays in for the minimum and accepts the dice."""

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        if turn.decision.kind == "wagers":
            return None if turn.wagers_made else _first_wager(turn)
        for command_name in ("play", "stand", "accept", "bet", "release-dice"):
            choice = turn.find(command_name)
            if choice is not None:
                return turn.take(choice)
        return turn.take(turn.decision.choices[0])


class RandomBot:
    """Bot that does anything legal, for small amounts."""

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        decision = turn.decision
        if decision.kind == "wagers":
            if not turn.wagers_made:
                return _first_wager(turn)
            bets = [choice for choice in decision.choices if choice.do in ("wager", "bet")]
            return _take_small_amount(turn, rng.choice(bets), rng) if bets and rng.random() < 0.5 else None
        if decision.kind in ("throw", "line-bet", "shooter"):
            return HouseCallerBot().act(turn, rng)
        return _take_small_amount(turn, rng.choice(decision.choices), rng)


class RegularBot:
    """Bot that plays cards by well-known rules of thumb, and dice by pass line, odds, place 6 and 8."""

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        if turn.decision.kind == "decision":
            return _play_by_rule_of_thumb(turn)
        if turn.decision.kind != "wagers":
            return HouseCallerBot().act(turn, rng)
        if not turn.wagers_made:
            first = _first_wager(turn)
            if first is not None:
                return first
        return self._next_wager(turn, rng)

    def _next_wager(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        """Make a side wager at cards, odds or a place bet on 6 or 8 at dice; None for no more wagers."""
        view = turn.view()
        if isinstance(view, HouseCardView):
            return _side_wager(turn, rng)
        own_wagers = {wager.name: wager.amount for wager in view.wagers if wager.owner == turn.decision.person}
        odds = turn.find("bet", kind="pass_odds")
        if odds is not None and "pass" in own_wagers and not any("odds" in name for name in own_wagers):
            return turn.take(odds, round_up_to_step(own_wagers["pass"], odds.bounds[0]))
        for number in (6, 8):
            place_bet = turn.find("bet", kind="place", number=number)
            has_other_point = view.point not in (0, number)
            if place_bet is not None and has_other_point and f"place-{number}" not in own_wagers:
                return turn.take(place_bet) if rng.random() < _PLACE_PROBABILITY else None
        return None


def _side_wager(turn: HouseBotTurn, rng: random.Random) -> Command | None:
    own_side_wagers = [
        choice
        for choice in turn.decision.choices
        if choice.do == "wager" and choice.fixed["wager"] != ANTE and choice.fixed["spot"] == turn.decision.seat
    ]
    wants_one = bool(own_side_wagers) and turn.wagers_made == 1 and rng.random() < _SIDE_PROBABILITY
    return turn.take(own_side_wagers[0]) if wants_one else None


def round_up_to_step(amount: int, bounds: Bounds) -> int:
    """Return the smallest legal amount that is at least `amount`, or the maximum."""
    steps = -(-max(amount - bounds.min, 0) // bounds.step)
    return min(bounds.min + steps * bounds.step, bounds.max)


def _first_wager(turn: HouseBotTurn) -> Command | None:
    """Make a bot's first wager: the Ante at its spot, the pass line, or in mini-dice a place bet."""
    view, seat = turn.view(), turn.decision.seat
    if isinstance(view, HouseCardView):
        choice = turn.find("wager", wager=ANTE, spot=seat)
        return None if choice is None else turn.take(choice)
    own_kinds = [wager.kind for wager in view.wagers if wager.owner == turn.decision.person]
    pass_line = turn.find("bet", kind="pass")
    if pass_line is not None:
        return None if "pass" in own_kinds else turn.take(pass_line)
    place_8 = turn.find("bet", kind="place", number=8)
    if own_kinds or place_8 is None or view.point:
        return None
    return turn.take(place_8)


def fix_conflicting_wagers(turn: HouseBotTurn) -> Command:
    """Raise or withdraw a bot's wager that must equal another one before betting can close."""
    view = turn.view()
    assert isinstance(view, HouseCardView)
    assert view.round is not None
    wagers_by_spot = {position.seat: position.wagers for position in view.round.positions}
    for choice in turn.decision.choices:
        if choice.do == "wager" and choice.fixed["spot"] in wagers_by_spot:
            wagers = wagers_by_spot[choice.fixed["spot"]]
            missing = max(wagers.values()) - wagers.get(choice.fixed["wager"], 0)
            if missing > 0:
                bounds = choice.bounds[0]
                return turn.take(choice, min(max(missing, bounds.min), bounds.max))
    withdraw = turn.find("withdraw")
    assert withdraw is not None, "a wager may be withdrawn before the close"
    return turn.take(withdraw)


def _take_small_amount(turn: HouseBotTurn, choice: Choice, rng: random.Random) -> Command:
    """Choose a wager for its minimum, or at random one or two steps more."""
    if not choice.bounds:
        return turn.take(choice)
    bounds = choice.bounds[0]
    steps = min((bounds.max - bounds.min) // bounds.step, 2)
    return turn.take(choice, bounds.min + bounds.step * rng.randrange(steps + 1))


# Rules of thumb for the card games: how many Antes to bet, 0 to fold


def _face_up_cards(cards: list[str]) -> list[int]:
    return parse_cards("".join(card for card in cards if card != UNKNOWN_TEXT))


def _play_by_rule_of_thumb(turn: HouseBotTurn) -> Command:
    """Decide a house card hand by the simple strategy of its game: stand, play for some Antes, or fold."""
    stand = turn.find("stand")
    if stand is not None:
        return turn.take(stand)
    view = turn.view()
    assert isinstance(view, HouseCardView)
    assert view.round is not None
    spot = turn.decision.choices[0].fixed["spot"]
    position = next(position for position in view.round.positions if position.seat == spot)
    analysis = ANALYSES.get(view.game)
    # A game without an analysis is played to the end for the minimum.
    antes = 1
    if analysis is not None:
        antes = analysis.simple_bet(
            VisibleCards(cards=_face_up_cards(position.cards), board=_face_up_cards(view.round.community))
        )
    play = turn.find("play")
    if play is None or not antes:
        fold = turn.find("fold")
        assert fold is not None
        return turn.take(fold)
    bounds = play.bounds[0]
    return turn.take(play, min(max(antes * position.wagers[ANTE], bounds.min), bounds.max))


BOTS: Final[dict[str, type[HouseCallerBot] | type[RandomBot] | type[RegularBot]]] = {
    "caller": HouseCallerBot,
    "random": RandomBot,
    "regular": RegularBot,
}


def house_bot(name: str) -> HouseBot:
    """Create the built-in house game bot of that name."""
    create = BOTS.get(name)
    if create is None:
        raise InvalidError(f"unknown bot {name!r}; the bots are {', '.join(BOTS)}")
    return create()
