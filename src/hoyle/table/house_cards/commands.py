"""Commands of a house card table: wagers, play decisions, deck procedures and floor reports.

Cards are text as people write them. A `seat` is where somebody sits; a `spot` is the betting position that
he means, his own or the one beside it, and may be left out where only one can be meant.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import structs

from hoyle.core.cards import mask_cards_text
from hoyle.table import disputes, seats
from hoyle.table.clock import ActionTimeout
from hoyle.table.command_base import PLAYER, Command, command_registry
from hoyle.table.field_types import CardText, Chips, Count, Name, Seat, Words


class OpenTable(Command, frozen=True, kw_only=True, tag="open"):
    """Open the table under a sign, with its sealed decks."""

    sign: dict[str, Any]


class ChangeCap(Command, frozen=True, kw_only=True, tag="change-cap"):
    """Post another maximum for one hand; a lower one needs notice unless the layout shows it."""

    chips: Chips
    announced: bool = False
    on_layout: bool = False


# Decks


class OpeningStep(Command, frozen=True, kw_only=True, tag="opening-step"):
    """Take a deck through the next step of its opening."""

    ANSWERED_BY: ClassVar[str] = "done_by"
    deck: Name
    step: Name
    done_by: Name = ""
    """Who did it; empty: whoever says so."""
    electronic: bool = False
    """A machine has verified the deck."""


class ChangeDeck(Command, frozen=True, kw_only=True, tag="change-deck"):
    """A deck leaves the table and a new one takes its place."""

    deck: Name
    back: Name


class Shuffle(Command, frozen=True, kw_only=True, tag="shuffle"):
    """The deck in play in its new order, top card first."""

    cards: CardText
    by_hand: bool = False
    """The shuffler was not used although there is one."""

    def seen_by(self, person: str, by: str) -> Self:
        return structs.replace(self, cards=mask_cards_text(self.cards))


class Cut(Command, frozen=True, kw_only=True, tag="cut"):
    """Take so many cards off the top and put the rest over them."""

    count: Count


class Recut(Command, frozen=True, kw_only=True, tag="recut"):
    """Another cut, ordered before the first card is dealt."""

    ANSWERED_BY: ClassVar[str] = "ordered_by"
    count: Count
    ordered_by: Name


class CountStub(Command, frozen=True, kw_only=True, tag="count-stub"):
    """Stub and dealt cards were counted, hands live; a wrong number is ruled on at once."""

    found: Count
    misdealt: bool = False
    """A seat or the dealer has a wrong number of cards."""


# A round


class OpenWagers(Command, frozen=True, kw_only=True, tag="open-wagers"):
    """Begin a round: wagers may be made."""


class Wager(Command, frozen=True, kw_only=True, tag="wager"):
    """Put chips on a spot before "No More Bets"."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    spot: Seat = 0
    """0: one's own."""
    wager: Name
    """As the layout names it: ``ante``."""
    chips: Chips
    tender: Name = "chips"
    """``chips``, or what else the sign takes."""


class Withdraw(Command, frozen=True, kw_only=True, tag="withdraw"):
    """Take a wager back before "No More Bets"."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    spot: Seat = 0
    wager: Name


class NoMoreBets(Command, frozen=True, kw_only=True, tag="no-more-bets"):
    """Close the betting and deal."""

    stop_after: Count = 0
    """The dealer stops after so many cards; 0: he deals them all."""


class DealOn(Command, frozen=True, kw_only=True, tag="deal-on"):
    """Go on with a deal in which the dealer has stopped."""

    stop_after: Count = 0
    """He stops again after so many cards; 0: he deals the rest."""


class HoldSettlement(Command, frozen=True, kw_only=True, tag="hold-settlement"):
    """The floor is called: hands of this round are settled one by one, each on the dealer's word.

    A sign with `hand_by_hand` holds the settlement of every round.
    """


class TurnUp(Command, frozen=True, kw_only=True, tag="turn-up"):
    """Turn up the next hand of a round in which settlement is held, and leave its wagers where they lie."""


class SettleNext(Command, frozen=True, kw_only=True, tag="settle-next"):
    """Settle the hand that was turned up, or turn up the next one and settle it, while settlement is held."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Make the later wager that keeps a hand in play."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    spot: Seat = 0
    chips: Chips


