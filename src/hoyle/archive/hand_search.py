"""Hand search: a person's past hands by filter, newest first, with a cursor for the next page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from msgspec import Struct

from hoyle.archive.seat_history import SeatHistory, seats_in
from hoyle.core.errors import InvalidError
from hoyle.room.events.table_events import LiveTableEvent
from hoyle.room.recovery import StepReader
from hoyle.storage.models import HandIndexEntry, table_stream
from hoyle.storage.store_interface import Store
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES

WON: Final = "won"
LOST: Final = "lost"
EVEN: Final = "even"
RESULTS: Final = (WON, LOST, EVEN)
PAGE: Final = 50
LARGEST_PAGE: Final = 1000
_CHUNK: Final = 200
"""Hands that are read from the store at once."""
_BANK: Final = "bank"
_CASHIER: Final = "cashier"


class HandFilter(Struct, frozen=True, kw_only=True):
    """Filter for a person's past hands; 0 and empty mean any."""

    person: str
    table: int = 0
    round: int = 0
    """Number of the round at its table."""
    game: str = ""
    book: str = ""
    since: int = 0
    until: int = 0
    """Milliseconds: hands that ended at `since` or later, and before `until`."""
    least_pot: int = 0
    most_pot: int = 0
    result: str = ""
    """``won``, ``lost`` or ``even``."""
    company: tuple[str, ...] = ()
    """People who must all have been in the hand."""
    disputed: bool | None = None

    def check(self) -> None:
        """Raise if the hand filter has invalid values."""
        if not self.person:
            raise InvalidError("person '': expected a name")
        if self.result and self.result not in RESULTS:
            raise InvalidError(f"result {self.result!r}: expected one of {', '.join(RESULTS)}")
        for name in ("table", "round", "since", "until", "least_pot", "most_pot"):
            if getattr(self, name) < 0:
                raise InvalidError(f"{name} {getattr(self, name)}: expected 0 or more")
        if self.most_pot and self.most_pot < self.least_pot:
            raise InvalidError(f"pots from {self.least_pot} to {self.most_pot}: there are none")
        if self.until and self.until <= self.since:
            raise InvalidError(f"until {self.until}: must be after since, {self.since}")


class HandSummary(Struct, frozen=True, kw_only=True):
    """Past hand of a person, with their seat and net result."""

    hand: HandIndexEntry
    seat: int
    net: int
    """Chips won or lost in it."""

    @property
    def result(self) -> str:
        return WON if self.net > 0 else LOST if self.net else EVEN

    @property
    def table(self) -> int:
        return int(self.hand.stream.split()[1])

    @property
    def name(self) -> str:
        """Name of the hand: its table and first record, ``7/120``."""
        return f"{self.table}/{self.hand.first_record}"


class Cursor(NamedTuple):
    """Cursor of the next page of past hands, unaffected by hands that end meanwhile."""

    offset: int = 0
    until: int = 0


class Page(Struct, frozen=True, kw_only=True):
    """Page of past hands that match a search."""

    hands: tuple[HandSummary, ...]
    next: Cursor | None = None
    """Cursor of the next page; None on the last."""


def search(store: Store, hand_filter: HandFilter, *, size: int = PAGE, start: Cursor | None = None) -> Page:
    """Return a page of a person's past hands that match a filter, the latest first."""
    hand_filter.check()
    if not 1 <= size <= LARGEST_PAGE:
        raise InvalidError(f"a page of {size}: expected 1 to {LARGEST_PAGE}")
    cursor = start or Cursor()
    offset, until = cursor.offset, cursor.until or hand_filter.until
    matches: list[HandSummary] = []
    seat_history = SeatHistory(store)
    while True:
        chunk = store.hands(
            person=hand_filter.person,
            stream=table_stream(hand_filter.table) if hand_filter.table else "",
            game=hand_filter.game,
            book=hand_filter.book,
            since=hand_filter.since,
            until=until,
            disputed=hand_filter.disputed,
            limit=_CHUNK,
            offset=offset,
        )
        if chunk and not until:
            until = chunk[0].ended_at + 1
        for hand in chunk:
            if len(matches) == size:
                return Page(hands=tuple(matches), next=Cursor(offset, until))
            offset += 1
            summary = _matching_summary(store, hand, hand_filter, seat_history)
            if summary is not None:
                matches.append(summary)
        if len(chunk) < _CHUNK:
            return Page(hands=tuple(matches))


