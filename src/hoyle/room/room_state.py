"""Room state: people with their roles, tables in the lobby, shared hands, disabled games."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, field

from hoyle.core.money import Transfer
from hoyle.room.player_names import name_skeleton
from hoyle.storage.account_names import CAGE, PROMOTIONS, deposit, wallet
from hoyle.table.command_base import Command, command_registry
from hoyle.table.field_types import Chips, Count, Name, Words
from hoyle.table.log.event_base import TableEntry

GUEST: Final = "guest"
MEMBER: Final = "member"
BOT: Final = "bot"
FORMER: Final = "former"
"""Kind of an account that was deleted, or that a guest has not used for long."""

PersonName = Annotated[str, Meta(max_length=24)]
Mark = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
"""Hash of a session, a password hash or a one-time code (`credential_tamper_hashes`); empty where there is
none."""
Number = Annotated[int, Meta(ge=0, le=10**12)]
"""Number of a record."""


class Person:
    """Account of the room: a guest, a member, a bot or a former one."""

    def __init__(self, name: str, kind: str, since: int) -> None:
        self.name = name
        self.kind = kind
        """``guest``, ``member``, ``bot`` or ``former``."""
        self.since = since
        self.sponsor = ""
        """The member who vouches for this account as their second one; empty for most."""
        self.free = False
        """Whether another person may take the name of this former account."""
        self.roles: list[str] = []
        self.muted = False
        self.disabled = False
        """Whether the person may take no new seat; the hand being played is finished."""
        self.blocked: list[str] = []
        """People whose chat is hidden from this one."""


class Claim:
    """Claim to a name or an account, for the holder of a one-time code."""

    def __init__(self, name: str, code: str, role: str) -> None:
        self.name = name
        self.code = code
        """Hash of the code."""
        self.role = role
        """Role that comes with the name; empty for none."""


class TableListing:
    """Entry of a table in the lobby."""

    def __init__(self, number: int, title: str, game: str, book: str, private: bool) -> None:
        self.number = number
        self.title = title
        self.game = game
        self.book = book
        self.private = private
        self.closed = False


class SharedHand:
    """Hand that its player has shared by a link."""

    def __init__(self, code: str, player: str, table: int, first: int, whole: bool) -> None:
        self.code = code
        """Last part of the link."""
        self.player = player
        self.table = table
        self.first = first
        """Number of the hand's first record."""
        self.whole = whole
        """Whether it is shown as its player saw it; otherwise as a spectator saw it."""


class RoomState:
    """State that the events of the room's own stream build up."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.looks: dict[str, str] = {}
        """Names by their skeleton, which is equal for names that look alike."""
        self.tables: dict[int, TableListing] = {}
        self.disabled_games: list[str] = []
        self.funds: dict[str, dict[str, Any]] = {}
        """Posted terms of each jackpot fund, the same at all its tables."""
        self.shares: dict[str, SharedHand] = {}
        """Shared hands by code."""
        self.claims: dict[str, Claim] = {}
        """Claims by the names that they are for."""
        self.guests = 0
        """Number of guests."""

    def add(self, person: Person) -> None:
        """Add a person."""
        self.people[person.name] = person
        self.looks[name_skeleton(person.name)] = person.name
        self.guests += person.kind == GUEST

    def becomes(self, name: str, kind: str) -> None:
        """Change the kind of an account."""
        person = self.people[name]
        self.guests += (kind == GUEST) - (person.kind == GUEST)
        person.kind = kind

    def behind(self, name: str) -> str:
        """Return the person behind an account: its sponsor, or its own name."""
        person = self.people.get(name)
        return name if person is None else person.sponsor or name

    def reserved(self, skeleton: str) -> Claim | None:
        """Return the claim to a name with this skeleton."""
        return next((claim for claim in self.claims.values() if name_skeleton(claim.name) == skeleton), None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "people": [vars(person) for person in self.people.values()],
            "tables": [vars(listing) for listing in self.tables.values()],
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
            listing = TableListing(row["number"], row["title"], row["game"], row["book"], row["private"])
            listing.closed = row["closed"]
            self.tables[listing.number] = listing
        self.disabled_games = list(data["disabled_games"])
        self.funds = dict(data.get("funds", {}))
        self.shares = {row["code"]: SharedHand(**row) for row in data.get("shares", ())}
        self.claims = {row["name"]: Claim(**row) for row in data.get("claims", ())}


# Commands


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """Enter as a guest, with play chips."""

    player: PersonName
    chips: Chips = 0
    kind: Name = GUEST
    session: Mark = ""
    sponsor: Name = ""
    """The member who vouches for the account as their second one."""


class Register(Command, frozen=True, kw_only=True, tag="register"):
    """Become a member; name and wallet stay, and a new session replaces all earlier ones."""

    password: Mark = ""
    session: Mark = ""
    ended: list[Mark] = field(default_factory=list)
    """Earlier sessions, which end."""


class ChangePassword(Command, frozen=True, kw_only=True, tag="change-password"):
    """Change the password; a new session replaces all earlier ones."""

    password: Mark
    session: Mark = ""
    ended: list[Mark] = field(default_factory=list)


class IssueCode(Command, frozen=True, kw_only=True, tag="issue-code"):
    """Reserve a name, or an account, for the holder of a one-time code; given by the house."""

    player: PersonName
    code: Mark
    role: Name = ""
    """Role that comes with the name."""
    reset: bool = False
    """Whether the account's password and sessions end at once."""
    ended: list[Mark] = field(default_factory=list)
    why: Words = ""


