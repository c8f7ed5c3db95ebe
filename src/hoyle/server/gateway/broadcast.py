"""Broadcast of table events: builds each audience's frames once and catches up late clients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Raw, structs

from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.unit_of_work import CommittedStep
from hoyle.room.views import table_views
from hoyle.room.views.narration import LiveTableNarrator, Sentence
from hoyle.server.gateway import lobby
from hoyle.server.gateway.frame_encoder import encoded, news_frame, outgoing_frame
from hoyle.server.gateway.hand_values import HandValueTracker
from hoyle.server.gateway.subscriptions import Client, Subscriptions
from hoyle.server.ipc.messages import Message, OutgoingFrame
from hoyle.server.websocket_frames import PresenceFrame, TableFrame

CATCH_UP_STEPS: Final = 128
"""Steps of a table that a client may have missed and still catches up on."""

AROUND: Final = (
    table_events.TableSetUp, table_events.Paused, table_events.Stopped, table_events.RoundVoided,
    table_events.Closing, table_events.Closed,
    table_events.HostChanged, table_events.InviteCodeChanged, table_events.Joined,
    table_events.HostRequestMade, table_events.HostRequestResolved, table_events.PlayerRemoved,
    table_events.BotSeated,
    table_events.RulingProposed, table_events.Consented, table_events.RulingGone,
)  # fmt: skip
"""What changes a table beside its felt: after it the whole table is sent."""

Spoken = tuple[CommittedStep, tuple[Sentence, ...]]
"""A step, and what the dealer says of it."""


class TableChannel:
    """What is kept of a table to tell it: the dealer's words and the last steps."""

    def __init__(self, hosted: LiveTable, around: int) -> None:
        self.hosted = hosted
        self.teller = LiveTableNarrator(hosted)
        self.reader = HandValueTracker(hosted)
        self.steps: list[Spoken] = []
        self.here: list[str] = []
        """Who of the seated was connected when it was said last."""
        self.seated: dict[int, str] | None = None
        """Who sat where when it was told last; None if it never was."""
        self.around = around
        """The last record with which the whole table was sent: who has no later one may lack it."""

    def append(self, told: CommittedStep) -> Spoken:
        """Let whoever tells the table hear what happened there."""
        step = (told, tuple(self.teller.narrate(told.step)))
        self.reader.hear(told.step)
        self.steps.append(step)
        del self.steps[:-CATCH_UP_STEPS]
        return step


