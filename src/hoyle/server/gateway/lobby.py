"""Lobby: the list of tables as each person may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.games.registry import find_entry
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import FLOOR
from hoyle.room.room import Room
from hoyle.room.state.room_state import TableListing
from hoyle.server.websocket_frames import LobbySnapshot, LobbyTable

PERSON: Final = "p"
BOT: Final = "b"
NOBODY: Final = "-"


def lobby_frame(room: Room, person: str, *, people: int) -> LobbySnapshot:
    """Return the lobby as one person may see it, sorted by game."""
    tables = [
        lobby_table(room, live_table, person)
        for live_table in sorted(room.tables.values(), key=lambda table: (find_entry(table.game).rank, table.number))
        if not live_table.hosting.closed and room.may_watch(live_table, person)
    ]
    return LobbySnapshot(tables=tables, connected_count=people)


def people_with_own_lobby(room: Room) -> set[str]:
    """Return the people whose lobby differs from a spectator's: players, guests of home games, the floor."""
    people = {name for name, person in room.state.people.items() if FLOOR in person.roles}
    for live_table in room.tables.values():
        if not live_table.hosting.closed:
            people |= {live_table.hosting.host, *live_table.seated.values()}
            if live_table.settings.private:
                people |= set(live_table.hosting.guests)
    return people


def merge(snapshot: LobbySnapshot, remote_tables: Sequence[LobbyTable], *, people: int) -> LobbySnapshot:
    """Return a lobby with the tables of other nodes added."""
    tables = sorted((*snapshot.tables, *remote_tables), key=lambda row: (find_entry(row.game).rank, row.table_id))
    return LobbySnapshot(tables=tables, connected_count=people)


def lobby_table(room: Room, live_table: LiveTable, person: str) -> LobbyTable:
    """Build a table's lobby entry as one person sees it."""
    table = live_table.table
    listing, title = room.state.tables[live_table.number], find_entry(live_table.game)
    seat_count = table.seat_rules().max_seats
    is_host = bool(person) and live_table.hosting.host == person
    seating = _seating(live_table, seat_count)
    return LobbyTable(
        table_id=live_table.number,
        title=listing.title,
        game=listing.game,
        game_name=title.name,
        game_summary=title.about,
        family=title.family,
        book=listing.book,
        kind=table.KIND,
        stakes=table.stakes,
        min_bet=table.sign.min_bet(),
        seats=seat_count,
        seat_map=seating,
        seats_taken=len(live_table.seated),
        bots=seating.count(BOT),
        waiting=len(table.roster.waiting),
        average_pot=live_table.average_pot(),
        playing=live_table.current_round is not None,
        private=listing.private,
        closing=live_table.hosting.closing,
        is_host=is_host,
        is_yours=is_host or (bool(person) and person in live_table.seated.values()),
        invite_code=live_table.hosting.code if is_host else "",
    )


def quarantined_table(listing: TableListing) -> LobbyTable:
    """Build the lobby entry of a quarantined table, of which only the listing is known."""
    title = find_entry(listing.game)
    return LobbyTable(
        table_id=listing.number,
        title=listing.title,
        game=listing.game,
        game_name=title.name,
        game_summary=title.about,
        family=title.family,
        book=listing.book,
        kind="",
        stakes="",
        min_bet=0,
        seats=0,
        seat_map="",
        seats_taken=0,
        quarantined=True,
    )


def _seating(live_table: LiveTable, seat_count: int) -> str:
    """Return one letter for each seat of a table: PERSON, BOT or NOBODY."""
    bots = live_table.hosting.bots
    occupants = {seat: BOT if name in bots else PERSON for seat, name in live_table.seated.items()}
    return "".join(occupants.get(seat, NOBODY) for seat in range(1, seat_count + 1))
