"""Commands of a poker table: player actions, dealing, decks, rake and jackpot.

Cards are text as people write them: ``"Kh 2c"``. Where a report is about a card, it says where the card lies
and not which card it is: nobody is told by the answer what he could not see.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import Struct, field, structs

from hoyle.core.cards import mask_cards_text
from hoyle.core.errors import InvalidError
from hoyle.table import disputes, seats
from hoyle.table.command_base import PLAYER, Command, command_registry
from hoyle.table.field_types import CardText, Chips, Count, Name, Seat, Signed, Words, abbreviate, check_int
from hoyle.table.poker.rounds.seat_check import check_seat


class OpenTable(Command, frozen=True, kw_only=True, tag="open"):
    """Open the table under a sign, with decks that can be told apart."""

    sign: dict[str, Any]
    decks: tuple[Name, ...]


# Cards


class DrawButton(Command, frozen=True, kw_only=True, tag="draw-button"):
    """Place the button, by one card each where the book says so: when the table opens, or opens again."""

    draw: dict[str, Name] = field(default_factory=dict)
    """Card by seat, ``{"1": "Kh"}``."""


class Shuffle(Command, frozen=True, kw_only=True, tag="shuffle"):
    """The whole deck for the next round, in its new order; or the cards that a round waits for.

    Those lie face down, and so they go by their places: which of them comes first, second...
    """

    cards: CardText = ""
    places: tuple[Count, ...] = ()
    preshuffled: bool = False
    """The deck came shuffled by its maker, which some books accept when a table opens."""

    def seen_by(self, person: str, by: str) -> Self:
        # Whoever remembers where his discards lay must not follow them through the shuffle.
        return structs.replace(self, cards=mask_cards_text(self.cards), places=(0,) * len(self.places))


class Cut(Command, frozen=True, kw_only=True, tag="cut"):
    """Cut the shuffled deck: so many cards of that end onto the cover card, the rest over them."""

    count: Count
    end: Name = "top"


class Recut(Command, frozen=True, kw_only=True, tag="recut"):
    """A second cut by order of the supervisor, before the first card is dealt."""

    ANSWERED_BY: ClassVar[str] = "ordered_by"
    count: Count
    end: Name = "top"
    ordered_by: Name
    why: Words = ""


class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """Deal the next round, from the deck that lies ready or from the one given here, shuffled."""

    deck: CardText = ""
    cut: Count = 0
    """Cards to cut; 0: no cut is made now."""
    cut_from: Name = "top"
    dealt_in: tuple[Seat, ...] | None = None
    """The seats that the dealer really gave cards to, where that was a mistake; empty ones too."""
    first: Seat = 0
    """The seat that really got the first card, where the deal began at the wrong one."""

    def seen_by(self, person: str, by: str) -> Self:
        return structs.replace(self, deck=mask_cards_text(self.deck))


class DealOn(Command, frozen=True, kw_only=True, tag="deal-on"):
    """Go on where an all-in leaves nobody a decision: deal the next street, or open the showdown."""


# Play


class PlayerAction(Command, frozen=True, kw_only=True):
    """What a player does with nothing to name but his seat."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat

    # Not written here: this file is not compiled, and one of these is made for every action.
    __post_init__ = check_seat  # type: ignore[misc]


class Fold(PlayerAction, frozen=True, kw_only=True, tag="fold"):
    """Give up one's hand."""


class Check(PlayerAction, frozen=True, kw_only=True, tag="check"):
    """Decline to open."""


class Call(PlayerAction, frozen=True, kw_only=True, tag="call"):
    """Match the bet, all-in for less if need be."""


