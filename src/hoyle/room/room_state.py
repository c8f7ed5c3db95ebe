"""Room state: people with their roles, tables in the lobby, shared hands, disabled games."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, field

from hoyle.core.money import Transfer
from hoyle.room.auth.player_names import name_skeleton
from hoyle.storage.account_names import CAGE, PROMOTIONS, deposit, wallet
from hoyle.table.command_base import Command, command_registry
from hoyle.table.field_types import Chips, Count, Name, Words
from hoyle.table.log.event_base import TableEntry

GUEST: Final = "guest"
MEMBER: Final = "member"
BOT: Final = "bot"
FORMER: Final = "former"
"""Of an account that was deleted, or that a guest has not used for long."""

PersonName = Annotated[str, Meta(max_length=24)]
Mark = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
"""Hash of a session, of what is kept of a password or of a one-time code (`marks`); empty where there is
none."""
Number = Annotated[int, Meta(ge=0, le=10**12)]
"""Of a record: a stream may grow long."""


class Person:
    """Somebody the room knows."""

    def __init__(self, name: str, kind: str, since: int) -> None:
        self.name = name
        self.kind = kind
        """``guest``, ``member``, ``bot`` or ``former``."""
        self.since = since
        self.sponsor = ""
        """The member who vouches for this account as a second one of their own; empty for most."""
        self.free = False
        """Whether somebody else may have the name, of an account that is a former one."""
        self.roles: list[str] = []
        self.muted = False
        self.disabled = False
        """Takes no new seat; the hand being played is finished."""
        self.blocked: list[str] = []
        """Whose chat he does not read."""


class Claim:
    """A name, or an account, that whoever has a one-time code may have."""

    def __init__(self, name: str, code: str, role: str) -> None:
        self.name = name
        self.code = code
        """The mark of the code."""
        self.role = role
        """What comes with it; empty where nothing does."""


class TableListing:
    """A table as the lobby lists it."""

    def __init__(self, number: int, title: str, game: str, book: str, private: bool) -> None:
        self.number = number
        self.title = title
        self.game = game
        self.book = book
        self.private = private
        self.closed = False


class SharedHand:
    """A hand that its player lets anybody read who has the link."""

    def __init__(self, code: str, player: str, table: int, first: int, whole: bool) -> None:
        self.code = code
        """What the link ends in."""
        self.player = player
        self.table = table
        self.first = first
        """The record that the hand began with."""
        self.whole = whole
        """As its player knew it; otherwise as somebody saw it who only looked on."""


class RoomState:
    """Everything that the room's own stream leads to."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.looks: dict[str, str] = {}
        """Everybody's name by what it leaves when looks are put aside."""
        self.tables: dict[int, TableListing] = {}
        self.disabled_games: list[str] = []
        self.funds: dict[str, dict[str, Any]] = {}
        """What is posted where a jackpot fund collects; every table of a fund posts the same."""
        self.shares: dict[str, SharedHand] = {}
        """By their codes."""
        self.claims: dict[str, Claim] = {}
        """By the names that they are for."""
        self.guests = 0
        """How many guests there are."""

    def add(self, person: Person) -> None:
        """Somebody is known from now on."""
        self.people[person.name] = person
        self.looks[name_skeleton(person.name)] = person.name
        self.guests += person.kind == GUEST

    def becomes(self, name: str, kind: str) -> None:
        """An account is of another kind from now on."""
        person = self.people[name]
        self.guests += (kind == GUEST) - (person.kind == GUEST)
        person.kind = kind

    def behind(self, name: str) -> str:
        """The person behind an account: who vouches for it, or its own name."""
        person = self.people.get(name)
        return name if person is None else person.sponsor or name

    def reserved(self, looks: str) -> Claim | None:
        """The claim to a name that leaves this when looks are put aside."""
        return next((claim for claim in self.claims.values() if name_skeleton(claim.name) == looks), None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "people": [vars(person) for person in self.people.values()],
            "tables": [vars(card) for card in self.tables.values()],
            "disabled_games": self.disabled_games,
            **({"funds": self.funds} if self.funds else {}),
            **({"shares": [vars(share) for share in self.shares.values()]} if self.shares else {}),
            **({"claims": [vars(claim) for claim in self.claims.values()]} if self.claims else {}),
        }

    def restore(self, data: dict[str, Any]) -> None:
        for row in data["people"]:
            person = Person(row["name"], row["kind"], row["since"])
            for name in ("roles", "muted", "disabled", "blocked", "sponsor", "free"):
                setattr(person, name, row[name])
            self.add(person)
        for row in data["tables"]:
            card = TableListing(row["number"], row["title"], row["game"], row["book"], row["private"])
            card.closed = row["closed"]
            self.tables[card.number] = card
        self.disabled_games = list(data["disabled_games"])
        self.funds = dict(data.get("funds", {}))
        self.shares = {row["code"]: SharedHand(**row) for row in data.get("shares", ())}
        self.claims = {row["name"]: Claim(**row) for row in data.get("claims", ())}


