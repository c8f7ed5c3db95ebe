"""Room gateway: takes client messages, runs commands through the pipeline and sends the frames.

It has no socket and no thread: `handle` takes messages and returns messages, so the same gateway runs in a
process of its own, inside a test, or on one of many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec import DecodeError, ValidationError, json

from hoyle.core.validation import explain_decode_error
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.unit_of_work import CommittedStep, UnexpectedFailure, UnitOfWork
from hoyle.server.gateway import lobby, rpc_dispatch, ruling_preview
from hoyle.server.gateway.client_connections import ConnectionGateway
from hoyle.server.gateway.frame_encoder import (
    answer_frame,
    encode_json,
    no_table_notice,
    outgoing_frame,
    rate_limit_notice,
)
from hoyle.server.gateway.lobby_publisher import LobbyPublisher
from hoyle.server.gateway.subscriptions import MAX_WATCHED, Client
from hoyle.server.ipc.messages import (
    BotConnected,
    ClientConnected,
    ClientDisconnected,
    ClientFrameReceived,
    ClientLagging,
    ClientResynced,
    Message,
    RpcRequest,
)
from hoyle.server.rate_limiter import CHAT_LIMIT, TokenBuckets
from hoyle.server.websocket_frames import (
    CommandFrame,
    FromClient,
    LobbySubscription,
    Notice,
    PingFrame,
    Pong,
    PreviewRulingFrame,
    RulingPreviewFrame,
    UnwatchFrame,
    WatchFrame,
)

OUTAGE_OVER: Final = "the room goes on; nothing that was acknowledged is lost"
_DECODER: Final = json.Decoder(FromClient)


class _Batch:
    """Work that the frames of one `handle` call leave to be done together."""

    def __init__(self) -> None:
        self.out: list[Message] = []
        self.commands: list[tuple[Client, CommandFrame]] = []
        self.after_commands: list[tuple[int, Callable[[], list[Message]]]] = []
        """Work with the number of its client; what it shows includes the commands of the batch."""


class RoomGateway(ConnectionGateway):
    """Gateway between one room and its connected clients."""

    def __init__(self, pipeline: CommandPipeline, *, authenticator: Authenticator | None = None) -> None:
        super().__init__(pipeline, authenticator or Authenticator(pipeline))
        self.frame_limiter = TokenBuckets()
        self.chat_limiter = TokenBuckets(*CHAT_LIMIT)
        self.lobby_publisher = LobbyPublisher(self.viewers, pipeline.steady, self.lobby, self._people_with_own_lobby)
        self._committed: list[CommittedStep] = []
        """Steps that the pipeline has committed and that are not broadcast yet."""
        self._room = pipeline.room
        """The room whose tables were broadcast; the pipeline has another after it reloads from the store."""
        self._outage_announced = False
        pipeline.publish = self._committed.extend
        pipeline.alarm = self.alarm
        pipeline.log = self.alarm.line

    # Incoming messages

    def handle(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Handle the messages received since the last call; return the messages to send.

        `is_bots` says which clients are on the link of the room's own bots.
        """
        batch = _Batch()
        now = self.pipeline.now()
        for message in messages:
            if isinstance(message, ClientFrameReceived):
                self._handle_frame(message, now, batch)
            elif isinstance(message, ClientConnected):
                batch.out += self._isolate_errors(message.client, partial(self._connect, message))
            elif isinstance(message, ClientDisconnected):
                batch.out += self._isolate_errors(0, partial(self._disconnect, message.client))
            elif isinstance(message, BotConnected):
                if is_bots(message.client):
                    batch.out += self._isolate_errors(message.client, partial(self._connect_bot, message))
            elif isinstance(message, ClientLagging):
                batch.out += self._isolate_errors(message.client, partial(self._resync, message.client))
            elif isinstance(message, RpcRequest):
                # A call may change the room: the commands before it come first.
                batch.out += self._process_commands(batch.commands)
                batch.commands = []
                batch.out += self._answer_call(message)
                batch.out += self._broadcast_events()
        out = batch.out + self._process_commands(batch.commands)
        for client, work in batch.after_commands:
            out += self._isolate_errors(client, work)
        return out + self._broadcast_events() + self._publish_bot_roster()

    def tick(self) -> list[Message]:
        """Run due room timers and publish the lobby."""
        self.pipeline.tick()
        return self._broadcast_events() + self._lobby_updates() + self._publish_bot_roster()

    def run_periodic_tasks(self) -> list[Message]:
        """Run due periodic tasks."""
        return self.periodic_tasks.run_due() + self._broadcast_events()

    def next_tick_at(self) -> int | None:
        """Return the time at which `tick` is due next."""
        due = self.pipeline.due()
        lobby_due = None if self.pipeline.trouble else self.lobby_publisher.due_in()
        if lobby_due is not None:
            lobby_at = self.pipeline.now() + lobby_due
            due = lobby_at if due is None else min(due, lobby_at)
        return due

    # Frames

    def _handle_frame(self, message: ClientFrameReceived, now: int, batch: _Batch) -> None:
        """Refuse, forward or answer a client's frame, or leave its work to the batch."""
        client = self.viewers.clients.get(message.client)
        if client is None:
            self._queue_frame(message)
            return
        if client.is_expired(now):
            batch.out += self._end_session(client)
            return
        # An unreadable frame counts against the limit too.
        is_within_limit = self.frame_limiter.try_take(_rate_limit_key(client), now)
        try:
            frame = _DECODER.decode(message.data)
        except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = f"this frame cannot be read: {explain_decode_error(error, message.data)}"
            batch.out.append(outgoing_frame([client.number], Notice(text=reason, level="error")))
            return
        if not is_within_limit or not self._is_within_chat_limit(client, frame, now):
            batch.out.append(rate_limit_notice(client, frame))
        elif not self._forward_if_remote(client, frame, message.data):
            self._handle_local_frame(client, frame, now, batch)

    def _handle_local_frame(self, client: Client, frame: FromClient, now: int, batch: _Batch) -> None:
        """Answer a ping at once; leave commands and subscriptions to the batch."""
        number = client.number
        if isinstance(frame, CommandFrame):
            batch.commands.append((client, frame))
        elif isinstance(frame, WatchFrame):
            batch.after_commands.append((number, partial(self._watch, client, frame)))
        elif isinstance(frame, UnwatchFrame):
            batch.after_commands.append((number, partial(self._unwatch, client, frame.table_id)))
        elif isinstance(frame, LobbySubscription):
            self.viewers.watch_lobby(client, on=frame.subscribe)
            client.last_lobby = b""
            if frame.subscribe:
                batch.after_commands.append((number, partial(self._lobby_snapshot, client)))
        elif isinstance(frame, PreviewRulingFrame):
            batch.after_commands.append((number, partial(self._preview_ruling, client, frame)))
        elif isinstance(frame, PingFrame):
            batch.out.append(outgoing_frame([number], Pong(echo=frame.echo, time=now)))

    def _is_within_chat_limit(self, client: Client, frame: FromClient, now: int) -> bool:
        """Whether a frame is not chat, or is within the chat rate limit."""
        if not isinstance(frame, CommandFrame) or frame.command.get("do") != "chat":
            return True
        return self.chat_limiter.try_take(_rate_limit_key(client), now)

    def _forward_if_remote(self, client: Client, frame: FromClient, data: bytes) -> bool:
        """Whether a frame was forwarded to another node; never on a single node."""
        return False

    def _preview_ruling(self, client: Client, frame: PreviewRulingFrame) -> list[Message]:
        if self.pipeline.trouble:
            preview = RulingPreviewFrame(id=frame.id, ok=False, message=self.pipeline.trouble)
        else:
            preview = ruling_preview.preview_ruling(self.pipeline.room, client.person, frame)
        return [outgoing_frame([client.number], preview)]

    def _answer_call(self, call: RpcRequest) -> list[Message]:
        """Answer an RPC call from the edge."""
        return rpc_dispatch.dispatch(self, call, self.alarm, self.close_sessions_ended_by)

    def _process_commands(self, commands: Sequence[tuple[Client, CommandFrame]]) -> list[Message]:
        """Run commands through the pipeline; events are sent first, then the answers.

        A command that was received before its connection was lost still counts.
        """
        if not commands:
            return []
        requests = [
            CommandRequest(
                idempotency_key=frame.idempotency_key,
                person=client.person,
                table_id=frame.table_id,
                command=frame.command,
                expected_version=frame.expected_version,
            )
            for client, frame in commands
            if client.person
        ]
        answers = iter(self.pipeline.process(requests))
        out = self._broadcast_events()
        for client, frame in commands:
            answer = next(answers) if client.person else _log_in_first(frame)
            out.append(answer_frame(client.number, answer))
        return out

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
            out += self.wallets.publish_changes(self.wallets.people())
        else:
            out += self.wallets.publish_changes(sorted({name for step in committed for name in step.paid}))
        if self._committed:  # the stop of a faulted table
            out += self._broadcast_events()
        return out

    def _drop_removed_viewers(self, number: int) -> list[Message]:
        """Unsubscribe clients that may no longer watch a home game."""
        live_table = self.pipeline.room.tables.get(number)
        if live_table is None or not live_table.settings.private:
            return []
        out: list[Message] = []
        for client in self.viewers.followers(number):
            if not self.pipeline.room.may_watch(live_table, client.person):
                self._unwatch(client, number)
                out.append(no_table_notice(client, number))
        return out

    def _stop_faulted_table(self, number: int, error: Exception) -> list[Message]:
        """Stop a table whose broadcast failed, and notify its subscribers."""
        self.broadcaster.forget(number)
        live_table = self.pipeline.room.tables.get(number)
        failure = UnexpectedFailure(
            UnitOfWork(self.pipeline.room, DecisionContext(self.pipeline.now(), self.pipeline.entropy)), number
        )
        failure.__cause__ = error
        if live_table is None or live_table.hosting.stopped:
            self.alarm(failure)
        else:
            self.pipeline.stop_table(failure)
        # Not a notice with the table's number: clients take that to mean that the table is gone.
        clients = [client.number for client in self.viewers.followers(number)]
        text = f"something went wrong at table {number}, and not with what you sent"
        return [outgoing_frame(clients, Notice(text=text, level="error"))] if clients else []

    # Outages of the store

    def _announce_outage(self) -> list[Message]:
        """Notify every client once that the store fails; no events are sent until it recovers."""
        if self._outage_announced:
            return []
        self._outage_announced = True
        return [outgoing_frame(self._own_clients(), self._outage_notice())]

    def _resume(self, committed: Sequence[CommittedStep]) -> list[Message]:
        """Send snapshots to every client after the room was reloaded from the store.

        `committed` may already have steps of the new room.
        """
        self._room = self.pipeline.room
        self.broadcaster.forget_all()
        tables = self._room.tables
        for step in committed:
            if step.live_table is not None and tables.get(step.live_table.number) is step.live_table:
                self.broadcaster.channel(step.live_table).append(step)
        out: list[Message] = []
        if self._outage_announced:
            self._outage_announced = False
            out.append(outgoing_frame(self._own_clients(), Notice(text=OUTAGE_OVER)))
            # A client that fell behind meanwhile may have a stale balance.
            self.wallets.invalidate()
        out += self.wallets.publish_changes(self.wallets.people())
        self._update_watched_tables()
        for client in list(self.viewers.clients.values()):
            out += self._resume_watches(client)
        queued, self._queued = self._queued, {}
        for messages in queued.values():
            out += self.handle(messages, is_bots=lambda client: True)
        return out

    def _resume_watches(self, client: Client) -> list[Message]:
        """Send a client its tables again, and those that it asked for during the outage."""
        deferred, client.deferred_watches = client.deferred_watches, {}
        out = self._table_snapshots(client)
        for frame in deferred.values():
            if not self._forward_if_remote(client, frame, encode_json(frame)):
                out += self._watch(client, frame)
        return out

    # Tables and lobby

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        if client.number not in self.viewers.clients:
            return []  # disconnected meanwhile
        if self.pipeline.trouble:
            if len(client.deferred_watches) < MAX_WATCHED:
                client.deferred_watches[frame.table_id] = frame
            return [outgoing_frame([client.number], self._outage_notice())]
        room, number = self.pipeline.room, frame.table_id
        live_table = room.tables.get(number)
        if live_table is None or live_table.hosting.closed or not room.may_watch(live_table, client.person):
            return [no_table_notice(client, number)]
        if len(client.watching) >= MAX_WATCHED and number not in client.watching:
            message = f"{MAX_WATCHED} tables are followed already"
            return [outgoing_frame([client.number], Notice(text=message, level="error", table_id=number))]
        self.viewers.watch(client, number)
        self._update_watched_tables()
        if frame.hand_values:
            client.last_hand_values[number] = b""
        return self.broadcaster.catch_up(client, live_table, frame.after_record)

    def _unwatch(self, client: Client, table: int) -> list[Message]:
        client.deferred_watches.pop(table, None)
        self.viewers.unwatch(client, table)
        self._update_watched_tables()
        return []

    def _resync(self, number: int) -> list[Message]:
        """Send a client that fell behind fresh snapshots of all its subscriptions."""
        client = self.viewers.clients.get(number)
        if client is None:
            return []
        text = "connection too slow: sending a fresh snapshot"
        out: list[Message] = [
            ClientResynced(number),
            outgoing_frame([number], Notice(text=text, level="warning", retry=True)),
        ]
        if self.pipeline.trouble:
            return [*out, outgoing_frame([number], self._outage_notice())]
        if client.person:
            out.append(outgoing_frame([number], self.wallets.balance(client.person)))
        if number in self.viewers.lobby:
            out += self._lobby_snapshot(client)
        return out + self._table_snapshots(client)

    def _table_snapshots(self, client: Client) -> list[Message]:
        """Build snapshots of every table that a client watches."""
        return [
            message
            for table in sorted(client.watching)
            for message in self._isolate_errors(client.number, partial(self._table_snapshot, client, table))
        ]

    def _table_snapshot(self, client: Client, number: int) -> list[Message]:
        return self.broadcaster.snapshot_frames(client, self.pipeline.room.tables[number])

    def _lobby_snapshot(self, client: Client) -> list[Message]:
        return [] if self.pipeline.trouble else [self.lobby_publisher.snapshot(client)]

    def _lobby_updates(self) -> list[Message]:
        return [] if self.pipeline.trouble else self._isolate_errors(0, self.lobby_publisher.publish_changes)

    def _people_with_own_lobby(self) -> set[str]:
        """Return the people whose lobby differs from a spectator's."""
        return lobby.people_with_own_lobby(self.pipeline.room)


def _rate_limit_key(client: Client) -> str:
    return client.person or f"client {client.number}"


def _log_in_first(frame: CommandFrame) -> CommandAnswer:
    return CommandAnswer(idempotency_key=frame.idempotency_key, ok=False, message="log in first", allowed="enter")
