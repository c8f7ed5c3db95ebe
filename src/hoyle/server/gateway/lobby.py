"""Lobby: the list of tables as each person may see it, published once a second when it changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hoyle.room.auth.permissions import FLOOR
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.room.room_state import TableListing
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.server.websocket_frames import LobbyNews, LobbyTable
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.presets.game_catalogue import NAMES, game_name

PERSON: Final = "p"
BOT: Final = "b"
NOBODY: Final = "-"

_ORDER: Final = {game: at for at, game in enumerate(NAMES)}


def lobby_frame(room: Room, person: str, *, people: int) -> LobbyNews:
    """The lobby as one person may see it, game by game."""
    tables = [
        lobby_table(room, hosted, person)
        for hosted in sorted(room.tables.values(), key=lambda each: (_ORDER[each.game], each.number))
        if not hosted.hosting.closed and room.may_watch(hosted, person)
    ]
    return LobbyNews(tables=tables, people=people)


def people_with_own_lobby(room: Room) -> set[str]:
    """For whom the lobby is not what any onlooker reads: players, guests of home games, the floor."""
    found = {name for name, person in room.state.people.items() if FLOOR in person.roles}
    for hosted in room.tables.values():
        if not hosted.hosting.closed:
            found |= {hosted.hosting.host, *hosted.seated.values()}
            if hosted.terms.private:
                found |= set(hosted.hosting.guests)
    return found


def merged(news_: LobbyNews, others: Sequence[LobbyTable], *, people: int) -> LobbyNews:
    """The lobby with tables that other nodes have."""
    tables = sorted((*news_.tables, *others), key=lambda each: (_ORDER[each.game], each.table))
    return LobbyNews(tables=tables, people=people)


def lobby_table(room: Room, hosted: LiveTable, person: str) -> LobbyTable:
    """A table as the lobby lists it."""
    table: Any = hosted.table
    card, called = room.state.tables[hosted.number], game_name(hosted.game)
    most = table.seat_rules().most
    host = bool(person) and hosted.hosting.host == person
    seating = _seating(hosted, most)
    return LobbyTable(
        table=hosted.number,
        title=card.title,
        game=card.game,
        name=called.name,
        about=called.about,
        family=called.family,
        book=card.book,
        kind=table.KIND,
        stakes=stakes(table.sign),
        least=min_bet(table.sign),
        seats=most,
        seating=seating,
        taken=len(hosted.seated),
        bots=seating.count(BOT),
        waiting=len(table.roster.waiting),
        pot=hosted.average_pot(),
        playing=hosted.played is not None,
        private=card.private,
        closing=hosted.hosting.closing,
        host=host,
        mine=host or (bool(person) and person in hosted.seated.values()),
        code=hosted.hosting.code if host else "",
    )


def quarantined_table(card: TableListing) -> LobbyTable:
    """A table that is set aside, of which no more is known than that it was opened."""
    called = game_name(card.game)
    return LobbyTable(
        table=card.number,
        title=card.title,
        game=card.game,
        name=called.name,
        about=called.about,
        family=called.family,
        book=card.book,
        kind="",
        stakes="",
        least=0,
        seats=0,
        seating="",
        taken=0,
        aside=True,
    )


def _seating(hosted: LiveTable, most: int) -> str:
    """Every seat in its order, by whether a person, a bot or nobody sits there."""
    bots = hosted.hosting.bots
    who = {seat: BOT if name in bots else PERSON for seat, name in hosted.seated.items()}
    return "".join(who.get(seat, NOBODY) for seat in range(1, most + 1))


def min_bet(sign: Any) -> int:
    """The smallest wager at a table."""
    if hasattr(sign, "structure"):
        return int(sign.small)
    return int(sign.ante[0] if hasattr(sign, "ante") else sign.minimum)


def stakes(sign: Any) -> str:
    """What is played for, in a few words."""
    if hasattr(sign, "structure"):
        return _poker_stakes(sign)
    if hasattr(sign, "ante"):
        return _reach(*sign.ante)
    multiples = {sign.multiples[point] for point in POINTS} if hasattr(sign, "multiples") else set()
    odds = f", odds {multiples.pop()}\u00d7" if len(multiples) == 1 else ""
    return _reach(sign.minimum, sign.maximum) + odds


def _poker_stakes(sign: PostedSign) -> str:
    if sign.structure == "fixed-limit":
        told = f"limit {sign.small}/{sign.big}"
    elif sign.structure == "spread-limit":
        told = f"spread {_reach(sign.small, sign.big)}"
    else:
        told = f"{sign.structure.replace('-', ' ')} {'/'.join(map(str, sign.blinds)) or sign.small}"
    if sign.ante:
        told += f", ante {sign.ante}"
    return f"{told}, {sign.kill.kind.replace('-', ' ')}" if sign.kill is not None else told


def _reach(low: int, high: int) -> str:
    return f"{low}\u2013{high}" if high else f"{low} or more"
