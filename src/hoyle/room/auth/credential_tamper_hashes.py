"""Credential fingerprints: hashes of sessions and passwords kept in records, to detect tampering.

Credentials and sessions are in rows that change; log-ins, registrations and log-outs are records that do not,
and carry these hashes. A hash cannot be used to log in.
"""

from __future__ import annotations

import json
from hashlib import sha256

from hoyle.storage.models import Session


def session_fingerprint(session: Session) -> str:
    """Hash the fields of a session that never change."""
    fields = [
        session.token.hex(),
        session.person,
        session.started_at,
        session.last_seen,
        session.expires_at,
        session.agent,
    ]
    return sha256(json.dumps(fields).encode()).hexdigest()


def password_fingerprint(password_hash: str) -> str:
    """Hash the stored hash of a password."""
    return sha256(password_hash.encode()).hexdigest()


def code_mark(code: str) -> str:
    """Hash a one-time code, however it was typed; it is random, so a fast hash is enough."""
    normalized = "".join(char for char in code.casefold() if char.isalnum())
    return sha256(f"code {normalized}".encode()).hexdigest()
