"""No byte that leaves the server for somebody depends on a card he may not see."""

from __future__ import annotations

import os

import pytest
from tests.room.indistinguishable_rooms import PLAYERS
from tests.room.room_driver import BY_COMMON_PRACTICE, TWELVE
from tests.server.indistinguishable_links import NOBODY, ONLOOKERS, RecordedFrameSession

from hoyle.table.presets.poker_presets import default_book

ROUNDS = int(os.environ.get("HOYLE_LEAK_ROUNDS", "3"))
"""Rounds of each game; each is played again for everybody who read any of it."""
POKER = (*TWELVE, *BY_COMMON_PRACTICE)
HOUSE = ("three-card-poker", "four-card-poker", "mississippi-stud")


def check(evenings: RecordedFrameSession) -> None:
    assert evenings.rounds >= ROUNDS
    for player in PLAYERS:
        assert evenings.again_for(player, [player], seed=5) > 8 * ROUNDS, "hardly a card was another"
    assert evenings.again_for(NOBODY, ONLOOKERS, seed=5) > 8 * ROUNDS


@pytest.mark.parametrize("game", POKER)
def test_no_frame_of_a_poker_table_tells_of_cards_that_its_reader_may_not_see(game: str) -> None:
    check(RecordedFrameSession(game, default_book(game), POKER.index(game), ROUNDS))


@pytest.mark.parametrize("game", HOUSE)
def test_no_frame_of_house_cards_tells_of_cards_that_its_reader_may_not_see(game: str) -> None:
    check(RecordedFrameSession(game, "oneida", 3, ROUNDS, wager_window_ms=3000))


@pytest.mark.parametrize("game", ["omaha-hilo8", "draw5-high", "three-card-poker"])
def test_no_frame_of_a_home_game_tells_its_host_more(game: str) -> None:
    check(RecordedFrameSession(game, "oneida", 8, ROUNDS, home=True, wager_window_ms=3000))
