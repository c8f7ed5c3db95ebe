"""Allowed origins of WebSocket and HTTP requests: the room's own pages and those configured.

A page is the room's own if its origin is the host that it talks to. TLS proves that host; without TLS any
name can be made to resolve to this machine (DNS rebinding), so only the machine's known names count.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from hoyle.server.config import Config

ALL_INTERFACES: Final = ("0.0.0.0", "::")


def is_allowed_origin(config: Config, origin: str, host: str, *, secure: bool) -> bool:
    """Whether a page of this origin may send requests to this host."""
    if not origin:
        return True  # not a browser, so no page that could abuse a cookie
    if origin in config.allowed_origins:
        return True
    scheme = "https" if secure else "http"
    if not host or origin.casefold() != f"{scheme}://{host.casefold()}":
        return False
    return secure or _is_own_name(config.host, _hostname(host))


def _hostname(host: str) -> str:
    """Return the host name of a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").casefold()
    except ValueError:
        return ""


def _is_own_name(listening: str, name: str) -> bool:
    """Whether a host name or address is one of this machine, which listens on `listening`."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == listening.casefold() or name in _machine_names()
    return address.is_loopback or listening in ALL_INTERFACES or name == listening


@cache
def _machine_names() -> frozenset[str]:
    """Return the host names of this machine: its own, and the one that multicast DNS gives it."""
    name = socket.gethostname().casefold()
    return frozenset(("localhost", name, f"{name}.local"))
