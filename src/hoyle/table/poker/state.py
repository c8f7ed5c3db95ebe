"""The state of a table: what the log builds, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.errors import IllegalError
from hoyle.poker.state import State
from hoyle.table.fields import whole
from hoyle.table.poker.kill_pot import KillState
from hoyle.table.poker.sign import Rake, Sign


@dataclass(slots=True)
class Player:
    """Somebody at the table."""

    seat: int
    name: str
    chips: int
    """Chips before him; while he is dealt in, the round holds them."""
    currency: int = 0
    """Cash on the table that has not been changed yet, in chips."""
    away: bool = False
    """Sits out."""
    missed: list[int] = field(default_factory=list)
    """Blinds that passed while he was away: their places in the sign's list."""

    def worth(self) -> int:
        return self.chips + self.currency


@dataclass(slots=True)
class Rack:
    """The decks of the table."""

    decks: list[str] = field(default_factory=list)
    """The deck in play first, then the idle one."""
    retired: list[str] = field(default_factory=list)
    ready: list[int] = field(default_factory=list)
    """The deck in play, shuffled and waiting to be dealt; empty while it is not."""
    cuts: int = 0
    """Cuts since the shuffle."""
    preshuffled: bool = False
    """The deck that lies ready came shuffled by its maker."""


@dataclass(slots=True)
class Boxes:
    """Chips that have left the players. The cashier's side is negative: what he gave out is on the table."""

    cashier: int = 0
    rake_area: int = 0
    drop_box: int = 0
    jackpot_area: int = 0
    jackpot_fund: int = 0
    fee_area: int = 0
    fee_box: int = 0


@dataclass(slots=True)
class TableState:
    """One table."""

    posted: Sign | None = None
    players: dict[int, Player] = field(default_factory=dict)
    round: State | None = None
    """The round being played."""
    last: State | None = None
    """The round played before, until the next one begins."""
    number: int = 0
    """Rounds begun, misdeals included."""
    entitled: list[int] = field(default_factory=list)
    """Seats that had a right to cards in the round begun last."""
    small: int = 0
    big: int = 0
    """Limits of the round begun last."""
    button: int = 0
    """Seat of the button; 0 before it is placed."""
    kill: KillState = field(default_factory=KillState)
    rack: Rack = field(default_factory=Rack)
    boxes: Boxes = field(default_factory=Boxes)
    rake: Rake | None = None
    """A rake cut at the players' request; None: the posted one."""
    round_rake: Rake | None = None
    """The same for the round begun last."""
    opening: list[str] = field(default_factory=list)
    """Opening steps done, in order."""
    opened: bool = False
    """A round has been dealt since the table opened or was idle: the opening is past."""
    spread: str = ""
    """How the decks of an idle table lie: ``up`` or ``down``; empty while there is play."""
    waiting: list[str] = field(default_factory=list)
    barred: list[str] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)
    """Seats that must go as soon as the round is over."""
    disputes: list[str] = field(default_factory=list)
    """The supervisor's word on each dispute brought to him; empty while it is open."""
    minute: int = -1
    """Time of day in minutes, as last told; -1 before the first time."""
    rotated_at: int = 0
    counted_at: int = 0

    @property
    def sign(self) -> Sign:
        assert self.posted is not None, "the table has no sign yet"
        return self.posted

    def player(self, seat: int) -> Player:
        """The player in a seat."""
        found = self.players.get(whole(seat, "seat"))
        if found is None:
            taken = ", ".join(str(each) for each in sorted(self.players)) or "none"
            raise IllegalError(f"nobody sits in seat {seat}; seats taken: {taken}")
        return found

    def dealt_in(self, seat: int) -> bool:
        """Whether the seat is part of the round being played, folded or not."""
        return self.round is not None and seat in self.round.where

    def stack(self, seat: int) -> int:
        """What lies before a player, cash included."""
        if self.round is not None and seat in self.round.where:
            return self.round.stacks[self.round.where[seat]]
        return self.player(seat).worth()

    def accounts(self) -> dict[str, int]:
        """Every chip by where it is; the sum is always zero."""
        boxes, round_ = self.boxes, self.round
        return {
            "cashier": boxes.cashier,
            "stacks": sum(self.stack(seat) for seat in self.players),
            "pot": 0 if round_ is None else round_.pot,
            "rake": boxes.rake_area + (0 if round_ is None else round_.rake),
            "drop box": boxes.drop_box,
            "jackpot": boxes.jackpot_area + (0 if round_ is None else round_.jackpot),
            "jackpot fund": boxes.jackpot_fund,
            "fees": boxes.fee_area + (0 if round_ is None else round_.fees),
            "fee box": boxes.fee_box,
        }
