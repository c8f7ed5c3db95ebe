"""State of a house-card round, built only by applying its events."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.state_codec import StateCodec

OPEN: Final = 0
CLOSED: Final = 1
DECIDING: Final = 2
SETTLING: Final = 3
OVER: Final = 4
VOID: Final = 5

PHASES: Final = ("open", "closed", "deciding", "settling", "over", "void")


class BettingPosition:
    """Betting position in a house-card round: its wagers, cards and decisions."""

    def __init__(self, seat: int, paying_seat: int, owner: str) -> None:
        self.seat = seat
        self.paying_seat = paying_seat
        """Seat of the player who pays: this one, or the one beside it."""
        self.owner = owner
        """Person who holds the hand and alone may see it, whoever sits there later."""
        self.wagers: dict[str, int] = {}
        """Chips on each spot; settled wagers are removed."""
        self.made: dict[str, int] = {}
        """Every wager made this round."""
        self.clauses: dict[str, str] = {}
        """Clause that decided each wager, in the order of settlement."""
        self.gains: dict[str, int] = {}
        """Chips gained by each decided wager, without the stake; 0 for a push or a return."""
        self.cards: list[int] = []
        self.decided = -1
        """Last stage in which this seat has decided; -1 before the first."""
        self.folded = False
        self.stood = False
        self.shown = ""
        """Class of the hand once it is turned up."""

    @property
    def net(self) -> int:
        return sum(self.gains.values())

    def to_dict(self) -> dict[str, Any]:
        return _POSITION.encode(self)


_POSITION: Final = StateCodec(BettingPosition(0, 0, ""), cards=("cards",), keys={"clauses": "cites"})


def position_from_dict(data: dict[str, Any]) -> BettingPosition:
    """Decode a position that `BettingPosition.to_dict` encoded."""
    betting_position = BettingPosition(0, 0, "")
    _POSITION.restore(betting_position, data)
    return betting_position


class HouseCardRoundState:
    """State of one house-card round: phase, betting positions, chips, cards and deck."""

    def __init__(self) -> None:
        self.phase = OPEN
        self.stage = 0
        """Index of the later wager being decided."""
        self.places: dict[int, BettingPosition] = {}
        self.stacks: dict[int, int] = {}
        """Chips by seat; at a table that keeps the stacks itself, the changes to them."""
        self.bank = 0
        """Chips the banker has won since the round began; negative after a loss."""
        self.dealer: list[int] = []
        self.dealer_up: list[int] = []
        """Dealer cards that lie face up."""
        self.dealer_shown = False
        self.dealer_name = ""
        self.dealer_qualifies = False
        self.community: list[int] = []
        self.turned = 0
        """Number of community cards face up."""
        self.discards: list[int] = []
        """Discard rack, in the order cards went into it."""
        self.deck: list[int] = []
        self.dealt = 0
        self.rested = False
        """Whether the stub is in the discard rack."""
        self.order: list[int] = []
        """Seats in the order of settlement; the last hand may be turned up and not settled yet."""
        self.start_chips = 0

    def on_layout(self) -> int:
        """Return the total of the chips on the betting spots."""
        total = 0
        for betting_position in self.places.values():
            for chips in betting_position.wagers.values():
                total += chips
        return total

    def chips(self) -> int:
        """Return the total of all chips of the round; the same after every event."""
        total = self.bank + self.on_layout()
        for chips in self.stacks.values():
            total += chips
        return total

    def seats(self) -> list[int]:
        """List the seats with a wager, clockwise from the dealer's left."""
        return sorted(self.places)

    def settled(self) -> list[int]:
        """List the seats whose hands were turned up and have nothing left to settle."""
        return [seat for seat in self.order if not self.places[seat].wagers]

    def turned_up(self) -> int:
        """Return the seat whose hand is face up and not settled yet; 0 if none."""
        return self.order[-1] if self.order and self.places[self.order[-1]].wagers else 0

    def to_dict(self) -> dict[str, Any]:
        """Encode the state as plain data that shares no lists with it; `round_from_dict` decodes it."""
        data = _STATE.encode(self)
        data["phase"] = PHASES[self.phase]
        data["places"] = list(data["places"].values())
        data["stacks"] = {str(seat): chips for seat, chips in self.stacks.items()}
        return data


_STATE: Final = StateCodec(HouseCardRoundState(), cards=("dealer", "dealer_up", "community", "discards", "deck"))


def round_from_dict(data: dict[str, Any]) -> HouseCardRoundState:
    """Decode a state that `HouseCardRoundState.to_dict` encoded."""
    state = HouseCardRoundState()
    positions = [position_from_dict(position) for position in data["places"]]
    _STATE.restore(
        state,
        data,
        phase=PHASES.index(data["phase"]),
        places={position.seat: position for position in positions},
        stacks={int(seat): chips for seat, chips in data["stacks"].items()},
    )
    return state