# Commands


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """Come in as a guest, with play chips."""

    player: PersonName
    chips: Chips = 0
    kind: Name = GUEST
    session: Mark = ""
    sponsor: Name = ""
    """The member who vouches for the account as a second one of their own."""


class Register(Command, frozen=True, kw_only=True, tag="register"):
    """Become a member; name and wallet stay, and a new session takes the place of all before it."""

    password: Mark = ""
    session: Mark = ""
    ended: list[Mark] = field(default_factory=list)
    """The sessions that there were."""


class ChangePassword(Command, frozen=True, kw_only=True, tag="change-password"):
    """Have another password; a new session takes the place of all before it."""

    password: Mark
    session: Mark = ""
    ended: list[Mark] = field(default_factory=list)


class IssueCode(Command, frozen=True, kw_only=True, tag="issue-code"):
    """Reserve a name, or let an account be taken over, for whoever has a one-time code; the house's doing."""

    player: PersonName
    code: Mark
    role: Name = ""
    """What comes with the name."""
    reset: bool = False
    """The password of the account, and its sessions, end at once."""
    ended: list[Mark] = field(default_factory=list)
    why: Words = ""


class ClaimName(Command, frozen=True, kw_only=True, tag="claim-name"):
    """Have a name by its one-time code, as a member with a new password; the doorman has looked."""

    code: Mark
    password: Mark = ""
    session: Mark = ""
    chips: Chips = 0
    """Play chips, where the account is a new one."""
    ended: list[Mark] = field(default_factory=list)


class Depart(Command, frozen=True, kw_only=True, tag="depart"):
    """Delete an account: its sessions end, its play chips go back, nobody comes in by it again."""

    player: Name
    chips: Chips
    """What was in its wallet."""
    free: bool = False
    """Whether somebody else may have the name: it stands in no record of play."""
    ended: list[Mark] = field(default_factory=list)
    why: Words = ""


class GrantPlayChips(Command, frozen=True, kw_only=True, tag="fresh-chips"):
    """Play chips of the house for somebody who has few left; the doorman has counted."""

    chips: Chips


class LogIn(Command, frozen=True, kw_only=True, tag="log-in"):
    """Somebody has shown who they are, or failed to; the doorman has looked."""

    good: bool
    failures: Count = 0
    """Wrong passwords since the last record of them."""
    session: Mark = ""


class LogOut(Command, frozen=True, kw_only=True, tag="log-out"):
    """Somebody has ended a session."""

    session: Mark = ""


class GrantRole(Command, frozen=True, kw_only=True, tag="grant-role"):
    """Give somebody a role of the house."""

    player: Name
    role: Name
    why: Words = ""


class RevokeRole(Command, frozen=True, kw_only=True, tag="take-role"):
    """Take it from him."""

    player: Name
    role: Name
    why: Words = ""


class IssueChips(Command, frozen=True, kw_only=True, tag="issue-chips"):
    """Chips for money that came in at the cage."""

    player: Name
    chips: Chips
    why: Words = ""


class RedeemChips(Command, frozen=True, kw_only=True, tag="redeem-chips"):
    """Money out at the cage for chips."""

    player: Name
    chips: Chips
    why: Words = ""


