"""Every record is a link: none can be changed, dropped, swapped or added unnoticed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.storage.sample_stream import Felt

from hoyle.core.errors import InvalidError
from hoyle.storage.hash_chain import GENESIS, Chain, ChainError, Head, check_chain, record_hash
from hoyle.storage.models import Record

STREAM = "table 7"


@pytest.fixture
def records() -> list[Record]:
    felt = Felt()
    return [felt.record(command=f"c{number}", payload=b'{"bet":%d}' % number) for number in range(1, 6)]


def test_a_stream_begins_with_one_after_nothing_and_goes_on_from_record_or_checkpoint():
    felt = Felt()
    first = felt.record()
    assert (first.number, first.previous) == (1, GENESIS)
    for last in (first, felt.checkpoint()):
        chain = Chain.after(last)
        second = chain.record(time=0, command_id="", actor="house", name="deal", payload=b"")
        assert (second.number, second.previous, second.stream) == (2, first.hash, STREAM)
        assert chain.head == Head(2, second.hash)


def test_an_untouched_stream_holds(records):
    assert check_chain(STREAM, records) is None
    assert check_chain(STREAM, records, head=Head(5, records[-1].hash)) is None
    assert check_chain(STREAM, records[2:], after=Head(2, records[1].hash)) is None
    assert check_chain(STREAM, []) is None
    assert check_chain(STREAM, [], head=Head()) is None


def flips(record: Record) -> list[Record]:
    """The record with each of its bits turned over, one at a time."""
    found: list[Record] = []
    for field in record.__struct_fields__:
        value: Any = getattr(record, field)
        if isinstance(value, int):
            others: list[Any] = [value ^ (1 << bit) for bit in range(63)]
        else:
            raw = value.encode() if isinstance(value, str) else value
            others = []
            for at in range(len(raw) * 8):
                turned = bytearray(raw)
                turned[at // 8] ^= 1 << at % 8
                others.append(bytes(turned).decode("latin-1") if isinstance(value, str) else bytes(turned))
        found += [msgspec.structs.replace(record, **{field: other}) for other in others]
    return found


@pytest.mark.parametrize("at", range(5))
def test_any_flipped_bit_is_found_in_the_very_record(records, at):
    tampered = flips(records[at])
    assert len(tampered) > 800
    for wrong in tampered:
        found = check_chain(STREAM, [*records[:at], wrong, *records[at + 1 :]])
        assert found is not None
        assert found.number == at + 1


@pytest.mark.parametrize("at", range(5))
def test_a_dropped_record_is_missed(records, at):
    found = check_chain(STREAM, records[:at] + records[at + 1 :], head=Head(5, records[-1].hash))
    assert found is not None
    assert found.number == at + 1


def test_records_cut_off_the_end_are_missed_by_the_head(records):
    cut = records[:3]
    assert check_chain(STREAM, cut) is None
    assert check_chain(STREAM, cut, head=Head(5, records[-1].hash)) == ChainError(
        STREAM, 4, "is missing: the stream goes to 5"
    )


def test_swapped_and_doubled_and_added_records_are_found(records):
    one, two, three, four, five = records
    assert str(check_chain(STREAM, [one, three, two, four, five])).startswith("table 7, record 2: has number 3")
    assert str(check_chain(STREAM, [one, two, two])).startswith("table 7, record 3: has number 2")
    added = Chain.after(five).record(time=0, command_id="", actor="eve", name="pay", payload=b"")
    assert check_chain(STREAM, [*records, added], head=Head(5, five.hash)) == ChainError(
        STREAM, 6, "has been added: the stream ends at 5"
    )


def test_a_stream_written_anew_from_some_record_on_does_not_end_as_it_did(records):
    chain = Chain.after(records[3])
    forged = chain.record(time=0, command_id="", actor="eve", name="pay", payload=b"")
    found = check_chain(STREAM, [*records[:4], forged], head=Head(5, records[-1].hash))
    assert found == ChainError(STREAM, 5, "is not the last record that was committed")


def test_a_record_of_another_table_does_not_pass_for_one_of_this(records):
    other = Felt(8).record()
    assert str(check_chain(STREAM, [other])) == "table 7, record 1: belongs to 'table 8'"


texts = st.text("ab♠", max_size=4)


@given(st.lists(st.tuples(texts, texts, texts, texts, st.binary(max_size=6)), min_size=2, unique=True))
def test_no_two_records_are_written_alike(fields):
    hashes = {
        record_hash(GENESIS, stream, 1, 2, command, actor, name, payload)
        for stream, command, actor, name, payload in fields
    }
    assert len(hashes) == len(fields)


@pytest.mark.parametrize(
    ("previous", "number", "actor", "words"),
    [
        (b"short", 1, "ann", "a hash must have 32 bytes, got 5"),
        (GENESIS, 2**63, "ann", "record 9223372036854775808 of 'table 7' cannot be chained"),
        (GENESIS, 1, "\ud800", "record 1 of 'table 7' cannot be chained"),
    ],
)
def test_what_cannot_be_hashed_is_refused_in_words(previous, number, actor, words):
    with pytest.raises(InvalidError, match=words):
        record_hash(previous, STREAM, number, 0, "", actor, "act", b"")
