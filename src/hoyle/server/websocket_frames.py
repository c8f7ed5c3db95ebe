"""WebSocket frames: the typed JSON messages between clients and the server (docs/protocol.md).

These types are the protocol: `docs/protocol.md` and the types of the web client are written from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Raw, Struct, field

from hoyle.history.hand_descriptions import HandDescription
from hoyle.history.pot_breakdown import PotBreakdown
from hoyle.room.views.view_types import TableView

PROTOCOL: Final = 2
"""Raised when a client of before could not go on."""

MAX_FRAME_BYTES: Final = 16_384
"""Of a frame that a client sends."""

HEARTBEAT: Final = 20_000
"""Milliseconds between two signs of life of a connection, in either direction."""

CLOSE_TRY_AGAIN_LATER: Final = 1013
"""The code with which a connection is closed whose client may come again in a moment."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
TableNumber = Annotated[int, Meta(ge=0, le=10**9)]
RecordNumber = Annotated[int, Meta(ge=0, le=10**15)]


# From the client


class ClientFrame(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of what a client sends."""


class CommandFrame(ClientFrame, frozen=True, kw_only=True, tag="command"):
    """Something to be done, at a table or in the room; answered by `answer`."""

    id: Id
    """Made by the client, another for every try. The same id again gets the same answer again and has no
    effect; only after an answer with `again` is it decided."""
    command: dict[str, Any]
    """The command's name under ``do``, its fields beside it: one of the choices that `waits` offers, or
    another of those listed under Commands."""
    table: TableNumber = 0
    """0: a matter of the room itself."""
    expects: RecordNumber | None = None
    """The last entry of the table that the client has seen (`last`): a late click never acts on a later turn,
    round or throw. Actions, wagers and `ready` are refused without it; it may stand beside any other."""


class WatchFrame(ClientFrame, frozen=True, kw_only=True, tag="watch"):
    """Follow a table; answered by `table`, or by the `entries` that are missing after `record`."""

    table: TableNumber
    record: RecordNumber = 0
    """The last record that the client has; 0: it has none."""
    reading: bool = False
    """Be told, too, what the cards make: a `reading` comes whenever that has changed."""


class UnwatchFrame(ClientFrame, frozen=True, kw_only=True, tag="unwatch"):
    """Follow a table no longer."""

    table: TableNumber


class LobbyFrame(ClientFrame, frozen=True, kw_only=True, tag="lobby"):
    """Follow the lobby, or no longer."""

    on: bool = True
    """False: no longer."""


class PreviewFrame(ClientFrame, frozen=True, kw_only=True, tag="preview"):
    """Ask what the floor would rule; nothing changes. Answered by `ruling`."""

    id: Id
    """Made by the client."""
    table: TableNumber
    command: dict[str, Any]
    """A report to the floor, as it would be sent."""


class PingFrame(ClientFrame, frozen=True, kw_only=True, tag="ping"):
    """Answered by `pong`."""

    at: RecordNumber = 0
    """Anything; it comes back."""


FromClient = CommandFrame | WatchFrame | UnwatchFrame | LobbyFrame | PreviewFrame | PingFrame


# From the server


class ServerFrame(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of what the server sends."""


class Welcome(ServerFrame, frozen=True, kw_only=True, tag="welcome"):
    """Who you are, the first frame of a connection."""

    person: str
    """Your name; empty for somebody who only looks on."""
    kind: str
    """``guest``, ``member`` or ``bot``; empty for somebody who only looks on."""
    time: int
    """The room's one clock, in milliseconds since 1970."""
    rules: str
    """Version of the rules by which is decided."""
    protocol: int
    """Version of what is described here; raised when a client of before could not go on."""
    heartbeat: int
    """Milliseconds: send a `ping` where nothing has come for so long; where nothing comes for as long after
    it, the server is dead: close the connection and come again."""
    roles: list[str] = field(default_factory=list)
    """Roles of the house: ``floor``, ``cashier``, ``auditor``, ``manager``."""
    purse: int = 0
    """Play chips that lie on no table."""
    deposit: int = 0
    """Cage chips that lie on no table."""
    seats: list[int] = field(default_factory=list)
    """Tables at which you have a seat."""


class TableFrame(ServerFrame, frozen=True, kw_only=True, tag="table"):
    """A whole table as it stands: after `watch`, and whenever entries would leave a gap."""

    time: int
    """The room's, as in `welcome`."""
    picture: TableView
    here: list[str] = field(default_factory=list)
    """Who of the seated is connected."""
    stakes: str = ""
    """What is played for, in a few words."""


class EntriesFrame(ServerFrame, frozen=True, kw_only=True, tag="entries"):
    """What happened at a table, on disk already. `news` is a NewsPicture."""

    time: int
    news: Raw


class ReadingFrame(ServerFrame, frozen=True, kw_only=True, tag="reading"):
    """What the cards that you see at a table make; only to those who asked for it when they watched."""

    table: int
    hands: list[HandDescription] = field(default_factory=list)
    """Your own, those that were shown, and what up-cards show."""
    seen: list[str] = field(default_factory=list)
    """Cards that have lain face up in this round, folded ones too."""
    division: PotBreakdown | None = None
    """Where the chips of the round went, once they are awarded."""


class AnswerFrame(ServerFrame, frozen=True, kw_only=True, tag="answer"):
    """To the sender of a command: accepted, or refused with what would be legal."""

    id: str
    """The command's."""
    ok: bool
    """Whether it took effect."""
    first: int = 0
    """The first entry of the table that it caused."""
    last: int = 0
    """The last one."""
    said: str = ""
    """Why it was refused."""
    clause: str = ""
    """What the refusal rests on: the book's clause, or ``house`` and a word."""
    legal: str = ""
    """What would have been accepted, in words."""
    given: dict[str, Any] = field(default_factory=dict)
    """What the room has made for it: a table's number, the code of a link."""
    again: bool = False
    """Nothing was decided, for the room could not write or too much came at once: send the same again, with
    its id, in a moment."""


class RulingFrame(ServerFrame, frozen=True, kw_only=True, tag="ruling"):
    """What the floor would rule."""

    id: str
    """The preview's."""
    ok: bool
    """Whether it could be carried out."""
    said: str = ""
    """Why not."""
    clause: str = ""
    ruling: dict[str, Any] = field(default_factory=dict)
    """The ruling with its clause, by the names that the book of cases has for it."""
    again: bool = False
    """It was not looked at, for too much came at once: ask again after a moment."""


class LobbyTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One table of the lobby."""

    table: int
    title: str
    game: str
    name: str
    """What people call the game."""
    about: str
    """What marks the game, in a few words."""
    family: str
    """``community``, ``stud-and-draw``, ``house`` or ``dice``."""
    book: str
    kind: str
    stakes: str
    least: int
    """The smallest wager."""
    seats: int
    seating: str
    """Every seat in its order: ``p`` a person, ``b`` a bot, ``-`` nobody."""
    taken: int
    bots: int = 0
    waiting: int = 0
    pot: int = 0
    """Average of the last rounds."""
    playing: bool = False
    private: bool = False
    closing: bool = False
    """No further round is dealt."""
    aside: bool = False
    """No node can read its records: nobody plays there until the house has looked at them."""
    host: bool = False
    """It is your own home game."""
    mine: bool = False
    """You sit there, or it is your own."""
    code: str = ""
    """What the link to your own home game ends in."""


class LobbyNews(ServerFrame, frozen=True, kw_only=True, tag="lobby"):
    """The tables there are."""

    tables: list[LobbyTable]
    people: int = 0
    """Connected now."""


class PresenceFrame(ServerFrame, frozen=True, kw_only=True, tag="presence"):
    """Who of the seated is connected."""

    table: int
    here: list[str]
    """Their names, all of them."""


class PurseFrame(ServerFrame, frozen=True, kw_only=True, tag="purse"):
    """What you have that lies on no table."""

    chips: int
    """Play chips."""
    deposit: int = 0
    """Cage chips."""


class Notice(ServerFrame, frozen=True, kw_only=True, tag="notice"):
    """A word from the house: a frame it could not read, a stop to come, a disk that is full."""

    text: str
    level: str = "info"
    """``info``, ``warning`` or ``error``."""
    table: int = 0
    """The table that it is about, if any."""
    again: bool = False
    """Frames were thrown away: send again, with their ids, the commands that had no answer."""


class Pong(ServerFrame, frozen=True, kw_only=True, tag="pong"):
    """To a ping."""

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
