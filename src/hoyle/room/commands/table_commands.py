"""Live-table commands outside the game itself: set-up, pauses, seat requests, rulings, chat, bots and nonces.

The room decides them; they are recorded in the table's stream beside the commands of its game.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta

from hoyle.core.errors import InvalidError
from hoyle.core.validation import Chips, Count, Name, Seat, Words
from hoyle.table.command_base import Command, command_registry

MAX_SAID: Final = 300
Said = Annotated[str, Meta(max_length=MAX_SAID)]
Hex = Annotated[str, Meta(max_length=128)]


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


def read_nonce(text: str) -> bytes:
    """Decode a player's nonce."""
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if not 16 <= len(nonce) <= 64:
        raise InvalidError(f"bytes {text[:40]!r}: expected 16 to 64 bytes as hex")
    return nonce
