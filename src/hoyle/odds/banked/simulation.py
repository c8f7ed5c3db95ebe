"""Playing the real tables many times, to see whether the money agrees with the mathematics.

The dice and the shuffles come from a seed; the same seed gives the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Final

from hoyle.banked.game import ANTE
from hoyle.banked.round import Round
from hoyle.banked.sign import Sign
from hoyle.dice.craps import Craps
from hoyle.dice.kinds import NUMBER_LINES
from hoyle.dice.mini import MiniDice
from hoyle.dice.sign import CrapsSign, MiniSign
from hoyle.dice.state import Wager
from hoyle.errors import InvalidError
from hoyle.odds.banked import dice, four_card, three_card
from hoyle.odds.banked.edges import CARD_WAGERS, check_game, edges
from hoyle.odds.banked.habits import RANDOM, habit_edge, queen_six_four, simple_four, simple_stud
from hoyle.odds.banked.results import Edge, ratio
from hoyle.odds.banked.strategy import advise

STRATEGIES: Final = ("optimal", "simple", "random")
RICH: Final = 10**15
Track = Callable[[Iterable[int]], Iterable[int]]


@dataclass
class Tally:
    """What one wager did."""

    wager: str
    rounds: int = 0
    total: Fraction = field(default_factory=Fraction)
    squares: Fraction = field(default_factory=Fraction)
    exact: Edge | None = None
    """None where it takes the native counter and that was not built."""

    def add(self, gain: Fraction) -> None:
        self.rounds += 1
        self.total += gain
        self.squares += gain * gain

    @property
    def mean(self) -> float:
        return float(self.total / self.rounds) if self.rounds else 0.0

    @property
    def standard_error(self) -> float:
        """By the exact variance where it is known, else by what was seen."""
        if not self.rounds:
            return 0.0
        if self.exact is not None:
            return sqrt(self.exact.variance / self.rounds)
        return sqrt(float(self.squares / self.rounds) - self.mean**2) / sqrt(self.rounds)

    @property
    def z(self) -> float | None:
        """How many standard errors lie between what was seen and what is exact."""
        if self.exact is None or not self.standard_error:
            return None
        return (self.mean + float(self.exact.edge)) / self.standard_error

    def as_json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "rounds": self.rounds,
            "observed": self.mean,
            "standard_error": self.standard_error,
            "exact": None if self.exact is None else ratio(-self.exact.edge),
            "exact_float": None if self.exact is None else -float(self.exact.edge),
            "z": self.z,
        }


@dataclass
class Simulation:
    """The whole report."""

    game: str
    strategy: str
    rounds: int
    seed: int
    tallies: list[Tally]
    path: list[int]
    """The player's winnings after each round, in units."""

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "strategy": self.strategy,
            "rounds": self.rounds,
            "seed": self.seed,
            "wagers": [tally.as_json() for tally in self.tallies],
        }


def play(
    game: str,
    rounds: int,
    strategy: str = "optimal",
    seed: int = 0,
    *,
    track: Track | None = None,
    progress: Track | None = None,
) -> Simulation:
    """Play that many rounds (rolls, for dice) on the real engine.

    `track` goes along with the rounds, `progress` with the exact count before them.
    """
    check_game(game)
    if strategy not in STRATEGIES:
        raise InvalidError(f"unknown strategy {strategy!r}: {', '.join(STRATEGIES)}")
    if rounds < 1:
        raise InvalidError(f"{rounds} rounds: one or more")
    steps = track(range(rounds)) if track else range(rounds)
    random = Random(f"{game} {seed}")
    if game in CARD_WAGERS:
        tallies, path = _play_cards(game, steps, strategy, random, progress)
    else:
        tallies, path = _play_dice(game, steps, random)
    return Simulation(game, strategy, rounds, seed, tallies, path)


