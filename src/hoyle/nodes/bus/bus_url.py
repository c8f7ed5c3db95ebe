"""Bus URL: the address and credentials of a nats-server, as the configuration gives them."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from hoyle.core.errors import InvalidError

_SCHEMES: Final = ("nats", "tls")
_DEFAULT_PORT: Final = 4222


class BusAddress(NamedTuple):
    """Address and credentials of a nats-server."""

    host: str
    port: int = _DEFAULT_PORT
    user: str = ""
    password: str = ""
    tls: bool = False


def parse_bus_url(url: str) -> BusAddress:
    """Parse the URL of a bus from the configuration; raise InvalidError if it is none.

    >>> parse_bus_url("nats://hoyle:a%40b@bus:4222")
    BusAddress(host='bus', port=4222, user='hoyle', password='a@b', tls=False)
    >>> parse_bus_url("localhost").port
    4222
    """
    try:
        parts = urlsplit(url if "://" in url else f"nats://{url}")
        host, port = parts.hostname, parts.port or _DEFAULT_PORT
    except ValueError:
        host = None
    if not host or parts.scheme not in _SCHEMES:
        raise InvalidError(f"bus {redact_url(url)}: expected nats:// or tls://[USER:PASSWORD@]HOST[:PORT]")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return BusAddress(host, port, user, password, parts.scheme == "tls")


def redact_url(url: str) -> str:
    """Remove the credentials from the URL of a bus.

    >>> redact_url("nats://hoyle:secret@bus:4222")
    'nats://bus:4222'
    """
    scheme, _, address = url.rpartition("://")
    return f"{scheme or 'nats'}://{address.rpartition('@')[2]}"
