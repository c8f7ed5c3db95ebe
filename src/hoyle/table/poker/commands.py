"""Commands of a poker table: player actions, dealing, decks, rake and jackpot.

Cards are text as people write them: ``"Kh 2c"``. A report about a card says where the card lies and not which
card it is, so that the answer reveals nothing the reporter could not see.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import Struct, field, structs

from hoyle.core.cards import mask_cards_text
from hoyle.core.errors import InvalidError
from hoyle.core.validation import CardText, Chips, Count, Name, Seat, Words, abbreviate, check_int
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.command_base import Command, PlayerCommand, command_registry
from hoyle.table.poker.rounds.seat_validation import check_seat


class OpenTable(Command, frozen=True, kw_only=True, tag="open"):
    """Open the table under a sign, with decks that can be distinguished."""

    sign: dict[str, Any]
    decks: tuple[Name, ...]


# Cards


class DrawButton(Command, frozen=True, kw_only=True, tag="draw-button"):
    """Place the button when the table opens or opens again, by one card each where the book says so."""

    draw: dict[str, Name] = field(default_factory=dict)
    """Card by seat, ``{"1": "Kh"}``."""


class Shuffle(Command, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle the whole deck for the next round, or the cards that a round waits for.

    Those lie face down, and so they go by their places: which of them comes first, second...
    """

    cards: CardText = ""
    places: tuple[Count, ...] = ()
    preshuffled: bool = False
    """Whether the deck came shuffled by its maker, which some books accept when a table opens."""

    def seen_by(self, person: str, by: str) -> Self:
        # A player who remembers where their discards lay must not follow them through the shuffle.
        return structs.replace(self, cards=mask_cards_text(self.cards), places=(0,) * len(self.places))


class Cut(Command, frozen=True, kw_only=True, tag="cut"):
    """Cut the shuffled deck: `count` cards of that end onto the cover card, the rest over them."""

    count: Count
    end: Name = "top"


class Recut(Command, frozen=True, kw_only=True, tag="recut"):
    """Cut a second time, by order of the supervisor, before the first card is dealt."""

    RESPONSIBLE_FIELD: ClassVar[str] = "ordered_by"
    count: Count
    end: Name = "top"
    ordered_by: Name
    why: Words = ""


class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """Deal the next round, from the deck that lies ready or from the shuffled one given here."""

    deck: CardText = ""
    cut: Count = 0
    """Cards to cut; 0 for no cut now."""
    cut_from: Name = "top"
    dealt_in: tuple[Seat, ...] | None = None
    """Seats that the dealer really gave cards to, where that was a mistake; empty ones too."""
    first: Seat = 0
    """Seat that really got the first card, where the deal began at the wrong one."""

    def seen_by(self, person: str, by: str) -> Self:
        return structs.replace(self, deck=mask_cards_text(self.deck))


class DealOn(Command, frozen=True, kw_only=True, tag="deal-on"):
    """Continue when an all-in leaves no decision: deal the next street, or open the showdown."""


# Play


class PlayerAction(PlayerCommand, frozen=True, kw_only=True):
    """Base of the player actions that name nothing but a seat."""

    # Not written here: this file is not compiled, and one of these is made for every action.
    __post_init__ = check_seat  # type: ignore[misc]


class Fold(PlayerAction, frozen=True, kw_only=True, tag="fold"):
    """Give up your hand."""


class Check(PlayerAction, frozen=True, kw_only=True, tag="check"):
    """Check."""


class Call(PlayerAction, frozen=True, kw_only=True, tag="call"):
    """Match the bet, all-in for less if need be."""


class Bet(PlayerCommand, frozen=True, kw_only=True, tag="bet"):
    """Bet, raise or complete, to a total of `to` in this betting round."""

    to: Chips
    """The player's total bet in this betting round afterwards."""


class BringIn(PlayerAction, frozen=True, kw_only=True, tag="bring-in"):
    """Make the forced bet."""


