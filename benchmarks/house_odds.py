"""How long the exact figures of the house games take."""

from __future__ import annotations

import time
from collections.abc import Callable

from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.odds.house_games import four_card_poker, mississippi_stud, three_card_poker
from hoyle.odds.house_games.advice import Coach
from hoyle.odds.house_games.edge_result import Edge


def main(seconds: float = 2.0) -> None:
    """`seconds` is not needed here: each figure is computed once, from nothing."""
    print(f"{'exact house edge':28}{'seconds':>12}{'edge':>12}")
    makers: list[tuple[str, Callable[[], Edge]]] = [
        ("Three Card Poker", three_card_poker.ante_play_edge),
        ("Mississippi Stud", mississippi_stud.ante_edge),
        ("Four Card Poker", four_card_poker.ante_play_edge),
    ]
    for name, make in makers:
        began = time.perf_counter()
        edge = make()
        print(f"{name:28}{time.perf_counter() - began:12.3f}{100 * float(edge.edge):11.4f}%")
    print(f"{'coach, one answer':28}{'ms':>12}")
    for game in ("three-card-poker", "mississippi-stud", "four-card-poker"):
        coach = Coach(game)
        table = HouseCardRound(HouseCardSign(game), {1: 100}, list(range(52)))
        table.wager(1, "ante", 1)
        table.close()
        began = time.perf_counter()
        coach.advise(table, 1)
        print(f"{game:28}{1000 * (time.perf_counter() - began):12.3f}")


if __name__ == "__main__":
    main()
