"""A hand written down for one who was in it: as it was played, and nothing that he may not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import json
from tests.room.indistinguishable_rooms import PLAYERS, RecordedSession
from tests.room.indistinguishable_rooms import ComparedRoom as TwinRoom
from tests.room.room_driver import TWELVE, RoomDriver

from hoyle.archive import HandFilter, ReplayedHand, as_data, as_phh, as_pokerstars, as_transcript, replay_hand, search
from hoyle.core.errors import IllegalError
from hoyle.history.phh.reader import read_phh
from hoyle.history.replay.hand_replay import replay
from hoyle.table.presets.poker_presets import default_book

ROUNDS = 4
HOUSE_CARDS = ("three-card-poker", "four-card-poker", "mississippi-stud")


def recalled(room: TwinRoom, person: str) -> Iterator[ReplayedHand]:
    store = room.evening.store
    for past in search(store, HandFilter(person=person)).hands:
        yield replay_hand(store, past.hand, person, views=True)


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
    terms = {} if poker else {"wager_window_ms": 3000}
    evenings = RecordedSession(game, default_book(game) if poker else "oneida", 11, ROUNDS, **terms)
    for person in PLAYERS:
        first = exports(evenings.room, person)
        assert evenings.again_for(person, seed=2) > 0
        other = exports(evenings.other, person)
        assert len(first) == len(other)
        for (kind, one), (_, two) in zip(first, other, strict=True):
            assert one == two, f"{kind} for {person}"


@pytest.mark.parametrize("game", TWELVE)
def test_an_exported_hand_replays_to_the_same_stacks(game: str) -> None:
    evenings = RecordedSession(game, default_book(game), 3, ROUNDS)
    verified = 0
    for person in PLAYERS:
        for told in recalled(evenings.room, person):
            history = read_phh(as_phh(told))
            played = replay(history)
            assert played.ok, played.error
            assert played.recorded is not None
            assert told.round is not None
            stacks = dict(zip(told.round.state.seats, told.round.state.stacks, strict=True))
            assert [int(chips) for chips in played.recorded] == [stacks[seat] for seat in history.about["seats"]]
            assert history.about["players"][history.about["seats"].index(told.past.seat)] == person
            verified += played.complete
    assert verified >= ROUNDS


@pytest.mark.parametrize("game", [game for game in TWELVE if not game.startswith("draw")])
def test_a_hand_in_which_an_all_in_ran_out_replays_to_the_same_stacks(game: str) -> None:
    evening = RoomDriver(seed=8)
    table = evening.open(game, default_book(game))
    evening.seat(table, "ann", "bob", "cy", chips=14)
    evening.deal_on(table)
    evening.finish(table, "bet", "bring-in", "call", "check", "draw", "show")
    hand = evening.store.hands(person="ann")[0]
    for person in hand.people:
        told = replay_hand(evening.store, hand, person)
        assert any(moment.name == "run-out" for moment in told.moments)
        played = replay(read_phh(as_phh(told)))
        assert played.ok, played.error
        assert played.complete
        assert as_pokerstars(told).count("*** SHOW DOWN ***") == 1


def test_a_winner_whom_nobody_called_may_show_and_everybody_recalls_it() -> None:
    evening = RoomDriver(seed=2)
    table = evening.open("holdem")
    evening.seat(table, "ann", "bob", "cy")
    evening.deal_on(table)
    evening.finish(table, "fold")
    hand = evening.store.hands(person="ann")[0]
    winner = next(
        past for name in hand.people for past in search(evening.store, HandFilter(person=name)).hands if past.net > 0
    )
    quiet = as_data(replay_hand(evening.store, hand, "ann"))["moments"]
    evening.yes(evening.table(table).seated[winner.seat], "show", table, seat=winner.seat)
    told = as_data(replay_hand(evening.store, hand, "ann"))["moments"]
    assert [moment["name"] for moment in told] == [*(moment["name"] for moment in quiet), "winner-shows"]
    assert "??" not in str(told[-1]["facts"])
    assert replay(read_phh(as_phh(replay_hand(evening.store, hand, "ann")))).ok
