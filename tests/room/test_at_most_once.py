"""A command takes effect at most once, and nobody hears of it before it is on disk."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.room.memory_store import MemoryStore
from tests.room.room_driver import RoomDriver

from hoyle.room.outage import MAX_BACKOFF_MS
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.room_owner import RoomTakenOver
from hoyle.room.unit_of_work import CommittedStep
from hoyle.storage import Store
from hoyle.storage.errors import Superseded, Unavailable, Unwritable
from hoyle.storage.models import ROOM, CommitUnit, ProcessedCommand


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    found = RoomDriver(store)
    found.open("holdem")
    found.guests("ann", "bob")
    return found


def test_a_command_that_arrives_twice_takes_effect_once(evening: RoomDriver) -> None:
    sit = evening.request("ann", "sit", 1, seat=1, chips=200)
    more = evening.request("ann", "top-up", 1, seat=1, chips=50)
    first = evening.desk.process([sit, sit, more, more, sit])
    assert all(answer.ok for answer in first)
    assert evening.room.wallet_balance("ann") == 9_750
    assert evening.desk.process([more, sit]) == [first[2], first[0]], "later too"
    evening.restart()
    # Sitting down again would be refused by now: what is told is what was told first.
    assert evening.desk.process([sit]) == [first[0]]
    # Adding again would be granted by now.
    assert evening.desk.process([more]) == [first[2]]
    assert evening.room.wallet_balance("ann") == 9_750
    evening.check()


def test_one_that_came_before_holds_up_none_of_those_beside_it(evening: RoomDriver) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    more = evening.request("ann", "top-up", 1, seat=1, chips=50)
    evening.desk.process([more])
    evening.restart()
    since = evening.table(1).turn.since
    evening.now += 5_000
    wakings = evening.table(1).hosting.clock_restarts
    answers = evening.desk.process([evening.request("bob", "sit", 1, seat=2, chips=100), more])
    assert [answer.ok for answer in answers] == [True, True]
    assert evening.room.wallet_balance("bob") == 9_900
    assert evening.room.wallet_balance("ann") == 9_750
    assert evening.table(1).hosting.clock_restarts == wakings, "nobody's clock begins anew for it"
    assert evening.table(1).turn.since >= since
    evening.check()


def test_an_old_command_sent_again_costs_nobody_anything(evening: RoomDriver) -> None:
    evening.open("omaha-high")
    old = [evening.request("ann", "chat", 1, text=f"word {at}") for at in range(20)]
    first = evening.desk.process(old)
    evening.restart()
    room, tables = evening.room, dict(evening.room.tables)
    heads = {number: room.chain(hosted.stream).head for number, hosted in tables.items()}
    # Another process gave these answers: they are looked up, and nothing is tried, written or loaded.
    assert evening.desk.process(old) == first
    assert [evening.desk.process([each])[0] for each in old] == first
    assert evening.room is room
    assert all(evening.room.tables[number] is hosted for number, hosted in tables.items())
    assert heads == {number: room.chain(hosted.stream).head for number, hosted in tables.items()}


def test_a_commit_that_is_refused_leaves_the_other_tables_alone(
    evening: RoomDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.open("omaha-high")
    evening.open("holdem")
    evening.guests("cy")
    more = evening.request("ann", "chat", 1, text="hello")
    evening.yes("cy", "sit", 3, seat=1, chips=200)
    first = evening.desk.process([more])[0]
    evening.restart()
    room, tables = evening.room, dict(evening.room.tables)
    # Another node has granted it in this very moment: only the commit finds out.
    with monkeypatch.context() as patched:
        patched.setattr(evening.store, "processed_commands", lambda commands: {})
        answers = evening.desk.process(
            [
                evening.request("bob", "sit", 1, seat=2, chips=300),
                more,
                evening.request("bob", "sit", 2, seat=2, chips=100),
                evening.request("bob", "top-up", 1, seat=2, chips=50),
            ]
        )
    assert [answer.ok for answer in answers] == [True] * 4
    assert answers[1] == first
    assert evening.room is room
    assert evening.table(3) is tables[3]
    assert evening.table(1) is not tables[1]
    assert evening.room.wallet_balance("bob") == 9_550
    assert evening.table(1).seated == {2: "bob"}
    evening.yes("bob", "chat", 1, text="fine")
    evening.check()
    evening.restart()
    evening.check()


def test_a_refused_commit_takes_back_what_it_did_to_the_room_itself(
    evening: RoomDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss = "boss"
    old = evening.request(boss, "suspend-person", player="bob", why="soft play")
    evening.desk.process([old])
    evening.yes(boss, "reinstate-person", player="bob", why="it is settled")
    evening.restart()
    with monkeypatch.context() as patched:
        patched.setattr(evening.store, "processed_commands", lambda commands: {})
        assert evening.desk.process([old])[0].ok
    assert not evening.room.state.people["bob"].disabled
    evening.yes("bob", "sit", 1, seat=2, chips=300)
    evening.check()


def test_only_who_may_repeat_himself_is_looked_up(evening: RoomDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = evening.store.processed_commands

    def counted(commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], ProcessedCommand]:
        asked.extend(person for person, _ in commands)
        return answers(commands)

    monkeypatch.setattr(evening.store, "processed_commands", counted)
    old = evening.request("ann", "chat", 1, text="hello")
    first = evening.desk.process([old])[0]
    evening.yes("ann", "chat", 1, text="how is the game")
    evening.yes("bob", "chat", 1, text="slow")
    assert asked == ["ann", "bob"], "each once, for they have just come"
    evening.desk.repeats.reconnected("bob")
    evening.yes("bob", "chat", 1, text="back again")
    assert asked == ["ann", "bob", "bob"]
    # Long forgotten, and sent again by one who was there all the time: the commit knows it.
    evening.room.accepted_answers.forget("ann", old.idempotency_key)
    said = evening.room.chain("table 1").head.number
    beside = evening.request("bob", "chat", 1, text="beside it")
    answered = evening.desk.process([beside, old])
    assert answered[0].ok
    assert answered[1] == first
    assert evening.room.chain("table 1").head.number == said + 1, "and nothing is said twice"
    assert asked == ["ann", "bob", "bob"]
    evening.yes("ann", "chat", 1, text="sorry")
    evening.yes("ann", "chat", 1, text="it will not happen again")
    assert asked == ["ann", "bob", "bob", "ann", "ann"], "nobody takes her word for it"
    evening.check()


def test_ids_are_everybodys_own(evening: RoomDriver) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200, id="same")
    evening.yes("bob", "sit", 1, seat=2, chips=200, id="same")
    assert evening.table(1).seated == {1: "ann", 2: "bob"}
    evening.restart()
    assert evening.ask("bob", "leave", 1, seat=2, id="same").ok, "his first answer, not hers"
    assert evening.table(1).seated == {1: "ann", 2: "bob"}


@pytest.mark.parametrize("id", ["x" * 65, "\x00", "é", "a\nb", "\ud800"])
def test_a_command_has_an_id_that_can_be_kept(evening: RoomDriver, id: str) -> None:
    assert "printable ASCII characters" in evening.no("ann", "sit", 1, seat=1, chips=200, id=id)
    assert not evening.desk.trouble


def test_a_command_without_an_id_is_refused(evening: RoomDriver) -> None:
    request = evening.request("ann", "sit", 1, seat=1, chips=200)
    [answer] = evening.desk.process(
        [type(request)(idempotency_key="", person="ann", table_id=1, command=request.command)]
    )
    assert "printable ASCII characters" in answer.message


def test_what_was_refused_stays_refused_and_a_new_try_has_a_new_id(evening: RoomDriver) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    wanted = evening.request("bob", "sit", 1, seat=1, chips=200)
    [no] = evening.desk.process([wanted])
    assert "taken" in no.message
    evening.yes("ann", "leave", 1, seat=1)
    assert evening.table(1).seated == {}
    assert evening.desk.process([wanted]) == [no], "though the seat is free by now"
    assert evening.table(1).seated == {}
    evening.yes("bob", "sit", 1, seat=1, chips=200)
    assert evening.desk.process([wanted]) == [no]


def test_what_was_refused_is_not_granted_to_its_double_a_moment_later(evening: RoomDriver) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    wanted = evening.request("bob", "sit", 1, seat=1, chips=200)
    leaves = evening.request("ann", "leave", 1, seat=1)
    first, left, again = evening.desk.process([wanted, leaves, wanted])
    assert (first.ok, left.ok) == (False, True)
    assert again == first
    assert evening.table(1).seated == {}


def test_a_refusal_outlasts_a_room_that_was_thrown_away() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.guests("ann", "bob")
    early = evening.request("ann", "top-up", 1, seat=1, chips=50)
    [no] = evening.desk.process([early])
    shelf.fails = 1
    assert evening.ask("bob", "sit", 1, seat=2, chips=200).retry
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    assert evening.desk.process([early]) == [no]
    evening.restart()
    assert evening.desk.process([early])[0].ok, "another process has refused nothing"


def test_a_refusal_that_rests_on_what_was_not_written_is_none() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.guests("ann", "bob")
    sits = evening.request("ann", "sit", 1, seat=1, chips=200)
    wanted = evening.request("bob", "sit", 1, seat=1, chips=200)
    shelf.fails = 1
    assert [answer.retry for answer in evening.desk.process([sits, wanted])] == [True, True]
    assert evening.desk.process([wanted])[0].ok, "the seat was never hers"


def test_forged_commands_do_nothing(evening: RoomDriver) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    assert "bob has no seat at this table" in evening.no("bob", "leave", 1, seat=1)
    assert "cannot do that for 'ann'" in evening.no("bob", "sit", 1, seat=2, chips=100, player="ann")
    evening.no("bob", "top-up", 1, seat=1, chips=50)
    evening.no("bob", "leave-waiting-list", 1, player="ann")
    evening.no("dealer", "deal", 1)
    assert "there is no table 99" in evening.no("bob", "sit", 99, seat=1, chips=100)
    assert evening.table(1).seated == {1: "ann"}


def test_nothing_is_heard_before_it_is_on_disk(evening: RoomDriver) -> None:
    store = evening.store
    heads: list[tuple[int, int]] = []

    def hear(told: list[CommittedStep]) -> None:
        for each in told:
            stream = ROOM if each.live_table is None else each.live_table.stream
            heads.append((each.number, store.head(stream).number))

    evening.desk.publish = hear
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    evening.finish(1)
    evening.guests("cy")
    assert len(heads) > 10
    assert all(number <= on_disk for number, on_disk in heads)


def test_a_commit_that_fails_leaves_the_room_as_it_was() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    before = evening.plain()
    evening.heard.clear()
    turn = evening.table(1).turn
    fold = evening.request(turn.person, "fold", 1, seat=turn.seat)
    shelf.fails = 1
    [answer] = evening.desk.process([fold])
    assert not answer.ok
    assert answer.message == "the room takes nothing at the moment: its records cannot be written"
    assert answer.retry, "nothing was decided"
    assert evening.heard == [], "nobody was told"
    assert but_waking(evening.plain()) == but_waking(before)
    assert evening.desk.process([fold])[0].ok, "and it may be tried again"
    evening.check()


def test_a_store_that_stays_away_stops_the_room_with_a_clear_word() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.guests("ann")
    shelf.fails = 10
    for _ in range(3):
        answer = evening.ask("ann", "sit", 1, seat=1, chips=200)
        assert "the room takes nothing at the moment: its records cannot be written" in answer.message
        assert answer.retry
        assert evening.desk.tick() == 0
    shelf.fails = 0
    evening.now += MAX_BACKOFF_MS
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    evening.check()


def test_while_the_store_fails_there_is_no_room_to_be_seen() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    turn = evening.deal_on(1)
    shelf.fails = 10
    evening.ask(turn.person, "fold", 1, seat=turn.seat)
    assert evening.desk.trouble
    assert (evening.room.tables, evening.room.state.people) == ({}, {})
    assert evening.room.due() is None


def test_a_store_that_failed_is_looked_at_again_now_and_then_and_not_all_the_time() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    shelf.fails = 10**6
    began = evening.now
    waits = []
    evening.ask("ann", "chat", 1, text="hello")
    while evening.now < began + 60_000:
        due = evening.desk.due()
        assert due is not None
        assert due > evening.now, "whoever waits until then does not spin"
        waits.append(due - evening.now)
        evening.now = due
        assert evening.desk.tick() == 0
    assert waits[:5] == [250, 500, 1000, 2000, 4000]
    assert set(waits[5:]) == {MAX_BACKOFF_MS}
    shelf.fails = 0
    evening.now = evening.desk.due() or 0
    evening.desk.tick()
    assert evening.desk.trouble == ""
    assert evening.table(1).turn.since == evening.now, "clocks begin anew"
    evening.check()


class NearlyFullStore(MemoryStore):
    """Has room for waking and for nothing else, as a disk that is nearly full."""

    narrow = False

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        if self.narrow and any(record.name != "restart-clocks" for write in writes for record in write.records):
            raise Unavailable("the shelf is full")
        super().commit(writes)


def test_a_store_that_takes_a_little_and_no_more_is_not_tried_all_the_time() -> None:
    shelf = NearlyFullStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    shelf.narrow = True
    began, ticks = evening.now, 0
    while evening.now < began + 60_000:
        due = evening.desk.due()
        assert due is not None
        evening.now = max(evening.now, due)
        evening.desk.tick()
        ticks += 1
    assert ticks < 60
    shelf.narrow = False
    evening.now += MAX_BACKOFF_MS
    evening.desk.tick()
    evening.deal_on(1)
    evening.check()


class SelectiveStore(MemoryStore):
    """Refuses one word."""

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        for write in writes:
            for record in write.records:
                if b"forbidden" in record.payload:
                    raise Unwritable("that word cannot be stored")
        super().commit(writes)


def test_what_the_store_itself_refuses_is_refused_for_good_and_holds_up_nobody_beside_it() -> None:
    evening = RoomDriver(SelectiveStore())
    evening.open("holdem")
    evening.guests("ann", "bob")
    said = evening.request("ann", "chat", 1, text="forbidden")
    sits = evening.request("bob", "sit", 1, seat=1, chips=200)
    no, yes = evening.desk.process([said, sits])
    assert (no.ok, no.retry, yes.ok) == (False, False, True)
    assert no.message == "not kept: a value cannot be stored"
    assert evening.desk.trouble == ""
    evening.check()


class SupersededStore(MemoryStore):
    """Another process has everything."""

    taken = False
    claims = 0

    def claim_streams(self, streams: Sequence[str]) -> None:
        self.claims += 1

    def check_ownership(self, streams: Sequence[str]) -> None:
        if self.taken:
            raise Superseded("it is another's")

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        self.check_ownership([])
        super().commit(writes)


def test_a_process_that_slept_and_was_taken_over_ends_and_takes_nothing_back() -> None:
    shelf = SupersededStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    claims, shelf.taken = shelf.claims, True
    said = "another process has taken the room over: it is another's"
    with pytest.raises(RoomTakenOver, match=said):
        evening.ask("ann", "chat", 1, text="hello")
    with pytest.raises(RoomTakenOver, match=said):
        evening.guests("cy")
    evening.now += 3_600_000
    with pytest.raises(RoomTakenOver, match=said):
        evening.desk.tick()
    assert shelf.claims == claims


def test_a_process_whose_store_failed_meanwhile_takes_nothing_back_either() -> None:
    shelf = SupersededStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.guests("ann")
    claims = shelf.claims
    shelf.fails = 10
    assert evening.ask("ann", "chat", 1, text="hello").retry
    shelf.fails, shelf.taken = 0, True
    evening.now += MAX_BACKOFF_MS
    with pytest.raises(RoomTakenOver):
        evening.desk.tick()
    assert shelf.claims == claims


def test_the_house_too_tells_nothing_that_was_not_written() -> None:
    shelf = MemoryStore()
    evening = RoomDriver(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    while evening.desk.due() is None or not evening.table(1).turn.person:
        evening.tick()
    due = evening.desk.due()
    assert due is not None
    evening.now = due
    before = evening.plain()
    evening.heard.clear()
    shelf.fails = 1
    assert evening.desk.tick() == 0
    assert evening.heard == []
    assert but_waking(evening.plain()) == but_waking(before)
    evening.deal_on(1)
    evening.check()


def test_a_room_opened_on_a_store_that_cannot_be_written_says_so() -> None:
    shelf = MemoryStore()
    RoomDriver(shelf).open("holdem")
    shelf.fails = 1
    with pytest.raises(Unavailable, match="the shelf has fallen down"):
        CommandPipeline(shelf, now=lambda: 0, entropy=bytes)


def but_waking(plain: dict[str, object]) -> str:
    """A room without what a process writes down when it takes over."""
    tables: dict[str, dict[str, object]] = plain["tables"]  # type: ignore[assignment]
    for hosted in tables.values():
        hosted["hosting"]["clock_restarts"] = 0  # type: ignore[index]
        hosted["turn"] = hosted["turn"][:4]  # type: ignore[index]
    return str({"tables": tables, "ledger": plain["ledger"], "room": plain["room"]})
