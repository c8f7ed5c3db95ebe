"""Room gateway: takes client messages, runs commands through the pipeline and sends the frames.

No socket and no thread here: `take` gets messages and gives messages, so the same service runs in a process
of its own, inside a test, or on one of many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from msgspec import DecodeError, ValidationError, json

from hoyle.core.validation_messages import explain_decode_error
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.room_state import BOT
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
from hoyle.server.gateway.lobby_publisher import LobbyPublisher
from hoyle.server.gateway.periodic_tasks import Caretaker
from hoyle.server.gateway.subscriptions import MAX_WATCHED, Client, Subscriptions
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
from hoyle.server.process.error_reporting import ErrorReporter
from hoyle.server.rate_limiter import CHAT, TokenBuckets
from hoyle.server.websocket_frames import (
    CLOSE_TRY_AGAIN_LATER,
    HEARTBEAT,
    PROTOCOL,
    CommandFrame,
    FromClient,
    LobbyFrame,
    LobbyNews,
    Notice,
    PingFrame,
    Pong,
    PreviewFrame,
    PurseFrame,
    RulingFrame,
    UnwatchFrame,
    WatchFrame,
    Welcome,
)
from hoyle.storage.errors import StoreError

CLOSE_UNKNOWN_SESSION: Final = 4401
MAX_CLIENTS_DURING_OUTAGE: Final = 40
"""Frames that are kept of somebody who came while the store fails."""
GOES_ON: Final = "the room goes on; nothing that was acknowledged is lost"
TOO_MANY: Final = 4429
MAX_CONNECTIONS: Final = 50
"""That one person has open at once."""
WRONG: Final = "something went wrong here, and not with what you sent"
ENDING: Final = ("log-out", "register", "password", "delete", "claim")
"""Calls that end sessions."""
_DECODER: Final = json.Decoder(FromClient)


class RoomGateway:
    """One room and everybody connected to it."""

    def __init__(self, desk: CommandPipeline, *, doorman: Authenticator | None = None) -> None:
        self.desk = desk
        self.doorman = doorman or Authenticator(desk)
        self.viewers = Subscriptions()
        self.buckets = TokenBuckets()
        self.chat = TokenBuckets(*CHAT)
        self.feeds = TableBroadcaster(desk, self.viewers)
        self.caretaker = Caretaker(self)
        self.board = LobbyPublisher(self.viewers, desk.steady, self.lobby, self._people_with_own_lobby)
        self._heard: list[CommittedStep] = []
        self._purses: dict[str, tuple[int, int]] = {}
        """Play chips and cage chips of everybody connected, as they were told last."""
        self.bots: list[tuple[str, str, int]] = []
        self._room = desk.room
        self._troubled = False
        """Whether everybody was told that the store fails."""
        self._outside: dict[int, list[Message]] = {}
        """What was sent by those who came while it fails: nobody knows yet who they are."""
        desk.publish = self._heard.extend
        desk.alarm = self.alarm = ErrorReporter()
        desk.log = self.alarm.line

    # What comes in

    def handle(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Everything that has come since the last time; what is to be sent.

        `is_bots` says which clients are on the house's own link, by which bots come.
        """
        out: list[Message] = []
        asked: list[tuple[Client, CommandFrame]] = []
        later: list[tuple[int, Callable[[], list[Message]]]] = []
        now = self.desk.now()
        for message in messages:
            if isinstance(message, ClientFrameReceived):
                self._handle_frame(message, now, asked, later, out)
            elif isinstance(message, ClientConnected):
                out += self._isolate_errors(message.client, partial(self._connect, message))
            elif isinstance(message, ClientDisconnected):
                out += self._isolate_errors(0, partial(self._gone, message.client))
            elif isinstance(message, BotConnected):
                if is_bots(message.client):
                    out += self._isolate_errors(message.client, partial(self._bot_in, message))
            elif isinstance(message, ClientLagging):
                out += self._isolate_errors(message.client, partial(self._resync, message.client))
            elif isinstance(message, RpcRequest):
                # Calls may change the room: what was asked before them comes first.
                out += self._process_commands(asked)
                asked = []
                out += self._call(message)
                out += self._broadcast_events()
        out += self._process_commands(asked)
        for client, do in later:
            out += self._isolate_errors(client, do)
        return out + self._broadcast_events() + self._roster()

    def tick(self) -> list[Message]:
        """What the house has to do now, and what the lobby is told."""
        self.desk.tick()
        return self._broadcast_events() + self._lobby_news() + self._roster()

    def look_after(self) -> list[Message]:
        """What the caretaker has to do now."""
        out = self.caretaker.work()
        return out + self._broadcast_events()

    def ready(self) -> bool:
        """Whether people should be sent here."""
        return not self.desk.trouble

    def next_tick_at(self) -> int | None:
        """When `tick` has something to do next."""
        found = self.desk.due()
        lobby_due = None if self.desk.trouble else self.board.due_in()
        if lobby_due is not None:
            lobby_at = self.desk.now() + lobby_due
            found = lobby_at if found is None else min(found, lobby_at)
        return found

    # Connections

    def _queue_until_recovery(self, message: ClientConnected | BotConnected) -> list[Message]:
        self._outside[message.client] = [message]
        return [outgoing_frame([message.client], self._outage_notice())]

    def _connect(self, message: ClientConnected) -> list[Message]:
        if self.desk.trouble:
            return self._queue_until_recovery(message)
        try:
            session = self.doorman.session(message.token) if message.token else None
        except StoreError as error:
            return [CloseClient(message.client, CLOSE_TRY_AGAIN_LATER, f"try again: {error.public}")]
        person, ends = ("", 0) if session is None else (session.person, session.ends)
        if message.token and not person:
            return [
                CloseClient(message.client, CLOSE_UNKNOWN_SESSION, "this session has ended: log in again")
            ]
        if person and len(self.viewers.connections_of(person)) >= MAX_CONNECTIONS:
            return [CloseClient(message.client, TOO_MANY, f"{MAX_CONNECTIONS} connections are open already")]
        return self.admit(message.client, person, message.token, ends)

    def admit(self, number: int, person: str, token: str = "", ends: int = 0) -> list[Message]:
        """Somebody is connected, by a session that lasts until it `ends`."""
        room = self.desk.room
        self.viewers.add(number, person, token, ends)
        self.caretaker.came(person)
        self.desk.repeats.reconnected(person)
        known = room.state.people.get(person)
        seats = self._seats(person)
        if person:
            self._purses[person] = self._purse(person)
        welcome = Welcome(
            person=person,
            kind="" if known is None else known.kind,
            time=self.desk.now(),
            rules=VERSION,
            protocol=PROTOCOL,
            heartbeat=HEARTBEAT,
            roles=[] if known is None else list(known.roles),
            purse=room.wallet_balance(person) if person else 0,
            deposit=room.deposit(person) if person else 0,
            seats=seats,
        )
        return [outgoing_frame([number], welcome), *self._presence(seats)]

    def _bot_in(self, message: BotConnected) -> list[Message]:
        if self.desk.trouble:
            return self._queue_until_recovery(message)
        known = self.desk.room.state.people.get(message.person)
        if known is None or known.kind != BOT:
            return [CloseClient(message.client, CLOSE_UNKNOWN_SESSION, f"{message.person} is no bot")]
        return self.admit(message.client, message.person)

    def _roster(self) -> list[Message]:
        """The bots that have a seat, whenever they are others than before."""
        if not self.feeds.other_people or self.desk.trouble:
            return []
        self.feeds.other_people = False
        found = [
            (name, hosted.hosting.bots[name], hosted.number)
            for hosted in self.desk.room.tables.values()
            if hosted.supports_bots()
            for name in hosted.seated.values()
            if name in hosted.hosting.bots
        ]
        if found == self.bots:
            return []
        self.bots = found
        return [BotRoster(found)]

    def bots_gone(self, is_bots: Callable[[int], bool]) -> list[Message]:
        """The link to the bots is lost."""
        lost = [number for number in self.viewers.clients if is_bots(number)]
        return [
            message for number in lost for message in self._isolate_errors(0, partial(self._gone, number))
        ]

    def bots_came(self) -> list[Message]:
        """There is another: whoever is behind it knows nothing yet."""
        self.bots, self.feeds.other_people = [], True
        return self._roster()

    def _gone(self, number: int) -> list[Message]:
        self._outside.pop(number, None)
        client = self.viewers.remove(number)
        if client is None:
            return []
        self._watch_changed()
        if not client.person or self.viewers.connections_of(client.person):
            return []
        self._purses.pop(client.person, None)
        return self._presence(self._seats(client.person))

    def _seats(self, person: str) -> list[int]:
        """Tables at which somebody has a seat."""
        tables = self.desk.room.tables.values()
        return [hosted.number for hosted in tables if person in hosted.seated.values()]

    def sessions_ended(self, person: str, call: RpcRequest) -> list[Message]:
        """Close the sockets of sessions that a call has ended."""
        if call.what not in ENDING:
            return []
        return self.end_sessions(call.args["name"] if call.what == "claim" else person)

    def end_sessions(self, person: str) -> list[Message]:
        """Close the sockets of somebody's sessions that have ended: a stolen one is of no more use.

        Where another session has taken their place they come again, and whoever has its token is let in.
        """
        mine = [self.viewers.clients[number] for number in sorted(self.viewers.connections_of(person))]
        ended = [
            client for client in mine if client.token and not self.doorman.person_for_token(client.token)
        ]
        out: list[Message] = []
        for client in ended:
            if self.doorman.was_renewed(client.token):
                out.append(CloseClient(client.number, CLOSE_TRY_AGAIN_LATER, "come again with the new token"))
            else:
                out.append(_session_over(client))
            out += self._gone(client.number)
        return out

    def accounts_closed(self, people: Sequence[str]) -> list[Message]:
        """Close the sockets of people whose sessions the house has ended."""
        return [message for person in people for message in self.end_sessions(person)]

    def end_expired(self) -> list[Message]:
        """Close the sockets of sessions that are too old."""
        now = self.desk.now()
        old = [client for client in self.viewers.clients.values() if client.is_expired(now)]
        out: list[Message] = []
        for client in old:
            out.append(_session_over(client))
            out += self._gone(client.number)
        return out

    def _presence(self, tables: Sequence[int]) -> list[Message]:
        """Who of the seated is connected, where that has changed."""
        found: list[Message] = []
        for number in tables:
            hosted = self.desk.room.tables.get(number)
            if hosted is not None:  # else another node's
                found += self._isolate_errors(0, partial(self.feeds.presence, hosted))
        return found

    def _watch_changed(self) -> None:
        """Cards are dealt only where a person is, sitting or looking on."""
        people = self.desk.room.state.people
        live = {
            table
            for table in self.viewers.tables()
            if any(
                name not in people or people[name].kind != BOT
                for name in self.viewers.followers_by_person(table)
            )
        }
        self.desk.watch(live)

    def _resync(self, number: int) -> list[Message]:
        """A client that fell behind gets everything it follows as it stands."""
        client = self.viewers.clients.get(number)
        if client is None:
            return []
        out: list[Message] = [
            ClientResynced(number),
            outgoing_frame(
                [number], Notice(text="too slow: everything begins afresh", level="warning", again=True)
            ),
        ]
        if self.desk.trouble:
            return [*out, outgoing_frame([number], self._outage_notice())]
        if client.person:
            chips, deposit = self._purse(client.person)
            out.append(outgoing_frame([number], PurseFrame(chips=chips, deposit=deposit)))
        if client.number in self.viewers.lobby:
            out.append(self.board.snapshot(client))
        return out + self._tables(client)

    def _tables(self, client: Client) -> list[Message]:
        """Every table that a client follows, as it stands."""
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
        asked: list[tuple[Client, CommandFrame]],
        later: list[tuple[int, Callable[[], list[Message]]]],
        out: list[Message],
    ) -> None:
        client = self.viewers.clients.get(message.client)
        if client is None:
            waiting = self._outside.get(message.client)
            if waiting is not None and len(waiting) <= MAX_CLIENTS_DURING_OUTAGE:
                waiting.append(message)
            return
        if client.is_expired(now):
            out.append(_session_over(client))
            out += self._isolate_errors(0, partial(self._gone, client.number))
            return
        may = self.buckets.try_take(client.person or f"client {client.number}", now)
        try:
            frame = _DECODER.decode(message.data)
        except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
            out.append(
                notice(
                    client, f"this frame cannot be read: {explain_decode_error(error, message.data)}", "error"
                )
            )
            return
        if not may or not self._may_say(client, frame, now):
            out.append(rate_limit_notice(client, frame))
            return
        if self._forward_if_remote(client, frame, message.data):
            return
        if isinstance(frame, CommandFrame):
            asked.append((client, frame))
        elif isinstance(frame, WatchFrame):
            later.append((client.number, lambda: self._watch(client, frame)))
        elif isinstance(frame, UnwatchFrame):
            later.append((client.number, lambda: self._unwatch(client, frame.table)))
        elif isinstance(frame, LobbyFrame):
            self.viewers.watch_lobby(client, on=frame.on)
            client.told_lobby = b""
            if frame.on:
                later.append(
                    (client.number, lambda: [] if self.desk.trouble else [self.board.snapshot(client)])
                )
        elif isinstance(frame, PreviewFrame):
            later.append((client.number, lambda: [self._preview(client, frame)]))
        elif isinstance(frame, PingFrame):
            out.append(outgoing_frame([client.number], Pong(at=frame.at, time=now)))

    def _may_say(self, client: Client, frame: FromClient, now: int) -> bool:
        """Whether a frame is no line of chat, or one within its own rate limit."""
        if not isinstance(frame, CommandFrame) or frame.command.get("do") != "say":
            return True
        return self.chat.try_take(client.person or f"client {client.number}", now)

    def _preview(self, client: Client, frame: PreviewFrame) -> OutgoingFrame:
        trouble = self.desk.trouble
        if trouble:
            return outgoing_frame([client.number], RulingFrame(id=frame.id, ok=False, said=trouble))
        return outgoing_frame([client.number], ruling_preview.preview(self.desk.room, client.person, frame))

    def _forward_if_remote(self, client: Client, frame: FromClient, data: bytes) -> bool:
        """Whether a frame is another node's to answer; here are all tables."""
        return False

    def _call(self, call: RpcRequest) -> list[Message]:
        """Something asked over HTTP."""
        return http_call_handlers.dispatch(self, call)

    def _process_commands(self, asked: Sequence[tuple[Client, CommandFrame]]) -> list[Message]:
        """Have the commands decided and committed; then everybody hears of them, the sender last.

        What somebody sent before his connection was lost counts as much as anything else.
        """
        if not asked:
            return []
        requests: list[CommandRequest] = []
        answers: list[tuple[int, CommandAnswer]] = []
        for client, frame in asked:
            if not client.person:
                refused = CommandAnswer(id=frame.id, ok=False, said="come in first", legal="enter")
                answers.append((client.number, refused))
                continue
            requests.append(
                CommandRequest(
                    id=frame.id,
                    person=client.person,
                    table=frame.table,
                    command=frame.command,
                    expects=frame.expects,
                )
            )
            answers.append((client.number, CommandAnswer(id="", ok=False)))
        given = iter(self.desk.process(requests))
        told = self._broadcast_events()
        return told + [
            answer_frame(number, answer if answer.id else next(given)) for number, answer in answers
        ]

    # News

    def _broadcast_events(self) -> list[Message]:
        """What has happened, for everybody who follows it."""
        heard, self._heard[:] = list(self._heard), []
        if self.desk.trouble:
            return self._stopped()
        if self.desk.room is not self._room:
            return self._resumed(heard)
        if not heard:
            return []
        out: list[Message] = []
        by_table: dict[int, list[CommittedStep]] = {}
        for told in heard:
            if told.hosted is not None:
                by_table.setdefault(told.hosted.number, []).append(told)
        for number, steps in by_table.items():
            try:
                out += self._drop_removed_viewers(number) + self.feeds.publish(steps)
            except Exception as error:
                out += self._stop_faulted_table(number, error)
        out += self._presence(self.feeds.tables_with_new_seating(by_table))
        if any(told.hosted is None for told in heard):
            out += self._wallet_frames(self._purses)
        paid = {person for told in heard for person in told.paid}
        out += self._wallet_frames(sorted(paid & self._purses.keys()))
        return out + self._broadcast_events() if self._heard else out

    def _stopped(self) -> list[Message]:
        """The store fails: everybody is told so once, and shown nothing until it does not."""
        if self._troubled:
            return []
        self._troubled = True
        return [outgoing_frame(self._own_clients(), self._outage_notice())]

    def _outage_notice(self) -> Notice:
        return Notice(text=self.desk.trouble, level="error")

    def _own_clients(self) -> list[int]:
        """Who is connected here."""
        return list(self.viewers.clients)

    # What should never happen

    def _isolate_errors(self, client: int, do: Callable[[], list[Message]]) -> list[Message]:
        """What is done for one client: what goes wrong with it is nobody else's trouble."""
        try:
            return do()
        except StoreError as error:
            # No defect: the store is away for a moment.
            said = Notice(text=f"try again: {error.public}", level="warning")
            return [outgoing_frame([client], said)] if client else []
        except Exception as error:
            self.alarm(error)
            return [outgoing_frame([client], Notice(text=WRONG, level="error"))] if client else []

    def _stop_faulted_table(self, number: int, error: Exception) -> list[Message]:
        """A table of which nothing can be told stops, and who follows it hears that much."""
        self.feeds.forget(number)
        hosted = self.desk.room.tables.get(number)
        failed = UnexpectedFailure(
            UnitOfWork(self.desk.room, DecisionContext(self.desk.now(), self.desk.entropy)), number
        )
        failed.__cause__ = error
        if hosted is None or hosted.hosting.stopped:
            self.alarm(failed)
        else:
            self.desk.stop_table(failed)
        # Not a notice about the table by its number, for that means that it is not there.
        clients = [client.number for client in self.viewers.following(number)]
        said = f"something went wrong at table {number}, and not with what you sent"
        return [outgoing_frame(clients, Notice(text=said, level="error"))] if clients else []

    def _resumed(self, heard: Sequence[CommittedStep]) -> list[Message]:
        """The room was thrown away and is as the store has it: everybody gets everything afresh.

        Something may have happened in the new one already.
        """
        self._room = self.desk.room
        self.feeds.forget_all()
        tables = self._room.tables
        for told in heard:
            if told.hosted is not None and tables.get(told.hosted.number) is told.hosted:
                self.feeds.of(told.hosted).append(told)
        out: list[Message] = []
        if self._troubled:
            self._troubled = False
            out.append(outgoing_frame(self._own_clients(), Notice(text=GOES_ON)))
            # Who fell behind meanwhile may not know what he has.
            self._purses = dict.fromkeys(self._purses, (-1, -1))
        out += self._wallet_frames(list(self._purses))
        self._watch_changed()
        for client in list(self.viewers.clients.values()):
            asked, client.asked = client.asked, {}
            out += self._tables(client)
            for frame in asked.values():
                if not self._forward_if_remote(client, frame, encoded(frame)):
                    out += self._watch(client, frame)
        outside, self._outside = self._outside, {}
        for messages in outside.values():
            out += self.handle(messages, is_bots=lambda client: True)
        return out

    def _drop_removed_viewers(self, number: int) -> list[Message]:
        """Who may see a home game no longer hears no more of it."""
        hosted = self.desk.room.tables.get(number)
        if hosted is None or not hosted.terms.private:
            return []
        out: list[Message] = []
        for client in self.viewers.following(number):
            if not self.desk.room.may_watch(hosted, client.person):
                self._unwatch(client, number)
                out.append(no_table(client, number))
        return out

    def _wallet_frames(self, people: Iterable[str]) -> list[Message]:
        """What lies on no table, to those of these people for whom it has changed."""
        out: list[Message] = []
        for person in people:
            chips, deposit = purse = self._purse(person)
            if purse != self._purses[person]:
                self._purses[person] = purse
                frame = PurseFrame(chips=chips, deposit=deposit)
                out.append(outgoing_frame(sorted(self.viewers.connections_of(person)), frame))
        return out

    def _purse(self, person: str) -> tuple[int, int]:
        return self.desk.room.wallet_balance(person), self.desk.room.deposit(person)

    # Tables and lobby

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        if client.number not in self.viewers.clients:
            return []  # gone meanwhile
        if self.desk.trouble:
            if len(client.asked) < MAX_WATCHED:
                client.asked[frame.table] = frame
            return [outgoing_frame([client.number], self._outage_notice())]
        room, number = self.desk.room, frame.table
        hosted = room.tables.get(number)
        if hosted is None or hosted.hosting.closed or not room.may_watch(hosted, client.person):
            return [no_table(client, number)]
        if len(client.watching) >= MAX_WATCHED and number not in client.watching:
            full = f"{MAX_WATCHED} tables are followed already"
            return [outgoing_frame([client.number], Notice(text=full, level="error", table=number))]
        self.viewers.watch(client, number)
        self._watch_changed()
        if frame.reading:
            client.read[number] = b""
        return self.feeds.catch_up(client, hosted, frame.record)

    def _unwatch(self, client: Client, table: int) -> list[Message]:
        client.asked.pop(table, None)
        self.viewers.unwatch(client, table)
        self._watch_changed()
        return []

    def _table(self, client: Client, number: int) -> list[Message]:
        """A table as it stands."""
        return self.feeds.table(client, self.desk.room.tables[number])

    def _lobby_news(self) -> list[Message]:
        return [] if self.desk.trouble else self._isolate_errors(0, self.board.publish_changes)

    def lobby(self, person: str) -> LobbyNews:
        """The lobby as one person may see it."""
        people = len(self.viewers.clients)
        return lobby.lobby_frame(self.desk.room, person, people=people)

    def floor_elsewhere(self, person: str) -> list[dict[str, Any]]:
        """What the floor desk shows of other nodes' tables."""
        return []

    def _people_with_own_lobby(self) -> set[str]:
        """For whom the lobby is not what any onlooker reads."""
        return lobby.people_with_own_lobby(self.desk.room)


def _session_over(client: Client) -> CloseClient:
    return CloseClient(client.number, CLOSE_UNKNOWN_SESSION, "this session has ended: log in again")
