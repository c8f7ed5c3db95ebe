"""Node gateway: serves clients at any table, and forwards frames for tables owned by other nodes.

Frames for a local table are answered here. Others are forwarded to the owner of the table, where the client
counts as one more connection; the owner sends back the frames that a client of its own would get.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import json, structs

from hoyle.nodes.messages import TableSummary
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.auth.permissions import FLOOR
from hoyle.room.node_pipeline import NodePipeline
from hoyle.room.room_state import BOT
from hoyle.server.api.floor import handlers
from hoyle.server.gateway import lobby
from hoyle.server.gateway.room_gateway import ENDING, RoomGateway
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

if TYPE_CHECKING:
    from hoyle.nodes.node import Node

REMOTE: Final = 1 << 40
"""First number of remote clients; each node has its own range."""
OPENS: Final = ("open-table", "open-home-game")
READS_HANDS: Final = "read-hands"
ASKS_A_TABLE: Final = (
    "sign", "seat", "ledger", "floor", "banked-sign", "banked-rolls", "banked-decision", READS_HANDS,
)  # fmt: skip
"""RPC calls that only the owner of the table can answer."""


class NodeGateway(RoomGateway):
    """Gateway of one node: its tables, its own clients, and those that other nodes forward."""

    desk: NodePipeline

    def __init__(self, desk: NodePipeline, node: Node, *, doorman: Authenticator | None = None) -> None:
        super().__init__(desk, doorman=doorman)
        self.node = node
        self.away: dict[int, dict[int, bytes]] = {}
        """Remote tables that local clients follow: the watch frame to send again, by client and table."""
        self.sights: dict[int, TableSummary] = {}
        """Summaries of the tables of other nodes."""
        self.people_elsewhere = 0

    # Clients

    def _seats(self, person: str) -> list[int]:
        if not person:
            return []
        remote = [table for table, sight in self.sights.items() if person in sight.people]
        return super()._seats(person) + remote

    def admit(self, number: int, person: str, token: str = "", ends: int = 0) -> list[Message]:
        """Admit a client, and announce them to the nodes where they have a seat."""
        self._reload_wallet(person)
        messages = super().admit(number, person, token, ends)
        for table in self._seats(person):
            self.node.passing.introduce(number, person, table)
        return messages

    def _connect(self, message: ClientConnected) -> list[Message]:
        if self.node.hearing.cut:
            return [
                CloseClient(
                    message.client, CLOSE_TRY_AGAIN_LATER, "this node is cut off from the others: try again"
                )
            ]
        return super()._connect(message)

    def ready(self) -> bool:
        """Whether this node should get new clients: not without a lease, nor if partitioned."""
        return super().ready() and not self.node.hearing.cut and self.node.has_lease()

    def redirect_clients(self, why: str) -> list[Message]:
        """Close all local clients except bots, so that they reconnect to another node."""
        people = self.desk.room.state.people
        mine = [
            number
            for number, client in self.viewers.clients.items()
            if number < REMOTE and (client.person not in people or people[client.person].kind != BOT)
        ]
        messages: list[Message] = [CloseClient(number, CLOSE_TRY_AGAIN_LATER, why) for number in mine]
        for number in mine:
            messages += self._gone(number)
        return messages

    def followers_told(self, tables: set[int], text: str, level: str) -> list[Message]:
        """Notices to the local clients that follow these remote tables."""
        return [
            OutgoingFrame([client], json.encode(Notice(text=text, level=level, table_id=table)))
            for client, mine in self.away.items()
            for table in sorted(tables & mine.keys())
        ]

    def introduced(self, number: int, person: str) -> list[Message]:
        """Register a client of another node."""
        self.desk.repeats.reconnected(person)
        if number in self.viewers.clients:
            return []
        self.viewers.add(number, person)
        return self._presence(super()._seats(person)) if person else []

    def parted(self, number: int) -> list[Message]:
        """Remove a client of another node."""
        return self._gone(number)

    def _gone(self, number: int) -> list[Message]:
        self.away.pop(number, None)
        if number < REMOTE:
            self.node.passing.client_disconnected(number)
        return super()._gone(number)

    def _own_clients(self) -> list[int]:
        # Their own node tells remote clients if the same store fails there.
        return [number for number in self.viewers.clients if number < REMOTE]

    # Frames

    def _process_commands(self, asked: Sequence[tuple[Client, CommandFrame]]) -> list[Message]:
        if asked:
            self.node.send_on()
        return super()._process_commands(asked)

    def _forward_if_remote(self, client: Client, frame: FromClient, data: bytes) -> bool:
        if isinstance(frame, CommandFrame) and not frame.table_id:
            return self._forward_unaddressed(client, frame, data)
        if not isinstance(frame, (CommandFrame, WatchFrame, UnwatchFrame, PreviewRulingFrame)):
            return False
        table = frame.table_id
        if not self._is_elsewhere(table):
            return False
        if client.number >= REMOTE:
            self.node.passing.reroute(client.number, data, table)
            return True
        mine = self.away.setdefault(client.number, {})
        if isinstance(frame, WatchFrame):
            if table not in mine and len(mine) + len(client.watching) >= MAX_WATCHED:
                full = Notice(
                    text=f"{MAX_WATCHED} tables are followed already", level="error", table_id=table
                )
                self.node.deliver([OutgoingFrame([client.number], json.encode(full))])
                return True
            mine[table] = json.encode(structs.replace(frame, after_record=0))
        elif isinstance(frame, UnwatchFrame):
            mine.pop(table, None)
        self.node.passing.forward(client.number, client.person, table, data)
        return True

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        """Follow a table, which may have moved since the frame came."""
        is_connected = client.number in self.viewers.clients
        if is_connected and self._forward_if_remote(client, frame, json.encode(frame)):
            return []
        return super()._watch(client, frame)

    def _forward_unaddressed(self, client: Client, frame: CommandFrame, data: bytes) -> bool:
        """Place a new table on the least loaded node, and read hands on the node of their table."""
        name = frame.command.get("do")
        if client.number >= REMOTE:
            return False
        if name in OPENS:
            return self.node.passing.place(client.number, client.person, data)
        table = frame.command.get("table")
        if name == READS_HANDS and isinstance(table, int) and self._is_elsewhere(table):
            self.node.passing.forward(client.number, client.person, table, data)
            return True
        return False

    def _is_elsewhere(self, table: int) -> bool:
        """Whether the table exists and is not here."""
        room = self.desk.room
        if table in room.tables:
            return False
        if self.desk.trouble:
            return table in self.node.owning.where
        if table not in room.state.tables:
            self.node.read_room_stream()
        return table in self.desk.room.state.tables and table not in self.desk.room.tables

    def _call(self, call: RpcRequest) -> list[Message]:
        table = call.args.get("table")
        if call.what == "home":
            table = self._home_table(call.args.get("code"))
        if call.what in (*ASKS_A_TABLE, "home") and isinstance(table, int) and self._is_elsewhere(table):
            self.node.passing.forward_call(call, table)
            return []
        if call.what in ("me", "refresh") and call.token:
            with suppress(StoreError):
                self._reload_wallet(self.doorman.person_for_token(call.token))
        return super()._call(call)

    def sessions_ended(self, person: str, call: RpcRequest) -> list[Message]:
        """Close the sockets of sessions that a call has ended, on other nodes too."""
        if call.what in ENDING:
            self.node.news.session_ended(call.args["name"] if call.what == "claim" else person)
        return super().sessions_ended(person, call)

    def accounts_closed(self, people: Sequence[str]) -> list[Message]:
        """Close the sockets of people whose sessions the house has ended, on other nodes too."""
        for person in people:
            self.node.news.session_ended(person)
        return super().accounts_closed(people)

    def _home_table(self, code: Any) -> int | None:
        """Remote table that the link of a home game leads to."""
        if not isinstance(code, str) or not code:
            return None
        for table, sight in self.sights.items():
            if sight.code and hmac.compare_digest(code.encode(), sight.code.encode()):
                return table
        return None

    # Tables come and go

    def table_arrived(self, number: int) -> list[Message]:
        """Take over a table that arrived: local clients that follow it get a full snapshot."""
        self.feeds.forget(number)
        self.unseen(number)
        out: list[Message] = []
        for client_number, mine in self.away.items():
            data = mine.pop(number, None)
            client = self.viewers.clients.get(client_number)
            if data is not None and client is not None:
                frame = json.decode(data, type=WatchFrame)
                out += self._watch(client, frame)
        return out

    def table_departed(self, number: int) -> None:
        """Let go of a table: local clients that follow it will follow it on its new node."""
        self.feeds.forget(number)
        for client in self.viewers.following(number):
            reading = number in client.read
            self.viewers.unwatch(client, number)
            if client.number < REMOTE:
                frame = WatchFrame(table_id=number, hand_values=reading)
                self.away.setdefault(client.number, {})[number] = json.encode(frame)
        self._watch_changed()

    def seen(self, sight: TableSummary) -> None:
        """Record the summary of another node's table."""
        table = sight.line.table_id
        self.sights[table] = sight
        if sight.host:
            self.desk.room.hosts_elsewhere[table] = sight.host
        self.desk.room.stacks_elsewhere[table] = sight.stacks
        self.desk.room.seated_elsewhere[table] = sight.people

    def unseen(self, table: int) -> None:
        """Forget the summary of a table."""
        self.sights.pop(table, None)
        self.desk.room.hosts_elsewhere.pop(table, None)
        self.desk.room.stacks_elsewhere.pop(table, None)
        self.desk.room.seated_elsewhere.pop(table, None)

    def table_summary(self, number: int) -> TableSummary:
        """Summary of a local table for the other nodes."""
        room, hosted = self.desk.room, self.desk.room.tables[number]
        hosting = hosted.hosting
        return TableSummary(
            line=lobby.lobby_table(room, hosted, ""),
            host=hosting.host,
            code=hosting.code,
            people=list(hosted.seated.values()),
            stacks={}
            if not hosted.for_play_chips()
            else {name: hosted.table.roster.stack(seat) for seat, name in hosted.seated.items()},
            guests=list(hosting.guests) if hosted.terms.private else [],
            bots=list(hosting.bots),
            floor=handlers.line(room, hosted),
        )

    def _table(self, client: Client, number: int) -> list[Message]:
        # The room may have been resumed without it.
        return super()._table(client, number) if number in self.desk.room.tables else []

    # Lobby and floor

    def lobby(self, person: str) -> LobbySnapshot:
        """Lobby with the tables of all nodes."""
        here = super().lobby(person)
        others = [line for sight in self.sights.values() if (line := self._line(sight, person))]
        others += self._unseen_lines({line.table_id for line in (*here.tables, *others)})
        local = sum(number < REMOTE for number in self.viewers.clients)
        return lobby.merged(here, others, people=local + self.people_elsewhere)

    def _line(self, sight: TableSummary, person: str) -> LobbyTable | None:
        line = sight.line
        if line.private and not self._may_see(sight, person):
            return None
        host = bool(person) and sight.host == person
        mine = host or (bool(person) and person in sight.people)
        aside, code = self.node.owning.is_quarantined(line.table_id), sight.code if host else ""
        return structs.replace(line, is_host=host, is_yours=mine, quarantined=aside, invite_code=code)

    def _unseen_lines(self, listed: set[int]) -> list[LobbyTable]:
        """Lobby lines of quarantined tables without a summary."""
        return [
            lobby.quarantined_table(card)
            for number, card in self.desk.room.state.tables.items()
            if not (card.closed or card.private or number in listed or number in self.desk.room.tables)
            and self.node.owning.is_quarantined(number)
        ]

    def _may_see(self, sight: TableSummary, person: str) -> bool:
        return person in sight.guests or person in sight.bots or self._is_floor(person)

    def _is_floor(self, person: str) -> bool:
        known = self.desk.room.state.people.get(person)
        return known is not None and FLOOR in known.roles

    def _people_with_own_lobby(self) -> set[str]:
        people = super()._people_with_own_lobby()
        for sight in self.sights.values():
            people |= {sight.host, *sight.people, *sight.guests}
        return people

    def floor_elsewhere(self, person: str) -> list[dict[str, Any]]:
        """Floor lines of remote tables: all of them for the floor, a host's own for the host."""
        everywhere = self._is_floor(person)
        return [
            sight.floor
            for sight in self.sights.values()
            if everywhere or (bool(person) and sight.host == person)
        ]

    # Wallets

    def purses_changed(self, people: Sequence[str]) -> list[Message]:
        """Reload and send the wallets that other nodes changed."""
        mine = [person for person in people if person in self._purses]
        if not mine:
            return []
        self.desk.look_again(mine)
        return self._wallet_frames(mine)

    def _reload_wallet(self, person: str) -> None:
        """Reload a wallet before it is shown: other nodes may have changed it."""
        with suppress(StoreError):
            if person:
                self.desk.look_again([person])

    def purses(self) -> list[str]:
        """People whose wallets are shown here."""
        return list(self._purses)
