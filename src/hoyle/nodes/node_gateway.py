"""Node gateway: serves clients at any table, and forwards frames for tables owned by other nodes.

Frames for a local table are answered here. Others are forwarded to the owner of the table, where the client
counts as one more connection; the owner sends back the frames that a client of its own would get.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import json, structs

from hoyle.nodes.forwarding import Forwarder
from hoyle.nodes.messages import TableSummary
from hoyle.nodes.node_context import NodeContext
from hoyle.nodes.table_directory import TableDirectory
from hoyle.nodes.transport import Transport, is_remote
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.node_pipeline import NodePipeline
from hoyle.room.permissions import FLOOR
from hoyle.room.state.room_state import BOT
from hoyle.server.api.floor_rows import FloorTableSummary, floor_row
from hoyle.server.gateway import lobby
from hoyle.server.gateway.client_connections import SESSION_ENDING_CALLS
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.gateway.subscriptions import MAX_WATCHED, Client
from hoyle.server.ipc.messages import ClientConnected, CloseClient, Message, OutgoingFrame, RpcRequest
from hoyle.server.websocket_frames import (
    CLOSE_TRY_AGAIN_LATER,
    CommandFrame,
    FromClient,
    LobbySnapshot,
    LobbyTable,
    Notice,
    PreviewRulingFrame,
    UnwatchFrame,
    WatchFrame,
)
from hoyle.storage.errors import StoreError

OPENING_COMMANDS: Final = ("open-table", "open-home-game")
READ_HANDS: Final = "access-hands"
TABLE_CALLS: Final = (
    "sign", "seat", "ledger", "floor-table", "banked-sign", "banked-rolls", "banked-decision", READ_HANDS,
)  # fmt: skip
"""RPC calls that only the owner of the table can answer."""


class NodeGateway(RoomGateway):
    """Gateway of one node: its tables, its own clients, and those that other nodes forward."""

    pipeline: NodePipeline

    def __init__(
        self,
        node: NodeContext,
        directory: TableDirectory,
        transport: Transport,
        *,
        authenticator: Authenticator | None = None,
    ) -> None:
        super().__init__(node.pipeline, authenticator=authenticator)
        self.node = node
        self.directory = directory
        self.transport = transport
        self.forwarder = Forwarder(node, directory, transport, self.viewers)
        self.table_summaries: dict[int, TableSummary] = {}
        """Summaries of the tables of other nodes."""
        self.people_elsewhere = 0

    # Clients

    def _tables_seated_at(self, person: str) -> list[int]:
        if not person:
            return []
        remote = [table for table, summary in self.table_summaries.items() if person in summary.players]
        return super()._tables_seated_at(person) + remote

    def admit(self, number: int, person: str, token: str = "", session_expires_at: int = 0) -> list[Message]:
        """Admit a client, and announce them to the nodes where they have a seat."""
        self._reload_wallet(person)
        messages = super().admit(number, person, token, session_expires_at)
        for table in self._tables_seated_at(person):
            self.forwarder.introduce(number, person, table)
        return messages

    def _connect(self, message: ClientConnected) -> list[Message]:
        if self.node.liveness.is_partitioned:
            return [
                CloseClient(message.client, CLOSE_TRY_AGAIN_LATER, "this node is cut off from the others: try again")
            ]
        return super()._connect(message)

    def ready(self) -> bool:
        """Return whether this node should get new clients: not without a lease, nor if partitioned."""
        return super().ready() and not self.node.liveness.is_partitioned and self.node.has_lease()

    def redirect_clients(self, reason: str) -> list[Message]:
        """Close all local clients except bots, so that they reconnect to another node."""
        clients = self.viewers.clients
        redirected = [number for number in self._own_clients() if not self._is_bot(clients[number].person)]
        messages: list[Message] = [CloseClient(number, CLOSE_TRY_AGAIN_LATER, reason) for number in redirected]
        for number in redirected:
            messages += self._disconnect(number)
        return messages

    def follower_notices(self, tables: Sequence[int], text: str, level: str) -> list[Message]:
        """Build notices to the local clients that follow these remote tables."""
        return [
            OutgoingFrame([client], json.encode(Notice(text=text, level=level, table_id=table)))
            for client, watches in self.forwarder.remote_watches.items()
            for table in sorted(watches.keys() & tables)
        ]

    def remote_client_connected(self, number: int, person: str) -> list[Message]:
        """Register a client of another node."""
        self.pipeline.repeats.reconnected(person)
        if number in self.viewers.clients:
            return []
        self.viewers.add(number, person)
        return self._presence(super()._tables_seated_at(person)) if person else []

    def remote_client_disconnected(self, number: int) -> list[Message]:
        """Remove a client of another node."""
        return self._disconnect(number)

    def _disconnect(self, number: int) -> list[Message]:
        self.forwarder.remote_watches.pop(number, None)
        if not is_remote(number):
            self.forwarder.client_disconnected(number)
        return super()._disconnect(number)

    def _own_clients(self) -> list[int]:
        # Their own node notifies remote clients if the same store fails there.
        return [number for number in self.viewers.clients if not is_remote(number)]

    def local_client_count(self) -> int:
        return len(self._own_clients())

    def retry_parked(self) -> None:
        """Handle or forward parked client messages whose table has an owner now."""
        local = self.forwarder.retry()
        if local:
            self.transport.deliver(self.handle(local))

    # Frames

    def _process_commands(self, commands: Sequence[tuple[Client, CommandFrame]]) -> list[Message]:
        if commands:
            self.transport.send_at_once()
        return super()._process_commands(commands)

    def _forward_if_remote(self, client: Client, frame: FromClient, data: bytes) -> bool:
        if isinstance(frame, CommandFrame) and not frame.table_id:
            return self._forward_unaddressed(client, frame, data)
        if not isinstance(frame, (CommandFrame, WatchFrame, UnwatchFrame, PreviewRulingFrame)):
            return False
        if not self._is_elsewhere(frame.table_id):
            return False
        if is_remote(client.number):
            self.forwarder.return_frame(client.number, data, frame.table_id)
        elif self._track_watch(client, frame):
            self.forwarder.forward(client.number, client.person, frame.table_id, data)
        return True

    def _track_watch(
        self, client: Client, frame: CommandFrame | WatchFrame | UnwatchFrame | PreviewRulingFrame
    ) -> bool:
        """Track the remote tables that a local client follows; return whether the frame is within limits."""
        table = frame.table_id
        watches = self.forwarder.remote_watches.setdefault(client.number, {})
        if isinstance(frame, WatchFrame):
            if table not in watches and len(watches) + len(client.watching) >= MAX_WATCHED:
                full = Notice(text=f"{MAX_WATCHED} tables are followed already", level="error", table_id=table)
                self.transport.deliver([OutgoingFrame([client.number], json.encode(full))])
                return False
            watches[table] = json.encode(structs.replace(frame, after_record=0))
        elif isinstance(frame, UnwatchFrame):
            watches.pop(table, None)
        return True

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        """Let a client follow a table, which may have moved to another node since the frame came."""
        is_connected = client.number in self.viewers.clients
        if is_connected and self._forward_if_remote(client, frame, json.encode(frame)):
            return []
        return super()._watch(client, frame)

    def _forward_unaddressed(self, client: Client, frame: CommandFrame, data: bytes) -> bool:
        """Place a new table on the least loaded node, and read hands on the node of their table."""
        name = frame.command.get("do")
        if is_remote(client.number):
            return False
        if name in OPENING_COMMANDS:
            return self.forwarder.place_new_table(client.number, client.person, data)
        table = frame.command.get("table")
        if name == READ_HANDS and isinstance(table, int) and self._is_elsewhere(table):
            self.forwarder.forward(client.number, client.person, table, data)
            return True
        return False

    def _is_elsewhere(self, table: int) -> bool:
        """Return whether a table exists and is not on this node."""
        room = self.pipeline.room
        if table in room.tables:
            return False
        if self.pipeline.trouble:
            return table in self.directory.owners
        if table not in room.state.tables:
            self.node.read_room_stream()
        return table in self.pipeline.room.state.tables and table not in self.pipeline.room.tables

    def _answer_call(self, call: RpcRequest) -> list[Message]:
        table = call.args.get("table")
        if call.what == "home":
            table = self._home_table(call.args.get("code"))
        if call.what in (*TABLE_CALLS, "home") and isinstance(table, int) and self._is_elsewhere(table):
            self.forwarder.forward_call(call, table)
            return []
        if call.what in ("me", "refresh") and call.token:
            with suppress(StoreError):
                self._reload_wallet(self.authenticator.person_for_token(call.token))
        return super()._answer_call(call)

    def close_sessions_ended_by(self, person: str, call: RpcRequest) -> list[Message]:
        """Close the sockets of sessions that a call has ended, on other nodes too."""
        if call.what in SESSION_ENDING_CALLS:
            self._announce_session_end(call.args["name"] if call.what == "claim" else person)
        return super().close_sessions_ended_by(person, call)

    def close_ended_sessions(self, people: Sequence[str]) -> list[Message]:
        """Close the sockets of people whose sessions the house has ended, on other nodes too."""
        for person in people:
            self._announce_session_end(person)
        return super().close_ended_sessions(people)

    def _announce_session_end(self, person: str) -> None:
        if person:
            self.node.ended_sessions.append(person)

    def _home_table(self, code: Any) -> int | None:
        """Return the remote table that the link of a home game leads to, or None."""
        if not isinstance(code, str) or not code:
            return None
        for table, summary in self.table_summaries.items():
            if summary.code and hmac.compare_digest(code.encode(), summary.code.encode()):
                return table
        return None

    # Tables come and go

    def table_arrived(self, number: int) -> list[Message]:
        """Take over a table that arrived: local clients that follow it get a full snapshot."""
        self.broadcaster.forget(number)
        self.forget_summary(number)
        snapshots: list[Message] = []
        for client_number, watches in self.forwarder.remote_watches.items():
            data = watches.pop(number, None)
            client = self.viewers.clients.get(client_number)
            if data is not None and client is not None:
                snapshots += self._watch(client, json.decode(data, type=WatchFrame))
        return snapshots

    def table_departed(self, number: int) -> None:
        """Let go of a table: local clients that follow it will follow it on its new node."""
        self.broadcaster.forget(number)
        for client in self.viewers.followers(number):
            frame = WatchFrame(table_id=number, hand_values=number in client.last_hand_values)
            self.viewers.unwatch(client, number)
            if not is_remote(client.number):
                watches = self.forwarder.remote_watches.setdefault(client.number, {})
                watches[number] = json.encode(frame)
        self._update_watched_tables()

    def record_summary(self, summary: TableSummary) -> None:
        """Record the summary of another node's table."""
        table = summary.lobby_table.table_id
        self.table_summaries[table] = summary
        if summary.host:
            self.pipeline.room.hosts_elsewhere[table] = summary.host
        self.pipeline.room.stacks_elsewhere[table] = summary.stacks
        self.pipeline.room.seated_elsewhere[table] = summary.players

    def forget_summary(self, table: int) -> None:
        """Forget the summary of another node's table."""
        self.table_summaries.pop(table, None)
        self.pipeline.room.hosts_elsewhere.pop(table, None)
        self.pipeline.room.stacks_elsewhere.pop(table, None)
        self.pipeline.room.seated_elsewhere.pop(table, None)

    def table_summary(self, number: int) -> TableSummary:
        """Build the summary of a local table for the other nodes."""
        room, hosted = self.pipeline.room, self.pipeline.room.tables[number]
        hosting = hosted.hosting
        stacks = {name: hosted.table.roster.stack(seat) for seat, name in hosted.seated.items()}
        return TableSummary(
            lobby_table=lobby.lobby_table(room, hosted, ""),
            host=hosting.host,
            code=hosting.code,
            players=list(hosted.seated.values()),
            stacks=stacks if hosted.for_play_chips() else {},
            guests=list(hosting.guests) if hosted.settings.private else [],
            bots=list(hosting.bots),
            floor_row=floor_row(room, hosted),
        )

    def _table_snapshot(self, client: Client, number: int) -> list[Message]:
        # The room may have been resumed without it.
        return super()._table_snapshot(client, number) if number in self.pipeline.room.tables else []

    # Lobby and floor

    def lobby(self, person: str) -> LobbySnapshot:
        """Build the lobby with the tables of all nodes, as a person sees it."""
        own = super().lobby(person)
        remote = [
            table
            for summary in self.table_summaries.values()
            if (table := self._remote_lobby_table(summary, person)) is not None
        ]
        remote += self._quarantined_tables({table.table_id for table in (*own.tables, *remote)})
        return lobby.merge(own, remote, people=self.local_client_count() + self.people_elsewhere)

    def _remote_lobby_table(self, summary: TableSummary, person: str) -> LobbyTable | None:
        """Return the lobby entry of a remote table as a person sees it; None if they may not see it."""
        table = summary.lobby_table
        if table.private and not self._may_see(summary, person):
            return None
        is_host = bool(person) and summary.host == person
        return structs.replace(
            table,
            is_host=is_host,
            is_yours=is_host or (bool(person) and person in summary.players),
            quarantined=self.directory.is_quarantined(table.table_id),
            invite_code=summary.code if is_host else "",
        )

    def _quarantined_tables(self, already_listed: set[int]) -> list[LobbyTable]:
        """Return the lobby entries of public quarantined tables that no node has summarized."""
        own_tables = self.pipeline.room.tables
        return [
            lobby.quarantined_table(listing)
            for number, listing in self.pipeline.room.state.tables.items()
            if number not in already_listed and number not in own_tables
            and not listing.closed and not listing.private
            and self.directory.is_quarantined(number)
        ]  # fmt: skip

    def _may_see(self, summary: TableSummary, person: str) -> bool:
        return person in summary.guests or person in summary.bots or self._is_floor(person)

    def _is_floor(self, person: str) -> bool:
        member = self.pipeline.room.state.people.get(person)
        return member is not None and FLOOR in member.roles

    def _is_bot(self, person: str) -> bool:
        member = self.pipeline.room.state.people.get(person)
        return member is not None and member.kind == BOT

    def _people_with_own_lobby(self) -> set[str]:
        people = super()._people_with_own_lobby()
        for summary in self.table_summaries.values():
            people |= {summary.host, *summary.players, *summary.guests}
        return people

    def floor_elsewhere(self, person: str) -> list[FloorTableSummary]:
        """Return the floor page's rows of remote tables: all for the floor, a host's own for the host."""
        is_floor = self._is_floor(person)
        return [
            summary.floor_row
            for summary in self.table_summaries.values()
            if is_floor or (bool(person) and summary.host == person)
        ]

    # Wallets

    def wallets_changed(self, people: Sequence[str]) -> list[Message]:
        """Reload and send the wallets that other nodes changed."""
        connected = [person for person in people if person in self.wallets.people()]
        if not connected:
            return []
        self.pipeline.refresh_wallets(connected)
        return self.wallets.publish_changes(connected)

    def _reload_wallet(self, person: str) -> None:
        """Reload a wallet before it is shown: other nodes may have changed it."""
        with suppress(StoreError):
            if person:
                self.pipeline.refresh_wallets([person])

    def shown_wallets(self) -> list[str]:
        """Return the people whose wallets are shown to clients of this node."""
        return list(self.wallets.people())
