"""Links from a node to its bus and its database: what crosses a network needs credentials and TLS.

Hole cards travel on the bus and lie in the database. On this machine alone, by a loopback address or a
socket in the file system, nobody else reads along.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit

from hoyle.server.network_addresses import is_loopback

_ENCRYPTED: Final = ("require", "verify-ca", "verify-full")
"""Values of sslmode with which a connection in clear is refused."""
_CREDENTIALS: Final = ("password", "passfile", "sslcert", "service")
"""Parts of a PostgreSQL URL that bring credentials."""


def bus_risk(url: str) -> str:
    """What is missing from the URL of a bus; empty where nothing is, or where it is on this machine."""
    parts = _parts(url if "://" in url else f"nats://{url}")
    if parts is None or is_local_bus(url):
        return ""
    missing = [] if parts.username else ["a user and a password"]
    missing += [] if parts.scheme == "tls" else ["TLS"]
    return " and ".join(missing)


def is_local_bus(url: str) -> bool:
    """Whether a bus is on this machine."""
    parts = _parts(url if "://" in url else f"nats://{url}")
    return parts is not None and _is_local(parts.hostname or "")


def database_risk(url: str, environment: Mapping[str, str] | None = None) -> str:
    """What is missing from the URL of a database, likewise; a path to a file needs nothing."""
    environment = os.environ if environment is None else environment
    parts = _parts(url)
    if parts is None or is_local_database(url, environment):
        return ""
    given = parse_qs(parts.query)
    has_credentials = (
        bool(parts.password)
        or any(name in given for name in _CREDENTIALS)
        or any(environment.get(name) for name in ("PGPASSWORD", "PGPASSFILE", "PGSERVICE"))
        or Path(environment.get("HOME", "/nonexistent"), ".pgpass").is_file()
    )
    mode = given.get("sslmode", [environment.get("PGSSLMODE", "")])[-1]
    missing = [] if has_credentials else ["a password"]
    missing += [] if mode in _ENCRYPTED else ["TLS (?sslmode=verify-full)"]
    return " and ".join(missing)


def is_local_database(url: str, environment: Mapping[str, str] | None = None) -> bool:
    """Whether a database is on this machine: a file, a socket in the file system, a loopback address."""
    environment = os.environ if environment is None else environment
    parts = _parts(url)
    if parts is None or parts.scheme not in ("postgresql", "postgres"):
        return True
    given = parse_qs(parts.query)
    named = given.get("hostaddr") or given.get("host") or _hosts(parts) or [environment.get("PGHOST", "")]
    return all(_is_local(host) for each in named for host in each.split(","))


def _hosts(parts: SplitResult) -> list[str]:
    """The hosts of a URL, of which PostgreSQL takes several."""
    hosts = parts.netloc.rpartition("@")[2]
    if not hosts:
        return []
    return [each if each.startswith("[") else each.partition(":")[0] for each in hosts.split(",")]


def _is_local(host: str) -> bool:
    return not host or host.startswith(("/", "@")) or is_loopback(host.strip("[]"))


def _parts(url: str) -> SplitResult | None:
    """A URL in parts; None where it is none, which is refused where it is used."""
    try:
        found = urlsplit(url)
        _ = found.hostname
    except ValueError:
        return None
    return found if found.scheme in ("nats", "tls", "postgresql", "postgres") else None
