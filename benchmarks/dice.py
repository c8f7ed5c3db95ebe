"""Rolls per second at the craps table, side by side with crapssim and the same bets.

Both play the same three strategies with their own dice; each is timed on its own for the same number of
seconds. `python -m benchmarks.dice [SECONDS]` prints the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from hoyle.dice.craps import Craps
from hoyle.dice.kinds import COME, DONT_COME, FIELD, PASS, PASS_ODDS, PLACE
from hoyle.dice.sign import CrapsSign

RICH = 10**12
CHUNK = 2000
"""Rolls between two looks at the clock."""


class Ours:
    """One player at a real table; bets are made whenever they are not standing."""

    def __init__(self, bets: str) -> None:
        self.table = Craps(CrapsSign(odds_multiple=2), {"player": RICH}, keep_log=False)
        self.bets = bets
        self.random = Random(1)

    def run(self, rolls: int) -> None:
        table, state = self.table, self.table.state
        draw = self.random.random
        place = self.bets != "pass"
        come = self.bets == "everything"
        for _ in range(rolls):
            standing = [wager.kind * 16 + wager.number for wager in state.live] if place else []
            if not state.point:
                if not state.live or (place and PASS * 16 not in standing):
                    table.bet("player", "pass", 5, id="line")
            elif place:
                if PASS_ODDS * 16 + state.point not in standing:
                    table.bet("player", "pass_odds", 10, on="line", id="odds")
                for number in (6, 8):
                    if PLACE * 16 + number not in standing:
                        table.bet("player", "place", 6, number=number)
                if come:
                    if COME * 16 not in standing:
                        table.bet("player", "come", 5)
                    if DONT_COME * 16 not in standing:
                        table.bet("player", "dont_come", 5)
            if come and FIELD * 16 not in standing:
                table.bet("player", "field", 5)
            table.throw(int(draw() * 6) + 1, int(draw() * 6) + 1)


def theirs(bets: str) -> Callable[[int], None]:
    """The same bets in crapssim."""
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


def per_second(run: Callable[[int], None], seconds: float) -> float:
    """Rolls per second, after a short warm-up."""
    run(CHUNK)
    done = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        run(CHUNK)
        done += CHUNK
    return done / spent


def main(seconds: float = 2.0) -> None:
    print(f"{'craps, rolls per second':28}{'hoyle':>12}{'crapssim':>12}{'times':>8}")
    for name, bets in (
        ("Pass", "pass"),
        ("Pass, odds, place 6 and 8", "place"),
        ("and Come, Field, Don't", "everything"),
    ):
        ours = per_second(Ours(bets).run, seconds)
        other = per_second(theirs(bets), seconds)
        print(f"{name:28}{ours:12,.0f}{other:12,.0f}{ours / other:7.1f}x")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
