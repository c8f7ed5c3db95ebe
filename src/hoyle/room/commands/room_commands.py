"""Commands of the room itself: accounts, roles, cage chips, tables, disabled games, chat and shared hands."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, field

from hoyle.core.validation import Chips, Count, Name, Words
from hoyle.room.state.room_state import GUEST
from hoyle.table.command_base import Command, command_registry

PersonName = Annotated[str, Meta(max_length=24)]
TamperHash = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
"""Hash of a session, a password hash or a one-time code (`credential_tamper_hashes`); empty where there is
none."""
Ordinal = Annotated[int, Meta(ge=0, le=10**12)]
"""Number of a record, or of a round."""


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """Enter as a guest, with play chips."""

    player: PersonName
    chips: Chips = 0
    kind: Name = GUEST
    session: TamperHash = ""
    sponsor: Name = ""
    """The member who vouches for the account as their second one."""


class Register(Command, frozen=True, kw_only=True, tag="register"):
    """Become a member; name and wallet stay, and a new session replaces all earlier ones."""

    password: TamperHash = ""
    session: TamperHash = ""
    ended: list[TamperHash] = field(default_factory=list)
    """Earlier sessions, which end."""


class ChangePassword(Command, frozen=True, kw_only=True, tag="change-password"):
    """Change the password; a new session replaces all earlier ones."""

    password: TamperHash
    session: TamperHash = ""
    ended: list[TamperHash] = field(default_factory=list)


class IssueCode(Command, frozen=True, kw_only=True, tag="issue-code"):
    """Reserve a name, or an account, for the holder of a one-time code; given by the house."""

    player: PersonName
    code: TamperHash
    role: Name = ""
    """Role that comes with the name."""
    reset: bool = False
    """Whether the account's password and sessions end at once."""
    ended: list[TamperHash] = field(default_factory=list)
    why: Words = ""


class ClaimName(Command, frozen=True, kw_only=True, tag="claim-name"):
    """Claim a name by its one-time code, as a member with a new password; checked by `authentication`."""

    code: TamperHash
    password: TamperHash = ""
    session: TamperHash = ""
    chips: Chips = 0
    """Play chips for a new account."""
    ended: list[TamperHash] = field(default_factory=list)


class Depart(Command, frozen=True, kw_only=True, tag="depart"):
    """Delete an account: its sessions end, its play chips return to the house, it cannot be used again."""

    player: Name
    chips: Chips
    """Chips in its wallet."""
    free: bool = False
    """Whether another person may take the name, because it is in no record of play."""
    ended: list[TamperHash] = field(default_factory=list)
    why: Words = ""


class GrantPlayChips(Command, frozen=True, kw_only=True, tag="grant-play-chips"):
    """Grant play chips to a person who has few left; checked by `authentication`."""

    chips: Chips


class LogIn(Command, frozen=True, kw_only=True, tag="log-in"):
    """Record a log-in that succeeded or failed; `authentication` has checked the password."""

    good: bool
    failures: Count = 0
    """Wrong passwords since the last record of them."""
    session: TamperHash = ""


class LogOut(Command, frozen=True, kw_only=True, tag="log-out"):
    """End a session."""

    session: TamperHash = ""


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
    first: Ordinal
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
    round: Ordinal
    """The current round, or the last one."""
    player: Name
    why: Words


class AccessHands(Command, frozen=True, kw_only=True, tag="access-hands"):
    """Read rounds that are over with all their cards; for auditors, and recorded."""

    table: Count
    first: Ordinal
    last: Ordinal
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
