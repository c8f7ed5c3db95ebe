"""Nothing leaves the room for somebody that depends on a card he may not see."""

from __future__ import annotations

import os
import random

import pytest
from tests.room.indistinguishable_rooms import LOOKS_ON, PLAYERS, RecordedSession
from tests.room.room_driver import BY_COMMON_PRACTICE, TWELVE

from hoyle.table.presets.poker_presets import default_book

POKER = (*TWELVE, *BY_COMMON_PRACTICE)
ROUNDS = int(os.environ.get("HOYLE_LEAK_ROUNDS", "10"))
"""Rounds of each game; each is played again for everybody who saw any of it."""


@pytest.mark.parametrize("game", POKER)
def test_whoever_sees_a_poker_table_learns_nothing_of_other_cards(game: str) -> None:
    evenings = RecordedSession(game, default_book(game), POKER.index(game), ROUNDS)
    assert evenings.rounds >= ROUNDS
    for person in (*PLAYERS, LOOKS_ON):
        assert evenings.again_for(person, seed=5) > 8 * ROUNDS, "hardly a card was another"


@pytest.mark.parametrize("game", ["three-card-poker", "four-card-poker", "mississippi-stud"])
def test_whoever_sees_a_table_of_house_cards_learns_nothing_of_other_cards(game: str) -> None:
    evenings = RecordedSession(game, "oneida", 3, ROUNDS, wager_window_ms=3000)
    assert evenings.rounds >= ROUNDS
    for person in (*PLAYERS, LOOKS_ON):
        assert evenings.again_for(person, seed=random.Random(game).randint(0, 99)) > 8 * ROUNDS
