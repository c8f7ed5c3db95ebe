"""Several nodes share a room: a table is one node's while its lease lasts."""

from __future__ import annotations

from contextlib import nullcontext
from time import monotonic, sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.storage.sample_stream import Felt, holds

from hoyle.storage.account_names import CAGE
from hoyle.storage.commit_batch import CommitBatch
from hoyle.storage.errors import LeaseExpired, Locked, SequenceError, Superseded
from hoyle.storage.lease_rules import NodeRun, StreamOwner, is_held, may_join, may_take, next_run
from hoyle.storage.models import ROOM
from hoyle.storage.store_interface import MAX_RECORDS_PER_STREAM

LONG = 600_000
"""Milliseconds: a lease that outlasts any test."""


def joins(store, name, lease=LONG):
    return store.join(name, address=f"http://{name}/", lease=lease, protocol=1)


def ends(store, name):
    """Wait until a lease has ended by the store's own clock."""
    until = monotonic() + 60
    while any(node.live for node in store.nodes() if node.name == name):
        assert monotonic() < until, f"the lease of {name} does not end"
        sleep(0.01)


def owner_of(store, stream):
    return next(each[1:] for each in store.holdings() if each.stream == stream)


# The rules alone

NAMES = st.sampled_from(["east", "west", "north"])
RUNS = st.integers(0, 4)
NODES = st.lists(st.builds(NodeRun, NAMES, st.integers(1, 4), live=st.booleans()), max_size=4)
HELD = st.builds(StreamOwner, st.just("table 1"), st.one_of(st.just(""), NAMES), RUNS)


@given(HELD, NODES, NAMES, st.integers(1, 4))
def test_nobody_takes_what_a_living_lease_holds(held, nodes, name, run):
    own = (held.owner, held.run) == (name, run)
    living = [(node.name, node.run) for node in nodes if node.live]
    assert may_take(held, nodes, name, run) == (own or held[1:] not in living)
    assert is_held(held, nodes) == (held[1:] in living)


@given(NODES, NAMES)
def test_a_name_is_taken_while_its_lease_lasts_and_no_run_is_numbered_twice(nodes, name):
    assert may_join(nodes, name) == all(node.name != name or not node.live for node in nodes)
    assert next_run(nodes) not in {node.run for node in nodes}
    assert all(node.run < next_run(nodes) for node in nodes)


# On disk


def test_nodes_are_known_by_name_run_and_load(store, place, opened):
    west = opened(place)
    assert joins(store, "east") == 1
    assert joins(west, "west") == 2
    store.renew(tables=7, people=40)
    east, other = west.renew(tables=2, people=9)
    assert (east.name, east.run, east.live, east.ended_ms_ago, east.address) == ("east", 1, True, 0, "http://east/")
    assert (east.tables, east.people, east.protocol, east.draining) == (7, 40, 1, False)
    assert (other.name, other.tables, other.people) == ("west", 2, 9)


def test_two_nodes_of_one_name_do_not_work_at_once(store, place, opened):
    joins(store, "east")
    with pytest.raises(Locked, match="node 'east' is already running"):
        joins(opened(place), "east")
    store.end_lease()
    assert joins(opened(place), "east") == 2


def test_a_table_is_taken_only_when_its_lease_has_ended(store, place, opened):
    west = opened(place)
    joins(store, "east")
    joins(west, "west")
    felt = Felt(7)
    store.claim_streams([felt.stream])
    store.commit([felt.act()])
    assert owner_of(west, "table 7") == ("east", 1)
    assert west.take(["table 7", "table 9"]) == []
    with pytest.raises(Superseded, match="'table 7' has not been claimed here"):
        west.commit([Felt(7, felt.chain.head).act()])
    store.end_lease()
    assert owner_of(west, "table 7") == ("", 0)
    assert west.take(["table 7"]) == ["table 7"]
    west.commit([felt.act()])
    holds(west, felt)


