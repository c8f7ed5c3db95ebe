"""Broadcast of table events: encodes each audience's frames once, and brings late clients up to date."""

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
from hoyle.server.gateway.frame_encoder import encode_json, outgoing_frame, update_frame
from hoyle.server.gateway.hand_values import HandValueTracker
from hoyle.server.gateway.subscriptions import Client, Subscriptions
from hoyle.server.ipc.messages import Message, OutgoingFrame
from hoyle.server.websocket_frames import PresenceFrame, TableFrame

CATCH_UP_STEPS: Final = 128
"""Steps of a table that are kept for clients to catch up on."""

SNAPSHOT_EVENTS: Final = (
    table_events.TableSetUp, table_events.Paused, table_events.TableFaulted, table_events.FaultedRoundVoided,
    table_events.Closing, table_events.Closed,
    table_events.HostChanged, table_events.InviteLinkReplaced, table_events.Joined,
    table_events.SeatRequested, table_events.SeatRequestClosed, table_events.PlayerRemoved,
    table_events.BotSeated,
    table_events.RulingProposed, table_events.Consented, table_events.RulingClosed,
)  # fmt: skip
"""Events that change more of a table than its update carries: after one the whole table is sent."""

NarratedStep = tuple[CommittedStep, tuple[Sentence, ...]]
"""A committed step with the dealer's sentences about it."""


class TableChannel:
    """Broadcast state of one table: the narrator and the last steps."""

    def __init__(self, live_table: LiveTable, last_snapshot: int) -> None:
        self.live_table = live_table
        self.narrator = LiveTableNarrator(live_table)
        self.hand_values = HandValueTracker(live_table)
        self.steps: list[NarratedStep] = []
        self.connected: list[str] = []
        """Seated players who were connected in the last presence frame."""
        self.seated: dict[int, str] | None = None
        """Seating at the last check; None before the first."""
        self.last_snapshot = last_snapshot
        """Last record with which the whole table was sent: a client with no later one needs a snapshot."""

    def append(self, committed: CommittedStep) -> NarratedStep:
        """Narrate a committed step and keep both for clients that catch up."""
        step = (committed, tuple(self.narrator.narrate(committed.step)))
        self.hand_values.add(committed.step)
        self.steps.append(step)
        del self.steps[:-CATCH_UP_STEPS]
        return step


