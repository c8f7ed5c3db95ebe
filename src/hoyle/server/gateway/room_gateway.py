"""Room gateway: takes client messages, runs commands through the pipeline and sends the frames.

It has no socket and no thread: `handle` takes messages and returns messages, so the same gateway runs in a
process of its own, inside a test, or on one of many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from msgspec import DecodeError, ValidationError, json

from hoyle.core.validation_messages import explain_decode_error
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.state.room_state import BOT
from hoyle.room.unit_of_work import CommittedStep, UnexpectedFailure, UnitOfWork
from hoyle.rulebooks import VERSION
from hoyle.server.gateway import http_call_handlers, lobby, ruling_preview
from hoyle.server.gateway.broadcast import TableBroadcaster
from hoyle.server.gateway.frame_encoder import (
    answer_frame,
    encoded,
    no_table,
    notice,
    outgoing_frame,
    rate_limit_notice,
)
from hoyle.server.gateway.gateway_base import GatewayBase
from hoyle.server.gateway.lobby_publisher import LobbyPublisher
from hoyle.server.gateway.periodic_tasks import PeriodicTasks
from hoyle.server.gateway.subscriptions import MAX_WATCHED, Client
from hoyle.server.ipc.messages import (
    BotConnected,
    BotRoster,
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    ClientLagging,
    ClientResynced,
    CloseClient,
    Message,
    OutgoingFrame,
    RpcRequest,
)
from hoyle.server.rate_limiter import CHAT, TokenBuckets
from hoyle.server.websocket_frames import (
    CLOSE_TRY_AGAIN_LATER,
    HEARTBEAT,
    PROTOCOL,
    CommandFrame,
    FromClient,
    LobbySubscription,
    Notice,
    PingFrame,
    Pong,
    PreviewRulingFrame,
    RulingPreviewFrame,
    UnwatchFrame,
    WalletFrame,
    WatchFrame,
    Welcome,
)
from hoyle.storage.errors import StoreError

CLOSE_UNKNOWN_SESSION: Final = 4401
MAX_CLIENTS_DURING_OUTAGE: Final = 40
"""Frames that are queued for a client that connects during an outage."""
GOES_ON: Final = "the room goes on; nothing that was acknowledged is lost"
TOO_MANY: Final = 4429
MAX_CONNECTIONS: Final = 50
"""Maximum open connections of one person."""
WRONG: Final = "something went wrong here, and not with what you sent"
ENDING: Final = ("log-out", "register", "password", "delete", "claim")
"""Calls that end sessions."""
_DECODER: Final = json.Decoder(FromClient)


class RoomGateway(GatewayBase):
    """Gateway between one room and its connected clients."""

    def __init__(self, pipeline: CommandPipeline, *, authenticator: Authenticator | None = None) -> None:
        super().__init__(pipeline, authenticator or Authenticator(pipeline))
        self.buckets = TokenBuckets()
        self.chat = TokenBuckets(*CHAT)
        self.broadcaster = TableBroadcaster(pipeline, self.viewers)
        self.periodic_tasks = PeriodicTasks(self, self.end_expired, self.accounts_closed)
        self.board = LobbyPublisher(self.viewers, pipeline.steady, self.lobby, self._people_with_own_lobby)
        self._committed: list[CommittedStep] = []
        self._purses: dict[str, tuple[int, int]] = {}
        """Play chips and cage chips of each connected person, as last sent."""
        self._room = pipeline.room
        self._outage_announced = False
        """Whether clients were notified of the outage."""
        self._queued: dict[int, list[Message]] = {}
        """Messages of clients that connected during an outage and are not authenticated yet."""
        pipeline.publish = self._committed.extend
        pipeline.alarm = self.alarm
        pipeline.log = self.alarm.line

    # Incoming messages

    def handle(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Handle the messages received since the last call; return the messages to send.

        `is_bots` tells which clients are on the link of the room's own bots.
        """
        out: list[Message] = []
        commands: list[tuple[Client, CommandFrame]] = []
        deferred: list[tuple[int, Callable[[], list[Message]]]] = []
        now = self.pipeline.now()
        for message in messages:
            if isinstance(message, ClientFrameReceived):
                self._handle_frame(message, now, commands, deferred, out)
            elif isinstance(message, ClientConnected):
                out += self._isolate_errors(message.client, partial(self._connect, message))
            elif isinstance(message, ClientDisconnected):
                out += self._isolate_errors(0, partial(self._gone, message.client))
            elif isinstance(message, BotConnected):
                if is_bots(message.client):
                    out += self._isolate_errors(message.client, partial(self._connect_bot, message))
            elif isinstance(message, ClientLagging):
                out += self._isolate_errors(message.client, partial(self._resync, message.client))
            elif isinstance(message, RpcRequest):
                # A call may change the room: the commands before it come first.
                out += self._process_commands(commands)
                commands = []
                out += self._call(message)
                out += self._broadcast_events()
        out += self._process_commands(commands)
        for client, work in deferred:
            out += self._isolate_errors(client, work)
        return out + self._broadcast_events() + self._roster()

    def tick(self) -> list[Message]:
        """Run due room timers and publish the lobby."""
        self.pipeline.tick()
        return self._broadcast_events() + self._lobby_updates() + self._roster()

    def run_periodic_tasks(self) -> list[Message]:
        """Run due periodic tasks."""
        out = self.periodic_tasks.work()
        return out + self._broadcast_events()

    def next_tick_at(self) -> int | None:
        """Return the time at which `tick` is due next."""
        due = self.pipeline.due()
        lobby_due = None if self.pipeline.trouble else self.board.due_in()
        if lobby_due is not None:
            lobby_at = self.pipeline.now() + lobby_due
            due = lobby_at if due is None else min(due, lobby_at)
        return due

    # Connections

    def _queue_until_recovery(self, message: ClientConnected | BotConnected) -> list[Message]:
        self._queued[message.client] = [message]
        return [outgoing_frame([message.client], self._outage_notice())]

    def _connect(self, message: ClientConnected) -> list[Message]:
        if self.pipeline.trouble:
            return self._queue_until_recovery(message)
        try:
            session = self.authenticator.session(message.token) if message.token else None
        except StoreError as error:
            return [CloseClient(message.client, CLOSE_TRY_AGAIN_LATER, f"try again: {error.public}")]
        person, expires_at = ("", 0) if session is None else (session.person, session.expires_at)
        if message.token and not person:
            return [
                CloseClient(message.client, CLOSE_UNKNOWN_SESSION, "this session has ended: log in again")
            ]
        if person and len(self.viewers.connections_of(person)) >= MAX_CONNECTIONS:
            return [CloseClient(message.client, TOO_MANY, f"{MAX_CONNECTIONS} connections are open already")]
        return self.admit(message.client, person, message.token, expires_at)

    def admit(self, number: int, person: str, token: str = "", ends: int = 0) -> list[Message]:
        """Register an authenticated client, whose session expires at `ends`; return its welcome."""
        room = self.pipeline.room
        self.viewers.add(number, person, token, ends)
        self.periodic_tasks.came(person)
        self.pipeline.repeats.reconnected(person)
        member = room.state.people.get(person)
        seats = self._seats(person)
        if person:
            self._purses[person] = self._balances_of(person)
        welcome = Welcome(
            person=person,
            account_kind="" if member is None else member.kind,
            time=self.pipeline.now(),
            rules_version=VERSION,
            protocol_version=PROTOCOL,
            heartbeat=HEARTBEAT,
            roles=[] if member is None else list(member.roles),
            wallet=room.wallet_balance(person) if person else 0,
            deposit=room.deposit(person) if person else 0,
            seated_at=seats,
        )
        return [outgoing_frame([number], welcome), *self._presence(seats)]

    def _connect_bot(self, message: BotConnected) -> list[Message]:
        if self.pipeline.trouble:
            return self._queue_until_recovery(message)
        member = self.pipeline.room.state.people.get(message.person)
        if member is None or member.kind != BOT:
            return [CloseClient(message.client, CLOSE_UNKNOWN_SESSION, f"{message.person} is not a bot")]
        return self.admit(message.client, message.person)

    def _roster(self) -> list[Message]:
        """Roster of seated bots, if it has changed."""
        if not self.broadcaster.other_people or self.pipeline.trouble:
            return []
        self.broadcaster.other_people = False
        seated = [
            (name, live_table.hosting.bots[name], live_table.number)
            for live_table in self.pipeline.room.tables.values()
            if live_table.supports_bots()
            for name in live_table.seated.values()
            if name in live_table.hosting.bots
        ]
        if seated == self.bots:
            return []
        self.bots = seated
        return [BotRoster(seated)]

    def bots_gone(self, is_bots: Callable[[int], bool]) -> list[Message]:
        """Disconnect the bots after their link is lost."""
        numbers = [number for number in self.viewers.clients if is_bots(number)]
        return [
            message for number in numbers for message in self._isolate_errors(0, partial(self._gone, number))
        ]

    def bots_came(self) -> list[Message]:
        """Send the roster to a new bots process."""
        self.bots, self.broadcaster.other_people = [], True
        return self._roster()

    def _gone(self, number: int) -> list[Message]:
        self._queued.pop(number, None)
        client = self.viewers.remove(number)
        if client is None:
            return []
        self._watch_changed()
        if not client.person or self.viewers.connections_of(client.person):
            return []
        self._purses.pop(client.person, None)
        return self._presence(self._seats(client.person))

    def _seats(self, person: str) -> list[int]:
        """Return the numbers of the tables at which a person has a seat."""
        tables = self.pipeline.room.tables.values()
        return [live_table.number for live_table in tables if person in live_table.seated.values()]

    def sessions_ended(self, person: str, call: RpcRequest) -> list[Message]:
        """Close the sockets of sessions that a call has ended."""
        if call.what not in ENDING:
            return []
        return self.end_sessions(call.args["name"] if call.what == "claim" else person)

    def end_sessions(self, person: str) -> list[Message]:
        """Close the sockets of a person's ended sessions.

        A client whose session was renewed is asked to reconnect with the new token.
        """
        clients = [self.viewers.clients[number] for number in sorted(self.viewers.connections_of(person))]
        ended = [
            client
            for client in clients
            if client.token and not self.authenticator.person_for_token(client.token)
        ]
        out: list[Message] = []
        for client in ended:
            if self.authenticator.was_renewed(client.token):
                out.append(CloseClient(client.number, CLOSE_TRY_AGAIN_LATER, "reconnect with the new token"))
            else:
                out.append(_close_ended_session(client))
            out += self._gone(client.number)
        return out

    def accounts_closed(self, people: Sequence[str]) -> list[Message]:
        """Close the sockets of people whose accounts or sessions the house has ended."""
        return [message for person in people for message in self.end_sessions(person)]

    def end_expired(self) -> list[Message]:
        """Close the sockets of expired sessions."""
        now = self.pipeline.now()
        expired = [client for client in self.viewers.clients.values() if client.is_expired(now)]
        out: list[Message] = []
        for client in expired:
            out.append(_close_ended_session(client))
            out += self._gone(client.number)
        return out

    def _presence(self, tables: Sequence[int]) -> list[Message]:
        """Presence frames of these tables, where presence has changed."""
        out: list[Message] = []
        for number in tables:
            live_table = self.pipeline.room.tables.get(number)
            if live_table is not None:  # else another node's
                out += self._isolate_errors(0, partial(self.broadcaster.presence, live_table))
        return out

    def _watch_changed(self) -> None:
        """Report the tables with a human watcher or player: hands are dealt only there."""
        people = self.pipeline.room.state.people
        watched = {
            table
            for table in self.viewers.tables()
            if any(
                name not in people or people[name].kind != BOT
                for name in self.viewers.followers_by_person(table)
            )
        }
        self.pipeline.watch(watched)

    def _resync(self, number: int) -> list[Message]:
        """Send a client that fell behind fresh snapshots of all its subscriptions."""
        client = self.viewers.clients.get(number)
        if client is None:
            return []
        out: list[Message] = [
            ClientResynced(number),
            outgoing_frame(
                [number],
                Notice(text="connection too slow: sending a fresh snapshot", level="warning", retry=True),
            ),
        ]
        if self.pipeline.trouble:
            return [*out, outgoing_frame([number], self._outage_notice())]
        if client.person:
            chips, deposit = self._balances_of(client.person)
            out.append(outgoing_frame([number], WalletFrame(chips=chips, deposit=deposit)))
        if client.number in self.viewers.lobby:
            out.append(self.board.snapshot(client))
        return out + self._table_snapshots(client)

    def _table_snapshots(self, client: Client) -> list[Message]:
        """Snapshots of every table that a client watches."""
        return [
            message
            for table in sorted(client.watching)
            for message in self._isolate_errors(client.number, partial(self._table, client, table))
        ]

    # Frames

    def _handle_frame(
        self,
        message: ClientFrameReceived,
        now: int,
        commands: list[tuple[Client, CommandFrame]],
        deferred: list[tuple[int, Callable[[], list[Message]]]],
        out: list[Message],
    ) -> None:
        client = self.viewers.clients.get(message.client)
        if client is None:
            queued = self._queued.get(message.client)
            if queued is not None and len(queued) <= MAX_CLIENTS_DURING_OUTAGE:
                queued.append(message)
            return
        if client.is_expired(now):
            out.append(_close_ended_session(client))
            out += self._isolate_errors(0, partial(self._gone, client.number))
            return
        is_within_limit = self.buckets.try_take(client.person or f"client {client.number}", now)
        try:
            frame = _DECODER.decode(message.data)
        except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
            out.append(
                notice(
                    client, f"this frame cannot be read: {explain_decode_error(error, message.data)}", "error"
                )
            )
            return
        if not is_within_limit or not self._is_within_chat_limit(client, frame, now):
            out.append(rate_limit_notice(client, frame))
            return
        if self._forward_if_remote(client, frame, message.data):
            return
        if isinstance(frame, CommandFrame):
            commands.append((client, frame))
        elif isinstance(frame, WatchFrame):
            deferred.append((client.number, lambda: self._watch(client, frame)))
        elif isinstance(frame, UnwatchFrame):
            deferred.append((client.number, lambda: self._unwatch(client, frame.table_id)))
        elif isinstance(frame, LobbySubscription):
            self.viewers.watch_lobby(client, on=frame.subscribe)
            client.told_lobby = b""
            if frame.subscribe:
                deferred.append(
                    (client.number, lambda: [] if self.pipeline.trouble else [self.board.snapshot(client)])
                )
        elif isinstance(frame, PreviewRulingFrame):
            deferred.append((client.number, lambda: [self._preview(client, frame)]))
        elif isinstance(frame, PingFrame):
            out.append(outgoing_frame([client.number], Pong(echo=frame.echo, time=now)))

    def _is_within_chat_limit(self, client: Client, frame: FromClient, now: int) -> bool:
        """Whether a frame is not chat, or is within the chat rate limit."""
        if not isinstance(frame, CommandFrame) or frame.command.get("do") != "chat":
            return True
        return self.chat.try_take(client.person or f"client {client.number}", now)

    def _preview(self, client: Client, frame: PreviewRulingFrame) -> OutgoingFrame:
        outage = self.pipeline.trouble
        if outage:
            return outgoing_frame([client.number], RulingPreviewFrame(id=frame.id, ok=False, message=outage))
        return outgoing_frame(
            [client.number], ruling_preview.preview(self.pipeline.room, client.person, frame)
        )

    def _forward_if_remote(self, client: Client, frame: FromClient, data: bytes) -> bool:
        """Whether a frame was forwarded to another node; never on a single node."""
        return False

    def _call(self, call: RpcRequest) -> list[Message]:
        """Answer an RPC call from the edge."""
        return http_call_handlers.dispatch(self, call, self.sessions_ended)

    def _process_commands(self, commands: Sequence[tuple[Client, CommandFrame]]) -> list[Message]:
        """Run commands through the pipeline; events are sent first, then the answers.

        A command that was received before its connection was lost still counts.
        """
        if not commands:
            return []
        requests: list[CommandRequest] = []
        answers: list[tuple[int, CommandAnswer]] = []
        for client, frame in commands:
            if not client.person:
                refusal = CommandAnswer(
                    idempotency_key=frame.idempotency_key, ok=False, message="log in first", allowed="enter"
                )
                answers.append((client.number, refusal))
                continue
            requests.append(
                CommandRequest(
                    idempotency_key=frame.idempotency_key,
                    person=client.person,
                    table_id=frame.table_id,
                    command=frame.command,
                    expected_version=frame.expected_version,
                )
            )
            answers.append((client.number, CommandAnswer(idempotency_key="", ok=False)))
        results = iter(self.pipeline.process(requests))
        events = self._broadcast_events()
        return events + [
            answer_frame(number, answer if answer.idempotency_key else next(results))
            for number, answer in answers
        ]

    # Broadcast

    def _broadcast_events(self) -> list[Message]:
        """Broadcast committed events to their subscribers."""
        committed, self._committed[:] = list(self._committed), []
        if self.pipeline.trouble:
            return self._announce_outage()
        if self.pipeline.room is not self._room:
            return self._resume(committed)
        if not committed:
            return []
        out: list[Message] = []
        by_table: dict[int, list[CommittedStep]] = {}
        for step in committed:
            if step.live_table is not None:
                by_table.setdefault(step.live_table.number, []).append(step)
        for number, steps in by_table.items():
            try:
                out += self._drop_removed_viewers(number) + self.broadcaster.publish(steps)
            except Exception as error:
                out += self._stop_faulted_table(number, error)
        out += self._presence(self.broadcaster.tables_with_new_seating(by_table))
        if any(step.live_table is None for step in committed):
            out += self._wallet_frames(self._purses)
        paid = {person for step in committed for person in step.paid}
        out += self._wallet_frames(sorted(paid & self._purses.keys()))
        return out + self._broadcast_events() if self._committed else out

    def _announce_outage(self) -> list[Message]:
        """Notify every client once that the store fails; no events are sent until it recovers."""
        if self._outage_announced:
            return []
        self._outage_announced = True
        return [outgoing_frame(self._own_clients(), self._outage_notice())]

    def _outage_notice(self) -> Notice:
        return Notice(text=self.pipeline.trouble, level="error")

    def _own_clients(self) -> list[int]:
        """Numbers of the clients that are connected to this node."""
        return list(self.viewers.clients)

    # Unexpected errors

    def _isolate_errors(self, client: int, work: Callable[[], list[Message]]) -> list[Message]:
        """Run work for one client; an error there affects no other client."""
        try:
            return work()
        except StoreError as error:
            # Not a defect: the store is unavailable for a moment.
            retry = Notice(text=f"try again: {error.public}", level="warning")
            return [outgoing_frame([client], retry)] if client else []
        except Exception as error:
            self.alarm(error)
            return [outgoing_frame([client], Notice(text=WRONG, level="error"))] if client else []

    def _stop_faulted_table(self, number: int, error: Exception) -> list[Message]:
        """Stop a table whose broadcast failed, and notify its subscribers."""
        self.broadcaster.forget(number)
        live_table = self.pipeline.room.tables.get(number)
        failure = UnexpectedFailure(
            UnitOfWork(self.pipeline.room, DecisionContext(self.pipeline.now(), self.pipeline.entropy)),
            number,
        )
        failure.__cause__ = error
        if live_table is None or live_table.hosting.stopped:
            self.alarm(failure)
        else:
            self.pipeline.stop_table(failure)
        # Not a notice with the table's number: clients take that to mean that the table is gone.
        clients = [client.number for client in self.viewers.following(number)]
        text = f"something went wrong at table {number}, and not with what you sent"
        return [outgoing_frame(clients, Notice(text=text, level="error"))] if clients else []

    def _resume(self, committed: Sequence[CommittedStep]) -> list[Message]:
        """Send snapshots to every client after the room was reloaded from the store.

        `committed` may already have steps of the new room.
        """
        self._room = self.pipeline.room
        self.broadcaster.forget_all()
        tables = self._room.tables
        for step in committed:
            if step.live_table is not None and tables.get(step.live_table.number) is step.live_table:
                self.broadcaster.of(step.live_table).append(step)
        out: list[Message] = []
        if self._outage_announced:
            self._outage_announced = False
            out.append(outgoing_frame(self._own_clients(), Notice(text=GOES_ON)))
            # A client that fell behind meanwhile may have a stale balance.
            self._purses = dict.fromkeys(self._purses, (-1, -1))
        out += self._wallet_frames(list(self._purses))
        self._watch_changed()
        for client in list(self.viewers.clients.values()):
            deferred_watches, client.asked = client.asked, {}
            out += self._table_snapshots(client)
            for frame in deferred_watches.values():
                if not self._forward_if_remote(client, frame, encoded(frame)):
                    out += self._watch(client, frame)
        queued, self._queued = self._queued, {}
        for messages in queued.values():
            out += self.handle(messages, is_bots=lambda client: True)
        return out

    def _drop_removed_viewers(self, number: int) -> list[Message]:
        """Unsubscribe clients that may no longer watch a home game."""
        live_table = self.pipeline.room.tables.get(number)
        if live_table is None or not live_table.settings.private:
            return []
        out: list[Message] = []
        for client in self.viewers.following(number):
            if not self.pipeline.room.may_watch(live_table, client.person):
                self._unwatch(client, number)
                out.append(no_table(client, number))
        return out

    def _wallet_frames(self, people: Iterable[str]) -> list[Message]:
        """Balance frames for those of these people whose balance has changed."""
        out: list[Message] = []
        for person in people:
            chips, deposit = balances = self._balances_of(person)
            if balances != self._purses[person]:
                self._purses[person] = balances
                frame = WalletFrame(chips=chips, deposit=deposit)
                out.append(outgoing_frame(sorted(self.viewers.connections_of(person)), frame))
        return out

    def _balances_of(self, person: str) -> tuple[int, int]:
        return self.pipeline.room.wallet_balance(person), self.pipeline.room.deposit(person)

    # Tables and lobby

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        if client.number not in self.viewers.clients:
            return []  # disconnected meanwhile
        if self.pipeline.trouble:
            if len(client.asked) < MAX_WATCHED:
                client.asked[frame.table_id] = frame
            return [outgoing_frame([client.number], self._outage_notice())]
        room, number = self.pipeline.room, frame.table_id
        live_table = room.tables.get(number)
        if live_table is None or live_table.hosting.closed or not room.may_watch(live_table, client.person):
            return [no_table(client, number)]
        if len(client.watching) >= MAX_WATCHED and number not in client.watching:
            message = f"{MAX_WATCHED} tables are followed already"
            return [outgoing_frame([client.number], Notice(text=message, level="error", table_id=number))]
        self.viewers.watch(client, number)
        self._watch_changed()
        if frame.hand_values:
            client.read[number] = b""
        return self.broadcaster.catch_up(client, live_table, frame.after_record)

    def _unwatch(self, client: Client, table: int) -> list[Message]:
        client.asked.pop(table, None)
        self.viewers.unwatch(client, table)
        self._watch_changed()
        return []

    def _table(self, client: Client, number: int) -> list[Message]:
        """Build the snapshot of a table for one client."""
        return self.broadcaster.table(client, self.pipeline.room.tables[number])

    def _lobby_updates(self) -> list[Message]:
        return [] if self.pipeline.trouble else self._isolate_errors(0, self.board.publish_changes)

    def _people_with_own_lobby(self) -> set[str]:
        """People whose lobby differs from a spectator's."""
        return lobby.people_with_own_lobby(self.pipeline.room)


def _close_ended_session(client: Client) -> CloseClient:
    return CloseClient(client.number, CLOSE_UNKNOWN_SESSION, "this session has ended: log in again")