def _play_cards(
    game: str, steps: Iterable[int], strategy: str, random: Random, progress: Track | None
) -> tuple[list[Tally], list[int]]:
    sign = Sign(game)
    side = sign.game.side
    tallies = {name: Tally(name) for name in CARD_WAGERS[game]}
    main = next(iter(tallies))
    names = {"pair_plus": "pair-plus", "aces_up": "aces-up"}
    for wager, tally in tallies.items():
        if strategy == "optimal":
            tally.exact = edges(game, wager, paytable="standard", progress=progress)[0]
        else:
            tally.exact = habit_edge(game, wager, strategy, progress)
    deck = list(range(52))
    path: list[int] = []
    won = 0
    for _ in steps:
        random.shuffle(deck)
        table = Round(sign, {1: RICH}, deck)
        table.wager(1, ANTE, 1)
        if side:
            table.wager(1, side, 1)
        table.close()
        while table.turn:
            times = _decide(game, table, strategy, random)
            if times:
                table.play(1, times)
            else:
                table.fold(1)
        place = table.state.places[1]
        beside = place.gains.get(side, 0)
        tallies[main].add(Fraction(place.net - beside))
        if side:
            tallies[names[side]].add(Fraction(beside))
        won += place.net
        path.append(won)
    return list(tallies.values()), path


def _decide(game: str, table: Round, strategy: str, random: Random) -> int:
    """How many Antes to bet; 0 folds."""
    state = table.state
    place = state.places[1]
    cards = place.cards
    if strategy == "random":
        return random.choice(RANDOM[game])
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


def _play_dice(game: str, steps: Iterable[int], random: Random) -> tuple[list[Tally], list[int]]:
    exact = dice.craps() if game == "craps" else dice.mini_dice()
    wagers = [name for name in exact if not _needs_flat(name) and not name.startswith("place-to-lose")]
    tallies = {name: Tally(name, exact=exact[name]) for name in wagers}
    stacks = {"player": RICH, "another": 0}
    table: Craps | MiniDice
    if game == "craps":
        table = Craps(CrapsSign(), stacks, keep_log=False)
    else:
        table = MiniDice(MiniSign(), stacks, keep_log=False)
    standing: dict[str, Wager] = {}
    path: list[int] = []
    for _ in steps:
        for name in wagers:
            if name not in standing:
                _make(table, name, standing)
        one, other = random.randrange(1, 7), random.randrange(1, 7)
        if isinstance(table, Craps):
            table.throw(one, other)
        else:
            table.shake(one, other)
        for name, wager in list(standing.items()):
            if wager.result:
                gain = wager.paid - wager.taken - wager.commission
                tallies[name].add(Fraction(gain, wager.amount))
                del standing[name]
        path.append(-table.state.bank)
    return list(tallies.values()), path


def _needs_flat(name: str) -> bool:
    return "odds" in name


def _make(table: Craps | MiniDice, name: str, standing: dict[str, Wager]) -> None:
    """Make a wager that is not standing, if this is its time; the amount can be paid and its fee is whole."""
    if isinstance(table, Craps):
        point = table.state.point
        if (name in ("pass", "dont-pass") and point) or (name in ("come", "dont-come") and not point):
            return
        kind, number, combo = _craps_words(name)
        id = table.bet("player", kind, AMOUNT, number=number, combo=combo, id=name)
    else:
        kind, _, digits = name.partition("-") if name.startswith("place") else (name, "", "")
        id = table.bet("player", kind.replace("-", "_"), AMOUNT, number=int(digits) if digits else 0, id=name)
    standing[name] = table.state.wagers[id]


AMOUNT: Final = 120
"""Chips of every wager: a multiple of all steps, with whole commissions."""


def _craps_words(name: str) -> tuple[str, int, tuple[int, int]]:
    if name == "hop-easy":
        return "hop", 0, (5, 4)
    if name == "hop-hard":
        return "hop", 0, (3, 3)
    if name == "c-and-e":
        return "ce", 0, (0, 0)
    for number, line in NUMBER_LINES.items():
        if name == line:
            return "number", number, (0, 0)
    kind, _, digits = name.rpartition("-")
    if digits.isdigit():
        return kind.replace("-", "_"), int(digits), (0, 0)
    return name.replace("-", "_"), 0, (0, 0)


__all__ = ["STRATEGIES", "Simulation", "Tally", "play"]
