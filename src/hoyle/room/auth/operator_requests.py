"""Operator requests: account administration from the command line.

The command line opens a room that is not running for it; a running room finds the request in its store, runs
it and stores the answer. Either way it is recorded as an act of the house.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import DecodeError, Meta, Struct, ValidationError, json

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room.auth.authentication import Authenticator

GRANT: Final = "grant"
TAKE: Final = "take"
RESET: Final = "reset"
FREE: Final = "free"
REFUSED: Final = "refused: "
"""Prefix of the answer to a request that was refused."""


class OperatorRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request of the room's operator about one account."""

    do: str
    name: Annotated[str, Meta(max_length=24)]
    role: str = ""
    code: str = ""
    """Hash of a one-time code."""
    why: str = ""

    def plain(self) -> bytes:
        return json.encode(self)


def decode_request(data: bytes) -> OperatorRequest:
    """Decode a stored operator request."""
    try:
        return json.decode(data, type=OperatorRequest)
    except (DecodeError, ValidationError) as error:
        raise InvalidError(f"a request that cannot be read: {error}") from None


def run(authenticator: Authenticator, request: OperatorRequest) -> str:
    """Run an operator request on an account and return the answer for the operator."""
    name, role = request.name, request.role
    if request.do == GRANT:
        authenticator.grant_initial_role(name, role, request.why)
        return f"{name} is {role}"
    if request.do == TAKE:
        authenticator.dismiss(name, role, request.why)
        return f"{name} is no longer {role}"
    if request.do == RESET:
        authenticator.issue_code(name, request.code, role=role, reset=True, why=request.why)
        return f"{name} can be claimed with the code; its sessions and its password have ended"
    if request.do == FREE:
        if authenticator.free(name, request.why):
            return f"{name} is free: the account is closed, and the name is available again"
        return (
            f"the account {name} is closed; the name stays with the hands and records that it stands in, "
            "and cannot be reused"
        )
    raise IllegalError(f"request {abbreviate(request.do)}: expected {GRANT}, {TAKE}, {RESET} or {FREE}")


def run_stored(authenticator: Authenticator, data: bytes) -> tuple[str, str]:
    """Run a stored request; return its answer, and the person whose sessions may have ended."""
    try:
        request = decode_request(data)
        return run(authenticator, request), request.name
    except HoyleError as error:
        return f"{REFUSED}{error}", ""
