r"""The words of NATS, as far as a bus needs them: plain code without a socket.

>>> reader = Reader()
>>> reader.feed(b"PING\r\nMSG hoyle.all 2 5\r\nhel")
[Word(verb='PING', sid='', reply='', data=b'')]
>>> reader.feed(b"lo\r\n")
[Word(verb='MSG', sid='2', reply='', data=b'hello')]
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
"""Bytes of a line beside what it carries: what a server says of itself is the longest."""
PORT: Final = 4222
SCHEMES: Final = ("nats", "tls")


class NotNats(OSError):
    """What is said there is no NATS."""


class Word(NamedTuple):
    """One thing that a server has said."""

    verb: str
    sid: str = ""
    reply: str = ""
    data: bytes = b""


class Reader:
    """Words out of a stream of bytes, however they are cut."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Word]:
        """The words that are complete now."""
        held = self._held
        held += data
        found: list[Word] = []
        at = 0
        while (end := held.find(_END, at)) >= 0:
            line = bytes(held[at:end])
            after = end + len(_END)
            if line.startswith(b"MSG "):
                parts = line.decode().split()
                if len(parts) not in (4, 5) or not parts[-1].isdecimal():
                    raise NotNats(f"{line[:100]!r} is no word of NATS")
                size = int(parts[-1])
                if len(held) < after + size + len(_END):
                    break
                reply = parts[3] if len(parts) == 5 else ""
                found.append(Word("MSG", parts[2], reply, bytes(held[after : after + size])))
                after += size + len(_END)
            else:
                verb, _, rest = line.partition(b" ")
                found.append(Word(verb.decode(errors="replace").upper(), data=rest))
            at = after
        del held[:at]
        if len(held) > MAX_LINE and held.find(_END, 0, MAX_LINE) < 0:
            raise NotNats("a line without an end is no word of NATS")
        return found


def publish(subject: str, data: bytes) -> bytes:
    """Something said on a subject."""
    return b"PUB %b %d\r\n%b\r\n" % (subject.encode(), len(data), data)


def subscribe(subject: str, sid: int) -> bytes:
    return f"SUB {subject} {sid}\r\n".encode()


class Server(NamedTuple):
    """A server and how to come in there."""

    host: str
    port: int = PORT
    user: str = ""
    password: str = ""
    tls: bool = False

    def greeting(self, name: str, version: str) -> bytes:
        """What is said first, by whom."""
        said: dict[str, Any] = {
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
            said |= {"user": self.user, "pass": self.password}
        elif self.user:
            said["auth_token"] = self.user
        return b"CONNECT " + json.encode(said) + b"\r\n"


def server(url: str) -> Server:
    """A server as an operator names it.

    >>> server("nats://hoyle:a%40b@bus:4222")
    Server(host='bus', port=4222, user='hoyle', password='a@b', tls=False)
    >>> server("localhost").port
    4222
    """
    try:
        parts = urlsplit(url if "://" in url else f"nats://{url}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host = None
    if not host or parts.scheme not in SCHEMES:
        raise InvalidError(f"bus {redact_url(url)}: nats://[USER:PASSWORD@]HOST[:PORT] is wanted, or tls://")
    return Server(
        host, port, unquote(parts.username or ""), unquote(parts.password or ""), parts.scheme == "tls"
    )


def redact_url(url: str) -> str:
    """An address without its password.

    >>> redact_url("nats://hoyle:secret@bus:4222")
    'nats://bus:4222'
    """
    scheme, _, rest = url.rpartition("://")
    return f"{scheme or 'nats'}://{rest.rpartition('@')[2]}"


class Info(NamedTuple):
    """What a server says of itself, as far as it matters here."""

    most: int
    """Bytes that a message may have."""
    tls: bool
    others: list[str]
    """Further servers of the same bus."""
    auth: bool = False
    """Whether it wants credentials."""


def info(data: bytes) -> Info:
    """Read what a server says of itself."""
    try:
        said = json.decode(data, type=dict[str, Any])
        others = [str(each) for each in said.get("connect_urls") or ()]
        tls, auth = bool(said.get("tls_required")), bool(said.get("auth_required"))
        return Info(int(said["max_payload"]), tls, others, auth)
    except (DecodeError, KeyError, TypeError, ValueError):
        raise NotNats(f"{data[:100]!r} is nothing that a nats-server says of itself") from None