class TableBroadcaster:
    """Tells every table of a room."""

    def __init__(self, desk: CommandPipeline, viewers: Subscriptions) -> None:
        self._desk = desk
        self._viewers = viewers
        self._kept: dict[int, TableChannel] = {}
        self.other_people = True
        """Whether somebody may have sat down or got up since it was last asked."""

    def of(self, hosted: LiveTable) -> TableChannel:
        """What is kept of a table; anew where the room was resumed from the store."""
        feed = self._kept.get(hosted.number)
        if feed is None or feed.hosted is not hosted:
            feed = self._kept[hosted.number] = TableChannel(hosted, self._last(hosted))
            self.other_people = True
        return feed

    def forget(self, number: int) -> None:
        """A table is told from the beginning, or no longer."""
        self._kept.pop(number, None)
        self.other_people = True

    def forget_all(self) -> None:
        self._kept.clear()
        self.other_people = True

    def tables_with_new_seating(self, numbers: Iterable[int]) -> list[int]:
        """At which of these tables others sit than when they were told last."""
        found: list[int] = []
        for number in numbers:
            feed = self._kept.get(number)
            if feed is None or feed.seated == feed.hosted.seated:
                continue
            found.append(number)
            feed.seated = dict(feed.hosted.seated)
            self.other_people = True
        return found

    # What is sent

    def publish(self, heard: Sequence[CommittedStep]) -> list[Message]:
        """What has happened at one table, to everybody who follows it."""
        hosted = heard[-1].hosted
        assert hosted is not None
        feed = self.of(hosted)
        # A table that was thrown away meanwhile was resumed with what came before: that is in its picture.
        fresh = [told for told in heard if told.hosted is hosted]
        steps = [feed.append(told) for told in fresh]
        resumed = len(fresh) < len(heard)
        out = [] if resumed else self._news(hosted, steps)
        out += self.hand_value_frames(feed)
        if resumed or any(isinstance(entry, AROUND) for told in heard for entry in told.step.events):
            feed.around = self._last(hosted)
            for client in self._viewers.following(hosted.number):
                out += self.table(client, hosted)
        return out

    def _news(self, hosted: LiveTable, steps: Sequence[Spoken]) -> list[Message]:
        """What all of them read is put into bytes once."""
        viewers = self._viewers.followers_by_person(hosted.number)
        if not viewers:
            return []
        room, now = self._desk.room, self._desk.now()
        told = [step for step, _ in steps]
        said = [words for _, words in steps]
        waited = table_views.public_pending(room, hosted)
        public = table_views.table_update(room, hosted, told, said, "", waited)
        public = structs.replace(public, felt=Raw(encoded(public.felt)), steps=Raw(encoded(public.steps)))
        otherwise = table_views.people_with_private_view(room, hosted, told)
        awaited = {wait.person for wait in waited}
        out: list[Message] = []
        shared: list[int] = []
        for person, clients in viewers.items():
            # A copy: who begins to follow it before this is sent has not seen what comes before.
            if person in otherwise:
                own = table_views.personal_update(public, room, hosted, told, said, person, waited)
                out.append(OutgoingFrame(list(clients), news_frame(own, now), hosted.number))
            elif person in awaited:
                # His cards are as they were: they are left out.
                own = structs.replace(public, waits=table_views.own_waits(public, hosted, waited, person))
                out.append(OutgoingFrame(list(clients), news_frame(own, now), hosted.number))
            else:
                shared += clients
        if shared:
            out.append(OutgoingFrame(shared, news_frame(public, now), hosted.number))
        return out

    def hand_value_frames(self, feed: TableChannel) -> list[Message]:
        """What the cards make now, to those who asked for it and for whom it has changed."""
        out: list[Message] = []
        number, readers = feed.hosted.number, self._viewers.hand_value_followers(feed.hosted.number)
        for person, told in readers.items():
            reading = feed.reader.frame(person)
            data = b"" if reading is None else encoded(reading)
            changed = [client for client in told if client.read[number] != data]
            for client in changed:
                client.read[number] = data
            if data and changed:
                out.append(OutgoingFrame([client.number for client in changed], data, number))
        return out

    def table(self, client: Client, hosted: LiveTable) -> list[Message]:
        """A table as it stands, to one client."""
        number, feed = hosted.number, self.of(hosted)
        calls = tuple(feed.teller.calls)
        sent = TableFrame(
            time=self._desk.now(),
            picture=table_views.table_view(self._desk.room, hosted, client.person, calls),
            here=self._viewers.connected(hosted.seated.values()),
            stakes=lobby.stakes(hosted.table.sign),  # type: ignore[attr-defined]
        )
        if number in client.read:
            client.read[number] = b""
        return [outgoing_frame([client.number], sent, number, whole=True), *self.hand_value_frames(feed)]

    def catch_up(self, client: Client, hosted: LiveTable, record: int) -> list[Message]:
        """What a client has missed after a record; the whole table where that is not all there is to tell."""
        missed = self._missed(hosted, record)
        if missed is None:
            return self.table(client, hosted)
        number = hosted.number
        told = [step for step, _ in missed]
        said = [words for _, words in missed]
        news = table_views.table_update(self._desk.room, hosted, told, said, client.person)
        here = self._viewers.connected(hosted.seated.values())
        return [
            OutgoingFrame([client.number], news_frame(news, self._desk.now()), number),
            outgoing_frame([client.number], PresenceFrame(table=number, here=here), number),
            *self.hand_value_frames(self.of(hosted)),
        ]

    def _missed(self, hosted: LiveTable, record: int) -> list[Spoken] | None:
        """The steps after a record; None where they are no longer kept, or are not all there is to tell."""
        last, feed = self._last(hosted), self.of(hosted)
        if record <= feed.around or record > last:
            return None
        if record < last and (not feed.steps or feed.steps[0][0].number > record + 1):
            return None
        return [step for step in feed.steps if step[0].number > record]

    def presence(self, hosted: LiveTable) -> list[Message]:
        """Who of the seated is connected, where that has changed."""
        number = hosted.number
        feed, here = self.of(hosted), self._viewers.connected(hosted.seated.values())
        if here == feed.here:
            return []
        feed.here = here
        clients = [each for some in self._viewers.followers_by_person(number).values() for each in some]
        return [outgoing_frame(clients, PresenceFrame(table=number, here=here), number)] if clients else []

    def _last(self, hosted: LiveTable) -> int:
        return self._desk.room.chain(hosted.stream).head.number
