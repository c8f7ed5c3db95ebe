"""What one house game is: its wagers, its deal, its decisions and how a seat is settled.

A game is a small object that answers questions; the round asks them and keeps the money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from hoyle.errors import IllegalError

if TYPE_CHECKING:
    from hoyle.banked.sign import Sign

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

SEATS: Final = 7
BOOK: Final = "oneida"


class Step(NamedTuple):
    """One stretch of the deal: where each card goes, as they leave the deck, and by which clause."""

    places: list[int]
    clause: str


class Line(NamedTuple):
    """How one wager of a seat came out: what it gains (negative: lost, zero: goes back)."""

    wager: str
    gain: int
    clause: str


class Shown(NamedTuple):
    """A hand as it is announced."""

    value: int
    name: str
    qualifies: bool


class Game:
    """Base of the three games. Clauses are given without the book: ``TCP.J.4``."""

    id: ClassVar[str] = ""
    prefix: ClassVar[str] = ""
    opening: ClassVar[tuple[str, ...]] = (ANTE,)
    """Wagers made before the deal."""
    side: ClassVar[str] = ""
    """The wager on the own hand alone, if the game has one."""
    later: ClassVar[tuple[str, ...]] = ()
    """Wagers made after looking, one for each stage of decisions."""
    seat_cards: ClassVar[int] = 0
    dealer_cards: ClassVar[int] = 0
    """Cards of the dealer, or of the community area in Mississippi Stud."""
    has_dealer_hand: ClassVar[bool] = True
    cites: ClassVar[dict[str, str]] = {}

    def cite(self, topic: str) -> str:
        """The clause of this game on a topic of the round, with its book."""
        return f"{BOOK} {self.cites[topic]}"

    def by_mode(self, topic: str, dealing: str) -> str:
        return self.cite(f"{topic}-{dealing}")

    def plan(self, seats: int, dealing: str) -> list[Step]:
        """Where every card goes when that many seats have wagers."""
        raise NotImplementedError

    def cards_needed(self, seats: int, dealing: str) -> int:
        return sum(len(step.places) for step in self.plan(seats, dealing))

    def check_opening(self, sign: Sign, ante: int, side: int) -> None:
        """Refuse wagers that may not stand together when betting closes."""
        raise NotImplementedError

    def check_later(self, sign: Sign, ante: int, chips: int) -> None:
        """Refuse a Play or street wager of the wrong size."""
        raise NotImplementedError

    def show_seat(self, cards: list[int], community: list[int]) -> Shown:
        raise NotImplementedError

    def show_dealer(self, cards: list[int]) -> Shown:
        raise NotImplementedError

    def arrange(self, cards: list[int]) -> list[int]:
        """The cards as the dealer sets them out, best hand first."""
        return sorted(cards, reverse=True)

    def settle(
        self, sign: Sign, stakes: dict[str, int], seat: Shown, cards: list[int], dealer: Shown | None
    ) -> list[Line]:
        """The lines of one seat in the order in which they are settled."""
        raise NotImplementedError


class SideBetGame(Game):
    """Three and Four Card Poker: an Ante with its Play, and a side wager on the own hand."""

    later: ClassVar[tuple[str, ...]] = (PLAY,)

    def check_opening(self, sign: Sign, ante: int, side: int) -> None:
        """F.1, F.5 and J.1 of both books; versions a and b allow the Ante alone (clarification 26)."""
        name = words(self.side)
        if not ante and not side:
            raise IllegalError(
                f"no wager: make an Ante, a {name} or both ({self.cite('one-wager')})",
                clause=self.cite("one-wager"),
                legal=f"ante or {self.side}",
            )
        if sign.variant == "a" and side > ante:
            raise self._refusal("a", f"{name} of {side} needs an Ante of at least {side}, not {ante}")
        if sign.variant == "b" and side > 2 * ante:
            raise self._refusal("b", f"{name} of {side} needs an Ante of at least half of it, not {ante}")
        if sign.variant == "c":
            if not ante or not side:
                raise self._refusal("c", f"both Ante and {name} are compulsory at this table")
            if max(ante, side) > 5 * min(ante, side):
                raise self._refusal("c", f"Ante {ante} and {name} {side} are more than five times apart")

    def _refusal(self, version: str, message: str) -> IllegalError:
        clause = self.cite(f"version-{version}")
        return IllegalError(f"{message} ({clause})", clause=clause)


def words(wager: str) -> str:
    """A wager as people say it: ``Pair Plus``."""
    if wager in STREETS:
        return {"third": "3rd Street", "fourth": "4th Street", "fifth": "5th Street"}[wager]
    return wager.replace("_", " ").title()


STREETS: Final = ("third", "fourth", "fifth")
