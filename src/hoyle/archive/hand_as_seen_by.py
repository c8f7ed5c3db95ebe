"""Hand replay: a past hand event by event, with view and narration, as one person saw it.

Each moment is one entry as that person may read it, the dealer's words for it, and the table as he saw it
right after. What he may not know is in none of them: entries come from `seen_by`, pictures from `view`, words
from the narrator who speaks to him. Talk, reports and seals around the table are no part of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import replace

from hoyle.archive.hand_search import HandSummary, past_of, reader_of
from hoyle.archive.player_results import SeatHistory
from hoyle.archive.replay_cache import ReplayCache
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.events import Opened, WinnerShows
from hoyle.games.poker.round import PokerRound
from hoyle.history.narration import Narrator, narrator
from hoyle.history.narration.dice_narrator import DiceNarrator
from hoyle.history.replay.rounds_from_log import RoundCollector
from hoyle.room.events import table_events
from hoyle.storage.models import HandIndexEntry, Record
from hoyle.storage.store_interface import Store
from hoyle.table.base import Table
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.log.event_log import LogStep
from hoyle.table.poker.table import PokerTable

_AFTERWARDS: Final = 60
"""Records after a hand in which its winner may have shown what nobody paid to see."""
NOBODY: Final = ""
"""Whoever only looks on."""


class Sentence(Struct, frozen=True, kw_only=True):
    """One sentence of the dealer's and the clause it rests on."""

    text: str
    clause: str = ""


class ReplayEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event of a hand."""

    number: int
    """From 1."""
    record: int
    time: int
    by: str
    did: str
    """The command that it came of."""
    name: str
    facts: dict[str, Any]
    calls: tuple[Sentence, ...] = ()
    view: Any = None
    """The table right after it, where that was asked for."""


class ReplayedHand(Struct, frozen=True, kw_only=True):
    """A hand as one person may know it."""

    person: str
    past: HandSummary
    kind: str
    sign: Any
    seats: dict[int, str]
    """Who sat where when it began."""
    moments: tuple[ReplayEvent, ...]
    round: PokerRound | None = None
    """Of poker: the round with every card, for those who write it down redacted; never to be handed out."""

    @property
    def hand(self) -> HandIndexEntry:
        return self.past.hand


def replay_hand(
    store: Store,
    hand: HandIndexEntry,
    person: str,
    *,
    views: bool = False,
    waypoints: ReplayCache | None = None,
) -> ReplayedHand:
    """A hand that somebody was in, event by event; with `views` also the table after each of them."""
    [found] = replay_hands(store, [hand], person, views=views, waypoints=waypoints)
    return found


def replay_as_spectator(
    store: Store, hand: HandIndexEntry, *, views: bool = False, waypoints: ReplayCache | None = None
) -> ReplayedHand:
    """A hand as somebody saw it who only looked on: with no card but those that lay open."""
    walk = _Walk(store, hand.stream, hand.first, waypoints)
    [teller] = _tellers(walk, [hand], NOBODY, views=views)
    return teller.recalled(HandSummary(hand=hand, seat=0, net=0))


def replay_hands(
    store: Store,
    hands: Sequence[HandIndexEntry],
    person: str,
    *,
    views: bool = False,
    waypoints: ReplayCache | None = None,
) -> Iterator[ReplayedHand]:
    """Several hands, table by table from the first on; each table is gone through once."""
    for hand in hands:
        if person not in hand.people:
            raise IllegalError(
                f"{person} was not in the hand that began with record {hand.first} of {hand.stream}: "
                "everybody recalls his own hands",
                clause="house history",
                legal=f"hands of {', '.join(hand.people) or 'nobody'}",
            )
    sittings = SeatHistory(store)
    for stream in dict.fromkeys(hand.stream for hand in hands):
        here = sorted((hand for hand in hands if hand.stream == stream), key=lambda hand: hand.first)
        walk = _Walk(store, stream, here[0].first, waypoints)
        for teller in _tellers(walk, here, person, views=views):
            yield teller.recalled(past_of(store, teller.hand, person, sittings))


def _tellers(walk: _Walk, hands: list[HandIndexEntry], person: str, *, views: bool) -> Iterator[_Teller]:
    """Whoever tells each of these hands of one table, when all is told."""
    coming = iter(hands)
    next_hand = next(coming, None)
    teller: _Teller | None = None
    for record, step in walk.steps(hands[-1].last + _AFTERWARDS):
        if teller is not None and record.number > teller.hand.last:
            begun = any(isinstance(entry, Opened) for entry in step.events)
            if begun or record.number > teller.hand.last + _AFTERWARDS or _begins(next_hand, record):
                yield teller
                teller = None
        if teller is None and _begins(next_hand, record):
            assert next_hand is not None
            teller = _Teller(walk, next_hand, person, views=views)
            next_hand = next(coming, None)
        if teller is not None and (record.number <= teller.hand.last or _shows(step)):
            teller.take(record, step)
        elif teller is None and next_hand is None:
            return
        else:
            for entry in step.events:
                walk.apply(entry)
    if next_hand is not None:
        raise InvalidError(f"{next_hand.stream} has no record {next_hand.first}; run hoyle audit")
    if teller is not None:
        yield teller


def _begins(hand: HandIndexEntry | None, record: Record) -> bool:
    return hand is not None and record.number == hand.first


def _shows(step: LogStep) -> bool:
    """Whether a winner shows what nobody paid to see."""
    return any(isinstance(entry, WinnerShows) for entry in step.events)


class _Walk:
    """Leads a table through its records, from a checkpoint before a number or from the beginning."""

    def __init__(self, store: Store, stream: str, first: int, waypoints: ReplayCache | None = None) -> None:
        self._store = store
        self._stream = stream
        self._waypoints = waypoints
        self._reader = reader_of(store, stream)
        self._table: Table | None = None
        self._after = 0
        checkpoint = store.checkpoint(stream)
        if checkpoint is not None and checkpoint.number < first:
            self._begin(checkpoint.number, json.decode(checkpoint.facts)["table"])
        elif waypoints is not None and (kept := waypoints.nearest_before(stream, first)) is not None:
            self._begin(*kept)

    def _begin(self, number: int, data: dict[str, Any]) -> None:
        self._table = TABLE_KINDS[data["kind"]].resume(data, keep_log=False)
        self._after = number

    @property
    def table(self) -> Any:
        assert self._table is not None, f"{self._stream} was not set up"
        return self._table

    def seated(self) -> dict[int, str]:
        return {seat: player.name for seat, player in sorted(self.table.roster.players.items())}

    def steps(self, to: int) -> Iterator[tuple[Record, LogStep]]:
        """The steps up to a record; the caller applies their entries."""
        for record in self._store.records(self._stream, self._after, to):
            yield record, self._reader.read(record)
            if self._waypoints is not None and self._waypoints.is_due(self._stream, record.number):
                self._waypoints.put(self._stream, record.number, self.table.checkpoint())

    def apply(self, entry: Any) -> None:
        """Take an entry in; nothing is decided."""
        if isinstance(entry, table_events.TableSetUp):
            self._table = TABLE_KINDS[entry.kind](keep_log=False)
        elif not isinstance(entry, table_events.LiveTableEvent):
            self.table.apply(entry)


class _Teller:
    """Notes each moment of a hand as one person may know it."""

    def __init__(self, walk: _Walk, hand: HandIndexEntry, person: str, *, views: bool) -> None:
        self.hand = hand
        self._walk = walk
        self._person = person
        self._views = views
        self._seats = walk.seated()
        self._sign = walk.table.sign
        self._narrator: Narrator = narrator(self._sign, dict(self._seats), viewer=person)
        if isinstance(self._narrator, DiceNarrator):
            # Wagers lay on the layout before the throw that is told.
            self._narrator.take_up(walk.table.state.play.point, walk.table.state.play.live)
        self._keeper = RoundCollector(walk.table) if isinstance(walk.table, PokerTable) else None
        self._moments: list[ReplayEvent] = []

    def recalled(self, past: HandSummary) -> ReplayedHand:
        """All that was told."""
        return ReplayedHand(
            person=self._person,
            past=past,
            kind=self._walk.table.KIND,
            sign=self._sign,
            seats=self._seats,
            moments=tuple(self._rest()),
            round=None if self._keeper is None else self._keeper.round(),
        )

    def take(self, record: Record, step: LogStep) -> None:
        """Take a step in, entry by entry."""
        for entry in step.events:
            self._walk.apply(entry)
            if isinstance(entry, table_events.LiveTableEvent):
                continue
            if self._keeper is not None:
                self._keeper.hear(entry)
            seen = entry.seen_by(self._person)
            self._moments.append(
                ReplayEvent(
                    number=len(self._moments) + 1,
                    record=record.number,
                    time=record.time,
                    by=step.by,
                    did=step.command.name,
                    name=seen.name,
                    facts=seen.to_dict(),
                    calls=tuple(_said(self._narrator.narrate(entry))),
                    view=self._walk.table.view(self._person) if self._views else None,
                )
            )

    def _rest(self) -> list[ReplayEvent]:
        """All of them; what the dealer had yet to say goes with the last."""
        left = tuple(_said(self._narrator.flush()))
        if left and self._moments:
            last = self._moments.pop()
            self._moments.append(replace(last, calls=(*last.calls, *left)))
        return self._moments


def _said(calls: list[Any]) -> Iterator[Sentence]:
    for call in calls:
        yield Sentence(text=call.text, clause=call.clause)
