"""Table events of the room: set-up, pauses, approvals, chat, bots, commitments and draws.

They are commands and entries like the table's own and stand in the same stream; applying the entries is the
only way in which `LiveTableState` changes.
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
    """Somebody asks the host of a home game for a seat or for chips."""

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
    """A ruling at a home game that waits for the players' consent."""

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
        """Whom it would take a hand or chips from when it was proposed."""
        self.asked = asked
        self.votes: dict[str, bool] = {}

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Ruling:
        found = cls(*(data[name] for name in ("number", "by", "command", "round", "affected", "asked")))
        found.votes = dict(data["votes"])
        return found


_LATER: Final = ("stopped", "ruling", "rulings")
"""What checkpoints had no word for at first: it is written only where there is something to say."""


class LiveTableState:
    """What the room knows of a table beside the table itself."""

    def __init__(self) -> None:
        self.terms: dict[str, Any] = {}
        self.game = ""
        self.host = ""
        self.code = ""
        """What the link to a home game ends in."""
        self.paused = False
        self.stopped = False
        """Something went wrong here: nothing at stake is played on until the floor has seen to it."""
        self.closing = False
        """No further round is dealt."""
        self.closed = False
        self.guests: list[str] = []
        """Who has come by the link, or been approved."""
        self.asked: list[HostRequest] = []
        self.asks = 0
        self.answered: dict[str, list[Any]] = {}
        """Who was turned down and has not asked again: what he asked for, seat and chips he could have."""
        self.bots: dict[str, str] = {}
        """Temperament by name."""
        self.seal = ""
        """The secret behind the cards being played, as hex; nobody is sent it."""
        self.next_seal = ""
        """The one behind what comes next: its hash is out already."""
        self.next_opens = False
        """Whether that one is opened afterwards: dice and the draw for the button hide nothing."""
        self.nonces: dict[str, str] = {}
        """What people have thrown in for it."""
        self.taken: dict[str, str] = {}
        """Everybody's nonces behind the cards being played."""
        self.seals = 0
        """How many there have been, the next one included."""
        self.present = 0
        """The number of the one behind the cards being played."""
        self.draws = 0
        """What has been drawn under the present seal."""
        self.wakings = 0
        self.sent: list[str] = []
        """Who has to leave when the round is over."""
        self.ruling: Ruling | None = None
        """What the players of a home game are asked to agree to."""
        self.rulings = 0
        """How many they were asked about."""

    def clear_removal(self, person: str) -> None:
        """Somebody has left his seat, or takes one anew."""
        if person in self.sent:
            self.sent = [name for name in self.sent if name != person]

    def to_dict(self) -> dict[str, Any]:
        found = dict(vars(self))
        found["asked"] = [ask.to_list() for ask in self.asked]
        if self.ruling is not None:
            found["ruling"] = self.ruling.to_dict()
        for name in _LATER:
            if not found[name]:
                del found[name]
        return found

    def restore(self, data: dict[str, Any]) -> None:
        for name, usual in vars(self).items():
            setattr(self, name, data.get(name, usual) if name in _LATER else data[name])
        self.asked = [HostRequest(*row) for row in data["asked"]]
        if "ruling" in data:
            self.ruling = Ruling.from_dict(data["ruling"])


# Commands


class SetUpTable(Command, frozen=True, kw_only=True, tag="put-terms"):
    """Set a table up in the room."""

    terms: dict[str, Any]
    kind: Name
    game: Name
    host: Name = ""
    code: Name = ""


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """No further round until play goes on; the one being played ends first."""

    why: Words = ""


class ResumePlay(Command, frozen=True, kw_only=True, tag="go-on"):
    """Play goes on."""

    why: Words = ""


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """Close the table after the round being played; everybody leaves with his chips."""

    why: Words = ""


class Stop(Command, frozen=True, kw_only=True, tag="stop"):
    """The house cannot go on with what is being played: something failed that should never fail."""

    doing: Name
    """What was being done."""
    error: Said
    """What the program says of it; nobody is sent it, for it may name a card."""


class VoidRound(Command, frozen=True, kw_only=True, tag="void-round"):
    """At a table that has stopped: everybody has back what he put in, and no round begins before go-on."""

    why: Words = ""


