"""The room's side of the link: takes what edges send, has the desk decide and commit, and tells everybody.

No socket and no thread here: `take` gets messages and gives messages, so the same service runs in a process
of its own, inside a test, or on one of many nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from msgspec import DecodeError, Raw, ValidationError, json, structs

from hoyle.room.live import matters, pictures
from hoyle.room.live.answers import Answer, Moment, Request
from hoyle.room.live.desk import Desk
from hoyle.room.live.doorman import Doorman
from hoyle.room.live.draft import Draft, Failed, Told
from hoyle.room.live.hosted import HostedTable
from hoyle.room.live.people import BOT
from hoyle.room.live.teller import Teller, Words
from hoyle.room.store.failures import StoreError
from hoyle.rulebooks import VERSION
from hoyle.server import calls, lobby, previews
from hoyle.server.alarm import Alarm
from hoyle.server.frames import (
    PROTOCOL,
    TRY_LATER,
    AnswerFrame,
    CommandFrame,
    EntriesFrame,
    FromClient,
    LobbyFrame,
    LobbyNews,
    Notice,
    PingFrame,
    Pong,
    PresenceFrame,
    PreviewFrame,
    PurseFrame,
    RulingFrame,
    ServerFrame,
    TableFrame,
    UnwatchFrame,
    WatchFrame,
    Welcome,
)
from hoyle.server.limits import Buckets
from hoyle.server.link import Afresh, Behind, BotIn, Call, Connect, Drop, Gone, Message, Out, Roster, Sent
from hoyle.server.reading import Reader
from hoyle.server.viewers import MOST_WATCHED, Client, Viewers

UNKNOWN_SESSION: Final = 4401
MOST_OUTSIDE: Final = 40
"""Frames that are kept of somebody who came while the store fails."""
GOES_ON: Final = "the room goes on; nothing that was acknowledged is lost"
TOO_MANY: Final = 4429
MOST_CONNECTIONS: Final = 50
"""That one person has open at once."""
TOO_MUCH: Final = "too much at once: wait a moment"
WRONG: Final = "something went wrong here, and not with what you sent"
KEPT_STEPS: Final = 128
"""Steps of a table that a client may have missed and still catches up on."""
LOBBY_EVERY: Final = 1000
"""Milliseconds between two news of the lobby."""

AROUND: Final = (
    matters.TermsPut, matters.Paused, matters.Stopped, matters.RoundVoided, matters.Closing, matters.Closed,
    matters.HostChanged, matters.LinkChanged, matters.Joined,
    matters.Asked, matters.AskGone, matters.SentAway, matters.BotSeated,
)  # fmt: skip
"""What changes a table beside its felt: after it the whole table is sent."""

_DECODER: Final = json.Decoder(FromClient)
_ENCODER: Final = json.Encoder()


class TableFeed:
    """What is kept of a table to tell it: the dealer's words and the last steps."""

    def __init__(self, hosted: HostedTable) -> None:
        self.hosted = hosted
        self.teller = Teller(hosted)
        self.reader = Reader(hosted)
        self.steps: list[tuple[Told, tuple[Words, ...]]] = []
        self.here: list[str] = []
        """Who of the seated was connected when it was said last."""
        self.people = set(hosted.seated.values())
        """Who was seated when it was told last."""
        self.around = 0
        """The last record with which the whole table was sent: who has no later one may lack it."""