class ClaimName(Command, frozen=True, kw_only=True, tag="claim-name"):
    """Claim a name by its one-time code, as a member with a new password; checked by `authentication`."""

    code: Mark
    password: Mark = ""
    session: Mark = ""
    chips: Chips = 0
    """Play chips for a new account."""
    ended: list[Mark] = field(default_factory=list)


class Depart(Command, frozen=True, kw_only=True, tag="depart"):
    """Delete an account: its sessions end, its play chips return to the house, nobody can use it again."""

    player: Name
    chips: Chips
    """Chips in its wallet."""
    free: bool = False
    """Whether another person may take the name, because it is in no record of play."""
    ended: list[Mark] = field(default_factory=list)
    why: Words = ""


class GrantPlayChips(Command, frozen=True, kw_only=True, tag="grant-play-chips"):
    """Grant play chips to a person who has few left; checked by `authentication`."""

    chips: Chips


class LogIn(Command, frozen=True, kw_only=True, tag="log-in"):
    """Record a log-in that succeeded or failed; `authentication` has checked the password."""

    good: bool
    failures: Count = 0
    """Wrong passwords since the last record of them."""
    session: Mark = ""


class LogOut(Command, frozen=True, kw_only=True, tag="log-out"):
    """End a session."""

    session: Mark = ""


class GrantRole(Command, frozen=True, kw_only=True, tag="grant-role"):
    """Grant a person a role of the house."""

    player: Name
    role: Name
    why: Words = ""


class RevokeRole(Command, frozen=True, kw_only=True, tag="revoke-role"):
    """Take a role of the house from a person."""

    player: Name
    role: Name
    why: Words = ""


class IssueChips(Command, frozen=True, kw_only=True, tag="issue-chips"):
    """Issue chips for money that came in at the cage."""

    player: Name
    chips: Chips
    why: Words = ""


class RedeemChips(Command, frozen=True, kw_only=True, tag="redeem-chips"):
    """Redeem chips for money at the cage."""

    player: Name
    chips: Chips
    why: Words = ""


class OpenTable(Command, frozen=True, kw_only=True, tag="open-table"):
    """Open a public table with its sign and table settings."""

    game: Name
    sign: dict[str, Any]
    """Posted sign, as `POST /api/signs` has it."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Table settings; those left out have their defaults."""


class OpenHomeGame(Command, frozen=True, kw_only=True, tag="open-home-game"):
    """Open a home game as its host."""

    game: Name
    sign: dict[str, Any]
    """Posted sign, as `POST /api/signs` has it."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Table settings; those left out have their defaults."""


class CloseTable(Command, frozen=True, kw_only=True, tag="close-table"):
    """Close a table that has no chips on it; given by the house."""

    table: Count


class SuspendPerson(Command, frozen=True, kw_only=True, tag="suspend-person"):
    """Bar a person from new seats; they leave their tables after the rounds being played."""

    player: Name
    why: Words


class ReinstatePerson(Command, frozen=True, kw_only=True, tag="reinstate-person"):
    """Let a disabled person take seats again."""

    player: Name
    why: Words = ""


class DisableGame(Command, frozen=True, kw_only=True, tag="disable-game"):
    """Stop dealing a game after the rounds being played."""

    game: Name
    why: Words


class EnableGame(Command, frozen=True, kw_only=True, tag="enable-game"):
    """Deal a disabled game again."""

    game: Name
    why: Words = ""


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """Bar a person from chat until they are unmuted."""

    player: Name
    why: Words = ""


class Unmute(Command, frozen=True, kw_only=True, tag="unmute"):
    """Let a muted person chat again."""

    player: Name
    why: Words = ""