class OpenTable(Command, frozen=True, kw_only=True, tag="open-table"):
    """Open a table for everybody: its sign and the room's terms."""

    game: Name
    sign: dict[str, Any]
    """What is posted, as `POST /api/signs` has it."""
    terms: dict[str, Any] = field(default_factory=dict)
    """As in Terms; whatever is left out is as usual."""


class OpenHomeGame(Command, frozen=True, kw_only=True, tag="open-home-game"):
    """Open a table of one's own, and be its host."""

    game: Name
    sign: dict[str, Any]
    """What is posted, as `POST /api/signs` has it."""
    terms: dict[str, Any] = field(default_factory=dict)
    """As in Terms; whatever is left out is as usual."""


class CloseTable(Command, frozen=True, kw_only=True, tag="close-table"):
    """A table is closed, with nobody's chips on it; the house's own doing."""

    table: Count


class DisablePerson(Command, frozen=True, kw_only=True, tag="disable"):
    """Somebody takes no new seat; what he plays is finished."""

    player: Name
    why: Words


class EnablePerson(Command, frozen=True, kw_only=True, tag="enable"):
    """He may again."""

    player: Name
    why: Words = ""


class DisableGame(Command, frozen=True, kw_only=True, tag="disable-game"):
    """A game is not dealt again after the rounds being played."""

    game: Name
    why: Words


class EnableGame(Command, frozen=True, kw_only=True, tag="enable-game"):
    """It is dealt again."""

    game: Name
    why: Words = ""


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """Nobody reads what he says until he is unmuted."""

    player: Name
    why: Words = ""


class Unmute(Command, frozen=True, kw_only=True, tag="unmute"):
    """He may speak again."""

    player: Name
    why: Words = ""


class Block(Command, frozen=True, kw_only=True, tag="block"):
    """Not to read what somebody says."""

    player: Name


class Unblock(Command, frozen=True, kw_only=True, tag="unblock"):
    """To read it again."""

    player: Name


class ShareHand(Command, frozen=True, kw_only=True, tag="share-hand"):
    """Let anybody who has the link read one of one's hands."""

    table: Count
    first: Number
    """The hand's first record."""
    code: Annotated[str, Meta(pattern=r"\A[0-9a-f]{24}\Z")]
    """What the link ends in; nobody can guess it."""
    whole: bool = False
    """As one knew it; else as an onlooker saw it."""


class UnshareHand(Command, frozen=True, kw_only=True, tag="unshare-hand"):
    """Take a link back: it leads nowhere from now on."""

    code: Annotated[str, Meta(pattern=r"\A[0-9a-f]{24}\Z")]


class ReportPlay(Command, frozen=True, kw_only=True, tag="report-play"):
    """Tell the house of play that looks wrong; asked for at the table, which learns nothing of it."""

    table: Count
    round: Number
    """The one that was being played, or the last."""
    player: Name
    why: Words


class ReadHands(Command, frozen=True, kw_only=True, tag="read-hands"):
    """An auditor reads rounds that are over, every card of them; that he did so is on record."""

    table: Count
    first: Number
    last: Number
    why: Words


class CheckInstalledFiles(Command, frozen=True, kw_only=True, tag="check-program"):
    """The program looks whether its own files are what they were; the house's own doing."""

    files: Count
    digest: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


COMMANDS: Final = command_registry(
    Enter, Register, ChangePassword, IssueCode, ClaimName, Depart, GrantPlayChips, LogIn, LogOut, GrantRole,
    RevokeRole, IssueChips, RedeemChips, OpenTable, OpenHomeGame, CheckInstalledFiles, CloseTable,
    DisablePerson, EnablePerson,
    DisableGame, EnableGame, Mute, Unmute, Block, Unblock, ReportPlay, ReadHands, ShareHand, UnshareHand,
)  # fmt: skip

INTERNAL_COMMANDS: Final = frozenset((
    "enter", "register", "fresh-chips", "log-in", "log-out", "change-password", "issue-code", "claim-name",
    "depart",
))  # fmt: skip
"""Given by the program at the door alone, never by a request."""


# Entries


class RoomEvent(TableEntry, frozen=True, kw_only=True):
    """An entry that changes the room."""

    def apply(self, state: RoomState) -> None:
        """Change the state as this entry says."""


