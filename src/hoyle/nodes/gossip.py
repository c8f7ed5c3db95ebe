"""Gossip between nodes: ownership, lobby summaries and wallet changes announced to all peers."""

from __future__ import annotations

from typing import Final

from hoyle.nodes import messages
from hoyle.nodes.bus import fragmentation
from hoyle.nodes.messages import PROTOCOL, NodeAnnouncement, TableSummary
from hoyle.nodes.node_context import FULL_GOSSIP_EVERY_BEATS, HEARTBEAT_INTERVAL_MS, NodeContext
from hoyle.nodes.node_gateway import NodeGateway
from hoyle.nodes.ownership import TableOwnership
from hoyle.nodes.table_directory import TableDirectory
from hoyle.storage.errors import StoreError

NEVER: Final = -1
"""Number of no heartbeat."""


class Gossip:
    """Announcements of one node to its peers, and the handling of theirs."""

    def __init__(
        self, node: NodeContext, directory: TableDirectory, gateway: NodeGateway, ownership: TableOwnership
    ) -> None:
        self._node = node
        self._directory = directory
        self._gateway = gateway
        self._ownership = ownership
        self.joining = True
        """Whether to ask all peers for a full announcement."""
        self._announced_at = NEVER
        """Heartbeat of the last announcement."""
        self._summarized_at = NEVER
        """Heartbeat at which the table summaries were last announced."""
        self._sent_summaries: dict[int, TableSummary] = {}

    # Sending

    def announce(self) -> None:
        """Broadcast what changed on this node since its last turn; at every heartbeat also if nothing did."""
        node, pipeline, ownership = self._node, self._node.pipeline, self._ownership
        changed_wallets, pipeline.changed_wallets = sorted(pipeline.changed_wallets), set()
        adopted_tables, ownership.unannounced = ownership.unannounced, []
        ended_sessions, node.ended_sessions = node.ended_sessions, []
        if changed_wallets:
            self._summarized_at = NEVER  # show arrivals and departures at once
        summaries, closed_tables = self._changed_summaries()
        has_news = changed_wallets or adopted_tables or ended_sessions or summaries or closed_tables
        if not (has_news or self.joining or node.heartbeats != self._announced_at):
            return
        self._announced_at = node.heartbeats
        announcement = NodeAnnouncement(
            protocol=PROTOCOL,
            node=node.name,
            run=node.run,
            room_stream_position=node.room_stream_position(),
            joining=self.joining,
            adopted_tables=adopted_tables,
            table_summaries=summaries,
            closed_tables=closed_tables,
            changed_wallets=changed_wallets,
            ended_sessions=ended_sessions,
            unreadable_tables=self._directory.unreadable.tables_unreadable_by(node.name),
        )
        self.joining = False
        for data in fragmentation.encode_announcement(announcement, max_payload=node.bus.max_payload):
            node.bus.broadcast(data)

    def _changed_summaries(self) -> tuple[list[TableSummary], list[int]]:
        """Return the summaries of local tables that changed, and the tables that closed.

        Every few heartbeats all summaries are returned, in case an announcement was lost.
        """
        if self._node.heartbeats == self._summarized_at:
            return [], []
        self._summarized_at = self._node.heartbeats
        if self._node.heartbeats % FULL_GOSSIP_EVERY_BEATS == 0:
            self._sent_summaries.clear()
        changed: list[TableSummary] = []
        closed: list[int] = []
        for table, live_table in self._node.pipeline.room.tables.items():
            if live_table.hosting.closed or not live_table.is_set_up:
                if self._sent_summaries.pop(table, None) is not None:
                    closed.append(table)
                continue
            summary = self._gateway.table_summary(table)
            if self._sent_summaries.get(table) != summary:
                self._sent_summaries[table] = summary
                changed.append(summary)
        return changed, closed

    # Receiving

    def receive(self, announcement: NodeAnnouncement) -> None:
        """Apply the announcement of a node; its own, echoed by the bus, shows that the link works."""
        is_own = announcement.node == self._node.name
        if not messages.is_compatible(announcement.protocol) or (is_own and announcement.run != self._node.run):
            return
        self._node.liveness.record_heartbeat(announcement.node)
        if is_own:
            return
        if announcement.joining:
            self._sent_summaries.clear()
            self._summarized_at = NEVER
        if announcement.leaving:
            self._node.schedule_heartbeat()
            return
        self._update_tables(announcement)
        self._node.catch_up(announcement.room_stream_position)
        self._update_people(announcement)

    def _update_tables(self, announcement: NodeAnnouncement) -> None:
        """Record which tables the node owns, cannot read or has closed, and how they look in the lobby."""
        local_tables = self._node.pipeline.room.tables
        for table in announcement.unreadable_tables:
            valid_ms = FULL_GOSSIP_EVERY_BEATS * HEARTBEAT_INTERVAL_MS
            self._directory.unreadable.add(table, announcement.node, valid_ms)
        for table in announcement.adopted_tables:
            self._directory.unreadable.clear(table)
            if table not in local_tables:
                self._ownership.record_owner(table, announcement.node, announcement.run)
        for summary in announcement.table_summaries:
            if summary.lobby_table.table_id not in local_tables:
                self._gateway.record_summary(summary)
        for table in announcement.closed_tables:
            self._gateway.forget_summary(table)

    def _update_people(self, announcement: NodeAnnouncement) -> None:
        """Reload wallets that another node changed, and close the sockets of sessions that it ended."""
        deliver = self._gateway.transport.deliver
        try:
            deliver(self._gateway.wallets_changed(announcement.changed_wallets))
            for person in announcement.ended_sessions:
                deliver(self._gateway.end_sessions(person))
        except StoreError:
            return
