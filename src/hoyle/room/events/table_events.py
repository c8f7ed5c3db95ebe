"""Events around a live table: set-up, pauses, seat requests, rulings, chat, bots, commitments and draws.

The room decides them; they are recorded in the table's stream beside the events of its game.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import structs

from hoyle.room.state.live_table_state import HostRequest, LiveTableState, Ruling
from hoyle.table.log.event_base import TableEntry


class LiveTableEvent(TableEntry, frozen=True, kw_only=True):
    """Event that changes the room-side state of a table."""

    CLAUSE: ClassVar[str]
    """Clause of the house rules that the event rests on."""

    def apply(self, state: LiveTableState) -> None:
        """Apply the event to the state."""


class TableSetUp(LiveTableEvent, frozen=True, kw_only=True):
    """The table was set up."""

    CLAUSE: ClassVar[str] = "house tables"
    settings: dict[str, Any]
    kind: str
    game: str
    host: str
    code: str

    def apply(self, state: LiveTableState) -> None:
        state.settings = self.settings
        state.game = self.game
        state.host = self.host
        state.code = self.code
        if self.host:
            state.guests = [self.host]

    def seen_by(self, person: str) -> Self:
        # The link admits any holder, so only the host sees it.
        return self if person and person == self.host else structs.replace(self, code="")


class Paused(LiveTableEvent, frozen=True, kw_only=True):
    """Play was paused or resumed."""

    CLAUSE: ClassVar[str] = "house floor"
    on: bool
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.paused = self.on
        if not self.on:
            state.stopped = False


class TableFaulted(LiveTableEvent, frozen=True, kw_only=True):
    """A defect stopped play until the floor resolves it."""

    CLAUSE: ClassVar[str] = "house incidents"
    doing: str
    error: str

    def apply(self, state: LiveTableState) -> None:
        state.stopped = state.paused = True

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, error="")


class FaultedRoundVoided(LiveTableEvent, frozen=True, kw_only=True):
    """A stopped round was voided and its wagers returned; play stays paused."""

    CLAUSE: ClassVar[str] = "house incidents"
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.stopped = False


class Closing(LiveTableEvent, frozen=True, kw_only=True):
    """The table closes after this round."""

    CLAUSE: ClassVar[str] = "house floor"
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.closing = True


class Closed(LiveTableEvent, frozen=True, kw_only=True):
    """The table was closed, without chips on it."""

    CLAUSE: ClassVar[str] = "house tables"

    def apply(self, state: LiveTableState) -> None:
        state.closed = True


class HostChanged(LiveTableEvent, frozen=True, kw_only=True):
    """The host changed."""

    CLAUSE: ClassVar[str] = "house home-game"
    host: str

    def apply(self, state: LiveTableState) -> None:
        state.host = self.host


class InviteLinkReplaced(LiveTableEvent, frozen=True, kw_only=True):
    """The invite link was replaced."""

    CLAUSE: ClassVar[str] = "house home-game"
    host: str
    code: str

    def apply(self, state: LiveTableState) -> None:
        state.code = self.code

    def seen_by(self, person: str) -> Self:
        return self if person and person == self.host else structs.replace(self, code="")


class Joined(LiveTableEvent, frozen=True, kw_only=True):
    """A person joined a home game."""

    CLAUSE: ClassVar[str] = "house home-game"
    player: str

    def apply(self, state: LiveTableState) -> None:
        state.guests = [*state.guests, self.player]


class SeatRequested(LiveTableEvent, frozen=True, kw_only=True):
    """A person asked the host for a seat or for chips."""

    CLAUSE: ClassVar[str] = "house home-game"
    request_id: int
    player: str
    what: str
    seat: int
    chips: int

    def apply(self, state: LiveTableState) -> None:
        state.seat_requests = [
            *(request for request in state.seat_requests if request.person != self.player),
            HostRequest(self.request_id, self.player, self.what, self.seat, self.chips),
        ]
        state.seat_request_count = self.request_id
        state.denied_requests = {name: answer for name, answer in state.denied_requests.items() if name != self.player}


class SeatRequestClosed(LiveTableEvent, frozen=True, kw_only=True):
    """A request was granted or declined, perhaps with an alternative."""

    CLAUSE: ClassVar[str] = "house home-game"
    request_id: int
    player: str
    granted: bool
    seat: int = 0
    chips: int = 0

    def apply(self, state: LiveTableState) -> None:
        [resolved] = [request for request in state.seat_requests if request.number == self.request_id]
        state.seat_requests = [request for request in state.seat_requests if request.number != self.request_id]
        if not self.granted:
            state.denied_requests = {**state.denied_requests, self.player: [resolved.what, self.seat, self.chips]}


class PlayerRemoved(LiveTableEvent, frozen=True, kw_only=True):
    """A player was removed by staff or the host."""

    CLAUSE: ClassVar[str] = "house conduct"
    player: str
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.removed_players = [*state.removed_players, self.player]


class BotSeated(LiveTableEvent, frozen=True, kw_only=True):
    """A bot took a seat."""

    CLAUSE: ClassVar[str] = "house bots"
    player: str
    style: str
    by: str = ""
    """Person who seated it; empty for the house."""

    def apply(self, state: LiveTableState) -> None:
        state.bots = {**state.bots, self.player: self.style}


class RulingProposed(LiveTableEvent, frozen=True, kw_only=True):
    """A ruling was proposed to the players of a home game; it replaces an earlier proposal."""

    CLAUSE: ClassVar[str] = "house home-game"
    ruling: int
    by: str
    command: dict[str, Any]
    """Command of the ruling."""
    round: int
    affected: list[str]
    """Players from whom it takes a hand or chips: if all of them agree it is carried out."""
    asked: list[str]
    """Players who may answer: if more than half of them agree it is carried out."""

    def apply(self, state: LiveTableState) -> None:
        state.ruling = Ruling(self.ruling, self.by, self.command, self.round, self.affected, self.asked)
        state.rulings = self.ruling


class Consented(LiveTableEvent, frozen=True, kw_only=True):
    """A player agreed or objected to a ruling."""

    CLAUSE: ClassVar[str] = "house home-game"
    ruling: int
    player: str
    agree: bool

    def apply(self, state: LiveTableState) -> None:
        assert state.ruling is not None
        state.ruling.votes = {**state.ruling.votes, self.player: self.agree}


class RulingClosed(LiveTableEvent, frozen=True, kw_only=True):
    """A proposed ruling was carried out or rejected."""

    CLAUSE: ClassVar[str] = "house home-game"
    ruling: int
    by: str
    """Person who proposed it."""
    carried: bool

    def apply(self, state: LiveTableState) -> None:
        state.ruling = None


class ChatMessageSent(LiveTableEvent, frozen=True, kw_only=True):
    """A person sent a chat message."""

    CLAUSE: ClassVar[str] = "house chat"
    player: str
    text: str


class NonceContributed(LiveTableEvent, frozen=True, kw_only=True):
    """A player contributed a nonce."""

    CLAUSE: ClassVar[str] = "house shuffle"
    player: str
    bytes: str

    def apply(self, state: LiveTableState) -> None:
        state.nonces = {**state.nonces, self.player: self.bytes}

    def seen_by(self, person: str) -> Self:
        # Hidden until the commitment is activated, so that no player can choose theirs by the others'.
        return self if person == self.player else structs.replace(self, bytes="")


class PlayerReady(LiveTableEvent, frozen=True, kw_only=True):
    """A player needs no more time, until the betting is closed or the next hand begins."""

    CLAUSE: ClassVar[str] = "house pace"
    player: str


class CommitmentPublished(LiveTableEvent, frozen=True, kw_only=True):
    """The secret of a coming round was drawn and its hash published."""

    CLAUSE: ClassVar[str] = "house shuffle"
    number: int
    opens: bool
    secret: str
    commitment: str

    def apply(self, state: LiveTableState) -> None:
        state.next_secret = self.secret
        state.next_opens = self.opens
        state.commitment_count = self.number
        state.nonces = {}

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, secret="")


class CommitmentUsed(LiveTableEvent, frozen=True, kw_only=True):
    """The committed secret and these nonces determine the draws from now on."""

    CLAUSE: ClassVar[str] = "house shuffle"
    number: int
    commitment: str
    nonces: dict[str, str]
    """Nonces of all seated players; derived from the secret for those who sent none."""

    def apply(self, state: LiveTableState) -> None:
        state.secret = state.next_secret
        state.commitment_number = self.number
        state.used_nonces = self.nonces
        state.next_secret = ""
        state.nonces = {}
        state.draws = 0


class DrawCommitted(LiveTableEvent, frozen=True, kw_only=True):
    """Cards were shuffled or dice thrown by the commitment; published before any of them is shown."""

    CLAUSE: ClassVar[str] = "house shuffle"
    number: int
    label: str
    count: int
    """Number of cards or dice."""
    cut: list[int]
    """Least and most of the cut drawn with them; empty where there is none."""
    root: str
    """Root of the Merkle tree over the salted cards; for an open draw, the hash of its context."""
    opened: str
    """Revealed secret of an open draw."""

    def apply(self, state: LiveTableState) -> None:
        state.draws += 1


class ClocksRestarted(LiveTableEvent, frozen=True, kw_only=True):
    """All clocks were restarted."""

    CLAUSE: ClassVar[str] = "house clock"
    rules: str
    """Version of the rules from now on."""

    def apply(self, state: LiveTableState) -> None:
        state.clock_restarts += 1


EVENTS: Final[dict[str, type[LiveTableEvent]]] = {kind.NAME: kind for kind in LiveTableEvent.__subclasses__()}
