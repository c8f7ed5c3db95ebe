"""Chat, reports and the jackpot fund: what people share."""

from __future__ import annotations

import pytest
from tests.room.room_driver import RoomDriver

from hoyle.room.views.table_views import table_snapshot, table_update
from hoyle.storage import Store


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    found = RoomDriver(store)
    found.open("holdem")
    found.guests("ann", "bob", "out")
    return found


def heard(evening: RoomDriver, person: str) -> list[str]:
    """What was said since, as somebody reads it."""
    told = [each for each in evening.heard if each.live_table is not None]
    if not told:
        return []
    seen = table_update(evening.room, evening.table(1), told, [()] * len(told), person)
    return [entry.fields["text"] for step in seen.steps for entry in step.events if entry.name == "chat-message-sent"]


def test_whoever_looks_on_may_talk_and_everybody_reads_it(evening: RoomDriver) -> None:
    evening.heard.clear()
    evening.yes("out", "chat", 1, text="good evening")
    assert heard(evening, "ann") == heard(evening, "") == ["good evening"]
    for text in ("", "   ", "x" * 301, "\x1b[2J", "\u202e"):
        evening.no("out", "chat", 1, text=text)
    evening.yes("out", "chat", 1, text="x" * 300)


def test_who_is_muted_is_not_heard(evening: RoomDriver) -> None:
    evening.staff("flo", "floor")
    evening.yes("flo", "mute", player="out", why="rude")
    assert "out is muted" in evening.no("out", "chat", 1, text="hello")
    evening.restart()
    assert "out is muted" in evening.no("out", "chat", 1, text="hello")
    evening.yes("flo", "unmute", player="out", why="sorry")
    evening.yes("out", "chat", 1, text="hello")


def test_who_is_blocked_is_read_by_everybody_else(evening: RoomDriver) -> None:
    evening.yes("ann", "block", player="out")
    evening.no("ann", "block", player="out")
    evening.heard.clear()
    evening.yes("out", "chat", 1, text="hello")
    assert heard(evening, "ann") == []
    assert heard(evening, "bob") == ["hello"]
    evening.yes("ann", "unblock", player="out")
    assert heard(evening, "ann") == ["hello"]
    evening.check()


def test_nobody_else_learns_that_somebody_made_a_report(evening: RoomDriver) -> None:
    evening.heard.clear()
    before = table_snapshot(evening.room, evening.table(1), "bob")
    answer = evening.yes("ann", "report-play", 1, player="bob", why="he folds to out")
    assert (answer.first_event, answer.last_event) == (0, 0)
    assert [told.live_table for told in evening.heard] == [None], "no table has anything to tell"
    for person in ("ann", "bob", "out", ""):
        assert table_snapshot(evening.room, evening.table(1), person).record == before.record
    [told] = evening.heard
    [entry] = told.step.events
    assert entry.fields() == {
        "by": "ann", "player": "bob", "table": 1, "round": 0, "why": "he folds to out",
        "clause": "house conduct",
    }  # fmt: skip
    assert "describe what looks suspicious" in evening.no("ann", "report-play", 1, player="bob", why="")
    assert "is not known here" in evening.no("ann", "report-play", 1, player="nobody", why="x")
    evening.check()


def test_nobody_reads_anothers_nonce_before_the_seal_is_taken(evening: RoomDriver) -> None:
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    evening.heard.clear()
    nonce = "ab" * 16
    evening.yes("ann", "contribute-nonce", 1, bytes=nonce)
    told = list(evening.heard)
    room, hosted = evening.room, evening.table(1)
    [mine] = table_update(room, hosted, told, [()], "ann").steps
    [others] = table_update(room, hosted, told, [()], "bob").steps
    assert mine.events[0].fields["bytes"] == nonce
    assert others.events[0].fields["bytes"] == ""
    evening.heard.clear()
    evening.finish(1)
    evening.deal_on(1)
    taken = [entry for each in evening.heard for entry in each.step.events if entry.name == "commitment-used"]
    assert taken[0].nonces["ann"] == nonce
    evening.no("out", "contribute-nonce", 1, bytes=nonce)
    evening.no("ann", "contribute-nonce", 1, bytes="ab" * 15)
    evening.no("ann", "contribute-nonce", 1, bytes="zz" * 16)
