"""What somebody may do about a seat in the room: whatever is offered is accepted, at its bounds too."""

from __future__ import annotations

from typing import Any

from tests.room.live.evenings import Evening, sign_of

from hoyle.room.live.seat_offers import offers_to

TERMS = {"least_buy_in": 40, "most_buy_in": 300}


def opened(evening: Evening, game: str = "holdem") -> int:
    evening.guests("ann", "bob")
    boss = evening.staff("boss", "manager")
    found: int = evening.yes(boss, "open-table", game=game, sign=sign_of(game), terms=TERMS).given["table"]
    return found


def offered(evening: Evening, number: int, person: str) -> dict[str, Any]:
    hosted = evening.room.tables[number]
    return {
        " ".join([choice.do, *map(str, choice.given.values())]): [
            (bound.least, bound.most) for bound in choice.bounds
        ]
        for choice in offers_to(evening.room, hosted, person)
    }


def test_a_newcomer_is_offered_the_free_seats_with_what_buys_in() -> None:
    evening = Evening()
    number = opened(evening)
    assert set(map(tuple, offered(evening, number, "ann").values())) == {((40, 300),)}
    evening.no("ann", "sit", number, seat=1, chips=39)
    evening.yes("ann", "sit", number, seat=1, chips=300)
    assert "sit 1" not in offered(evening, number, "bob")
    assert offered(evening, number, "") == {}


def test_a_full_stack_is_offered_no_chips_and_a_smaller_one_what_it_lacks() -> None:
    evening = Evening()
    number = opened(evening)
    evening.yes("ann", "sit", number, seat=1, chips=300)
    assert offered(evening, number, "ann") == {"sit-out 1": [], "leave 1": []}
    evening.yes("bob", "sit", number, seat=2, chips=100)
    assert offered(evening, number, "bob")["top-up 2"] == [(1, 200)]
    evening.no("bob", "top-up", number, seat=2, chips=201)
    evening.yes("bob", "top-up", number, seat=2, chips=200)
    assert "top-up 2" not in offered(evening, number, "bob")


def test_who_sits_out_is_offered_to_sit_in() -> None:
    evening = Evening()
    number = opened(evening)
    evening.yes("ann", "sit", number, seat=1, chips=300)
    evening.yes("ann", "sit-out", number, seat=1)
    assert offered(evening, number, "ann") == {"sit-in 1": [], "leave 1": []}


def test_nobody_is_offered_a_seat_where_nothing_more_is_dealt() -> None:
    evening = Evening()
    number = opened(evening)
    evening.yes("boss", "close", number, why="the evening is over")
    assert offered(evening, number, "ann") == {}