class TransferHost(Command, frozen=True, kw_only=True, tag="hand-over"):
    """Make somebody else the host."""

    to: Name


class ChangeInviteCode(Command, frozen=True, kw_only=True, tag="new-link"):
    """Give the game another link: the old one leads nowhere, and who has come stays."""

    code: Name = ""
    """Thought of by the room."""


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Come to a home game by its link."""

    code: Name
    """What the link ends in."""


class Approve(Command, frozen=True, kw_only=True, tag="approve"):
    """Let somebody sit, or have chips, as asked."""

    ask: Count
    """Its number, out of `asked`."""


class Deny(Command, frozen=True, kw_only=True, tag="deny"):
    """Turn down what somebody asked for, or say what he could have instead."""

    ask: Count
    """Its number, out of `asked`."""
    seat: Seat = 0
    """That he could have; 0: none."""
    chips: Chips = 0
    """That he could have; 0: none."""


class RemovePlayer(Command, frozen=True, kw_only=True, tag="remove"):
    """Somebody has to leave; during a round when it is over."""

    player: Name
    why: Words


class SeatBot(Command, frozen=True, kw_only=True, tag="seat-bot"):
    """Seat a player without a person; everybody sees that it is one."""

    player: Name
    """Its name."""
    temperament: Name
    """How it plays."""
    seat: Seat
    chips: Chips


class ProposeRuling(Command, frozen=True, kw_only=True, tag="propose-ruling"):
    """Ask the players of a home game to agree to a ruling; given as itself a ruling becomes this by itself
    where it would take a hand or chips from somebody."""

    command: dict[str, Any]
    """The ruling, as it would be given."""


class Consent(Command, frozen=True, kw_only=True, tag="consent"):
    """Agree to a ruling that waits for the players of a home game, or object to it."""

    ruling: Count
    """Its number."""
    agree: bool = True


class Chat(Command, frozen=True, kw_only=True, tag="say"):
    """Say something to the table."""

    text: Said


class ContributeNonce(Command, frozen=True, kw_only=True, tag="nonce"):
    """Throw chance of one's own into the next shuffle: 16 to 64 bytes as hex."""

    bytes: Hex


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Wager no more before this deal or shake: when everybody is ready the betting need not last on."""


class ReportPlay(Command, frozen=True, kw_only=True, tag="report-play"):
    """Tell the house of play that looks wrong."""

    player: Name
    why: Words


class CommitSecret(Command, frozen=True, kw_only=True, tag="seal-next"):
    """The house draws the secret of the next round and publishes its hash."""


class DrawCommittedCards(Command, frozen=True, kw_only=True, tag="draw-by-seal"):
    """The house shuffles or throws by the seal."""

    what: Name


class RestartClocks(Command, frozen=True, kw_only=True, tag="wake"):
    """A process takes the table up where the log leaves it; clocks begin anew."""


COMMANDS: Final = command_registry(
    SetUpTable, Pause, ResumePlay, Close, Stop, VoidRound, TransferHost, ChangeInviteCode, Join, Approve,
    Deny, RemovePlayer, SeatBot,
    ProposeRuling, Consent, Chat, ContributeNonce, Ready, ReportPlay, CommitSecret, DrawCommittedCards,
    RestartClocks,
)  # fmt: skip


# Entries


class LiveTableEvent(TableEntry, frozen=True, kw_only=True):
    """An entry that changes what the room knows of a table."""

    def apply(self, state: LiveTableState) -> None:
        """Change the state as this entry says."""


class TableSetUp(LiveTableEvent, frozen=True, kw_only=True):
    """The table is set up."""

    NAME: ClassVar[str] = "terms-put"
    terms: dict[str, Any]
    kind: str
    game: str
    host: str
    code: str

    def apply(self, state: LiveTableState) -> None:
        state.terms = self.terms
        state.game = self.game
        state.host = self.host
        state.code = self.code
        if self.host:
            state.guests = [self.host]

    def seen_by(self, person: str) -> Self:
        # Whoever has the link may come: it is the host's to give.
        return self if person and person == self.host else structs.replace(self, code="")


class Paused(LiveTableEvent, frozen=True, kw_only=True):
    """Play is paused, or goes on."""

    NAME: ClassVar[str] = "paused"
    on: bool
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.paused = self.on
        if not self.on:
            state.stopped = False


class Stopped(LiveTableEvent, frozen=True, kw_only=True):
    """Something failed here, and play has stopped until the floor has seen to it."""

    NAME: ClassVar[str] = "stopped"
    doing: str
    error: str

    def apply(self, state: LiveTableState) -> None:
        state.stopped = state.paused = True

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, error="")


class RoundVoided(LiveTableEvent, frozen=True, kw_only=True):
    """What had stopped is called off: everybody has back what he put in. Play is paused."""

    NAME: ClassVar[str] = "round-voided"
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
    """The table is closed: nobody has chips on it."""

    NAME: ClassVar[str] = "closed"

    def apply(self, state: LiveTableState) -> None:
        state.closed = True


class HostChanged(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody else is the host."""

    NAME: ClassVar[str] = "host-changed"
    host: str

    def apply(self, state: LiveTableState) -> None:
        state.host = self.host


