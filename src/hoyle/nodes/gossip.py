"""Gossip between nodes: ownership, lobby summaries and wallet changes announced to all peers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.nodes import messages
from hoyle.nodes.bus import fragmentation
from hoyle.nodes.messages import PROTOCOL, NodeAnnouncement, TableSummary
from hoyle.nodes.timeouts import FULL_GOSSIP_EVERY_BEATS, HEARTBEAT_INTERVAL_MS
from hoyle.storage.errors import StoreError
from hoyle.storage.models import ROOM

if TYPE_CHECKING:
    from hoyle.nodes.node import Node


class Gossip:
    """Announcements of one node to its peers, and the handling of theirs."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._summarized_at = -1
        """Heartbeat at which the table summaries were last announced."""
        self._sent_summaries: dict[int, TableSummary] = {}
        self._ended: list[str] = []
        """People whose sessions ended here since the last announcement."""
        self.hello = True
        """Whether to ask all peers for a full announcement."""
        self._announced_at = -1

    def session_ended(self, person: str) -> None:
        """Announce that a person's sessions ended: other nodes close their sockets too."""
        if person:
            self._ended.append(person)

    def tell(self) -> None:
        moved, self._node.desk.moved = self._node.desk.moved, set()
        purses = sorted(moved)
        owns, self._node.owning.taken = self._node.owning.taken, []
        ended, self._ended = self._ended, []
        if moved:
            self._summarized_at = -1  # show arrivals and departures at once
        sights, closed = self._changed_summaries()
        beat = self._node.beats != self._announced_at
        if not (purses or owns or ended or sights or closed or beat or self.hello):
            return
        self._announced_at = self._node.beats
        news = NodeAnnouncement(
            protocol=PROTOCOL,
            node=self._node.name,
            run=self._node.run,
            room=self._node.desk.room.chain(ROOM).head.number,
            hello=self.hello,
            owns=owns,
            sights=sights,
            closed=closed,
            purses=purses,
            ended=ended,
            unreadable=self._node.owning.unreadable.tables_of(self._node.name),
        )
        self.hello = False
        for data in fragmentation.news(news, most=self._node.bus.max_payload):
            self._node.bus.broadcast(data)

    def _changed_summaries(self) -> tuple[list[TableSummary], list[int]]:
        """Summaries of local tables that changed, and tables that closed; all summaries now and then."""
        if self._node.beats == self._summarized_at:
            return [], []
        self._summarized_at = self._node.beats
        if self._node.beats % FULL_GOSSIP_EVERY_BEATS == 0:
            self._sent_summaries.clear()
        sights: list[TableSummary] = []
        closed: list[int] = []
        for number, hosted in self._node.desk.room.tables.items():
            if hosted.hosting.closed or not hosted.is_set_up:
                if number in self._sent_summaries:
                    closed.append(number)
                    del self._sent_summaries[number]
                continue
            sight = self._node.service.table_summary(number)
            if self._sent_summaries.get(number) != sight:
                self._sent_summaries[number] = sight
                sights.append(sight)
        return sights, closed

    def hear(self, news: NodeAnnouncement) -> None:
        if not messages.is_compatible(news.protocol) or (
            news.node == self._node.name and news.run != self._node.run
        ):
            return
        self._node.hearing.record_heartbeat(news.node)
        if news.node == self._node.name:
            return
        if news.hello:
            self._sent_summaries.clear()
            self._summarized_at = -1
        if news.bye:
            self._node.schedule_heartbeat()
            return
        for table in news.unreadable:
            self._node.owning.unreadable.note(
                table, news.node, FULL_GOSSIP_EVERY_BEATS * HEARTBEAT_INTERVAL_MS
            )
        for table in news.owns:
            self._node.owning.unreadable.was_read(table)
            if table not in self._node.desk.room.tables:
                self._node.owning.is_at(table, news.node, news.run)
        for sight in news.sights:
            if sight.line.table_id not in self._node.desk.room.tables:
                self._node.service.seen(sight)
        for table in news.closed:
            self._node.service.unseen(table)
        if news.room > self._node.desk.room.chain(ROOM).head.number:
            self._node.read_room_stream()
        try:
            self._node.deliver(self._node.service.purses_changed(news.purses))
            for person in news.ended:
                self._node.deliver(self._node.service.end_sessions(person))
        except StoreError:
            return
