"""HTTP requests of the client: login, JSON calls, and refusals as exceptions."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import Request, urlopen

from hoyle.core.errors import HoyleError, IllegalError

MIN_PASSWORD_LENGTH: Final = 8


class RequestRefused(IllegalError):
    """Refusal of a request by the room; `clause` says why and `legal` what would be accepted.

    >>> try:
    ...     raise RequestRefused("seat 2 is taken", legal="seats 1, 3")
    ... except RequestRefused as error:
    ...     print(error.legal)
    seats 1, 3
    """


def request_json(address: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> dict[str, Any]:
    """Send an HTTP request to a room and return its JSON; raise RequestRefused for a refusal."""
    _split_address(address)
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address.rstrip("/") + path, data, headers), timeout=30) as response:
            result: dict[str, Any] = json.load(response)
            return result
    except HTTPError as error:
        raise _refusal(error) from None
    except (URLError, TimeoutError) as error:
        raise HoyleError(f"no answer from {address}: {getattr(error, 'reason', error)}") from None


def member_token(address: str, name: str, password: str) -> str:
    """Return a member's session token; a name that is still free is registered with the password."""
    if len(password) < MIN_PASSWORD_LENGTH:  # before a guest takes the name and cannot register it
        raise HoyleError(f"password: expected {MIN_PASSWORD_LENGTH} characters or more, got {len(password)}")
    try:
        guest_token: str = request_json(address, "/api/enter", {"name": name})["token"]
    except RequestRefused:  # the name is registered already
        return str(request_json(address, "/api/login", {"name": name, "password": password})["token"])
    registration = request_json(address, "/api/register", {"password": password}, guest_token)
    return str(registration.get("token") or guest_token)


def _refusal(error: HTTPError) -> HoyleError:
    """Convert the room's HTTP error to an exception with its clause and the legal alternatives."""
    try:
        problem = json.load(error)
        return RequestRefused(problem["error"], clause=problem.get("clause", ""), legal=problem.get("allowed", ""))
    except (ValueError, KeyError, TypeError):
        return HoyleError(f"the room answers {error.code} {error.reason}")


def _split_address(address: str) -> SplitResult:
    """Split the address of a room; refuse one that is not an HTTP URL."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise HoyleError(f"address {address!r}: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise HoyleError(f"address {address!r}: expected http:// or https:// and a host")
    return parts


def websocket_url(address: str) -> str:
    """Return the WebSocket URL of a room."""
    parts = _split_address(address)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}/socket"