class Fold(Command, frozen=True, kw_only=True, tag="fold"):
    """Give up a hand and its wagers."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    spot: Seat = 0


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """Lay down a hand that has a side wager alone."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    spot: Seat = 0


# Reports to the floor


class FaceUpCard(Command, frozen=True, kw_only=True, tag="face-up-card"):
    """A card was found face up in shoe or deck."""

    house: Words = ""


class DrawnInError(Command, frozen=True, kw_only=True, tag="drawn-in-error"):
    """A card or stack left the deck by mistake."""

    shown: bool = False
    """Its face was seen."""
    correctable: bool = True
    """A stack sent to the wrong place can be put right."""
    house: Words = ""


class WrongNumber(Command, frozen=True, kw_only=True, tag="wrong-number"):
    """A seat, the dealer or the community area has a wrong number of cards."""

    house: Words = ""


class DealerExposed(Command, frozen=True, kw_only=True, tag="dealer-exposed"):
    """A card of the dealer or the community area was seen too early."""

    play_on: bool = False
    """The supervisor lets the round go on, where the book leaves it to him."""
    house: Words = ""


class PlayerExposed(Command, frozen=True, kw_only=True, tag="player-exposed"):
    """A card of a player's hand was seen by others before its time."""

    spot: Seat
    """The betting position of the hand."""
    house: Words = ""


class ShufflerFailed(Command, frozen=True, kw_only=True, tag="shuffler-failed"):
    """The shuffler has jammed, stopped, or not finished its shuffle."""

    deck: Name = ""
    """Which of two; may be left out where only one can be meant."""
    house: Words = ""


class ShoeFailed(Command, frozen=True, kw_only=True, tag="shoe-failed"):
    """The dealing shoe has jammed, stopped, or not dealt all cards."""

    house: Words = ""


class MachineCount(Command, frozen=True, kw_only=True, tag="machine-count"):
    """What the shuffler counted in the deck that it holds or has just given out."""

    found: Count
    deck: Name = ""
    """Which of two; may be left out where only one can be meant."""
    house: Words = ""


class ImproperCut(Command, frozen=True, kw_only=True, tag="improper-cut"):
    """The cut was improper or unfair."""

    house: Words = ""


class UnsuitableCard(Command, frozen=True, kw_only=True, tag="unsuitable-card"):
    """A card is flawed, scratched or marked: it or its deck is replaced."""

    deck: Name = ""
    """Empty: the deck in play."""
    whole_deck: bool = False
    house: Words = ""


class HouseRuling(Command, frozen=True, kw_only=True, tag="house-ruling"):
    """What no book covers, decided by the house.

    ``all hands void, reshuffle``, ``shuffle again`` and ``play on`` are carried out; anything else is logged.
    """

    ANSWERED_BY: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    trigger: Name
    decision: Words
    ruled_by: Name = "floor"


REPORTS: Final[tuple[type[Command], ...]] = (
    FaceUpCard, DrawnInError, WrongNumber, DealerExposed, PlayerExposed, ShufflerFailed, ShoeFailed,
    MachineCount, ImproperCut, UnsuitableCard,
)  # fmt: skip
"""What the floor rules on."""

COMMANDS: Final = command_registry(
    OpenTable, ChangeCap, OpeningStep, ChangeDeck, Shuffle, Cut, Recut, CountStub, OpenWagers, Wager,
    Withdraw, NoMoreBets, DealOn, HoldSettlement, TurnUp, SettleNext, Play, Fold, Stand, ActionTimeout,
    HouseRuling,
    *REPORTS, *seats.COMMANDS, *disputes.COMMANDS,
)  # fmt: skip