class Bet(Command, frozen=True, kw_only=True, tag="bet"):
    """Bet, raise or complete, so that one's bet in this betting round is `to`."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    to: Chips
    """All that one has bet in this betting round then."""


class BringIn(PlayerAction, frozen=True, kw_only=True, tag="bring-in"):
    """Make the forced bet."""


class Draw(Command, frozen=True, kw_only=True, tag="draw"):
    """Lay down cards and get as many new ones; none to stand pat.

    A player names his cards; a dealer, who does not see them, names their places from 1.
    """

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    cards: CardText = ""
    """One text: ``Kh 2c``."""
    places: tuple[Count, ...] = ()

    def seen_by(self, person: str, by: str) -> Self:
        return self if person == by else structs.replace(self, cards=mask_cards_text(self.cards))


class Show(PlayerAction, frozen=True, kw_only=True, tag="show"):
    """Table a hand: at the showdown, also before one's turn to show, or after a pot that nobody called."""


class Concede(PlayerAction, frozen=True, kw_only=True, tag="concede"):
    """Give up the pot at the showdown, face down."""


class ReportWager(Command, frozen=True, kw_only=True, tag="chips-in"):
    """A wager as the dealer sees and hears it; the book says what it is, and that is done."""

    seat: Seat
    chips: tuple[Chips, ...] = ()
    said: Words | Chips | None = None
    then: tuple[Chips, ...] = ()
    hands_at_rest: bool = False
    unfinished: bool = False
    """The player let it be known that the bet was not finished: more was to come."""
    motion: Name = ""
    house: Words = ""


class ActionTimeout(Command, frozen=True, kw_only=True, tag="time-out"):
    """The clock of the player to act has run out."""

    seat: Seat


class ChangeCurrency(Command, frozen=True, kw_only=True, tag="change-currency"):
    """The dealer turns a player's cash into chips."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat


class TakeOff(Command, frozen=True, kw_only=True, tag="take-off"):
    """Take chips off the table without leaving it. Table stakes: that is never allowed."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    chips: Chips


class ChooseBlinds(Command, frozen=True, kw_only=True, tag="choose-blinds"):
    """Blinds that were missed: post them on return, or wait until they come round."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    wait: bool
    """Until they come round; else they are posted."""


# Reports to the floor


class CardLocation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a card lies: a player's first, second... card, one of the board or the burns, or in the stub."""

    at: str
    """``hand``, ``board``, ``burn`` or ``stub``."""
    card: int
    """Its place there, from 1: of the burns the first that was burned, of the stub the top card."""
    seat: int = 0

    def __post_init__(self) -> None:
        if self.at not in ("hand", "board", "burn", "stub"):
            raise InvalidError(f"at {abbreviate(self.at)}: hand, board, burn or stub is wanted")
        check_int(self.card, "card", least=1, most=60)
        check_int(self.seat, "seat", least=0, most=99)
        if (self.at == "hand") != (self.seat > 0):
            raise InvalidError(
                f"seat {self.seat} and {self.at!r}: a hand is some seat's, the others are nobody's"
            )

    def __str__(self) -> str:
        return f"seat {self.seat} card {self.card}" if self.seat else f"{self.at} {self.card}"


class NoCut(Command, frozen=True, kw_only=True, tag="no-cut"):
    """The deck was not shuffled and cut as it should have been."""

    house: Words = ""


class WrongStart(Command, frozen=True, kw_only=True, tag="wrong-start"):
    """The deal began at the wrong seat."""

    house: Words = ""


class MissedSeat(Command, frozen=True, kw_only=True, tag="missed-seat"):
    """A player entitled to cards got none."""

    seat: Seat
    house: Words = ""


class Ineligible(Command, frozen=True, kw_only=True, tag="ineligible"):
    """Cards were dealt to somebody who may not play. `why` where stack and seat do not show it."""

    seat: Seat
    why: Words = ""
    house: Words = ""


class Boxed(Command, frozen=True, kw_only=True, tag="boxed"):
    """Cards found face up in the deck; a second one counts although the first was discarded."""

    spots: tuple[CardLocation, ...]
    house: Words = ""


