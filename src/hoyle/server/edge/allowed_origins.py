"""Allowed origins of WebSocket and HTTP requests: the room's own pages and those configured.

A page is the room's own if it came from where it speaks to. Under TLS the certificate has shown that; without
it anybody's name can be made to lead here, so that only names count that this machine is known to have.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from hoyle.server.config import Config

EVERYWHERE: Final = ("0.0.0.0", "::")


def is_allowed_origin(config: Config, origin: str, host: str, *, secure: bool) -> bool:
    """Whether a page of this origin may, at this host."""
    if not origin:
        return True  # no browser, so no page that could abuse a reader's cookie
    if origin in config.origins:
        return True
    page = "https" if secure else "http"
    if not host or origin.casefold() != f"{page}://{host.casefold()}":
        return False
    return secure or _is_own(config.host, _name(host))


def _name(host: str) -> str:
    """A host without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").casefold()
    except ValueError:
        return ""


def _is_own(listening: str, name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == listening.casefold() or name in _names()
    return address.is_loopback or listening in EVERYWHERE or name == listening


@cache
def _names() -> frozenset[str]:
    """What this machine is called, by itself and by its neighbours."""
    called = socket.gethostname().casefold()
    return frozenset(("localhost", called, f"{called}.local"))
