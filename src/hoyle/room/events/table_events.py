"""Table events of the room: set-up, pauses, approvals, chat, bots, commitments and draws.

Their commands and events are like the table's own and are recorded in the same stream; `LiveTableState`
changes only by applying these events.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Self

from msgspec import Meta, structs

from hoyle.core.errors import InvalidError
from hoyle.table.command_base import Command, command_registry
from hoyle.table.field_types import Chips, Count, Name, Seat, Words
from hoyle.table.log.event_base import TableEntry

MAX_SAID: Final = 300
Said = Annotated[str, Meta(max_length=MAX_SAID)]
Hex = Annotated[str, Meta(max_length=128)]


class HostRequest:
    """Request to the host of a home game for a seat or for chips."""

    def __init__(self, number: int, person: str, what: str, seat: int, chips: int) -> None:
        self.number = number
        self.person = person
        self.what = what
        """``sit`` or ``top-up``."""
        self.seat = seat
        self.chips = chips

    def to_list(self) -> list[Any]:
        return [self.number, self.person, self.what, self.seat, self.chips]


class Ruling:
    """Ruling at a home game that waits for the players' consent."""

    def __init__(
        self,
        number: int,
        by: str,
        command: dict[str, Any],
        round_: int,
        affected: list[str],
        asked: list[str],
    ) -> None:
        self.number = number
        self.by = by
        self.command = command
        self.round = round_
        self.affected = affected
        """Players from whom it would take a hand or chips, when it was proposed."""
        self.asked = asked
        self.votes: dict[str, bool] = {}

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Ruling:
        ruling = cls(*(data[name] for name in ("number", "by", "command", "round", "affected", "asked")))
        ruling.votes = dict(data["votes"])
        return ruling


class LiveTableState:
    """Room-side state of a table: host, guests, requests, pauses, bots and commitments."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self.game = ""
        self.host = ""
        self.code = ""
        """Invite code: the last part of the link to a home game."""
        self.paused = False
        self.stopped = False
        """Whether a defect stopped the table: chips at stake wait until the floor resolves it."""
        self.closing = False
        """Whether the table closes after this round."""
        self.closed = False
        self.guests: list[str] = []
        """People who have joined by the link."""
        self.seat_requests: list[HostRequest] = []
        self.seat_request_count = 0
        self.denied_requests: dict[str, list[Any]] = {}
        """Declined requests by person, until they ask again: what, and the seat and chips offered instead."""
        self.bots: dict[str, str] = {}
        """Temperaments of the bots, by name."""
        self.secret = ""
        """Secret of the current commitment, as hex; never sent to a client."""
        self.next_secret = ""
        """Secret of the next commitment, whose hash is published."""
        self.next_opens = False
        """Whether the next secret is revealed after the draw, as for dice and the draw for the button."""
        self.nonces: dict[str, str] = {}
        """Nonces contributed to the next commitment."""
        self.used_nonces: dict[str, str] = {}
        """Nonces of all players in the current commitment."""
        self.commitment_count = 0
        """Number of commitments so far, with the next one."""
        self.commitment_number = 0
        """Number of the current commitment."""
        self.draws = 0
        """Number of draws under the current commitment."""
        self.clock_restarts = 0
        self.removed_players: list[str] = []
        """Players who have to leave when the round is over."""
        self.ruling: Ruling | None = None
        """Ruling that waits for the consent of a home game's players."""
        self.rulings = 0
        """Number of rulings proposed so far."""

    def clear_removal(self, person: str) -> None:
        """Forget that a person has to leave, once they have left or sit down again."""
        if person in self.removed_players:
            self.removed_players = [name for name in self.removed_players if name != person]

    def to_dict(self) -> dict[str, Any]:
        data = dict(vars(self))
        data["seat_requests"] = [request.to_list() for request in self.seat_requests]
        data["ruling"] = None if self.ruling is None else self.ruling.to_dict()
        return data

    def restore(self, data: dict[str, Any]) -> None:
        for name in vars(self):
            setattr(self, name, data[name])
        self.seat_requests = [HostRequest(*row) for row in data["seat_requests"]]
        self.ruling = None if data["ruling"] is None else Ruling.from_dict(data["ruling"])