class OffTable(Command, frozen=True, kw_only=True, tag="off-table"):
    """A card fell off the table in dealing."""

    spot: CardLocation
    house: Words = ""


class BadDeck(Command, frozen=True, kw_only=True, tag="bad-deck"):
    """Cards are missing from the deck, or there are too many."""

    found: Count
    house: Words = ""


class Exposed(Command, frozen=True, kw_only=True, tag="exposed"):
    """Hold'em and Omaha: face-down cards were turned up while dealing."""

    spots: tuple[CardLocation, ...]
    dealer_error: bool = True
    house: Words = ""


class HoleCardsUp(Command, frozen=True, kw_only=True, tag="hole-cards-up"):
    """Seven-card stud: one or both of a player's hole cards were dealt face up."""

    seat: Seat
    cards: tuple[Count, ...]
    """Which of his cards, as dealt, from 1."""
    house: Words = ""


class Fouled(Command, frozen=True, kw_only=True, tag="fouled"):
    """A hand was fouled, or swept up by the dealer."""

    seat: Seat
    protected: bool
    swept: bool = False
    reconstructable: bool = False
    contributed: bool = False
    house: Words = ""


class WrongNumber(Command, frozen=True, kw_only=True, tag="wrong-number"):
    """A hand has too many or too few cards, which fouls it."""

    seat: Seat
    protected: bool
    contributed: bool = False
    house: Words = ""


class LeftTable(Command, frozen=True, kw_only=True, tag="left-table"):
    """A player went away from the table while he had a hand."""

    seat: Seat
    protected: bool
    comment: bool
    house: Words = ""


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """A hand was thrown face down toward muck or pot.

    `owing` is the action that the player's words had bound him to (``raise to 16``): it is still owed.
    """

    seat: Seat
    owing: Name = ""
    house: Words = ""


class UpcardsDown(Command, frozen=True, kw_only=True, tag="upcards-down"):
    """Stud: a player turned his up-cards face down."""

    seat: Seat
    owing: Name = ""
    house: Words = ""


class Disclose(Command, frozen=True, kw_only=True, tag="disclose"):
    """The house wants to see a discarded hand; it stays discarded."""

    seat: Seat
    house: Words = ""


class Muck(Command, frozen=True, kw_only=True, tag="muck"):
    """The dealer takes in a hand at the showdown: a tabled one, or one thrown in."""

    seat: Seat
    house: Words = ""


class Retrieve(Command, frozen=True, kw_only=True, tag="retrieve"):
    """A player wants back the hand he has thrown in at the showdown."""

    seat: Seat
    identifiable: bool = True
    house: Words = ""


class Claim(Command, frozen=True, kw_only=True, tag="claim"):
    """A player says what his hand is worth; the cards decide."""

    seat: Seat
    text: Words
    house: Words = ""


class TouchedPot(Command, frozen=True, kw_only=True, tag="touched-pot"):
    """A player touched chips in the pot; the dealer stops him."""

    seat: Seat
    house: Words = ""


class OutOfView(Command, frozen=True, kw_only=True, tag="out-of-view"):
    """A player keeps his cards where the dealer cannot see them."""

    seat: Seat
    house: Words = ""


class HouseRuling(Command, frozen=True, kw_only=True, tag="house-ruling"):
    """What no book covers, decided by the house, at any moment.

    The words of the vocabulary are carried out (``misdeal``, ``play on``, ``dead round, return all``,
    ``hand discarded``, ``refund own money``; between rounds ``remove deck``); any other decision is only
    logged.
    """

    ANSWERED_BY: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    trigger: Name
    """One of the irregularities that are known; ``other`` for what none of them is."""
    decision: Words
    why: Words = ""
    """The reason, in the house's own words."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What the book would need to know to rule, where its silence depends on it."""
    ruled_by: Name = "floor"
    seat: Seat = 0


