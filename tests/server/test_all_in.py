"""When nobody has anything left to bet, nobody is told how the cards stand that he may not see."""

from __future__ import annotations

import pytest
from tests.room.indistinguishable_rooms import PLAYERS
from tests.room.room_driver import sign_of
from tests.server.indistinguishable_links import NOBODY, ONLOOKERS, RecordedFrameSession

ROUNDS = 3
ALL_IN = 3


@pytest.mark.parametrize("game", ["holdem", "omaha-hilo8"])
def test_no_chance_of_an_all_in_hand_is_told_by_hidden_cards(game: str) -> None:
    """Blinds of half a stack: hands are dealt to the end with cards face down and others folded."""
    sign = sign_of(game, "oneida", structure="no-limit", limits=[80], blinds=[40, 80])
    evenings = RecordedFrameSession(game, "oneida", 2, ROUNDS, sign=sign)
    all_in = [at for at, sent in enumerate(evenings.sent) if sent[NOBODY].count(b'"all_in":true') > 1]
    assert len(all_in) >= ALL_IN, "hardly anybody was all in"
    for player in PLAYERS:
        assert evenings.again_for(player, [player], seed=5) > 8 * ROUNDS, "hardly a card was another"
    assert evenings.again_for(NOBODY, ONLOOKERS, seed=5) > 8 * ROUNDS
