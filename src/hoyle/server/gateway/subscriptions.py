"""Subscriptions: connected clients, and which of them follow which table or the lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.server.websocket_frames import WatchFrame

MAX_WATCHED: Final = 30
"""Tables that one connection follows at once."""


class Client:
    """One connection."""

    __slots__ = ("asked", "ends", "lobby", "number", "person", "read", "token", "told_lobby", "watching")

    def __init__(self, number: int, person: str, token: str = "", ends: int = 0) -> None:
        self.number = number
        self.person = person
        """Empty for somebody who only looks on."""
        self.token = token
        """Of the session by which it came."""
        self.ends = ends
        """When that session ends; 0 where there is none."""
        self.watching: set[int] = set()
        self.asked: dict[int, WatchFrame] = {}
        """What it would follow, by table, while there is nothing to be shown."""
        self.read: dict[int, bytes] = {}
        """What was said last of the cards, by table, where it asked to be told."""
        self.told_lobby = b""

    def is_expired(self, now: int) -> bool:
        """Whether its session is too old."""
        return 0 < self.ends <= now


class Subscriptions:
    """All connections of the room."""

    def __init__(self) -> None:
        self.clients: dict[int, Client] = {}
        self._at: dict[int, dict[str, list[int]]] = {}
        """Connections by table and person."""
        self._of: dict[str, set[int]] = {}
        self.lobby: dict[int, Client] = {}
        """Connections that follow the lobby, by number."""

    def add(self, number: int, person: str, token: str = "", ends: int = 0) -> Client:
        client = self.clients[number] = Client(number, person, token, ends)
        if person:
            self._of.setdefault(person, set()).add(number)
        return client

    def remove(self, number: int) -> Client | None:
        client = self.clients.pop(number, None)
        if client is None:
            return None
        for table in list(client.watching):
            self.unwatch(client, table)
        self.lobby.pop(number, None)
        if client.person:
            mine = self._of[client.person]
            mine.discard(number)
            if not mine:
                del self._of[client.person]
        return client

    def watch(self, client: Client, table: int) -> None:
        if table not in client.watching:
            client.watching.add(table)
            self._at.setdefault(table, {}).setdefault(client.person, []).append(client.number)

    def unwatch(self, client: Client, table: int) -> None:
        if table in client.watching:
            client.watching.remove(table)
            client.read.pop(table, None)
            people = self._at[table]
            people[client.person].remove(client.number)
            if not people[client.person]:
                del people[client.person]
            if not people:
                del self._at[table]

    def followers_by_person(self, table: int) -> dict[str, list[int]]:
        """Connections that follow a table, by person."""
        return self._at.get(table, {})

    def following(self, table: int) -> list[Client]:
        """Everybody who follows a table."""
        return [self.clients[each] for some in self.followers_by_person(table).values() for each in some]

    def hand_value_followers(self, table: int) -> dict[str, list[Client]]:
        """Those of them who asked to be told what the cards make, by person."""
        found: dict[str, list[Client]] = {}
        clients = self.clients
        for person, some in self.followers_by_person(table).items():
            for each in some:
                client = clients[each]
                if client.read and table in client.read:
                    found.setdefault(person, []).append(client)
        return found

    def tables(self) -> set[int]:
        """Tables that somebody follows."""
        return set(self._at)

    def connections_of(self, person: str) -> set[int]:
        """Somebody's connections."""
        return self._of.get(person, set())

    def connected(self, people: Iterable[str]) -> list[str]:
        """Which of them are connected."""
        return [person for person in people if person in self._of]

    def watch_lobby(self, client: Client, *, on: bool) -> None:
        """A connection follows the lobby, or does no longer."""
        if on:
            self.lobby[client.number] = client
        else:
            self.lobby.pop(client.number, None)
