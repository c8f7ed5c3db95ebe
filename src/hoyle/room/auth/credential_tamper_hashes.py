"""Credential fingerprints: hashes of sessions and passwords kept in records, to detect tampering.

What lets somebody in stands in rows that change; when he came in, registered or left is a record that does
not. Nobody comes in by a hash.
"""

from __future__ import annotations

import json
from hashlib import sha256

from hoyle.storage.models import Session


def session_fingerprint(session: Session) -> str:
    """Of everything that never changes in a session."""
    told = [session.token.hex(), session.person, session.begun, session.seen, session.ends, session.agent]
    return sha256(json.dumps(told).encode()).hexdigest()


def password_fingerprint(kept: str) -> str:
    """Of what is kept of a password."""
    return sha256(kept.encode()).hexdigest()


def code_mark(code: str) -> str:
    """Of a one-time code, however it was typed: nobody can guess one, so a plain hash keeps it."""
    plain = "".join(char for char in code.casefold() if char.isalnum())
    return sha256(f"code {plain}".encode()).hexdigest()
