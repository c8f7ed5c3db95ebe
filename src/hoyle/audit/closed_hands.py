"""Closed hands for auditors: finished rounds with every card and the secrets behind their decks.

Only rounds in the hand index are read, and it has finished rounds only: the secret of a deck in play, or of
the next round, is in none of them. A `access-hands` record is written before the auditor gets to read.
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
"""Maximum rounds read at once."""
PUBLIC_VIEWER: Final = "everybody"
"""Name in a proof of public cards; no person can have it."""


class ReadEntry(Struct, frozen=True, kw_only=True):
    """Event of a round, with every card in it."""

    record: int
    time: int
    by: str
    did: str
    """Name of its command."""
    name: str
    facts: dict[str, Any]


class ClosedHand(Struct, frozen=True, kw_only=True):
    """Finished round with all hidden cards."""

    hand: str
    """Table and first record of the round."""
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
    """Proofs of the public cards, for ``hoyle verify-deal``."""
    sealed: tuple[AuditorSecret, ...] = ()
    """Secrets that derive every deck: ``hoyle verify-deal PROOF --sealed FILE``."""


def closed_hands(store: SqlStore, table: int, first: int, last: int) -> list[ClosedHand]:
    """List the finished rounds of a table between two records, without their events."""
    stream = table_stream(table)
    hands: list[ClosedHand] = []
    for hand, _ in store.indexed_hands(stream, max(first - 1, 0)):
        if hand.last_record > last:
            break
        hands.append(_without_events(hand, table))
        if len(hands) > MAX_HANDS:
            raise InvalidError(f"more than {MAX_HANDS} rounds lie between records {first} and {last}")
    if not hands:
        raise InvalidError(f"no round of table {table} lies between records {first} and {last}")
    return hands


def latest_hands(store: SqlStore, table: int, most: int) -> list[ClosedHand]:
    """List the last finished rounds of a table, the latest first, without their events."""
    return [_without_events(hand, table) for hand in store.hands(stream=table_stream(table), limit=most)]


def read_hands(store: SqlStore, table: int, first: int, last: int) -> list[ClosedHand]:
    """Read the finished rounds of a table between two records, with every card."""
    reader = reader_of(store, table_stream(table))
    return [_read(store, reader, hand) for hand in closed_hands(store, table, first, last)]


def _without_events(hand: HandIndexEntry, table: int) -> ClosedHand:
    shared = ("round", "game", "book", "rules", "pot", "people", "disputed")
    return ClosedHand(
        hand=f"{table}/{hand.first_record}",
        table=table,
        first=hand.first_record,
        last=hand.last_record,
        began=hand.started_at,
        ended=hand.ended_at,
        **{name: getattr(hand, name) for name in shared},
    )


def _read(store: SqlStore, reader: StepReader, summary: ClosedHand) -> ClosedHand:
    stream = table_stream(summary.table)
    records = store.records(stream, summary.first - 1, summary.last)
    index_entry, _ = next(store.indexed_hands(stream, summary.first - 1))
    return replace(
        summary,
        entries=tuple(entry for record in records for entry in _entries(record, reader)),
        proofs=tuple(replace(proof, person=PUBLIC_VIEWER) for proof in _proofs(store, index_entry)),
        sealed=tuple(sealed_files(store, index_entry)),
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
            # The next round's secret may be committed during this one: show room events as others see them.
            facts=(entry.seen_by("") if isinstance(entry, table_events.LiveTableEvent) else entry).to_dict(),
        )
        for entry in step.events
    ]


def _proofs(store: SqlStore, hand: HandIndexEntry) -> list[RoundProof]:
    try:
        return proofs_of(store, hand, "")
    except HoyleError:
        return []  # nothing was drawn from a commitment
