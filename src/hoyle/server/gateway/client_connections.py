"""Client connections of a room: admits clients and bots, ends sessions, and tracks who is present."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from hoyle.room.auth.authentication import Authenticator
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.state.room_state import BOT
from hoyle.rulebooks import VERSION
from hoyle.server.api.floor_rows import FloorTableSummary
from hoyle.server.api.room_context import RoomContext
from hoyle.server.error_log import ErrorReporter
from hoyle.server.gateway.broadcast import TableBroadcaster
from hoyle.server.gateway.frame_encoder import outgoing_frame
from hoyle.server.gateway.lobby import lobby_frame
from hoyle.server.gateway.periodic_tasks import PeriodicTasks
from hoyle.server.gateway.subscriptions import Client, Subscriptions
from hoyle.server.gateway.wallet_publisher import WalletPublisher
from hoyle.server.ipc.messages import (
    BotConnected,
    BotRoster,
    ClientConnected,
    ClientFrameReceived,
    CloseClient,
    Message,
    RpcRequest,
)
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER, HEARTBEAT, PROTOCOL, LobbySnapshot, Notice, Welcome
from hoyle.storage.errors import StoreError

CLOSE_UNKNOWN_SESSION: Final = 4401
CLOSE_TOO_MANY_CONNECTIONS: Final = 4429
MAX_CONNECTIONS: Final = 50
"""Maximum open connections of one person."""
MAX_QUEUED_FRAMES: Final = 40
"""Maximum frames that are queued for a client that connects during an outage."""
SESSION_ENDING_CALLS: Final = ("log-out", "register", "password", "delete", "claim")
INTERNAL_ERROR: Final = "something went wrong here, and not with what you sent"


class ConnectionGateway(RoomContext):
    """Gateway's part that admits, authenticates and disconnects clients; `RoomGateway` adds their frames."""

    def __init__(self, pipeline: CommandPipeline, authenticator: Authenticator) -> None:
        self.pipeline = pipeline
        self.authenticator = authenticator
        self.viewers = Subscriptions()
        self.bots: list[tuple[str, str, int]] = []
        """Name, style and table of every seated bot."""
        self.alarm = ErrorReporter()
        self.broadcaster = TableBroadcaster(pipeline, self.viewers)
        self.wallets = WalletPublisher(pipeline, self.viewers)
        self.periodic_tasks = PeriodicTasks(self, self.viewers, self.end_expired_sessions, self.close_ended_sessions)
        self._queued: dict[int, list[Message]] = {}
        """Messages of clients that connected during an outage and are not authenticated yet."""

    # Context of the API's handlers

    def ready(self) -> bool:
        """Whether this room can take new clients."""
        return not self.pipeline.trouble

    def lobby(self, person: str) -> LobbySnapshot:
        """Build the lobby as one person may see it."""
        return lobby_frame(self.room, person, people=len(self.viewers.clients))

    def floor_elsewhere(self, person: str) -> list[FloorTableSummary]:
        """Return the rows of other nodes' tables for the floor's list."""
        return []

    def metrics(self) -> dict[str, float]:
        """Return the room's metrics, for the monitoring endpoint."""
        clients, cpu_seconds = len(self.viewers.clients), sum(os.times()[:2])
        if self.pipeline.trouble:
            return {"up": 0, "clients": clients, "cpu_seconds_total": cpu_seconds}
        open_tables = [live_table for live_table in self.room.tables.values() if not live_table.hosting.closed]
        return {
            "up": int(self.ready()),
            "tables": len(open_tables),
            "seated": sum(len(live_table.seated) for live_table in open_tables),
            "people": len(self.room.state.people),
            "clients": clients,
            "bots": sum(bool(self.viewers.connections_of(name)) for name, _, _ in self.bots),
            "bots_seated": len(self.bots),
            "stopped_tables": sum(live_table.hosting.stopped for live_table in open_tables),
            "records_total": sum(chain.head.number for chain in self.room.chains.values()),
            "cpu_seconds_total": cpu_seconds,
        }

    # Clients

    def _connect(self, message: ClientConnected) -> list[Message]:
        if self.pipeline.trouble:
            return self._queue_until_recovery(message)
        if not message.token:
            return self.admit(message.client, "")
        try:
            session = self.authenticator.session(message.token)
        except StoreError as error:
            return [CloseClient(message.client, CLOSE_TRY_AGAIN_LATER, f"try again: {error.public}")]
        if session is None:
            return [_session_ended(message.client)]
        if len(self.viewers.connections_of(session.person)) >= MAX_CONNECTIONS:
            reason = f"{MAX_CONNECTIONS} connections are open already"
            return [CloseClient(message.client, CLOSE_TOO_MANY_CONNECTIONS, reason)]
        return self.admit(message.client, session.person, message.token, session.expires_at)

    def _queue_until_recovery(self, message: ClientConnected | BotConnected) -> list[Message]:
        self._queued[message.client] = [message]
        return [outgoing_frame([message.client], self._outage_notice())]

    def _queue_frame(self, message: ClientFrameReceived) -> None:
        """Queue the frame of a client that waits for the end of an outage; ignore an unknown client's."""
        queued = self._queued.get(message.client)
        if queued is not None and len(queued) <= MAX_QUEUED_FRAMES:
            queued.append(message)

    def _outage_notice(self) -> Notice:
        return Notice(text=self.pipeline.trouble, level="error")

    def admit(self, number: int, person: str, token: str = "", session_expires_at: int = 0) -> list[Message]:
        """Register an authenticated client; return its welcome and the presence at its tables."""
        self.viewers.add(number, person, token, session_expires_at)
        self.periodic_tasks.record_connection(person)
        self.pipeline.repeats.reconnected(person)
        member = self.pipeline.room.state.people.get(person)
        balance = self.wallets.add(person) if person else None
        tables = self._tables_seated_at(person)
        welcome = Welcome(
            person=person,
            account_kind="" if member is None else member.kind,
            time=self.pipeline.now(),
            rules_version=VERSION,
            protocol_version=PROTOCOL,
            heartbeat=HEARTBEAT,
            roles=[] if member is None else list(member.roles),
            wallet=0 if balance is None else balance.chips,
            deposit=0 if balance is None else balance.deposit,
            seated_at=tables,
        )
        return [outgoing_frame([number], welcome), *self._presence(tables)]

    def _disconnect(self, number: int) -> list[Message]:
        """Forget a client; return the changed presence at the tables of a person who has left."""
        self._queued.pop(number, None)
        client = self.viewers.remove(number)
        if client is None:
            return []
        self._update_watched_tables()
        if not client.person or self.viewers.connections_of(client.person):
            return []
        self.wallets.remove(client.person)
        return self._presence(self._tables_seated_at(client.person))

    def _tables_seated_at(self, person: str) -> list[int]:
        """Return the numbers of the tables at which a person has a seat."""
        tables = self.pipeline.room.tables.values()
        return [live_table.number for live_table in tables if person in live_table.seated.values()]

    def _own_clients(self) -> list[int]:
        """Return the numbers of the clients that are connected to this node."""
        return list(self.viewers.clients)

    # Bots

    def _connect_bot(self, message: BotConnected) -> list[Message]:
        if self.pipeline.trouble:
            return self._queue_until_recovery(message)
        member = self.pipeline.room.state.people.get(message.person)
        if member is None or member.kind != BOT:
            return [CloseClient(message.client, CLOSE_UNKNOWN_SESSION, f"{message.person} is not a bot")]
        return self.admit(message.client, message.person)

    def bots_disconnected(self, is_bots: Callable[[int], bool]) -> list[Message]:
        """Disconnect the bots after their link is lost."""
        out: list[Message] = []
        for number in [number for number in self.viewers.clients if is_bots(number)]:
            out += self._isolate_errors(0, partial(self._disconnect, number))
        return out

    def bots_connected(self) -> list[Message]:
        """Return the roster of bots for a new bots process."""
        self.bots, self.broadcaster.seating_changed = [], True
        return self._publish_bot_roster()

    def _publish_bot_roster(self) -> list[Message]:
        """Return the roster of seated bots, if it has changed since the last call."""
        if not self.broadcaster.seating_changed or self.pipeline.trouble:
            return []
        self.broadcaster.seating_changed = False
        roster = [
            (name, live_table.hosting.bots[name], live_table.number)
            for live_table in self.pipeline.room.tables.values()
            if live_table.table.HAS_BOTS
            for name in live_table.seated.values()
            if name in live_table.hosting.bots
        ]
        if roster == self.bots:
            return []
        self.bots = roster
        return [BotRoster(roster)]

    # Ended sessions

    def close_sessions_ended_by(self, person: str, call: RpcRequest) -> list[Message]:
        """Close the sockets of sessions that a call, such as a log-out, has ended."""
        if call.what not in SESSION_ENDING_CALLS:
            return []
        return self.end_sessions(call.args["name"] if call.what == "claim" else person)

    def close_ended_sessions(self, people: Sequence[str]) -> list[Message]:
        """Close the sockets of people whose accounts or sessions the house has ended."""
        return [message for person in people for message in self.end_sessions(person)]

    def end_sessions(self, person: str) -> list[Message]:
        """Close the sockets of a person's ended sessions.

        A client whose session was renewed is asked to reconnect with the new token.
        """
        clients = [self.viewers.clients[number] for number in sorted(self.viewers.connections_of(person))]
        ended = [client for client in clients if client.token and not self.authenticator.person_for_token(client.token)]
        out: list[Message] = []
        for client in ended:
            if self.authenticator.was_renewed(client.token):
                out.append(CloseClient(client.number, CLOSE_TRY_AGAIN_LATER, "reconnect with the new token"))
            else:
                out.append(_session_ended(client.number))
            out += self._disconnect(client.number)
        return out

    def end_expired_sessions(self) -> list[Message]:
        """Close the sockets of expired sessions."""
        now = self.pipeline.now()
        expired = [client for client in self.viewers.clients.values() if client.is_expired(now)]
        return [message for client in expired for message in self._end_session(client)]

    def _end_session(self, client: Client) -> list[Message]:
        disconnect = partial(self._disconnect, client.number)
        return [_session_ended(client.number), *self._isolate_errors(0, disconnect)]

    # Presence

    def _presence(self, tables: Sequence[int]) -> list[Message]:
        """Return presence frames of those of these tables whose presence has changed."""
        out: list[Message] = []
        for number in tables:
            live_table = self.pipeline.room.tables.get(number)
            if live_table is not None:  # else another node's
                out += self._isolate_errors(0, partial(self.broadcaster.presence_frames, live_table))
        return out

    def _update_watched_tables(self) -> None:
        """Report the tables with a human watcher or player to the pipeline: hands are dealt only there."""
        people = self.pipeline.room.state.people
        watched = {
            table
            for table in self.viewers.tables()
            if any(name not in people or people[name].kind != BOT for name in self.viewers.followers_by_person(table))
        }
        self.pipeline.watch(watched)

    # Unexpected errors

    def _isolate_errors(self, client: int, work: Callable[[], list[Message]]) -> list[Message]:
        """Run work for one client, 0 for none in particular; an error there affects no other client."""
        try:
            return work()
        except StoreError as error:
            # Not a defect: the store is unavailable for a moment.
            failure = Notice(text=f"try again: {error.public}", level="warning")
        except Exception as error:
            self.alarm(error)
            failure = Notice(text=INTERNAL_ERROR, level="error")
        return [outgoing_frame([client], failure)] if client else []


def _session_ended(client: int) -> CloseClient:
    return CloseClient(client, CLOSE_UNKNOWN_SESSION, "this session has ended: log in again")
