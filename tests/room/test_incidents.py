"""What should never happen, at one table: it stops with an incident on record, and the others go on."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.room_driver import STACK, RoomDriver

from hoyle.room.events import table_events
from hoyle.room.handlers import automatic_dealer, timed_actions
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.unit_of_work import UnexpectedFailure, UnitOfWork
from hoyle.room.views import table_views
from hoyle.table.poker.command_dispatch import HANDLERS
from hoyle.table.poker.commands import Call, Deal


def wrong(*_: Any, **__: Any) -> None:
    """A defect, with a card in its words."""
    raise RuntimeError("no such card: Ah")


def two_tables() -> tuple[RoomDriver, int, int]:
    """A table with ann and bob, and one with cy and dot."""
    evening = RoomDriver()
    first, second = evening.open("holdem"), evening.open("holdem")
    evening.seat(first, "ann", "bob")
    evening.seat(second, "cy", "dot")
    return evening, first, second


def stacks(evening: RoomDriver, table: int) -> dict[str, int]:
    company = evening.table(table).table.roster
    return {name: company.stack(seat) for seat, name in evening.table(table).seated.items()}


def goes_on(evening: RoomDriver, table: int) -> None:
    """A hand is played to its end at a table."""
    before = len(evening.table(table).recent_pots)
    evening.deal_on(table)
    evening.finish(table)
    assert len(evening.table(table).recent_pots) > before


def test_a_table_at_which_the_dealer_fails_stops_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, first, second = two_tables()
    alarmed: list[UnexpectedFailure] = []
    evening.desk.alarm = alarmed.append

    def deal(draft: UnitOfWork, hosted: LiveTable) -> None:
        if hosted.number == first:
            wrong()
        dealer_works(draft, hosted)

    dealer_works = automatic_dealer.run_due
    monkeypatch.setattr(automatic_dealer, "run_due", deal)
    goes_on(evening, second)
    hosted = evening.table(first)
    assert (hosted.hosting.stopped, hosted.hosting.paused) == (True, True)
    assert [told.step.events[0].name for told in evening.heard if told.live_table is hosted] == ["table-faulted"]
    assert [(failed.table, str(failed.__cause__)) for failed in alarmed] == [(first, "no such card: Ah")]
    evening.check()
    evening.restart()
    assert evening.table(first).hosting.stopped
    goes_on(evening, second)
    # Nothing was at stake: who wants to leaves with his chips.
    evening.yes("ann", "leave", first, seat=1)
    assert evening.room.wallet_balance("ann") == 10_000
    monkeypatch.undo()
    evening.yes("ann", "sit", first, seat=1, chips=STACK)
    evening.yes("boss", "resume", first, why="it is mended")
    goes_on(evening, first)


def test_a_command_that_fails_in_the_middle_of_a_hand_stops_it_and_the_floor_gives_everything_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening, first, second = two_tables()
    evening.staff("flo", "floor")
    who = evening.deal_on(first).person
    assert sum(stacks(evening, first).values()) < 2 * STACK
    with monkeypatch.context() as patch:
        patch.setitem(HANDLERS, Call, wrong)
        answer = evening.ask(who, "call", first, seat=evening.table(first).table.roster.seat_of(who))
    assert not answer.ok
    assert "table 1" in answer.message
    assert "Ah" not in str(answer)
    evening.check()
    assert evening.table(first).turn.seat == 0, "nobody's clock runs"
    for do in ("call", "fold", "leave", "sit-out"):
        assert "play has stopped" in evening.no(who, do, first, seat=1)
    evening.yes(who, "chat", first, text="what now?")
    goes_on(evening, second)
    assert "may not order" in evening.no(who, "void-round", first)
    assert "why '': expected a reason" in evening.no("flo", "void-round", first)
    evening.yes("flo", "void-round", first, why="a defect")
    assert stacks(evening, first) == {"ann": STACK, "bob": STACK}
    hosting = evening.table(first).hosting
    assert (hosting.stopped, hosting.paused) == (False, True)
    evening.check()
    evening.restart()
    evening.yes("flo", "resume", first, why="it is mended")
    goes_on(evening, first)
    evening.check()


def test_what_came_before_and_after_it_in_the_same_breath_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, first, second = two_tables()
    one, other = evening.deal_on(first), evening.deal_on(second)
    monkeypatch.setitem(HANDLERS, Call, wrong)
    said = evening.request("ann", "chat", first, text="before")
    fails = evening.request(one.person, "call", first, seat=one.seat)
    again = evening.request("ann", "chat", first, text="after")
    folds = evening.request(other.person, "fold", second, seat=other.seat)
    answers = evening.desk.process([said, fails, again, folds])
    assert [(answer.idempotency_key, answer.ok) for answer in answers] == [
        (said.idempotency_key, True), (fails.idempotency_key, False),
        (again.idempotency_key, True), (folds.idempotency_key, True),
    ]  # fmt: skip
    told = [entry for each in evening.heard for entry in each.step.events if entry.name == "chat-message-sent"]
    assert [entry.text for entry in told] == ["before", "after"]
    assert [answer.ok for answer in evening.desk.process([said, folds])] == [True, True]
    evening.check()


@pytest.mark.parametrize("where", ["took", "_commit_next_secret"])
def test_what_was_done_by_half_is_not_done(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    evening, first, second = two_tables()
    tooks, seals_ahead = LiveTable.on_step, automatic_dealer._commit_next_secret

    def took(self: LiveTable, step: Any, **told: Any) -> Any:
        found = tooks(self, step, **told)
        if where == "took" and self.number == first and isinstance(step.command, Deal):
            wrong()
        return found

    def seal_ahead(draft: UnitOfWork, hosted: LiveTable) -> None:
        if where == "_commit_next_secret" and hosted.number == first:
            wrong()
        seals_ahead(draft, hosted)

    monkeypatch.setattr(LiveTable, "on_step", took)
    monkeypatch.setattr(automatic_dealer, "_commit_next_secret", seal_ahead)
    goes_on(evening, second)
    assert evening.table(first).hosting.stopped
    evening.check()
    assert stacks(evening, first) == {"ann": STACK, "bob": STACK}


def test_a_table_that_cannot_even_be_closed_stays_open_and_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, first, second = two_tables()
    evening.yes("boss", "close", first, why="it is late")
    with monkeypatch.context() as patch:
        outcome = UnitOfWork.finish

        def fails(self: UnitOfWork) -> Any:
            if any(record.name == "close-table" for record in self.records):
                wrong()
            return outcome(self)

        patch.setattr(UnitOfWork, "finish", fails)
        while not evening.table(first).hosting.stopped:
            evening.tick()
    evening.check()
    assert not evening.table(first).hosting.closed
    goes_on(evening, second)
    evening.yes("boss", "resume", first, why="it is mended")
    while not evening.table(first).hosting.closed:
        evening.tick()
    evening.check()


def test_the_host_of_a_home_game_calls_off_what_has_stopped_though_he_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = RoomDriver()
    evening.guests("ann", "bob")
    table, code = evening.home("holdem", "ann")
    evening.yes("bob", "join-home-game", table, code=code)
    evening.yes("ann", "sit", table, seat=1, chips=STACK)
    evening.yes(
        "ann",
        "approve-seat-request",
        table,
        request_id=evening.yes("bob", "sit", table, seat=2, chips=STACK).created["request_id"],
    )
    evening.desk.watch({table})
    evening.deal_on(table)
    assert "has not stopped" in evening.no("ann", "void-round", table)
    evening.now += 1_000_000
    with monkeypatch.context() as patch:
        patch.setattr(timed_actions, "run_due", wrong)
        assert evening.desk.tick()
    assert evening.table(table).hosting.stopped
    evening.yes("ann", "void-round", table)
    assert stacks(evening, table) == {"ann": STACK, "bob": STACK}
    evening.yes("ann", "close", table)
    while not evening.table(table).hosting.closed:
        evening.tick()
    evening.check()


def test_a_matter_of_the_room_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, first, second = two_tables()
    before = evening.plain()
    with monkeypatch.context() as patch:
        patch.setattr(UnitOfWork, "_add_due_checkpoints", wrong)
        answer = evening.ask("boss", "suspend-person", player="ann", why="rude")
    assert (answer.ok, "in the room" in answer.message) == (False, True)
    assert evening.plain() == before
    with monkeypatch.context() as patch:
        patch.setattr(UnitOfWork, "_add_due_checkpoints", wrong)
        with pytest.raises(RuntimeError):
            evening.guests("eve")
    assert evening.plain() == before
    goes_on(evening, first)
    goes_on(evening, second)


def test_nobody_is_told_what_the_program_said(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, first, _ = two_tables()
    evening.deal_on(first)
    evening.now += 1_000_000
    with monkeypatch.context() as patch:
        patch.setattr(timed_actions, "run_due", wrong)
        assert evening.desk.tick()
    [told] = [each for each in evening.heard if isinstance(each.step.events[0], table_events.TableFaulted)]
    assert "Ah" in told.step.events[0].error, "the log has it"
    hosted = evening.table(first)
    for person in ("", "ann", "bob", "boss"):
        step = table_views.step_view(evening.room, told, person)
        assert step.events[0].fields["error"] == ""
        picture = table_views.table_snapshot(evening.room, hosted, person)
        assert (picture.stopped, picture.pending, picture.clock) == (True, (), None)
