"""Server configuration: reads and validates `room.toml`.

>>> print(read_config('title = "Friday night"').title)
Friday night
"""

from __future__ import annotations

import os
import socket
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, field, structs

from hoyle.core.errors import InvalidError
from hoyle.core.validation_messages import explain_error
from hoyle.room import player_names
from hoyle.server.link_security import bus_risk, database_risk
from hoyle.server.network_addresses import check_host, check_origin, check_proxy, is_loopback

LOOPBACK: Final = "127.0.0.1"
Port = Annotated[int, Meta(ge=0, le=65535)]


class TableConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table that the room opens at its first start."""

    game: str
    book: str = ""
    """Empty: the first book that has the game."""
    limits: str = ""
    """In the notation of `hoyle deal`: ``3/6``, ``1-6``."""
    structure: str = ""
    sign: dict[str, Any] = field(default_factory=dict)
    """Lines of the sign that differ from the default sign."""
    terms: dict[str, Any] = field(default_factory=dict)
    """Clocks, pace, buy-ins."""
    bots: Annotated[int, Meta(ge=0, le=9)] = 0
    """Bots that are seated at the start."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Configuration of one room; every key has a default."""

    title: Annotated[str, Meta(max_length=60)] = "hoyle"
    host: str = LOOPBACK
    port: Port = 8420
    """0: any free port."""
    metrics_port: Port = 0
    """Loopback only; 0: no metrics server."""
    data: str = ""
    """Directory of the room's files."""
    database: str = ""
    """``postgresql://...``; empty: a file in the data directory."""
    bus: str = ""
    """``nats://...``: one of several nodes that share the database; empty: a room on a single node."""
    node: str = ""
    """Name of this node among the others; empty: the host name."""
    guest_chips: Annotated[int, Meta(ge=0, le=10**9)] = 10_000
    most_guests: Annotated[int, Meta(ge=0, le=10**6)] = 10_000
    """Maximum number of guest accounts at a time."""
    guests_from_one: Annotated[int, Meta(ge=0, le=10**6)] = 100
    """New guests from one address in an hour; 0: any number."""
    guest_days: Annotated[int, Meta(ge=1, le=30)] = 3
    """Days after which an unused guest account expires."""
    managers: list[str] = field(default_factory=list)
    """Names of the room's managers: reserved, and claimed with the one-time codes that are printed."""
    origins: list[str] = field(default_factory=list)
    """Further allowed origins of pages that open a socket: ``https://cards.example``."""
    proxy: list[str] = field(default_factory=list)
    """Addresses or networks of trusted proxies, whose forwarded address and scheme are used."""
    tls_certificate: str = ""
    tls_key: str = ""
    most_from_one: Annotated[int, Meta(ge=0, le=100_000)] = 200
    """Maximum connections from one address, loopback and proxies not counted; 0: any number."""
    plain_text: bool = False
    """Listen beyond this machine without TLS; others on the network can read the traffic."""
    insecure_links: bool = False
    """Allow a remote bus or database without credentials and TLS: only on a private network."""
    tables: list[TableConfig] | None = None
    """Missing: a table for every game of every book, with bots at poker."""

    def directory(self) -> Path:
        """Directory of the room's files."""
        if self.data:
            return Path(self.data)
        return data_home() / "room"

    def database_url(self) -> str:
        return self.database or str(self.directory() / "room.db")

    def node_name(self) -> str:
        """Name of this node, usable in a NATS subject."""
        plain = "".join(char if char.isalnum() and char.isascii() else "-" for char in socket.gethostname())
        return self.node or plain[:40] or "node"

    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)

    def check(self) -> None:
        """Raise InvalidError for settings that have no effect, or that expose traffic without consent."""
        check_host(self.host)
        for name in self.managers:
            player_names.check_name(name)
        for proxy in self.proxy:
            check_proxy(proxy)
        for origin in self.origins:
            check_origin(origin)
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise InvalidError("tls_certificate and tls_key: expected both or neither")
        if self.bus and not self.database.startswith(("postgresql://", "postgres://")):
            raise InvalidError(
                "bus: nodes share a PostgreSQL database; name it with database (--database postgresql://...)"
            )
        if self.node and not self.bus:
            raise InvalidError(f"node {self.node!r}: a node has a bus; name it with bus (--bus nats://...)")
        if not self.insecure_links:
            self._check_links()
        if not self.is_local() and not self.tls_certificate and not self.plain_text:
            raise InvalidError(
                f"host {self.host!r} is reached from other machines: set tls_certificate and tls_key, or"
                " plain_text = true (--plain-text) if everybody on the way, from a proxy too, may read along"
            )

    def _check_links(self) -> None:
        """Refuse remote links without TLS or credentials: hole cards cross them."""
        for name, risk in (("bus", bus_risk(self.bus)), ("database", database_risk(self.database))):
            if risk:
                raise InvalidError(
                    f"{name}: it is on another machine, hole cards pass there, and its address lacks {risk};"
                    " add what is missing, or insecure_links = true (--insecure-links) where nobody else is"
                    " on that network"
                )


def data_home() -> Path:
    """Directory of rooms whose configuration names no directory."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "hoyle"


def demo_config() -> Config:
    """Configuration of the demo room, which has a data directory of its own."""
    return Config(data=str(data_home() / "demo"))


def read_config(text: str, source: str = "the configuration") -> Config:
    """Parse and validate a TOML configuration."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidError(f"{source}: not TOML: {error}") from None
    known = [part.name for part in structs.fields(Config)]
    for key in data:
        if key not in known:
            raise InvalidError(f"{source} has an unknown key {key!r}; the keys are {', '.join(known)}")
    try:
        config = convert(data, Config)
    except ValidationError as error:
        raise InvalidError(f"{source}: {explain_error(error, data)}") from None
    config.check()
    return config


def load_config(path: Path) -> Config:
    """Read the configuration from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{path}: not a text file; expected a room.toml (docs/room.md)") from None
    return read_config(text, str(path))