# Commands


class SetUpTable(Command, frozen=True, kw_only=True, tag="set-up-table"):
    """Set a table up in the room."""

    settings: dict[str, Any]
    kind: Name
    game: Name
    host: Name = ""
    code: Name = ""


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Pause the table after the round being played."""

    why: Words = ""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Resume play at a paused or stopped table."""

    why: Words = ""


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """Close the table after the round being played; all players leave with their chips."""

    why: Words = ""


class Stop(Command, frozen=True, kw_only=True, tag="stop"):
    """Stop a table at which a command hit a defect; given by the house."""

    doing: Name
    """Name of the command that failed."""
    error: Said
    """Error text; never sent to a client, since it may name a card."""


class VoidRound(Command, frozen=True, kw_only=True, tag="void-round"):
    """Void the round at a stopped table: wagers are returned, and no round begins before it is resumed."""

    why: Words = ""


class TransferHost(Command, frozen=True, kw_only=True, tag="transfer-host"):
    """Make another guest the host."""

    to: Name


class ReplaceInviteLink(Command, frozen=True, kw_only=True, tag="replace-invite-link"):
    """Replace the invite link; guests who have joined stay."""

    code: Name = ""
    """Chosen by the room."""


class JoinHomeGame(Command, frozen=True, kw_only=True, tag="join-home-game"):
    """Join a home game by its link."""

    code: Name
    """Last part of the link."""


class ApproveSeatRequest(Command, frozen=True, kw_only=True, tag="approve-seat-request"):
    """Approve a request for a seat or for chips."""

    request_id: Count
    """Number of the request, from `seat_requests`."""


class DenySeatRequest(Command, frozen=True, kw_only=True, tag="deny-seat-request"):
    """Decline a request for a seat or for chips, perhaps with an alternative."""

    request_id: Count
    """Number of the request, from `seat_requests`."""
    seat: Seat = 0
    """Seat offered instead; 0: none."""
    chips: Chips = 0
    """Chips offered instead; 0: none."""


class RemovePlayer(Command, frozen=True, kw_only=True, tag="remove-player"):
    """Remove a player from the table, after the round being played."""

    player: Name
    why: Words


class SeatBot(Command, frozen=True, kw_only=True, tag="seat-bot"):
    """Seat a bot, which is labelled as one."""

    player: Name
    """Name of the bot."""
    style: Name
    """Play style of the bot."""
    seat: Seat
    chips: Chips


class ProposeRuling(Command, frozen=True, kw_only=True, tag="propose-ruling"):
    """Propose a ruling to the players of a home game; a ruling given directly becomes a proposal where it
    would take a hand or chips from a player."""

    command: dict[str, Any]
    """Command of the ruling."""


class Consent(Command, frozen=True, kw_only=True, tag="consent"):
    """Agree or object to a proposed ruling at a home game."""

    ruling: Count
    """Number of the ruling."""
    agree: bool = True


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """Send a chat message to the table."""

    text: Said