class Service:
    """One room and everybody connected to it."""

    def __init__(self, desk: Desk, *, doorman: Doorman | None = None) -> None:
        self.desk = desk
        self.doorman = doorman or Doorman(desk)
        self.viewers = Viewers()
        self.buckets = Buckets()
        self.managers: frozenset[str] = frozenset()
        """Who manages the room once he is a member."""
        self._feeds: dict[int, TableFeed] = {}
        self._heard: list[Told] = []
        self._purses: dict[str, int] = {}
        self._lobby_at = desk.steady() - LOBBY_EVERY
        self.bots: list[tuple[str, str, int]] = []
        self._other_bots = True
        """Whether the bots with a seat may be others than before."""
        self._room = desk.room
        self._troubled = False
        """Whether everybody was told that the store fails."""
        self._outside: dict[int, list[Message]] = {}
        """What was sent by those who came while it fails: nobody knows yet who they are."""
        desk.hear = self._heard.extend
        desk.alarm = self.alarm = Alarm()

    # What comes in

    def take(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """Everything that has come since the last time; what is to be sent.

        `is_bots` says which clients are on the house's own link, by which bots come.
        """
        out: list[Message] = []
        asked: list[tuple[Client, CommandFrame]] = []
        later: list[tuple[int, Callable[[], list[Message]]]] = []
        for message in messages:
            if isinstance(message, Sent):
                self._sent(message, asked, later, out)
            elif isinstance(message, Connect):
                out += self._safely(message.client, partial(self._connect, message))
            elif isinstance(message, Gone):
                out += self._safely(0, partial(self._gone, message.client))
            elif isinstance(message, BotIn):
                if is_bots(message.client):
                    out += self._safely(message.client, partial(self._bot_in, message))
            elif isinstance(message, Behind):
                out += self._safely(message.client, partial(self._afresh, message.client))
            elif isinstance(message, Call):
                # Calls may change the room: what was asked before them comes first.
                out += self._commands(asked)
                asked = []
                out += self._call(message)
                out += self._told()
        out += self._commands(asked)
        for client, do in later:
            out += self._safely(client, do)
        return out + self._told() + self._roster()

    def tick(self) -> list[Message]:
        """What the house has to do now, and what the lobby is told."""
        self.desk.tick()
        return self._told() + self._safely(0, self._lobby_news) + self._roster()

    def ready(self) -> bool:
        """Whether people should be sent here."""
        return not self.desk.trouble

    def due(self) -> int | None:
        """When `tick` has something to do next."""
        found = self.desk.due()
        if self.viewers.lobby and not self.desk.trouble:
            lobby_due = self.desk.now() + max(0, self._lobby_at + LOBBY_EVERY - self.desk.steady())
            found = lobby_due if found is None else min(found, lobby_due)
        return found

    # Connections

    def _wait_outside(self, message: Connect | BotIn) -> list[Message]:
        self._outside[message.client] = [message]
        return [_frame([message.client], self._trouble())]

    def _connect(self, message: Connect) -> list[Message]:
        if self.desk.trouble:
            return self._wait_outside(message)
        try:
            person = self.doorman.who(message.token) if message.token else ""
        except StoreError as error:
            return [Drop(message.client, TRY_LATER, f"try again: {error}")]
        if message.token and not person:
            return [Drop(message.client, UNKNOWN_SESSION, "this session has ended: log in again")]
        if person and len(self.viewers.of(person)) >= MOST_CONNECTIONS:
            return [Drop(message.client, TOO_MANY, f"{MOST_CONNECTIONS} connections are open already")]
        return self.admit(message.client, person, message.token)

    def admit(self, number: int, person: str, token: str = "") -> list[Message]:
        """Somebody is connected."""
        room = self.desk.room
        self.viewers.add(number, person, token)
        known = room.state.people.get(person)
        seats = self._seats(person)
        if person:
            self._purses[person] = room.purse(person)
        welcome = Welcome(
            person=person,
            kind="" if known is None else known.kind,
            time=self.desk.now(),
            rules=VERSION,
            protocol=PROTOCOL,
            roles=[] if known is None else list(known.roles),
            purse=room.purse(person) if person else 0,
            seats=seats,
        )
        return [_frame([number], welcome), *self._presence(seats)]

    def _bot_in(self, message: BotIn) -> list[Message]:
        if self.desk.trouble:
            return self._wait_outside(message)
        known = self.desk.room.state.people.get(message.person)
        if known is None or known.kind != BOT:
            return [Drop(message.client, UNKNOWN_SESSION, f"{message.person} is no bot")]
        return self.admit(message.client, message.person)

    def _roster(self) -> list[Message]:
        """The bots that have a seat, whenever they are others than before."""
        if not self._other_bots or self.desk.trouble:
            return []
        self._other_bots = False
        found = [
            (name, hosted.hosting.bots[name], hosted.number)
            for hosted in self.desk.room.tables.values()
            if hosted.has_minds()
            for name in hosted.seated.values()
            if name in hosted.hosting.bots
        ]
        if found == self.bots:
            return []
        self.bots = found
        return [Roster(found)]

    def bots_gone(self, is_bots: Callable[[int], bool]) -> list[Message]:
        """The link to the bots is lost."""
        lost = [number for number in self.viewers.clients if is_bots(number)]
        return [message for number in lost for message in self._safely(0, partial(self._gone, number))]

    def bots_came(self) -> list[Message]:
        """There is another: whoever is behind it knows nothing yet."""
        self.bots, self._other_bots = [], True
        return self._roster()

    def _gone(self, number: int) -> list[Message]:
        self._outside.pop(number, None)
        client = self.viewers.remove(number)
        if client is None:
            return []
        self._watch_changed()
        if not client.person or self.viewers.of(client.person):
            return []
        self._purses.pop(client.person, None)
        return self._presence(self._seats(client.person))

    def _seats(self, person: str) -> list[int]:
        """Tables at which somebody has a seat."""
        tables = self.desk.room.tables.values()
        return [hosted.number for hosted in tables if person in hosted.seated.values()]

    def end_sessions(self, person: str) -> list[Message]:
        """Close the sockets of somebody's sessions that have ended: a stolen one is of no more use."""
        mine = [self.viewers.clients[number] for number in sorted(self.viewers.of(person))]
        ended = [client for client in mine if client.token and not self.doorman.who(client.token)]
        out: list[Message] = []
        for client in ended:
            out.append(Drop(client.number, UNKNOWN_SESSION, "this session has ended: log in again"))
            out += self._gone(client.number)
        return out

    def _presence(self, tables: Sequence[int]) -> list[Message]:
        """Who of the seated is connected, where that has changed."""
        found: list[Message] = []
        for number in tables:
            hosted = self.desk.room.tables.get(number)
            if hosted is not None:  # else another node's
                found += self._safely(0, partial(self._present, hosted))
        return found

    def _present(self, hosted: HostedTable) -> list[Message]:
        number = hosted.number
        feed, here = self._feed(hosted), self.viewers.here(hosted.seated.values())
        if here == feed.here:
            return []
        feed.here = here
        clients = [each for some in self.viewers.at(number).values() for each in some]
        return [_frame(clients, PresenceFrame(table=number, here=here), number)] if clients else []

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
        """A client that fell behind gets everything it follows as it stands."""
        client = self.viewers.clients.get(number)
        if client is None:
            return []
        out: list[Message] = [
            Afresh(number),
            _frame([number], Notice(text="too slow: everything begins afresh", level="warning", again=True)),
        ]
        if self.desk.trouble:
            return [*out, _frame([number], self._trouble())]
        if client.person:
            out.append(_frame([number], PurseFrame(chips=self.desk.room.purse(client.person))))
        if client.number in self.viewers.lobby:
            out.append(self._lobby_for(client))
        return out + self._tables(client)

    def _tables(self, client: Client) -> list[Message]:
        """Every table that a client follows, as it stands."""
        return [
            message
            for table in sorted(client.watching)
            for message in self._safely(client.number, partial(self._table, client, table))
        ]

    # Frames

    def _sent(
        self,
        message: Sent,
        asked: list[tuple[Client, CommandFrame]],
        later: list[tuple[int, Callable[[], list[Message]]]],
        out: list[Message],
    ) -> None:
        client = self.viewers.clients.get(message.client)
        if client is None:
            waiting = self._outside.get(message.client)
            if waiting is not None and len(waiting) <= MOST_OUTSIDE:
                waiting.append(message)
            return
        now = self.desk.now()
        may = self.buckets.take(client.person or f"client {client.number}", now)
        try:
            frame = _DECODER.decode(message.data)
        except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
            out.append(_notice(client, f"this frame cannot be read: {str(error)[:200]}", "error"))
            return
        if not may:
            out.append(_too_much(client, frame))
            return
        if self._passed_on(client, frame, message.data):
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
                later.append((client.number, lambda: [] if self.desk.trouble else [self._lobby_for(client)]))
        elif isinstance(frame, PreviewFrame):
            later.append((client.number, lambda: [self._preview(client, frame)]))
        elif isinstance(frame, PingFrame):
            out.append(_frame([client.number], Pong(at=frame.at, time=now)))

    def _preview(self, client: Client, frame: PreviewFrame) -> Out:
        trouble = self.desk.trouble
        if trouble:
            return _frame([client.number], RulingFrame(id=frame.id, ok=False, said=trouble))
        return _frame([client.number], previews.preview(self.desk.room, client.person, frame))

    def _passed_on(self, client: Client, frame: FromClient, data: bytes) -> bool:
        """Whether a frame is another node's to answer; here are all tables."""
        return False

    def _call(self, call: Call) -> list[Message]:
        """Something asked over HTTP."""
        return calls.answered(self, call)

    def _commands(self, asked: Sequence[tuple[Client, CommandFrame]]) -> list[Message]:
        """Have the commands decided and committed; then everybody hears of them, the sender last.

        What somebody sent before his connection was lost counts as much as anything else.
        """
        if not asked:
            return []
        requests: list[Request] = []
        answers: list[tuple[int, Answer]] = []
        for client, frame in asked:
            if not client.person:
                refused = Answer(id=frame.id, ok=False, said="come in first", legal="enter")
                answers.append((client.number, refused))
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
            answers.append((client.number, Answer(id="", ok=False)))
        given = iter(self.desk.serve(requests))
        told = self._told()
        return told + [_answer(number, answer if answer.id else next(given)) for number, answer in answers]

    # News

    def _told(self) -> list[Message]:
        """What has happened, for everybody who follows it."""
        heard, self._heard[:] = list(self._heard), []
        if self.desk.trouble:
            return self._stopped()
        if self.desk.room is not self._room:
            return self._resumed(heard)
        if not heard:
            return []
        out: list[Message] = []
        by_table: dict[int, list[Told]] = {}
        for told in heard:
            if told.hosted is not None:
                by_table.setdefault(told.hosted.number, []).append(told)
        for number, steps in by_table.items():
            try:
                out += self._happened(steps)
            except Exception as error:
                out += self._cannot_tell(number, error)
        out += self._presence(list(by_table))
        if any(told.hosted is None for told in heard):
            out += self._purse_news(self._purses)
        feeds = [self._feeds[number] for number in by_table if number in self._feeds]
        whose = {name for feed in feeds for name in self._whose(feed)}
        out += self._purse_news(sorted(whose & self._purses.keys()))
        return out + self._told() if self._heard else out

    def _happened(self, heard: Sequence[Told]) -> list[Message]:
        """What has happened at one table."""
        hosted = heard[-1].hosted
        assert hosted is not None
        feed = self._feed(hosted)
        # A table that was thrown away meanwhile was resumed with what came before: that is in its picture.
        fresh = [told for told in heard if told.hosted is hosted]
        steps = [self._fed(told, feed) for told in fresh]
        del feed.steps[:-KEPT_STEPS]
        resumed = len(fresh) < len(heard)
        out = self._turned_out(hosted)
        if not resumed:
            out += self._news(hosted, steps)
        out += self._readings(feed)
        if resumed or any(isinstance(entry, AROUND) for told in heard for entry in told.step.entries):
            feed.around = self.desk.room.chain(feed.hosted.stream).head.number
            for client in self._following(feed.hosted.number):
                out += self._table(client, feed.hosted.number)
        return out

    def _fed(self, told: Told, feed: TableFeed) -> tuple[Told, tuple[Words, ...]]:
        """Let whoever tells a table hear what happened there; the step, with the dealer's words."""
        step = (told, tuple(feed.teller.hear(told.step)))
        feed.reader.hear(told.step)
        feed.steps.append(step)
        return step

    def _stopped(self) -> list[Message]:
        """The store fails: everybody is told so once, and shown nothing until it does not."""
        if self._troubled:
            return []
        self._troubled = True
        return [_frame(self._own_clients(), self._trouble())]

    def _trouble(self) -> Notice:
        return Notice(text=self.desk.trouble, level="error")

    def _own_clients(self) -> list[int]:
        """Who is connected here."""
        return list(self.viewers.clients)

    # What should never happen

    def _safely(self, client: int, do: Callable[[], list[Message]]) -> list[Message]:
        """What is done for one client: what goes wrong with it is nobody else's trouble."""
        try:
            return do()
        except Exception as error:
            self.alarm(error)
            return [_frame([client], Notice(text=WRONG, level="error"))] if client else []

    def _cannot_tell(self, number: int, error: Exception) -> list[Message]:
        """A table of which nothing can be told stops, and who follows it hears that much."""
        self._feeds.pop(number, None)
        hosted = self.desk.room.tables.get(number)
        failed = Failed(Draft(self.desk.room, Moment(self.desk.now(), self.desk.entropy)), number)
        failed.__cause__ = error
        if hosted is None or hosted.hosting.stopped:
            self.alarm(failed)
        else:
            self.desk.stop_table(failed)
        # Not a notice about the table by its number, for that means that it is not there.
        clients = [client.number for client in self._following(number)]
        said = f"something went wrong at table {number}, and not with what you sent"
        return [_frame(clients, Notice(text=said, level="error"))] if clients else []

    def _resumed(self, heard: Sequence[Told]) -> list[Message]:
        """The room was thrown away and is as the store has it: everybody gets everything afresh.

        Something may have happened in the new one already.
        """
        self._room = self.desk.room
        self._feeds.clear()
        self._other_bots = True
        tables = self._room.tables
        for told in heard:
            if told.hosted is not None and tables.get(told.hosted.number) is told.hosted:
                self._fed(told, self._feed(told.hosted))
        out: list[Message] = []
        if self._troubled:
            self._troubled = False
            out.append(_frame(self._own_clients(), Notice(text=GOES_ON)))
            # Who fell behind meanwhile may not know what he has.
            self._purses = dict.fromkeys(self._purses, -1)
        out += self._purse_news(list(self._purses))
        self._watch_changed()
        for client in list(self.viewers.clients.values()):
            asked, client.asked = client.asked, {}
            out += self._tables(client)
            for frame in asked.values():
                if not self._passed_on(client, frame, _ENCODER.encode(frame)):
                    out += self._watch(client, frame)
        outside, self._outside = self._outside, {}
        for messages in outside.values():
            out += self.take(messages, is_bots=lambda client: True)
        return out

    def _following(self, table: int) -> list[Client]:
        """Everybody who follows a table."""
        return [self.viewers.clients[each] for some in self.viewers.at(table).values() for each in some]

    def _turned_out(self, hosted: HostedTable) -> list[Message]:
        """Who may see a home game no longer hears no more of it."""
        if not hosted.terms.private:
            return []
        out: list[Message] = []
        for client in self._following(hosted.number):
            if not self.desk.room.may_watch(hosted, client.person):
                self._unwatch(client, hosted.number)
                out.append(_no_table(client, hosted.number))
        return out

    def _feed(self, hosted: HostedTable) -> TableFeed:
        """What is kept of a table; anew where the room was resumed from the store."""
        feed = self._feeds.get(hosted.number)
        if feed is None or feed.hosted is not hosted:
            feed = self._feeds[hosted.number] = TableFeed(hosted)
            self._other_bots = True
            feed.around = self.desk.room.chain(hosted.stream).head.number
        return feed

    def _news(self, hosted: HostedTable, steps: Sequence[tuple[Told, tuple[Words, ...]]]) -> list[Message]:
        """What happened, to everybody who follows it: what all of them read is put into bytes once."""
        viewers = self.viewers.at(hosted.number)
        if not viewers:
            return []
        room, now = self.desk.room, self.desk.now()
        told = [step for step, _ in steps]
        said = [words for _, words in steps]
        public = pictures.news(room, hosted, told, said, "")
        public = structs.replace(
            public, felt=Raw(_ENCODER.encode(public.felt)), steps=Raw(_ENCODER.encode(public.steps))
        )
        otherwise = pictures.read_otherwise(room, hosted, told)
        awaited = pictures.awaited(hosted)
        out: list[Message] = []
        shared: list[int] = []
        for person, clients in viewers.items():
            # A copy: who begins to follow it before this is sent has not seen what comes before.
            if person in otherwise:
                own = pictures.own_news(public, room, hosted, told, said, person)
                out.append(Out(list(clients), _news_frame(own, now), hosted.number))
            elif person in awaited:
                # His cards are as they were: they are left out.
                own = structs.replace(public, waits=pictures.waits_of(hosted, person))
                out.append(Out(list(clients), _news_frame(own, now), hosted.number))
            else:
                shared += clients
        if shared:
            out.append(Out(shared, _news_frame(public, now), hosted.number))
        return out

    def _readings(self, feed: TableFeed) -> list[Message]:
        """What the cards make now, to those who asked for it and for whom it has changed."""
        out: list[Message] = []
        for person, clients in self.viewers.at(feed.hosted.number).items():
            told = [
                client
                for each in clients
                if feed.hosted.number in (client := self.viewers.clients[each]).read
            ]
            if not told:
                continue
            frame = feed.reader.frame(person)
            data = b"" if frame is None else _ENCODER.encode(frame)
            changed = [client for client in told if client.read[feed.hosted.number] != data]
            for client in changed:
                client.read[feed.hosted.number] = data
            if data and changed:
                out.append(Out([client.number for client in changed], data, feed.hosted.number))
        return out

    def _whose(self, feed: TableFeed) -> set[str]:
        """Whose chips may have come to a table or gone from it: who sits there now, or did before."""
        people = set(feed.hosted.seated.values())
        found = people | feed.people
        if people != feed.people:
            feed.people = people
            self._other_bots = True
        return found

    def _purse_news(self, people: Iterable[str]) -> list[Message]:
        """What lies on no table, to those of these people for whom it has changed."""
        out: list[Message] = []
        room = self.desk.room
        for person in people:
            chips = room.purse(person)
            if chips != self._purses[person]:
                self._purses[person] = chips
                out.append(_frame(sorted(self.viewers.of(person)), PurseFrame(chips=chips)))
        return out

    # Tables and lobby

    def _watch(self, client: Client, frame: WatchFrame) -> list[Message]:
        if client.number not in self.viewers.clients:
            return []  # gone meanwhile
        if self.desk.trouble:
            if len(client.asked) < MOST_WATCHED:
                client.asked[frame.table] = frame
            return [_frame([client.number], self._trouble())]
        room, number = self.desk.room, frame.table
        hosted = room.tables.get(number)
        if hosted is None or hosted.hosting.closed or not room.may_watch(hosted, client.person):
            return [_no_table(client, number)]
        if len(client.watching) >= MOST_WATCHED and number not in client.watching:
            full = f"{MOST_WATCHED} tables are followed already"
            return [_frame([client.number], Notice(text=full, level="error", table=number))]
        self.viewers.watch(client, number)
        self._watch_changed()
        if frame.reading:
            client.read[number] = b""
        missed = self._missed(hosted, frame.record)
        if missed is None:
            return self._table(client, number)
        told = [step for step, _ in missed]
        said = [words for _, words in missed]
        data = _news_frame(pictures.news(room, hosted, told, said, client.person), self.desk.now())
        here = self.viewers.here(hosted.seated.values())
        present = _frame([client.number], PresenceFrame(table=number, here=here), number)
        return [Out([client.number], data, number), present, *self._readings(self._feed(hosted))]

    def _missed(self, hosted: HostedTable, record: int) -> list[tuple[Told, tuple[Words, ...]]] | None:
        """The steps after a record; None where they are no longer kept, or are not all there is to tell."""
        last = self.desk.room.chain(hosted.stream).head.number
        feed = self._feed(hosted)
        if record <= feed.around or record > last:
            return None
        if record < last and (not feed.steps or feed.steps[0][0].number > record + 1):
            return None
        return [step for step in feed.steps if step[0].number > record]

    def _unwatch(self, client: Client, table: int) -> list[Message]:
        client.asked.pop(table, None)
        self.viewers.unwatch(client, table)
        self._watch_changed()
        return []

    def _table(self, client: Client, number: int) -> list[Message]:
        hosted = self.desk.room.tables[number]
        calls_ = tuple(self._feed(hosted).teller.calls)
        picture = pictures.table_picture(self.desk.room, hosted, client.person, calls_)
        here = self.viewers.here(hosted.seated.values())
        stakes = lobby.stakes(hosted.table.sign)  # type: ignore[attr-defined]
        frame = TableFrame(time=self.desk.now(), picture=picture, here=here, stakes=stakes)
        if number in client.read:
            client.read[number] = b""
        return [_frame([client.number], frame, number, whole=True), *self._readings(self._feed(hosted))]

    def _lobby_for(self, client: Client) -> Out:
        """The lobby as one client may see it."""
        client.told_lobby = self._lobby_frame(client.person)
        return Out([client.number], client.told_lobby)

    def _lobby_frame(self, person: str) -> bytes:
        return _ENCODER.encode(self.lobby(person))

    def lobby(self, person: str) -> LobbyNews:
        """The lobby as one person may see it."""
        people = len(self.viewers.clients)
        return lobby.news(self.desk.room, person, people=people)

    def floor_elsewhere(self, person: str) -> list[dict[str, Any]]:
        """What the floor desk shows of other nodes' tables."""
        return []

    def _concerned(self) -> set[str]:
        """For whom the lobby is not what any onlooker reads."""
        return lobby.concerned(self.desk.room)

    def _lobby_news(self) -> list[Message]:
        """Once a second, to those who follow it and for whom it has changed."""
        # By the clock that nobody sets: else one that was set back would keep them waiting.
        now = self.desk.steady()
        followers = list(self.viewers.lobby.values())
        if not followers or now < self._lobby_at + LOBBY_EVERY or self.desk.trouble:
            return []
        self._lobby_at = now
        concerned = self._concerned()
        frames: dict[str, bytes] = {}
        found: dict[str, list[int]] = {}
        for client in followers:
            who = client.person if client.person in concerned else ""
            if who not in frames:
                frames[who] = self._lobby_frame(who)
            if client.told_lobby != frames[who]:
                client.told_lobby = frames[who]
                found.setdefault(who, []).append(client.number)
        return [Out(clients, frames[who]) for who, clients in found.items()]


def _news_frame(news: pictures.NewsPicture, now: int) -> bytes:
    return _ENCODER.encode(EntriesFrame(time=now, news=Raw(_ENCODER.encode(news))))


def _frame(clients: list[int], frame: ServerFrame, table: int = 0, *, whole: bool = False) -> Out:
    return Out(clients, _ENCODER.encode(frame), table, whole)


def _notice(client: Client, text: str, level: str) -> Out:
    return _frame([client.number], Notice(text=text, level=level))


def _too_much(client: Client, frame: FromClient) -> Out:
    """What has an id is answered by it, so that nobody waits for what will not come."""
    answer: ServerFrame = Notice(text=TOO_MUCH, level="warning")
    if isinstance(frame, CommandFrame):
        answer = AnswerFrame(id=frame.id, ok=False, said=TOO_MUCH, clause="house pace", again=True)
    elif isinstance(frame, PreviewFrame):
        answer = RulingFrame(id=frame.id, ok=False, said=TOO_MUCH, clause="house pace", again=True)
    return _frame([client.number], answer)


def _no_table(client: Client, table: int) -> Out:
    return _frame([client.number], Notice(text=f"there is no table {table} here", level="error", table=table))


def _answer(number: int, answer: Answer) -> Out:
    frame = AnswerFrame(
        id=answer.id,
        ok=answer.ok,
        first=answer.first,
        last=answer.last,
        said=answer.said,
        clause=answer.clause,
        legal=answer.legal,
        again=answer.again,
        given=answer.given,
    )
    return _frame([number], frame)
