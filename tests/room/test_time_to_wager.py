"""Time to wager: the dealer closes the betting when it is over, or when nobody wants any more."""

from __future__ import annotations

import pytest
from tests.room.room_driver import RoomDriver

from hoyle.room.views.table_views import clock_of, pending_for


@pytest.fixture
def evening() -> RoomDriver:
    return RoomDriver()


def open_betting(evening: RoomDriver) -> int:
    """Ann and Bob at a card table; Ann has made a wager."""
    number = evening.open("three-card-poker", wager_window_ms=10_000, dealer_pace_ms=0)
    evening.seat(number, "ann", "bob")
    while evening.table(number).table.is_between_rounds():
        evening.tick()
    evening.yes("ann", "wager", number, seat=1, wager="ante", chips=5)
    return number


def test_wagers_stay_open_from_the_first_of_them(evening: RoomDriver) -> None:
    number = open_betting(evening)
    hosted = evening.table(number)
    clock = clock_of(hosted)
    assert clock is not None
    assert clock.expires_at == clock.started_at + 10_000
    evening.now = clock.expires_at - 1
    assert evening.desk.tick() == 0
    evening.now = clock.expires_at
    evening.desk.tick()
    assert hosted.turn.kind == "decision"
    evening.check()


def test_nobody_waits_when_everybody_is_ready(evening: RoomDriver) -> None:
    number = open_betting(evening)
    hosted = evening.table(number)
    evening.yes("ann", "ready", number)
    assert evening.desk.tick() == 0, "bob may still wager"
    assert [wait.person for wait in pending_for(evening.room, hosted, "bob") if wait.decision == "ready"] == ["bob"]
    evening.yes("bob", "ready", number)
    evening.desk.tick()
    assert hosted.turn.kind == "decision"
    assert hosted.ready == []
    evening.check()


def test_who_is_ready_says_so_once_and_while_wagers_are_open(evening: RoomDriver) -> None:
    number = open_betting(evening)
    evening.yes("ann", "ready", number)
    assert "ann is ready already" in evening.no("ann", "ready", number)
    evening.yes("bob", "ready", number)
    evening.desk.tick()
    assert "the table is not waiting for players" in evening.no("ann", "ready", number)


def test_mini_dice_are_shaken_for_wagers_and_not_for_an_empty_layout(evening: RoomDriver) -> None:
    number = evening.open("mini-dice", wager_window_ms=10_000, dealer_pace_ms=0)
    evening.seat(number, "ann")
    hosted = evening.table(number)
    while hosted.turn.kind != "shooter" or not hosted.turn.seat:
        evening.tick()
    evening.yes("ann", "accept", number, seat=1)
    assert not hosted.is_wagering_open()
    evening.now += 60_000
    assert evening.desk.tick() == 0, "nothing lies on the layout"
    evening.yes("ann", "bet", number, seat=1, kind="field", amount=5)
    assert evening.desk.tick() == 0, "there is time for more"
    evening.yes("ann", "ready", number)
    evening.desk.tick()
    assert hosted.turn.answers == {"holder-shakes"}
    evening.check()
