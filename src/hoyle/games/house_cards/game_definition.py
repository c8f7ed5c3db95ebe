"""Definition of a house card game: its wagers, deal plan, decisions and settlement function.

A game is a small object that answers questions; the round asks them and keeps the money. What a book decides
(figures, pay tables, clauses) is no part of it: that stands on the page of the sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from hoyle.hands.evaluator import Evaluator

if TYPE_CHECKING:
    from hoyle.games.house_cards.posted_sign import HouseCardSign
    from hoyle.rulebooks.book_types.house_cards import HouseCardPage

MANUAL: Final = "manual"
HAND: Final = "hand"
AUTOMATED: Final = "automated"
DEALING: Final = (MANUAL, HAND, AUTOMATED)

DEALER: Final = -1
DEALER_UP: Final = -2
COMMUNITY: Final = -3
DISCARD: Final = -4
"""Where a card goes if not to a seat, which is its place 0, 1, ... among the wagering seats."""

ANTE: Final = "ante"
PLAY: Final = "play"
BONUS: Final = "bonus"
STREETS: Final = ("third", "fourth", "fifth")


class DealStep(NamedTuple):
    """One stretch of the deal, by the name under which a book's page has its clause."""

    name: str
    places: list[int]
    """Where each card goes, as they leave the deck."""


class WagerResult(NamedTuple):
    """How one wager of a seat came out: what it gains (negative: lost, zero: goes back)."""

    wager: str
    gain: int
    clause: str


class AnnouncedHand(NamedTuple):
    """A hand as it is announced."""

    value: int
    name: str
    pays: str
    """The line of the pay table it stands on; the name itself where tables are made of classes."""
    qualifies: bool = True


Plan = Callable[[int, str], list[DealStep]]
"""Where every card goes when that many seats have wagers, by the way of dealing."""
ShowSeat = Callable[[list[int], list[int]], AnnouncedHand]
"""The hand of own and community cards."""
ShowDealer = Callable[[list[int], "HouseCardPage"], AnnouncedHand]
Arrange = Callable[[list[int]], list[int]]
Settle = Callable[["HouseCardSign", dict[str, int], AnnouncedHand, "AnnouncedHand | None"], list[WagerResult]]
"""The lines of one seat in the order in which they are settled, from its stakes and the hands."""


def high_to_low(cards: list[int]) -> list[int]:
    """The cards as a dealer sets them out who has nothing to choose."""
    return sorted(cards, reverse=True)


class HouseCardGame:
    """One house card game; `hoyle.games.house_cards.three_card_poker` is an example."""

    def __init__(
        self,
        id: str,
        *,
        title: str,
        about: str,
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
        """What people call it."""
        self.about = about
        """What marks it, in a few words."""
        self.printed = printed
        """Sentences on the baize."""
        self.seat_cards = seat_cards
        self.side = side
        """The wager on the own hand alone, if the game has one."""
        self.opening: tuple[str, ...] = (ANTE, side) if side else (ANTE,)
        """Wagers made before the deal."""
        self.later = later
        """Wagers made after looking, one for each stage of decisions."""
        self.reads = reads
        """What one's own cards, with those for everybody, make in words; None where they are not read out."""
        self.plan = plan
        self.show_seat = show_seat
        self.show_dealer = show_dealer
        """None where the player plays against a pay table."""
        self.arrange = arrange
        self.settle = settle

    @property
    def has_dealer_hand(self) -> bool:
        return self.show_dealer is not None

    def cards_needed(self, seats: int, dealing: str) -> int:
        return sum(len(step.places) for step in self.plan(seats, dealing))


def wager_label(wager: str) -> str:
    """A wager as people say it: ``Pair Plus``."""
    if wager in STREETS:
        return {"third": "3rd Street", "fourth": "4th Street", "fifth": "5th Street"}[wager]
    return wager.replace("_", " ").title()
