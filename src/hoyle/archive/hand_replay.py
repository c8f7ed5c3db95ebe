"""Hand replay: a past hand event by event, with view and narration, as one person saw it.

Each moment is one event as that person may read it, the dealer's sentences for it, and the table as they saw
it right after. None of them holds hidden information: events come from `seen_by`, tables from `view`,
sentences from a narrator for that viewer. Chat, reports and commitments are no part of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import replace

from hoyle.archive.checkpoint_cache import ReplayCache
from hoyle.archive.hand_search import HandSummary, reader_of, summarize
from hoyle.archive.seat_history import SeatHistory
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.events import Opened, WinnerShows
from hoyle.games.poker.round import PokerRound
from hoyle.history.narration import table_narrator
from hoyle.history.replay.rounds_from_log import RoundCollector
from hoyle.room.events import table_events
from hoyle.storage.models import HandIndexEntry, Record
from hoyle.storage.store_interface import Store
from hoyle.table.base import Table
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.log.event_log import LogStep

_RECORDS_AFTERWARDS: Final = 60
"""Records after a hand in which its winner may show cards voluntarily."""
NOBODY: Final = ""
"""Viewer of a spectator's replay."""


class ReplaySentence(Struct, frozen=True, kw_only=True):
    """Sentence of the dealer and the clause behind it."""

    text: str
    clause: str = ""


class ReplayEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Event of a replayed hand, with the dealer's sentences and the view after it."""

    number: int
    """Counted from 1."""
    record: int
    time: int
    by: str
    did: str
    """Name of the command that caused it."""
    name: str
    facts: dict[str, Any]
    calls: tuple[ReplaySentence, ...] = ()
    view: Any = None
    """The table right after it, where views were requested."""


class ReplayedHand(Struct, frozen=True, kw_only=True):
    """Replayed past hand with only what one person may know."""

    person: str
    past: HandSummary
    kind: str
    sign: Any
    seats: dict[int, str]
    """Players by seat when it began."""
    moments: tuple[ReplayEvent, ...]
    round: PokerRound | None = None
    """Round of poker with every card, for exports that redact it; never send it to a client."""

    @property
    def hand(self) -> HandIndexEntry:
        return self.past.hand


def replay_hand(
    store: Store, hand: HandIndexEntry, person: str, *, views: bool = False, cache: ReplayCache | None = None
) -> ReplayedHand:
    """Replay a past hand of a player event by event; with `views` also the table after each event."""
    [replayed] = replay_hands(store, [hand], person, views=views, cache=cache)
    return replayed


def replay_as_spectator(
    store: Store, hand: HandIndexEntry, *, views: bool = False, cache: ReplayCache | None = None
) -> ReplayedHand:
    """Replay a past hand as a spectator saw it: with open cards only."""
    replay = _Replay(store, hand.stream, hand.first_record, cache)
    [recorder] = _record_hands(replay, [hand], NOBODY, views=views)
    return recorder.finish(HandSummary(hand=hand, seat=0, net=0))


def replay_hands(
    store: Store, hands: Sequence[HandIndexEntry], person: str, *, views: bool = False, cache: ReplayCache | None = None
) -> Iterator[ReplayedHand]:
    """Replay several past hands of a player, table by table; each table is read once."""
    for hand in hands:
        if person not in hand.people:
            raise IllegalError(
                f"{person} was not in the hand that began with record {hand.first_record} of {hand.stream}: "
                "players replay their own hands",
                clause="house history",
                legal=f"hands of {', '.join(hand.people) or 'nobody'}",
            )
    seat_history = SeatHistory(store)
    for stream in dict.fromkeys(hand.stream for hand in hands):
        table_hands = sorted((hand for hand in hands if hand.stream == stream), key=lambda hand: hand.first_record)
        replay = _Replay(store, stream, table_hands[0].first_record, cache)
        for recorder in _record_hands(replay, table_hands, person, views=views):
            yield recorder.finish(summarize(store, recorder.hand, person, seat_history))


def _record_hands(replay: _Replay, hands: list[HandIndexEntry], person: str, *, views: bool) -> Iterator[_Recorder]:
    """Replay a table and yield the recorder of each of these hands when it is complete."""
    remaining_hands = iter(hands)
    next_hand = next(remaining_hands, None)
    recorder: _Recorder | None = None
    for record, step in replay.steps(hands[-1].last_record + _RECORDS_AFTERWARDS):
        if recorder is not None and record.number > recorder.hand.last_record:
            next_round_began = any(isinstance(entry, Opened) for entry in step.events)
            too_late_to_show = record.number > recorder.hand.last_record + _RECORDS_AFTERWARDS
            if next_round_began or too_late_to_show or _begins(next_hand, record):
                yield recorder
                recorder = None
        if recorder is None and _begins(next_hand, record):
            assert next_hand is not None
            recorder = _Recorder(replay, next_hand, person, views=views)
            next_hand = next(remaining_hands, None)
        if recorder is not None and (record.number <= recorder.hand.last_record or _shows_voluntarily(step)):
            recorder.take(record, step)
        elif recorder is None and next_hand is None:
            return
        else:
            for entry in step.events:
                replay.apply(entry)
    if next_hand is not None:
        raise InvalidError(f"{next_hand.stream} has no record {next_hand.first_record}; run hoyle audit")
    if recorder is not None:
        yield recorder


