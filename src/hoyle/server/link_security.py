"""Link security: credentials and TLS that a remote bus or database URL must have.

Hole cards travel on the bus and lie in the database. Loopback addresses and local sockets need neither.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit

from hoyle.server.network_addresses import is_loopback

_ENCRYPTED: Final = ("require", "verify-ca", "verify-full")
"""Values of sslmode that refuse an unencrypted connection."""
_CREDENTIALS: Final = ("password", "passfile", "sslcert", "service")
"""Parts of a PostgreSQL URL that supply credentials."""


def bus_risk(url: str) -> str:
    """Return the security that the URL of a bus lacks; empty if none, or if the bus is on this machine."""
    parts = _split_url(url if "://" in url else f"nats://{url}")
    if parts is None or is_local_bus(url):
        return ""
    missing = [] if parts.username else ["a user and a password"]
    missing += [] if parts.scheme == "tls" else ["TLS"]
    return " and ".join(missing)


def is_local_bus(url: str) -> bool:
    """Whether the message bus of a URL is on this machine."""
    parts = _split_url(url if "://" in url else f"nats://{url}")
    return parts is not None and _is_local(parts.hostname or "")


def database_risk(url: str, environment: Mapping[str, str] | None = None) -> str:
    """Return the security that the URL of a database lacks; empty if none, or if the database is local."""
    environment = os.environ if environment is None else environment
    parts = _split_url(url)
    if parts is None or is_local_database(url, environment):
        return ""
    options = parse_qs(parts.query)
    has_credentials = (
        bool(parts.password)
        or any(name in options for name in _CREDENTIALS)
        or any(environment.get(name) for name in ("PGPASSWORD", "PGPASSFILE", "PGSERVICE"))
        or Path(environment.get("HOME", "/nonexistent"), ".pgpass").is_file()
    )
    mode = options.get("sslmode", [environment.get("PGSSLMODE", "")])[-1]
    missing = [] if has_credentials else ["a password"]
    missing += [] if mode in _ENCRYPTED else ["TLS (?sslmode=verify-full)"]
    return " and ".join(missing)


def is_local_database(url: str, environment: Mapping[str, str] | None = None) -> bool:
    """Whether a database is on this machine: a file, a local socket or a loopback address."""
    environment = os.environ if environment is None else environment
    parts = _split_url(url)
    if parts is None or parts.scheme not in ("postgresql", "postgres"):
        return True
    options = parse_qs(parts.query)
    host_lists = options.get("hostaddr") or options.get("host") or _hosts(parts) or [environment.get("PGHOST", "")]
    return all(_is_local(host) for hosts in host_lists for host in hosts.split(","))


def _hosts(parts: SplitResult) -> list[str]:
    """Return the hosts of a PostgreSQL URL, which may name several."""
    hosts = parts.netloc.rpartition("@")[2]
    if not hosts:
        return []
    return [host if host.startswith("[") else host.partition(":")[0] for host in hosts.split(",")]


def _is_local(host: str) -> bool:
    return not host or host.startswith(("/", "@")) or is_loopback(host.strip("[]"))


def _split_url(url: str) -> SplitResult | None:
    """Split a URL; None if it is invalid or of another scheme, which its user reports."""
    try:
        parts = urlsplit(url)
        _ = parts.hostname
    except ValueError:
        return None
    return parts if parts.scheme in ("nats", "tls", "postgresql", "postgres") else None
