"""A room on several nodes: any client on any of them, each table on one, and all of it one room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import InProcessCluster
from tests.simulation.single_node.simulator import usual_sign
from tests.storage.sample_stream import Felt

from hoyle.nodes.node import RoomTakenOver
from hoyle.nodes.node_context import LEASE_MS
from hoyle.nodes.placement import adopting_node
from hoyle.storage.errors import StoreError
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.models import table_stream
from hoyle.storage.sqlite_store import SqliteStore
from hoyle.storage.store_factory import open_store


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[InProcessCluster]:
    found = InProcessCluster(tmp_path, "east", "north", "west")
    yield found
    found.close()


def test_new_tables_go_where_there_is_least_to_do(cluster):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(6)]
    assert tables == [1, 2, 3, 4, 5, 6]
    owners = [cluster.owner(table) for table in tables]
    assert {name: owners.count(name) for name in cluster.nodes} == {"east": 2, "north": 2, "west": 2}


def test_a_hand_is_played_by_people_at_three_nodes(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    players = {name: cluster.guest(at, name) for name, at in (("ann", "east"), ("bob", "north"), ("cy", "west"))}
    for seat, player in enumerate(players.values(), 1):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=200)
    cluster.until(lambda: any(wait["decision"] == "action" for wait in _waits(players["ann"])))
    for _ in range(4):
        awaited = next(wait["person"] for wait in _waits(players["ann"]) if wait["decision"] == "action")
        seat = 1 + list(players).index(awaited)
        # Other nodes hear of it a little later.
        cluster.until(lambda who=awaited: any(wait["decision"] == "action" for wait in _waits(players[who])))
        offered = {each["do"] for wait in _waits(players[awaited]) for each in wait.get("choices", ())}
        players[awaited].yes(table, do="call" if "call" in offered else "check", seat=seat)
        cluster.advance(50)
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


def test_lobby_purse_and_presence_are_the_same_everywhere(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    at = cluster.other(table)
    ann = cluster.guest(at, "ann")
    ann.watch(table)
    ann.yes(table, do="sit", seat=2, chips=200)
    ann.send({"type": "lobby", "subscribe": True})
    cluster.advance(3000)
    assert ann.last("wallet")["chips"] == 4800
    [line] = ann.last("lobby")["tables"]
    assert (line["table_id"], line["seats_taken"], line["is_yours"]) == (table, 1, True)
    for name in cluster.nodes:
        status, body = cluster.call(name, "tables")
        assert status == 200
        assert [each["seats_taken"] for each in body["tables"]] == [1]
        assert body["connected_count"] == 2
    # Connected by any node she is at her seat; connected by none she is not.
    bob = cluster.guest(cluster.owner(table), "bob")
    bob.watch(table)
    assert bob.last("table")["connected"] == ["ann"]
    ann.leave()
    cluster.advance(100)
    assert bob.last("presence")["connected"] == []
    third = next(name for name in cluster.nodes if name not in (at, cluster.owner(table)))
    again = cluster.connect(third, "ann")
    assert again.last("welcome")["seated_at"] == [table]
    assert again.last("welcome")["wallet"] == 4800
    cluster.advance(100)
    assert bob.last("presence")["connected"] == ["ann"]


def test_chips_are_spent_once_whichever_nodes_they_are_spent_at(cluster):
    boss = cluster.manager("east")
    one, two = cluster.open(boss), cluster.open(boss)
    assert cluster.owner(one) != cluster.owner(two)
    ann, also = cluster.guest("north", "ann"), cluster.connect("west", "ann")
    ann.yes(one, do="sit", seat=1, chips=480)
    # The other node's ledger has not heard of it, and must not go by what it remembers.
    for node in cluster.nodes.values():
        node.pipeline.room.ledger.balances["wallet ann"] = 300
    refused = also.do(two, do="sit", seat=1, chips=5000)
    assert not refused["ok"]
    also.yes(two, do="sit", seat=1, chips=480)
    cluster.advance(1500)
    assert cluster.call("east", "me", cluster.tokens["ann"])[1]["wallet"] == 4040


def test_who_is_too_late_with_his_chips_costs_the_other_tables_nothing(cluster, monkeypatch):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(6)]
    table, neighbour = [each for each in tables if cluster.owner(each) == "west"]
    ann = cluster.guest("east", "ann")
    ann.yes(tables[0] if cluster.owner(tables[0]) != "west" else tables[1], do="sit", seat=1, chips=480)
    desk = cluster.nodes["west"].pipeline
    room, hosted = desk.room, desk.room.tables[neighbour]
    looked_up = desk.sql_store.balances_of
    stale = [{"wallet ann": 100_000}]

    def held_by(accounts):
        found = looked_up(accounts)
        return {**found, **stale.pop()} if stale and "wallet ann" in accounts else found

    monkeypatch.setattr(desk.sql_store, "balances_of", held_by)
    # Another node moves her chips between the look at them and the commit.
    with closing(sqlite3.connect(cluster.path, isolation_level=None)) as disk:
        disk.execute("UPDATE balance SET chips = chips - 4500 WHERE account = 'wallet ann'")
        disk.execute("UPDATE balance SET chips = chips + 4500 WHERE account = 'cage'")
    assert not ann.do(table, do="sit", seat=1, chips=480)["ok"]
    assert not stale
    assert desk.room is room
    assert desk.room.tables[neighbour] is hosted
    ann.yes(table, do="chat", text="another time")


def test_fresh_play_chips_are_for_who_has_few_wherever_they_lie(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    ann = cluster.guest(cluster.owner(table), "ann")
    ann.yes(table, do="sit", seat=1, chips=480)
    cluster.advance(50)
    other = cluster.other(table)
    for node in cluster.nodes.values():
        node.pipeline.room.ledger.balances["wallet ann"] = 0
    assert cluster.call(other, "refresh", cluster.tokens["ann"])[0] == 409
    # Were her wallet empty, what lies before her would still count.
    node = cluster.nodes[other]
    assert node.pipeline.room.stacks_elsewhere == {table: {"ann": 480}}


def test_what_a_manager_decides_holds_at_every_node(cluster):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(3)]
    ann = cluster.guest("west", "ann")
    for table in tables:
        ann.yes(table, do="sit", seat=1, chips=200)
    boss.yes(0, do="suspend-person", player="ann", why="soft play")
    cluster.advance(2500)
    for table in tables:
        hosted = cluster.nodes[cluster.owner(table)].pipeline.room.tables[table]
        assert hosted.seated == {}
        assert not ann.do(table, do="sit", seat=1, chips=200)["ok"]
    assert cluster.call("north", "me", cluster.tokens["ann"])[1]["wallet"] == 5000


def test_a_session_that_is_ended_at_one_node_is_ended_at_all(cluster):
    ann = cluster.guest("east", "ann")
    also = cluster.connect("west", "ann")
    assert cluster.call("north", "log-out", cluster.tokens["ann"])[0] == 200
    cluster.advance(100)
    assert (ann.dropped, also.dropped) == (4401, 4401)


def test_the_link_to_a_home_game_leads_there_from_every_node(cluster):
    cluster.open(cluster.manager("north"))
    ann = cluster.guest("east", "ann")
    given = ann.yes(0, do="open-home-game", game="holdem", sign=usual_sign("holdem"))["created"]
    cluster.advance(2500)
    for name in cluster.nodes:
        status, body = cluster.call(name, "home", code=given["invite_code"])
        assert (status, body["table_id"], body["host"]) == (200, given["table_id"], "ann")
    assert cluster.call("east", "home", code="quiet-lamp-river-0")[0] == 404
    bob = cluster.guest(cluster.other(given["table_id"]), "bob")
    assert not bob.do(given["table_id"], do="sit", seat=1, chips=100)["ok"]
    bob.yes(given["table_id"], do="join-home-game", code=given["invite_code"])
    bob.yes(given["table_id"], do="sit", seat=1, chips=100)
    assert cluster.call(bob.at, "ledger", cluster.tokens["bob"], table=given["table_id"])[0] == 200
    # The floor desk of a host lists his own table, wherever he asks.
    assert cluster.call("west", "floor", cluster.tokens["ann"])[1]["tables"][0]["table_id"] == given["table_id"]


def test_when_a_node_dies_its_tables_go_on_at_the_others_with_the_same_hand(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner = cluster.owner(table)
    at = cluster.other(table)
    ann, bob = cluster.guest(at, "ann"), cluster.guest(at, "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=200)
    cluster.until(lambda: any(wait["decision"] == "action" for wait in _waits(ann)))
    cards = _mine(ann)
    before = ann.count("table")
    cluster.kill(owner)
    cluster.until(lambda: ann.count("table") > before)
    assert cluster.faults.time
    again = ann.last("table")["snapshot"]
    assert again["own_cards"] == cards[-1]
    assert cluster.owner(table) != owner
    # Nobody was told that the clock was running: it begins anew.
    clock = again["clock"]
    assert clock["expires_at"] - clock["started_at"] == 20_000
    assert clock["started_at"] > cluster.faults.clock() - LEASE_MS


def test_however_many_follow_a_table_all_of_them_get_it_afresh_after_a_take_over(tmp_path):
    cluster = InProcessCluster(tmp_path, "east", "north", "west", max_payload=16 << 10)
    table = cluster.open(cluster.manager("east"))
    owner = cluster.owner(table)
    taker = adopting_node(f"table {table}", [NodeRun(name, 1, live=True) for name in cluster.nodes if name != owner])
    [at] = cluster.nodes.keys() - {owner, taker}
    guests = [cluster.guest(at, f"guest {number}") for number in range(40)]
    for guest in guests:
        guest.watch(table)
    before = guests[0].count("table")
    cluster.kill(owner)
    cluster.until(lambda: all(guest.count("table") > before for guest in guests), most=15_000)
    assert cluster.owner(table) == taker
    guests[-1].yes(table, do="sit", seat=1, chips=200)
    cluster.close()


def test_what_a_table_looked_like_before_it_moved_is_shown_to_nobody_afterwards(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner, at = cluster.owner(table), cluster.other(table)
    ann, bob = cluster.guest(at, "ann"), cluster.guest(owner, "bob")
    ann.watch(table)
    # What is said of it comes late, and meanwhile the table has come here.
    cluster.faults.partitions.add(frozenset((owner, at)))
    for words in ("one", "two", "three"):
        bob.yes(table, do="chat", text=words)
    assert cluster.nodes[owner].pipeline.hand_over_table(table, at)
    cluster.nodes[owner].gateway.table_departed(table)
    cluster.until(lambda: table in cluster.nodes[at].pipeline.room.tables)
    cluster.advance(300)
    shown = ann.last("table")["snapshot"]["record"]
    seen = len(ann.frames)
    cluster.faults.partitions.clear()
    cluster.advance(2000)
    assert not [frame for frame in ann.frames[seen:] if frame["type"] in ("table", "events")]
    ann.yes(table, do="chat", text="four")
    assert ann.last("events")["update"]["record"] == shown + 1


def test_a_command_sent_into_a_take_over_takes_effect_once(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    at = cluster.other(table)
    ann = cluster.guest(at, "ann")
    cluster.kill(cluster.owner(table))
    answer = ann.yes(table, do="sit", seat=1, chips=200)
    again = cluster.owner(table)
    ann.send(
        {
            "type": "command",
            "idempotency_key": answer["idempotency_key"],
            "table_id": table,
            "command": {"do": "sit", "seat": 1, "chips": 200},
        }
    )
    cluster.advance(200)
    assert [each["first_event"] for each in ann.frames if each.get("idempotency_key") == answer["idempotency_key"]] == [
        answer["first_event"]
    ] * 2
    assert cluster.nodes[again].pipeline.room.wallet_balance("ann") == 4800


def test_an_owner_that_slept_past_its_lease_appends_nothing_and_joins_again(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner = cluster.owner(table)
    ann = cluster.guest(owner, "ann")
    ann.watch(table)
    cluster.asleep.add(owner)
    cluster.advance(LEASE_MS + 3000)
    taker = cluster.owner_awake(table)
    assert taker != owner
    with closing(open_store(cluster.path)) as store:
        epoch = store._query("SELECT epoch, number FROM stream WHERE stream = ?", (f"table {table}",))
    cluster.inbox[owner] = []
    sleeper = cluster.nodes[owner].pipeline
    before = sleeper.room.chain(f"table {table}").head
    sleeper.room.reschedule(sleeper.room.tables[table])
    with pytest.raises(StoreError):
        sleeper.store.commit([Felt(table, before).act()])
    cluster.asleep.discard(owner)
    cluster.advance(3000)
    assert cluster.owner(table) == taker
    with closing(open_store(cluster.path)) as store:
        assert store._query("SELECT epoch, number FROM stream WHERE stream = ?", (f"table {table}",)) == epoch
    # Who was connected there all the time follows the table to where it is.
    ann.yes(table, do="sit", seat=1, chips=200)
    assert ann.last("events")["update"]["record"] > before.number


def test_a_node_that_drains_gives_its_tables_away_between_hands(cluster):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(6)]
    table = next(each for each in tables if cluster.owner(each) == "west")
    ann, bob = cluster.guest("west", "ann"), cluster.guest("east", "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=200)
    cluster.until(lambda: any(wait["decision"] == "action" for wait in _waits(ann)))
    with closing(SqliteStore(cluster.path, clock=cluster.faults.clock)) as floor:
        assert floor.drain("west", draining=True)
    cluster.advance(5000)
    # The others are gone; where a hand is being played it is played to its end first.
    assert [each for each in tables if cluster.owner(each) == "west"] == [table]
    awaited = next(wait for wait in _waits(ann) if wait["decision"] == "action")
    {"ann": ann, "bob": bob}[awaited["person"]].yes(table, do="fold", seat=awaited["seat"])
    others = [node.pipeline.room for name, node in cluster.nodes.items() if name != "west"]
    cluster.until(lambda: any(table in room.tables for room in others))
    assert ann.watch(table)["view"]["seats"][0]["name"] == "ann"
    assert cluster.open(boss) == 7
    assert cluster.owner(7) != "west"


def test_a_table_without_a_pause_is_given_away_as_soon_as_its_hand_is_over(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss, between_rounds_ms=0)
    owner, at = cluster.owner(table), cluster.other(table)
    ann, bob = cluster.guest(at, "ann"), cluster.guest(at, "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        player.yes(table, do="sit", seat=seat, chips=480)
    with closing(SqliteStore(cluster.path, clock=cluster.faults.clock)) as floor:
        assert floor.drain(owner, draining=True)
    begun = cluster.faults.time
    while table in cluster.nodes[owner].pipeline.room.tables:
        assert cluster.faults.time - begun < 30_000, "it is never given away"
        for name, player in (("ann", ann), ("bob", bob)):
            mine = [wait for wait in _waits(player) if wait.get("person") == name and wait["decision"] == "action"]
            offered = {each["do"] for wait in mine for each in wait["choices"]}
            if offered:
                player.frames.clear()
                player.do(table, do="check" if "check" in offered else "fold", seat=mine[0]["seat"])
        cluster.advance(50)
    cluster.advance(3000)
    assert cluster.owner(table) != owner
    # There the next hand is dealt at once.
    cluster.until(lambda: any(wait["decision"] == "action" for wait in _waits(ann)))


def test_a_table_where_wagers_are_open_and_nobody_makes_one_is_given_away_too(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss, "three-card-poker", wager_window_ms=600_000)
    owner = cluster.owner(table)
    ann = cluster.guest(cluster.other(table), "ann")
    ann.watch(table)
    ann.yes(table, do="sit", seat=1, chips=200)
    hosted = cluster.nodes[owner].pipeline.room.tables[table]
    cluster.until(lambda: not hosted.table.is_between_rounds())
    with closing(SqliteStore(cluster.path, clock=cluster.faults.clock)) as floor:
        assert floor.drain(owner, draining=True)
    cluster.advance(5000)
    assert cluster.owner(table) != owner
    assert ann.last("table")["snapshot"]["view"]["seats"][0]["name"] == "ann"


def test_a_node_that_slept_past_its_lease_drains_still_and_one_that_starts_does_not(cluster):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(6)]
    with closing(SqliteStore(cluster.path, clock=cluster.faults.clock)) as floor:
        assert floor.drain("west", draining=True)
    cluster.advance(6000)
    assert "west" not in {cluster.owner(table) for table in tables}
    run = cluster.nodes["west"].run
    cluster.asleep.add("west")
    cluster.advance(LEASE_MS + 3000)
    cluster.asleep.discard("west")
    cluster.advance(6000)
    assert cluster.nodes["west"].run > run
    assert [node.draining for node in cluster.nodes["east"].nodes] == [False, False, True]
    assert "west" not in {cluster.owner(table) for table in tables}
    cluster.nodes["west"].leave()
    cluster.kill("west")
    cluster.start("west")
    cluster.advance(8000)
    assert [node.draining for node in cluster.nodes["east"].nodes] == [False, False, False]
    assert "west" in {cluster.owner(table) for table in tables}


def test_a_table_whose_hand_over_was_never_acknowledged_is_followed_to_where_it_is(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner, to = cluster.owner(table), cluster.other(table)
    ann, bob = cluster.guest(owner, "ann"), cluster.guest(to, "bob")
    ann.watch(table)
    assert cluster.nodes[owner].store.hand_over(table_stream(table), to)
    cluster.until(lambda: _at(cluster, table) == [to])
    cluster.advance(100)
    assert ann.count("table") == 2  # once here, and afresh from there
    bob.yes(table, do="chat", text="good evening")
    cluster.advance(100)
    assert ann.last("events")["update"]["record"] == ann.last("table")["snapshot"]["record"] + 1


def _at(cluster, table):
    """Whoever believes that he has a table."""
    return [name for name, node in cluster.nodes.items() if table in node.pipeline.room.tables]


def test_what_is_only_passed_on_does_not_wait_for_what_is_decided_here(cluster, monkeypatch):
    boss = cluster.manager("east")
    there, here = (cluster.open(boss) for _ in range(2))
    at = cluster.owner(here)
    ann, bob = cluster.guest(at, "ann"), cluster.guest(at, "bob")
    node = cluster.nodes[at]
    done: list[str] = []
    commit, send = node.pipeline.store.commit, node.bus.send

    def committed(writes):
        done.append("commit")
        commit(writes)

    def sent(to, data):
        done.append("passed on")
        send(to, data)

    monkeypatch.setattr(node.pipeline.store, "commit", committed)
    monkeypatch.setattr(node.bus, "send", sent)
    bob.send(
        {"type": "command", "idempotency_key": "b", "table_id": here, "command": {"do": "chat", "text": "connected"}}
    )
    ann.send({"type": "command", "idempotency_key": "a", "table_id": there, "command": {"do": "chat", "text": "there"}})
    cluster.until(lambda: "commit" in done)
    assert done[:2] == ["passed on", "commit"]


def test_what_was_not_heard_is_said_again_however_much_there_is_to_say(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner, at = cluster.owner(table), cluster.other(table)
    ann = cluster.guest(at, "ann")
    ann.watch(table)
    cluster.faults.partitions.add(frozenset((owner, at)))
    ann.send(
        {"type": "command", "idempotency_key": "lost", "table_id": table, "command": {"do": "chat", "text": "one"}}
    )
    cluster.advance(50)
    cluster.faults.partitions.clear()
    for _ in range(100):  # in every turn something new is on its way there
        ann.send({"type": "preview-ruling", "id": "p", "table_id": table, "command": {"do": "chat", "text": "two"}})
        cluster.advance(10)
    assert [each["ok"] for each in ann.frames if each.get("idempotency_key") == "lost"] == [True]


def test_a_node_that_comes_later_gets_its_share(tmp_path):
    cluster = InProcessCluster(tmp_path, "east")
    boss = cluster.manager("east")
    for _ in range(6):
        cluster.open(boss)
    cluster.start("west")
    cluster.advance(8000)
    assert sorted(cluster.owner(table) for table in range(1, 7)) == ["east"] * 3 + ["west"] * 3
    cluster.close()


def test_when_a_node_says_goodbye_nobody_waits_for_its_lease(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner = cluster.owner(table)
    begun = cluster.faults.time
    cluster.nodes[owner].leave()
    cluster.kill(owner)
    cluster.until(lambda: any(table in node.pipeline.room.tables for node in cluster.nodes.values()))
    assert cluster.faults.time - begun < LEASE_MS


def test_a_process_that_takes_the_room_for_itself_stops_the_nodes(cluster):
    cluster.manager("east")
    with closing(open_store(cluster.path)) as alone:
        alone.claim_streams(["room"])
    with pytest.raises(RoomTakenOver, match="claimed by a process that is none of its nodes"):
        cluster.advance(2500)
