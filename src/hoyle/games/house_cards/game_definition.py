"""Definition of a house card game: its wagers, deal plan, decisions and settlement function.

A game describes; the round runs it and keeps the chips. What a book decides (figures, pay tables, clauses)
is on the sign's page instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from hoyle.hands.evaluator import Evaluator
from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.rulebooks.book_types.pay_table import PayTable

MANUAL: Final = "manual"
HAND: Final = "hand"
AUTOMATED: Final = "automated"
DEALING: Final = (MANUAL, HAND, AUTOMATED)

DEALER: Final = -1
DEALER_UP: Final = -2
COMMUNITY: Final = -3
DISCARD: Final = -4
"""Destinations of a card that goes to no seat; seats are the indexes 0, 1, ... of the wagering seats."""

ANTE: Final = "ante"
PLAY: Final = "play"
BONUS: Final = "bonus"
STREETS: Final = ("third", "fourth", "fifth")


class DealStep(NamedTuple):
    """Step of a deal plan: its name in the book, and where each card goes."""

    name: str
    places: list[int]
    """Destination of each card, in the order dealt."""


class WagerResult(NamedTuple):
    """Result of one wager of a seat: chips gained, negative if lost, 0 if pushed."""

    wager: str
    gain: int
    clause: str


class AnnouncedHand(NamedTuple):
    """Hand with its value and name, as the dealer announces it."""

    value: int
    name: str
    pays: str
    """Line of the pay table; equals `name` where the table lists hand classes."""
    qualifies: bool = True


Plan = Callable[[int, str], list[DealStep]]
"""Deal plan by the number of seats with wagers and the dealing mode."""
ShowSeat = Callable[[list[int], list[int]], AnnouncedHand]
"""Hand of a seat from its own and the community cards."""
ShowDealer = Callable[[list[int], HouseCardPage], AnnouncedHand]
Arrange = Callable[[list[int]], list[int]]
Settle = Callable[["SettledSign", dict[str, int], AnnouncedHand, "AnnouncedHand | None"], list[WagerResult]]
"""Results of one seat's wagers in order of settlement, from its stakes and the two hands."""


def high_to_low(cards: list[int]) -> list[int]:
    """Sort cards from high to low: the default arrangement of a dealer's hand."""
    return sorted(cards, reverse=True)


class SettledSign(Protocol):
    """Posted sign as settlement reads it: the book's page, the pay tables in force and the limits."""

    definition: HouseCardGame
    page: HouseCardPage
    main: PayTable
    side: PayTable
    bonus: PayTable
    optional: dict[str, PayTable]
    max_payout: int
    round_limit: int


class HouseCardGame:
    """Definition of one house card game, for example `hoyle.games.house_cards.three_card_poker`."""

    def __init__(
        self,
        id: str,
        *,
        title: str,
        about: str,
        aliases: tuple[str, ...] = (),
        printed: tuple[str, ...] = (),
        seat_cards: int,
        later: tuple[str, ...],
        plan: Plan,
        show_seat: ShowSeat,
        settle: Settle,
        side: str = "",
        reads: Evaluator | None = None,
        show_dealer: ShowDealer | None = None,
        arrange: Arrange = high_to_low,
    ) -> None:
        self.id = id
        self.title = title
        """Display name."""
        self.about = about
        """Description in a few words."""
        self.aliases = aliases
        """Other names that people type for the game, in any case and spelling."""
        self.printed = printed
        """Sentences printed on the layout."""
        self.seat_cards = seat_cards
        self.side = side
        """Side wager on the player's own hand; empty if the game has none."""
        self.opening: tuple[str, ...] = (ANTE, side) if side else (ANTE,)
        """Wagers made before the deal."""
        self.later = later
        """Wagers made after seeing cards, one for each stage of decisions."""
        self.reads = reads
        """Evaluator that names a player's hand; None where hands are not read out."""
        self.plan = plan
        self.show_seat = show_seat
        self.show_dealer = show_dealer
        """Dealer's hand; None where players play against a pay table."""
        self.arrange = arrange
        self.settle = settle

    @property
    def has_dealer_hand(self) -> bool:
        return self.show_dealer is not None

    def cards_needed(self, seats: int, dealing: str) -> int:
        return sum(len(step.places) for step in self.plan(seats, dealing))


def wager_label(wager: str) -> str:
    """Return the display name of a wager: ``Pair Plus``."""
    if wager in STREETS:
        return {"third": "3rd Street", "fourth": "4th Street", "fifth": "5th Street"}[wager]
    return wager.replace("_", " ").title()