class InviteCodeChanged(LiveTableEvent, frozen=True, kw_only=True):
    """Another link leads to the game."""

    NAME: ClassVar[str] = "link-changed"
    host: str
    code: str

    def apply(self, state: LiveTableState) -> None:
        state.code = self.code

    def seen_by(self, person: str) -> Self:
        return self if person and person == self.host else structs.replace(self, code="")


class Joined(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody came to a home game."""

    NAME: ClassVar[str] = "joined"
    player: str

    def apply(self, state: LiveTableState) -> None:
        state.guests = [*state.guests, self.player]


class HostRequestMade(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody asks the host for a seat or for chips."""

    NAME: ClassVar[str] = "asked"
    ask: int
    player: str
    what: str
    seat: int
    chips: int

    def apply(self, state: LiveTableState) -> None:
        state.asked = [
            *(each for each in state.asked if each.person != self.player),
            HostRequest(self.ask, self.player, self.what, self.seat, self.chips),
        ]
        state.asks = self.ask
        state.answered = {name: said for name, said in state.answered.items() if name != self.player}


class HostRequestResolved(LiveTableEvent, frozen=True, kw_only=True):
    """What was asked for is granted or turned down, perhaps with what could be had instead."""

    NAME: ClassVar[str] = "ask-gone"
    ask: int
    player: str
    granted: bool
    seat: int = 0
    chips: int = 0

    def apply(self, state: LiveTableState) -> None:
        [ask] = [each for each in state.asked if each.number == self.ask]
        state.asked = [each for each in state.asked if each.number != self.ask]
        if not self.granted:
            state.answered = {**state.answered, self.player: [ask.what, self.seat, self.chips]}


class PlayerRemoved(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody was told to leave, by whom and why."""

    NAME: ClassVar[str] = "sent-away"
    player: str
    by: str
    why: str

    def apply(self, state: LiveTableState) -> None:
        state.sent = [*state.sent, self.player]


class BotSeated(LiveTableEvent, frozen=True, kw_only=True):
    """A player without a person has a seat."""

    NAME: ClassVar[str] = "bot-seated"
    player: str
    temperament: str
    by: str = ""
    """Who had it sit down; empty where the house itself did."""

    def apply(self, state: LiveTableState) -> None:
        state.bots = {**state.bots, self.player: self.temperament}


class RulingProposed(LiveTableEvent, frozen=True, kw_only=True):
    """The players of a home game are asked to agree to a ruling; the one before it is off the table."""

    NAME: ClassVar[str] = "ruling-proposed"
    ruling: int
    by: str
    command: dict[str, Any]
    """The ruling."""
    round: int
    affected: list[str]
    """Whom it takes a hand or chips from: if all of them agree it is carried out."""
    asked: list[str]
    """Who may answer: if more than half of them agree it is carried out."""

    def apply(self, state: LiveTableState) -> None:
        state.ruling = Ruling(self.ruling, self.by, self.command, self.round, self.affected, self.asked)
        state.rulings = self.ruling


class Consented(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody has agreed to a ruling, or objected to it."""

    NAME: ClassVar[str] = "consented"
    ruling: int
    player: str
    agree: bool

    def apply(self, state: LiveTableState) -> None:
        assert state.ruling is not None
        state.ruling.votes = {**state.ruling.votes, self.player: self.agree}


class RulingGone(LiveTableEvent, frozen=True, kw_only=True):
    """A ruling that was proposed is carried out, or never will be."""

    NAME: ClassVar[str] = "ruling-gone"
    ruling: int
    by: str
    """Whose ruling it is."""
    carried: bool

    def apply(self, state: LiveTableState) -> None:
        state.ruling = None


class ChatMessageSent(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody said something."""

    NAME: ClassVar[str] = "said"
    player: str
    text: str


class NonceContributed(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody has thrown in chance of his own."""

    NAME: ClassVar[str] = "nonce-thrown"
    player: str
    bytes: str

    def apply(self, state: LiveTableState) -> None:
        state.nonces = {**state.nonces, self.player: self.bytes}

    def seen_by(self, person: str) -> Self:
        # Nobody chooses his own with the others' before him: they are out when the seal is taken.
        return self if person == self.player else structs.replace(self, bytes="")


class PlayerReady(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody has made his wagers; it holds until the betting is closed."""

    NAME: ClassVar[str] = "is-ready"
    player: str


class PlayReported(LiveTableEvent, frozen=True, kw_only=True):
    """Somebody told the house of play that looks wrong, as logs of before have it beside the play."""

    NAME: ClassVar[str] = "play-reported"
    by: str
    player: str
    why: str

    def seen_by(self, person: str) -> Self:
        return self if person == self.by else structs.replace(self, by="", player="", why="")


class SecretCommitted(LiveTableEvent, frozen=True, kw_only=True):
    """The secret of a round to come is drawn; its hash is public from now on."""

    NAME: ClassVar[str] = "sealed"
    seal: int
    opens: bool
    secret: str
    commitment: str

    def apply(self, state: LiveTableState) -> None:
        state.next_seal = self.secret
        state.next_opens = self.opens
        state.seals = self.seal
        state.nonces = {}

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, secret="")


class CommitmentActivated(LiveTableEvent, frozen=True, kw_only=True):
    """The sealed secret and these nonces decide what is drawn from now on."""

    NAME: ClassVar[str] = "seal-taken"
    seal: int
    commitment: str
    nonces: dict[str, str]
    """Everybody's who has a seat, the house's own where somebody sent none."""

    def apply(self, state: LiveTableState) -> None:
        state.seal = state.next_seal
        state.present = self.seal
        state.taken = self.nonces
        state.next_seal = ""
        state.nonces = {}
        state.draws = 0


class DrawCommitted(LiveTableEvent, frozen=True, kw_only=True):
    """Cards were shuffled, or dice thrown, by the seal: published before the first of them is seen."""

    NAME: ClassVar[str] = "drawn-by-seal"
    seal: int
    label: str
    count: int
    """How many cards or dice."""
    cut: list[int]
    """Least and most of the cut that was drawn with them; empty where none is made."""
    root: str
    """Of the tree over the salted cards; for what hides nothing, the hash of what it was drawn by."""
    opened: str
    """The secret, where what was drawn hides nothing."""

    def apply(self, state: LiveTableState) -> None:
        state.draws += 1


class ClocksRestarted(LiveTableEvent, frozen=True, kw_only=True):
    """A process has taken the table up; clocks begin anew."""

    NAME: ClassVar[str] = "woken"
    rules: str
    """Version of the rules by which is decided from now on."""

    def apply(self, state: LiveTableState) -> None:
        state.wakings += 1


EVENTS: Final[dict[str, type[LiveTableEvent]]] = {
    kind.NAME: kind
    for kind in (
        TableSetUp, Paused, Stopped, RoundVoided, Closing, Closed, HostChanged, InviteCodeChanged, Joined,
        HostRequestMade,
        HostRequestResolved, PlayerRemoved, RulingProposed, Consented, RulingGone,
        BotSeated, ChatMessageSent, NonceContributed, PlayerReady, PlayReported, SecretCommitted,
        CommitmentActivated, DrawCommitted, ClocksRestarted,
    )
}  # fmt: skip


def read_nonce(text: str) -> bytes:
    """The bytes that somebody throws in."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if not 16 <= len(found) <= 64:
        raise InvalidError(f"bytes {text[:40]!r}: 16 to 64 bytes as hex are wanted")
    return found
