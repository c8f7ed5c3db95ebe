"""The waiting list: the house calls names, and nobody who is not there keeps others from a seat."""

from __future__ import annotations

import pytest
from tests.room.room_driver import RoomDriver, sign_of

from hoyle.audit.room_audit import audit_room
from hoyle.room.live_table.live_table import LiveTable
from hoyle.storage import Store

CALL = 30_000


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    found = RoomDriver(store)
    found.guests("dan", "eve", "fay")
    return found


def full_table(evening: RoomDriver) -> LiveTable:
    """Three seats, all of them taken."""
    number = evening.open("holdem", sign=sign_of("holdem", "oneida", seats=3), called_seat_hold_ms=CALL)
    evening.seat(number, "ann", "bob", "cy")
    return evening.table(number)


def free(evening: RoomDriver, hosted: LiveTable) -> None:
    """Ann gives up her seat, and the house calls whoever is first."""
    evening.yes("ann", "leave", hosted.number, seat=1)
    while not hosted.table.roster.called_name:
        wait = hosted.blocking_decision()
        if wait is not None and wait.seat:
            evening.answer(hosted.number, "fold", "check")
        else:
            evening.tick()


def waits_in_vain(evening: RoomDriver, hosted: LiveTable) -> None:
    """The time for whoever was called goes by; everybody else plays on."""
    called, until = hosted.table.roster.called_name, hosted.seat_called_at + CALL
    while hosted.table.roster.called_name == called:
        wait = hosted.blocking_decision()
        if evening.now < until and wait is not None and wait.seat:
            evening.answer(hosted.number, "fold", "check")
        else:
            evening.tick()
    assert evening.now >= until


def assert_in_order(place: str) -> None:
    """Everything but the sessions, for nobody logged in here."""
    assert set(audit_room(place).wrong) <= {"sessions"}


def seats_of(hosted: LiveTable) -> list[str]:
    return sorted(hosted.seated.values())


def test_nobody_waits_for_a_seat_that_is_free(evening: RoomDriver) -> None:
    number = evening.open("holdem", sign=sign_of("holdem", "oneida", seats=3))
    evening.seat(number, "ann")
    said = evening.no("dan", "join-waiting-list", number, player="dan")
    assert "seat 2 is free and no one is waiting for it" in said
    answer = evening.ask("dan", "join-waiting-list", number, player="dan")
    assert answer.allowed == "sit in seat 2"
    evening.yes("dan", "sit", number, seat=2, chips=200)


@pytest.mark.clauses("oneida XI.S.1")
def test_the_house_calls_the_first_on_the_list_and_keeps_the_seat_for_him(evening: RoomDriver, place: str) -> None:
    hosted = full_table(evening)
    for name in ("dan", "eve"):
        evening.yes(name, "join-waiting-list", hosted.number, player=name)
    assert hosted.table.roster.called_name == ""
    free(evening, hosted)
    assert hosted.table.roster.called_name == "dan"
    assert "dan is first on the list" in evening.no("eve", "sit", hosted.number, seat=1, chips=200)
    evening.yes("dan", "sit", hosted.number, seat=1, chips=200)
    assert seats_of(hosted) == ["bob", "cy", "dan"]
    assert hosted.table.roster.waiting == ["eve"]
    evening.check()
    assert_in_order(place)


def test_whoever_is_called_and_does_not_come_is_off_the_list(evening: RoomDriver, place: str) -> None:
    hosted = full_table(evening)
    for name in ("dan", "eve"):
        evening.yes(name, "join-waiting-list", hosted.number, player=name)
    free(evening, hosted)
    waits_in_vain(evening, hosted)
    while hosted.table.roster.called_name != "eve":
        evening.tick()
    assert hosted.table.roster.waiting == ["eve"]
    assert "eve is first on the list" in evening.no("fay", "sit", hosted.number, seat=1, chips=200)
    waits_in_vain(evening, hosted)
    assert hosted.table.roster.waiting == []
    evening.yes("fay", "sit", hosted.number, seat=1, chips=200)
    evening.check()
    assert_in_order(place)


def test_a_seat_called_out_before_an_outage_is_kept_as_long_after_it(evening: RoomDriver) -> None:
    hosted = full_table(evening)
    evening.yes("dan", "join-waiting-list", hosted.number, player="dan")
    free(evening, hosted)
    evening.now += CALL - 1
    evening.restart()
    hosted = evening.table(hosted.number)
    assert hosted.table.roster.called_name == "dan"
    assert hosted.seat_called_at == evening.now
    evening.yes("dan", "sit", hosted.number, seat=1, chips=200)


def test_a_table_that_closes_calls_nobody(evening: RoomDriver) -> None:
    hosted = full_table(evening)
    evening.yes("dan", "join-waiting-list", hosted.number, player="dan")
    evening.yes("boss", "close", hosted.number, why="late")
    while evening.tick():
        assert hosted.table.roster.called_name == ""
    assert hosted.hosting.closed