class ContributeNonce(Command, frozen=True, kw_only=True, tag="contribute-nonce"):
    """Contribute a nonce to the next shuffle or throw: 16 to 64 bytes as hex."""

    bytes: Hex


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Say that one needs no more time to wager, or before the next hand."""


class ReportPlay(Command, frozen=True, kw_only=True, tag="report-play"):
    """Report suspicious play to the house."""

    player: Name
    why: Words


class CommitSecret(Command, frozen=True, kw_only=True, tag="commit-secret"):
    """Draw the next secret and publish its hash; given by the house."""


class DrawCommittedCards(Command, frozen=True, kw_only=True, tag="draw-committed-cards"):
    """Activate the commitment, or draw cards or dice by it; given by the house."""

    what: Name


class RestartClocks(Command, frozen=True, kw_only=True, tag="restart-clocks"):
    """Restart all clocks after the table was loaded or the system clock was set; given by the house."""


COMMANDS: Final = command_registry(
    SetUpTable, Pause, Resume, Close, Stop, VoidRound, TransferHost, ReplaceInviteLink, JoinHomeGame,
    ApproveSeatRequest, DenySeatRequest, RemovePlayer, SeatBot, ProposeRuling, Consent, Chat,
    ContributeNonce, Ready, ReportPlay, CommitSecret, DrawCommittedCards, RestartClocks,
)  # fmt: skip


# Events


class LiveTableEvent(TableEntry, frozen=True, kw_only=True):
    """Event that changes the room-side state of a table."""

    def apply(self, state: LiveTableState) -> None:
        """Apply the event to the state."""


class TableSetUp(LiveTableEvent, frozen=True, kw_only=True):
    """The table was set up."""

    NAME: ClassVar[str] = "table-set-up"
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

    NAME: ClassVar[str] = "paused"
    on: bool
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.paused = self.on
        if not self.on:
            state.stopped = False


class TableFaulted(LiveTableEvent, frozen=True, kw_only=True):
    """A defect stopped play until the floor resolves it."""

    NAME: ClassVar[str] = "table-faulted"
    doing: str
    error: str

    def apply(self, state: LiveTableState) -> None:
        state.stopped = state.paused = True

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, error="")


class FaultedRoundVoided(LiveTableEvent, frozen=True, kw_only=True):
    """A stopped round was voided and its wagers returned; play stays paused."""

    NAME: ClassVar[str] = "faulted-round-voided"
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.stopped = False


class Closing(LiveTableEvent, frozen=True, kw_only=True):
    """The table closes after this round."""

    NAME: ClassVar[str] = "closing"
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.closing = True


class Closed(LiveTableEvent, frozen=True, kw_only=True):
    """The table was closed, without chips on it."""

    NAME: ClassVar[str] = "closed"

    def apply(self, state: LiveTableState) -> None:
        state.closed = True


class HostChanged(LiveTableEvent, frozen=True, kw_only=True):
    """The host changed."""

    NAME: ClassVar[str] = "host-changed"
    host: str

    def apply(self, state: LiveTableState) -> None:
        state.host = self.host


class InviteLinkReplaced(LiveTableEvent, frozen=True, kw_only=True):
    """The invite link was replaced."""

    NAME: ClassVar[str] = "invite-link-replaced"
    host: str
    code: str

    def apply(self, state: LiveTableState) -> None:
        state.code = self.code

    def seen_by(self, person: str) -> Self:
        return self if person and person == self.host else structs.replace(self, code="")


class Joined(LiveTableEvent, frozen=True, kw_only=True):
    """A person joined a home game."""

    NAME: ClassVar[str] = "joined"
    player: str

    def apply(self, state: LiveTableState) -> None:
        state.guests = [*state.guests, self.player]


class SeatRequested(LiveTableEvent, frozen=True, kw_only=True):
    """A person asked the host for a seat or for chips."""

    NAME: ClassVar[str] = "seat-requested"
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
        state.denied_requests = {
            name: answer for name, answer in state.denied_requests.items() if name != self.player
        }


class SeatRequestClosed(LiveTableEvent, frozen=True, kw_only=True):
    """A request was granted or declined, perhaps with an alternative."""

    NAME: ClassVar[str] = "seat-request-closed"
    request_id: int
    player: str
    granted: bool
    seat: int = 0
    chips: int = 0

    def apply(self, state: LiveTableState) -> None:
        [resolved] = [request for request in state.seat_requests if request.number == self.request_id]
        state.seat_requests = [
            request for request in state.seat_requests if request.number != self.request_id
        ]
        if not self.granted:
            state.denied_requests = {
                **state.denied_requests,
                self.player: [resolved.what, self.seat, self.chips],
            }


class PlayerRemoved(LiveTableEvent, frozen=True, kw_only=True):
    """A player was told to leave."""

    NAME: ClassVar[str] = "player-removed"
    player: str
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.removed_players = [*state.removed_players, self.player]


class BotSeated(LiveTableEvent, frozen=True, kw_only=True):
    """A bot took a seat."""

    NAME: ClassVar[str] = "bot-seated"
    player: str
    style: str
    by: str = ""
    """Person who seated it; empty for the house."""

    def apply(self, state: LiveTableState) -> None:
        state.bots = {**state.bots, self.player: self.style}


class RulingProposed(LiveTableEvent, frozen=True, kw_only=True):
    """A ruling was proposed to the players of a home game; it replaces an earlier proposal."""

    NAME: ClassVar[str] = "ruling-proposed"
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

    NAME: ClassVar[str] = "consented"
    ruling: int
    player: str
    agree: bool

    def apply(self, state: LiveTableState) -> None:
        assert state.ruling is not None
        state.ruling.votes = {**state.ruling.votes, self.player: self.agree}


class RulingClosed(LiveTableEvent, frozen=True, kw_only=True):
    """A proposed ruling was carried out or rejected."""

    NAME: ClassVar[str] = "ruling-closed"
    ruling: int
    by: str
    """Person who proposed it."""
    carried: bool

    def apply(self, state: LiveTableState) -> None:
        state.ruling = None


class ChatMessageSent(LiveTableEvent, frozen=True, kw_only=True):
    """A person sent a chat message."""

    NAME: ClassVar[str] = "chat-message-sent"
    player: str
    text: str


class NonceContributed(LiveTableEvent, frozen=True, kw_only=True):
    """A player contributed a nonce."""

    NAME: ClassVar[str] = "nonce-contributed"
    player: str
    bytes: str

    def apply(self, state: LiveTableState) -> None:
        state.nonces = {**state.nonces, self.player: self.bytes}

    def seen_by(self, person: str) -> Self:
        # Hidden until the commitment is activated, so that no player can choose theirs by the others'.
        return self if person == self.player else structs.replace(self, bytes="")


class PlayerReady(LiveTableEvent, frozen=True, kw_only=True):
    """A player needs no more time, until the betting is closed or the next hand begins."""

    NAME: ClassVar[str] = "player-ready"
    player: str


class CommitmentPublished(LiveTableEvent, frozen=True, kw_only=True):
    """The secret of a coming round was drawn and its hash published."""

    NAME: ClassVar[str] = "commitment-published"
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

    NAME: ClassVar[str] = "commitment-used"
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

    NAME: ClassVar[str] = "draw-committed"
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

    NAME: ClassVar[str] = "clocks-restarted"
    rules: str
    """Version of the rules from now on."""

    def apply(self, state: LiveTableState) -> None:
        state.clock_restarts += 1


EVENTS: Final[dict[str, type[LiveTableEvent]]] = {
    kind.NAME: kind
    for kind in (
        TableSetUp, Paused, TableFaulted, FaultedRoundVoided, Closing, Closed, HostChanged,
        InviteLinkReplaced, Joined, SeatRequested, SeatRequestClosed, PlayerRemoved, RulingProposed,
        Consented, RulingClosed, BotSeated, ChatMessageSent, NonceContributed, PlayerReady,
        CommitmentPublished, CommitmentUsed, DrawCommitted, ClocksRestarted,
    )
}  # fmt: skip


def read_nonce(text: str) -> bytes:
    """Decode a player's nonce."""
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if not 16 <= len(nonce) <= 64:
        raise InvalidError(f"bytes {text[:40]!r}: expected 16 to 64 bytes as hex")
    return nonce
