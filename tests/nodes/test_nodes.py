"""A room on several nodes: any client on any of them, each table on one, and all of it one room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import House
from tests.simulation.single_node.simulator import usual_sign
from tests.storage.sample_stream import Felt

from hoyle.nodes.node import RoomTakenOver
from hoyle.nodes.placement import adopting_node
from hoyle.nodes.timeouts import LEASE_MS
from hoyle.storage.errors import StoreError
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.models import table_stream
from hoyle.storage.sqlite_store import SqliteStore
from hoyle.storage.store_factory import open_store


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, "east", "north", "west")
    yield found
    found.close()


def test_new_tables_go_where_there_is_least_to_do(house):
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(6)]
    assert tables == [1, 2, 3, 4, 5, 6]
    owners = [house.owner(table) for table in tables]
    assert {name: owners.count(name) for name in house.nodes} == {"east": 2, "north": 2, "west": 2}


def test_a_hand_is_played_by_people_at_three_nodes(house):
    boss = house.manager("east")
    table = house.open(boss)
    players = {
        name: house.guest(at, name) for name, at in (("ann", "east"), ("bob", "north"), ("cy", "west"))
    }
    for seat, player in enumerate(players.values(), 1):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=200)
    house.until(lambda: any(wait["decision"] == "action" for wait in _waits(players["ann"])))
    for _ in range(4):
        awaited = next(wait["person"] for wait in _waits(players["ann"]) if wait["decision"] == "action")
        seat = 1 + list(players).index(awaited)
        # Other nodes hear of it a little later.
        house.until(lambda who=awaited: any(wait["decision"] == "action" for wait in _waits(players[who])))
        offered = {each["do"] for wait in _waits(players[awaited]) for each in wait.get("choices", ())}
        players[awaited].yes(table, do="call" if "call" in offered else "check", seat=seat)
        house.passes(50)
    lasts = {player.last("events")["update"]["version"] for player in players.values()}
    assert len(lasts) == 1
    # Each has seen his own cards, wherever he is connected, and nobody else's.
    for seat, player in enumerate(players.values(), 1):
        assert all(set(each) <= {str(seat)} for each in _mine(player))
    assert all(_mine(players[name]) for name in ("ann", "bob"))


def _mine(somebody):
    """What somebody was sent of his own cards, in order."""
    news = [frame["update"] for frame in somebody.frames if frame["type"] == "events"]
    return [each["own_cards"] for each in news if "own_cards" in each]


def _waits(somebody):
    return somebody.last("events")["update"]["pending"] if somebody.count("events") else []


def test_lobby_purse_and_presence_are_the_same_everywhere(house):
    boss = house.manager("east")
    table = house.open(boss)
    at = house.other(table)
    ann = house.guest(at, "ann")
    ann.watch(table)
    ann.yes(table, do="sit", seat=2, chips=200)
    ann.send({"type": "lobby", "subscribe": True})
    house.passes(3000)
    assert ann.last("wallet")["chips"] == 4800
    [line] = ann.last("lobby")["tables"]
    assert (line["table_id"], line["seats_taken"], line["is_yours"]) == (table, 1, True)
    for name in house.nodes:
        status, body = house.call(name, "tables")
        assert status == 200
        assert [each["seats_taken"] for each in body["tables"]] == [1]
        assert body["connected_count"] == 2
    # Connected by any node she is at her seat; connected by none she is not.
    bob = house.guest(house.owner(table), "bob")
    bob.watch(table)
    assert bob.last("table")["connected"] == ["ann"]
    ann.leave()
    house.passes(100)
    assert bob.last("presence")["connected"] == []
    third = next(name for name in house.nodes if name not in (at, house.owner(table)))
    again = house.connect(third, "ann")
    assert again.last("welcome")["seated_at"] == [table]
    assert again.last("welcome")["wallet"] == 4800
    house.passes(100)
    assert bob.last("presence")["connected"] == ["ann"]


def test_chips_are_spent_once_whichever_nodes_they_are_spent_at(house):
    boss = house.manager("east")
    one, two = house.open(boss), house.open(boss)
    assert house.owner(one) != house.owner(two)
    ann, also = house.guest("north", "ann"), house.connect("west", "ann")
    ann.yes(one, do="sit", seat=1, chips=480)
    # The other node's ledger has not heard of it, and must not go by what it remembers.
    for node in house.nodes.values():
        node.desk.room.ledger.balances["wallet ann"] = 300
    refused = also.do(two, do="sit", seat=1, chips=5000)
    assert not refused["ok"]
    also.yes(two, do="sit", seat=1, chips=480)
    house.passes(1500)
    assert house.call("east", "me", house.tokens["ann"])[1]["purse"] == 4040


def test_who_is_too_late_with_his_chips_costs_the_other_tables_nothing(house, monkeypatch):
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(6)]
    table, neighbour = [each for each in tables if house.owner(each) == "west"]
    ann = house.guest("east", "ann")
    ann.yes(tables[0] if house.owner(tables[0]) != "west" else tables[1], do="sit", seat=1, chips=480)
    desk = house.nodes["west"].desk
    room, hosted = desk.room, desk.room.tables[neighbour]
    looked_up = desk.shared.balances_of
    stale = [{"wallet ann": 100_000}]

    def held_by(accounts):
        found = looked_up(accounts)
        return {**found, **stale.pop()} if stale and "wallet ann" in accounts else found

    monkeypatch.setattr(desk.shared, "balances_of", held_by)
    # Another node moves her chips between the look at them and the commit.
    with closing(sqlite3.connect(house.path, isolation_level=None)) as disk:
        disk.execute("UPDATE balance SET chips = chips - 4500 WHERE account = 'wallet ann'")
        disk.execute("UPDATE balance SET chips = chips + 4500 WHERE account = 'cage'")
    assert not ann.do(table, do="sit", seat=1, chips=480)["ok"]
    assert not stale
    assert desk.room is room
    assert desk.room.tables[neighbour] is hosted
    ann.yes(table, do="say", text="another time")


def test_fresh_play_chips_are_for_who_has_few_wherever_they_lie(house):
    boss = house.manager("east")
    table = house.open(boss)
    ann = house.guest(house.owner(table), "ann")
    ann.yes(table, do="sit", seat=1, chips=480)
    house.passes(50)
    other = house.other(table)
    for node in house.nodes.values():
        node.desk.room.ledger.balances["wallet ann"] = 0
    assert house.call(other, "refresh", house.tokens["ann"])[0] == 403
    # Were her wallet empty, what lies before her would still count.
    node = house.nodes[other]
    assert node.desk.room.stacks_elsewhere == {table: {"ann": 480}}


def test_what_a_manager_decides_holds_at_every_node(house):
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(3)]
    ann = house.guest("west", "ann")
    for table in tables:
        ann.yes(table, do="sit", seat=1, chips=200)
    boss.yes(0, do="disable", player="ann", why="soft play")
    house.passes(2500)
    for table in tables:
        hosted = house.nodes[house.owner(table)].desk.room.tables[table]
        assert hosted.seated == {}
        assert not ann.do(table, do="sit", seat=1, chips=200)["ok"]
    assert house.call("north", "me", house.tokens["ann"])[1]["purse"] == 5000


def test_a_session_that_is_ended_at_one_node_is_ended_at_all(house):
    ann = house.guest("east", "ann")
    also = house.connect("west", "ann")
    assert house.call("north", "log-out", house.tokens["ann"])[0] == 200
    house.passes(100)
    assert (ann.dropped, also.dropped) == (4401, 4401)


def test_the_link_to_a_home_game_leads_there_from_every_node(house):
    house.open(house.manager("north"))
    ann = house.guest("east", "ann")
    given = ann.yes(0, do="open-home-game", game="holdem", sign=usual_sign("holdem"))["created"]
    house.passes(2500)
    for name in house.nodes:
        status, body = house.call(name, "home", code=given["invite_code"])
        assert (status, body["table"], body["host"]) == (200, given["table_id"], "ann")
    assert house.call("east", "home", code="quiet-lamp-river-0")[0] == 403
    bob = house.guest(house.other(given["table_id"]), "bob")
    assert not bob.do(given["table_id"], do="sit", seat=1, chips=100)["ok"]
    bob.yes(given["table_id"], do="join", code=given["invite_code"])
    bob.yes(given["table_id"], do="sit", seat=1, chips=100)
    assert house.call(bob.at, "ledger", house.tokens["bob"], table=given["table_id"])[0] == 200
    # The floor desk of a host lists his own table, wherever he asks.
    assert house.call("west", "floor", house.tokens["ann"])[1]["tables"][0]["table"] == given["table_id"]


def test_when_a_node_dies_its_tables_go_on_at_the_others_with_the_same_hand(house):
    boss = house.manager("east")
    table = house.open(boss)
    owner = house.owner(table)
    at = house.other(table)
    ann, bob = house.guest(at, "ann"), house.guest(at, "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=200)
    house.until(lambda: any(wait["decision"] == "action" for wait in _waits(ann)))
    cards = _mine(ann)
    before = ann.count("table")
    house.kill(owner)
    house.until(lambda: ann.count("table") > before)
    assert house.storm.time
    again = ann.last("table")["snapshot"]
    assert again["own_cards"] == cards[-1]
    assert house.owner(table) != owner
    # Nobody was told that the clock was running: it begins anew.
    clock = again["clock"]
    assert clock["expires_at"] - clock["started_at"] == 20_000
    assert clock["started_at"] > house.storm.clock() - LEASE_MS


def test_however_many_follow_a_table_all_of_them_get_it_afresh_after_a_take_over(tmp_path):
    house = House(tmp_path, "east", "north", "west", carried=16 << 10)
    table = house.open(house.manager("east"))
    owner = house.owner(table)
    taker = adopting_node(
        f"table {table}", [NodeRun(name, 1, live=True) for name in house.nodes if name != owner]
    )
    [at] = house.nodes.keys() - {owner, taker}
    guests = [house.guest(at, f"guest {number}") for number in range(40)]
    for guest in guests:
        guest.watch(table)
    before = guests[0].count("table")
    house.kill(owner)
    house.until(lambda: all(guest.count("table") > before for guest in guests), most=15_000)
    assert house.owner(table) == taker
    guests[-1].yes(table, do="sit", seat=1, chips=200)
    house.close()


def test_what_a_table_looked_like_before_it_moved_is_shown_to_nobody_afterwards(house):
    boss = house.manager("east")
    table = house.open(boss)
    owner, at = house.owner(table), house.other(table)
    ann, bob = house.guest(at, "ann"), house.guest(owner, "bob")
    ann.watch(table)
    # What is said of it comes late, and meanwhile the table has come here.
    house.storm.cut.add(frozenset((owner, at)))
    for words in ("one", "two", "three"):
        bob.yes(table, do="say", text=words)
    assert house.nodes[owner].desk.hand_over_table(table, at)
    house.nodes[owner].service.table_departed(table)
    house.until(lambda: table in house.nodes[at].desk.room.tables)
    house.passes(300)
    shown = ann.last("table")["snapshot"]["record"]
    seen = len(ann.frames)
    house.storm.cut.clear()
    house.passes(2000)
    assert not [frame for frame in ann.frames[seen:] if frame["type"] in ("table", "events")]
    ann.yes(table, do="say", text="four")
    assert ann.last("events")["update"]["record"] == shown + 1


def test_a_command_sent_into_a_take_over_takes_effect_once(house):
    boss = house.manager("east")
    table = house.open(boss)
    at = house.other(table)
    ann = house.guest(at, "ann")
    house.kill(house.owner(table))
    answer = ann.yes(table, do="sit", seat=1, chips=200)
    again = house.owner(table)
    ann.send(
        {
            "type": "command",
            "idempotency_key": answer["idempotency_key"],
            "table_id": table,
            "command": {"do": "sit", "seat": 1, "chips": 200},
        }
    )
    house.passes(200)
    assert [
        each["first_event"] for each in ann.frames if each.get("idempotency_key") == answer["idempotency_key"]
    ] == [answer["first_event"]] * 2
    assert house.nodes[again].desk.room.wallet_balance("ann") == 4800


def test_an_owner_that_slept_past_its_lease_appends_nothing_and_joins_again(house):
    boss = house.manager("east")
    table = house.open(boss)
    owner = house.owner(table)
    ann = house.guest(owner, "ann")
    ann.watch(table)
    house.asleep.add(owner)
    house.passes(LEASE_MS + 3000)
    taker = house.owner_awake(table)
    assert taker != owner
    with closing(open_store(house.path)) as store:
        epoch = store._query("SELECT epoch, number FROM stream WHERE stream = ?", (f"table {table}",))
    house.inbox[owner] = []
    sleeper = house.nodes[owner].desk
    before = sleeper.room.chain(f"table {table}").head
    sleeper.room.reschedule(sleeper.room.tables[table])
    with pytest.raises(StoreError):
        sleeper.store.commit([Felt(table, before).act()])
    house.asleep.discard(owner)
    house.passes(3000)
    assert house.owner(table) == taker
    with closing(open_store(house.path)) as store:
        assert store._query("SELECT epoch, number FROM stream WHERE stream = ?", (f"table {table}",)) == epoch
    # Who was connected there all the time follows the table to where it is.
    ann.yes(table, do="sit", seat=1, chips=200)
    assert ann.last("events")["update"]["record"] > before.number


def test_a_node_that_drains_gives_its_tables_away_between_hands(house):
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(6)]
    table = next(each for each in tables if house.owner(each) == "west")
    ann, bob = house.guest("west", "ann"), house.guest("east", "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=200)
    house.until(lambda: any(wait["decision"] == "action" for wait in _waits(ann)))
    with closing(SqliteStore(house.path, clock=house.storm.clock)) as floor:
        assert floor.drain("west", draining=True)
    house.passes(5000)
    # The others are gone; where a hand is being played it is played to its end first.
    assert [each for each in tables if house.owner(each) == "west"] == [table]
    awaited = next(wait for wait in _waits(ann) if wait["decision"] == "action")
    {"ann": ann, "bob": bob}[awaited["person"]].yes(table, do="fold", seat=awaited["seat"])
    others = [node.desk.room for name, node in house.nodes.items() if name != "west"]
    house.until(lambda: any(table in room.tables for room in others))
    assert ann.watch(table)["view"]["seats"][0]["name"] == "ann"
    assert house.open(boss) == 7
    assert house.owner(7) != "west"


def test_a_table_without_a_pause_is_given_away_as_soon_as_its_hand_is_over(house):
    boss = house.manager("east")
    table = house.open(boss, pause=0)
    owner, at = house.owner(table), house.other(table)
    ann, bob = house.guest(at, "ann"), house.guest(at, "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=480)
    with closing(SqliteStore(house.path, clock=house.storm.clock)) as floor:
        assert floor.drain(owner, draining=True)
    begun = house.storm.time
    while table in house.nodes[owner].desk.room.tables:
        assert house.storm.time - begun < 30_000, "it is never given away"
        for name, player in (("ann", ann), ("bob", bob)):
            mine = [
                wait for wait in _waits(player) if wait.get("person") == name and wait["decision"] == "action"
            ]
            offered = {each["do"] for wait in mine for each in wait["choices"]}
            if offered:
                player.frames.clear()
                player.do(table, do="check" if "check" in offered else "fold", seat=mine[0]["seat"])
        house.passes(50)
    house.passes(3000)
    assert house.owner(table) != owner
    # There the next hand is dealt at once.
    house.until(lambda: any(wait["decision"] == "action" for wait in _waits(ann)))


def test_a_table_where_wagers_are_open_and_nobody_makes_one_is_given_away_too(house):
    boss = house.manager("east")
    table = house.open(boss, "three-card-poker", betting=600_000)
    owner = house.owner(table)
    ann = house.guest(house.other(table), "ann")
    ann.watch(table)
    ann.yes(table, do="sit", seat=1, chips=200)
    hosted = house.nodes[owner].desk.room.tables[table]
    house.until(lambda: not hosted.table.is_between_rounds())
    with closing(SqliteStore(house.path, clock=house.storm.clock)) as floor:
        assert floor.drain(owner, draining=True)
    house.passes(5000)
    assert house.owner(table) != owner
    assert ann.last("table")["snapshot"]["view"]["seats"][0]["name"] == "ann"


def test_a_node_that_slept_past_its_lease_drains_still_and_one_that_starts_does_not(house):
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(6)]
    with closing(SqliteStore(house.path, clock=house.storm.clock)) as floor:
        assert floor.drain("west", draining=True)
    house.passes(6000)
    assert "west" not in {house.owner(table) for table in tables}
    run = house.nodes["west"].run
    house.asleep.add("west")
    house.passes(LEASE_MS + 3000)
    house.asleep.discard("west")
    house.passes(6000)
    assert house.nodes["west"].run > run
    assert [node.draining for node in house.nodes["east"].nodes] == [False, False, True]
    assert "west" not in {house.owner(table) for table in tables}
    house.nodes["west"].release_tables()
    house.kill("west")
    house.start("west")
    house.passes(8000)
    assert [node.draining for node in house.nodes["east"].nodes] == [False, False, False]
    assert "west" in {house.owner(table) for table in tables}


def test_a_table_whose_hand_over_was_never_acknowledged_is_followed_to_where_it_is(house):
    boss = house.manager("east")
    table = house.open(boss)
    owner, to = house.owner(table), house.other(table)
    ann, bob = house.guest(owner, "ann"), house.guest(to, "bob")
    ann.watch(table)
    assert house.nodes[owner].store.hand_over(table_stream(table), to)
    house.until(lambda: _at(house, table) == [to])
    house.passes(100)
    assert ann.count("table") == 2  # once here, and afresh from there
    bob.yes(table, do="say", text="good evening")
    house.passes(100)
    assert ann.last("events")["update"]["record"] == ann.last("table")["snapshot"]["record"] + 1


def _at(house, table):
    """Whoever believes that he has a table."""
    return [name for name, node in house.nodes.items() if table in node.desk.room.tables]


def test_what_is_only_passed_on_does_not_wait_for_what_is_decided_here(house, monkeypatch):
    boss = house.manager("east")
    there, here = (house.open(boss) for _ in range(2))
    at = house.owner(here)
    ann, bob = house.guest(at, "ann"), house.guest(at, "bob")
    node = house.nodes[at]
    done: list[str] = []
    commit, send = node.desk.store.commit, node.bus.send

    def committed(writes):
        done.append("commit")
        commit(writes)

    def sent(to, data):
        done.append("passed on")
        send(to, data)

    monkeypatch.setattr(node.desk.store, "commit", committed)
    monkeypatch.setattr(node.bus, "send", sent)
    bob.send(
        {
            "type": "command",
            "idempotency_key": "b",
            "table_id": here,
            "command": {"do": "say", "text": "connected"},
        }
    )
    ann.send(
        {
            "type": "command",
            "idempotency_key": "a",
            "table_id": there,
            "command": {"do": "say", "text": "there"},
        }
    )
    house.until(lambda: "commit" in done)
    assert done[:2] == ["passed on", "commit"]


def test_what_was_not_heard_is_said_again_however_much_there_is_to_say(house):
    boss = house.manager("east")
    table = house.open(boss)
    owner, at = house.owner(table), house.other(table)
    ann = house.guest(at, "ann")
    ann.watch(table)
    house.storm.cut.add(frozenset((owner, at)))
    ann.send(
        {
            "type": "command",
            "idempotency_key": "lost",
            "table_id": table,
            "command": {"do": "say", "text": "one"},
        }
    )
    house.passes(50)
    house.storm.cut.clear()
    for _ in range(100):  # in every turn something new is on its way there
        ann.send(
            {"type": "preview-ruling", "id": "p", "table_id": table, "command": {"do": "say", "text": "two"}}
        )
        house.passes(10)
    assert [each["ok"] for each in ann.frames if each.get("idempotency_key") == "lost"] == [True]


def test_a_node_that_comes_later_gets_its_share(tmp_path):
    house = House(tmp_path, "east")
    boss = house.manager("east")
    for _ in range(6):
        house.open(boss)
    house.start("west")
    house.passes(8000)
    assert sorted(house.owner(table) for table in range(1, 7)) == ["east"] * 3 + ["west"] * 3
    house.close()


def test_when_a_node_says_goodbye_nobody_waits_for_its_lease(house):
    boss = house.manager("east")
    table = house.open(boss)
    owner = house.owner(table)
    begun = house.storm.time
    house.nodes[owner].release_tables()
    house.kill(owner)
    house.until(lambda: any(table in node.desk.room.tables for node in house.nodes.values()))
    assert house.storm.time - begun < LEASE_MS


def test_a_process_that_takes_the_room_for_itself_stops_the_nodes(house):
    house.manager("east")
    with closing(open_store(house.path)) as alone:
        alone.claim_streams(["room"])
    with pytest.raises(RoomTakenOver, match="claimed by a process that is none of its nodes"):
        house.passes(2500)