class Entered(RoomEvent, frozen=True, kw_only=True):
    """Somebody new is here, with the play chips that the house gives."""

    NAME: ClassVar[str] = "entered"
    player: str
    kind: str
    time: int
    chips: int
    session: str = ""
    sponsor: str = ""

    def apply(self, state: RoomState) -> None:
        person = Person(self.player, self.kind, self.time)
        person.sponsor = self.sponsor
        state.add(person)

    def transfers(self) -> list[Transfer]:
        return [Transfer(PROMOTIONS, wallet(self.player), self.chips)] if self.chips else []


class PlayChipsGranted(RoomEvent, frozen=True, kw_only=True):
    """Somebody has play chips of the house again."""

    NAME: ClassVar[str] = "refreshed"
    player: str
    chips: int

    def transfers(self) -> list[Transfer]:
        return [Transfer(PROMOTIONS, wallet(self.player), self.chips)]


class Registered(RoomEvent, frozen=True, kw_only=True):
    """A guest is a member from now on."""

    NAME: ClassVar[str] = "registered"
    player: str
    password: str = ""
    session: str = ""

    def apply(self, state: RoomState) -> None:
        state.becomes(self.player, MEMBER)


class PasswordChanged(RoomEvent, frozen=True, kw_only=True):
    """Somebody has another password."""

    NAME: ClassVar[str] = "password-changed"
    player: str
    password: str
    session: str = ""


class CodeIssued(RoomEvent, frozen=True, kw_only=True):
    """A name, or an account, is for whoever has a one-time code; the code before it is none any more."""

    NAME: ClassVar[str] = "code-issued"
    player: str
    code: str
    role: str = ""
    reset: bool = False
    why: str = ""

    def apply(self, state: RoomState) -> None:
        state.claims[self.player] = Claim(self.player, self.code, self.role)


class NameClaimed(RoomEvent, frozen=True, kw_only=True):
    """Somebody had the code: the name is theirs, and the code is used up."""

    NAME: ClassVar[str] = "name-claimed"
    player: str
    code: str

    def apply(self, state: RoomState) -> None:
        del state.claims[self.player]


class Departed(RoomEvent, frozen=True, kw_only=True):
    """An account is a former one: its play chips are the house's again."""

    NAME: ClassVar[str] = "departed"
    player: str
    chips: int
    free: bool
    why: str = ""

    def apply(self, state: RoomState) -> None:
        person = state.people[self.player]
        state.becomes(self.player, FORMER)
        person.free, person.roles, person.blocked = self.free, [], []
        state.shares = {code: share for code, share in state.shares.items() if share.player != self.player}
        if self.player in state.claims:
            del state.claims[self.player]

    def transfers(self) -> list[Transfer]:
        return [Transfer(wallet(self.player), PROMOTIONS, self.chips)] if self.chips else []


class LoggedIn(RoomEvent, frozen=True, kw_only=True):
    """Somebody came in by his password, or failed to."""

    NAME: ClassVar[str] = "logged-in"
    player: str
    good: bool
    failures: int
    session: str = ""


class LoggedOut(RoomEvent, frozen=True, kw_only=True):
    """A session ended."""

    NAME: ClassVar[str] = "logged-out"
    player: str
    session: str = ""


class RoleChanged(RoomEvent, frozen=True, kw_only=True):
    """Somebody has a role of the house, or has it no longer."""

    NAME: ClassVar[str] = "role-set"
    player: str
    role: str
    on: bool
    why: str = ""

    def apply(self, state: RoomState) -> None:
        person = state.people[self.player]
        person.roles = [role for role in person.roles if role != self.role] + ([self.role] if self.on else [])


class ChipsIssued(RoomEvent, frozen=True, kw_only=True):
    """Chips came in at the cage."""

    NAME: ClassVar[str] = "chips-issued"
    player: str
    chips: int
    why: str

    def transfers(self) -> list[Transfer]:
        return [Transfer(CAGE, deposit(self.player), self.chips)]


class ChipsRedeemed(RoomEvent, frozen=True, kw_only=True):
    """Chips went out at the cage."""

    NAME: ClassVar[str] = "chips-redeemed"
    player: str
    chips: int
    why: str

    def transfers(self) -> list[Transfer]:
        return [Transfer(deposit(self.player), CAGE, self.chips)]


