"""What a room in bad weather has to do by itself: tell on, wind up clocks, turn people away politely."""

from __future__ import annotations

from tests.room.memory_store import MemoryStore
from tests.room.room_driver import RoomDriver

from hoyle.room.views.narration import LiveTableNarrator
from hoyle.storage.errors import Unavailable


def seated(game, store=None, **terms):
    evening = RoomDriver(store)
    number = evening.open(game, **terms)
    evening.seat(number, "ann", "bob", "cy")
    return evening, number


def test_the_dealer_tells_on_where_the_process_before_him_died():
    evening, number = seated("holdem")
    whole = LiveTableNarrator(evening.table(number))
    evening.deal_on(number)
    for told in evening.heard:
        if told.live_table is not None:
            whole.narrate(told.step)
    assert any(name in call.text for call in whole.calls for name in ("ann", "bob", "cy"))
    evening.restart()
    other = LiveTableNarrator(evening.table(number))
    assert [call.text for call in other.calls] == [call.text for call in whole.calls][-len(other.calls) :]
    assert other.calls
    evening.heard.clear()
    evening.finish(number)
    said = [call.text for told in evening.heard if told.live_table is not None for call in other.narrate(told.step)]
    assert any("pot" in text for text in said), said


def test_a_dealer_who_takes_up_with_the_last_word_of_a_round_tells_that():
    evening, number = seated("holdem")
    evening.deal_on(number)
    evening.answer(number, "fold")
    evening.restart()
    evening.heard.clear()
    evening.answer(number, "fold")
    assert evening.table(number).current_round is None
    teller = LiveTableNarrator(evening.table(number))
    said = [call.text for told in evening.heard if told.live_table is not None for call in teller.narrate(told.step)]
    assert any("pot" in text for text in said), said


def test_a_clock_that_was_set_back_holds_nobody_up():
    evening, number = seated("three-card-poker")
    evening.tick()
    before = evening.desk.due()
    evening.skew = -3_600_000
    assert evening.desk.due() == before
    evening.now = before
    assert evening.desk.tick()
    assert evening.table(number).turn.since == evening.now
    evening.check()


def test_a_clock_that_was_set_forward_times_nobody_out():
    evening, number = seated("holdem")
    wait = evening.deal_on(number)
    evening.now += 5_000
    evening.skew = 3_600_000
    assert evening.desk.tick()
    hosted = evening.table(number)
    assert hosted.turn.person == wait.person, "he has all his time"
    assert hosted.turn.since == evening.now + evening.skew
    assert (
        hosted.deadline()
        == evening.now + evening.skew + hosted.settings.decision_clock_ms + hosted.settings.time_bank_ms
    )
    assert hosted.timeout_counts == {}
    evening.check()


def test_who_acts_just_after_the_clock_was_set_forward_has_used_none_of_his_bank():
    evening, number = seated("holdem")
    wait = evening.deal_on(number)
    evening.skew = 3_600_000
    evening.yes(wait.person, "fold", number, seat=wait.seat)
    hosted = evening.table(number)
    assert hosted.time_banks[wait.person] == hosted.settings.time_bank_ms
    evening.check()


def test_a_clock_that_is_put_right_little_by_little_winds_nothing_up():
    evening, number = seated("holdem", away_seat_hold_ms=86_400_000)
    evening.deal_on(number)
    wakings = evening.table(number).hosting.clock_restarts
    for _ in range(10):
        evening.now += 1_000
        evening.skew += 900
        evening.desk.tick()
    assert evening.table(number).hosting.clock_restarts == wakings


class StoreWithUnreadableAnswers(MemoryStore):
    """Fails in reading the answer that was given first."""

    unread = 0

    def processed_commands(self, commands):
        if self.unread:
            self.unread -= 1
            raise Unavailable("the shelf cannot be read")
        return super().processed_commands(commands)


def test_one_whose_first_answer_cannot_be_read_is_told_to_try_again():
    store = StoreWithUnreadableAnswers()
    evening, number = seated("holdem", store)
    first = evening.yes("ann", "chat", number, id="once", text="hello")
    evening.restart()
    store.unread = 1
    said = evening.ask("ann", "chat", number, id="once", text="hello")
    assert said.clause == "house records"
    assert said.message == "the room takes nothing at the moment: its records cannot be written"
    assert evening.ask("ann", "chat", number, id="once", text="hello") == first
    evening.check()


def test_whoever_is_turned_away_is_told_why_even_if_all_is_well_at_once():
    store = MemoryStore()
    evening, number = seated("holdem", store)
    store.fails = 1
    answer = evening.ask("ann", "chat", number, id="once", text="hello")
    assert answer.message == "the room takes nothing at the moment: its records cannot be written"
    assert evening.desk.trouble == ""
    assert evening.ask("ann", "chat", number, id="once", text="hello").ok
