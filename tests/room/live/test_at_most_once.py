"""A command takes effect at most once, and nobody hears of it before it is on disk."""

from __future__ import annotations

import pytest
from tests.room.live.evenings import Evening
from tests.room.live.shelf import Shelf

from hoyle.room.live.desk import Desk
from hoyle.room.live.draft import Told
from hoyle.room.store import Store
from hoyle.room.store.failures import Unavailable
from hoyle.room.store.writing import ROOM


@pytest.fixture
def evening(store: Store) -> Evening:
    found = Evening(store)
    found.open("holdem")
    found.guests("ann", "bob")
    return found


def test_a_command_that_arrives_twice_takes_effect_once(evening: Evening) -> None:
    sit = evening.request("ann", "sit", 1, seat=1, chips=200)
    more = evening.request("ann", "top-up", 1, seat=1, chips=50)
    first = evening.desk.serve([sit, sit, more, more, sit])
    assert all(answer.ok for answer in first)
    assert evening.room.purse("ann") == 9_750
    assert evening.desk.serve([more, sit]) == [first[2], first[0]], "later too"
    evening.restart()
    # Sitting down again would be refused by now: what is told is what was told first.
    assert evening.desk.serve([sit]) == [first[0]]
    # Adding again would be granted by now.
    assert evening.desk.serve([more]) == [first[2]]
    assert evening.room.purse("ann") == 9_750
    evening.check()


def test_one_that_came_before_holds_up_none_of_those_beside_it(evening: Evening) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    more = evening.request("ann", "top-up", 1, seat=1, chips=50)
    evening.desk.serve([more])
    evening.restart()
    since = evening.table(1).turn.since
    evening.now += 5_000
    wakings = evening.table(1).hosting.wakings
    answers = evening.desk.serve([evening.request("bob", "sit", 1, seat=2, chips=100), more])
    assert [answer.ok for answer in answers] == [True, True]
    assert evening.room.purse("bob") == 9_900
    assert evening.room.purse("ann") == 9_750
    assert evening.table(1).hosting.wakings == wakings, "nobody's clock begins anew for it"
    assert evening.table(1).turn.since >= since
    evening.check()


def test_ids_are_everybodys_own(evening: Evening) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200, id="same")
    evening.yes("bob", "sit", 1, seat=2, chips=200, id="same")
    assert evening.table(1).seated == {1: "ann", 2: "bob"}
    evening.restart()
    assert evening.ask("bob", "leave", 1, seat=2, id="same").ok, "his first answer, not hers"
    assert evening.table(1).seated == {1: "ann", 2: "bob"}


@pytest.mark.parametrize("id", ["x" * 65, "\x00", "é", "a\nb", "\ud800"])
def test_a_command_has_an_id_that_can_be_kept(evening: Evening, id: str) -> None:
    assert "plain characters are wanted" in evening.no("ann", "sit", 1, seat=1, chips=200, id=id)
    assert not evening.desk.trouble


def test_a_command_without_an_id_is_refused(evening: Evening) -> None:
    request = evening.request("ann", "sit", 1, seat=1, chips=200)
    [answer] = evening.desk.serve([type(request)(id="", person="ann", table=1, command=request.command)])
    assert "plain characters are wanted" in answer.said


def test_a_refused_command_may_be_tried_again(evening: Evening) -> None:
    early = evening.request("ann", "top-up", 1, seat=1, chips=50)
    assert not evening.desk.serve([early])[0].ok
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    assert evening.desk.serve([early])[0].ok


def test_forged_commands_do_nothing(evening: Evening) -> None:
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    assert "bob has no seat at this table" in evening.no("bob", "leave", 1, seat=1)
    assert "cannot do that for 'ann'" in evening.no("bob", "sit", 1, seat=2, chips=100, player="ann")
    evening.no("bob", "top-up", 1, seat=1, chips=50)
    evening.no("bob", "leave-list", 1, player="ann")
    evening.no("dealer", "deal", 1)
    assert "there is no table 99" in evening.no("bob", "sit", 99, seat=1, chips=100)
    assert evening.table(1).seated == {1: "ann"}


def test_nothing_is_heard_before_it_is_on_disk(evening: Evening) -> None:
    store = evening.store
    heads: list[tuple[int, int]] = []

    def hear(told: list[Told]) -> None:
        for each in told:
            stream = ROOM if each.hosted is None else each.hosted.stream
            heads.append((each.number, store.head(stream).number))

    evening.desk.hear = hear
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    evening.finish(1)
    evening.guests("cy")
    assert len(heads) > 10
    assert all(number <= on_disk for number, on_disk in heads)


def test_a_commit_that_fails_leaves_the_room_as_it_was() -> None:
    shelf = Shelf()
    evening = Evening(shelf)
    evening.open("holdem")
    evening.seat(1, "ann", "bob")
    evening.deal_on(1)
    before = evening.plain()
    evening.heard.clear()
    turn = evening.table(1).turn
    fold = evening.request(turn.person, "fold", 1, seat=turn.seat)
    shelf.fails = 1
    [answer] = evening.desk.serve([fold])
    assert not answer.ok
    assert "nothing has changed" in answer.said
    assert evening.heard == [], "nobody was told"
    assert but_waking(evening.plain()) == but_waking(before)
    assert evening.desk.serve([fold])[0].ok, "and it may be tried again"
    evening.check()


def test_a_store_that_stays_away_stops_the_room_with_a_clear_word() -> None:
    shelf = Shelf()
    evening = Evening(shelf)
    evening.open("holdem")
    evening.guests("ann")
    shelf.fails = 10
    for _ in range(3):
        answer = evening.ask("ann", "sit", 1, seat=1, chips=200)
        assert "the room takes nothing at the moment: the shelf has fallen down" in answer.said
        assert evening.desk.tick() == 0
    shelf.fails = 0
    evening.yes("ann", "sit", 1, seat=1, chips=200)
    evening.check()


def test_the_house_too_tells_nothing_that_was_not_written() -> None:
    shelf = Shelf()
    evening = Evening(shelf)
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
    shelf = Shelf()
    Evening(shelf).open("holdem")
    shelf.fails = 1
    with pytest.raises(Unavailable, match="the shelf has fallen down"):
        Desk(shelf, now=lambda: 0, entropy=bytes)


def but_waking(plain: dict[str, object]) -> str:
    """A room without what a process writes down when it takes over."""
    tables: dict[str, dict[str, object]] = plain["tables"]  # type: ignore[assignment]
    for hosted in tables.values():
        hosted["hosting"]["wakings"] = 0  # type: ignore[index]
        hosted["turn"] = hosted["turn"][:4]  # type: ignore[index]
    return str({"tables": tables, "ledger": plain["ledger"], "room": plain["room"]})