class Suspect(Command, frozen=True, kw_only=True, tag="suspect"):
    """Reasonable cause to believe that a player helps another.

    Some books make him leave; where the house may choose, `refuse` says that it does.
    """

    seat: Seat
    why: Words
    refuse: bool = False
    house: Words = ""


class LateRake(Command, frozen=True, kw_only=True, tag="late-rake"):
    """Somebody wants more rake out of a pot. Only what the sign says is taken, and that by itself."""

    chips: Chips


class ReduceRake(Command, frozen=True, kw_only=True, tag="reduce-rake"):
    """A player asks for a lower rake at a short table and the house agrees; from the next round on."""

    seat: Seat
    rake: dict[str, Any]


class PayJackpot(Command, frozen=True, kw_only=True, tag="pay-jackpot"):
    """Pay a jackpot that a hand on record has won, by one of the posted standards."""

    seat: Seat = 0
    chips: Chips
    standard: Words
    elsewhere: Signed = 0
    """What the same fund holds from other tables; below zero where they have paid more than they took."""
    player: Name = ""
    """Who is paid, where he has left his seat."""


class WithdrawJackpot(Command, frozen=True, kw_only=True, tag="withdraw-jackpot"):
    """The house wants money out of the jackpot fund. It belongs to the players."""

    chips: Chips


# Procedures


class OpeningStep(Command, frozen=True, kw_only=True, tag="opening-step"):
    """Do the next step of the opening procedure."""

    ANSWERED_BY: ClassVar[str] = "done_by"
    step: Name
    done_by: Name = ""


class Idle(Command, frozen=True, kw_only=True, tag="idle"):
    """No play: both decks are spread, and the wash has to be done again before the next round."""

    spread: Name = "up"


class TurnSpreadUp(Command, frozen=True, kw_only=True, tag="turn-spread-up"):
    """Turn a face-down spread up, for the first two players to inspect."""


class BringDeck(Command, frozen=True, kw_only=True, tag="bring-deck"):
    """A new deck comes to the table."""

    deck: Name


class RotateDecks(Command, frozen=True, kw_only=True, tag="rotate-decks"):
    """Rotate all decks opened for the table: these are in use from now on."""

    decks: tuple[Name, ...]


class CountStub(Command, frozen=True, kw_only=True, tag="count-stub"):
    """Count the stub, or between rounds the deck; a wrong count takes the deck off the table."""

    counted: Count


class ShufflerFailed(Command, frozen=True, kw_only=True, tag="shuffler-failed"):
    """The shuffling machine jammed, stopped or did not finish, at any time: its deck is shuffled again."""

    how: Words


class Announce(Command, frozen=True, kw_only=True, tag="announce"):
    """The dealer has announced the action and the player's options."""


ACTIONS: Final[tuple[type[Command], ...]] = (Fold, Check, Call, Bet, BringIn, Draw, Show, Concede)
"""What a player does in a round."""

REPORTS: Final[tuple[type[Command], ...]] = (
    NoCut, WrongStart, MissedSeat, Ineligible, Boxed, OffTable, BadDeck, Exposed, HoleCardsUp, Fouled,
    WrongNumber, LeftTable, Discard, UpcardsDown, Disclose, Muck, Retrieve, Claim, TouchedPot, OutOfView,
)  # fmt: skip
"""What is reported to the floor while a round is played."""

COMMANDS: Final = command_registry(
    OpenTable, *seats.COMMANDS, *disputes.COMMANDS, ChangeCurrency, TakeOff, ChooseBlinds, DrawButton,
    Shuffle,
    Cut, Recut, Deal, DealOn, *ACTIONS, ReportWager, ActionTimeout, *REPORTS, HouseRuling, Suspect, LateRake,
    ReduceRake, PayJackpot, WithdrawJackpot, OpeningStep, Idle, TurnSpreadUp, BringDeck, RotateDecks,
    CountStub, ShufflerFailed, Announce,
)  # fmt: skip
