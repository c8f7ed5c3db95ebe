"""The room's side of the link: takes what edges send, has the desk decide and commit, and tells everybody.

No socket and no thread here: `take` gets messages and gives messages, so the same service runs in a process
of its own, inside a test, or on one of many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import DecodeError, Raw, ValidationError, json

from hoyle.room.live import pictures
from hoyle.room.live.answers import Answer, Request
from hoyle.room.live.desk import Desk
from hoyle.room.live.doorman import Doorman
from hoyle.room.live.draft import Told
from hoyle.room.live.hosted import HostedTable
from hoyle.room.live.people import BOT
from hoyle.room.live.teller import Teller, Words
from hoyle.rulebooks import VERSION
from hoyle.server import calls, lobby, previews
from hoyle.server.frames import (
    AnswerFrame,
    CommandFrame,
    EntriesFrame,
    FromClient,
    LobbyFrame,
    Notice,
    PingFrame,
    Pong,
    PresenceFrame,
    PreviewFrame,
    PurseFrame,
    ServerFrame,
    TableFrame,
    UnwatchFrame,
    WatchFrame,
    Welcome,
)
from hoyle.server.limits import Buckets
from hoyle.server.link import Behind, BotIn, Call, Connect, Drop, Gone, Message, Out, Roster, Sent
from hoyle.server.viewers import MOST_WATCHED, Client, Viewers

UNKNOWN_SESSION: Final = 4401
KEPT_STEPS: Final = 128
"""Steps of a table that a client may have missed and still catches up on."""
LOBBY_EVERY: Final = 1000
"""Milliseconds between two news of the lobby."""

_DECODER: Final = json.Decoder(FromClient)
_ENCODER: Final = json.Encoder()


class TableFeed:
    """What is kept of a table to tell it: the dealer's words and the last steps."""

    def __init__(self, hosted: HostedTable) -> None:
        self.hosted = hosted
        self.teller = Teller(hosted)
        self.steps: list[tuple[Told, tuple[Words, ...]]] = []