def _begins(hand: HandIndexEntry | None, record: Record) -> bool:
    return hand is not None and record.number == hand.first_record


def _shows_voluntarily(step: LogStep) -> bool:
    """Whether in this step of the log a winner shows cards voluntarily."""
    return any(isinstance(entry, WinnerShows) for entry in step.events)


class _Replay:
    """Replay of a table's records, from a checkpoint before a record or from the beginning."""

    def __init__(self, store: Store, stream: str, first: int, cache: ReplayCache | None = None) -> None:
        self._store = store
        self._stream = stream
        self._cache = cache
        self._reader = reader_of(store, stream)
        self._table: Table | None = None
        self._start_record = 0
        checkpoint = store.checkpoint(stream)
        if checkpoint is not None and checkpoint.number < first:
            self._resume(checkpoint.number, json.decode(checkpoint.state)["table"])
        elif cache is not None and (cached := cache.nearest_before(stream, first)) is not None:
            self._resume(*cached)

    def _resume(self, number: int, data: dict[str, Any]) -> None:
        """Restore the replayed table from the checkpoint after a record."""
        self._table = TABLE_KINDS[data["kind"]].resume(data, keep_log=False)
        self._start_record = number

    @property
    def table(self) -> Any:
        assert self._table is not None, f"{self._stream} was not set up"
        return self._table

    def seated(self) -> dict[int, str]:
        """Return the names of the players at the replayed table, by seat."""
        return {seat: player.name for seat, player in sorted(self.table.roster.players.items())}

    def steps(self, to: int) -> Iterator[tuple[Record, LogStep]]:
        """Yield the log steps of a table up to a record; the caller applies their events."""
        for record in self._store.records(self._stream, self._start_record, to):
            yield record, self._reader.read(record)
            if self._cache is not None and self._cache.is_due(self._stream, record.number):
                self._cache.put(self._stream, record.number, self.table.checkpoint())

    def apply(self, entry: Any) -> None:
        """Apply a recorded event to the replayed table."""
        if isinstance(entry, table_events.TableSetUp):
            self._table = TABLE_KINDS[entry.kind](keep_log=False)
        elif not isinstance(entry, table_events.LiveTableEvent):
            self.table.apply(entry)


class _Recorder:
    """Recorder of a hand's events as one person may know them."""

    def __init__(self, replay: _Replay, hand: HandIndexEntry, person: str, *, views: bool) -> None:
        self.hand = hand
        self._replay = replay
        self._person = person
        self._views = views
        self._seats = replay.seated()
        self._sign = replay.table.sign
        self._narrator = table_narrator(self._sign, dict(self._seats), viewer=person)
        # Wagers may lie on the layout before the throw.
        self._narrator.take_up(*replay.table.layout())
        self._collector = None if replay.table.IS_HOUSE_GAME else RoundCollector(replay.table)
        self._moments: list[ReplayEvent] = []

    def finish(self, past: HandSummary) -> ReplayedHand:
        """Return the recorded hand as one person may know it."""
        return ReplayedHand(
            person=self._person,
            past=past,
            kind=self._replay.table.KIND,
            sign=self._sign,
            seats=self._seats,
            moments=tuple(self._all_moments()),
            round=None if self._collector is None else self._collector.round(),
        )

    def take(self, record: Record, step: LogStep) -> None:
        """Apply one step of a table's log to the replayed table, and record its events."""
        for entry in step.events:
            self._replay.apply(entry)
            if isinstance(entry, table_events.LiveTableEvent):
                continue
            if self._collector is not None:
                self._collector.hear(entry)
            visible = entry.seen_by(self._person)
            self._moments.append(
                ReplayEvent(
                    number=len(self._moments) + 1,
                    record=record.number,
                    time=record.time,
                    by=step.by,
                    did=step.command.name,
                    name=visible.name,
                    facts=visible.to_dict(),
                    calls=tuple(_sentences(self._narrator.narrate(entry))),
                    view=self._replay.table.view(self._person) if self._views else None,
                )
            )

    def _all_moments(self) -> list[ReplayEvent]:
        """Return all replayed events, with the narrator's remaining sentences added to the last."""
        remaining = tuple(_sentences(self._narrator.flush()))
        if remaining and self._moments:
            last = self._moments.pop()
            self._moments.append(replace(last, calls=(*last.calls, *remaining)))
        return self._moments


def _sentences(calls: list[Any]) -> Iterator[ReplaySentence]:
    for call in calls:
        yield ReplaySentence(text=call.text, clause=call.clause)
