"""HTTP requests of the client: log in for a session token, and errors as exceptions."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import Request, urlopen

from hoyle.core.errors import HoyleError, IllegalError

MIN_PASSWORD_LENGTH: Final = 8


class RequestRefused(IllegalError):
    """The room said no; `clause` and `legal` say why and what else.

    >>> try:
    ...     raise RequestRefused("seat 2 is taken", legal="seats 1, 3")
    ... except RequestRefused as error:
    ...     print(error.legal)
    seats 1, 3
    """


def request_json(
    address: str, path: str, body: dict[str, Any] | None = None, token: str = ""
) -> dict[str, Any]:
    """One request over HTTP; what the room refuses is raised."""
    _parts(address)
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address.rstrip("/") + path, data, headers), timeout=30) as response:
            found: dict[str, Any] = json.load(response)
            return found
    except HTTPError as error:
        raise _refused(error) from None
    except (URLError, TimeoutError) as error:
        raise HoyleError(f"nobody answers at {address}: {getattr(error, 'reason', error)}") from None


def member_token(address: str, name: str, password: str) -> str:
    """The token of a member's session; a name that nobody has is registered with the password."""
    if len(password) < MIN_PASSWORD_LENGTH:  # before a guest takes the name and cannot register it
        raise HoyleError(f"password: expected {MIN_PASSWORD_LENGTH} characters or more, got {len(password)}")
    try:
        token: str = request_json(address, "/api/enter", {"name": name})["token"]
    except RequestRefused:
        return str(request_json(address, "/api/login", {"name": name, "password": password})["token"])
    registered = request_json(address, "/api/register", {"password": password}, token)
    return str(registered.get("token") or token)


def _refused(error: HTTPError) -> HoyleError:
    try:
        said = json.load(error)
        return RequestRefused(said["error"], clause=said.get("clause", ""), legal=said.get("legal", ""))
    except (ValueError, KeyError, TypeError):
        return HoyleError(f"the room answers {error.code} {error.reason}")


def _parts(address: str) -> SplitResult:
    try:
        found = urlsplit(address)
    except ValueError as error:
        raise HoyleError(f"address {address!r}: {error}") from None
    if found.scheme not in ("http", "https") or not found.netloc:
        raise HoyleError(f"address {address!r}: http:// or https:// is wanted, and a host")
    return found


def websocket_url(address: str) -> str:
    """Where the socket of a room is."""
    parts = _parts(address)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}/socket"
