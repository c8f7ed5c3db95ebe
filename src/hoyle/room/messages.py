"""Room messages: the command request that comes in and the answer that goes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, field

Entropy = Callable[[int], bytes]
"""So many bytes that nobody could have foretold."""


MAX_ID: Final = 64
"""Characters of a command's id."""


class DecisionContext(NamedTuple):
    """When something happens, and the chance it may use."""

    now: int
    """Milliseconds since 1970."""
    entropy: Entropy


class CommandRequest(Struct, frozen=True, kw_only=True, gc=False):
    """A command on its way in. Who sent it has been established at the door."""

    id: Annotated[str, Meta(max_length=MAX_ID)]
    """Made by the sender: a command of his with the same id takes effect once."""
    person: str
    command: dict[str, Any]
    table: int = 0
    """0: a matter of the room itself."""
    expects: int | None = None
    """The last entry of the table that the sender had seen: a late click never acts on a later turn, round or
    throw. Wanted where it answers one."""


def is_command_id(text: str) -> bool:
    """Whether a command can be known by it: some plain characters that every store can keep."""
    return 1 <= len(text) <= MAX_ID and text.isascii() and text.isprintable()


class CommandAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the sender is told."""

    id: str
    ok: bool
    first: int = 0
    """Entries of the table that the command caused."""
    last: int = 0
    said: str = ""
    """Why it was refused, with the value."""
    clause: str = ""
    legal: str = ""
    again: bool = False
    """Nothing was decided: the same command, with the same id, may be sent again in a moment."""
    given: dict[str, Any] = field(default_factory=dict)
    """What came of it otherwise: the number of a table that was opened."""
