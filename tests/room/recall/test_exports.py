"""A hand written down for one who was in it: as it was played, and nothing that he may not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import json
from tests.room.live.evenings import TWELVE
from tests.room.live.twins import PLAYERS, Evenings
from tests.room.live.twins import Room as TwinRoom

from hoyle.errors import IllegalError
from hoyle.history.phh import read
from hoyle.history.replay import replay
from hoyle.room.offers import book_for
from hoyle.room.recall import (
    Recalled,
    Wanted,
    as_data,
    as_phh,
    as_pokerstars,
    as_transcript,
    recall,
    search,
)

ROUNDS = 6
HOUSE_CARDS = ("three-card-poker", "four-card-poker", "mississippi-stud")


def recalled(room: TwinRoom, person: str) -> Iterator[Recalled]:
    store = room.evening.store
    for past in search(store, Wanted(person=person)).hands:
        yield recall(store, past.hand, person, views=True)


def exports(room: TwinRoom, person: str) -> list[tuple[str, bytes]]:
    """Everything that can be written down for somebody."""
    found: list[tuple[str, bytes]] = []
    for told in recalled(room, person):
        found.append(("data", json.encode(as_data(told))))
        found.append(("transcript", as_transcript(told).encode()))
        for writes in (as_phh, as_pokerstars):
            try:
                found.append((writes.__name__, writes(told).encode()))
            except IllegalError as error:
                found.append((writes.__name__, str(error).encode()))
    return found


@pytest.mark.parametrize("game", [*TWELVE, *HOUSE_CARDS])
def test_no_export_depends_on_a_card_that_the_person_did_not_see(game: str) -> None:
    poker = game in TWELVE
    terms = {} if poker else {"betting": 3000}
    evenings = Evenings(game, book_for(game) if poker else "oneida", 11, ROUNDS, **terms)
    for person in PLAYERS:
        first = exports(evenings.room, person)
        assert evenings.again_for(person, seed=2) > 0
        other = exports(evenings.other, person)
        assert len(first) == len(other)
        for (kind, one), (_, two) in zip(first, other, strict=True):
            assert one == two, f"{kind} for {person}"


@pytest.mark.parametrize("game", TWELVE)
def test_an_exported_hand_replays_to_the_same_stacks(game: str) -> None:
    evenings = Evenings(game, book_for(game), 3, ROUNDS)
    verified = 0
    for person in PLAYERS:
        for told in recalled(evenings.room, person):
            history = read(as_phh(told))
            played = replay(history)
            assert played.ok, played.error
            assert played.recorded is not None
            assert told.round is not None
            stacks = dict(zip(told.round.state.seats, told.round.state.stacks, strict=True))
            assert [int(chips) for chips in played.recorded] == [
                stacks[seat] for seat in history.about["seats"]
            ]
            assert history.about["players"][history.about["seats"].index(told.past.seat)] == person
            verified += played.complete
    assert verified >= ROUNDS
