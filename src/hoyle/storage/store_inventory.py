"""Store inventory: stream heads, balances, checkpoints and sessions at one moment, for an audit."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from hoyle.storage.hash_chain import Head
from hoyle.storage.models import Checkpoint, Credential, Session


class StoreInventory(Struct, frozen=True, kw_only=True):
    """Short tables whole, long ones by where they end."""

    heads: dict[str, Head]
    """Where every stream stands; one that was claimed and never written to stands at 0."""
    balances: dict[str, int]
    checkpoints: dict[str, Checkpoint]
    ledger: int
    """The last line."""
    seen: int
    """How many commands have taken effect."""
    sessions: list[Session]
    credentials: list[Credential]
    reckoned: dict[str, int]
    """Up to which record of each stream the ledger was last added up."""
    reckoning: dict[str, int]
    """What every account held by then."""


NOTHING: Final = StoreInventory(
    heads={},
    balances={},
    checkpoints={},
    ledger=0,
    seen=0,
    sessions=[],
    credentials=[],
    reckoned={},
    reckoning={},
)
"""Of a store that cannot say what it holds."""
