"""Validation of hosts, proxy networks and page origins in a configuration."""

from __future__ import annotations

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from hoyle.core.errors import InvalidError

DEFAULT_PORTS: Final = {"https": 443, "http": 80}
_IP_ADDRESS_LIKE: Final = re.compile(r"[0-9.]+|.*:.*:.*")
"""Matches hosts that are meant as IP addresses."""


def is_loopback(host: str) -> bool:
    """Whether a host is the loopback interface."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_host(host: str) -> None:
    """Raise InvalidError for a host that is no address to listen on."""
    if not host or host.isspace():
        raise InvalidError(f"host {host!r}: expected an address to listen on, such as 127.0.0.1")
    if _IP_ADDRESS_LIKE.fullmatch(host):
        try:
            ipaddress.ip_address(host)
        except ValueError:
            raise InvalidError(f"host {host!r} is not an IP address") from None


def check_proxy(proxy: str) -> None:
    """Raise InvalidError unless a proxy is an IP address or network."""
    try:
        ipaddress.ip_network(proxy, strict=False)
    except ValueError:
        raise InvalidError(
            f"proxy {proxy!r}: expected an address or a network, such as 10.0.0.1 or 10.0.0.0/24"
        ) from None


def check_origin(origin: str) -> None:
    """Raise InvalidError unless an origin is written as browsers send it."""
    try:
        parts = urlsplit(origin)
        canonical, port = f"{parts.scheme}://{parts.netloc}", parts.port
    except ValueError:
        raise InvalidError(f"origin {origin!r} is not a URL") from None
    if canonical != origin or not parts.hostname or "@" in origin or parts.scheme not in DEFAULT_PORTS:
        raise InvalidError(f"origin {origin!r}: expected a page's scheme and host only, such as https://cards.example")
    if origin != origin.lower() or port == DEFAULT_PORTS[parts.scheme]:
        raise InvalidError(f"origin {origin!r}: browsers write it in lower case, without the default port")