class TableBroadcaster:
    """Broadcaster of every table's updates to its subscribers."""

    def __init__(self, pipeline: CommandPipeline, viewers: Subscriptions) -> None:
        self._pipeline = pipeline
        self._viewers = viewers
        self._channels: dict[int, TableChannel] = {}
        self.seating_changed = True
        """Whether the seating of a table may have changed; the reader resets it."""

    def channel(self, live_table: LiveTable) -> TableChannel:
        """Return the broadcast channel of a table; a new one if the room was resumed from the store."""
        channel = self._channels.get(live_table.number)
        if channel is None or channel.live_table is not live_table:
            channel = TableChannel(live_table, self._last_record(live_table))
            self._channels[live_table.number] = channel
            self.seating_changed = True
        return channel

    def forget(self, number: int) -> None:
        """Drop the channel of a table that was reset or closed."""
        self._channels.pop(number, None)
        self.seating_changed = True

    def forget_all(self) -> None:
        self._channels.clear()
        self.seating_changed = True

    def tables_with_new_seating(self, numbers: Iterable[int]) -> list[int]:
        """Return the tables of `numbers` whose seating has changed since the last call."""
        changed: list[int] = []
        for number in numbers:
            channel = self._channels.get(number)
            if channel is None or channel.seated == channel.live_table.seated:
                continue
            changed.append(number)
            channel.seated = dict(channel.live_table.seated)
            self.seating_changed = True
        return changed

    def publish(self, committed: Sequence[CommittedStep]) -> list[Message]:
        """Build the frames about one table's new steps for all of its subscribers."""
        live_table = committed[-1].live_table
        assert live_table is not None
        channel = self.channel(live_table)
        # A table that was dropped meanwhile was resumed from the store: its snapshot has the earlier steps.
        current = [step for step in committed if step.live_table is live_table]
        steps = [channel.append(step) for step in current]
        was_resumed = len(current) < len(committed)
        out = [] if was_resumed else self._update_frames(live_table, steps)
        out += self._hand_value_frames(channel)
        events = (event for step in committed for event in step.step.events)
        if was_resumed or any(isinstance(event, SNAPSHOT_EVENTS) for event in events):
            channel.last_snapshot = self._last_record(live_table)
            for client in self._viewers.followers(live_table.number):
                out += self.snapshot_frames(client, live_table)
        return out

    def _update_frames(self, live_table: LiveTable, steps: Sequence[NarratedStep]) -> list[Message]:
        """Build the `events` frames of new steps; their public part is encoded once for all audiences."""
        viewers = self._viewers.followers_by_person(live_table.number)
        if not viewers:
            return []
        room, now = self._pipeline.room, self._pipeline.now()
        committed = [step for step, _ in steps]
        narrations = [narration for _, narration in steps]
        pending = table_views.public_pending(room, live_table)
        public = table_views.table_update(room, live_table, committed, narrations, "", pending)
        public = structs.replace(
            public, public_view=Raw(encode_json(public.public_view)), steps=Raw(encode_json(public.steps))
        )
        private_viewers = table_views.people_with_private_view(room, live_table, committed)
        awaited = {decision.person for decision in pending}
        out: list[Message] = []
        public_clients: list[int] = []
        for person, clients in viewers.items():
            if person in private_viewers:
                update = table_views.personal_update(public, room, live_table, committed, narrations, person, pending)
            elif person in awaited:
                # Their cards are unchanged: they are left out.
                update = structs.replace(public, pending=table_views.own_pending(public, live_table, pending, person))
            else:
                public_clients += clients
                continue
            # A copy: a client that subscribes before this is sent has not seen what comes before.
            out.append(OutgoingFrame(list(clients), update_frame(update, now), live_table.number))
        if public_clients:
            out.append(OutgoingFrame(public_clients, update_frame(public, now), live_table.number))
        return out

    def _hand_value_frames(self, channel: TableChannel) -> list[Message]:
        """Build hand-value frames for the clients that asked for them and whose values have changed."""
        out: list[Message] = []
        number = channel.live_table.number
        for person, clients in self._viewers.hand_value_followers(number).items():
            frame = channel.hand_values.frame(person)
            data = b"" if frame is None else encode_json(frame)
            outdated = [client for client in clients if client.last_hand_values[number] != data]
            for client in outdated:
                client.last_hand_values[number] = data
            if data and outdated:
                out.append(OutgoingFrame([client.number for client in outdated], data, number))
        return out

    def snapshot_frames(self, client: Client, live_table: LiveTable) -> list[Message]:
        """Build the snapshot of a table for one client, with its hand values if the client asked for them."""
        number, channel = live_table.number, self.channel(live_table)
        narration = tuple(channel.narrator.calls)
        frame = TableFrame(
            time=self._pipeline.now(),
            snapshot=table_views.table_snapshot(self._pipeline.room, live_table, client.person, narration),
            connected=self._viewers.connected(live_table.seated.values()),
            stakes=live_table.table.stakes,
        )
        if number in client.last_hand_values:
            client.last_hand_values[number] = b""
        return [outgoing_frame([client.number], frame, number, whole=True), *self._hand_value_frames(channel)]

    def catch_up(self, client: Client, live_table: LiveTable, record: int) -> list[Message]:
        """Build the table frames that a client has missed after a record: the steps, else a snapshot."""
        missed_steps = self._missed_steps(live_table, record)
        if missed_steps is None:
            return self.snapshot_frames(client, live_table)
        number = live_table.number
        committed = [step for step, _ in missed_steps]
        narrations = [narration for _, narration in missed_steps]
        update = table_views.table_update(self._pipeline.room, live_table, committed, narrations, client.person)
        connected = self._viewers.connected(live_table.seated.values())
        return [
            OutgoingFrame([client.number], update_frame(update, self._pipeline.now()), number),
            outgoing_frame([client.number], PresenceFrame(table_id=number, connected=connected), number),
            *self._hand_value_frames(self.channel(live_table)),
        ]

    def _missed_steps(self, live_table: LiveTable, record: int) -> list[NarratedStep] | None:
        """Return a table's steps after a record; None if they are no longer kept, or not the whole change."""
        last, channel = self._last_record(live_table), self.channel(live_table)
        if record <= channel.last_snapshot or record > last:
            return None
        if record < last and (not channel.steps or channel.steps[0][0].number > record + 1):
            return None
        return [step for step in channel.steps if step[0].number > record]

    def presence_frames(self, live_table: LiveTable) -> list[Message]:
        """Build the presence frame of a table for its subscribers, if presence has changed."""
        number, channel = live_table.number, self.channel(live_table)
        connected = self._viewers.connected(live_table.seated.values())
        if connected == channel.connected:
            return []
        channel.connected = connected
        clients = self._viewers.follower_numbers(number)
        if not clients:
            return []
        return [outgoing_frame(clients, PresenceFrame(table_id=number, connected=connected), number)]

    def _last_record(self, live_table: LiveTable) -> int:
        return self._pipeline.room.chain(live_table.stream).head.number