class Service:
    """One room and everybody connected to it."""

    def __init__(self, desk: Desk, *, doorman: Doorman | None = None) -> None:
        self.desk = desk
        self.doorman = doorman or Doorman(desk)
        self.viewers = Viewers()
        self.buckets = Buckets()
        self.stopping = False
        self._feeds: dict[int, TableFeed] = {}
        self._heard: list[Told] = []
        self._purses: dict[str, int] = {}
        self._lobby: bytes = b""
        self._lobby_at = 0
        self._bots: list[tuple[str, str, int]] = []
        desk.hear = self._heard.extend

    # What comes in

    def take(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Everything that has come since the last time; what is to be sent.

        `is_bots` says which clients are on the house's own link, by which bots come.
        """
        out: list[Message] = []
        asked: list[tuple[int, CommandFrame]] = []
        later: list[Callable[[], list[Message]]] = []
        for message in messages:
            if isinstance(message, Sent):
                self._sent(message, asked, later, out)
            elif isinstance(message, Connect):
                out += self._connect(message)
            elif isinstance(message, Gone):
                out += self._gone(message.client)
            elif isinstance(message, BotIn):
                if is_bots(message.client):
                    out += self._bot_in(message)
            elif isinstance(message, Behind):
                out += self._afresh(message.client)
            elif isinstance(message, Call):
                # Calls may change the room: what was asked before them comes first.
                out += self._commands(asked)
                asked = []
                out += calls.answered(self, message)
                out += self._told()
        out += self._commands(asked)
        for do in later:
            out += do()
        return out + self._roster()

    def tick(self) -> list[Message]:
        """What the house has to do now, and what the lobby is told."""
        self.desk.tick()
        return self._told() + self._lobby_news() + self._roster()

    def due(self) -> int | None:
        """When `tick` has something to do next."""
        found = self.desk.due()
        if self._lobby and any(True for _ in self.viewers.lobby()):
            lobby_due = self._lobby_at + LOBBY_EVERY
            found = lobby_due if found is None else min(found, lobby_due)
        return found

    # Connections

    def _connect(self, message: Connect) -> list[Message]:
        person = self.doorman.who(message.token) if message.token else ""
        if message.token and not person:
            return [Drop(message.client, UNKNOWN_SESSION, "this session has ended: log in again")]
        return self.admit(message.client, person)

    def admit(self, number: int, person: str) -> list[Message]:
        """Somebody is connected."""
        room = self.desk.room
        self.viewers.add(number, person)
        known = room.state.people.get(person)
        seats = [hosted.number for hosted in room.tables.values() if person in hosted.seated.values()]
        if person:
            self._purses[person] = room.purse(person)
        welcome = Welcome(
            person=person,
            kind="" if known is None else known.kind,
            time=self.desk.now(),
            rules=VERSION,
            roles=[] if known is None else list(known.roles),
            purse=room.purse(person) if person else 0,
            seats=seats,
        )
        return [_frame([number], welcome), *self._presence(seats)]

    def _bot_in(self, message: BotIn) -> list[Message]:
        known = self.desk.room.state.people.get(message.person)
        if known is None or known.kind != BOT:
            return [Drop(message.client, UNKNOWN_SESSION, f"{message.person} is no bot")]
        return self.admit(message.client, message.person)

    def _roster(self) -> list[Message]:
        """The bots that have a seat, whenever they are others than before."""
        found = [
            (name, hosted.hosting.bots[name], hosted.number)
            for hosted in self.desk.room.tables.values()
            for name in hosted.seated.values()
            if name in hosted.hosting.bots
        ]
        if found == self._bots:
            return []
        self._bots = found
        return [Roster(found)]

    def _gone(self, number: int) -> list[Message]:
        client = self.viewers.remove(number)
        if client is None:
            return []
        self._watch_changed()
        if not client.person or self.viewers.of(client.person):
            return []
        self._purses.pop(client.person, None)
        room = self.desk.room
        seats = [each.number for each in room.tables.values() if client.person in each.seated.values()]
        return self._presence(seats)

    def _presence(self, tables: Sequence[int]) -> list[Message]:
        found: list[Message] = []
        for number in tables:
            clients = [each for some in self.viewers.at(number).values() for each in some]
            if clients:
                here = self.viewers.here(self.desk.room.tables[number].seated.values())
                found.append(_frame(clients, PresenceFrame(table=number, here=here)))
        return found

    def _watch_changed(self) -> None:
        """Cards are dealt only where a person is, sitting or looking on."""
        people = self.desk.room.state.people
        live = {
            table
            for table in self.viewers.tables()
            if any(name not in people or people[name].kind != BOT for name in self.viewers.at(table))
        }
        self.desk.watch(live)

    def _afresh(self, number: int) -> list[Message]:
        """A client that fell behind gets its tables as they stand."""
        client = self.viewers.clients.get(number)
        if client is None:
            return []
        return [message for table in sorted(client.watching) for message in self._table(client, table)]

    # Frames

    def _sent(
        self,
        message: Sent,
        asked: list[tuple[int, CommandFrame]],
        later: list[Callable[[], list[Message]]],
        out: list[Message],
    ) -> None:
        client = self.viewers.clients.get(message.client)
        if client is None:
            return
        now = self.desk.now()
        if not self.buckets.take(client.person or f"client {client.number}", now):
            out.append(_notice(client, "too much at once: wait a moment", "warning"))
            return
        try:
            frame = _DECODER.decode(message.data)
        except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
            out.append(_notice(client, f"this frame cannot be read: {str(error)[:200]}", "error"))
            return
        if isinstance(frame, CommandFrame):
            asked.append((client.number, frame))
        elif isinstance(frame, WatchFrame):
            later.append(lambda: self._watch(client, frame))
        elif isinstance(frame, UnwatchFrame):
            later.append(lambda: self._unwatch(client, frame.table))
        elif isinstance(frame, LobbyFrame):
            client.lobby = frame.on
            if frame.on:
                later.append(lambda: [Out([client.number], self._lobby_frame(client.person))])
        elif isinstance(frame, PreviewFrame):
            later.append(
                lambda: [_frame([client.number], previews.preview(self.desk.room, client.person, frame))]
            )
        elif isinstance(frame, PingFrame):
            out.append(_frame([client.number], Pong(at=frame.at, time=now)))

    def _commands(self, asked: Sequence[tuple[int, CommandFrame]]) -> list[Message]:
        """Have the commands decided and committed; then everybody hears of them, the sender last."""
        if not asked:
            return []
        requests: list[Request] = []
        answers: list[tuple[int, Answer]] = []
        for number, frame in asked:
            client = self.viewers.clients.get(number)
            if client is None:
                continue
            if not client.person:
                answers.append((number, Answer(id=frame.id, ok=False, said="come in first", legal="enter")))
                continue
            requests.append(
                Request(
                    id=frame.id,
                    person=client.person,
                    table=frame.table,
                    command=frame.command,
                    expects=frame.expects,
                )
            )
            answers.append((number, Answer(id="", ok=False)))
        given = iter(self.desk.serve(requests))
        told = self._told()
        return told + [_answer(number, answer if answer.id else next(given)) for number, answer in answers]

    # News

    def _told(self) -> list[Message]:
        """What has happened, for everybody who follows it."""
        heard, self._heard[:] = list(self._heard), []
        if not heard:
            return []
        room = self.desk.room
        out: list[Message] = []
        by_table: dict[int, list[tuple[Told, tuple[Words, ...]]]] = {}
        for told in heard:
            if told.hosted is None:
                continue
            feed = self._feed(told.hosted)
            step = (told, tuple(feed.teller.hear(told.step)))
            feed.steps.append(step)
            by_table.setdefault(told.hosted.number, []).append(step)
        for number, steps in by_table.items():
            feed = self._feeds[number]
            del feed.steps[:-KEPT_STEPS]
            out += self._news(room.tables[number], steps)
        out += self._purse_news()
        return out

    def _feed(self, hosted: HostedTable) -> TableFeed:
        """What is kept of a table; anew where the room was resumed from the store."""
        feed = self._feeds.get(hosted.number)
        if feed is None or feed.hosted is not hosted:
            feed = self._feeds[hosted.number] = TableFeed(hosted)
        return feed

    def _news(self, hosted: HostedTable, steps: Sequence[tuple[Told, tuple[Words, ...]]]) -> list[Message]:
        viewers = self.viewers.at(hosted.number)
        if not viewers:
            return []
        told = [step for step, _ in steps]
        said = [words for _, words in steps]
        now = self.desk.now()
        out: list[Message] = []
        shared: list[int] = []
        private = pictures.concerned(self.desk.room, hosted, told)
        for person, clients in viewers.items():
            if person in private:
                out.append(Out(clients, self._news_for(hosted, told, said, person, now)))
            else:
                shared += clients
        if shared:
            out.append(Out(shared, self._news_for(hosted, told, said, "", now)))
        return out

    def _news_for(
        self,
        hosted: HostedTable,
        told: Sequence[Told],
        said: Sequence[tuple[Words, ...]],
        person: str,
        now: int,
    ) -> bytes:
        news = pictures.news(self.desk.room, hosted, told, said, person)
        return _ENCODER.encode(EntriesFrame(time=now, news=Raw(_ENCODER.encode(news))))

    def _purse_news(self) -> list[Message]:
        out: list[Message] = []
        room = self.desk.room
        for person, before in self._purses.items():
            chips = room.purse(person)
            if chips != before:
                self._purses[person] = chips
                out.append(_frame(sorted(self.viewers.of(person)), PurseFrame(chips=chips)))
        return out

    # Tables and lobby

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        room, number = self.desk.room, frame.table
        hosted = room.tables.get(number)
        if hosted is None or hosted.hosting.closed or not room.may_watch(hosted, client.person):
            return [_notice(client, f"there is no table {number} here", "error")]
        if len(client.watching) >= MOST_WATCHED and number not in client.watching:
            return [_notice(client, f"{MOST_WATCHED} tables are followed already", "error")]
        self.viewers.watch(client, number)
        self._watch_changed()
        missed = self._missed(hosted, frame.record)
        if missed is None:
            return self._table(client, number)
        if not missed:
            return []
        told = [step for step, _ in missed]
        said = [words for _, words in missed]
        data = self._news_for(hosted, told, said, client.person, self.desk.now())
        return [Out([client.number], data)]

    def _missed(self, hosted: HostedTable, record: int) -> list[tuple[Told, tuple[Words, ...]]] | None:
        """The steps after a record; None where they are no longer kept."""
        last = self.desk.room.chain(hosted.stream).head.number
        if record == last:
            return []
        feed = self._feed(hosted)
        if not record or record > last or not feed.steps or feed.steps[0][0].number > record + 1:
            return None
        return [step for step in feed.steps if step[0].number > record]

    def _unwatch(self, client: Client, table: int) -> list[Message]:
        self.viewers.unwatch(client, table)
        self._watch_changed()
        return []

    def _table(self, client: Client, number: int) -> list[Message]:
        hosted = self.desk.room.tables[number]
        calls_ = tuple(self._feed(hosted).teller.calls)
        picture = pictures.table_picture(self.desk.room, hosted, client.person, calls_)
        here = self.viewers.here(hosted.seated.values())
        return [_frame([client.number], TableFrame(time=self.desk.now(), picture=picture, here=here))]

    def _lobby_frame(self, person: str) -> bytes:
        return _ENCODER.encode(lobby.news(self.desk.room, person, people=len(self.viewers.clients)))

    def _lobby_news(self) -> list[Message]:
        """Once a second, to those who follow it, if it has changed."""
        now = self.desk.now()
        followers = self.viewers.lobby()
        if not followers or now < self._lobby_at + LOBBY_EVERY:
            return []
        self._lobby_at = now
        public = self._lobby_frame("")
        if public == self._lobby:
            return []
        self._lobby = public
        hosts = {each.hosting.host for each in self.desk.room.tables.values()}
        everybody = [client.number for client in followers if client.person not in hosts]
        out: list[Message] = [Out(everybody, public)] if everybody else []
        return out + [
            Out([client.number], self._lobby_frame(client.person))
            for client in followers
            if client.person in hosts
        ]

    def notify(self, text: str, level: str = "info") -> list[Message]:
        """A word to everybody."""
        clients = list(self.viewers.clients)
        return [_frame(clients, Notice(text=text, level=level))] if clients else []


def _frame(clients: list[int], frame: ServerFrame) -> Out:
    return Out(clients, _ENCODER.encode(frame))


def _notice(client: Client, text: str, level: str) -> Out:
    return _frame([client.number], Notice(text=text, level=level))


def _answer(number: int, answer: Answer) -> Out:
    frame = AnswerFrame(
        id=answer.id,
        ok=answer.ok,
        first=answer.first,
        last=answer.last,
        said=answer.said,
        clause=answer.clause,
        legal=answer.legal,
        given=answer.given,
    )
    return _frame([number], frame)
