"""Operator requests (errands): account administration from the command line.

The command line opens a room that is not running for it; a running room finds the errand in its store, runs
it and stores the answer. Either way it is recorded as an act of the house.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import DecodeError, Meta, Struct, ValidationError, json

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.auth.authentication import Authenticator
from hoyle.table.field_types import abbreviate

GRANT: Final = "grant"
TAKE: Final = "take"
RESET: Final = "reset"
FREE: Final = "free"
REFUSED: Final = "refused: "
"""Prefix of the answer to an errand that was refused."""


class Errand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Operator request about one account."""

    do: str
    name: Annotated[str, Meta(max_length=24)]
    role: str = ""
    code: str = ""
    """Hash of a one-time code."""
    why: str = ""

    def plain(self) -> bytes:
        return json.encode(self)


def read_errand(facts: bytes) -> Errand:
    """Decode an errand from the store."""
    try:
        return json.decode(facts, type=Errand)
    except (DecodeError, ValidationError) as error:
        raise InvalidError(f"an errand that cannot be read: {error}") from None


def run(authenticator: Authenticator, errand: Errand) -> str:
    """Run an errand and return its answer."""
    name, role = errand.name, errand.role
    if errand.do == GRANT:
        authenticator.grant_initial_role(name, role, errand.why)
        return f"{name} is {role}"
    if errand.do == TAKE:
        authenticator.dismiss(name, role, errand.why)
        return f"{name} is no longer {role}"
    if errand.do == RESET:
        authenticator.issue_code(name, errand.code, role=role, reset=True, why=errand.why)
        return f"{name} can be claimed with the code; its sessions and its password have ended"
    if errand.do == FREE:
        if authenticator.free(name, errand.why):
            return f"{name} is free: the account is closed, and somebody else may have the name"
        return (
            f"the account {name} is closed; the name stays with the hands and records that it stands in, "
            "and nobody else gets it"
        )
    raise IllegalError(f"errand {abbreviate(errand.do)}: one of {GRANT}, {TAKE}, {RESET}, {FREE} is expected")


def answered(authenticator: Authenticator, facts: bytes) -> tuple[str, str]:
    """Run a stored errand; return its answer, and the person whose sessions may have ended."""
    try:
        errand = read_errand(facts)
        return run(authenticator, errand), errand.name
    except HoyleError as error:
        return f"{REFUSED}{error}", ""
