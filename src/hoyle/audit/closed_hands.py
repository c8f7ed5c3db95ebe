"""Closed hands for auditors: finished rounds with every card and the secrets behind their decks.

Only the index of past hands says what is over, and it has nothing else; the secret of a deck that is being
played, or lies ready for the next round, is in no hand of it. That he reads them is on record before he does
(`read-hands`).
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from hoyle.archive.fairness_proofs import proofs_of, sealed_files
from hoyle.archive.hand_search import reader_of
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.fairness.round_proof import AuditorSecret, RoundProof
from hoyle.room.events import table_events
from hoyle.room.recovery import StepReader
from hoyle.storage.models import HandIndexEntry, Record, table_stream
from hoyle.storage.sql.sql_store import SqlStore

MAX_HANDS: Final = 50
"""Read at once."""
EVERYBODY: Final = "everybody"
"""Whose proof of a deal it is that opens what lay open to all: nobody can be called so."""


class ReadEntry(Struct, frozen=True, kw_only=True):
    """One entry of a round, with every card in it."""

    record: int
    time: int
    by: str
    did: str
    """The command that it came of."""
    name: str
    facts: dict[str, Any]


class ClosedHand(Struct, frozen=True, kw_only=True):
    """A round that is over, as nobody saw it while it was played."""

    hand: str
    """A table and the record that the round began with."""
    table: int
    first: int
    last: int
    round: int
    game: str
    book: str
    rules: str
    began: int
    ended: int
    pot: int
    people: tuple[str, ...]
    disputed: bool
    entries: tuple[ReadEntry, ...] = ()
    proofs: tuple[RoundProof, ...] = ()
    """Of what lay open, for ``hoyle verify-deal``."""
    sealed: tuple[AuditorSecret, ...] = ()
    """What derives every deck again: ``hoyle verify-deal PROOF --sealed FILE``."""


def closed_hands(store: SqlStore, table: int, first: int, last: int) -> list[ClosedHand]:
    """The rounds of a table that lie between two records and are over, without what happened in them."""
    stream = table_stream(table)
    found: list[ClosedHand] = []
    for hand, _ in store.indexed(stream, max(first - 1, 0)):
        if hand.last > last:
            break
        found.append(_titled(hand, table))
        if len(found) > MAX_HANDS:
            raise InvalidError(f"more than {MAX_HANDS} rounds lie between records {first} and {last}")
    if not found:
        raise InvalidError(f"no round of table {table} lies between records {first} and {last}")
    return found


def latest_hands(store: SqlStore, table: int, most: int) -> list[ClosedHand]:
    """The last rounds of a table that are over, the latest first, without what happened in them."""
    return [_titled(hand, table) for hand in store.hands(stream=table_stream(table), limit=most)]


def read_hands(store: SqlStore, table: int, first: int, last: int) -> list[ClosedHand]:
    """The same with every card."""
    reader = reader_of(store, table_stream(table))
    return [_read(store, reader, found) for found in closed_hands(store, table, first, last)]


def _titled(hand: HandIndexEntry, table: int) -> ClosedHand:
    facts = {name: getattr(hand, name) for name in HandIndexEntry.__struct_fields__ if name != "stream"}
    return ClosedHand(hand=f"{table}/{hand.first}", table=table, **facts)


def _read(store: SqlStore, reader: StepReader, found: ClosedHand) -> ClosedHand:
    stream = table_stream(found.table)
    records = store.records(stream, found.first - 1, found.last)
    hand, _ = next(store.indexed(stream, found.first - 1))
    return replace(
        found,
        entries=tuple(entry for record in records for entry in _entries(record, reader)),
        proofs=tuple(replace(proof, person=EVERYBODY) for proof in _proofs(store, hand)),
        sealed=tuple(sealed_files(store, hand)),
    )


def _entries(record: Record, reader: StepReader) -> list[ReadEntry]:
    step = reader.read(record)
    return [
        ReadEntry(
            record=record.number,
            time=record.time,
            by=step.by,
            did=step.command.name,
            name=entry.name,
            # The next round is sealed while this one is played: of the room's own matters he reads as others.
            facts=(entry.seen_by("") if isinstance(entry, table_events.LiveTableEvent) else entry).to_dict(),
        )
        for entry in step.events
        if not isinstance(entry, table_events.PlayReported)
    ]


def _proofs(store: SqlStore, hand: HandIndexEntry) -> list[RoundProof]:
    try:
        return proofs_of(store, hand, "")
    except HoyleError:
        return []  # nothing was drawn under a seal
