"""WebSocket frames: the typed JSON messages between clients and the server (docs/protocol.md).

`docs/protocol.md` and the types of the web client are generated from these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Raw, Struct, field

from hoyle.history.hand_descriptions import HandDescription
from hoyle.history.pot_breakdown import PotBreakdown
from hoyle.room.views.view_types import TableSnapshot

PROTOCOL: Final = 3
"""Protocol version; raised with every change that breaks existing clients."""

MAX_FRAME_BYTES: Final = 16_384
"""Maximum size of a frame from a client."""

HEARTBEAT: Final = 20_000
"""Milliseconds of silence after which either end of a connection sends a ping."""

CLOSE_TRY_AGAIN_LATER: Final = 1013
"""Close code that invites the client to reconnect in a moment."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
TableId = Annotated[int, Meta(ge=0, le=10**9)]
RecordNumber = Annotated[int, Meta(ge=0, le=10**15)]


# From the client


class ClientFrame(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of frames that a client sends."""


class CommandFrame(ClientFrame, frozen=True, kw_only=True, tag="command"):
    """Command to a table or to the room; answered by `answer`."""

    idempotency_key: Id
    """Unique text made by the client. A repeated key gets the first answer again and has no effect; only
    after an answer with `retry` is the command decided anew."""
    command: dict[str, Any]
    """The command's name under ``do``, its fields beside it: one of the choices in `pending`, or any other
    listed under Commands."""
    table_id: TableId = 0
    """0: a command to the room itself."""
    expected_version: RecordNumber | None = None
    """Optimistic lock: the `version` of the table that the client has seen, so that a late click never acts
    on a later turn, round or throw. Required for actions, wagers and `ready`; optional for the rest."""


class WatchFrame(ClientFrame, frozen=True, kw_only=True, tag="watch"):
    """Subscribe to a table; answered by `table`, or by the `events` that are missing after `after_record`."""

    table_id: TableId
    after_record: RecordNumber = 0
    """Last record that the client has; 0: none."""
    hand_values: bool = False
    """Also send `hand-values`, the values of the visible hands, whenever they change."""


class UnwatchFrame(ClientFrame, frozen=True, kw_only=True, tag="unwatch"):
    """Unsubscribe from a table."""

    table_id: TableId


class LobbySubscription(ClientFrame, frozen=True, kw_only=True, tag="lobby"):
    """Subscribe to the lobby, or unsubscribe."""

    subscribe: bool = True
    """False: unsubscribe."""


class PreviewRulingFrame(ClientFrame, frozen=True, kw_only=True, tag="preview-ruling"):
    """Preview of a floor ruling; changes nothing. Answered by `ruling-preview`."""

    id: Id
    """Made by the client."""
    table_id: TableId
    command: dict[str, Any]
    """A report to the floor, as it would be sent in `command`."""


class PingFrame(ClientFrame, frozen=True, kw_only=True, tag="ping"):
    """Liveness probe; answered by `pong`."""

    echo: RecordNumber = 0
    """Any number; the pong returns it."""


FromClient = CommandFrame | WatchFrame | UnwatchFrame | LobbySubscription | PreviewRulingFrame | PingFrame


# From the server


class ServerFrame(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of frames that the server sends."""


class Welcome(ServerFrame, frozen=True, kw_only=True, tag="welcome"):
    """First frame that the server sends: your identity and the protocol version."""

    person: str
    """Your name; empty for a spectator without an account."""
    account_kind: str
    """``guest``, ``member`` or ``bot``; empty for a spectator without an account."""
    time: int
    """Time of the room's clock, in milliseconds since 1970."""
    rules_version: str
    """Version of the rules engine."""
    protocol_version: int
    """Protocol version; raised with every change that breaks existing clients."""
    heartbeat: int
    """Milliseconds of silence after which to send a `ping`; if nothing arrives for as long again, the
    connection is dead: close it and reconnect."""
    roles: list[str] = field(default_factory=list)
    """Roles of the house: ``floor``, ``cashier``, ``auditor``, ``manager``."""
    wallet: int = 0
    """Play chips that are not on a table."""
    deposit: int = 0
    """Cage chips that are not on a table."""
    seated_at: list[int] = field(default_factory=list)
    """Tables at which you have a seat."""


class TableFrame(ServerFrame, frozen=True, kw_only=True, tag="table"):
    """Snapshot of a whole table: after `watch`, and whenever `events` would leave a gap."""

    time: int
    """Time of the room's clock, as in `welcome`."""
    snapshot: TableSnapshot
    connected: list[str] = field(default_factory=list)
    """Seated players who are connected."""
    stakes: str = ""
    """Stakes, in a few words."""


class EventsFrame(ServerFrame, frozen=True, kw_only=True, tag="events"):
    """Update of a table, already durable. `update` is a TableUpdate."""

    time: int
    update: Raw


class HandValuesFrame(ServerFrame, frozen=True, kw_only=True, tag="hand-values"):
    """Values of the hands that you see at a table; sent only if `watch` asked for it."""

    table_id: int
    hands: list[HandDescription] = field(default_factory=list)
    """Your own hand, shown hands, and the up-cards of others."""
    seen_cards: list[str] = field(default_factory=list)
    """Cards that have been face up in this round, folded ones included."""
    pot_breakdown: PotBreakdown | None = None
    """Breakdown of the pots, once they are awarded."""


class AnswerFrame(ServerFrame, frozen=True, kw_only=True, tag="answer"):
    """Answer to a command: accepted, or refused with what would be legal."""

    idempotency_key: str
    """That of the command."""
    ok: bool
    """Whether it took effect."""
    first_event: int = 0
    """First event of the table that it caused."""
    last_event: int = 0
    """Last event of the table that it caused."""
    message: str = ""
    """Reason for the refusal."""
    clause: str = ""
    """Basis of the refusal: the book's clause, or ``house`` and a word."""
    allowed: str = ""
    """Alternatives that would be accepted, in words."""
    created: dict[str, Any] = field(default_factory=dict)
    """What the command has created: `table_id`, `invite_code`, `request_id` or `ruling_id`."""
    retry: bool = False
    """Nothing was decided, because the room could not write or is overloaded: send the same command with the
    same key again in a moment."""


class RulingPreviewFrame(ServerFrame, frozen=True, kw_only=True, tag="ruling-preview"):
    """Answer to a preview: the ruling that the floor would give."""

    id: str
    """Id of the preview."""
    ok: bool
    """Whether it could be carried out."""
    message: str = ""
    """Reason why not."""
    clause: str = ""
    ruling: dict[str, Any] = field(default_factory=dict)
    """The ruling with its clause, in the names of the judge's cases."""
    retry: bool = False
    """Nothing was decided, because the room is overloaded: ask again in a moment."""


class LobbyTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Lobby entry of one table."""

    table_id: int
    title: str
    game: str
    game_name: str
    """Common name of the game."""
    game_summary: str
    """One-line description of the game."""
    family: str
    """``community``, ``stud-and-draw``, ``house`` or ``dice``."""
    book: str
    kind: str
    stakes: str
    min_bet: int
    """The smallest wager."""
    seats: int
    seat_map: str
    """Every seat in order: ``p`` a person, ``b`` a bot, ``-`` empty."""
    seats_taken: int
    bots: int = 0
    waiting: int = 0
    average_pot: int = 0
    """Average pot of the last rounds."""
    playing: bool = False
    private: bool = False
    closing: bool = False
    """No further round is dealt."""
    quarantined: bool = False
    """No node can read its records: no play there until the house has repaired them."""
    is_host: bool = False
    """It is your own home game."""
    is_yours: bool = False
    """You sit there, or it is your own."""
    invite_code: str = ""
    """Code at the end of the link to your own home game."""


class LobbySnapshot(ServerFrame, frozen=True, kw_only=True, tag="lobby"):
    """Lobby update: the list of tables."""

    tables: list[LobbyTable]
    connected_count: int = 0
    """People connected now."""


class PresenceFrame(ServerFrame, frozen=True, kw_only=True, tag="presence"):
    """Presence update: the seated players who are connected."""

    table_id: int
    connected: list[str]
    """All their names."""


class WalletFrame(ServerFrame, frozen=True, kw_only=True, tag="wallet"):
    """Balance update: your chips that are not on a table."""

    chips: int
    """Play chips."""
    deposit: int = 0
    """Cage chips."""


class Notice(ServerFrame, frozen=True, kw_only=True, tag="notice"):
    """Notice from the house: an unreadable frame, a planned stop, a full disk."""

    text: str
    level: str = "info"
    """``info``, ``warning`` or ``error``."""
    table_id: int = 0
    """The table concerned, if any."""
    retry: bool = False
    """Frames were dropped: send the commands that had no answer again, with their keys."""


class Pong(ServerFrame, frozen=True, kw_only=True, tag="pong"):
    """Answer to a ping."""

    echo: int
    time: int


FromServer = (
    Welcome | TableFrame | EventsFrame | HandValuesFrame | AnswerFrame | RulingPreviewFrame | LobbySnapshot
    | PresenceFrame | WalletFrame | Notice | Pong
)  # fmt: skip
