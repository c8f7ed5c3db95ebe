"""Between two hands of poker: who needs no more time says so, and who has too few chips is told."""

from __future__ import annotations

import pytest
from tests.room.room_driver import RoomDriver, sign_of

from hoyle.room.live_table.due_times import deals_at
from hoyle.room.views.table_views import pending_for, public_pending, short_stacks

PAUSE = 60_000


@pytest.fixture
def evening() -> RoomDriver:
    return RoomDriver()


def one_hand(evening: RoomDriver, *names: str) -> int:
    """A hand that is over, a minute before the next."""
    number = evening.open("holdem", "oneida", between_rounds_ms=PAUSE)
    evening.seat(number, *names)
    evening.deal_on(number)
    evening.finish(number)
    return number


def asked(evening: RoomDriver, number: int, person: str) -> list[str]:
    return [
        wait.person for wait in pending_for(evening.room, evening.table(number), person) if wait.decision == "ready"
    ]


def test_the_next_hand_comes_at_once_when_everybody_wants_it(evening: RoomDriver) -> None:
    number = one_hand(evening, "ann", "bob")
    hosted = evening.table(number)
    assert deals_at(hosted) == hosted.last_round_ended_at + PAUSE
    assert asked(evening, number, "ann") == ["ann", "bob"]
    assert {"ann", "bob"} <= {wait.person for wait in public_pending(evening.room, hosted)}, "it is a choice of his own"
    evening.yes("ann", "ready", number)
    assert "ann is ready already" in evening.no("ann", "ready", number)
    assert deals_at(hosted) == hosted.last_round_ended_at + PAUSE, "bob may still look at it"
    evening.yes("bob", "ready", number)
    assert deals_at(hosted) == hosted.last_round_ended_at
    before = evening.now
    evening.deal_on(number)
    assert evening.now == before
    assert hosted.ready == []
    evening.check()


def test_nobody_is_asked_in_the_middle_of_a_hand(evening: RoomDriver) -> None:
    number = one_hand(evening, "ann", "bob")
    evening.deal_on(number)
    assert asked(evening, number, "ann") == []
    assert "the table is not waiting for players" in evening.no("ann", "ready", number)


def test_who_sits_out_is_not_waited_for(evening: RoomDriver) -> None:
    number = one_hand(evening, "ann", "bob", "cid")
    evening.yes("cid", "sit-out", number, seat=3)
    evening.yes("ann", "ready", number)
    evening.yes("bob", "ready", number)
    hosted = evening.table(number)
    assert deals_at(hosted) == hosted.last_round_ended_at


def test_bots_alone_keep_their_pause(evening: RoomDriver) -> None:
    number = evening.open("holdem", "oneida", between_rounds_ms=PAUSE)
    for seat, name in enumerate(("Rhea bot", "Sol bot"), 1):
        evening.yes("boss", "seat-bot", number, player=name, style="rock", seat=seat, chips=200)
    evening.seat(number)
    evening.deal_on(number)
    evening.finish(number)
    hosted = evening.table(number)
    assert deals_at(hosted) == hosted.last_round_ended_at + PAUSE, "somebody may look on"


def test_a_room_that_starts_again_knows_who_was_ready(evening: RoomDriver) -> None:
    number = one_hand(evening, "ann", "bob")
    evening.yes("ann", "ready", number)
    evening.restart()
    assert evening.table(number).ready == ["ann"]
    evening.check()


@pytest.mark.clauses("oneida XI.G.2(c)")
def test_a_stack_too_short_for_a_hand_is_told_what_it_needs(evening: RoomDriver) -> None:
    sign = {**sign_of("holdem", "oneida"), "structure": "no-limit", "limits": [2], "blinds": [1, 2]}
    number = evening.open("holdem", sign=sign, between_rounds_ms=PAUSE)
    evening.seat(number, "ann", "bob", "cid")
    hosted = evening.table(number)
    assert short_stacks(hosted) == ()
    while not short_stacks(hosted):
        wait = hosted.blocking_decision()
        assert wait is not None
        bet = wait.find_choice("bet")
        if not wait.seat:
            evening.tick()
        elif bet is not None and wait.person == "ann":
            evening.yes("ann", "bet", number, seat=wait.seat, to=bet.bounds[0].max)
        else:
            evening.answer(number, "check", "call", "show")
    short = short_stacks(hosted)[0]
    company = hosted.table.roster
    assert company.stack(short.seat) < short.chips_needed
    assert short.clause.startswith(("oneida ", "house "))
    person = hosted.seated[short.seat]
    evening.yes(person, "top-up", number, seat=short.seat, chips=100)
    assert short.seat not in [each.seat for each in short_stacks(hosted)]
