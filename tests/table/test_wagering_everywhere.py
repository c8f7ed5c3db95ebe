"""Words and chips at every kind of table, at every moment of the betting: always a ruling that holds.

People play what is offered to them; whenever a bet is awaited, all sorts of acts are tried on copies of the
table.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any, Final

import pytest
from tests.table.facade import dealer_of
from tests.table.poker_sessions import PokerKind, every_page
from tests.table.random_sessions import done
from tests.table.tables import named

from hoyle.core.errors import HouseRulingRequired, IllegalError
from hoyle.games.poker.floor.betting_situation import situation_of
from hoyle.games.poker.round_state import ACTION, FORCED_BET
from hoyle.table import PokerTable

STEPS: Final = 60
CHIPS: Final = ((), (1,), (2,), (4,), (25,), (2, 2), (4, 4), (8, 8), (5, 25))
SAID: Final = (
    None, "fold", "check", "call", "bet", "raise", "all in", "bring in", "bet 4", "raise to 8", "raise by 4",
    "complete", 4, 12, 500, "more to come", "raise, more to come",
)  # fmt: skip
ACTS: Final = list(product(CHIPS, SAID, (False, True)))
DOES: Final = {"fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "bet"}


@pytest.mark.parametrize(("book", "game"), every_page(), ids="-".join)
@pytest.mark.parametrize("seed", [1])
def test_any_act_in_turn_gets_a_ruling_that_can_be_carried_out(book: str, game: str, seed: int) -> None:
    kind, chance = PokerKind(book, game), random.Random(f"{book} {game} acts {seed}")
    table = kind.open(chance)
    for wanted in kind.arriving(table, chance):
        done(table, wanted)
    for _ in range(STEPS):
        if table.playing and table.playing_round().state.awaiting in (ACTION, FORCED_BET):
            for chips, said, unfinished in chance.sample(ACTS, 4):
                try_act(table, chips, said, unfinished=unfinished)
            try_again(table, chance)
        waits = [wait for wait in table.pending() if wait.choices]
        if not waits:
            break
        done(table, kind.answer(table, waits, chance))


def try_act(table: PokerTable, chips: tuple[int, ...], said: str | int | None, *, unfinished: bool) -> None:
    """Whoever is to act puts in chips and says something."""
    round_ = table.playing_round()
    seat = round_.actor
    if sum(chips) > round_.state.stacks[round_.state.actor] or (not chips and said is None):
        return
    faced, what = situation_of(round_, seat), f"{chips} {said} {unfinished} {round_.options()}"
    copy = table.fork()
    try:
        entries = dealer_of(copy).chips_in(seat, chips, said=said, unfinished=unfinished)
    except HouseRulingRequired:
        return
    ruled = named(entries, "wager-ruled")[0]
    acted = [entry.name for entry in entries if entry.name in DOES.values()]
    if ruled.unfinished or ruled.result == "not binding":
        assert [entry.name for entry in entries] == ["wager-ruled"], what
        assert copy.playing_round().actor == seat, what
        return
    assert acted == [DOES[ruled.result.split(" ")[0].rstrip(",")]], what
    if not faced.wager_open and acted == ["bet"]:
        assert named(entries, "bet")[0].forced, what
    if said is None and len(chips) == 1 and faced.bet_stands:
        assert acted != ["bet"], what
    stood = sum(chips) + ruled.owed - ruled.change
    moved = named(entries, acted[0])[0]
    assert stood == getattr(moved, "chips", 0), what


def try_again(table: PokerTable, chance: random.Random) -> None:
    """Somebody who has acted adds chips: refused where the book forbids it, never booked."""
    round_ = table.playing_round()
    state = round_.state
    for seat, live in zip(state.seats, state.live, strict=True):
        faced: Any = situation_of(round_, seat) if live and seat != round_.actor else None
        if faced is None or not faced.completed or not faced.stack:
            continue
        with pytest.raises(IllegalError if table.book.wagers.string_bet else HouseRulingRequired) as refused:
            dealer_of(table.fork()).chips_in(seat, [chance.randint(1, faced.stack)])
        if isinstance(refused.value, IllegalError):
            assert refused.value.clause
