"""What a call over HTTP is given and gives: arguments read with care, a status and a JSON body."""

from __future__ import annotations

from typing import Any

from hoyle.errors import IllegalError, InvalidError
from hoyle.server.link import Call
from hoyle.table.fields import shown


class Given:
    """What a call gives back."""

    def __init__(self, body: Any, *, status: int = 200, token: str = "") -> None:
        self.body = body
        self.status = status
        self.token = token


def text(call: Call, name: str, default: str | None = None) -> str:
    value = call.args.get(name, default)
    if not isinstance(value, str):
        raise InvalidError(f"{name} {shown(value)}: text is wanted")
    return value


def number(call: Call, name: str, default: int | None = None) -> int:
    value = call.args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**15:
        raise InvalidError(f"{name} {shown(value)}: a whole number is wanted")
    return value


def known_to(person: str) -> str:
    if not person:
        raise IllegalError("come in first", clause="house sessions", legal="enter as a guest or log in")
    return person