class Block(Command, frozen=True, kw_only=True, tag="block"):
    """Hide a person's chat from oneself."""

    player: Name


class Unblock(Command, frozen=True, kw_only=True, tag="unblock"):
    """Show the chat of a blocked person again."""

    player: Name


class ShareHand(Command, frozen=True, kw_only=True, tag="share-hand"):
    """Share one of your hands by a link."""

    table: Count
    first: Number
    """Number of the hand's first record."""
    code: Annotated[str, Meta(pattern=r"\A[0-9a-f]{24}\Z")]
    """Last part of the link, which cannot be guessed."""
    whole: bool = False
    """Whether to show it as its player saw it; otherwise as a spectator saw it."""


class UnshareHand(Command, frozen=True, kw_only=True, tag="unshare-hand"):
    """Revoke the link to a shared hand."""

    code: Annotated[str, Meta(pattern=r"\A[0-9a-f]{24}\Z")]


class ReportPlay(Command, frozen=True, kw_only=True, tag="report-play"):
    """Report suspicious play to the house; given at a table, which does not see it."""

    table: Count
    round: Number
    """The current round, or the last one."""
    player: Name
    why: Words


class AccessHands(Command, frozen=True, kw_only=True, tag="access-hands"):
    """Read rounds that are over with all their cards; for auditors, and recorded."""

    table: Count
    first: Number
    last: Number
    why: Words


class CheckInstalledFiles(Command, frozen=True, kw_only=True, tag="check-installed-files"):
    """Check the program's own files for changes; given by the house."""

    files: Count
    digest: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


COMMANDS: Final = command_registry(
    Enter, Register, ChangePassword, IssueCode, ClaimName, Depart, GrantPlayChips, LogIn, LogOut, GrantRole,
    RevokeRole, IssueChips, RedeemChips, OpenTable, OpenHomeGame, CheckInstalledFiles, CloseTable,
    SuspendPerson, ReinstatePerson,
    DisableGame, EnableGame, Mute, Unmute, Block, Unblock, ReportPlay, AccessHands, ShareHand, UnshareHand,
)  # fmt: skip

INTERNAL_COMMANDS: Final = frozenset((
    "enter", "register", "grant-play-chips", "log-in", "log-out", "change-password", "issue-code",
    "claim-name", "depart",
))  # fmt: skip
"""Commands that only the program gives, never a request."""


# Events


class RoomEvent(TableEntry, frozen=True, kw_only=True):
    """Event that changes the room's state."""

    def apply(self, state: RoomState) -> None:
        """Apply the event to the state."""


class Entered(RoomEvent, frozen=True, kw_only=True):
    """A new person entered, with play chips of the house."""

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
    """A person was granted play chips."""

    NAME: ClassVar[str] = "play-chips-granted"
    player: str
    chips: int

    def transfers(self) -> list[Transfer]:
        return [Transfer(PROMOTIONS, wallet(self.player), self.chips)]


class Registered(RoomEvent, frozen=True, kw_only=True):
    """A guest became a member."""

    NAME: ClassVar[str] = "registered"
    player: str
    password: str = ""
    session: str = ""

    def apply(self, state: RoomState) -> None:
        state.becomes(self.player, MEMBER)


class PasswordChanged(RoomEvent, frozen=True, kw_only=True):
    """A member's password changed."""

    NAME: ClassVar[str] = "password-changed"
    player: str
    password: str
    session: str = ""


class CodeIssued(RoomEvent, frozen=True, kw_only=True):
    """A name, or an account, was reserved by a one-time code, which replaces an earlier code."""

    NAME: ClassVar[str] = "code-issued"
    player: str
    code: str
    role: str = ""
    reset: bool = False
    why: str = ""

    def apply(self, state: RoomState) -> None:
        state.claims[self.player] = Claim(self.player, self.code, self.role)


class NameClaimed(RoomEvent, frozen=True, kw_only=True):
    """A person claimed a name by its code, which is used up."""

    NAME: ClassVar[str] = "name-claimed"
    player: str
    code: str

    def apply(self, state: RoomState) -> None:
        del state.claims[self.player]


class Departed(RoomEvent, frozen=True, kw_only=True):
    """An account was deleted; its play chips returned to the house."""

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
    """A person logged in by password, or failed to."""

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
    """A role of the house was granted or taken away."""

    NAME: ClassVar[str] = "role-changed"
    player: str
    role: str
    on: bool
    why: str = ""

    def apply(self, state: RoomState) -> None:
        person = state.people[self.player]
        person.roles = [role for role in person.roles if role != self.role] + ([self.role] if self.on else [])


