"""Events of the room's own stream: accounts, roles, cage chips, tables, disabled games, shared hands."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from msgspec import field

from hoyle.core.money import Transfer
from hoyle.room.state.room_state import FORMER, MEMBER, Claim, Person, RoomState, SharedHand, TableListing
from hoyle.storage.account_names import CAGE, PROMOTIONS, deposit, wallet
from hoyle.table.log.event_base import TableEntry


class RoomEvent(TableEntry, frozen=True, kw_only=True):
    """Event that changes the room's state."""

    CLAUSE: ClassVar[str]
    """Clause of the house rules that the event rests on, where no other is given."""

    def apply(self, state: RoomState) -> None:
        """Apply the event to the state."""


class Entered(RoomEvent, frozen=True, kw_only=True):
    """A new person entered, with play chips of the house."""

    CLAUSE: ClassVar[str] = "house promotions"
    player: str
    kind: str
    time: int
    chips: int
    session: str = ""
    sponsor: str = ""

    def apply(self, state: RoomState) -> None:
        person = Person(self.player, self.kind, self.time)
        person.sponsor = self.sponsor
        state.add_person(person)

    def transfers(self) -> list[Transfer]:
        return [Transfer(PROMOTIONS, wallet(self.player), self.chips)] if self.chips else []


class PlayChipsGranted(RoomEvent, frozen=True, kw_only=True):
    """A person was granted play chips."""

    CLAUSE: ClassVar[str] = "house promotions"
    player: str
    chips: int

    def transfers(self) -> list[Transfer]:
        return [Transfer(PROMOTIONS, wallet(self.player), self.chips)]


class Registered(RoomEvent, frozen=True, kw_only=True):
    """A guest became a member."""

    CLAUSE: ClassVar[str] = "house names"
    player: str
    password: str = ""
    session: str = ""

    def apply(self, state: RoomState) -> None:
        state.change_kind(self.player, MEMBER)


class PasswordChanged(RoomEvent, frozen=True, kw_only=True):
    """A member's password changed."""

    CLAUSE: ClassVar[str] = "house sessions"
    player: str
    password: str
    session: str = ""


class CodeIssued(RoomEvent, frozen=True, kw_only=True):
    """A name, or an account, was reserved by a one-time code, which replaces an earlier code."""

    CLAUSE: ClassVar[str] = "house names"
    player: str
    code: str
    role: str = ""
    reset: bool = False
    why: str = ""

    def apply(self, state: RoomState) -> None:
        state.claims[self.player] = Claim(self.player, self.code, self.role)


class NameClaimed(RoomEvent, frozen=True, kw_only=True):
    """A person claimed a name by its code, which is used up."""

    CLAUSE: ClassVar[str] = "house names"
    player: str
    code: str

    def apply(self, state: RoomState) -> None:
        del state.claims[self.player]


class Departed(RoomEvent, frozen=True, kw_only=True):
    """An account was deleted; its play chips returned to the house."""

    CLAUSE: ClassVar[str] = "house names"
    player: str
    chips: int
    free: bool
    why: str = ""

    def apply(self, state: RoomState) -> None:
        person = state.people[self.player]
        state.change_kind(self.player, FORMER)
        person.free, person.roles, person.blocked = self.free, [], []
        state.shares = {code: share for code, share in state.shares.items() if share.player != self.player}
        if self.player in state.claims:
            del state.claims[self.player]

    def transfers(self) -> list[Transfer]:
        return [Transfer(wallet(self.player), PROMOTIONS, self.chips)] if self.chips else []


class LoggedIn(RoomEvent, frozen=True, kw_only=True):
    """A person logged in by password, or failed to."""

    CLAUSE: ClassVar[str] = "house sessions"
    player: str
    good: bool
    failures: int
    session: str = ""


class LoggedOut(RoomEvent, frozen=True, kw_only=True):
    """A session ended."""

    CLAUSE: ClassVar[str] = "house sessions"
    player: str
    session: str = ""


