r"""NATS protocol codec: the operations that the bus needs, without a socket.

>>> reader = Reader()
>>> reader.feed(b"PING\r\nMSG hoyle.all 2 5\r\nhel")
[Operation(verb='PING', sid='', reply='', data=b'')]
>>> reader.feed(b"lo\r\n")
[Operation(verb='MSG', sid='2', reply='', data=b'hello')]
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from msgspec import DecodeError, json

from hoyle.core.errors import InvalidError

PING: Final = b"PING\r\n"
PONG: Final = b"PONG\r\n"
_END: Final = b"\r\n"
MAX_LINE: Final = 1 << 20
"""Maximum bytes of a protocol line without its payload; INFO is the longest."""
PORT: Final = 4222
SCHEMES: Final = ("nats", "tls")


class NotNats(OSError):
    """Protocol error: the peer does not speak NATS."""


class Operation(NamedTuple):
    """One protocol operation sent by a server."""

    verb: str
    sid: str = ""
    reply: str = ""
    data: bytes = b""


class Reader:
    """Incremental parser of protocol operations from a byte stream."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Operation]:
        """Add bytes; return the operations that are complete now."""
        buffer = self._buffer
        buffer += data
        operations: list[Operation] = []
        start = 0
        while (end := buffer.find(_END, start)) >= 0:
            line = bytes(buffer[start:end])
            after = end + len(_END)
            if line.startswith(b"MSG "):
                parts = line.decode().split()
                if len(parts) not in (4, 5) or not parts[-1].isdecimal():
                    raise NotNats(f"{line[:100]!r} is not a NATS operation")
                size = int(parts[-1])
                if len(buffer) < after + size + len(_END):
                    break
                reply = parts[3] if len(parts) == 5 else ""
                operations.append(Operation("MSG", parts[2], reply, bytes(buffer[after : after + size])))
                after += size + len(_END)
            else:
                verb, _, rest = line.partition(b" ")
                operations.append(Operation(verb.decode(errors="replace").upper(), data=rest))
            start = after
        del buffer[:start]
        if len(buffer) > MAX_LINE and buffer.find(_END, 0, MAX_LINE) < 0:
            raise NotNats(f"expected a NATS line of at most {MAX_LINE:,} bytes")
        return operations


def publish(subject: str, data: bytes) -> bytes:
    """Encode a message to a subject."""
    return b"PUB %b %d\r\n%b\r\n" % (subject.encode(), len(data), data)


def subscribe(subject: str, sid: int) -> bytes:
    return f"SUB {subject} {sid}\r\n".encode()


class Server(NamedTuple):
    """Address and credentials of a server."""

    host: str
    port: int = PORT
    user: str = ""
    password: str = ""
    tls: bool = False

    def connect_operation(self, name: str, version: str) -> bytes:
        """Encode the CONNECT operation that introduces a client."""
        options: dict[str, Any] = {
            "verbose": False,
            "pedantic": False,
            "lang": "python",
            "version": version,
            "name": name,
            "protocol": 1,
            "echo": True,
            "tls_required": self.tls,
        }
        if self.user and self.password:
            options |= {"user": self.user, "pass": self.password}
        elif self.user:
            options["auth_token"] = self.user
        return b"CONNECT " + json.encode(options) + b"\r\n"


def parse_server_url(url: str) -> Server:
    """Parse a server URL from the configuration.

    >>> parse_server_url("nats://hoyle:a%40b@bus:4222")
    Server(host='bus', port=4222, user='hoyle', password='a@b', tls=False)
    >>> parse_server_url("localhost").port
    4222
    """
    try:
        parts = urlsplit(url if "://" in url else f"nats://{url}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host = None
    if not host or parts.scheme not in SCHEMES:
        raise InvalidError(f"bus {redact_url(url)}: expected nats:// or tls://[USER:PASSWORD@]HOST[:PORT]")
    return Server(
        host, port, unquote(parts.username or ""), unquote(parts.password or ""), parts.scheme == "tls"
    )


def redact_url(url: str) -> str:
    """Remove the credentials from a URL.

    >>> redact_url("nats://hoyle:secret@bus:4222")
    'nats://bus:4222'
    """
    scheme, _, rest = url.rpartition("://")
    return f"{scheme or 'nats'}://{rest.rpartition('@')[2]}"


class Info(NamedTuple):
    """Fields that the bus needs of the INFO message, which a NATS server sends on connection."""

    max_payload: int
    """Maximum payload of a message in bytes."""
    tls: bool
    other_servers: list[str]
    """URLs of further servers of the same bus."""
    auth: bool = False
    """Whether it requires credentials."""


def parse_info(data: bytes) -> Info:
    """Decode the JSON of an INFO message."""
    try:
        fields = json.decode(data, type=dict[str, Any])
        other_servers = [str(url) for url in fields.get("connect_urls") or ()]
        tls, auth = bool(fields.get("tls_required")), bool(fields.get("auth_required"))
        return Info(int(fields["max_payload"]), tls, other_servers, auth)
    except (DecodeError, KeyError, TypeError, ValueError):
        raise NotNats(f"{data[:100]!r} is not the INFO of a nats-server") from None