def test_a_paused_owner_that_wakes_past_its_lease_appends_nothing(store, place, opened):
    joins(store, "east", lease=1)
    ends(opened(place), "east")
    # Nobody has taken anything: it may not write all the same.
    felt = Felt(7)
    store.claim_streams([felt.stream])
    with pytest.raises(LeaseExpired, match="the lease of node 'east' has ended: nothing is written"):
        store.commit([felt.act()])
    with pytest.raises(LeaseExpired):
        store.renew(tables=1, people=1)
    with pytest.raises(LeaseExpired):
        store.take(["table 7"])
    assert store.streams() == []


@pytest.mark.parametrize("asleep", ["before its rows", "after its rows", "before its commit"])
@pytest.mark.parametrize("in_turn", [False, True])
def test_an_owner_that_sleeps_in_the_middle_of_a_commit_past_its_lease_appends_nothing(
    store, place, opened, monkeypatch, asleep, in_turn
):
    """Another node is at work, and nobody has taken anything or ended its connection yet."""
    west = opened(place)
    joins(west, "west")
    felt = Felt(7)
    joins(store, "east", lease=200)
    store.claim_streams([felt.stream])
    put, settle = store._insert_rows, CommitBatch.verify_balances

    def slowly(batch):
        if asleep == "before its rows":
            ends(west, "east")
        found = put(batch)
        if asleep == "after its rows":
            ends(west, "east")
        return found

    def settled(self, balances):
        settle(self, balances)
        ends(west, "east")

    monkeypatch.setattr(store, "_insert_rows", slowly)
    if asleep == "before its commit":
        monkeypatch.setattr(CommitBatch, "verify_balances", settled)
    with (
        pytest.raises(LeaseExpired, match="the lease of node 'east' has ended: nothing is written"),
        store.exclusive(ROOM) if in_turn else nullcontext(),
    ):
        store.commit([felt.deposit("ann", 5)])
    assert west.streams() == []
    assert west.balances() == {}
    # The store is as usable as before.
    monkeypatch.undo()
    joins(store, "east")
    store.take([felt.stream])
    again = Felt(7)
    store.commit([again.deposit("ann", 5)])
    holds(west, again)


def test_who_was_taken_over_cannot_append_though_he_has_a_lease_again(store, place, opened):
    joins(store, "east", lease=1)
    west = opened(place)
    joins(west, "west")
    west.claim_streams(["table 7"])
    felt = Felt(7)
    west.commit([felt.act()])
    ends(west, "east")
    assert joins(store, "east") == 3
    late = Felt(7, felt.chain.head)
    with pytest.raises(Superseded):
        store.commit([late.act()])
    assert store.take(["table 7"]) == []
    west.commit([felt.act()])
    holds(west, felt)


def test_a_table_is_handed_over_and_its_old_owner_writes_no_more(store, place, opened):
    west = opened(place)
    joins(store, "east")
    joins(west, "west")
    felt = Felt(7)
    store.claim_streams([felt.stream])
    store.commit([felt.act()])
    assert not store.hand_over("table 7", "nowhere")
    assert store.hand_over("table 7", "west")
    assert not store.hand_over("table 7", "west")
    assert owner_of(store, "table 7") == ("west", 2)
    with pytest.raises(Superseded):
        store.commit([Felt(7, felt.chain.head).act()])
    assert west.take(["table 7"]) == ["table 7"]
    west.commit([felt.act()])
    holds(west, felt)


def test_a_node_that_drains_is_marked_and_one_that_is_gone_cannot_be(store, place, opened):
    joins(store, "east")
    floor = opened(place)
    assert floor.drain("east", draining=True)
    assert [node.draining for node in store.renew(tables=0, people=0)] == [True]
    assert floor.drain("east", draining=False)
    assert not floor.nodes()[0].draining
    assert not floor.drain("west", draining=True)
    store.end_lease()
    assert not floor.drain("east", draining=True)


def test_the_room_itself_belongs_to_all_nodes_who_take_turns(store, place, opened):
    west = opened(place)
    joins(store, "east")
    joins(west, "west")
    room = Felt(0)
    room.stream = ROOM
    room.chain.stream = ROOM
    with store.exclusive(ROOM):
        store.commit([room.act()])
    with west.exclusive(ROOM):
        west.commit([room.act()])
    assert west.head(ROOM).number == 2
    # Who has not read what the others wrote is out of order, and nothing is written.
    late = Felt(0)
    late.stream = late.chain.stream = ROOM
    with pytest.raises(SequenceError), store.exclusive(ROOM):
        store.commit([late.act()])
    assert west.head(ROOM).number == 2


