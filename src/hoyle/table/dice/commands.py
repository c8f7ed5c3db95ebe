"""Commands of a dice table: wagers, custody of dice or shaker, throws and rulings.

Wagers are named as the book names them (``place``, ``dont_pass``), those on the layout by their ids (``w7``).
Dice and shaker are offered, accepted and passed with the same commands.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, Struct

from hoyle.core.validation import Chips, Count, Name, Seat, Words
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.command_base import ANYONE, Command, PlayerCommand, command_registry

Face = Annotated[int, Meta(ge=1, le=6)]
Total = Annotated[int, Meta(ge=0, le=12)]
"""Number that a wager is made on; 0 where none is named."""


class OpenTable(Command, frozen=True, kw_only=True, tag="open"):
    """Open the table for a game under a sign."""

    game: Name
    sign: dict[str, Any]


# Wagers


class Bet(PlayerCommand, frozen=True, kw_only=True, tag="bet"):
    """Make a wager."""

    kind: Name
    """Kind as the layout names it: ``place``."""
    amount: Chips
    number: Total = 0
    """The number it is made on, where it has one."""
    faces: Name = ""
    """The two faces of a hop bet: ``5-4``."""
    on: Name = ""
    """The flat bet that odds support."""
    coupon: bool = False
    """Whether a match play coupon lies with the chips."""


class ConfirmBet(Command, frozen=True, kw_only=True, tag="confirm-bet"):
    """Make a wager that the crew confirms aloud: one that came late, or was called with cash."""

    seat: Seat
    kind: Name
    amount: Chips
    number: Total = 0
    faces: Name = ""
    on: Name = ""
    tender: Name = "chips"
    """``chips`` or ``cash``."""
    cash: Chips = 0
    """Cash that is changed into chips; 0 for just what the wager costs."""


class TakeDown(PlayerCommand, frozen=True, kw_only=True, tag="take-down"):
    """Take a wager down."""

    wager: Name


class Reduce(PlayerCommand, frozen=True, kw_only=True, tag="reduce"):
    """Reduce a wager."""

    wager: Name
    to: Chips


class Increase(PlayerCommand, frozen=True, kw_only=True, tag="increase"):
    """Increase a wager."""

    wager: Name
    to: Chips


class CallOn(PlayerCommand, frozen=True, kw_only=True, tag="call-on"):
    """Ask that a wager which is off on the come-out work on it; it is on once the crew confirms."""

    wager: Name


class ConfirmOn(Command, frozen=True, kw_only=True, tag="confirm-on"):
    """Put the On marker on a wager that its owner has called on."""

    wager: Name


class CallOff(PlayerCommand, frozen=True, kw_only=True, tag="call-off"):
    """Withdraw a call of "On"."""

    wager: Name


# Custody of dice or shaker


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """Offer dice or shaker round the table."""


class Accept(PlayerCommand, frozen=True, kw_only=True, tag="accept"):
    """Take dice or shaker when asked."""


class Decline(PlayerCommand, frozen=True, kw_only=True, tag="decline"):
    """Decline dice or shaker when asked."""


class AskForShaker(PlayerCommand, frozen=True, kw_only=True, tag="ask-for-shaker"):
    """Ask for the shaker that the dealer holds."""


class PassDice(PlayerCommand, frozen=True, kw_only=True, tag="pass-dice"):
    """Give up dice or shaker."""


class OrderPass(Command, frozen=True, kw_only=True, tag="order-pass"):
    """Order the holder to give up dice or shaker."""

    why: Words = ""


class DeclineLine(PlayerCommand, frozen=True, kw_only=True, tag="decline-line"):
    """Decline to bet the line again although Come bets stand: the dice are offered onward."""


class NoLineBet(Command, frozen=True, kw_only=True, tag="no-line-bet"):
    """Let the old shooter throw for the Come bets alone, since nobody bets the line."""


# Throws and shakes


class ReleaseDice(PlayerCommand, frozen=True, kw_only=True, tag="release-dice"):
    """Release the dice from the shooter's hand: betting is closed."""


class Throw(Command, frozen=True, kw_only=True, tag="throw"):
    """Call a valid throw and settle it."""

    one: Face
    other: Face


class CallThrow(Command, frozen=True, kw_only=True, tag="call-throw"):
    """Call a valid throw, to be settled later."""

    one: Face
    other: Face


class DisputeThrow(Command, frozen=True, kw_only=True, tag="dispute-throw"):
    """Dispute which faces of the last throw are up; dice and settlement wait for the ruling."""

    ISSUER: ClassVar[str] = ANYONE
    seat: Seat = 0
    """The player who disputes; 0 for the issuer, or where it does not matter."""


class SettleThrow(Command, frozen=True, kw_only=True, tag="settle-throw"):
    """Settle everything that the called throw decides."""


class RuleThrow(Command, frozen=True, kw_only=True, tag="rule-throw"):
    """Rule which faces of a disputed throw are up.

    The ruling replaces the call; a throw that was settled is taken back and settled again.
    """

    one: Face
    other: Face


class DieSeen(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Die as the crew sees it: flat with a face on top, or leaning on some object."""

    top: Annotated[int, Meta(ge=0, le=6)] = 0
    resting: tuple[Face, ...] = ()


class ReportThrow(Command, frozen=True, kw_only=True, tag="report-throw"):
    """Report a throw with dice that may lie on something."""

    dice: tuple[DieSeen, ...]


class NoRoll(Command, frozen=True, kw_only=True, tag="no-roll"):
    """Call a throw or shake that does not count."""

    reason: Words
    """Reason, by the book's name for it or in free text: ``the dice touched a player's chips``."""
    at_rest: bool = False
    """Whether both dice lay still before the call."""


class DealerShakes(Command, frozen=True, kw_only=True, tag="dealer-shakes"):
    """Shake the covered shaker as the dealer: betting is closed."""

    times: Count


class HolderShakes(PlayerCommand, frozen=True, kw_only=True, tag="holder-shakes"):
    """Shake the shaker as its holder; seat 0 is the dealer, for the players."""

    times: Count


class Uncover(Command, frozen=True, kw_only=True, tag="uncover"):
    """Lift the cover and call the total."""

    one: Face
    other: Face


# The floor


class HouseRuling(Command, frozen=True, kw_only=True, tag="house-ruling"):
    """Record a decision of the house that no book covers."""

    about: Words
    decision: Words


COMMANDS: Final = command_registry(
    *(OpenTable, Bet, ConfirmBet, TakeDown, Reduce, Increase, CallOn, ConfirmOn, CallOff),
    *(Offer, Accept, Decline, AskForShaker, PassDice, OrderPass, DeclineLine, NoLineBet),
    *(ReleaseDice, Throw, CallThrow, DisputeThrow, SettleThrow, RuleThrow, ReportThrow, NoRoll),
    *(DealerShakes, HolderShakes, Uncover),
    *(ActionTimeout, HouseRuling),
    *seats.COMMANDS,
    *disputes.COMMANDS,
)
