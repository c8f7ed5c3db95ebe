"""What a round brought somebody, from its own entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from hoyle.banked.events import Wagered
from hoyle.poker.events import Opened
from hoyle.room.live.matters import Matter
from hoyle.room.store.store import Store
from hoyle.table.dice.games import GAMES as DICE_GAMES

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
        if isinstance(entry, Matter):
            continue
        moved = entry.transfers()
        if game in DICE_GAMES:
            if getattr(entry, "seat", 0) == seat:
                found += sum(chips for source, _, chips in moved if source == _BANK)
                found -= sum(chips for _, to, chips in moved if to == _BANK)
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


def seats_before(store: Store, stream: str, number: int) -> dict[str, int]:
    """Who sat where at a table before a record, by all who came and left."""
    from msgspec import json

    found: dict[str, int] = {}
    for record in store.records(stream, 0, number - 1):
        if any(word in record.facts for word in _COMINGS):
            for entry in json.decode(record.facts)["entries"]:
                facts = entry["facts"]
                if entry["name"] == "seated":
                    found[facts["player"]] = facts["seat"]
                elif entry["name"] == "player-left":
                    found = {name: seat for name, seat in found.items() if seat != facts["seat"]}
    return found