class ChipsIssued(RoomEvent, frozen=True, kw_only=True):
    """Chips were issued at the cage."""

    NAME: ClassVar[str] = "chips-issued"
    player: str
    chips: int
    why: str

    def transfers(self) -> list[Transfer]:
        return [Transfer(CAGE, deposit(self.player), self.chips)]


class ChipsRedeemed(RoomEvent, frozen=True, kw_only=True):
    """Chips were redeemed at the cage."""

    NAME: ClassVar[str] = "chips-redeemed"
    player: str
    chips: int
    why: str

    def transfers(self) -> list[Transfer]:
        return [Transfer(deposit(self.player), CAGE, self.chips)]


class TableOpened(RoomEvent, frozen=True, kw_only=True):
    """A table was opened."""

    NAME: ClassVar[str] = "table-opened"
    table: int
    title: str
    game: str
    book: str
    private: bool
    fund: str = ""
    """Jackpot fund that the table collects for."""
    jackpot: dict[str, Any] = field(default_factory=dict)
    """Posted terms of the fund, with game and book."""

    def apply(self, state: RoomState) -> None:
        state.tables[self.table] = TableListing(self.table, self.title, self.game, self.book, self.private)
        if self.fund:
            state.funds[self.fund] = self.jackpot


class TableClosed(RoomEvent, frozen=True, kw_only=True):
    """A table was closed and left the lobby."""

    NAME: ClassVar[str] = "table-closed"
    table: int

    def apply(self, state: RoomState) -> None:
        state.tables[self.table].closed = True


class PersonRestricted(RoomEvent, frozen=True, kw_only=True):
    """A person was disabled or muted, or is no longer."""

    NAME: ClassVar[str] = "person-restricted"
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
    """A game was disabled or enabled."""

    NAME: ClassVar[str] = "game-availability-changed"
    game: str
    on: bool
    why: str

    def apply(self, state: RoomState) -> None:
        other_games = [game for game in state.disabled_games if game != self.game]
        state.disabled_games = other_games if self.on else [*other_games, self.game]


class Blocked(RoomEvent, frozen=True, kw_only=True):
    """A person blocked another's chat, or unblocked it."""

    NAME: ClassVar[str] = "blocked"
    by: str
    player: str
    on: bool

    def apply(self, state: RoomState) -> None:
        person = state.people[self.by]
        other_names = [name for name in person.blocked if name != self.player]
        person.blocked = [*other_names, self.player] if self.on else other_names


class HandShared(RoomEvent, frozen=True, kw_only=True):
    """A player shared a hand by a link."""

    NAME: ClassVar[str] = "hand-shared"
    player: str
    table: int
    first: int
    code: str
    whole: bool

    def apply(self, state: RoomState) -> None:
        state.shares[self.code] = SharedHand(self.code, self.player, self.table, self.first, self.whole)


class HandUnshared(RoomEvent, frozen=True, kw_only=True):
    """A player revoked the link to a shared hand."""

    NAME: ClassVar[str] = "hand-unshared"
    player: str
    code: str

    def apply(self, state: RoomState) -> None:
        del state.shares[self.code]


class PlayReported(RoomEvent, frozen=True, kw_only=True):
    """A person reported suspicious play; only they and the house can see it."""

    NAME: ClassVar[str] = "play-reported"
    by: str
    player: str
    table: int
    round: int
    why: str


class HandsAccessed(RoomEvent, frozen=True, kw_only=True):
    """An auditor read rounds with all their cards."""

    NAME: ClassVar[str] = "hands-accessed"
    auditor: str
    table: int
    first: int
    last: int
    why: str


class InstalledFilesChecked(RoomEvent, frozen=True, kw_only=True):
    """The program's files were hashed: the room runs on these from now on."""

    NAME: ClassVar[str] = "installed-files-checked"
    files: int
    digest: str
    """SHA-256 over all files."""
    rules: str
    changed: list[str]
    """Files that have changed since the room was started."""


EVENTS: Final[dict[str, type[RoomEvent]]] = {
    kind.NAME: kind
    for kind in (
        Entered, PlayChipsGranted, Registered, PasswordChanged, CodeIssued, NameClaimed, Departed,
        LoggedIn, LoggedOut, RoleChanged, ChipsIssued, ChipsRedeemed, TableOpened,
        TableClosed, PersonRestricted, GameAvailabilityChanged, Blocked, HandShared, HandUnshared,
        PlayReported, HandsAccessed,
        InstalledFilesChecked,
    )
}  # fmt: skip
