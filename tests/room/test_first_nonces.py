"""Players contribute nonces to everything that is drawn, the first round of a table included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.room.room_driver import RoomDriver

from hoyle.audit.room_audit import audit_room
from hoyle.room.events import table_events
from hoyle.room.live_table.due_times import NONCE_TIME
from hoyle.room.views.table_views import table_snapshot
from hoyle.storage.store_factory import open_store

NONCES = {"ann": "aa" * 16, "bob": "bb" * 16}
GAMES = ["holdem", "stud7-high", "three-card-poker", "mississippi-stud", "craps", "mini-dice"]


def commitment(evening: RoomDriver, number: int) -> str:
    return table_snapshot(evening.room, evening.table(number), "ann").commitment


def taken(evening: RoomDriver) -> list[dict[str, str]]:
    """The nonces behind every seal that was taken so far."""
    entries = [entry for told in evening.heard for entry in told.step.events]
    return [entry.nonces for entry in entries if isinstance(entry, table_events.CommitmentUsed)]


def drawn(evening: RoomDriver) -> list[Any]:
    entries = [entry for told in evening.heard for entry in told.step.events]
    return [entry for entry in entries if isinstance(entry, table_events.DrawCommitted)]


def play(evening: RoomDriver, number: int, *, rounds: int, contributing: bool) -> None:
    """Play as programs do: a nonce for every hash as soon as it is there, and the first choice at a turn."""
    sent = ""
    for _ in range(400):
        hosted = evening.table(number)
        game = hosted.game
        out = commitment(evening, number)
        if contributing and out and out != sent:
            sent = out
            for name, nonce in NONCES.items():
                evening.yes(name, "contribute-nonce", number, bytes=nonce)
        if hosted.table.round_number >= rounds and drawn(evening):
            return
        wait = hosted.blocking_decision()
        if wait is not None and wait.seat:
            evening.answer(number, "accept", "bet", "check", "call", "wager")
        elif not evening.tick():
            if game == "mini-dice":
                evening.yes("ann", "bet", number, seat=1, kind="field", amount=5)
            else:
                evening.yes("ann", "wager", number, seat=1, spot=1, wager="ante", chips=10)
    raise AssertionError("no round began")


@pytest.mark.parametrize("game", GAMES)
def test_both_players_have_a_part_in_everything_from_the_first_draw(game: str, tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store)
    number = evening.open(game)
    evening.desk.watch({number})
    for _ in range(20):
        evening.tick()
    assert not drawn(evening), "nothing is drawn before there are players"
    evening.seat(number, "ann", "bob", chips=500)
    play(evening, number, rounds=1, contributing=True)
    assert taken(evening)
    for nonces in taken(evening):
        assert nonces == NONCES
    evening.check()
    store.close()
    # People come in here without a session, which the audit notices too.
    assert {finding.check for finding in audit_room(place).findings} <= {"sessions", "credentials"}


@pytest.mark.parametrize("game", GAMES)
def test_a_hash_is_out_for_a_while_before_the_first_draw(game: str) -> None:
    evening = RoomDriver()
    number = evening.open(game)
    evening.seat(number, "ann", "bob", chips=500)
    play(evening, number, rounds=1, contributing=False)
    published: dict[int, int] = {}
    for told in evening.heard:
        for entry in told.step.events:
            record = next(record for record in evening.store.records(f"table {number}") if record.number == told.number)
            if isinstance(entry, table_events.CommitmentPublished):
                published[entry.number] = record.time
            elif isinstance(entry, table_events.CommitmentUsed):
                assert record.time - published[entry.number] >= NONCE_TIME or game in ("craps", "mini-dice")


def test_players_who_have_contributed_do_not_wait() -> None:
    evening = RoomDriver()
    number = evening.open("holdem")
    evening.seat(number, "ann", "bob")
    began = evening.now
    play(evening, number, rounds=1, contributing=True)
    assert evening.now == began


def test_one_player_alone_is_waited_for_no_longer_than_that() -> None:
    evening = RoomDriver()
    number = evening.open("holdem")
    evening.seat(number, "ann", "bob")
    began = evening.now
    evening.tick()
    evening.yes("ann", "contribute-nonce", number, bytes=NONCES["ann"])
    evening.deal_on(number)
    assert evening.now == began + 2 * NONCE_TIME, "once for the button, once for the deck"
    assert taken(evening)[0]["ann"] == NONCES["ann"]
    assert taken(evening)[0]["bob"] != NONCES["bob"]


def test_bots_are_not_waited_for() -> None:
    evening = RoomDriver()
    number = evening.open("holdem")
    evening.yes("boss", "seat-bot", number, player="Bo", style="rock", seat=1, chips=200)
    evening.yes("boss", "seat-bot", number, player="Bea", style="rock", seat=2, chips=200)
    evening.desk.watch({number})
    began = evening.now
    evening.deal_on(number)
    assert evening.now == began


def test_later_hands_wait_for_no_nonces() -> None:
    evening = RoomDriver()
    number = evening.open("holdem", between_rounds_ms=0)
    evening.seat(number, "ann", "bob")
    evening.deal_on(number)
    evening.finish(number, "fold")
    ended = evening.now
    evening.deal_on(number)
    assert evening.now == ended


def test_the_time_for_nonces_begins_anew_when_the_room_is_resumed() -> None:
    evening = RoomDriver()
    number = evening.open("holdem")
    evening.seat(number, "ann", "bob")
    evening.tick()
    out = commitment(evening, number)
    evening.restart()
    assert commitment(evening, number) == out
    evening.yes("ann", "contribute-nonce", number, bytes=NONCES["ann"])
    evening.yes("bob", "contribute-nonce", number, bytes=NONCES["bob"])
    evening.tick()
    assert taken(evening)[-1] == NONCES
