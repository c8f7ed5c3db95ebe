"""A player at the real tables of the house games, round after round; chance comes from a given generator."""

from __future__ import annotations

from array import array
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from hoyle.banked.game import ANTE
from hoyle.banked.round import Round
from hoyle.banked.sign import Sign
from hoyle.bounds import MOST_CHIPS
from hoyle.dice.craps import Craps
from hoyle.dice.hop_bets import MIXED, PAIR
from hoyle.dice.mini_dice import MiniDice
from hoyle.dice.sign import CrapsSign, MiniSign
from hoyle.dice.state import UNSEEN, Wager
from hoyle.odds.banked import dice, four_card, three_card
from hoyle.odds.banked.edges import CARD_WAGERS
from hoyle.odds.banked.habits import RANDOM, queen_six_four, simple_four, simple_stud
from hoyle.odds.banked.strategy import advise
from hoyle.room.simulation.tallies import Tally

RICH: Final = MOST_CHIPS
AMOUNT: Final = 120
"""Chips of every wager on the dice: a multiple of all steps, with whole commissions."""
HOPS: Final = {MIXED: (5, 4), PAIR: (3, 3)}
"""Two faces for each spot of a hop."""
_SIDE_NAMES: Final = {"pair_plus": "pair-plus", "aces_up": "aces-up"}


def played_wagers(game: str) -> list[str]:
    """The wagers a player makes here: all but those that need another or repeat one."""
    return list(CARD_WAGERS[game]) if game in CARD_WAGERS else _dice_wagers(game)


@cache
def _dice_wagers(game: str) -> list[str]:
    known = dice.craps() if game == "craps" else dice.mini_dice()
    return [name for name in known if "odds" not in name and not name.startswith("place-to-lose")]


class CardTable:
    """One Ante and the side wager every round, and bets as the strategy has it."""

    def __init__(self, game: str, strategy: str, random: Random, tallies: dict[str, Tally]) -> None:
        self.game = game
        self.strategy = strategy
        self.random = random
        self.tallies = tallies
        self.path = array("q")
        """The player's winnings after each round."""
        self._sign = Sign(game)
        self._deck = list(range(52))
        self._won = 0

    def play(self) -> None:
        """Play one round."""
        self.random.shuffle(self._deck)
        side = self._sign.game.side
        table = Round(self._sign, {1: RICH}, self._deck)
        table.wager(1, ANTE, 1)
        if side:
            table.wager(1, side, 1)
        table.close()
        while table.turn:
            times = self._decide(table)
            if times:
                table.play(1, times)
            else:
                table.fold(1)
        place = table.state.places[1]
        beside = place.gains.get(side, 0)
        main = next(iter(self.tallies))
        self.tallies[main].add(Fraction(place.net - beside))
        if side:
            self.tallies[_SIDE_NAMES[side]].add(Fraction(beside))
        self._won += place.net
        self.path.append(self._won)

    def finish(self) -> None:
        """Every round has settled all its wagers."""

    def _decide(self, table: Round) -> int:
        """How many Antes to bet; 0 folds."""
        game, strategy = self.game, self.strategy
        state = table.state
        place = state.places[1]
        cards = place.cards
        if strategy == "random":
            return self.random.choice(RANDOM[game])
        if game == "three-card-poker":
            return int(three_card.play_value(cards) >= -1 if strategy == "optimal" else queen_six_four(cards))
        if strategy == "simple":
            if game == "four-card-poker":
                return simple_four(cards)
            return simple_stud([*cards, *state.community[: state.turned]], state.turned)
        if game == "four-card-poker":
            once, _, thrice = four_card.play_values(cards, state.dealer_up[0])
            return 3 if thrice >= max(once, Fraction(-1)) else int(once >= -1)
        bets = [place.wagers[street] for street in ("third", "fourth", "fifth") if street in place.wagers]
        best = advise(game, cards, board=state.community[: state.turned], bets=bets).best[-1]
        return 0 if best == "fold" else int(best[5])


class DiceTable:
    """Every wager is made again as soon as it is decided and its time has come."""

    def __init__(self, game: str, random: Random, tallies: dict[str, Tally]) -> None:
        self.random = random
        self.tallies = tallies
        self.path = array("q")
        """The player's winnings after each roll."""
        stacks = {"player": RICH, "another": 0}
        self._table: Craps | MiniDice
        if game == "craps":
            self._table = Craps(CrapsSign(), stacks, shooter=UNSEEN, keep_log=False)
        else:
            self._table = MiniDice(MiniSign(), stacks, keep_log=False)
        self._standing: dict[str, Wager] = {}

    def play(self) -> None:
        """Make every wager whose time it is, and roll."""
        for name in self.tallies:
            if name not in self._standing:
                self._make(name)
        self._roll()
        self.path.append(-self._table.state.bank)

    def finish(self) -> None:
        """Roll until nothing stands.

        A wager decided at once does not fare like one that gets a point: leaving out those that take long
        would favour the former.
        """
        while self._standing:
            self._roll()
        self.path[-1] = -self._table.state.bank

    def _roll(self) -> None:
        table = self._table
        one, other = self.random.randrange(1, 7), self.random.randrange(1, 7)
        if isinstance(table, Craps):
            table.throw(one, other)
        else:
            table.shake(one, other)
        for name, wager in list(self._standing.items()):
            if wager.result:
                gain = wager.paid - wager.taken - wager.commission
                self.tallies[name].add(Fraction(gain, wager.amount))
                del self._standing[name]

    def _make(self, name: str) -> None:
        """Make a wager, if this is its time; the amount can be paid and its fee is whole."""
        table = self._table
        if isinstance(table, Craps):
            point = table.state.point
            if (name in ("pass", "dont-pass") and point) or (name in ("come", "dont-come") and not point):
                return
            kind, number = dice.bet_on(table.book, name)
            if kind == "hop":
                id = table.bet("player", kind, AMOUNT, combo=HOPS[number], id=name)
            else:
                id = table.bet("player", kind, AMOUNT, number=number, id=name)
        else:
            kind, number = dice.bet_on(table.book, name)
            id = table.bet("player", kind, AMOUNT, number=number, id=name)
        self._standing[name] = table.state.wagers[id]
