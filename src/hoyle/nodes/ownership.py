"""Table ownership: which tables this node holds, adopts, hands over or quarantines.

Whose a table is stands in the store. Here is what was read of it at the last beat and heard since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle.nodes import placement, timeouts
from hoyle.nodes.quarantine import QuarantineReports
from hoyle.room.live_table.live_table import LiveTable
from hoyle.storage.errors import StoreError
from hoyle.storage.lease_rules import NodeRun, StreamOwner, is_held
from hoyle.storage.models import table_stream

if TYPE_CHECKING:
    from hoyle.nodes.node import Node


class TableOwnership:
    """The tables of one node, and where the others are."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self.where: dict[int, tuple[str, int]] = {}
        """Which run of which node has a table."""
        self.to_adopt: list[int] = []
        self._at_once = timeouts.MAX_ADOPTED
        """Tables that can be taken up at once without risking the lease of this node."""
        self.others_from = 0
        """By the steady clock: before that nobody else's tables are taken."""
        self.taken: list[int] = []
        """Tables taken up that the others have not been told of."""
        self._seen_room = node.desk.room
        self._giving = (0, "")
        """How much is to be given away, and to whom."""
        self._moved = 0
        """Tables given away since the last beat."""
        self._draining = False
        self.unreadable = QuarantineReports(node.steady)
        self.why_aside: dict[int, str] = {}

    def refresh(self) -> None:
        holdings = self._node.store.holdings()
        # What nodes said of themselves is older than this.
        counts = Counter((holding.owner, holding.run) for holding in holdings)
        self._node.nodes = [_as_of_now(node, counts[node.name, node.run]) for node in self._node.nodes]
        mine: set[int] = set()
        orphans: list[int] = []
        names = {node.name for node in self._node.nodes if node.live}
        for holding in holdings:
            number = int(holding.stream.removeprefix("table "))
            if (holding.owner, holding.run) == (self._node.name, self._node.run):
                mine.add(number)
            elif is_held(holding, self._node.nodes):
                self.is_at(number, holding.owner, holding.run)
            else:
                self.where.pop(number, None)
                patient = (
                    holding.owner not in ("", self._node.name, *names)
                    and self._node.steady() < self.others_from
                )
                if not patient and self._falls_here(holding):
                    orphans.append(number)
        for number in [each for each in self._node.desk.room.tables if each not in mine]:
            self._node.service.table_departed(number)
            self._node.desk.release_table(number)
            # Where it is was found out above, before anybody here had to follow it there.
            self._node.passing.rewatch(number)
        if self._node.hearing.cut and mine:
            self._node.store.release_streams([table_stream(number) for number in mine])
            mine.clear()
        # A room that was thrown away takes up what it had by itself, as soon as it can.
        found = [] if self._node.desk.trouble else [*mine, *orphans]
        self.to_adopt = sorted(
            (each for each in found if each not in self._node.desk.room.tables), key=self._how_urgent
        )

    def _how_urgent(self, table: int) -> tuple[bool, int]:
        """Tables at which nobody sits, as far as is known, come after the others."""
        card, sight = self._node.desk.room.state.tables.get(table), self._node.service.sights.get(table)
        closed = card is not None and card.closed
        return closed or (sight is not None and not sight.people), table

    def _falls_here(self, holding: StreamOwner) -> bool:
        """Whether a table that nobody has is this node's to take: its own before, or by lot if it can."""
        unable = self.unreadable.by(int(holding.stream.removeprefix("table ")))
        if holding.owner == self._node.name and self._node.name not in unable:
            return True
        able = [node for node in self._node.nodes if node.name not in unable]
        return placement.adopting_node(holding.stream, able) == self._node.name

    def is_quarantined(self, table: int) -> bool:
        """Whether nobody at work can read a table."""
        if table in self.where or table in self._node.desk.room.tables:
            return False
        return {node.name for node in placement.eligible_nodes(self._node.nodes)} <= self.unreadable.by(table)

    def _note_aside(self) -> None:
        """Tables that could not be read here are left to others for a while, and whoever runs it is told."""
        for table, why in self._node.desk.aside.items():
            self.why_aside[table] = why
            self.unreadable.note(table, self._node.name, timeouts.QUARANTINE_RETRY_MS)
            self._node.notes.append(f"table {table} is set aside: {why}")
        self._node.desk.aside.clear()

    def notice_lost(self) -> None:
        """A room that was resumed from the store may lack tables: another node has taken them meanwhile."""
        room = self._node.desk.room
        if room is self._seen_room or self._node.desk.trouble:
            return
        self._seen_room = room
        for number in self._node.service.viewers.tables() - room.tables.keys():
            self._node.service.table_departed(number)
            self._node.passing.rewatch(number)

    def adopt_batch(self) -> None:
        """Go on with tables that nobody has, some at a time: whoever plays here is not kept waiting."""
        some, self.to_adopt = self.to_adopt[: self._at_once], self.to_adopt[self._at_once :]
        missing = [number for number in some if number not in self._node.desk.room.tables]
        if missing:
            self._adopt(missing)
        if self._node.desk.aside:
            self._note_aside()

    def _adopt(self, missing: Sequence[int]) -> None:
        begun = self._node.steady()
        try:
            for number in self._node.desk.take_tables(missing):
                self.where.pop(number, None)
                self.unreadable.was_read(number)
                self.taken.append(number)
                self._node.deliver(self._node.service.table_arrived(number))
        except StoreError:
            self._node.schedule_heartbeat()  # which finds out what can be done
        self._heed_pace(self._node.steady() - begun)
        self._node.passing.retry()

    def _heed_pace(self, spent: int) -> None:
        """Where taking tables up takes long, fewer are taken up at once: the lease is renewed between."""
        if spent > timeouts.HEARTBEAT_INTERVAL_MS // 2:
            self._at_once = max(1, self._at_once // 2)
        elif spent < timeouts.HEARTBEAT_INTERVAL_MS // 4:
            self._at_once = min(timeouts.MAX_ADOPTED, self._at_once * 2)

    def plan_rebalance(self) -> None:
        """At a beat: how much is to be given away, and to whom; who drains begins no round meanwhile."""
        self._giving = placement.rebalance_plan(self._node.nodes, self._node.name)
        self._moved = 0
        me = next((node for node in self._node.nodes if node.name == self._node.name), None)
        self._draining = me is not None and me.draining and bool(self._giving[1])
        self._node.desk.room.set_draining(self._draining)

    def hand_over_tables(self) -> None:
        """Hand tables over where there is too much to do here, each as soon as its round is over."""
        much, to = self._giving
        if not to or self._node.desk.trouble:
            return
        run = next((node.run for node in self._node.nodes if node.name == to), 0)
        try:
            for number, hosted in list(self._node.desk.room.tables.items()):
                if self._moved >= timeouts.MAX_MOVED:
                    break
                heavy = table_load(hosted)
                if (self._draining or heavy <= much) and self._node.desk.hand_over_table(number, to):
                    self._moved += 1
                    much -= heavy
                    self.is_at(number, to, run)
                    self._node.service.table_departed(number)
                    self._node.passing.rewatch(number)
        except StoreError:
            much, to = 0, ""
            self._node.schedule_heartbeat()  # which finds out whose it is
        self._giving = (much, to) if self._draining or much > 0 else (0, "")
        if self._draining:
            self._moved = 0

    def is_at(self, table: int, node: str, run: int) -> None:
        """A table is at a node: whoever follows it from here follows it there."""
        if self.where.get(table) == (node, run) or node == self._node.name:
            return
        if run < self.where.get(table, ("", 0))[1] and node == self.where[table][0]:
            return
        self.where[table] = (node, run)
        self._node.passing.rewatch(table)
        self._node.passing.retry()

    def at(self, name: str) -> set[int]:
        return {table for table, (node, _) in self.where.items() if node == name}


def table_load(hosted: LiveTable) -> int:
    """How much there is to do at a table."""
    return 0 if hosted.hosting.closed else 1 + len(hosted.seated)


def _as_of_now(node: NodeRun, tables: int) -> NodeRun:
    """A node with the tables that it has; what it said of itself is older than that."""
    each = max(1, node.load // node.tables) if node.tables else 1
    return node._replace(tables=tables, load=max(0, node.load + (tables - node.tables) * each))
