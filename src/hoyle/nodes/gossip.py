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
    """What was told and what is still to be told."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._sighted = -1
        """The beat at which others were told how the tables here look."""
        self._sent_sights: dict[int, TableSummary] = {}
        self._ended: list[str] = []
        """Who has ended a session here."""
        self.hello = True
        """Whether to say that somebody new wants to hear everything."""
        self._told_beat = -1

    def session_ended(self, person: str) -> None:
        """Sockets of that session at other nodes are closed too."""
        if person:
            self._ended.append(person)

    def tell(self) -> None:
        moved, self._node.desk.moved = self._node.desk.moved, set()
        purses = sorted(moved)
        owns, self._node.owning.taken = self._node.owning.taken, []
        ended, self._ended = self._ended, []
        if moved:
            self._sighted = -1  # whoever comes or goes is seen at once
        sights, closed = self._new_sights()
        beat = self._node.beats != self._told_beat
        if not (purses or owns or ended or sights or closed or beat or self.hello):
            return
        self._told_beat = self._node.beats
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

    def _new_sights(self) -> tuple[list[TableSummary], list[int]]:
        """Tables here that look other than they did; all of them from time to time."""
        if self._node.beats == self._sighted:
            return [], []
        self._sighted = self._node.beats
        if self._node.beats % FULL_GOSSIP_EVERY_BEATS == 0:
            self._sent_sights.clear()
        sights: list[TableSummary] = []
        closed: list[int] = []
        for number, hosted in self._node.desk.room.tables.items():
            if hosted.hosting.closed or not hosted.is_set_up:
                if number in self._sent_sights:
                    closed.append(number)
                    del self._sent_sights[number]
                continue
            sight = self._node.service.table_summary(number)
            if self._sent_sights.get(number) != sight:
                self._sent_sights[number] = sight
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
            self._sent_sights.clear()
            self._sighted = -1
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
            if sight.line.table not in self._node.desk.room.tables:
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
