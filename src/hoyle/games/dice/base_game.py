"""Base class of dice games: players, chips, event log and the actions of every game.

A table never asks which game it runs. Actions that only some games have are refused here and implemented by
those games.
"""

from __future__ import annotations

from typing import ClassVar

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.registry import apply
from hoyle.games.dice.events.wagers import Opened
from hoyle.games.dice.game_state import LIVE, DiceState, DiceWager
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.dice.throw_rulings import Die
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.hop_bets import spot_number
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.games.posted_sign import limits_text
from hoyle.rulebooks.book_types.dice import DiceWagerPage
from hoyle.rulebooks.book_types.poker import Answer


class DiceGame:
    """Base class of dice games: wagers on a layout, changed by events that are applied and logged."""

    NAME: ClassVar[str]
    ROLL: ClassVar[str]
    """Name of the command that reports the faces of the dice."""
    ACTIONS: ClassVar[frozenset[str]] = frozenset()
    """Names of the commands that not every dice game has."""
    WAGER_OPTIONS: ClassVar[frozenset[str]] = frozenset()
    """Options of its wagers besides a number: ``faces``, ``on`` (another wager), ``coupon``."""

    def __init__(self, sign: DiceSign, state: DiceState, *, keep_log: bool) -> None:
        self.state = state
        self.layout = sign.layout
        self.log: list[DiceEvent] = []
        self.keep_log = keep_log
        self.min_chip = sign.min_chip
        for wager in state.live:
            self.spot_of(wager)

    def open(self, stacks: dict[str, int], clause: str) -> None:
        """Open the dice table with players clockwise from the left of boxperson or dealer (AMB-C24)."""
        for player, chips in stacks.items():
            if chips < 0:
                raise InvalidError(f"{player} cannot hold {pluralize(chips, 'chip')}")
        self.emit(Opened(dict(stacks), clause))

    def emit(self, event: DiceEvent) -> None:
        """Apply a dice event, check that chips are conserved, and log it."""
        apply(self.state, event)
        if self.keep_log:
            self.log.append(event)

    def spot_of(self, wager: DiceWager) -> BettingSpot:
        """Return the betting spot of a wager, cached on it."""
        if wager.spot is None:
            spots = self.layout.kinds[wager.kind]
            number = 0 if 0 in spots else wager.number
            if wager.faces:
                number = spot_number(int(wager.faces[0]), int(wager.faces[2]))
            wager.spot = spots[number]
        return wager.spot

    def live_wager(self, id: str) -> DiceWager:
        """Return the standing wager with this id, or raise."""
        wager = self.state.wagers.get(id)
        if wager is None or wager.result != LIVE:
            raise InvalidError(f"no wager {id!r} stands on the layout")
        return wager

    def new_id(self, id: str) -> str:
        """Return the given wager id if it is free, or a new one if none is given."""
        wagers = self.state.wagers
        if id:
            if id in wagers and wagers[id].result == LIVE:
                raise InvalidError(f"wager {id!r} stands already")
            return id
        count = self.state.made + 1
        while f"w{count}" in wagers:
            count += 1
        return f"w{count}"

    def seat_of(self, player: str) -> int:
        """Return the seat of a player; 0 where the game is played without seats."""
        return self.state.seats.get(player, 0) if self.state.seats else 0

    def check_holds(self, owner: str, chips: int) -> None:
        """Raise if a player's stack has fewer chips than a wager costs."""
        if chips > self.state.stacks[owner]:
            stack = pluralize(self.state.stacks[owner], "chip")
            raise InvalidError(f"{owner} holds {stack}, {chips:,} are needed")

    # Implemented by every game

    def with_state(self, state: DiceState) -> DiceGame:
        """Return the same dice game on another state, without a log."""
        raise NotImplementedError

    def set_dice(self, first_die: int, second_die: int) -> None:
        """Roll these two faces, skipping the steps that normally come first (release, shakes)."""
        raise NotImplementedError

    def make_wager(
        self, owner: str, kind: str, amount: int, *, number: int, on: str, combo: tuple[int, int], coupon: bool
    ) -> str:
        """Make a wager with the options in `WAGER_OPTIONS` only; returns its id."""
        raise NotImplementedError

    def remove(self, id: str) -> None:
        """Take a wager down from the layout."""
        raise NotImplementedError

    def reduce(self, id: str, to: int) -> None:
        """Reduce a wager to a smaller amount."""
        raise NotImplementedError

    def increase(self, id: str, to: int) -> None:
        """Increase a wager to a larger amount."""
        raise NotImplementedError

    def offer(self) -> str:
        """Offer dice or shaker and return the player asked; empty if nobody is."""
        raise NotImplementedError

    def answer(self, player: str, *, accept: bool) -> None:
        """Take or decline dice or shaker for the player asked."""
        raise NotImplementedError

    def join(self, player: str) -> None:
        """Extend a running offer to a player who joins the game."""
        raise NotImplementedError

    def end_offer(self) -> None:
        """End the offer after the last player still to be asked has left the game."""

    def pass_on(self, *, ordered: bool = False) -> None:
        """Pass dice or shaker on: freely or on order."""
        raise NotImplementedError

    def orderer(self) -> Answer[str]:
        """Return the staff role that may order dice or shaker passed."""
        raise NotImplementedError

    def no_roll(self, reason: str, *, by: str = "", at_rest: bool = False) -> None:
        """Declare a throw or shake of the dice void."""
        raise NotImplementedError

    # Queries behind the legal wagers and choices

    def may_take(self, player: str) -> bool:
        """Whether the player asked may take dice or shaker; they may always decline."""
        return True

    def fee_paid(self, owner: str, spot: BettingSpot) -> int:
        """Return the commission already paid for a wager on a spot by one that won there and is left up."""
        return 0

    def needs_players(self) -> bool:
        """Whether the game stands still because no player is in it."""
        return False

    def accepts_wager_now(self, owner: str, spot: BettingSpot) -> bool:
        """Whether a player may bet on a spot at this point of the game."""
        return True

    def removable(self) -> bool:
        """Whether this table lets wagers be taken down and cut at all."""
        return True

    def off_clause(self, page: DiceWagerPage) -> str:
        """Return the clause by which a wager of this kind may be called off now; empty if it may not."""
        return ""

    def is_off(self, wager: DiceWager) -> bool:
        """Whether a wager is off: the next roll does not decide it."""
        return False

    def put_bet_numbers(self, spot: BettingSpot) -> tuple[int, ...]:
        """List the numbers on which a put bet may be made directly."""
        return ()

    def may_raise_with_point(self, spot: BettingSpot) -> bool:
        """Whether a flat bet that has its point may be raised."""
        return False

    def may_not_be_raised(self, wager: DiceWager, spot: BettingSpot) -> bool:
        """Whether a wager that was taken down or cut is barred from being raised."""
        return False

    def odds_limit(self, spot: BettingSpot, flat: int) -> int:
        """Return the maximum of all odds behind a flat bet of this amount."""
        return 0

    # Implemented by some games only

    def check_known(self, move: str) -> None:
        """Raise if this dice game has no such command."""
        if move not in self.ACTIONS:
            raise self._unknown_move(move)

    def confirmers(self, tender: str) -> Answer[tuple[str, ...]] | None:
        """Return the roles that may confirm a wager made in that tender; None where none is confirmed."""
        return None

    def confirm(
        self,
        owner: str,
        kind: str,
        amount: int,
        *,
        number: int,
        on: str,
        combo: tuple[int, int],
        tender: str,
        cash: int,
        by: str,
    ) -> str:
        """Make a wager that a member of the crew confirms aloud; returns its id."""
        raise self._unknown_move("confirm-bet")

    def call_on(self, id: str) -> None:
        raise self._unknown_move("call-on")

    def confirm_on(self, id: str, *, by: str) -> None:
        raise self._unknown_move("confirm-on")

    def call_off(self, id: str) -> None:
        raise self._unknown_move("call-off")

    def decline_line(self) -> None:
        raise self._unknown_move("decline-line")

    def no_line_bet(self) -> None:
        raise self._unknown_move("no-line-bet")

    def release(self) -> None:
        raise self._unknown_move("release-dice")

    def throw(self, first_die: int, second_die: int) -> None:
        raise self._unknown_move("throw")

    def call(self, first_die: int, second_die: int) -> None:
        raise self._unknown_move("call-throw")

    def dispute(self, player: str) -> None:
        raise self._unknown_move("dispute-throw")

    def settle(self) -> None:
        raise self._unknown_move("settle-throw")

    def throw_ruled(self, first_die: int, second_die: int, *, by: str) -> None:
        raise self._unknown_move("rule-throw")

    def throw_raw(self, dice: list[Die]) -> bool:
        raise self._unknown_move("report-throw")

    def ask(self, player: str) -> None:
        raise self._unknown_move("ask-for-shaker")

    def dealer_shakes(self, times: int = 3) -> None:
        raise self._unknown_move("dealer-shakes")

    def holder_shakes(self, times: int = 3) -> None:
        raise self._unknown_move("holder-shakes")

    def uncover(self, first_die: int, second_die: int) -> None:
        raise self._unknown_move("uncover")

    def other_stakes_on_spot(self, owner: str, spot: BettingSpot, number: int, faces: str, except_id: str = "") -> int:
        """Return the chips a player has in other wagers on the same spot; 0 where no maximum is posted."""
        if not spot.maximum:
            return 0
        spot_key = (owner, spot.kind, number, faces)
        total = 0
        for wager in self.state.live:
            if wager.id != except_id and (wager.owner, wager.kind, wager.number, wager.faces) == spot_key:
                total += wager.amount
        return total

    def _unknown_move(self, move: str) -> IllegalError:
        return IllegalError(f"{move} is not for a table of {self.NAME}")


def unpayable_error(spot: BettingSpot, amount: int, clause: str) -> IllegalError:
    """Build the error for a wager whose winnings could not be paid in whole chips."""
    legal = f"a multiple of {spot.step}"
    return illegal(clause, f"{amount} on {wager_name(spot.kind)} cannot be paid: {legal}", legal=legal)


def check_limits(spot: BettingSpot, amount: int, other_stakes: int = 0) -> None:
    """Raise if an amount, with the player's other bets on the spot, is outside the posted limits."""
    if amount < spot.minimum or (spot.maximum and amount + other_stakes > spot.maximum):
        limits = limits_text(spot.minimum, spot.maximum)
        beside = f" beside {other_stakes}" if other_stakes else ""
        raise illegal(
            "house table-limits",
            f"{wager_name(spot.kind)} of {amount}{beside} is outside the limits on the sign, {limits}",
            legal=limits,
        )
