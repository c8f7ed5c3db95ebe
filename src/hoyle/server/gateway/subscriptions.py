"""Subscriptions: connected clients, and the tables and lobby that they watch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.server.websocket_frames import WatchFrame

MAX_WATCHED: Final = 30
"""Maximum tables that one connection watches."""


class Client:
    """One client connection and its subscriptions."""

    def __init__(self, number: int, person: str, token: str = "", session_expires_at: int = 0) -> None:
        self.number = number
        self.person = person
        """Empty for a spectator without an account."""
        self.token = token
        self.session_expires_at = session_expires_at
        """0 without a session."""
        self.watching: set[int] = set()
        self.deferred_watches: dict[int, WatchFrame] = {}
        """Watch requests that are deferred during an outage, by table."""
        self.last_hand_values: dict[int, bytes] = {}
        """Last hand-value frame sent, by table; only for tables whose hand values the client asked for."""
        self.last_lobby = b""

    def is_expired(self, now: int) -> bool:
        """Whether the session of the connection has expired."""
        return 0 < self.session_expires_at <= now


class Subscriptions:
    """Registry of all connections, indexed by table and person."""

    def __init__(self) -> None:
        self.clients: dict[int, Client] = {}
        self._by_table: dict[int, dict[str, list[int]]] = {}
        """Connections by table and person."""
        self._by_person: dict[str, set[int]] = {}
        self.lobby: dict[int, Client] = {}
        """Connections that watch the lobby, by number."""

    def add(self, number: int, person: str, token: str = "", session_expires_at: int = 0) -> None:
        self.clients[number] = Client(number, person, token, session_expires_at)
        if person:
            self._by_person.setdefault(person, set()).add(number)

    def remove(self, number: int) -> Client | None:
        client = self.clients.pop(number, None)
        if client is None:
            return None
        for table in list(client.watching):
            self.unwatch(client, table)
        self.lobby.pop(number, None)
        if client.person:
            numbers = self._by_person[client.person]
            numbers.discard(number)
            if not numbers:
                del self._by_person[client.person]
        return client

    def watch(self, client: Client, table: int) -> None:
        if table not in client.watching:
            client.watching.add(table)
            self._by_table.setdefault(table, {}).setdefault(client.person, []).append(client.number)

    def unwatch(self, client: Client, table: int) -> None:
        if table in client.watching:
            client.watching.remove(table)
            client.last_hand_values.pop(table, None)
            people = self._by_table[table]
            people[client.person].remove(client.number)
            if not people[client.person]:
                del people[client.person]
            if not people:
                del self._by_table[table]

    def followers_by_person(self, table: int) -> dict[str, list[int]]:
        """Return the connections that watch a table, by person."""
        return self._by_table.get(table, {})

    def follower_numbers(self, table: int) -> list[int]:
        """Return the numbers of the connections that watch a table."""
        return [number for numbers in self.followers_by_person(table).values() for number in numbers]

    def followers(self, table: int) -> list[Client]:
        """Return the clients that watch a table."""
        return [self.clients[number] for number in self.follower_numbers(table)]

    def hand_value_followers(self, table: int) -> dict[str, list[Client]]:
        """Return the clients that watch a table and asked for hand values, by person."""
        followers: dict[str, list[Client]] = {}
        for person, numbers in self.followers_by_person(table).items():
            for number in numbers:
                client = self.clients[number]
                if table in client.last_hand_values:
                    followers.setdefault(person, []).append(client)
        return followers

    def tables(self) -> set[int]:
        """Return the numbers of the tables that have a watcher."""
        return set(self._by_table)

    def connections_of(self, person: str) -> set[int]:
        """Return the numbers of a person's connections."""
        return self._by_person.get(person, set())

    def connected(self, people: Iterable[str]) -> list[str]:
        """Return those of these people who are connected."""
        return [person for person in people if person in self._by_person]

    def watch_lobby(self, client: Client, *, on: bool) -> None:
        """Subscribe a connection to the lobby, or unsubscribe it."""
        if on:
            self.lobby[client.number] = client
        else:
            self.lobby.pop(client.number, None)