def _matching_summary(
    store: Store, hand: HandIndexEntry, hand_filter: HandFilter, seat_history: SeatHistory
) -> HandSummary | None:
    """Summarize a past hand, or return None where it does not match the filter."""
    if hand_filter.round and hand.round != hand_filter.round:
        return None
    if hand.pot < hand_filter.least_pot or (hand_filter.most_pot and hand.pot > hand_filter.most_pot):
        return None
    if any(name not in hand.people for name in hand_filter.company):
        return None
    summary = summarize(store, hand, hand_filter.person, seat_history)
    return summary if hand_filter.result in ("", summary.result) else None


def summarize(store: Store, hand: HandIndexEntry, person: str, seat_history: SeatHistory) -> HandSummary:
    """Summarize a past hand for one of its players: seat and net chips."""
    entries = entries_of(store, hand)
    seats = seats_in(entries)
    if person not in seats:
        seats = seat_history.before(hand.stream, hand.first_record)
    seat = seats.get(person, 0)
    return HandSummary(hand=hand, seat=seat, net=net_chips(entries, hand.game, seat) if seat else 0)


def net_chips(entries: Iterable[Any], game: str, seat: int) -> int:
    """Compute the net chips won or lost by a seat in a round.

    For dice it is what the throws decided, since wagers may lie on the layout before a round and after it.
    """
    account = f"seat {seat}"
    won = 0
    for entry in entries:
        if isinstance(entry, LiveTableEvent):
            continue
        # An event of dice names one seat, or several by their accounts.
        is_own = getattr(entry, "seat", 0) == seat
        for source, to, chips in entry.transfers():
            if game in DICE_GAMES:
                if source == _BANK and (is_own or to == account):
                    won += chips
                elif to == _BANK and (is_own or source == account):
                    won -= chips
            elif _CASHIER not in (source, to):
                if to == account:
                    won += chips
                elif source == account:
                    won -= chips
    return won


def find_hand(store: Store, person: str, name: str) -> HandSummary:
    """Find a person's past hand by name: ``7/120``, or ``7/last`` for the last one at table 7."""
    table, _, record = name.partition("/")
    wants_last = record == "last"
    if not _is_short_number(table, 9) or not (wants_last or _is_short_number(record, 17)):
        raise InvalidError(f"hand {name!r}: expected a table and a record, such as 7/120, or 7/last")
    hands = store.hands(person=person, stream=table_stream(int(table)), limit=1 if wants_last else 0)
    hand = next((hand for hand in hands if wants_last or hand.first_record == int(record)), None)
    if hand is None:
        raise InvalidError(f"{person} was in no hand {name}: see the list of past hands")
    return summarize(store, hand, person, SeatHistory(store))


def _is_short_number(text: str, most_digits: int) -> bool:
    return text.isdecimal() and len(text) <= most_digits


def entries_of(store: Store, hand: HandIndexEntry) -> list[Any]:
    """Return all events of a past hand, unredacted; never send them to a client."""
    reader = reader_of(store, hand.stream)
    records = store.records(hand.stream, hand.first_record - 1, hand.last_record)
    return [entry for record in records for entry in reader.read(record).events]


def reader_of(store: Store, stream: str) -> StepReader:
    """Return a step reader for a table's records, set to the game in its first record."""
    reader = StepReader()
    opening = next(store.records(stream, 0, 1), None)
    if opening is None:
        raise InvalidError(f"{stream} has no records")
    reader.read(opening)
    return reader
