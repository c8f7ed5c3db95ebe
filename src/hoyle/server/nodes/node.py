"""One node: its service, its lease, its lines to the other nodes, and what is passed between them.

No thread, no socket and no clock of its own: `turn` takes what has come from clients and looks at the bus,
`beat` keeps the lease and finds out who has which table. A loop in a process runs it, or a simulation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import DecodeError, ValidationError, json, structs

from hoyle.room.live.doorman import GUEST_CHIPS, Doorman
from hoyle.room.live.hosted import HostedTable
from hoyle.room.live.node_desk import NodeDesk
from hoyle.room.store.failures import LeaseOver, StoreError, Superseded
from hoyle.room.store.leases import Holding, is_held
from hoyle.room.store.leases import Node as KnownNode
from hoyle.room.store.sql import SqlStore
from hoyle.room.store.writing import ROOM, table_stream
from hoyle.server.frames import AnswerFrame, CommandFrame, FromClient, Notice
from hoyle.server.link import Afresh, Call, Drop, Gone, Message, Out, Return, Sent
from hoyle.server.nodes import cutting, placing, words
from hoyle.server.nodes.bus import Bus
from hoyle.server.nodes.hearing import SILENT, Hearing
from hoyle.server.nodes.line import Line
from hoyle.server.nodes.node_service import REMOTE, NodeService
from hoyle.server.nodes.unreadable import Unreadable
from hoyle.server.nodes.words import (
    PROTOCOL,
    Asked,
    Elsewhere,
    ElsewhereCall,
    How,
    In,
    Letter,
    News,
    Packet,
    Said,
    Sight,
)

LEASE: Final = 4000
"""Milliseconds that a node is waited for."""
BEAT: Final = 1000
"""Milliseconds between two renewals of the lease."""
PATIENCE: Final = 15_000
"""Milliseconds that a command waits for a table whose node is gone."""
ALL_AGAIN: Final = 5
"""Beats after which everybody is told everything, should something have been lost."""
MOST_MOVED: Final = 4
"""Tables that are given away at one beat."""
MOST_ADOPTED: Final = 16
"""Tables that are taken up between two looks at what has come."""
_FRAME: Final = json.Decoder(FromClient)
MOVING: Final = "the table is on its way to another node"
CUT_OFF: Final = "this node is cut off from the others: come back by another"
NOT_HEARD: Final = "the table's node is not heard at the moment: what was sent is kept until it is"
HEARD_AGAIN: Final = "the table's node is heard again"
ASIDE: Final = "the table is set aside: the house has to look at its records first"
LOOKED_AT_AGAIN: Final = 60_000
"""Milliseconds after which a node tries once more to read a table that it could not."""


class Stopped(Exception):
    """The room was taken by a process that is none of its nodes."""


class Peer:
    """Another node as this one deals with it."""

    def __init__(self, index: int, line: Line) -> None:
        self.index = index
        self.line = line
        self.run = 0
        self.known: set[int] = set()
        """Clients of this node that it has been told of."""
        self.asked: list[Asked] = []
        self.said: list[Said] = []


class Parked:
    """Something for a table that nobody has at the moment."""

    def __init__(self, table: int, until: int, message: Sent | Call) -> None:
        self.table = table
        self.until = until
        self.message = message


class Node:
    """A node at work."""

    def __init__(
        self,
        name: str,
        store: SqlStore,
        bus: Bus,
        *,
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        steady: Callable[[], int] | None = None,
        address: str = "",
        version: str = "",
        lease: int = LEASE,
        guest_chips: int = GUEST_CHIPS,
    ) -> None:
        self.name = name
        self.store = store
        self.bus = bus
        self._own_clock = now
        self._ahead = 0
        """By how much the store's clock is ahead of this machine's: the room has one clock."""
        self.steady = steady or now
        """A clock that nobody sets: for leases and for letters that are said again."""
        self.address = address
        self.version = version
        self.lease = lease
        self.hearing = Hearing(name, steady=self.steady, patience=lease)
        self.run = self._join()
        self.renewed = self.steady()
        self._set_clock(store.renew(tables=0, people=0))
        self.desk = NodeDesk(store, now=self.now, entropy=entropy, steady=self.steady)
        self._seen_room = self.desk.room
        self.service = NodeService(self.desk, self, doorman=Doorman(self.desk, guest_chips=guest_chips))
        self.where: dict[int, tuple[str, int]] = {}
        """Which run of which node has a table."""
        self._peers: dict[str, Peer] = {}
        self._indices: dict[str, int] = {}
        self._lines = 0
        self._parked: list[Parked] = []
        self._placed: dict[str, int] = {}
        self._out: list[Message] = []
        self._to_adopt: list[int] = []
        self._others_from = 0
        """By the steady clock: before that nobody else's tables are taken."""
        self._fenced: set[int] = set()
        self._beats = 0
        self._sighted = -1
        """The beat at which others were told how the tables here look."""
        self._next_beat = 0
        self._sent_sights: dict[int, Sight] = {}
        self._owns: list[int] = []
        self._ended: list[str] = []
        self._hello = True
        self._told_beat = -1
        self._giving = (0, "")
        """How much is to be given away, and to whom."""
        self._moved = 0
        """Tables given away since the last beat."""
        self._draining = False
        self._silent: set[str] = set()
        """Nodes at work that are not heard."""
        self._asked_afresh: dict[int, set[int]] = {}
        """Tables that a client gets whole from where they are now: until then nothing else of them."""
        self._unreadable = Unreadable(self.steady)
        self._why_aside: dict[int, str] = {}
        self._how = (self.steady(), self._as_it_is())
        bus.asked(self.how)
        self.notes: list[str] = []
        """What whoever runs this node is to read."""

    def now(self) -> int:
        """The room's one clock, which is the store's."""
        return self._own_clock() + self._ahead

    def _set_clock(self, nodes: list[KnownNode]) -> None:
        self.nodes = nodes
        self._ahead = self.store.time - self._own_clock()

    # The loop

    def turn(
        self, messages: Sequence[Message], *, is_bots: Callable[[int], bool] = lambda client: False
    ) -> list[Message]:
        """What has come from clients here; what goes to them."""
        if not self.has_lease():
            self.beat()  # it slept: before anything else it has to know whether it is still at work
        heard: list[Message] = []
        for each in self.bus.receive():
            try:
                if each.to_all:
                    self._hear_news(words.read_news(each.data))
                else:
                    heard += self._hear(words.read_packet(each.data))
            except (DecodeError, ValidationError):
                continue
        if messages or heard:
            self.deliver(
                self.service.take(
                    [*messages, *heard], is_bots=lambda client: client < REMOTE and is_bots(client)
                )
            )
        if self.steady() >= self._next_beat:
            self.beat()
        self._adopt_some()
        self._see_out()
        self._give_away()
        due = self.service.due()
        if due is not None and due <= self.desk.now():
            self.deliver(self.service.tick())
            self._give_away()
        self._notice_lost()
        self._tell_news()
        self._flush()
        out, self._out = self._out, []
        return out

    def due(self) -> float:
        """Milliseconds until there is something to do."""
        found = float(self._next_beat - self.steady())
        for peer in self._peers.values():
            line_due = peer.line.due()
            if line_due is not None:
                found = min(found, line_due - self.steady())
        service_due = self.service.due()
        if service_due is not None:
            found = min(found, service_due - self.desk.now())
        return 0.0 if self._to_adopt else max(0.0, found)

    def deliver(self, messages: Sequence[Message]) -> None:
        """Send each message where its clients are."""
        for message in messages:
            if isinstance(message, Out):
                self._deliver_frame(message)
            elif isinstance(message, (Drop, Afresh)) and message.client >= REMOTE:
                continue  # such a client is its own node's business
            elif isinstance(message, Return) and message.call >= REMOTE:
                peer = self._peer_at(message.call)
                if peer is not None:
                    peer.said.append(structs.replace(message, call=message.call % REMOTE))
            else:
                self._out.append(message)

    def _deliver_frame(self, message: Out) -> None:
        clients = message.clients
        if not clients or max(clients) < REMOTE:
            self._out.append(message)
            return
        by_peer: dict[int, list[int]] = {}
        for client in clients:
            by_peer.setdefault(client // REMOTE, []).append(client % REMOTE)
        for index, mine in by_peer.items():
            if not index:
                self._out.append(Out(mine, message.data))
                continue
            peer = self._peer_at(index * REMOTE)
            if peer is not None:
                peer.said.append(structs.replace(message, clients=mine))

    # The lease, and who has which table

    def has_lease(self) -> bool:
        """Whether the store has heard of this node lately enough for its tables to be its own."""
        return self.steady() - self.renewed <= self.lease

    def beat(self) -> None:
        """Renew the lease; see who is at work, what they have, and what falls to this node."""
        self._next_beat = self.steady() + BEAT
        self._beats += 1
        begun = self.steady()
        try:
            local = sum(number < REMOTE for number in self.service.viewers.clients)
            heard = len(self.hearing.heard(self.nodes))
            self._set_clock(
                self.store.renew(
                    tables=len(self.desk.room.tables),
                    people=local,
                    load=sum(_weight(hosted) for hosted in self.desk.room.tables.values()),
                    heard=heard,
                    cut=self.hearing.cut,
                )
            )
            self.renewed = begun
            self._next_beat = min([self._next_beat, *self._ends()])
            self._listen()
            self._placed.clear()
            self.service.people_elsewhere = sum(
                node.people for node in self.nodes if node.live and node.name != self.name
            )
            self._part_from_dead()
            self._fence_dead()
            self.follow()
            self._look_who_has()
            self._plan_to_give()
            if self._beats % (2 * ALL_AGAIN) == 0:
                self.deliver(self.service.purses_changed(self.service.purses()))
        except LeaseOver:
            self._begin_anew()
        except Superseded as error:
            raise Stopped(str(error)) from error
        except StoreError:
            return  # the desk says what is wrong, and the next beat tries again
        self._how = (self.steady(), self._as_it_is())
        self._retry_parked()

    def _ends(self) -> list[int]:
        """By the steady clock: when the leases of the others end, if nobody renews them."""
        now = self.steady()
        return [now + node.left + 1 for node in self.nodes if node.live and node.name != self.name]

    def _listen(self) -> None:
        """Find out who is heard; one that is cut off gives its tables up and sends its people elsewhere."""
        was = self.hearing.cut
        if self.hearing.look(self.nodes):
            for number in list(self.desk.room.tables):
                self.service.went(number)
            self.desk.drop_all()
            self._out += self.service.send_away(CUT_OFF)
        if was != self.hearing.cut:
            self.notes.append(CUT_OFF if self.hearing.cut else "the others are heard again")
        self._tell_of_silence()

    def _tell_of_silence(self) -> None:
        """Who follows a table whose node is not heard is told so, and told when it is heard again."""
        silent = self.hearing.silent(self.nodes)
        for name, peer in self._peers.items():
            since = peer.line.waits_since()
            if since is not None and self.steady() - since >= SILENT:
                silent.add(name)
        silent.discard(self.name)
        for name in sorted(silent - self._silent):
            self._out += self.service.followers_told(self._tables_at(name), NOT_HEARD, "warning")
        for name in sorted(self._silent - silent):
            if self.hearing.hears(name):
                self._out += self.service.followers_told(self._tables_at(name), HEARD_AGAIN, "info")
        self._silent = silent

    def _tables_at(self, name: str) -> set[int]:
        return {table for table, (node, _) in self.where.items() if node == name}

    def _fence_dead(self) -> None:
        """One that sleeps in the middle of a commit would keep its tables from everybody."""
        for node in self.nodes:
            if not node.live and node.run not in self._fenced and node.name != self.name:
                self.store.fence(node.name, node.run)
                self._fenced.add(node.run)

    def _join(self, *, anew: bool = False) -> int:
        return self.store.join(
            self.name,
            address=self.address,
            lease=self.lease,
            protocol=PROTOCOL,
            version=self.version,
            anew=anew,
        )

    def _begin_anew(self) -> None:
        """The lease has ended: others may have the tables, and everything said before is forgotten."""
        for number in sorted(self.desk.room.tables.keys() | self.service.viewers.tables()):
            self.service.went(number)
        self.desk.drop_all()
        for peer in list(self._peers):
            self._close(peer)
        self.where.clear()
        try:
            self.run = self._join(anew=True)
            self.renewed = self.steady()
            self.desk.take_up_again()
        except StoreError:
            self.store.forget()
            self._next_beat = self.steady() + BEAT // 4
            return
        self.hearing.begin_anew()
        # The others may have slept as well: each takes its own tables back first.
        self._others_from = self.steady() + self.lease
        self._hello = True
        self._next_beat = self.steady()

    def _look_who_has(self) -> None:
        holdings = self.store.holdings()
        # What nodes said of themselves is older than this.
        counts = Counter((holding.owner, holding.run) for holding in holdings)
        self.nodes = [_as_of_now(node, counts[node.name, node.run]) for node in self.nodes]
        mine: set[int] = set()
        orphans: list[int] = []
        names = {node.name for node in self.nodes if node.live}
        for holding in holdings:
            number = int(holding.stream.removeprefix("table "))
            if (holding.owner, holding.run) == (self.name, self.run):
                mine.add(number)
            elif is_held(holding, self.nodes):
                self._is_at(number, holding.owner, holding.run)
            else:
                self.where.pop(number, None)
                patient = holding.owner not in ("", self.name, *names) and self.steady() < self._others_from
                if not patient and self._falls_here(holding):
                    orphans.append(number)
        for number in [each for each in self.desk.room.tables if each not in mine]:
            self.service.went(number)
            self.desk.drop(number)
        if self.hearing.cut and mine:
            self.store.let_go([table_stream(number) for number in mine])
            mine.clear()
        # A room that was thrown away takes up what it had by itself, as soon as it can.
        found = [] if self.desk.trouble else [*mine, *orphans]
        self._to_adopt = sorted(
            (each for each in found if each not in self.desk.room.tables), key=self._how_urgent
        )

    def _how_urgent(self, table: int) -> tuple[bool, int]:
        """Tables at which nobody sits, as far as is known, come after the others."""
        card, sight = self.desk.room.state.tables.get(table), self.service.sights.get(table)
        closed = card is not None and card.closed
        return closed or (sight is not None and not sight.people), table

    def _falls_here(self, holding: Holding) -> bool:
        """Whether a table that nobody has is this node's to take: its own before, or by lot if it can."""
        unable = self._unreadable.by(int(holding.stream.removeprefix("table ")))
        if holding.owner == self.name and self.name not in unable:
            return True
        able = [node for node in self.nodes if node.name not in unable]
        return placing.falls_to(holding.stream, able) == self.name

    def is_aside(self, table: int) -> bool:
        """Whether nobody at work can read a table."""
        if table in self.where or table in self.desk.room.tables:
            return False
        return {node.name for node in placing.takers(self.nodes)} <= self._unreadable.by(table)

    def _note_aside(self) -> None:
        """Tables that could not be read here are left to others for a while, and whoever runs it is told."""
        for table, why in self.desk.aside.items():
            self._why_aside[table] = why
            self._unreadable.note(table, self.name, LOOKED_AT_AGAIN)
            self.notes.append(f"table {table} is set aside: {why}")
        self.desk.aside.clear()

    def _notice_lost(self) -> None:
        """A room that was resumed from the store may lack tables: another node has taken them meanwhile."""
        room = self.desk.room
        if room is self._seen_room or self.desk.trouble:
            return
        self._seen_room = room
        for number in self.service.viewers.tables() - room.tables.keys():
            self.service.went(number)
            self._rewatch(number)

    def _adopt_some(self) -> None:
        """Go on with tables that nobody has, some at a time: whoever plays here is not kept waiting."""
        some, self._to_adopt = self._to_adopt[:MOST_ADOPTED], self._to_adopt[MOST_ADOPTED:]
        missing = [number for number in some if number not in self.desk.room.tables]
        if not missing:
            return
        try:
            for number in self.desk.adopt(missing):
                self.where.pop(number, None)
                self._unreadable.was_read(number)
                self._owns.append(number)
                self.deliver(self.service.came(number))
        except StoreError:
            self._next_beat = self.steady()  # which finds out what can be done
        if self.desk.aside:
            self._note_aside()
        self._retry_parked()

    def _see_out(self) -> None:
        if self.desk.ousted:
            self.desk.see_out()

    def _plan_to_give(self) -> None:
        """At a beat: how much is to be given away, and to whom; who drains begins no round meanwhile."""
        self._giving = placing.surplus(self.nodes, self.name)
        self._moved = 0
        me = next((node for node in self.nodes if node.name == self.name), None)
        self._draining = me is not None and me.draining and bool(self._giving[1])
        self.desk.room.rest(self._draining)

    def _give_away(self) -> None:
        """Hand tables over where there is too much to do here, each as soon as its round is over."""
        much, to = self._giving
        if not to or self.desk.trouble:
            return
        run = next((node.run for node in self.nodes if node.name == to), 0)
        try:
            for number, hosted in list(self.desk.room.tables.items()):
                if self._moved >= MOST_MOVED:
                    break
                weight = _weight(hosted)
                if (self._draining or weight <= much) and self.desk.give(number, to):
                    self._moved += 1
                    much -= weight
                    self._is_at(number, to, run)
                    self.service.went(number)
                    self._rewatch(number)
        except StoreError:
            much, to = 0, ""
            self._next_beat = self.steady()  # which finds out whose it is
        self._giving = (much, to) if self._draining or much > 0 else (0, "")
        if self._draining:
            self._moved = 0

    def _is_at(self, table: int, node: str, run: int) -> None:
        """A table is at a node: whoever follows it from here follows it there."""
        if self.where.get(table) == (node, run) or node == self.name:
            return
        if run < self.where.get(table, ("", 0))[1] and node == self.where[table][0]:
            return
        self.where[table] = (node, run)
        self._rewatch(table)
        self._retry_parked()

    def _rewatch(self, table: int) -> None:
        for client, mine in self.service.away.items():
            data = mine.get(table)
            known = self.service.viewers.clients.get(client)
            if data is not None and known is not None:
                self._asked_afresh.setdefault(client, set()).add(table)
                self.forward(client, known.person, table, data)

    def _as_it_is(self) -> How:
        unreadable = self._unreadable.tables_of(self.name)
        return How(
            node=self.name,
            run=self.run,
            protocol=PROTOCOL,
            version=self.version,
            ahead=self._ahead,
            hears=self.hearing.heard(self.nodes),
            cut=self.hearing.cut,
            most=self.bus.most,
            unreadable={table: self._why_aside.get(table, "") for table in unreadable},
            trouble=self.desk.trouble,
            silent=sorted(self.hearing.silent(self.nodes)),
        )

    def how(self) -> bytes:
        """How this node was at its last beat, and when that was; asked by whatever thread carries the bus."""
        at, found = self._how
        return words.encode(structs.replace(found, since=self.steady() - at))

    def follow(self) -> None:
        """Read what other nodes have written to the room's own stream."""
        try:
            self.desk.follow()
        except StoreError:
            return

    def goodbye(self) -> None:
        """Let the others have the tables at once."""
        self.desk.drop_all()
        try:
            self.store.goodbye()
        except StoreError:
            return
        self.bus.tell(words.encode(News(protocol=PROTOCOL, node=self.name, run=self.run, bye=True)))

    # What is passed on

    def forward(self, client: int, person: str, table: int, data: bytes) -> None:
        """A frame for a table that is elsewhere."""
        owner = self.where.get(table)
        if owner is None:
            self._wait_for(table, Sent(client, data))
            return
        if owner[0] in self._silent:
            told = Notice(text=NOT_HEARD, level="warning", table=table)
            self._out.append(Out([client], json.encode(told)))
        self._ask(owner[0], client, person, Sent(client, data))

    def place(self, client: int, person: str, data: bytes) -> bool:
        """A new table: opened where there is least to do. False where that is here."""
        to = placing.lightest(self.nodes, self._placed)
        self._placed[to] = self._placed.get(to, 0) + 1
        if to in ("", self.name):
            return False
        self._ask(to, client, person, Sent(client, data))
        return True

    def introduce(self, client: int, person: str, table: int) -> None:
        """Let the node of a table know that somebody who has a seat there is connected."""
        owner = self.where.get(table)
        if owner is not None:
            peer = self._peer(owner[0])
            if client not in peer.known:
                peer.known.add(client)
                peer.asked.append(In(client, person))

    def part(self, client: int) -> None:
        """A client here is gone."""
        self._asked_afresh.pop(client, None)
        for peer in self._peers.values():
            if client in peer.known:
                peer.known.discard(client)
                peer.asked.append(Gone(client))
        self._parked = [
            each for each in self._parked if isinstance(each.message, Call) or each.message.client != client
        ]

    def _ask(self, node: str, client: int, person: str, message: Sent) -> None:
        peer = self._peer(node)
        if client not in peer.known:
            peer.known.add(client)
            peer.asked.append(In(client, person))
        peer.asked.append(message)

    def forward_call(self, call: Call, table: int) -> None:
        """A call for a table that is elsewhere."""
        if call.call >= REMOTE:
            peer = self._peer_at(call.call)
            if peer is not None:
                peer.said.append(ElsewhereCall(structs.replace(call, call=call.call % REMOTE), table))
            return
        owner = self.where.get(table)
        if owner is None:
            self._wait_for(table, call)
            return
        self._peer(owner[0]).asked.append(call)

    def bounce(self, client: int, data: bytes, table: int) -> None:
        """A frame of another node's client for a table that is not here."""
        peer = self._peer_at(client)
        if peer is not None:
            peer.said.append(Elsewhere(client % REMOTE, data, table))

    def _wait_for(self, table: int, message: Sent | Call) -> None:
        """Something for a table that nobody has."""
        if self.is_aside(table):
            self._give_up(Parked(table, 0, message), ASIDE)
        else:
            self._park(table, message)

    def _park(self, table: int, message: Sent | Call) -> None:
        self._parked.append(Parked(table, self.steady() + PATIENCE, message))
        self._next_beat = min(self._next_beat, self.steady() + BEAT // 4)

    def _retry_parked(self) -> None:
        """Whatever waited for a table that somebody has now; and what has waited too long."""
        parked, self._parked = self._parked, []
        heard: list[Message] = []
        for each in parked:
            here = each.table in self.desk.room.tables
            if here:
                heard.append(each.message)
            elif each.table in self.where and isinstance(each.message, Call):
                self.forward_call(each.message, each.table)
            elif each.table in self.where and isinstance(each.message, Sent):
                client = self.service.viewers.clients.get(each.message.client)
                if client is not None:
                    self.forward(client.number, client.person, each.table, each.message.data)
            elif self.is_aside(each.table):
                self._give_up(each, ASIDE)
            elif each.until <= self.steady():
                self._give_up(each, MOVING)
            else:
                self._parked.append(each)
        if heard:
            self.deliver(self.service.take(heard))

    def _give_up(self, parked: Parked, why: str) -> None:
        message = parked.message
        if isinstance(message, Call):
            body = json.encode({"error": f"{why}: try again", "clause": "house records", "legal": ""})
            self._out.append(Return(message.call, 503, body))
            return
        frame = _FRAME.decode(message.data)
        told: AnswerFrame | Notice
        if isinstance(frame, CommandFrame):
            told = AnswerFrame(
                id=frame.id, ok=False, said=why, clause="house records", legal="try again", again=True
            )
        else:
            told = Notice(text=why, level="warning", table=parked.table)
        self._out.append(Out([message.client], json.encode(told)))

    def session_ended(self, person: str) -> None:
        """Sockets of that session at other nodes are closed too."""
        if person:
            self._ended.append(person)

    # Lines

    def _peer(self, node: str) -> Peer:
        found = self._peers.get(node)
        if found is None:
            index = self._indices.setdefault(node, len(self._indices) + 1)
            self._lines += 1
            line = Line(self.name, (self.run << 30) + (self._lines << 10), most=self.bus.most)
            found = self._peers[node] = Peer(index, line)
        return found

    def _peer_at(self, number: int) -> Peer | None:
        index = number // REMOTE
        return next((peer for peer in self._peers.values() if peer.index == index), None)

    def _hear(self, packet: Packet) -> list[Message]:
        """A packet: what it asks of tables here; what it says to clients here is sent on at once."""
        if not words.understood(packet.protocol) or packet.node == self.name:
            return []
        self.hearing.word_of(packet.node)
        peer = self._peer(packet.node)
        taken = peer.line.take(packet, now=self.steady())
        if taken.anew:
            self._forget_clients(peer)
            peer.known.clear()
            for table, (node, _) in list(self.where.items()):
                if node == packet.node:
                    self._rewatch(table)
        self._send_again(taken.lost)
        if packet.room > self.desk.room.chain(ROOM).head.number:
            self.follow()
        found: list[Message] = []
        base = peer.index * REMOTE
        for letter in taken.letters:
            for said in letter.said:
                self._said(said, packet.node)
            for asked in letter.asked:
                if isinstance(asked, In):
                    self.deliver(self.service.introduced(base + asked.client, asked.person))
                elif isinstance(asked, Call):
                    found.append(structs.replace(asked, call=base + asked.call))
                else:
                    found.append(structs.replace(asked, client=base + asked.client))
        return found

    def _said(self, said: Said, node: str) -> None:
        if isinstance(said, Elsewhere):
            self.where.pop(said.table, None)
            if said.client in self.service.viewers.clients:
                self._park(said.table, Sent(said.client, said.data))
        elif isinstance(said, ElsewhereCall):
            self.where.pop(said.table, None)
            self._park(said.table, said.call)
        elif isinstance(said, Out) and said.table:
            clients = self._in_time(said, node)
            if clients:
                self._out.append(Out(clients, said.data))
        else:
            self._out.append(said)

    def _in_time(self, said: Out, node: str) -> list[int]:
        """To whom a frame of a table is passed on: what is late shows it as it was before it moved."""
        at = self.where.get(said.table, (node,))[0]
        if said.table in self.desk.room.tables or at != node:
            return []
        if said.whole:
            for client in said.clients:
                self._asked_afresh.get(client, set()).discard(said.table)
        return [each for each in said.clients if said.table not in self._asked_afresh.get(each, ())]

    def _send_again(self, letters: Sequence[Letter]) -> None:
        """What another node may not have heard: each command has an id, so that it takes effect once."""
        for letter in letters:
            for asked in letter.asked:
                if isinstance(asked, Call):
                    table = asked.args.get("table")
                    if isinstance(table, int):
                        self._park(table, asked)
                elif isinstance(asked, Sent) and asked.client in self.service.viewers.clients:
                    frame = _FRAME.decode(asked.data)
                    if isinstance(frame, CommandFrame) and frame.table:
                        self._park(frame.table, asked)
                    elif isinstance(frame, CommandFrame):
                        client = self.service.viewers.clients[asked.client]
                        self.deliver(self.service.take([Sent(client.number, asked.data)]))

    def _forget_clients(self, peer: Peer) -> None:
        for number in [each for each in self.service.viewers.clients if each // REMOTE == peer.index]:
            self.deliver(self.service.parted(number))

    def _close(self, name: str) -> None:
        peer = self._peers.pop(name)
        self._forget_clients(peer)
        # Found there again, a table is followed there again.
        self.where = {table: at for table, at in self.where.items() if at[0] != name}
        lost = peer.line.begin_anew()
        if peer.asked:
            lost.append(Letter(0, peer.asked, []))
        self._send_again(lost)

    def _part_from_dead(self) -> None:
        """What was said to who is gone, or cut off, is said to who has the table now."""
        live = {node.name: node.run for node in self.nodes if node.live and not node.cut}
        for name, peer in list(self._peers.items()):
            run = live.get(name)
            if run is None or (peer.run and peer.run != run):
                self._close(name)
            else:
                peer.run = run
        for table, (node, run) in list(self.where.items()):
            if live.get(node) != run:
                del self.where[table]

    def _flush(self) -> None:
        """What there is for each node, in as few packets as the bus allows."""
        now, room = self.steady(), self.desk.room.chain(ROOM).head.number
        for name, peer in list(self._peers.items()):
            peer.line.room, peer.line.most = room, self.bus.most
            packets = []
            if peer.asked or peer.said:
                asked, said = peer.asked, peer.said
                peer.asked, peer.said = [], []
                packets = peer.line.post(asked, said, now=now)
            elif (again := peer.line.again(now)) is not None:
                packets = [again]
            for packet in packets:
                self.bus.send(name, words.encode(packet))
            if peer.line.overflows:
                self._close(name)

    # News for all

    def _tell_news(self) -> None:
        moved, self.desk.moved = self.desk.moved, set()
        purses = sorted(moved)
        owns, self._owns = self._owns, []
        ended, self._ended = self._ended, []
        if moved:
            self._sighted = -1  # whoever comes or goes is seen at once
        sights, closed = self._new_sights()
        beat = self._beats != self._told_beat
        if not (purses or owns or ended or sights or closed or beat or self._hello):
            return
        self._told_beat = self._beats
        news = News(
            protocol=PROTOCOL,
            node=self.name,
            run=self.run,
            room=self.desk.room.chain(ROOM).head.number,
            hello=self._hello,
            owns=owns,
            sights=sights,
            closed=closed,
            purses=purses,
            ended=ended,
            unreadable=self._unreadable.tables_of(self.name),
        )
        self._hello = False
        for data in cutting.news(news, most=self.bus.most):
            self.bus.tell(data)

    def _new_sights(self) -> tuple[list[Sight], list[int]]:
        """Tables here that look other than they did; all of them from time to time."""
        if self._beats == self._sighted:
            return [], []
        self._sighted = self._beats
        if self._beats % ALL_AGAIN == 0:
            self._sent_sights.clear()
        sights: list[Sight] = []
        closed: list[int] = []
        for number, hosted in self.desk.room.tables.items():
            if hosted.hosting.closed or not hosted.is_set_up:
                if number in self._sent_sights:
                    closed.append(number)
                    del self._sent_sights[number]
                continue
            sight = self.service.sight(number)
            if self._sent_sights.get(number) != sight:
                self._sent_sights[number] = sight
                sights.append(sight)
        return sights, closed

    def _hear_news(self, news: News) -> None:
        if not words.understood(news.protocol) or (news.node == self.name and news.run != self.run):
            return
        self.hearing.word_of(news.node)
        if news.node == self.name:
            return
        if news.hello:
            self._sent_sights.clear()
            self._sighted = -1
        if news.bye:
            self._next_beat = self.steady()
            return
        for table in news.unreadable:
            self._unreadable.note(table, news.node, ALL_AGAIN * BEAT)
        for table in news.owns:
            self._unreadable.was_read(table)
            if table not in self.desk.room.tables:
                self._is_at(table, news.node, news.run)
        for sight in news.sights:
            if sight.line.table not in self.desk.room.tables:
                self.service.seen(sight)
        for table in news.closed:
            self.service.unseen(table)
        if news.room > self.desk.room.chain(ROOM).head.number:
            self.follow()
        try:
            self.deliver(self.service.purses_changed(news.purses))
            for person in news.ended:
                self.deliver(self.service.end_sessions(person))
        except StoreError:
            return


def _weight(hosted: HostedTable) -> int:
    """How much there is to do at a table."""
    return 0 if hosted.hosting.closed else 1 + len(hosted.seated)


def _as_of_now(node: KnownNode, tables: int) -> KnownNode:
    """A node with the tables that it has; what it said of itself is older than that."""
    each = max(1, node.load // node.tables) if node.tables else 1
    return node._replace(tables=tables, load=max(0, node.load + (tables - node.tables) * each))
