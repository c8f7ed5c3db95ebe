"""Process killed at any moment under load: every answer and snapshot it sent is on disk."""

from __future__ import annotations

import os

import pytest
from tests.simulation.process_kill.kill_harness import KillHarness
from tests.simulation.single_node.simulator import GAMES

KILLS = int(os.environ.get("HOYLE_KILLS", "20"))
"""On each store."""
PARTS = 4
PLAYED = ("holdem", "craps", "three-card-poker", "draw27-triple")


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_under_load_and_nothing_that_was_told_is_lost(place, part):
    killing = KillHarness(place, PLAYED[part], seed=part)
    answered = sum(killing.kill() for _ in range(-(-KILLS // PARTS)))
    assert answered
    assert any(guest.acceptances for guest in killing.guests)


def test_every_game_that_is_played_here_is_one():
    assert set(PLAYED) <= set(GAMES)
