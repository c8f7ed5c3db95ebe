"""Room state: people with their roles, tables in the lobby, shared hands, disabled games."""

from __future__ import annotations

from typing import Any, Final

from hoyle.room.player_names import name_skeleton

GUEST: Final = "guest"
MEMBER: Final = "member"
BOT: Final = "bot"
FORMER: Final = "former"
"""Kind of an account that was deleted, or that a guest has not used for long."""


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
    """Reservation of a name or an account for the holder of a one-time code."""

    def __init__(self, name: str, code: str, role: str) -> None:
        self.name = name
        self.code = code
        """Hash of the code."""
        self.role = role
        """Role that comes with the name; empty for none."""


class TableListing:
    """Lobby entry of a table: number, title, game, book, and whether it is private or closed."""

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
            self.add_person(person)
        for row in data["tables"]:
            listing = TableListing(row["number"], row["title"], row["game"], row["book"], row["private"])
            listing.closed = row["closed"]
            self.tables[listing.number] = listing
        self.disabled_games = list(data["disabled_games"])
        self.funds = dict(data.get("funds", {}))
        self.shares = {row["code"]: SharedHand(**row) for row in data.get("shares", ())}
        self.claims = {row["name"]: Claim(**row) for row in data.get("claims", ())}
