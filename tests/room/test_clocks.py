"""Clocks, time banks, absence and promises."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.room_driver import RoomDriver

from hoyle.room.handlers import table_handlers
from hoyle.room.live_table.due_times import next_timed_action
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.live_table.table_settings import parse_settings
from hoyle.room.messages import CommandRequest
from hoyle.room.views.table_views import clock_of
from hoyle.storage import Store
from hoyle.storage.account_names import at_table, wallet


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    return RoomDriver(store)


def table(evening: RoomDriver, game: str = "holdem", **terms: int) -> LiveTable:
    """A table with ann, bob and cy, and short clocks."""
    usual: dict[str, Any] = {"decision_clock_ms": 10_000, "time_bank_ms": 5_000, "between_rounds_ms": 1_000, **terms}
    number = evening.open(game, **usual)
    evening.seat(number, "ann", "bob", "cy")
    evening.deal_on(number)
    return evening.table(number)


def run_out(evening: RoomDriver, hosted: LiveTable) -> str:
    """Whoever is awaited does nothing; what the clock did for him."""
    turn = hosted.turn
    evening.now = turn.since + hosted.settings.decision_clock_ms + hosted.time_banks[turn.person]
    evening.heard.clear()
    assert evening.desk.tick() == 1
    step = evening.heard[0].step
    assert (step.by, step.command.name) == ("clock", "time-out")
    assert step.events[0].name == "action-timed-out"
    return str(step.events[1].name)


def test_the_clock_folds_where_a_call_is_owed_and_checks_where_checking_is_free(evening: RoomDriver) -> None:
    hosted = table(evening)
    assert run_out(evening, hosted) == "folded"
    evening.answer(hosted.number, "call")
    while hosted.turn.kind != "action" or "check" not in hosted.turn.answers:
        evening.answer(hosted.number, "call")
    assert run_out(evening, hosted) == "checked"
    evening.check()


def test_the_clock_takes_the_least_costly_choice_against_the_house(evening: RoomDriver) -> None:
    number = evening.open("three-card-poker", decision_clock_ms=10_000, time_bank_ms=0, wager_window_ms=1000)
    evening.seat(number, "ann")
    hosted = evening.table(number)
    while hosted.table.is_between_rounds():
        evening.tick()
    evening.yes("ann", "wager", number, seat=1, wager="ante", chips=5)
    evening.deal_on(number)
    evening.now = hosted.turn.since + 10_000
    evening.desk.tick()
    assert evening.room.wallet_balance("ann") == 9_800
    assert hosted.table.stacks == {1: 195}, "the Ante is lost and nothing more"


def test_a_shooter_who_does_not_answer_is_passed_over(evening: RoomDriver) -> None:
    number = evening.open("craps", decision_clock_ms=10_000, time_bank_ms=0)
    evening.seat(number, "ann", "bob")
    wait = evening.deal_on(number)
    assert wait.find_choice("decline") is not None
    evening.now += 10_000
    evening.desk.tick()
    assert evening.table(number).turn.person != wait.person


def test_nobody_is_timed_before_his_bank_is_used_up(evening: RoomDriver) -> None:
    hosted = table(evening)
    person, since = hosted.turn.person, hosted.turn.since
    evening.now = since + 14_999
    assert evening.desk.tick() == 0
    evening.now = since + 12_000
    evening.answer(hosted.number, "call")
    assert hosted.time_banks[person] == 3_000, "two seconds beyond the clock"
    while hosted.turn.person != person:
        evening.answer(hosted.number, "call", "check")
    assert hosted.deadline() == hosted.turn.since + 13_000
    evening.now += 9_000
    evening.answer(hosted.number, "check", "call")
    assert hosted.time_banks[person] == 3_000, "within the clock the bank is kept"
    evening.restart()
    assert evening.table(hosted.number).time_banks[person] == 3_000


def test_bystanders_do_not_wind_up_the_clock_again(evening: RoomDriver) -> None:
    hosted = table(evening)
    evening.guests("out")
    turn = hosted.turn
    others = [name for name in ("ann", "bob", "cy") if name != turn.person]
    seat = next(seat for seat, name in hosted.seated.items() if name == others[0])
    evening.now += 4_000
    evening.yes(turn.person, "chat", hosted.number, text="hmm")
    evening.yes("out", "chat", hosted.number, text="hurry up")
    evening.yes(others[0], "top-up", hosted.number, seat=seat, chips=50)
    evening.yes(others[0], "sit-out", hosted.number, seat=seat)
    evening.yes("out", "sit", hosted.number, seat=7, chips=100)
    evening.no(others[0], "fold", hosted.number, seat=seat)
    assert evening.table(hosted.number).turn == turn
    evening.yes("out", "leave", hosted.number, seat=7)
    assert hosted.turn == turn


def test_twice_in_a_row_is_away_and_once_is_not(evening: RoomDriver) -> None:
    hosted = table(evening, away_seat_hold_ms=60_000)
    person = hosted.turn.person
    run_out(evening, hosted)
    assert hosted.timeout_counts == {person: 1}
    evening.finish(hosted.number)
    evening.deal_on(hosted.number)
    while hosted.turn.person != person:
        evening.answer(hosted.number, "call", "check")
    evening.answer(hosted.number, "call", "check")
    assert hosted.timeout_counts == {}, "he has acted himself again"
    for _ in range(2):
        evening.finish(hosted.number)
        evening.deal_on(hosted.number)
        while hosted.turn.person != person:
            evening.answer(hosted.number, "call", "check")
        run_out(evening, hosted)
    assert evening.desk.tick() == 1
    evening.finish(hosted.number)
    assert person in hosted.away_since
    seat = hosted.table.roster.seat_of(person)
    assert hosted.table.roster.players[seat].sitting_out


def test_whoever_stays_away_too_long_loses_the_seat_and_no_chip(evening: RoomDriver) -> None:
    hosted = table(evening, away_seat_hold_ms=60_000)
    evening.finish(hosted.number, "fold")
    stack = hosted.table.stacks[3]
    evening.yes("cy", "sit-out", hosted.number, seat=3)
    since = evening.now
    assert next_timed_action(hosted) == since + 60_000
    evening.restart()
    hosted = evening.table(hosted.number)
    evening.now = since + 59_999
    for _ in range(3):
        evening.desk.tick()
    assert 3 in hosted.seated
    evening.now = since + 60_000
    while 3 in hosted.seated:
        assert evening.desk.tick()
    assert evening.room.wallet_balance("cy") == 9_800 + stack
    assert "cy" not in hosted.away_since
    evening.check()


def test_coming_back_in_time_keeps_the_seat(evening: RoomDriver) -> None:
    hosted = table(evening, away_seat_hold_ms=60_000)
    evening.finish(hosted.number, "fold")
    evening.yes("cy", "sit-out", hosted.number, seat=3)
    evening.now += 59_000
    evening.yes("cy", "sit-in", hosted.number, seat=3)
    evening.now += 60_000
    for _ in range(10):
        evening.desk.tick()
    assert 3 in hosted.seated
    assert hosted.away_since == {}


def test_who_sits_out_and_leaves_at_the_same_end_leaves_nothing_behind(evening: RoomDriver) -> None:
    hosted = table(evening)
    person = hosted.turn.person
    seat = hosted.turn.seat
    evening.yes(person, "sit-out", hosted.number, seat=seat)
    evening.yes(person, "leave", hosted.number, seat=seat)
    run_out(evening, hosted)
    evening.finish(hosted.number, "fold")
    assert person not in hosted.seated.values()
    for kept in (hosted.away_since, hosted.timeout_counts, hosted.time_banks):
        assert set(kept) <= set(hosted.seated.values())
    evening.check()


def test_clocks_begin_anew_when_another_process_takes_over(evening: RoomDriver) -> None:
    hosted = table(evening)
    turn = hosted.turn
    evening.now += 14_000
    evening.restart()
    again = evening.table(hosted.number)
    assert again.turn == turn._replace(since=evening.now)
    evening.now += 14_000
    assert evening.desk.tick() == 0
    evening.now += 1_000
    assert evening.desk.tick() == 1


def test_nobody_loses_his_seat_because_the_room_was_shut(evening: RoomDriver) -> None:
    hosted = table(evening, away_seat_hold_ms=60_000)
    evening.finish(hosted.number, "fold")
    evening.yes("cy", "sit-out", hosted.number, seat=3)
    evening.now += 10**8
    evening.restart()
    hosted = evening.table(hosted.number)
    assert hosted.away_since == {"cy": evening.now}


def test_a_late_click_never_acts_on_a_later_turn(evening: RoomDriver) -> None:
    hosted = table(evening)
    first = hosted.turn
    evening.yes(first.person, "call", hosted.number, seat=first.seat, expected_version=first.entry)
    while hosted.turn.person != first.person:
        evening.answer(hosted.number, "call", "check")
    said = evening.no(first.person, "check", hosted.number, seat=first.seat, expected_version=first.entry)
    assert "the table has moved on" in said
    evening.yes(first.person, "check", hosted.number, seat=first.seat, expected_version=hosted.turn.entry)


@pytest.mark.parametrize("ahead", [1, 2, 10**9])
def test_nobody_acts_on_an_entry_that_does_not_exist_yet(evening: RoomDriver, ahead: int) -> None:
    hosted = table(evening)
    turn, last = hosted.turn, hosted.table.event_count
    said = evening.no(turn.person, "call", hosted.number, seat=turn.seat, expected_version=last + ahead)
    assert said == f"expected_version {last + ahead}: the last event of table {hosted.number} is {last}"
    assert "expected_version" in evening.no("ann", "chat", hosted.number, text="hello", expected_version=last + ahead)
    evening.yes(turn.person, "call", hosted.number, seat=turn.seat, expected_version=last)


def test_an_action_names_what_its_sender_has_seen(evening: RoomDriver) -> None:
    hosted = table(evening)
    fold = {"do": "fold", "seat": hosted.turn.seat}
    blind = CommandRequest(idempotency_key="blind", person=hosted.turn.person, table_id=hosted.number, command=fold)
    [answer] = evening.desk.process([blind])
    assert "expected_version: fold must name the last table event that its sender has seen" in answer.message
    said = CommandRequest(
        idempotency_key="words", person="ann", table_id=hosted.number, command={"do": "chat", "text": "hello"}
    )
    assert evening.desk.process([said])[0].ok, "what answers nothing need not"


def test_a_wager_on_the_dice_never_lies_there_for_a_later_throw() -> None:
    evening = RoomDriver()
    number = evening.open("craps")
    evening.seat(number, "ann", "bob", chips=1000)
    hosted = evening.table(number)
    field = {"seat": 1, "kind": "field", "amount": 5}
    evening.yes("bob", "bet", number, seat=2, kind="pass", amount=10)
    seen = hosted.table.event_count
    evening.yes("ann", "bet", number, seat=1, kind="field", amount=5, expected_version=seen - 1)
    while not hosted.table.round_number:
        wait = hosted.blocking_decision()
        if wait is not None and wait.seat:
            evening.answer(number, "accept", "release-dice")
        else:
            evening.tick()
    late = evening.no("ann", "bet", number, **field, expected_version=seen)
    assert f"entry {hosted.table.event_count} came after entry {seen}" in late
    assert "the table has moved on" in evening.no("bob", "take-down", number, seat=2, wager="x", expected_version=seen)
    evening.yes("bob", "top-up", number, seat=2, chips=5, expected_version=seen)
    evening.yes("ann", "bet", number, **field, expected_version=hosted.table.event_count)
    evening.restart()
    seen = evening.table(number).table.event_count
    evening.yes("ann", "bet", number, seat=1, kind="field", amount=5, expected_version=seen)
    evening.check()


def test_who_takes_the_dice_and_bets_the_line_in_one_breath_has_both() -> None:
    evening = RoomDriver()
    number = evening.open("craps")
    evening.seat(number, "ann", chips=1000)
    hosted = evening.table(number)
    while hosted.turn.kind != "shooter" or not hosted.turn.seat:
        evening.tick()
    seen = hosted.table.event_count
    evening.yes("ann", "accept", number, seat=1, expected_version=seen)
    assert (hosted.turn.kind, hosted.turn.entry > seen) == ("line-bet", True)
    evening.yes("ann", "bet", number, seat=1, kind="pass", amount=10, expected_version=seen)
    assert "the table has moved on" in evening.no("ann", "release-dice", number, seat=1, expected_version=seen)
    evening.check()


def test_a_wager_at_house_cards_is_for_the_round_that_its_sender_saw() -> None:
    evening = RoomDriver()
    number = evening.open("three-card-poker", wager_window_ms=3000)
    evening.seat(number, "ann", "bob", chips=1000)
    hosted = evening.table(number)
    while hosted.table.is_between_rounds():
        evening.tick()
    seen = hosted.table.event_count
    ante = {"seat": 1, "spot": 1, "wager": "ante", "chips": 10}
    evening.yes("bob", "wager", number, seat=2, spot=2, wager="ante", chips=10)
    evening.yes("ann", "wager", number, **ante, expected_version=seen)
    first = hosted.table.round_number
    while hosted.table.round_number == first:
        wait = hosted.blocking_decision()
        if wait is not None and wait.seat:
            evening.answer(number, "fold")
        else:
            evening.tick()
    assert "the table has moved on" in evening.no("ann", "wager", number, **ante, expected_version=seen)
    assert "the table has moved on" in evening.no("ann", "ready", number, expected_version=seen)
    evening.yes("ann", "wager", number, **ante)
    evening.check()


def test_promises_are_kept_when_the_round_is_over(evening: RoomDriver) -> None:
    hosted = table(evening)
    number = hosted.number
    evening.yes("ann", "top-up", number, seat=1, chips=100)
    assert evening.room.wallet_balance("ann") == 9_700, "set aside at once"
    assert evening.room.ledger.holds(at_table(number, "promised")) == 100
    evening.yes("ann", "top-up", number, seat=1, chips=50)
    assert evening.room.ledger.holds(at_table(number, "promised")) == 150
    evening.yes("bob", "sit-out", number, seat=2)
    evening.yes("cy", "leave", number, seat=3)
    evening.restart()
    hosted = evening.table(number)
    assert set(hosted.seated) == {1, 2, 3}
    evening.check()
    evening.finish(number)
    assert set(hosted.seated) == {1, 2}
    assert evening.room.ledger.holds(at_table(number, "promised")) == 0
    assert hosted.table.roster.players[2].sitting_out
    assert (
        hosted.table.stacks[1]
        + evening.room.wallet_balance("ann")
        + hosted.table.stacks[2]
        + evening.room.wallet_balance("bob")
        + evening.room.wallet_balance("cy")
        == 30_000
    )
    evening.check()


def test_chips_set_aside_come_back_with_whoever_changes_his_mind_or_leaves(evening: RoomDriver) -> None:
    hosted = table(evening)
    number = hosted.number
    evening.yes("ann", "top-up", number, seat=1, chips=100)
    evening.yes("ann", "cancel-deferred", number, seat=1, what="top up")
    assert evening.room.wallet_balance("ann") == 9_800
    evening.yes("ann", "top-up", number, seat=1, chips=300)
    evening.yes("ann", "leave", number, seat=1)
    stacks = sum(hosted.table.stacks.values())
    evening.finish(number, "fold")
    assert evening.room.ledger.holds(at_table(number, "promised")) == 0
    assert evening.room.wallet_balance("ann") == 9_800 + 600 - sum(hosted.table.stacks.values())
    assert stacks <= 600
    evening.check()


def test_no_wallet_is_ever_overdrawn(evening: RoomDriver) -> None:
    hosted = table(evening)
    evening.guests("poor", chips=150)
    number = hosted.number
    assert "wallet poor holds 150" in evening.no("poor", "sit", number, seat=5, chips=151)
    evening.yes("poor", "sit", number, seat=5, chips=100)
    evening.yes("poor", "top-up", number, seat=5, chips=50)
    assert "wallet poor holds 0" in evening.no("poor", "top-up", number, seat=5, chips=1)
    other = evening.open("draw5-high")
    assert "wallet poor holds 0" in evening.no("poor", "sit", other, seat=1, chips=40)
    evening.yes("poor", "cancel-deferred", number, seat=5, what="top up")
    evening.yes("poor", "sit", other, seat=1, chips=50)
    assert "wallet poor holds 0" in evening.no("poor", "top-up", number, seat=5, chips=1)
    assert evening.room.ledger.holds(wallet("poor")) == 0
    evening.check()


def test_a_stack_is_brought_no_higher_than_the_largest_buy_in(evening: RoomDriver) -> None:
    hosted = table(evening, min_buy_in=100, max_buy_in=250)
    number = hosted.number
    assert "100 to 250 buy in here" in evening.no("boss", "sit", number, seat=5, chips=99)
    assert "100 to 250 buy in here" in evening.no("boss", "sit", number, seat=5, chips=251)
    evening.finish(number, "fold")
    has = hosted.table.stacks[1]
    evening.no("ann", "top-up", number, seat=1, chips=251 - has)
    evening.deal_on(number)
    has = hosted.table.stacks[1]
    evening.yes("ann", "top-up", number, seat=1, chips=20)
    assert "is brought to 250 at most" in evening.no("ann", "top-up", number, seat=1, chips=231 - has)


def test_a_clock_that_is_set_forward_times_nobody_out(evening: RoomDriver) -> None:
    hosted = table(evening)
    person = hosted.turn.person
    evening.skew = 10**7
    assert evening.desk.tick() == 1
    assert hosted.turn.person == person, "nobody's time has run out"
    assert hosted.turn.since == evening.now + evening.skew
    assert evening.desk.tick() == 0
    evening.yes(person, "fold", hosted.number, seat=hosted.turn.seat)
    assert hosted.time_banks[person] == 5_000
    evening.now += 10**9
    before = hosted.turn.person
    assert evening.desk.tick() == 1
    assert hosted.timeout_counts == {before: 1}, "time that has passed has passed"
    assert evening.desk.tick() <= 1
    evening.check()


def test_a_clock_that_is_set_back_changes_nothing(evening: RoomDriver) -> None:
    hosted = table(evening)
    turn = hosted.turn
    evening.skew = -(10**7)
    assert evening.desk.now() == evening.now, "the room's own goes on"
    assert evening.desk.tick() == 0
    assert hosted.turn == turn
    evening.yes(turn.person, "fold", hosted.number, seat=turn.seat)
    evening.restart()
    hosted = evening.table(hosted.number)
    assert hosted.turn.since == evening.now, "nothing is on record before what came before it"
    deadline = hosted.deadline()
    assert deadline is not None
    person = hosted.turn.person
    # A little more slowly than usual, until both clocks agree.
    evening.now += (deadline - hosted.turn.since) * 10 // 9 + 1
    assert evening.desk.tick() == 1
    assert hosted.timeout_counts == {person: 1}
    evening.check()


def test_a_bot_is_shown_no_clock_and_goes_when_it_is_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_handlers, "BOT_CHIPS", 200)
    evening = RoomDriver()
    number = evening.open("holdem")
    evening.yes("boss", "seat-bot", number, player="Robby", style="rock", seat=4, chips=200)
    evening.guests("ann")
    hosted = evening.table(number)
    assert evening.room.wallet_balance("Robby") == 0, "all it brought to the room lies on the table"
    assert hosted.hosting.bots == {"Robby": "rock"}
    evening.yes("ann", "sit", number, seat=1, chips=200)
    evening.desk.watch({number})
    while hosted.turn.person != "Robby":
        evening.answer(number, "call", "check") if hosted.turn.seat else evening.tick()
    assert clock_of(hosted) is None
    assert "is a person" in evening.no("boss", "seat-bot", number, player="ann", style="rock", seat=5, chips=200)
    for _ in range(400):
        if 4 not in hosted.seated:
            break
        wait = hosted.blocking_decision()
        if wait is None or not wait.seat:
            if not evening.tick():
                break
        elif wait.person == "Robby":
            evening.answer(number, "call", "check", "fold")
        else:
            evening.answer(number, "bet", "call", "check")
        if hosted.table.stacks.get(1, 999) < 40 and not hosted.reserved_top_ups:
            evening.yes("ann", "top-up", number, seat=1, chips=200)
    evening.check()


def called(evening: RoomDriver, hosted: LiveTable, by: str) -> int:
    """Somebody calls the floor; the number of his dispute."""
    evening.yes(by, "open-dispute", hosted.number, about="a card was exposed")
    return len(hosted.table.roster.disputes)


def rule(evening: RoomDriver, hosted: LiveTable, number: int) -> None:
    evening.yes("flo", "settle-dispute", hosted.number, number=number, ruling="stands", ruled_by="flo")


def test_the_clock_of_whoever_calls_the_floor_stands_still_until_it_has_ruled(evening: RoomDriver) -> None:
    hosted = table(evening, floor_clock_pause_ms=60_000)
    evening.staff("flo", "floor")
    person, since = hosted.turn.person, hosted.turn.since
    evening.now = since + 4_000
    dispute = called(evening, hosted, person)
    shown = clock_of(hosted)
    assert shown is not None
    assert (shown.paused_at, shown.resumes_at, shown.expires_at) == (since + 4_000, since + 64_000, since + 15_000)
    evening.now = since + 44_000
    assert evening.desk.tick() == 0
    assert LiveTable.from_dict(hosted.number, hosted.to_dict()).turn == hosted.turn
    rule(evening, hosted, dispute)
    assert hosted.ruling_times == {dispute: evening.now}
    shown = clock_of(hosted)
    assert shown is not None
    assert (shown.paused_at, shown.bank_starts_at, shown.expires_at) == (0, since + 50_000, since + 55_000)
    called(evening, hosted, person)
    assert hosted.deadline() == since + 55_000, "once in a turn"
    evening.now = since + 52_000
    evening.answer(hosted.number, "call")
    assert hosted.time_banks[person] == 3_000, "what it stood still is not taken from the bank"
    evening.check()


def test_a_floor_that_never_comes_holds_nobody_up_for_ever(evening: RoomDriver) -> None:
    hosted = table(evening, floor_clock_pause_ms=60_000)
    person, since = hosted.turn.person, hosted.turn.since
    called(evening, hosted, person)
    assert hosted.deadline() == since + 75_000
    evening.now = since + 75_000
    assert evening.desk.tick() == 1
    assert hosted.turn.person != person
    evening.check()


@pytest.mark.parametrize("passed", [44_000, 60_000, 70_000])
def test_after_a_restart_the_clock_stands_still_for_what_is_left(evening: RoomDriver, passed: int) -> None:
    hosted = table(evening, floor_clock_pause_ms=60_000)
    called(evening, hosted, hosted.turn.person)
    evening.now += passed
    evening.restart()
    hosted = evening.table(hosted.number)
    assert hosted.deadline() == evening.now + max(0, 60_000 - passed) + 15_000


def test_after_a_restart_a_ruled_call_holds_up_nobody_again(evening: RoomDriver) -> None:
    hosted = table(evening, floor_clock_pause_ms=60_000)
    evening.staff("flo", "floor")
    person = hosted.turn.person
    dispute = called(evening, hosted, person)
    evening.now += 30_000
    rule(evening, hosted, dispute)
    evening.restart()
    hosted = evening.table(hosted.number)
    assert hosted.deadline() == evening.now + 15_000
    called(evening, hosted, person)
    assert hosted.deadline() == evening.now + 15_000, "once in a turn"


def test_who_has_called_a_floor_that_has_not_ruled_stops_no_clock_by_calling_again(evening: RoomDriver) -> None:
    hosted = table(evening, floor_clock_pause_ms=60_000)
    evening.staff("flo", "floor")
    person = hosted.turn.person
    first = called(evening, hosted, person)
    evening.answer(hosted.number, "call")
    while hosted.turn.person != person:
        evening.answer(hosted.number, "call", "check") if hosted.turn.seat else evening.tick()
    since = hosted.turn.since
    second = called(evening, hosted, person)
    assert hosted.deadline() == since + 15_000
    for number in (first, second):
        rule(evening, hosted, number)
    called(evening, hosted, person)
    assert hosted.deadline() == since + 75_000
    evening.check()


def test_a_bystanders_call_and_a_table_without_floor_time_leave_the_clock_running(evening: RoomDriver) -> None:
    hosted = table(evening)
    turn = hosted.turn
    called(evening, hosted, next(name for name in ("ann", "bob", "cy") if name != turn.person))
    assert hosted.turn == turn
    hosted.settings = parse_settings({**hosted.hosting.settings, "floor_clock_pause_ms": 0})
    called(evening, hosted, turn.person)
    assert hosted.turn == turn
