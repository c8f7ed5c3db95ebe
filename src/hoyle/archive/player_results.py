"""Player results: net chips of a seat in a past round, and who sat in which seat when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import json

from hoyle.games.house_cards.events import Wagered
from hoyle.games.poker.events import Opened
from hoyle.room.events.table_events import LiveTableEvent
from hoyle.storage.store_interface import Store
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES

_BANK: Final = "bank"
_CASHIER: Final = "cashier"
_COMINGS: Final = (b'"seated"', b'"player-left"')


def net(entries: Iterable[Any], game: str, seat: int) -> int:
    """Chips that somebody in this seat had more, or less, after a round than before it.

    Of dice it is what the throw decided: the wagers lay on the layout before it and many stay there.
    """
    account = f"seat {seat}"
    found = 0
    for entry in entries:
        if isinstance(entry, LiveTableEvent):
            continue
        moved = entry.transfers()
        if game in DICE_GAMES:
            # An entry of one seat, or of several that are named as accounts.
            own = getattr(entry, "seat", 0) == seat
            found += sum(chips for source, to, chips in moved if source == _BANK and (own or to == account))
            found -= sum(chips for source, to, chips in moved if to == _BANK and (own or source == account))
            continue
        for source, to, chips in moved:
            if _CASHIER not in (source, to):
                found += chips if to == account else -chips if source == account else 0
    return found


def seats_in(entries: Iterable[Any]) -> dict[str, int]:
    """Who plays from which seat, as far as the entries of a round say so themselves."""
    found: dict[str, int] = {}
    for entry in entries:
        if isinstance(entry, Opened):
            found.update(zip(entry.people, entry.seats, strict=True))
        elif isinstance(entry, Wagered):
            found[entry.owner] = entry.purse
    return found


class _Coming(NamedTuple):
    """Somebody takes a seat, or gives it up."""

    record: int
    seat: int
    person: str
    """Empty where the seat is given up."""


class SeatHistory:
    """Who sat where at the tables of a room, by all who came and left; each table is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._comings: dict[str, list[_Coming]] = {}
        self._read: dict[str, int] = {}

    def before(self, stream: str, number: int) -> dict[str, int]:
        """Everybody's seat at a table before a record."""
        comings = self._comings.setdefault(stream, [])
        after = self._read.get(stream, 0)
        if after < number - 1:
            comings += _comings(self._store, stream, after, number - 1)
            self._read[stream] = number - 1
        found: dict[int, str] = {}
        for coming in comings:
            if coming.record < number:
                found[coming.seat] = coming.person
        return {person: seat for seat, person in found.items() if person}


def _comings(store: Store, stream: str, after: int, to: int) -> Iterator[_Coming]:
    for record in store.records(stream, after, to):
        if any(word in record.facts for word in _COMINGS):
            for entry in json.decode(record.facts)["entries"]:
                facts = entry["facts"]
                if entry["name"] == "seated":
                    yield _Coming(record.number, facts["seat"], facts["player"])
                elif entry["name"] == "player-left":
                    yield _Coming(record.number, facts["seat"], "")
