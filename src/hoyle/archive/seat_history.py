"""Seat history: who sat in which seat of a table when, from its records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import json

from hoyle.games.house_cards.events import Wagered
from hoyle.games.poker.events import Opened
from hoyle.storage.store_interface import Store

_SEAT_EVENTS: Final = (b'"seated"', b'"player-left"')


def seats_in(entries: Iterable[Any]) -> dict[str, int]:
    """Return the seats of players, as far as the events of a round name them."""
    seats: dict[str, int] = {}
    for entry in entries:
        if isinstance(entry, Opened):
            seats.update(zip(entry.people, entry.seats, strict=True))
        elif isinstance(entry, Wagered):
            seats[entry.owner] = entry.paying_seat
    return seats


class _SeatChange(NamedTuple):
    """Change of the player in a table's seat, with the number of its record."""

    record: int
    seat: int
    person: str
    """Empty where the player left."""


class SeatHistory:
    """Seats of players over time at the tables of a room; each table is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changes: dict[str, list[_SeatChange]] = {}
        self._read: dict[str, int] = {}

    def before(self, stream: str, number: int) -> dict[str, int]:
        """Return the seats of the players at a table before a record."""
        changes = self._changes.setdefault(stream, [])
        after = self._read.get(stream, 0)
        if after < number - 1:
            changes += _seat_changes(self._store, stream, after, number - 1)
            self._read[stream] = number - 1
        players: dict[int, str] = {}
        for change in changes:
            if change.record < number:
                players[change.seat] = change.person
        return {person: seat for seat, person in players.items() if person}


def _seat_changes(store: Store, stream: str, after: int, to: int) -> Iterator[_SeatChange]:
    for record in store.records(stream, after, to):
        if any(name in record.payload for name in _SEAT_EVENTS):
            for entry in json.decode(record.payload)["events"]:
                fields = entry["fields"]
                if entry["name"] == "seated":
                    yield _SeatChange(record.number, fields["seat"], fields["player"])
                elif entry["name"] == "player-left":
                    yield _SeatChange(record.number, fields["seat"], "")