class Draw(PlayerCommand, frozen=True, kw_only=True, tag="draw"):
    """Discard cards and draw as many new ones; none to stand pat.

    A player names their cards; a dealer, who does not see them, names their places from 1.
    """

    cards: CardText = ""
    """Cards as one text: ``Kh 2c``."""
    places: tuple[Count, ...] = ()

    def seen_by(self, person: str, by: str) -> Self:
        return self if person == by else structs.replace(self, cards=mask_cards_text(self.cards))


class Show(PlayerAction, frozen=True, kw_only=True, tag="show"):
    """Table a hand: at the showdown, also before your turn to show, or as an uncalled winner."""


class Concede(PlayerAction, frozen=True, kw_only=True, tag="concede"):
    """Give up the pot at the showdown, face down."""


class ReportWager(Command, frozen=True, kw_only=True, tag="report-wager"):
    """Report a wager as the dealer sees and hears it; the book's reading of it is carried out."""

    seat: Seat
    chips: tuple[Chips, ...] = ()
    said: Words | Chips | None = None
    then: tuple[Chips, ...] = ()
    hands_at_rest: bool = False
    unfinished: bool = False
    """Whether the player let it be known that the bet was not finished."""
    motion: Name = ""
    house: Words = ""


class ChangeCurrency(PlayerCommand, frozen=True, kw_only=True, tag="change-currency"):
    """Change a player's cash into chips."""


class RemoveChips(PlayerCommand, frozen=True, kw_only=True, tag="remove-chips"):
    """Take chips off the table without leaving it, which table stakes never allow."""

    chips: Chips


class ChooseBlinds(PlayerCommand, frozen=True, kw_only=True, tag="choose-blinds"):
    """Choose how to make up missed blinds: post them on return, or wait until they come round."""

    wait: bool
    """True to wait until they come round, false to post them."""


# Reports to the floor


class CardLocation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Location of a card: in a player's hand, on the board, among the burns, or in the stub."""

    at: str
    """``hand``, ``board``, ``burn`` or ``stub``."""
    card: int
    """Its place there, from 1: of the burns the first that was burned, of the stub the top card."""
    seat: int = 0

    def __post_init__(self) -> None:
        if self.at not in ("hand", "board", "burn", "stub"):
            raise InvalidError(f"at {abbreviate(self.at)}: expected hand, board, burn or stub")
        check_int(self.card, "card", least=1, most=60)
        check_int(self.seat, "seat", least=0, most=99)
        if (self.at == "hand") != (self.seat > 0):
            raise InvalidError(f"seat {self.seat} at {self.at!r}: it is required for a hand and must be 0 otherwise")

    def __str__(self) -> str:
        return f"seat {self.seat} card {self.card}" if self.seat else f"{self.at} {self.card}"


class NoCut(Command, frozen=True, kw_only=True, tag="no-cut"):
    """Report that the deck was not shuffled and cut as it should have been."""

    house: Words = ""


class WrongStart(Command, frozen=True, kw_only=True, tag="wrong-start"):
    """Report that the deal began at the wrong seat."""

    house: Words = ""


class MissedSeat(Command, frozen=True, kw_only=True, tag="missed-seat"):
    """Report that a player entitled to cards got none."""

    seat: Seat
    house: Words = ""


class Ineligible(Command, frozen=True, kw_only=True, tag="ineligible"):
    """Report cards dealt to a person who may not play. `why` where stack and seat do not show it."""

    seat: Seat
    why: Words = ""
    house: Words = ""


class Boxed(Command, frozen=True, kw_only=True, tag="boxed"):
    """Report cards found face up in the deck; a second one counts although the first was discarded."""

    spots: tuple[CardLocation, ...]
    house: Words = ""


class OffTable(Command, frozen=True, kw_only=True, tag="off-table"):
    """Report a card that fell off the table in dealing."""

    spot: CardLocation
    house: Words = ""


