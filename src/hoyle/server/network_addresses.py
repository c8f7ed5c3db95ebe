"""Validation of hosts, proxy networks and page origins in a configuration."""

from __future__ import annotations

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from hoyle.core.errors import InvalidError

DEFAULT_PORTS: Final = {"https": 443, "http": 80}
_NUMBERS: Final = re.compile(r"[0-9.]+|.*:.*:.*")
"""What is meant as an address by number."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_host(host: str) -> None:
    """Refuse an address that nobody can have."""
    if not host or host.isspace():
        raise InvalidError(f"host {host!r}: an address to listen on is wanted, as 127.0.0.1")
    if _NUMBERS.fullmatch(host):
        try:
            ipaddress.ip_address(host)
        except ValueError:
            raise InvalidError(f"host {host!r} is no address") from None


def check_proxy(proxy: str) -> None:
    """Refuse what no client's address is ever equal to."""
    try:
        ipaddress.ip_network(proxy, strict=False)
    except ValueError:
        raise InvalidError(
            f"proxy {proxy!r}: an address or a network is wanted, as 10.0.0.1 or 10.0.0.0/24"
        ) from None


def check_origin(origin: str) -> None:
    """Refuse what no browser calls a page's origin."""
    try:
        parts = urlsplit(origin)
        usual, port = f"{parts.scheme}://{parts.netloc}", parts.port
    except ValueError:
        raise InvalidError(f"origin {origin!r} cannot be read") from None
    if usual != origin or not parts.hostname or "@" in origin or parts.scheme not in DEFAULT_PORTS:
        raise InvalidError(
            f"origin {origin!r}: a page's scheme and host are wanted and no more, as https://cards.example"
        )
    if origin != origin.lower() or port == DEFAULT_PORTS[parts.scheme]:
        raise InvalidError(f"origin {origin!r}: browsers write it in lower case, without the usual port")
