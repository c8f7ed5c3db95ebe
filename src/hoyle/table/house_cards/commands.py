"""Commands of a house card table: wagers, play decisions, deck procedures and floor reports.

Cards are text as people write them. A `seat` is where a player sits; a `spot` is the betting position they
mean, their own or the one beside it, and may be left out where only one can be meant.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import structs

from hoyle.core.cards import mask_cards_text
from hoyle.core.validation import CardText, Chips, Count, Name, Seat, Words
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.command_base import Command, PlayerCommand, command_registry


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

    RESPONSIBLE_FIELD: ClassVar[str] = "done_by"
    deck: Name
    step: Name
    done_by: Name = ""
    """Person who did it; empty for the issuer."""
    electronic: bool = False
    """Whether a machine has verified the deck."""


class ChangeDeck(Command, frozen=True, kw_only=True, tag="change-deck"):
    """Replace a deck by a new one."""

    deck: Name
    back: Name


class Shuffle(Command, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle the deck in play into this order, top card first."""

    cards: CardText
    by_hand: bool = False
    """Whether the shuffler was not used although there is one."""

    def seen_by(self, person: str, by: str) -> Self:
        return structs.replace(self, cards=mask_cards_text(self.cards))


class Cut(Command, frozen=True, kw_only=True, tag="cut"):
    """Cut cards off the top and put the rest over them."""

    count: Count


class Recut(Command, frozen=True, kw_only=True, tag="recut"):
    """Cut again, by order, before the first card is dealt."""

    RESPONSIBLE_FIELD: ClassVar[str] = "ordered_by"
    count: Count
    ordered_by: Name


class CountStub(Command, frozen=True, kw_only=True, tag="count-stub"):
    """Count stub and dealt cards while hands are live; a wrong number is ruled on at once."""

    found: Count
    misdealt: bool = False
    """Whether a seat or the dealer has a wrong number of cards."""


# A round


class OpenWagers(Command, frozen=True, kw_only=True, tag="open-wagers"):
    """Begin a round: wagers may be made."""


class Wager(PlayerCommand, frozen=True, kw_only=True, tag="wager"):
    """Put chips on a spot before "No More Bets"."""

    spot: Seat = 0
    """Betting position; 0 for your own."""
    wager: Name
    """Wager as the layout names it: ``ante``."""
    chips: Chips
    tender: Name = "chips"
    """``chips``, or what else the sign accepts."""


class Withdraw(PlayerCommand, frozen=True, kw_only=True, tag="withdraw"):
    """Withdraw a wager before "No More Bets"."""

    spot: Seat = 0
    wager: Name


class NoMoreBets(Command, frozen=True, kw_only=True, tag="no-more-bets"):
    """Close the betting and deal."""

    stop_after: Count = 0
    """Cards after which the dealer stops; 0 to deal them all."""


class DealOn(Command, frozen=True, kw_only=True, tag="deal-on"):
    """Continue a deal in which the dealer has stopped."""

    stop_after: Count = 0
    """Cards after which the dealer stops again; 0 to deal the rest."""


class HoldSettlement(Command, frozen=True, kw_only=True, tag="hold-settlement"):
    """Hold the settlement of this round: hands are settled one by one, each on the dealer's command.

    A sign with `hand_by_hand` holds the settlement of every round.
    """


class TurnUp(Command, frozen=True, kw_only=True, tag="turn-up"):
    """Turn up the next hand while settlement is held, and leave its wagers where they lie."""


class SettleNext(Command, frozen=True, kw_only=True, tag="settle-next"):
    """Settle the hand that was turned up, or turn up and settle the next one, while settlement is held."""


class Play(PlayerCommand, frozen=True, kw_only=True, tag="play"):
    """Make the wager that keeps a hand in play after its cards are seen: Play, or the bet of a street."""

    spot: Seat = 0
    chips: Chips


class Fold(PlayerCommand, frozen=True, kw_only=True, tag="fold"):
    """Give up a hand and its wagers."""

    spot: Seat = 0


class Stand(PlayerCommand, frozen=True, kw_only=True, tag="stand"):
    """Lay down a hand that has a side wager alone."""

    spot: Seat = 0


# Reports to the floor


class FaceUpCard(Command, frozen=True, kw_only=True, tag="face-up-card"):
    """Report a card found face up in shoe or deck."""

    house: Words = ""


class DrawnInError(Command, frozen=True, kw_only=True, tag="drawn-in-error"):
    """Report a card or stack that left the deck by mistake."""

    shown: bool = False
    """Whether its face was seen."""
    correctable: bool = True
    """Whether a stack sent to the wrong place can be put right."""
    house: Words = ""


class WrongNumber(Command, frozen=True, kw_only=True, tag="wrong-number"):
    """Report a wrong number of cards of a seat, the dealer or the community area."""

    house: Words = ""


class DealerExposed(Command, frozen=True, kw_only=True, tag="dealer-exposed"):
    """Report a card of the dealer or the community area that was seen too early."""

    play_on: bool = False
    """Whether the supervisor lets the round go on, where the book leaves it to them."""
    house: Words = ""


class PlayerExposed(Command, frozen=True, kw_only=True, tag="player-exposed"):
    """Report a card of a player's hand that others saw before its time."""

    spot: Seat
    """Betting position of the hand."""
    house: Words = ""


class ShufflerFailed(Command, frozen=True, kw_only=True, tag="shuffler-failed"):
    """Report that the shuffler has jammed, stopped, or not finished its shuffle."""

    deck: Name = ""
    """Deck, of two; may be left out where only one can be meant."""
    house: Words = ""


class ShoeFailed(Command, frozen=True, kw_only=True, tag="shoe-failed"):
    """Report that the dealing shoe has jammed, stopped, or not dealt all cards."""

    house: Words = ""


class MachineCount(Command, frozen=True, kw_only=True, tag="machine-count"):
    """Report the shuffler's count of the deck that it holds or has just given out."""

    found: Count
    deck: Name = ""
    """Deck, of two; may be left out where only one can be meant."""
    house: Words = ""


class ImproperCut(Command, frozen=True, kw_only=True, tag="improper-cut"):
    """Report an improper or unfair cut."""

    house: Words = ""


class UnsuitableCard(Command, frozen=True, kw_only=True, tag="unsuitable-card"):
    """Report a flawed, scratched or marked card: it or its deck is replaced."""

    deck: Name = ""
    """Deck; empty for the deck in play."""
    whole_deck: bool = False
    house: Words = ""


class HouseRuling(Command, frozen=True, kw_only=True, tag="house-ruling"):
    """Decide for the house where no book covers the case.

    ``all hands void, reshuffle``, ``shuffle again`` and ``play on`` are carried out; anything else is logged.
    """

    RESPONSIBLE_FIELD: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    trigger: Name
    decision: Words
    ruled_by: Name = "floor"


REPORTS: Final[tuple[type[Command], ...]] = (
    FaceUpCard, DrawnInError, WrongNumber, DealerExposed, PlayerExposed, ShufflerFailed, ShoeFailed,
    MachineCount, ImproperCut, UnsuitableCard,
)  # fmt: skip
"""Reports that the floor rules on."""

COMMANDS: Final = command_registry(
    OpenTable, ChangeCap, OpeningStep, ChangeDeck, Shuffle, Cut, Recut, CountStub, OpenWagers, Wager,
    Withdraw, NoMoreBets, DealOn, HoldSettlement, TurnUp, SettleNext, Play, Fold, Stand, ActionTimeout,
    HouseRuling,
    *REPORTS, *seats.COMMANDS, *disputes.COMMANDS,
)  # fmt: skip
