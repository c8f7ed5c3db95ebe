"""A commit that asks nothing is refused for whatever it would have been told, and leaves no trace."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.private_postgres import PrivatePostgres
from tests.storage.sample_stream import Felt, holds
from tests.storage.tampering import tamper

from hoyle.storage.account_names import wallet
from hoyle.storage.errors import DuplicateCommand, LeaseExpired, Overdrawn, SequenceError, Superseded

pytest.importorskip("psycopg", reason="needs psycopg (pip install 'hoyle[postgres]')")

LONG = 600_000
"""Milliseconds: a lease that outlasts any test."""


@pytest.fixture
def place(private_postgres: PrivatePostgres):
    return private_postgres.create()


@pytest.fixture
def asked(store, monkeypatch):
    """The streams of each commit that had to ask."""
    found = []
    find = store._load_current

    def counted(batch):
        found.append(batch.streams)
        return find(batch)

    monkeypatch.setattr(store, "_load_current", counted)
    return found


def bought_in(store, *felts):
    """Everybody has chips at his table, and how things stand there is known."""
    store.claim_streams([felt.stream for felt in felts])
    for felt in felts:
        store.commit(
            [felt.deposit("ann", 100), felt.move(wallet("ann"), felt.seat, 80), felt.move(felt.seat, felt.pot, 5)]
        )


def test_what_is_known_is_not_asked(store, asked):
    one, two = Felt(1), Felt(2)
    bought_in(store, one, two)
    asked.clear()
    for turn in range(5):
        store.commit([one.move(one.seat, one.pot, 2, command=f"c{turn}"), two.act(command=f"d{turn}")])
        store.commit([two.move(two.pot, two.seat, 1), one.move(one.pot, one.seat, 1)])
        store.commit([replace(one.act(), checkpoints=(one.checkpoint(),), hands=(one.hand("ann", "bob"),))])
    assert asked == []
    assert store.balances() == {
        "cage": -200, "wallet ann": 40, one.seat: 70, one.pot: 10, two.seat: 80,
    }  # fmt: skip
    holds(store, one, two)


def test_a_hand_that_is_put_down_again_is_found_under_its_people_of_now(store, asked):
    felt = Felt()
    bought_in(store, felt)
    asked.clear()
    hand = felt.hand("ann", "bob")
    other = felt.hand("ann", "bob", first_record=1, last_record=2)
    store.commit([replace(felt.act(), hands=(hand, other))])
    again = replace(hand, people=("ann", "cy"), ended_at=hand.ended_at + 1, disputed=True)
    store.commit([replace(felt.act(), hands=(again,))])
    assert asked == []
    assert store.hands(person="ann") == [again, other]
    assert store.hands(person="bob") == [other]
    assert store.hands(person="cy") == [again]
    under = {found.first_record: people for found, people in store.indexed_hands(felt.stream)}
    assert under[hand.first_record] == (f"ann at {again.ended_at}", f"cy at {again.ended_at}")
    assert under[1] == (f"ann at {other.ended_at}", f"bob at {other.ended_at}")


def test_somebody_else_has_the_stream(store, asked, place, opened):
    felt = Felt()
    bought_in(store, felt)
    before = store.head(felt.stream)
    opened(place).claim_streams([felt.stream])
    with pytest.raises(Superseded, match=r"'table 7' has been claimed by another \(epoch 2, ours was 1\)"):
        store.commit([felt.move(felt.seat, felt.pot, 2, command="c1")])
    assert store.head(felt.stream) == before
    assert store.processed_command("ann", "c1") is None
    holds(store)


def test_a_command_has_taken_effect_already(store, asked, place, opened):
    felt, other = Felt(), Felt(8)
    bought_in(store, felt)
    elsewhere = opened(place)
    elsewhere.claim_streams([other.stream])
    elsewhere.commit([other.act(command="c1")])
    before = store.head(felt.stream)
    stale = felt.move(felt.seat, felt.pot, 2)
    with pytest.raises(DuplicateCommand, match="command 'c1' of 'ann' has already taken effect") as refused:
        store.commit([stale, felt.act(command="c1")])
    assert refused.value.unit == 1
    assert store.head(felt.stream) == before
    # Taken back, the first of the two goes on alone, and is asked about once.
    asked.clear()
    store.commit([stale])
    again = Felt(head=store.head(felt.stream))
    store.commit([again.move(again.seat, again.pot, 2)])
    assert len(asked) == 1
    holds(store, again)


def test_chips_that_are_not_there_are_not_paid(store, asked):
    felt = Felt()
    bought_in(store, felt)
    with pytest.raises(Overdrawn, match=r"table 7 seat 1 holds 75 and cannot pay 76"):
        store.commit([felt.move(felt.seat, felt.pot, 76)])
    assert store.balances()[felt.seat] == 75
    holds(store)


@pytest.mark.parametrize("left", [30, 3])
def test_an_account_that_somebody_else_has_moved_is_looked_at_again(store, asked, place, opened, left):
    felt, other = Felt(), Felt(8)
    bought_in(store, felt)
    elsewhere = opened(place)
    elsewhere.claim_streams([other.stream])
    elsewhere.commit([other.move(felt.seat, "house drop", 75 - left)])
    asked.clear()
    if left < 10:
        with pytest.raises(Overdrawn, match="table 7 seat 1 holds 3 and cannot pay 10"):
            store.commit([felt.move(felt.seat, felt.pot, 10)])
    else:
        store.commit([felt.move(felt.seat, felt.pot, 10)])
        assert store.balances()[felt.seat] == left - 10
    assert asked == [[felt.stream]]
    holds(store)


def test_a_stream_that_was_moved_behind_our_back_takes_no_more(store, place):
    felt = Felt()
    bought_in(store, felt)
    tamper(place, "UPDATE stream SET number = number + 1 WHERE stream = 'table 7'")
    with pytest.raises(SequenceError, match="record 4 of 'table 7'"):
        store.commit([felt.act()])
    assert len(list(store.records(felt.stream))) == 3


def test_a_node_whose_lease_has_ended_writes_nothing(store, asked, place):
    felt = Felt()
    store.join("east", address="http://east/", lease=LONG, protocol=1)
    bought_in(store, felt)
    asked.clear()
    store.commit([felt.move(felt.seat, felt.pot, 2)])
    assert asked == []
    before = store.head(felt.stream)
    tamper(place, "UPDATE node SET lease_until = 0")
    with pytest.raises(LeaseExpired, match="the lease of node 'east' has ended: nothing is written"):
        store.commit([felt.move(felt.seat, felt.pot, 2)])
    assert store.head(felt.stream) == before
    holds(store)


def test_a_node_asks_for_what_other_nodes_move_too(store, asked):
    felt = Felt()
    store.join("east", address="http://east/", lease=LONG, protocol=1)
    bought_in(store, felt)
    asked.clear()
    store.commit([felt.move(felt.seat, "house drop", 2)])
    store.commit([felt.move(felt.seat, "house drop", 2)])
    assert asked == [[felt.stream]] * 2
    store.commit([felt.move(felt.seat, felt.pot, 2)])
    assert len(asked) == 2
    holds(store, felt)
