"""WebSocket frames: the typed JSON messages between clients and the server (docs/protocol.md).

`docs/protocol.md` and the types of the web client are generated from these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Raw, Struct, field

from hoyle.history.hand_descriptions import HandDescription
from hoyle.history.pot_breakdown import PotBreakdown
from hoyle.room.views.view_types import TableView

PROTOCOL: Final = 2
"""Protocol version; raised with every change that breaks existing clients."""

MAX_FRAME_BYTES: Final = 16_384
"""Maximum size of a frame from a client."""

HEARTBEAT: Final = 20_000
"""Milliseconds of silence after which either end of a connection sends a ping."""

CLOSE_TRY_AGAIN_LATER: Final = 1013
"""Close code that invites the client to reconnect in a moment."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
TableNumber = Annotated[int, Meta(ge=0, le=10**9)]
RecordNumber = Annotated[int, Meta(ge=0, le=10**15)]


# From the client


class ClientFrame(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of frames that a client sends."""


class CommandFrame(ClientFrame, frozen=True, kw_only=True, tag="command"):
    """Command to a table or to the room; answered by `answer`."""

    id: Id
    """Idempotency key, made by the client. A repeated id gets the first answer again and has no effect; only
    after an answer with `again` is the command decided anew."""
    command: dict[str, Any]
    """The command's name under ``do``, its fields beside it: one of the choices in `waits`, or any other
    listed under Commands."""
    table: TableNumber = 0
    """0: a command to the room itself."""
    expects: RecordNumber | None = None
    """Last record of the table that the client has seen (`last`): a late click never acts on a later turn,
    round or throw. Required for actions, wagers and `ready`; optional for every other command."""


class WatchFrame(ClientFrame, frozen=True, kw_only=True, tag="watch"):
    """Subscribe to a table; answered by `table`, or by the `entries` that are missing after `record`."""

    table: TableNumber
    record: RecordNumber = 0
    """Last record that the client has; 0: none."""
    reading: bool = False
    """Also send a `reading`, the values of the visible hands, whenever it changes."""


class UnwatchFrame(ClientFrame, frozen=True, kw_only=True, tag="unwatch"):
    """Unsubscribe from a table."""

    table: TableNumber


class LobbyFrame(ClientFrame, frozen=True, kw_only=True, tag="lobby"):
    """Subscribe to the lobby, or unsubscribe."""

    on: bool = True
    """False: unsubscribe."""


class PreviewFrame(ClientFrame, frozen=True, kw_only=True, tag="preview"):
    """Preview of a floor ruling; changes nothing. Answered by `ruling`."""

    id: Id
    """Made by the client."""
    table: TableNumber
    command: dict[str, Any]
    """A report to the floor, as it would be sent in `command`."""


class PingFrame(ClientFrame, frozen=True, kw_only=True, tag="ping"):
    """Liveness probe; answered by `pong`."""

    at: RecordNumber = 0
    """Any number; the pong returns it."""


FromClient = CommandFrame | WatchFrame | UnwatchFrame | LobbyFrame | PreviewFrame | PingFrame


# From the server


class ServerFrame(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of frames that the server sends."""


class Welcome(ServerFrame, frozen=True, kw_only=True, tag="welcome"):
    """First frame of a connection: your identity and the protocol version."""

    person: str
    """Your name; empty for a spectator without an account."""
    kind: str
    """``guest``, ``member`` or ``bot``; empty for a spectator without an account."""
    time: int
    """Time of the room's clock, in milliseconds since 1970."""
    rules: str
    """Version of the rules engine."""
    protocol: int
    """Protocol version; raised with every change that breaks existing clients."""
    heartbeat: int
    """Milliseconds of silence after which to send a `ping`; if nothing arrives for as long again, the
    connection is dead: close it and reconnect."""
    roles: list[str] = field(default_factory=list)
    """Roles of the house: ``floor``, ``cashier``, ``auditor``, ``manager``."""
    purse: int = 0
    """Play chips that are not on a table."""
    deposit: int = 0
    """Cage chips that are not on a table."""
    seats: list[int] = field(default_factory=list)
    """Tables at which you have a seat."""


class TableFrame(ServerFrame, frozen=True, kw_only=True, tag="table"):
    """Snapshot of a whole table: after `watch`, and whenever `entries` would leave a gap."""

    time: int
    """Time of the room's clock, as in `welcome`."""
    picture: TableView
    here: list[str] = field(default_factory=list)
    """Seated players who are connected."""
    stakes: str = ""
    """Stakes, in a few words."""


class EntriesFrame(ServerFrame, frozen=True, kw_only=True, tag="entries"):
    """Update of a table, already durable. `news` is a NewsPicture."""

    time: int
    news: Raw


class ReadingFrame(ServerFrame, frozen=True, kw_only=True, tag="reading"):
    """Values of the hands that you see at a table; sent only if `watch` asked for it."""

    table: int
    hands: list[HandDescription] = field(default_factory=list)
    """Your own hand, shown hands, and the up-cards of others."""
    seen: list[str] = field(default_factory=list)
    """Cards that have been face up in this round, folded ones included."""
    division: PotBreakdown | None = None
    """Breakdown of the pots, once they are awarded."""


class AnswerFrame(ServerFrame, frozen=True, kw_only=True, tag="answer"):
    """Answer to a command: accepted, or refused with what would be legal."""

    id: str
    """Id of the command."""
    ok: bool
    """Whether it took effect."""
    first: int = 0
    """First record of the table that it caused."""
    last: int = 0
    """Last record of the table that it caused."""
    said: str = ""
    """Reason for the refusal."""
    clause: str = ""
    """Basis of the refusal: the book's clause, or ``house`` and a word."""
    legal: str = ""
    """Alternatives that would be accepted, in words."""
    given: dict[str, Any] = field(default_factory=dict)
    """Results of the command: a table's number, the code of a link."""
    again: bool = False
    """Nothing was decided, because the room could not write or is overloaded: send the same command with the
    same id again in a moment."""


class RulingFrame(ServerFrame, frozen=True, kw_only=True, tag="ruling"):
    """Answer to a preview: the ruling that the floor would give."""

    id: str
    """Id of the preview."""
    ok: bool
    """Whether it could be carried out."""
    said: str = ""
    """Reason why not."""
    clause: str = ""
    ruling: dict[str, Any] = field(default_factory=dict)
    """The ruling with its clause, in the names of the judge's cases."""
    again: bool = False
    """Nothing was decided, because the room is overloaded: ask again in a moment."""


class LobbyTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Lobby entry of one table."""

    table: int
    title: str
    game: str
    name: str
    """Common name of the game."""
    about: str
    """One-line description of the game."""
    family: str
    """``community``, ``stud-and-draw``, ``house`` or ``dice``."""
    book: str
    kind: str
    stakes: str
    least: int
    """The smallest wager."""
    seats: int
    seating: str
    """Every seat in order: ``p`` a person, ``b`` a bot, ``-`` empty."""
    taken: int
    bots: int = 0
    waiting: int = 0
    pot: int = 0
    """Average pot of the last rounds."""
    playing: bool = False
    private: bool = False
    closing: bool = False
    """No further round is dealt."""
    aside: bool = False
    """No node can read its records: no play there until the house has repaired them."""
    host: bool = False
    """It is your own home game."""
    mine: bool = False
    """You sit there, or it is your own."""
    code: str = ""
    """Code at the end of the link to your own home game."""


class LobbyNews(ServerFrame, frozen=True, kw_only=True, tag="lobby"):
    """Lobby update: the list of tables."""

    tables: list[LobbyTable]
    people: int = 0
    """People connected now."""


class PresenceFrame(ServerFrame, frozen=True, kw_only=True, tag="presence"):
    """Presence update: the seated players who are connected."""

    table: int
    here: list[str]
    """All their names."""


class PurseFrame(ServerFrame, frozen=True, kw_only=True, tag="purse"):
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
    table: int = 0
    """Number of the table concerned, if any."""
    again: bool = False
    """Frames were dropped: send the commands that had no answer again, with their ids."""


class Pong(ServerFrame, frozen=True, kw_only=True, tag="pong"):
    """Answer to a ping."""

    at: int
    time: int


FromServer = (
    Welcome
    | TableFrame
    | EntriesFrame
    | ReadingFrame
    | AnswerFrame
    | RulingFrame
    | LobbyNews
    | PresenceFrame
    | PurseFrame
    | Notice
    | Pong
)
