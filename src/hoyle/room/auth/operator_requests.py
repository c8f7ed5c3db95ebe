"""Errands: what whoever runs the room asks about its members from the command line.

A room that nobody has open is opened for it; one that is open finds the errand in its store, runs it and
leaves word. Either way it is on record as the house's own doing.
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
"""How the word begins that an errand could not be done."""


class Errand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do about one account."""

    do: str
    name: Annotated[str, Meta(max_length=24)]
    role: str = ""
    code: str = ""
    """The mark of a one-time code."""
    why: str = ""

    def plain(self) -> bytes:
        return json.encode(self)


def read_errand(facts: bytes) -> Errand:
    """An errand as it was left."""
    try:
        return json.decode(facts, type=Errand)
    except (DecodeError, ValidationError) as error:
        raise InvalidError(f"an errand that cannot be read: {error}") from None


def run(doorman: Authenticator, errand: Errand) -> str:
    """Do it; what came of it, in words."""
    name, role = errand.name, errand.role
    if errand.do == GRANT:
        doorman.grant_initial_role(name, role, errand.why)
        return f"{name} is {role}"
    if errand.do == TAKE:
        doorman.dismiss(name, role, errand.why)
        return f"{name} is no longer {role}"
    if errand.do == RESET:
        doorman.issue_code(name, errand.code, role=role, reset=True, why=errand.why)
        return f"{name} can be claimed with the code; its sessions and its password have ended"
    if errand.do == FREE:
        if doorman.free(name, errand.why):
            return f"{name} is free: the account is closed, and somebody else may have the name"
        return (
            f"the account {name} is closed; the name stays with the hands and records that it stands in, "
            "and nobody else gets it"
        )
    raise IllegalError(f"errand {abbreviate(errand.do)}: one of {GRANT}, {TAKE}, {RESET}, {FREE} is expected")


def answered(doorman: Authenticator, facts: bytes) -> tuple[str, str]:
    """Run an errand that was left; the word to leave, and whose sessions may have ended."""
    try:
        errand = read_errand(facts)
        return run(doorman, errand), errand.name
    except HoyleError as error:
        return f"{REFUSED}{error}", ""
