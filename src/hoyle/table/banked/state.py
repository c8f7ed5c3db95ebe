"""The state of a house card table: a fold over its log."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.banked.sign import Sign
from hoyle.banked.state import State


@dataclass
class Deck:
    """One deck at the table."""

    name: str
    back: str
    opened_at: int
    steps: list[str] = field(default_factory=list)
    """What it went through so far, of the book's opening steps."""


@dataclass
class BankedState:
    """Everything that is true at the table between and during rounds."""

    sign: Sign | None = None
    names: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    """Chips before each seat between rounds."""
    bank: int = 0
    cashier: int = 0
    """Chips brought to the table, as a debt of the cashier."""
    minute: int = 0
    decks: list[Deck] = field(default_factory=list)
    """The first is in play; a second lies in the shuffler."""
    retired: list[str] = field(default_factory=list)
    ready: list[int] = field(default_factory=list)
    """The deck as shuffled, top first."""
    cuts: int = 0
    rounds: int = 0
    uncounted: int = 0
    """Rounds since the stub was counted."""
    idle: bool = False
    round: State | None = None

    def accounts(self) -> dict[str, int]:
        """Where every chip is; the sum is always zero."""
        found = {"bank": self.bank, "cashier": self.cashier, "layout": 0}
        stacks = self.stacks
        if self.round is not None:
            stacks = {**stacks, **self.round.stacks}
            found["layout"] = self.round.on_layout()
            found["bank"] += self.round.bank
        return found | {f"seat {seat}": chips for seat, chips in stacks.items()}
