"""The tables there are, as the lobby lists them."""

from __future__ import annotations

from typing import Any

from hoyle.room.live.heart import Room
from hoyle.room.live.hosted import HostedTable
from hoyle.room.live.roles import FLOOR
from hoyle.server.frames import LobbyNews, LobbyTable


def news(room: Room, person: str, *, people: int) -> LobbyNews:
    """The lobby as one person may see it."""
    tables = [
        _line(room, hosted, person)
        for hosted in room.tables.values()
        if not hosted.hosting.closed and room.may_watch(hosted, person)
    ]
    return LobbyNews(tables=tables, people=people)


def concerned(room: Room) -> set[str]:
    """For whom the lobby is not what any onlooker reads: players, guests of home games, the floor."""
    found = {name for name, person in room.state.people.items() if FLOOR in person.roles}
    for hosted in room.tables.values():
        if not hosted.hosting.closed:
            found |= {hosted.hosting.host, *hosted.seated.values()}
            if hosted.terms.private:
                found |= set(hosted.hosting.guests)
    return found


def _line(room: Room, hosted: HostedTable, person: str) -> LobbyTable:
    table: Any = hosted.table
    card = room.state.tables[hosted.number]
    bots = sum(name in hosted.hosting.bots for name in hosted.seated.values())
    return LobbyTable(
        table=hosted.number,
        title=card.title,
        game=card.game,
        book=card.book,
        kind=table.KIND,
        stakes=stakes(table.sign),
        seats=table.seat_rules().most,
        taken=len(hosted.seated),
        bots=bots,
        waiting=len(table.company.waiting),
        pot=hosted.average_pot(),
        playing=hosted.played is not None,
        private=card.private,
        mine=bool(person) and (person in hosted.seated.values() or hosted.hosting.host == person),
    )


def stakes(sign: Any) -> str:
    """What is played for, in a few words."""
    if hasattr(sign, "structure"):
        low = sign.limits[0] if sign.limits else 0
        high = sign.limits[-1] if sign.limits else 0
        if sign.structure in ("pot-limit", "no-limit"):
            blinds = "/".join(str(blind) for blind in sign.blinds)
            return f"{sign.structure} {blinds or low}"
        return f"{sign.structure} {low}/{high}"
    if hasattr(sign, "ante"):
        return f"ante {sign.ante[0]} to {sign.ante[1]}"
    return f"{sign.minimum} to {sign.maximum}"
