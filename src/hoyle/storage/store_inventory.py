"""Store inventory: stream heads, balances, checkpoints and sessions at one moment, for an audit."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from hoyle.storage.hash_chain import Head
from hoyle.storage.models import Checkpoint, Credential, Session


class StoreInventory(Struct, frozen=True, kw_only=True):
    """Contents of a store at one moment: short tables in full, long ones by their last row."""

    heads: dict[str, Head]
    """Head of every stream; 0 for one that was claimed and never written to."""
    balances: dict[str, int]
    checkpoints: dict[str, Checkpoint]
    ledger: int
    """Last line of the ledger."""
    processed_commands: int
    """Number of commands that have taken effect."""
    sessions: list[Session]
    credentials: list[Credential]
    snapshot_records: dict[str, int]
    """Record of each stream up to which the balance snapshot covers the ledger."""
    snapshot_balances: dict[str, int]
    """Balance of every account in that snapshot."""


NOTHING: Final = StoreInventory(
    heads={},
    balances={},
    checkpoints={},
    ledger=0,
    processed_commands=0,
    sessions=[],
    credentials=[],
    snapshot_records={},
    snapshot_balances={},
)
"""Empty inventory, for a store that cannot be read."""
