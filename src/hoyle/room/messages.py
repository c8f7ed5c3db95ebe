"""Room messages: the command request that comes in and the answer that goes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, field

Entropy = Callable[[int], bytes]
"""Source of that many unpredictable bytes."""


MAX_ID: Final = 64
"""Characters of a command's id."""


class DecisionContext(NamedTuple):
    """Time and entropy source for deciding one command."""

    now: int
    """Milliseconds since 1970."""
    entropy: Entropy


class CommandRequest(Struct, frozen=True, kw_only=True, gc=False):
    """Incoming command; `person` has been authenticated."""

    idempotency_key: Annotated[str, Meta(max_length=MAX_ID)]
    """Made by the sender: their command with the same key takes effect once."""
    person: str
    command: dict[str, Any]
    table_id: int = 0
    """0: a command for the room itself."""
    expected_version: int | None = None
    """Optimistic lock: the last table event that the sender had seen, so that a late click never acts on a
    later turn, round or throw. Required where the command answers one."""


def is_command_id(text: str) -> bool:
    """Whether a text can be a command id: 1 to `MAX_ID` printable ASCII characters."""
    return 1 <= len(text) <= MAX_ID and text.isascii() and text.isprintable()


class CommandAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Answer to the sender of a command."""

    idempotency_key: str
    ok: bool
    first_event: int = 0
    """First and last event of the table that the command caused."""
    last_event: int = 0
    message: str = ""
    """Why it was refused, with the value."""
    clause: str = ""
    allowed: str = ""
    retry: bool = False
    """Whether to retry: nothing was decided, and the same command with the same key may be sent again."""
    created: dict[str, Any] = field(default_factory=dict)
    """What the command has created, such as the id of a table that was opened."""


def refuse(
    request: CommandRequest, message: str, *, clause: str = "", allowed: str = "", retry: bool = False
) -> CommandAnswer:
    """Answer to a command that was not executed."""
    return CommandAnswer(
        idempotency_key=request.idempotency_key, ok=False, message=message, clause=clause, allowed=allowed, retry=retry
    )