def _fails_in_its_turn(store, felt):
    with store.exclusive(ROOM):
        store.commit([felt.deposit("ann", 5)])
        raise ZeroDivisionError


def test_what_was_done_in_a_turn_that_fails_is_undone(store):
    joins(store, "east")
    store.claim_streams(["table 7"])
    felt = Felt(7)
    with pytest.raises(ZeroDivisionError):
        _fails_in_its_turn(store, felt)
    assert (store.streams(), store.balances()) == ([], {})
    felt = Felt(7)
    store.commit([felt.deposit("ann", 5)])
    assert store.balances_of(["wallet ann", "wallet bob"]) == {"wallet ann": 5, "wallet bob": 0}
    holds(store, felt)


def test_a_process_that_had_the_room_alone_is_shut_out_by_the_first_node(store, place, opened):
    store.claim_streams([ROOM])
    room = Felt(0)
    room.stream = room.chain.stream = ROOM
    store.commit([room.act()])
    east, west = opened(place), opened(place)
    joins(east, "east")
    with pytest.raises(Superseded):
        store.commit([room.act()])
    # The second one joins the first and takes nothing from it.
    joins(west, "west")
    again = Felt(0, east.head(ROOM))
    again.stream = again.chain.stream = ROOM
    east.commit([again.act()])


def test_a_room_that_nodes_are_at_work_in_is_nobodys_alone(store, place, opened):
    joins(store, "east")
    with pytest.raises(Superseded, match="is the room of east: join them with --bus-url and --node-name"):
        opened(place).claim_exclusively()
    store.end_lease()
    opened(place).claim_exclusively()


def test_nodes_join_no_room_that_a_process_has_for_itself(postgres_url, opened):
    store = opened(postgres_url)
    store.claim_exclusively()
    other = opened(postgres_url)
    with pytest.raises(Locked, match="is served by another process already: stop that first"):
        other.check_not_exclusive()
    store.close()
    other.check_not_exclusive()
    joins(other, "east")


def test_the_accounts_of_one_table_are_told_from_those_of_others(store):
    store.claim_streams(["table 1", "table 10"])
    one, ten = Felt(1), Felt(10)
    store.commit([one.move(CAGE, one.seat, 5), ten.move(CAGE, ten.seat, 7)])
    assert store.table_balances([1]) == {"table 1 seat 1": 5}
    assert store.table_balances([10]) == {"table 10 seat 1": 7}
    assert store.table_balances([10, 2, 1]) == {"table 1 seat 1": 5, "table 10 seat 1": 7}
    assert store.table_balances([]) == {}


def test_many_streams_are_resumed_from_what_each_is_resumed_from(store):
    marked, quiet, *_ = felts = [Felt(number) for number in (1, 2, 3, 4)]
    store.claim_streams([felt.stream for felt in felts])
    for felt, records in zip(felts, (5, 2, 3, MAX_RECORDS_PER_STREAM + 7), strict=True):
        for at in range(records):
            write = felt.act(payload=b'{"at":%d}' % at)
            kept = (felt is marked and at == 2) or (felt is quiet and at == 1)
            store.commit([replace(write, checkpoints=(felt.checkpoint(b'{"mark":1}'),)) if kept else write])
    streams = [felt.stream for felt in felts]
    for tails in (store.resume_data(streams), store.resume_data(streams[::-1])):
        for stream in streams:
            checkpoint = store.checkpoint(stream)
            assert tails.checkpoint(stream) == checkpoint
            after = 0 if checkpoint is None else checkpoint.number
            assert list(tails.records(stream, after)) == list(store.records(stream, after))
            # The checkpoint's own record says when it was.
            before = max(0, after - 1)
            assert list(tails.records(stream, before)) == list(store.records(stream, before))
    assert store.resume_data(["table 9"]).checkpoint("table 9") is None
    assert not list(store.resume_data(["table 9"]).records("table 9"))