class ReportBadDeck(Command, frozen=True, kw_only=True, tag="report-bad-deck"):
    """Report that cards are missing from the deck, or that there are too many."""

    found: Count
    house: Words = ""


class Exposed(Command, frozen=True, kw_only=True, tag="exposed"):
    """Report face-down cards turned up while dealing, in hold'em and Omaha."""

    spots: tuple[CardLocation, ...]
    dealer_error: bool = True
    house: Words = ""


class HoleCardsUp(Command, frozen=True, kw_only=True, tag="hole-cards-up"):
    """Report one or both hole cards of a player dealt face up, in seven-card stud."""

    seat: Seat
    cards: tuple[Count, ...]
    """Places of those cards in the hand as dealt, from 1."""
    house: Words = ""


class ReportFouledHand(Command, frozen=True, kw_only=True, tag="report-fouled-hand"):
    """Report a hand that was fouled, or swept up by the dealer."""

    seat: Seat
    protected: bool
    swept: bool = False
    reconstructable: bool = False
    contributed: bool = False
    house: Words = ""


class WrongNumber(Command, frozen=True, kw_only=True, tag="wrong-number"):
    """Report a hand with too many or too few cards, which fouls it."""

    seat: Seat
    protected: bool
    contributed: bool = False
    house: Words = ""


class ReportLeftTable(Command, frozen=True, kw_only=True, tag="report-left-table"):
    """Report a player who went away from the table while they had a hand."""

    seat: Seat
    protected: bool
    comment: bool
    house: Words = ""


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """Report a hand thrown face down toward muck or pot.

    `owing` is the action that the player had announced (``raise to 16``): it is still owed.
    """

    seat: Seat
    owing: Name = ""
    house: Words = ""


class UpcardsDown(Command, frozen=True, kw_only=True, tag="upcards-down"):
    """Report a player who turned their up-cards face down, in stud."""

    seat: Seat
    owing: Name = ""
    house: Words = ""


class RequestDisclosure(Command, frozen=True, kw_only=True, tag="request-disclosure"):
    """Disclose a discarded hand to the house; it stays discarded."""

    seat: Seat
    house: Words = ""


class Muck(Command, frozen=True, kw_only=True, tag="muck"):
    """Muck a hand at the showdown: a tabled one, or one thrown in."""

    seat: Seat
    house: Words = ""


class Retrieve(Command, frozen=True, kw_only=True, tag="retrieve"):
    """Ask for the return of a hand that was thrown in at the showdown."""

    seat: Seat
    identifiable: bool = True
    house: Words = ""


class ClaimHandValue(Command, frozen=True, kw_only=True, tag="claim-hand-value"):
    """Report a player's claim about their hand; the cards decide."""

    seat: Seat
    text: Words
    house: Words = ""


class TouchedPot(Command, frozen=True, kw_only=True, tag="touched-pot"):
    """Report a player who touched chips in the pot; the dealer stops them."""

    seat: Seat
    house: Words = ""


class OutOfView(Command, frozen=True, kw_only=True, tag="out-of-view"):
    """Report a player who keeps their cards where the dealer cannot see them."""

    seat: Seat
    house: Words = ""


class HouseRuling(Command, frozen=True, kw_only=True, tag="house-ruling"):
    """Decide for the house where no book covers the case, at any moment.

    Known decisions are carried out (``misdeal``, ``play on``, ``dead round, return all``, ``hand discarded``,
    ``refund own money``; between rounds ``remove deck``); any other is only logged.
    """

    RESPONSIBLE_FIELD: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    trigger: Name
    """A known irregularity; ``other`` for anything else."""
    decision: Words
    why: Words = ""
    """Reason, as free text."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Facts that the book would need to rule, where its silence depends on them."""
    ruled_by: Name = "floor"
    seat: Seat = 0