class RoleChanged(RoomEvent, frozen=True, kw_only=True):
    """A role of the house was granted or taken away."""

    CLAUSE: ClassVar[str] = "house roles"
    player: str
    role: str
    on: bool
    why: str = ""

    def apply(self, state: RoomState) -> None:
        person = state.people[self.player]
        other_roles = [role for role in person.roles if role != self.role]
        person.roles = [*other_roles, self.role] if self.on else other_roles


class ChipsIssued(RoomEvent, frozen=True, kw_only=True):
    """Chips were issued at the cage."""

    CLAUSE: ClassVar[str] = "house cashier"
    player: str
    chips: int
    why: str

    def transfers(self) -> list[Transfer]:
        return [Transfer(CAGE, deposit(self.player), self.chips)]


class ChipsRedeemed(RoomEvent, frozen=True, kw_only=True):
    """Chips were redeemed at the cage."""

    CLAUSE: ClassVar[str] = "house cashier"
    player: str
    chips: int
    why: str

    def transfers(self) -> list[Transfer]:
        return [Transfer(deposit(self.player), CAGE, self.chips)]


class TableOpened(RoomEvent, frozen=True, kw_only=True):
    """A table was opened."""

    CLAUSE: ClassVar[str] = "house tables"
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

    CLAUSE: ClassVar[str] = "house tables"
    table: int

    def apply(self, state: RoomState) -> None:
        state.tables[self.table].closed = True


class PersonRestricted(RoomEvent, frozen=True, kw_only=True):
    """A person was disabled or muted, or is no longer."""

    CLAUSE: ClassVar[str] = "house conduct"
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

    CLAUSE: ClassVar[str] = "house tables"
    game: str
    on: bool
    why: str

    def apply(self, state: RoomState) -> None:
        other_games = [game for game in state.disabled_games if game != self.game]
        state.disabled_games = other_games if self.on else [*other_games, self.game]


class Blocked(RoomEvent, frozen=True, kw_only=True):
    """A person blocked another's chat, or unblocked it."""

    CLAUSE: ClassVar[str] = "house chat"
    by: str
    player: str
    on: bool

    def apply(self, state: RoomState) -> None:
        person = state.people[self.by]
        other_names = [name for name in person.blocked if name != self.player]
        person.blocked = [*other_names, self.player] if self.on else other_names


class HandShared(RoomEvent, frozen=True, kw_only=True):
    """A player shared a hand by a link."""

    CLAUSE: ClassVar[str] = "house history"
    player: str
    table: int
    first: int
    code: str
    whole: bool

    def apply(self, state: RoomState) -> None:
        state.shares[self.code] = SharedHand(self.code, self.player, self.table, self.first, self.whole)


class HandUnshared(RoomEvent, frozen=True, kw_only=True):
    """A player revoked the link to a shared hand."""

    CLAUSE: ClassVar[str] = "house history"
    player: str
    code: str

    def apply(self, state: RoomState) -> None:
        del state.shares[self.code]


class PlayReported(RoomEvent, frozen=True, kw_only=True):
    """A person reported suspicious play; only they and the house can see it."""

    CLAUSE: ClassVar[str] = "house conduct"
    by: str
    player: str
    table: int
    round: int
    why: str


class HandsAccessed(RoomEvent, frozen=True, kw_only=True):
    """An auditor read rounds with all their cards."""

    CLAUSE: ClassVar[str] = "house audit"
    auditor: str
    table: int
    first: int
    last: int
    why: str


class InstalledFilesChecked(RoomEvent, frozen=True, kw_only=True):
    """The program's files were hashed: the room runs on these from now on."""

    CLAUSE: ClassVar[str] = "house records"
    files: int
    digest: str
    """SHA-256 over all files."""
    rules: str
    changed: list[str]
    """Files that have changed since the room was started."""


EVENTS: Final[dict[str, type[RoomEvent]]] = {kind.NAME: kind for kind in RoomEvent.__subclasses__()}
