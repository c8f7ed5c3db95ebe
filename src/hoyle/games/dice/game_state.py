"""State of a dice game: wagers, chips, point and holder, built only by applying events."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.state_codec import StateCodec
from hoyle.games.dice.wagers.betting_spot import BettingSpot

COME_OUT: Final = "come-out"
POINT: Final = "point"
SETTLE_ONLY: Final = "settle-only"

DEALER: Final = "dealer"
"""Holder of the shaker when no player takes it."""
UNSEEN: Final = "unseen shooter"
"""Shooter outside the game, whose line bet is taken as made. For worked cases and for counting one player's
wagers; no table has one."""

WIN: Final = "win"
LOSE: Final = "lose"
PUSH: Final = "push"
RETURNED: Final = "returned"
REMOVED: Final = "removed"
LIVE: Final = ""


class DiceWager:
    """Wager at a dice table, from its making to its decision."""

    def __init__(
        self, id: str, owner: str, seat: int, kind: str, amount: int, number: int, faces: str, parent: str
    ) -> None:
        self.id = id
        self.owner = owner
        self.seat = seat
        """Seat of its owner; 0 where seats are not numbered."""
        self.kind = kind
        self.amount = amount
        self.number = number
        """Number it stands on; for a flat bet its point, 0 before it has one."""
        self.faces = faces
        """Two faces of a hop bet, larger first: ``5-4``."""
        self.parent = parent
        """Id of the flat bet that odds support."""
        self.commission = 0
        """Commission charged on it."""
        self.fee_kept = 0
        """Commission that the same wager paid before it was left up, less what this one left to the next."""
        self.on_requested = False
        """Whether its owner has called it on and the crew has yet to confirm."""
        self.called_on = False
        """Whether it works on the come-out though such wagers are off."""
        self.called_off = False
        """Whether it is off for the current point."""
        self.cut = False
        """Whether it was ever cut."""
        self.paid = 0
        self.taken = 0
        self.result: str = LIVE
        """``win``, ``lose``, ``push``, ``returned`` or ``removed``; empty while it stands."""
        self.roll = 0
        """Number of the valid roll that decided it."""
        self.spot: BettingSpot | None = None
        """Cached betting spot, looked up by the game on first use; not part of the state."""

    def copied(self) -> DiceWager:
        """Return a copy of the wager."""
        clone = DiceWager(self.id, self.owner, self.seat, self.kind, self.amount, self.number, self.faces, self.parent)
        clone.commission = self.commission
        clone.fee_kept = self.fee_kept
        clone.on_requested = self.on_requested
        clone.called_on = self.called_on
        clone.called_off = self.called_off
        clone.cut = self.cut
        clone.paid = self.paid
        clone.taken = self.taken
        clone.result = self.result
        clone.roll = self.roll
        clone.spot = self.spot
        return clone

    def to_dict(self) -> dict[str, Any]:
        """Encode the dice wager as plain data."""
        return _WAGER.encode(self)


_WAGER: Final = StateCodec(DiceWager("", "", 0, "", 0, 0, "", ""), optional=("on_requested",), skip=("spot",))


def wager_from_dict(data: dict[str, Any]) -> DiceWager:
    """Decode a wager that `DiceWager.to_dict` encoded."""
    wager = DiceWager("", "", 0, "", 0, 0, "", "")
    _WAGER.restore(wager, data)
    return wager


class DiceState:
    """State of one dice game; events are the only thing that changes it during play."""

    def __init__(self) -> None:
        self.point = 0
        self.settle_only = False
        """Whether nobody bets the line, so that throws decide only Come and Don't Come bets."""
        self.rolls = 0
        """Valid rolls so far."""
        self.made = 0
        """Wagers made so far."""
        self.wagers: dict[str, DiceWager] = {}
        """Wagers by id: those that stand, and those in `done`."""
        self.live: list[DiceWager] = []
        self.done: list[DiceWager] = []
        """Wagers decided or taken down, dropped at the next roll."""
        self.barred: dict[str, list[str]] = {}
        """Kinds of Don't bets that a player may not make for now, by player."""
        self.stacks: dict[str, int] = {}
        self.held = 0
        """Chips in all stacks together."""
        self.layout = 0
        """Chips on the layout."""
        self.bank = 0
        """Chips the banker has won, commissions included; negative after a loss."""
        self.commissions = 0
        self.start_chips = 0
        self.cash = 0
        """Cash that came in with wagers and was changed into chips."""
        self.players: list[str] = []
        """Players in the game, clockwise; the first is at the left of the boxperson or dealer."""
        self.seats: dict[str, int] = {}
        """Seat of each player, if seats are numbered."""
        self.one = 0
        self.other = 0
        """Faces of the last valid roll; 0 before the first."""
        self.shooter = ""
        """Holder of the dice or the shaker."""
        self.last_shooter = ""
        """Last player to pass them, wherever they are now."""
        self.place = 0
        """Seat from which they are offered on, whoever sits there; 0 at the start of play."""
        self.just_passed = ""
        """Player who passed them since the last roll."""
        self.must_pass = False
        """Whether the last roll forces the holder to pass the dice or the shaker."""
        self.offering: list[str] = []
        """Players still to be asked, the next one first."""
        self.declined: list[str] = []
        """Players who are not asked again before dice or shaker change hands."""
        self.refused: list[str] = []
        """Players who would not take the dice or the shaker when last asked."""
        self.released = False
        """Whether betting is closed: the dice have left the hand, or the dealer has begun to shake."""
        self.shaken = 0
        """Shakes so far for this roll: 1 after the dealer's, 2 after the holder's."""
        self.called: list[int] = []
        """Faces of a throw that has been called and not yet settled."""
        self.called_by = ""
        """Clause by which they were called."""
        self.disputed = False
        """Whether a dispute about the faces of the last throw awaits a ruling."""
        self.keeps_before = False
        """Whether `before` is kept, so that a throw can be taken back."""
        self.before: DiceState | None = None
        """State before the last throw, kept as long as the throw may be ruled on."""

    @property
    def phase(self) -> str:
        if self.point:
            return POINT
        return SETTLE_ONLY if self.settle_only else COME_OUT

    def balanced(self) -> bool:
        """Whether the chips of a dice game add up to what was brought in."""
        return self.held + self.layout + self.bank == self.start_chips

    def set_players(self, players: list[str]) -> None:
        """Set the players in the game, clockwise. With none left, the next offer starts afresh."""
        if not players:
            self.last_shooter = ""
            self.place = 0
        if self.just_passed not in self.seats:
            self.just_passed = ""
        self.players = list(players)
        self.offering = [player for player in self.offering if player in players]

    def to_dict(self) -> dict[str, Any]:
        """Encode the state of the dice game as plain data."""
        data = _STATE.encode(self)
        data["dice"] = [self.one, self.other]
        return data

    def restore(self, data: dict[str, Any]) -> None:
        """Fill a new dice state with data that `to_dict` encoded."""
        live = [wager_from_dict(wager) for wager in data["live"]]
        done = [wager_from_dict(wager) for wager in data["done"]]
        before = None
        if "before" in data:
            before = DiceState()
            before.restore(data["before"])
        _STATE.restore(self, data, live=live, done=done, before=before, one=data["dice"][0])
        self.other = data["dice"][1]
        self._index_wagers()

    def _index_wagers(self) -> None:
        # An id may have been reused: the wager that stands has it.
        self.wagers = {wager.id: wager for wager in (*self.done, *self.live)}

    # A throw that may be taken back: copied by hand, since some tables copy the state at every roll.

    def copied(self) -> DiceState:
        """Return a copy of the dice state, without the snapshot taken before the last throw."""
        clone = DiceState()
        clone.copy_from(self)
        clone.made = self.made
        clone.cash = self.cash
        clone.players = list(self.players)
        clone.seats = dict(self.seats)
        return clone

    def copy_from(self, other: DiceState) -> None:
        """Copy chips, wagers, point and custody from another state, but not who is present.

        `made` stays, since wager ids are not reused, and so does the cash that was changed.
        """
        self.point = other.point
        self.settle_only = other.settle_only
        self.rolls = other.rolls
        self.live = [wager.copied() for wager in other.live]
        self.done = [wager.copied() for wager in other.done]
        self._index_wagers()
        self.barred = {player: list(kinds) for player, kinds in other.barred.items()}
        self.stacks = dict(other.stacks)
        self.held = other.held
        self.layout = other.layout
        self.bank = other.bank
        self.commissions = other.commissions
        self.start_chips = other.start_chips
        self.one = other.one
        self.other = other.other
        self.shooter = other.shooter
        self.last_shooter = other.last_shooter
        self.place = other.place
        self.just_passed = other.just_passed
        self.must_pass = other.must_pass
        self.offering = list(other.offering)
        self.declined = list(other.declined)
        self.refused = list(other.refused)
        self.released = other.released
        self.shaken = other.shaken
        self.called = list(other.called)
        self.called_by = other.called_by
        self.disputed = other.disputed

    def add_chips(self, player: str, chips: int) -> None:
        """Add chips to a player's stack, in `before` too: they survive a throw that is taken back."""
        self.stacks[player] = self.stacks.get(player, 0) + chips
        self.held += chips
        self.start_chips += chips
        if self.before is not None:
            self.before.add_chips(player, chips)

    def remove_player(self, player: str) -> None:
        """Remove a player without wagers and their stack; they keep what the last throw paid them."""
        chips = self.stacks.pop(player)
        self.held -= chips
        self.start_chips -= chips
        earlier = self.before
        if earlier is not None:
            earlier.remove_departed(player, self.seats[player], chips)
        del self.seats[player]

    def remove_departed(self, player: str, seat: int, chips: int) -> None:
        """Remove from this earlier state a player who has left since with so many chips."""
        chips_on_layout = sum(wager.amount for wager in self.live if wager.owner == player)
        stack = self.stacks.pop(player)
        self.live = [wager for wager in self.live if wager.owner != player]
        self.done = [wager for wager in self.done if wager.owner != player]
        self.wagers = {id: wager for id, wager in self.wagers.items() if wager.owner != player}
        self.held -= stack
        self.layout -= chips_on_layout
        self.bank += stack + chips_on_layout - chips
        self.start_chips -= chips
        if self.shooter == player:
            self.shooter = ""
            self.last_shooter = player
            self.place = seat


_STATE: Final = StateCodec(
    DiceState(),
    optional=("cash", "called", "called_by", "disputed", "before"),
    skip=("wagers", "keeps_before", "other"),
    keys={"one": "dice"},
)