class ReportCollusion(Command, frozen=True, kw_only=True, tag="report-collusion"):
    """Report reasonable cause to believe that a player helps another.

    Some books make the player leave; where the house may choose, `refuse` says that it does.
    """

    seat: Seat
    why: Words
    refuse: bool = False
    house: Words = ""


class LateRake(Command, frozen=True, kw_only=True, tag="late-rake"):
    """Take more rake out of a pot, which is refused: the sign's rake is taken automatically."""

    chips: Chips


class ReduceRake(Command, frozen=True, kw_only=True, tag="reduce-rake"):
    """Lower the rake of a short table at a player's request, from the next round on."""

    seat: Seat
    rake: dict[str, Any]


class WithdrawJackpot(Command, frozen=True, kw_only=True, tag="withdraw-jackpot"):
    """Withdraw money from the jackpot fund, which is refused: it belongs to the players."""

    chips: Chips


# Procedures


class OpeningStep(Command, frozen=True, kw_only=True, tag="opening-step"):
    """Perform the next step of the opening procedure."""

    RESPONSIBLE_FIELD: ClassVar[str] = "done_by"
    step: Name
    done_by: Name = ""


class Idle(Command, frozen=True, kw_only=True, tag="idle"):
    """Leave the table idle: both decks are spread, and the wash is due again before the next round."""

    spread: Name = "up"


class TurnSpreadUp(Command, frozen=True, kw_only=True, tag="turn-spread-up"):
    """Turn a face-down spread up, for the first two players to inspect."""


class BringDeck(Command, frozen=True, kw_only=True, tag="bring-deck"):
    """Bring a new deck to the table."""

    deck: Name


class RotateDecks(Command, frozen=True, kw_only=True, tag="rotate-decks"):
    """Rotate all decks opened for the table: these are in use from now on."""

    decks: tuple[Name, ...]


class CountStub(Command, frozen=True, kw_only=True, tag="count-stub"):
    """Count the stub, or between rounds the deck; a wrong count takes the deck off the table."""

    counted: Count


class ShufflerFailed(Command, frozen=True, kw_only=True, tag="shuffler-failed"):
    """Report that the shuffling machine jammed, stopped or did not finish: its deck is shuffled again."""

    how: Words


class Announce(Command, frozen=True, kw_only=True, tag="announce"):
    """Record that the dealer has announced the action and the player's options."""


ACTIONS: Final[tuple[type[Command], ...]] = (Fold, Check, Call, Bet, BringIn, Draw, Show, Concede)
"""Actions of a player in a round."""

REPORTS: Final[tuple[type[Command], ...]] = (
    NoCut, WrongStart, MissedSeat, Ineligible, Boxed, OffTable, ReportBadDeck, Exposed, HoleCardsUp,
    ReportFouledHand, WrongNumber, ReportLeftTable, Discard, UpcardsDown, RequestDisclosure, Muck, Retrieve,
    ClaimHandValue, TouchedPot, OutOfView,
)  # fmt: skip
"""Reports to the floor during a round."""

CARD_EXPOSING_REPORTS: Final[tuple[type[Command], ...]] = (Boxed, Exposed, OffTable, HoleCardsUp)
"""Reports that a card is exposed, on which it is turned face up: their sender would see a hole card."""

COMMANDS: Final = command_registry(
    OpenTable, *seats.COMMANDS, *disputes.COMMANDS, ChangeCurrency, RemoveChips, ChooseBlinds, DrawButton,
    Shuffle, Cut, Recut, Deal, DealOn, *ACTIONS, ReportWager, ActionTimeout, *REPORTS, HouseRuling,
    ReportCollusion, LateRake, ReduceRake, seats.PayJackpot, WithdrawJackpot, OpeningStep, Idle, TurnSpreadUp,
    BringDeck, RotateDecks, CountStub, ShufflerFailed, Announce,
)  # fmt: skip