class TableOpened(RoomEvent, frozen=True, kw_only=True):
    """There is a new table."""

    NAME: ClassVar[str] = "table-opened"
    table: int
    title: str
    game: str
    book: str
    private: bool
    fund: str = ""
    """The jackpot fund that it collects for."""
    jackpot: dict[str, Any] = field(default_factory=dict)
    """What is posted of it, with game and book."""

    def apply(self, state: RoomState) -> None:
        state.tables[self.table] = TableListing(self.table, self.title, self.game, self.book, self.private)
        if self.fund:
            state.funds[self.fund] = self.jackpot


class TableClosed(RoomEvent, frozen=True, kw_only=True):
    """A table is gone from the lobby."""

    NAME: ClassVar[str] = "table-closed"
    table: int

    def apply(self, state: RoomState) -> None:
        state.tables[self.table].closed = True


class PersonRestricted(RoomEvent, frozen=True, kw_only=True):
    """Somebody is disabled or muted, or no longer so."""

    NAME: ClassVar[str] = "person-set"
    player: str
    what: str
    """``disabled`` or ``muted``."""
    on: bool
    why: str

    def apply(self, state: RoomState) -> None:
        if self.what == "disabled":
            state.people[self.player].disabled = self.on
        else:
            state.people[self.player].muted = self.on


class GameAvailabilityChanged(RoomEvent, frozen=True, kw_only=True):
    """A game is no longer dealt, or again."""

    NAME: ClassVar[str] = "game-set"
    game: str
    on: bool
    why: str

    def apply(self, state: RoomState) -> None:
        others = [game for game in state.disabled_games if game != self.game]
        state.disabled_games = others if self.on else [*others, self.game]


class Blocked(RoomEvent, frozen=True, kw_only=True):
    """Somebody does not read another's chat, or reads it again."""

    NAME: ClassVar[str] = "blocked"
    by: str
    player: str
    on: bool

    def apply(self, state: RoomState) -> None:
        person = state.people[self.by]
        others = [name for name in person.blocked if name != self.player]
        person.blocked = [*others, self.player] if self.on else others


class HandShared(RoomEvent, frozen=True, kw_only=True):
    """Somebody has given out a link to a hand of his."""

    NAME: ClassVar[str] = "hand-shared"
    player: str
    table: int
    first: int
    code: str
    whole: bool

    def apply(self, state: RoomState) -> None:
        state.shares[self.code] = SharedHand(self.code, self.player, self.table, self.first, self.whole)


class HandUnshared(RoomEvent, frozen=True, kw_only=True):
    """A link leads nowhere from now on."""

    NAME: ClassVar[str] = "hand-unshared"
    player: str
    code: str

    def apply(self, state: RoomState) -> None:
        del state.shares[self.code]


class PlayReported(RoomEvent, frozen=True, kw_only=True):
    """Somebody told the house of play that looks wrong; only he and the house know."""

    NAME: ClassVar[str] = "play-reported"
    by: str
    player: str
    table: int
    round: int
    why: str


class ClosedHandsRead(RoomEvent, frozen=True, kw_only=True):
    """An auditor has read rounds with every card of them."""

    NAME: ClassVar[str] = "hands-read"
    auditor: str
    table: int
    first: int
    last: int
    why: str


class InstalledFilesChecked(RoomEvent, frozen=True, kw_only=True):
    """The program's files were hashed: by these the room was run from now on."""

    NAME: ClassVar[str] = "program-checked"
    files: int
    digest: str
    """SHA-256 over all of them."""
    rules: str
    changed: list[str]
    """What was not as it was when the room was started."""


EVENTS: Final[dict[str, type[RoomEvent]]] = {
    kind.NAME: kind
    for kind in (
        Entered, PlayChipsGranted, Registered, PasswordChanged, CodeIssued, NameClaimed, Departed,
        LoggedIn, LoggedOut, RoleChanged, ChipsIssued, ChipsRedeemed, TableOpened,
        TableClosed, PersonRestricted, GameAvailabilityChanged, Blocked, HandShared, HandUnshared,
        PlayReported, ClosedHandsRead,
        InstalledFilesChecked,
    )
}  # fmt: skip
