"""Checkpoint version: the format that this program writes, and the refusal of any other.

A checkpoint has its values as text and leaves out what is as at a new table. A later version is read here: it
adds a migration that brings the state of the version before to the current form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.core.errors import InvalidError

CHECKPOINT_VERSION: Final = 1
"""Version that this program writes."""


def checkpoint_state(checkpoint: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a checkpoint; raise if its version is not this program's."""
    version = checkpoint.get("version")
    if type(version) is not int or version != CHECKPOINT_VERSION:
        raise InvalidError(f"version {version!r}: this program reads version {CHECKPOINT_VERSION}")
    state: dict[str, Any] = checkpoint["state"]
    return state
