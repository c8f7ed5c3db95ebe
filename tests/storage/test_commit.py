"""What is committed is there, whole and in order; what is refused leaves no trace."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from tests.storage.sample_stream import Felt, holds
from tests.storage.tampering import tamper

from hoyle.storage import Store
from hoyle.storage.account_names import CAGE, wallet
from hoyle.storage.errors import CommitRejected, DuplicateCommand, SequenceError, StoreError, Unwritable
from hoyle.storage.hash_chain import Head, check_chain
from hoyle.storage.models import CommitUnit, Credential, Posting, ProcessedCommand, Record, Session


@pytest.fixture
def felt(store: Store) -> Felt:
    felt = Felt()
    store.claim_streams([felt.stream])
    return felt


def everything(store: Store) -> tuple[object, ...]:
    """All that can be read of a store."""
    streams = store.streams()
    return (
        {stream: list(store.records(stream)) for stream in streams},
        {stream: (store.head(stream), store.checkpoint(stream)) for stream in streams},
        store.balances(),
        list(store.postings()),
        store.hands(),
        store.processed_command("ann", "c1"),
        store.credential("ann"),
        store.sessions("ann"),
    )


def full(felt: Felt, command: str) -> CommitUnit:
    """A write that has something for every table."""
    write = felt.deposit("ann", 50)
    return msgspec.structs.replace(
        write,
        processed_command=ProcessedCommand(person="ann", command_id=command, answer=b"yes", time=1),
        checkpoints=(felt.checkpoint(b'{"at":1}'),),
        credentials=(Credential(person="ann", password="hash", last_login=3),),
        sessions=(
            Session(token=b"t" * 32, person="ann", started_at=1, last_seen=2, expires_at=3, agent="x", ended_at=0),
        ),
        hands=(felt.hand("ann", "bob"),),
    )


def test_a_new_room_is_empty(store):
    assert everything(store) == ({}, {}, {}, [], [], None, None, [])
    assert store.head("table 7") == Head()
    assert store.session(b"nobody") is None
    store.commit([])
    store.commit([CommitUnit()])


def test_what_was_written_is_read_back_the_same(store, felt, place, opened):
    write = full(felt, "c1")
    store.commit([write])
    for reader in (store, opened(place), opened(place, reading=True)):
        assert reader.streams() == [felt.stream]
        assert tuple(reader.records(felt.stream)) == write.records
        assert reader.head(felt.stream) == felt.chain.head
        assert reader.checkpoint(felt.stream) == write.checkpoints[0]
        assert tuple(reader.postings()) == write.postings
        assert reader.processed_command("ann", "c1") == write.processed_command
        assert reader.processed_command("bob", "c1") is None
        assert reader.credential("ann") == write.credentials[0]
        assert reader.session(b"t" * 32) == write.sessions[0]
        assert tuple(reader.hands()) == write.hands
        assert reader.balances() == {"cage": -50, "wallet ann": 50}
        holds(reader)


def test_a_table_is_taken_up_from_its_checkpoint_and_the_records_after_it(store, felt, place, opened):
    for number in range(1, 30):
        write = felt.act(command=f"c{number}")
        if number % 10 == 0:
            write = msgspec.structs.replace(write, checkpoints=(felt.checkpoint(b"%d" % number),))
        store.commit([write])
    store.close()
    again = opened(place)
    checkpoint = again.checkpoint(felt.stream)
    assert checkpoint is not None
    assert (checkpoint.number, checkpoint.state) == (20, b"20")
    tail = list(again.records(felt.stream, after=20))
    assert [record.number for record in tail] == list(range(21, 30))
    assert check_chain(felt.stream, tail, after=Head(20, checkpoint.hash), head=again.head(felt.stream)) is None
    resumed = Felt(head=again.head(felt.stream))
    again.claim_streams([resumed.stream])
    again.commit([resumed.act(command="c30")])
    holds(again, resumed)


def test_records_come_in_order_however_many_there_are(store, felt):
    writes = [felt.act() for _ in range(1203)]
    store.commit(writes)
    assert [record.number for record in store.records(felt.stream)] == list(range(1, 1204))
    assert [record.number for record in store.records(felt.stream, after=400, to=403)] == [401, 402, 403]
    assert list(store.records(felt.stream, after=1203)) == []
    assert list(store.records("table 9")) == []
    assert check_chain(felt.stream, store.records(felt.stream), head=felt.chain.head) is None


def test_many_tables_are_committed_together(store):
    felts = [Felt(number) for number in range(1, 41)]
    store.claim_streams([felt.stream for felt in felts])
    for turn in range(3):
        store.commit([felt.deposit(f"p{felt.number}", 5 + turn) for felt in felts])
    holds(store, *felts)
    assert store.balances()[CAGE] == -40 * (5 + 6 + 7)
    assert [posting.chips for posting in store.postings("table 12")] == [5, 6, 7]
    assert len(list(store.postings())) == 120


def test_the_ledger_is_read_in_the_order_written_however_long_it_is(store, felt):
    store.commit([felt.deposit("ann", chips) for chips in range(1, 1102)])
    assert [posting.chips for posting in store.postings()] == list(range(1, 1102))
    assert [posting.chips for posting in store.postings(felt.stream)] == list(range(1, 1102))
    assert next(iter(store.postings())).chips == 1


def test_a_command_that_arrives_twice_takes_effect_once(store, felt):
    store.commit([felt.act(command="c1")])
    before = everything(store)
    with pytest.raises(DuplicateCommand, match="command 'c1' of 'ann' has already taken effect") as refused:
        store.commit([felt.act(), felt.act(command="c1")])
    assert refused.value.unit == 1
    assert everything(store) == before


def test_of_many_commands_those_that_took_effect_are_found_at_once(store, felt):
    ids = ["c1", 'c"2', "c'3", "c,4", "{5}"]
    store.commit([felt.act(command=each) for each in ids])
    asked = [*(("ann", each) for each in ids), ("bob", "c1"), ("ann", "c9"), ("zoë \\", "c1")]
    found = store.processed_commands(asked)
    assert found == {("ann", each): store.processed_command("ann", each) for each in ids}
    assert store.processed_commands([]) == {}


def test_a_write_that_comes_again_whole_is_known_by_its_command(store, felt):
    write = felt.act(command="c1")
    store.commit([write])
    with pytest.raises(DuplicateCommand):
        store.commit([write])
    holds(store, felt)


def test_a_command_twice_in_one_commit_is_refused(store, felt):
    with pytest.raises(DuplicateCommand) as refused:
        store.commit([felt.act(command="c1"), felt.act(command="c1")])
    assert refused.value.unit == 1
    assert store.streams() == []


def test_the_same_id_of_another_person_is_another_command(store, felt):
    store.commit([felt.act(command="c1")])
    other = msgspec.structs.replace(
        felt.act(), processed_command=ProcessedCommand(person="bob", command_id="c1", answer=b"no", time=2)
    )
    store.commit([other])
    assert [store.processed_command(person, "c1").answer for person in ("ann", "bob")] == [b"done", b"no"]


def changed(write: CommitUnit, **changes: object) -> CommitUnit:
    (record,) = write.records
    return msgspec.structs.replace(write, records=(msgspec.structs.replace(record, **changes),))


WRONG: dict[str, tuple[Callable[[Felt], CommitUnit], type[CommitRejected], str]] = {
    "a gap": (lambda felt: (felt.act(), felt.act())[1], SequenceError, "number 3 where 2 should follow"),
    "a repetition": (lambda felt: Felt().act(), SequenceError, "number 1 where 2 should follow"),
    "another past": (
        lambda felt: Felt(head=Head(1, b"x" * 32)).act(),
        SequenceError,
        "record 2 of 'table 7' does not follow the record before it",
    ),
    "a wrong hash": (lambda felt: changed(felt.act(), hash=b"x" * 32), SequenceError, "has been changed"),
    "another payload": (lambda felt: changed(felt.act(), payload=b"[]"), SequenceError, "has been changed"),
    "a checkpoint elsewhere": (
        lambda felt: msgspec.structs.replace(felt.act(), checkpoints=(Felt(head=Head(1)).checkpoint(),)),
        SequenceError,
        "after record 1 is not at the end of the stream, record 2",
    ),
    "a hand to come": (
        lambda felt: msgspec.structs.replace(felt.act(), hands=(felt.hand(first_record=2, last_record=3),)),
        SequenceError,
        "from record 2 to 3 is not among its 2",
    ),
    "a posting beside its record": (
        lambda felt: msgspec.structs.replace(
            felt.act(), postings=(Posting(stream="table 7", number=1, source=CAGE, to=wallet("ann"), chips=1),)
        ),
        SequenceError,
        "a posting names record 1 of 'table 7'",
    ),
    "no chips": (lambda felt: felt.deposit("ann", 0), Unwritable, "a posting of 0"),
    "chips backwards": (lambda felt: felt.deposit("ann", -5), Unwritable, "a posting of -5"),
    "chips beyond counting": (lambda felt: felt.deposit("ann", 2**63), Unwritable, "at most"),
    "more than an account holds": (lambda felt: felt.deposit("ann", 2**63 - 1), Unwritable, "cannot hold -?9,"),
    "to itself": (lambda felt: felt.move(CAGE, CAGE, 5), Unwritable, "from cage to itself"),
    "a mistyped account": (lambda felt: felt.move(CAGE, "walet ann", 5), Unwritable, "is no account"),
    "a zero in a text": (lambda felt: felt.act(command="c\0"), Unwritable, "zero character"),
    "half a character": (lambda felt: felt.deposit("\ud800", 5), Unwritable, "cannot be stored"),
    "a time beyond counting": (
        lambda felt: msgspec.structs.replace(
            felt.act(), processed_command=ProcessedCommand(person="ann", command_id="c9", answer=b"", time=2**63)
        ),
        Unwritable,
        "too large to be stored",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_must_not_be_written_is_refused_whole_and_the_store_goes_on(store, felt, wrong):
    make, kind, words = WRONG[wrong]
    store.commit([felt.deposit("ann", 5)])
    head, before = felt.chain.head, everything(store)
    other = Felt(8)
    store.claim_streams([other.stream])
    with pytest.raises(kind, match=words) as refused:
        store.commit([full(other, "c1"), make(felt)])
    assert refused.value.unit == (0 if "too large" in words else 1)
    assert "\n" not in str(refused.value)
    assert everything(store) == before
    going_on = Felt(head=head)
    store.commit([full(going_on, "c1")])
    holds(store, going_on)


def test_a_hand_that_is_disputed_later_replaces_what_was_said_of_it(store, felt):
    record = felt.act()
    store.commit([msgspec.structs.replace(record, hands=(felt.hand("ann", "bob"),))])
    store.commit([CommitUnit(hands=(felt.hand("ann", "cid", disputed=True),))])
    (hand,) = store.hands()
    assert (hand.disputed, hand.people) == (True, ("ann", "cid"))
    assert store.hands(person="bob") == []
    assert store.hands(person="cid") == [hand]


def test_past_hands_are_found_by_what_is_asked_the_latest_first(store, felt):
    other = Felt(8)
    store.claim_streams([other.stream])
    writes = []
    for number in range(1, 7):
        at = felt if number % 2 else other
        record = at.record()
        hand = at.hand(
            *("ann", "bob", "cid")[: 1 + number % 3],
            game="holdem" if number < 4 else "stud7-high",
            book="oneida" if number < 6 else "nj-19-47",
            started_at=number * 100,
            ended_at=number * 100 + 50,
            round=number,
            disputed=number == 5,
        )
        writes.append(CommitUnit(records=(record,), hands=(hand,)))
    store.commit(writes)

    def rounds(**asked: object) -> list[int]:
        return [hand.round for hand in store.hands(**asked)]

    assert rounds() == [6, 5, 4, 3, 2, 1]
    assert rounds(person="bob") == [5, 4, 2, 1]
    assert rounds(person="cid") == [5, 2]
    assert rounds(person="eve") == []
    assert rounds(stream="table 8") == [6, 4, 2]
    assert rounds(game="holdem") == [3, 2, 1]
    assert rounds(book="nj-19-47") == [6]
    assert rounds(since=350, until=550) == [4, 3]
    assert rounds(person="bob", since=250) == [5, 4, 2]
    assert rounds(disputed=True) == [5]
    assert rounds(disputed=False, limit=2) == [6, 4]
    assert rounds(limit=2, offset=1) == [5, 4]
    assert rounds(offset=4) == [2, 1]
    assert rounds(person="bob", stream="table 8", game="holdem", book="oneida", disputed=False) == [2]
    assert rounds(person="' OR 1=1 --") == []


def test_the_latest_word_on_a_person_and_a_session_counts(store):
    def session(token: bytes, *, begun: int = 1, ended: int = 0) -> Session:
        return Session(token=token, person="ann", started_at=begun, last_seen=1, expires_at=9, ended_at=ended)

    store.commit([CommitUnit(credentials=(Credential(person="ann", password=""),))])
    store.commit(
        [
            CommitUnit(credentials=(Credential(person="ann", password="p", last_login=2),)),
            CommitUnit(credentials=(Credential(person="ann", password="p", last_login=99),)),
        ]
    )
    assert store.credential("ann") == Credential(person="ann", password="p", last_login=99)
    store.commit([CommitUnit(sessions=(session(b"a"), session(b"b", begun=5)))])
    store.commit([CommitUnit(sessions=(session(b"a", ended=7),))])
    assert [each.token for each in store.sessions("ann")] == [b"b", b"a"]
    assert store.session(b"a") == session(b"a", ended=7)
    assert store.sessions("bob") == []


def test_any_bytes_and_any_names_are_kept_as_they_are(store):
    name = "Zoë 'O’Brien' %s ? {x} \\ \t ♠\U0001f0cf"
    felt = Felt()
    store.claim_streams([felt.stream, name])
    odd = Felt()
    odd.stream = odd.chain.stream = name
    payload = bytes(range(256)) * 20
    write = odd.act(command=name, payload=payload)
    store.commit([write, felt.deposit(name, 3)])
    (record,) = store.records(name)
    assert (record, record.payload) == (write.records[0], payload)
    assert store.processed_command("ann", name) == write.processed_command
    assert store.balances()[wallet(name)] == 3
    assert store.streams() == sorted([felt.stream, name])
    holds(store)


def test_a_closed_store_says_so(store, felt):
    store.close()
    store.close()
    for ask in (store.streams, lambda: store.commit([felt.act()]), lambda: store.claim_streams(["table 8"])):
        with pytest.raises(StoreError, match="has been closed"):
            ask()


def test_a_store_opened_for_reading_is_never_written(store, felt, place, opened):
    store.commit([felt.act()])
    reader = opened(place, reading=True)
    for write in (lambda: reader.claim_streams([felt.stream]), lambda: reader.commit([felt.act()])):
        with pytest.raises(StoreError, match="was opened for reading: cannot"):
            write()
    assert len(list(reader.records(felt.stream))) == 1


def test_payloads_of_any_length_are_kept(store, felt):
    lengths = [0, 1, 1000, 5000, 300_000]
    writes = [felt.act(payload=b"x" * length) for length in lengths]
    store.commit(writes)
    read: list[Record] = list(store.records(felt.stream))
    assert [len(record.payload) for record in read] == lengths
    holds(store, felt)


@pytest.mark.parametrize(
    ("tampered", "number", "words"),
    [
        ("UPDATE record SET payload = {other} WHERE number = 3", 3, "has been changed"),
        ("UPDATE record SET actor = 'eve' WHERE number = 2", 2, "has been changed"),
        ("UPDATE record SET time = time + 1 WHERE number = 5", 5, "has been changed"),
        ("DELETE FROM record WHERE number = 4", 4, "has number 5 where 4 should follow"),
        ("DELETE FROM record WHERE number = 5", 5, "is missing: the stream goes to 5"),
        ("DELETE FROM record", 1, "is missing: the stream goes to 5"),
    ],
)
def test_what_was_changed_behind_the_rooms_back_is_named(store, felt, place, tampered, number, words):
    store.commit([felt.act(command=f"c{turn}") for turn in range(5)])
    # Whoever owns the database can lift what keeps records from being changed; the hashes stay.
    if place.startswith("postgresql"):
        tamper(place, "SET session_replication_role = replica; " + tampered.format(other="'\\x7b7d'"))
    else:
        for event in ("update", "delete"):
            tamper(place, f"DROP TRIGGER record_{event}")
        tamper(place, tampered.format(other="x'7b7d'"))
    found = check_chain(felt.stream, store.records(felt.stream), head=store.head(felt.stream))
    assert found is not None
    assert (found.number, words in found.flaw) == (number, True)
