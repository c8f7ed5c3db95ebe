"""A table has one writer: who was paused and wakes up late cannot write."""

from __future__ import annotations

import sys
from subprocess import PIPE, Popen
from threading import Thread

import msgspec
import pytest
from tests.storage.sample_stream import Felt, holds

from hoyle.storage.errors import CommitRejected, Locked, StoreError, Superseded
from hoyle.storage.models import ROOM, CommitUnit, Credential


def test_a_stream_must_be_claimed_before_it_is_written(store):
    with pytest.raises(Superseded, match="'table 7' has not been claimed here"):
        store.commit([Felt().act()])
    assert store.streams() == []
    store.claim_streams([])
    store.claim_streams(["table 7", "table 7"])
    assert store.streams() == []
    store.commit([Felt().act()])


def test_who_was_taken_over_cannot_append(store, place, opened):
    felt, other = Felt(7), Felt(8)
    store.claim_streams([felt.stream, other.stream])
    store.commit([felt.act(), other.act()])
    successor = opened(place)
    successor.claim_streams([felt.stream])
    late = Felt(7, felt.chain.head)
    with pytest.raises(Superseded, match=r"'table 7' has been claimed by another \(epoch 2, ours was 1\)") as refused:
        store.commit([other.act(), late.act()])
    assert refused.value.unit == 1
    successor.commit([felt.act()])
    other = Felt(8, store.head(other.stream))
    store.commit([other.act()])
    holds(store, felt, other)
    assert felt.chain.head.number == 2


@pytest.mark.parametrize("what", ["records", "checkpoints", "hands", "postings"])
def test_nothing_of_a_stream_is_written_by_who_has_lost_it(store, place, opened, what):
    felt = Felt()
    store.claim_streams([felt.stream])
    store.commit([felt.act()])
    everything = msgspec.structs.replace(
        felt.deposit("ann", 5), checkpoints=(felt.checkpoint(),), hands=(felt.hand("ann"),)
    )
    opened(place).claim_streams([felt.stream])
    with pytest.raises(Superseded):
        store.commit([CommitUnit(**{what: getattr(everything, what)})])
    assert (store.checkpoint(felt.stream), store.hands(), store.balances()) == (None, [], {})
    assert store.head(felt.stream).number == 1


def test_a_stream_that_was_lost_can_be_taken_back(store, place, opened):
    felt = Felt()
    store.claim_streams([felt.stream])
    rival = opened(place)
    rival.claim_streams([felt.stream])
    rival.commit([felt.act()])
    store.claim_streams([felt.stream])
    store.commit([felt.act()])
    with pytest.raises(Superseded):
        rival.commit([Felt(head=felt.chain.head).act()])
    holds(store, felt)


def test_a_new_process_does_not_inherit_what_an_old_one_had(store, place, opened):
    felt = Felt()
    store.claim_streams([felt.stream])
    store.commit([felt.act()])
    with pytest.raises(Superseded, match="has not been claimed here"):
        opened(place).commit([Felt(head=felt.chain.head).act()])


def test_who_still_has_what_he_claimed_is_told_so_and_nothing_changes(store, place, opened):
    felt = Felt()
    store.claim_streams([ROOM, felt.stream])
    store.check_ownership([ROOM, felt.stream, "table 9"])
    store.commit([felt.act()])
    opened(place).claim_streams([felt.stream])
    store.check_ownership([ROOM])
    with pytest.raises(Superseded, match=r"'table 7' has been claimed by another \(epoch 2, ours was 1\)"):
        store.check_ownership([ROOM, felt.stream])


def test_who_has_lost_the_room_takes_no_table_from_him_who_has_it(store, place, opened):
    store.claim_streams([ROOM])
    successor, felt = opened(place), Felt()
    successor.claim_streams([ROOM])
    successor.claim_streams([felt.stream])
    with pytest.raises(Superseded, match="'room' has been claimed by another"):
        store.claim_streams([felt.stream])
    successor.commit([felt.act()])
    holds(successor, felt)


def test_one_process_at_a_time_serves_a_room(store, place, opened):
    store.claim_exclusively()
    with pytest.raises(Locked, match=r"is served by another process already.*: stop that first"):
        opened(place).claim_exclusively()
    store.claim_streams([ROOM])
    opened(place, reading=True).streams()
    store.close()
    opened(place).claim_exclusively()


def test_a_process_that_is_killed_serves_a_room_no_longer(place, opened):
    serving = (
        "import sys; from hoyle.storage import open_store\n"
        "store = open_store(sys.argv[1]); store.claim_exclusively()\n"
        "print('serves', flush=True); sys.stdin.read()"
    )
    with Popen([sys.executable, "-c", serving, place], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "serves\n"
        with pytest.raises(Locked):
            opened(place).claim_exclusively()
        process.kill()
        process.wait()
    opened(place).claim_exclusively()


def test_who_serves_a_room_alone_still_does_when_the_server_was_restarted(private_postgres, postgres_url, opened):
    store = opened(postgres_url)
    store.claim_exclusively()
    store.claim_streams([ROOM])
    private_postgres.kill()
    with pytest.raises(StoreError):
        store.check_ownership([ROOM])
    private_postgres.start()
    store.check_ownership([ROOM])
    with pytest.raises(Locked):
        opened(postgres_url).claim_exclusively()


def test_what_belongs_to_no_stream_needs_no_claim(store, place, opened):
    store.claim_streams([ROOM])
    opened(place).commit([CommitUnit(credentials=(Credential(person="ann", password="p"),))])
    assert store.credential("ann") is not None


def test_two_nodes_with_a_table_each_pay_from_one_wallet_and_never_overdraw_it(store, place, opened):
    felts = [Felt(1), Felt(2)]
    stores = [store, opened(place)]
    for node, felt in zip(stores, felts, strict=True):
        node.claim_streams([felt.stream])
    store.commit([felts[0].deposit("ann", 30)])
    paid = [0, 0]
    failures: list[StoreError] = []

    def play(at: int) -> None:
        felt = felts[at]
        for _ in range(40):
            head = felt.chain.head
            # Two accounts of everybody's, named in either order.
            write = felt.move("wallet ann", "house drop", 1) if at else felt.move("wallet ann", felt.seat, 1)
            try:
                stores[at].commit([write])
            except CommitRejected:
                felt.chain.head = head
            except StoreError as error:
                failures.append(error)
                return
            else:
                paid[at] += 1

    threads = [Thread(target=play, args=(at,)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sum(paid) == 30
    holds(store, *felts)
    assert store.balances().get("wallet ann", 0) == 0


def test_reading_goes_on_in_other_threads_while_one_writes(store):
    felt = Felt()
    store.claim_streams([felt.stream])
    wrong: list[object] = []

    def watch() -> None:
        try:
            number = 0
            while number < 60:
                number = store.head(felt.stream).number
                if sum(store.balances().values()):
                    wrong.append(store.balances())
                records = list(store.records(felt.stream))
                if len(records) < number:
                    wrong.append(len(records))
        except StoreError as error:
            wrong.append(error)

    watchers = [Thread(target=watch) for _ in range(2)]
    for watcher in watchers:
        watcher.start()
    for _ in range(60):
        store.commit([felt.deposit("ann", 1)])
    for watcher in watchers:
        watcher.join()
    assert wrong == []
    holds(store, felt)
