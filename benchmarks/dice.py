"""Rolls per second at the craps table, side by side with crapssim and the same bets.

Both play the same three strategies with their own dice, by turns, for the same number of seconds.
`python -m benchmarks.dice [SECONDS]` prints the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.peers import importable
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.posted_sign import CrapsSign

RICH = 10**12
THROWS = [(one, other) for one in range(1, 7) for other in range(1, 7)]
CHUNK = 2000
"""Rolls between two looks at the clock."""


class Ours:
    """One player at a bare layout, who throws and takes the dice again after every losing seven.

    Bets are made whenever they are not standing.
    """

    def __init__(self, bets: str) -> None:
        self.table = Craps(CrapsSign(odds_multiple=2), {"player": RICH}, shooter="player", keep_log=False)
        self.bets = bets
        self.random = Random(1)

    def run(self, rolls: int) -> None:
        table, state = self.table, self.table.state
        place = self.bets != "pass"
        come = self.bets == "everything"
        for one, other in self.random.choices(THROWS, k=rolls):
            if state.must_pass:
                table.pass_dice()
                table.answer("player", accept=True)
            standing = {(wager.kind, wager.number) for wager in state.live} if place else ()
            if not state.point:
                if not state.live or (place and ("pass", 0) not in standing):
                    table.bet("player", "pass", 5, id="line")
            elif place:
                if ("pass_odds", state.point) not in standing:
                    table.bet("player", "pass_odds", 10, on="line", id="odds")
                for number in (6, 8):
                    if ("place", number) not in standing:
                        table.bet("player", "place", 6, number=number)
                if come:
                    if ("come", 0) not in standing:
                        table.bet("player", "come", 5)
                    if ("dont_come", 0) not in standing:
                        table.bet("player", "dont_come", 5)
            if come and ("field", 0) not in standing:
                table.bet("player", "field", 5)
            table.throw(one, other)


def theirs(bets: str) -> Callable[[int], None]:
    """The same bets in crapssim."""
    importable()
    peer: Any = import_module("crapssim")
    bet: Any = import_module("crapssim.bet")
    plan: Any = import_module("crapssim.strategy")
    strategy = plan.BetPassLine(5)
    if bets != "pass":
        strategy += plan.PassLineOddsMultiplier(2)
        strategy += plan.BetPlace({6: 6, 8: 6}, skip_point=False)
    if bets == "everything":
        strategy += plan.AddIfPointOn(bet.Come(5)) + plan.AddIfPointOn(bet.DontCome(5))
        strategy += plan.AddIfNotBet(bet.Field(5))
    table = peer.Table(seed=1)
    table.add_player(bankroll=RICH, strategy=strategy)

    def run(rolls: int) -> None:
        table.run(max_rolls=rolls, max_shooter=float("inf"), verbose=False, runout=False)

    return run


def per_second(runs: list[Callable[[int], None]], seconds: float) -> list[float]:
    """Rolls per second of each, taken by turns so that whatever else the machine does slows both alike."""
    spent = [0.0] * len(runs)
    done = [0] * len(runs)
    for run in runs:
        run(CHUNK)
    while min(spent) < seconds:
        at = spent.index(min(spent))
        began = time.perf_counter()
        runs[at](CHUNK)
        spent[at] += time.perf_counter() - began
        done[at] += CHUNK
    return [count / time_spent for count, time_spent in zip(done, spent, strict=True)]


BETS = (("Pass", "pass"), ("Pass, odds, place 6 and 8", "place"), ("and Come, Don't Come, Field", "everything"))


def main(seconds: float = 2.0) -> None:
    """Measure and print the table."""
    print(f"{'craps, rolls per second':28}{'hoyle':>12}{'crapssim':>12}{'times':>8}")
    for name, bets in BETS:
        ours, other = per_second([Ours(bets).run, theirs(bets)], seconds)
        print(f"{name:28}{ours:12,.0f}{other:12,.0f}{ours / other:7.1f}x")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
