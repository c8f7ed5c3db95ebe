"""The state of one round of a house game: a fold over its events, and nothing else."""

from __future__ import annotations

from typing import Final

OPEN: Final = 0
CLOSED: Final = 1
DECIDING: Final = 2
SETTLING: Final = 3
OVER: Final = 4
VOID: Final = 5

PHASES: Final = ("open", "closed", "deciding", "settling", "over", "void")


class Place:
    """One betting position in this round: its wagers, its cards, what it decided."""

    def __init__(self, seat: int, owner: str) -> None:
        self.seat = seat
        self.owner = owner
        self.wagers: dict[str, int] = {}
        """Chips on each spot now; a settled wager is gone from it."""
        self.made: dict[str, int] = {}
        """Every wager made this round."""
        self.gains: dict[str, int] = {}
        """What each decided wager gained, stake not counted; 0 for a push or a return."""
        self.cards: list[int] = []
        self.decided = -1
        """The last stage in which this seat has decided; -1 before the first."""
        self.folded = False
        self.stood = False
        self.shown = ""
        """Class of the hand once it is turned up."""

    @property
    def net(self) -> int:
        return sum(self.gains.values())


class State:
    """Everything that is true at the table in this round."""

    def __init__(self) -> None:
        self.phase = OPEN
        self.stage = 0
        """Which later wager is being decided on."""
        self.places: dict[int, Place] = {}
        self.stacks: dict[int, int] = {}
        self.bank = 0
        """What the house has won since the round began, negative if it has paid out."""
        self.dealer: list[int] = []
        self.dealer_up: list[int] = []
        """Dealer cards that lie face up."""
        self.dealer_shown = False
        self.dealer_name = ""
        self.dealer_qualifies = False
        self.community: list[int] = []
        self.turned = 0
        """Community cards face up."""
        self.discards: list[int] = []
        """The discard rack, in the order cards went into it."""
        self.deck: list[int] = []
        self.dealt = 0
        self.order: list[int] = []
        """Seats in the order of settlement."""
        self.start_chips = 0

    def on_layout(self) -> int:
        """Chips lying on the betting spots."""
        return sum(sum(place.wagers.values()) for place in self.places.values())

    def chips(self) -> int:
        """All chips of the table; the same after every event."""
        return sum(self.stacks.values()) + self.on_layout() + self.bank

    def seats(self) -> list[int]:
        """Seats with a wager, clockwise from the dealer's left."""
        return sorted(self.places)
