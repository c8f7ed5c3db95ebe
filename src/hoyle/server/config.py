"""Server configuration: reads and validates `room.toml`.

>>> print(read_config('title = "Friday night"').title)
Friday night
"""

from __future__ import annotations

import os
import re
import socket
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, field, structs

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import suggest_name
from hoyle.core.validation import explain_error
from hoyle.room import player_names
from hoyle.server.link_security import bus_risk, database_risk
from hoyle.server.network_addresses import check_host, check_origin, check_proxy, is_loopback

LOOPBACK: Final = "127.0.0.1"
DURATION_UNITS_MS: Final = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}
Port = Annotated[int, Meta(ge=0, le=65535)]


class TableConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table that the room opens at its first start."""

    game: str
    rulebook: str = ""
    """Empty: the first rulebook that has the game."""
    limits: str = ""
    """In the notation of `hoyle deal`: ``3/6``, ``1-6``."""
    structure: str = ""
    sign: dict[str, Any] = field(default_factory=dict)
    """Lines of the sign that differ from the default sign."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Clocks, pace, buy-ins; a duration is a number of milliseconds, or a text such as ``40s``."""
    bots: Annotated[int, Meta(ge=0, le=9)] = 0
    """Bots that are seated at the start."""

    def parsed_settings(self) -> dict[str, Any]:
        """Return the settings with every duration in milliseconds."""
        return {
            name: parse_duration_ms(value, name) if isinstance(value, str) and name.endswith("_ms") else value
            for name, value in self.settings.items()
        }


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Configuration of one room; every key has a default."""

    title: Annotated[str, Meta(max_length=60)] = "hoyle"
    host: str = LOOPBACK
    port: Port = 8420
    """0: any free port."""
    metrics_port: Port = 0
    """Loopback only; 0: no metrics server."""
    data_dir: str = ""
    """Directory of the room's files."""
    database_url: str = ""
    """``postgresql://...``; empty: a file in the data directory."""
    bus_url: str = ""
    """``nats://...``: one of several nodes that share the database; empty: a room on a single node."""
    node_name: str = ""
    """Name of this node among the others; empty: the host name."""
    guest_starting_chips: Annotated[int, Meta(ge=0, le=10**9)] = 10_000
    max_guests: Annotated[int, Meta(ge=0, le=10**6)] = 10_000
    """Maximum number of guest accounts at a time."""
    max_guests_per_address_per_hour: Annotated[int, Meta(ge=0, le=10**6)] = 100
    """0: any number."""
    guest_expiry_days: Annotated[int, Meta(ge=1, le=30)] = 3
    """Days after which an unused guest account expires."""
    managers: list[str] = field(default_factory=list)
    """Names of the room's managers: reserved, and claimed with the one-time codes that are printed."""
    allowed_origins: list[str] = field(default_factory=list)
    """Further allowed origins of pages that open a socket: ``https://cards.example``."""
    trusted_proxies: list[str] = field(default_factory=list)
    """Addresses or networks of trusted proxies, whose forwarded address and scheme are used."""
    tls_certificate: str = ""
    tls_private_key: str = ""
    max_connections_per_address: Annotated[int, Meta(ge=0, le=100_000)] = 200
    """Loopback and proxies are not counted; 0: any number."""
    allow_insecure_listen: bool = False
    """Listen beyond this machine without TLS; others on the network can read the traffic."""
    allow_insecure_links: bool = False
    """Allow a remote bus or database without credentials and TLS: only on a private network."""
    tables: list[TableConfig] | None = None
    """Missing: a table for every game of every book, with bots at poker."""

    def resolve_data_dir(self) -> Path:
        """Return the directory of the room's files."""
        return Path(self.data_dir) if self.data_dir else data_home() / "room"

    def resolve_database(self) -> str:
        """Return the URL of the database, or the path of its file."""
        return self.database_url or str(self.resolve_data_dir() / "room.db")

    def resolve_node_name(self) -> str:
        """Return the name of this node, usable in a NATS subject."""
        host_name = re.sub(r"[^A-Za-z0-9]", "-", socket.gethostname())
        return self.node_name or host_name[:40] or "node"

    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)

    def check(self) -> None:
        """Raise InvalidError for settings that have no effect, or that expose traffic without consent."""
        check_host(self.host)
        for name in self.managers:
            player_names.check_name(name)
        for proxy in self.trusted_proxies:
            check_proxy(proxy)
        for origin in self.allowed_origins:
            check_origin(origin)
        if bool(self.tls_certificate) != bool(self.tls_private_key):
            raise InvalidError("tls_certificate and tls_private_key: expected both or neither")
        if self.bus_url and not self.database_url.startswith(("postgresql://", "postgres://")):
            raise InvalidError(
                "bus_url: nodes share a PostgreSQL database; set database_url (--database-url postgresql://...)"
            )
        if self.node_name and not self.bus_url:
            raise InvalidError(f"node_name {self.node_name!r}: a node needs a bus; set bus_url (--bus-url nats://...)")
        if not self.allow_insecure_links:
            self._check_links()
        if not self.is_local() and not self.tls_certificate and not self.allow_insecure_listen:
            raise InvalidError(
                f"host {self.host!r} is reached from other machines: set tls_certificate and tls_private_key,"
                " or allow_insecure_listen = true (--allow-insecure-listen) if unencrypted traffic is"
                " acceptable on the whole path, including from any proxy"
            )

    def _check_links(self) -> None:
        """Refuse remote links without TLS or credentials: hole cards cross them."""
        risks = {"bus_url": bus_risk(self.bus_url), "database_url": database_risk(self.database_url)}
        for name, risk in risks.items():
            if risk:
                raise InvalidError(
                    f"{name}: it is on another machine, hole cards pass there, and its address lacks {risk};"
                    " add what is missing, or allow_insecure_links = true (--allow-insecure-links) if"
                    " that network is private"
                )


def parse_duration_ms(text: str, name: str) -> int:
    """Parse a duration with its unit, and return it in milliseconds.

    >>> parse_duration_ms("40s", "decision_clock_ms"), parse_duration_ms("2m", "away_seat_hold_ms")
    (40000, 120000)
    """
    match = re.fullmatch(r"(\d{1,9})(ms|s|m|h)", text)
    if match is None:
        raise InvalidError(f"{name} {text!r}: expected milliseconds, or a duration such as '40s' or '2m'")
    return int(match[1]) * DURATION_UNITS_MS[match[2]]


def data_home() -> Path:
    """Return the directory of rooms whose configuration names no directory."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "hoyle"


def demo_config() -> Config:
    """Return the configuration of the demo room, which has a data directory of its own."""
    return Config(data_dir=str(data_home() / "demo"))


def read_config(text: str, source: str = "the configuration") -> Config:
    """Parse and validate a server configuration in TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidError(f"{source}: not TOML: {error}") from None
    keys = [field.name for field in structs.fields(Config)]
    for key in data:
        if key not in keys:
            hint = suggest_name(key, keys) or f"the keys are {', '.join(keys)}"
            raise InvalidError(f"{source} has an unknown key {key!r}; {hint}")
    try:
        config = convert(data, Config)
    except ValidationError as error:
        raise InvalidError(f"{source}: {explain_error(error, data)}") from None
    config.check()
    return config


def load_config(path: Path) -> Config:
    """Read the server configuration from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{path}: not a text file; expected a room.toml (docs/room.md)") from None
    return read_config(text, str(path))
