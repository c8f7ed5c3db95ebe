"""Room state: people with their roles, tables in the lobby, shared hands, disabled games."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, convert, to_builtins

from hoyle.room.player_names import name_skeleton

GUEST: Final = "guest"
MEMBER: Final = "member"
BOT: Final = "bot"
FORMER: Final = "former"
"""Kind of an account that was deleted, or that a guest has not used for long."""


class Person(Struct):
    """Account of the room: a guest, a member, a bot or a former one."""

    name: str
    kind: str
    """``guest``, ``member``, ``bot`` or ``former``."""
    since: int
    sponsor: str = ""
    """The member who vouches for this account as their second one; empty for most."""
    free: bool = False
    """Whether another person may take the name of this former account."""
    roles: list[str] = []
    muted: bool = False
    disabled: bool = False
    """Whether the person may take no new seat; the hand being played is finished."""
    blocked: list[str] = []
    """People whose chat is hidden from this one."""


class Claim(Struct):
    """Reservation of a name or an account for the holder of a one-time code."""

    name: str
    code: str
    """Hash of the code."""
    role: str
    """Role that comes with the name; empty for none."""


class TableListing(Struct):
    """Lobby entry of a table: number, title, game, book, and whether it is private or closed."""

    number: int
    title: str
    game: str
    book: str
    private: bool
    closed: bool = False


class SharedHand(Struct):
    """Hand that its player has shared by a link."""

    code: str
    """Last part of the link."""
    player: str
    table: int
    first: int
    """Number of the hand's first record."""
    whole: bool
    """Whether it is shown as its player saw it; otherwise as a spectator saw it."""


class _Checkpoint(Struct, omit_defaults=True):
    """Room state as a checkpoint has it."""

    people: list[Person]
    tables: list[TableListing]
    disabled_games: list[str]
    funds: dict[str, dict[str, Any]] = {}
    shares: list[SharedHand] = []
    claims: list[Claim] = []


class RoomState:
    """State of the room: people, tables, jackpot funds, shared hands and claims; changed only by events."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.names_by_skeleton: dict[str, str] = {}
        """Account names by their skeleton, which is equal for names that look alike."""
        self.tables: dict[int, TableListing] = {}
        self.disabled_games: list[str] = []
        self.funds: dict[str, dict[str, Any]] = {}
        """Posted terms of each jackpot fund, the same at all its tables."""
        self.shares: dict[str, SharedHand] = {}
        """Shared hands by code."""
        self.claims: dict[str, Claim] = {}
        """Claims by the names that they are for."""
        self.guest_count = 0
        """Number of guest accounts."""

    def add_person(self, person: Person) -> None:
        """Add an account to the room."""
        self.people[person.name] = person
        self.names_by_skeleton[name_skeleton(person.name)] = person.name
        self.guest_count += person.kind == GUEST

    def change_kind(self, name: str, kind: str) -> None:
        """Change the kind of an account, such as from guest to member."""
        person = self.people[name]
        self.guest_count += (kind == GUEST) - (person.kind == GUEST)
        person.kind = kind

    def account_owner(self, name: str) -> str:
        """Return the person who owns an account: the sponsor of a second account, else the account's name."""
        person = self.people.get(name)
        return name if person is None else person.sponsor or name

    def claim_to_similar_name(self, name: str) -> Claim | None:
        """Return the claim that reserves this name, or one that looks like it; None where there is none."""
        skeleton = name_skeleton(name)
        return next((claim for claim in self.claims.values() if name_skeleton(claim.name) == skeleton), None)

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(
            _Checkpoint(
                list(self.people.values()),
                list(self.tables.values()),
                self.disabled_games,
                self.funds,
                list(self.shares.values()),
                list(self.claims.values()),
            )
        )
        return data

    def restore(self, data: dict[str, Any]) -> None:
        checkpoint = convert(data, _Checkpoint)
        for person in checkpoint.people:
            self.add_person(person)
        self.tables = {listing.number: listing for listing in checkpoint.tables}
        self.disabled_games = checkpoint.disabled_games
        self.funds = checkpoint.funds
        self.shares = {share.code: share for share in checkpoint.shares}
        self.claims = {claim.name: claim for claim in checkpoint.claims}
