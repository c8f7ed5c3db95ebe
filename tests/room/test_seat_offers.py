"""What somebody may do about a seat in the room: whatever is offered is accepted, at its bounds too."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.room_driver import RoomDriver, sign_of

from hoyle.room.views.seat_choices import seat_choices_for, within_settings
from hoyle.room.views.table_views import pending_for
from hoyle.table.seat_choices import more_players_decisions

TERMS = {"min_buy_in": 40, "max_buy_in": 300}


def opened(evening: RoomDriver, game: str = "holdem") -> int:
    evening.guests("ann", "bob")
    boss = evening.staff("boss", "manager")
    found: int = evening.yes(boss, "open-table", game=game, sign=sign_of(game), settings=TERMS).created["table_id"]
    return found


def offered(evening: RoomDriver, number: int, person: str) -> dict[str, Any]:
    hosted = evening.room.tables[number]
    return {
        " ".join([choice.do, *map(str, choice.fixed.values())]): [(bound.min, bound.max) for bound in choice.bounds]
        for choice in seat_choices_for(evening.room, hosted, person)
    }


def test_a_newcomer_is_offered_the_free_seats_with_what_buys_in() -> None:
    evening = RoomDriver()
    number = opened(evening)
    assert set(map(tuple, offered(evening, number, "ann").values())) == {((40, 300),)}
    evening.no("ann", "sit", number, seat=1, chips=39)
    evening.yes("ann", "sit", number, seat=1, chips=300)
    assert "sit 1" not in offered(evening, number, "bob")
    assert offered(evening, number, "") == {}


def test_a_full_stack_is_offered_no_chips_and_a_smaller_one_what_it_lacks() -> None:
    evening = RoomDriver()
    number = opened(evening)
    evening.yes("ann", "sit", number, seat=1, chips=300)
    assert offered(evening, number, "ann") == {"sit-out 1": [], "leave 1": []}
    evening.yes("bob", "sit", number, seat=2, chips=100)
    assert offered(evening, number, "bob")["top-up 2"] == [(1, 200)]
    evening.no("bob", "top-up", number, seat=2, chips=201)
    evening.yes("bob", "top-up", number, seat=2, chips=200)
    assert "top-up 2" not in offered(evening, number, "bob")


def test_who_sits_out_is_offered_to_sit_in() -> None:
    evening = RoomDriver()
    number = opened(evening)
    evening.yes("ann", "sit", number, seat=1, chips=300)
    evening.yes("ann", "sit-out", number, seat=1)
    assert offered(evening, number, "ann") == {"sit-in 1": [], "leave 1": []}


def test_nobody_is_offered_a_seat_where_nothing_more_is_dealt() -> None:
    evening = RoomDriver()
    number = opened(evening)
    evening.yes("boss", "close", number, why="the evening is over")
    assert offered(evening, number, "ann") == {}


def wanted(evening: RoomDriver, number: int, person: str) -> list[Any]:
    """The choices about seats that a table's waits offer to a person."""
    waits = pending_for(evening.room, evening.table(number), person)
    return [choice for wait in waits if wait.decision == "players" for choice in wait.choices]


def until_players_are_wanted(evening: RoomDriver, number: int) -> None:
    """Let the house open its decks until the table waits for players."""
    evening.desk.watch({number})
    while not wanted(evening, number, "ann") and evening.tick():
        pass


@pytest.mark.parametrize("game", ["holdem", "three-card-poker", "craps"])
def test_waits_offer_a_seat_for_the_chips_that_buy_in(game: str) -> None:
    evening = RoomDriver()
    number = opened(evening, game)
    until_players_are_wanted(evening, number)
    seats = [choice for choice in wanted(evening, number, "ann") if choice.do == "sit"]
    assert seats
    for choice in seats:
        assert [(bound.field, bound.min, bound.max) for bound in choice.bounds] == [("chips", 40, 300)]
    first = seats[0]
    evening.yes("ann", "sit", number, **first.fixed, chips=first.bounds[0].min)


def test_waits_offer_no_seat_at_a_table_that_closes() -> None:
    evening = RoomDriver()
    number = opened(evening)
    until_players_are_wanted(evening, number)
    assert wanted(evening, number, "ann")
    evening.yes("boss", "disable-game", game="holdem", why="the tables are being counted")
    assert wanted(evening, number, "ann") == []


def test_whoever_was_sent_away_is_not_offered_to_stay() -> None:
    evening = RoomDriver()
    number = opened(evening)
    evening.seat(number, "ann", "bob", chips=100)
    evening.deal_on(number)
    hosted = evening.table(number)

    def offered_to_ann() -> list[str]:
        waits = [
            within_settings(evening.room, hosted, wait)
            for wait in more_players_decisions(hosted.table.roster, hosted.table.seat_rules())
        ]
        return [choice.do for wait in waits if wait.person == "ann" for choice in wait.choices]

    evening.yes("ann", "leave", number, seat=1)
    assert offered_to_ann() == ["cancel-deferred"]
    evening.yes("boss", "remove-player", number, player="ann", why="conduct")
    assert "must leave after this round" in evening.no("ann", "cancel-deferred", number, seat=1, what="leave")
    assert offered_to_ann() == []
