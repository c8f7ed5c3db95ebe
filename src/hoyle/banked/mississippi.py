"""Mississippi Stud (oneida MS): two own cards, three community cards bought street by street."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hoyle.banked.game import ANTE, AUTOMATED, COMMUNITY, STREETS, Game, Line, Shown, Step
from hoyle.banked.hands import five_card_class, stud_line
from hoyle.errors import IllegalError

if TYPE_CHECKING:
    from hoyle.banked.sign import Sign


class MississippiStud(Game):
    """The player plays against the pay table; all four wagers are paid alike, up to the posted cap."""

    id: ClassVar[str] = "mississippi-stud"
    prefix: ClassVar[str] = "MS"
    opening: ClassVar[tuple[str, ...]] = (ANTE,)
    later: ClassVar[tuple[str, ...]] = STREETS
    seat_cards: ClassVar[int] = 2
    dealer_cards: ClassVar[int] = 3
    has_dealer_hand: ClassVar[bool] = False
    cites: ClassVar[dict[str, str]] = {
        "position": "MS.B.1",
        "spots": "MS.B.2",
        "deck": "MS.AMB-M15",
        "two-decks": "MS.B.5",
        "backs": "MS.B.5.a",
        "alternate": "MS.B.5.c",
        "in-shuffler": "MS.B.5.b",
        "one-in-rack": "MS.B.5.d",
        "cover-card": "MS.B.5.e",
        "inspect": "MS.D.1",
        "verify": "MS.D.1/2",
        "unsuitable": "MS.D.1.a",
        "spread": "MS.D.2",
        "wash": "MS.D.3",
        "electronic": "MS.D.4",
        "change-manual": "MS.AMB-M12",
        "change-automated": "MS.AMB-M12",
        "change-hand": "MS.AMB-M12",
        "shuffle": "MS.E.1",
        "no-cut": "MS.E.2.a",
        "cut": "MS.E.2.b",
        "cut-least": "MS.E.3.a.ii",
        "cut-order": "MS.E.3.a.iii",
        "recut": "MS.E.4",
        "idle": "MS.E.5",
        "arrival": "MS.E.5/2",
        "wagers": "MS.L.1",
        "ante-limits": "MS.AMB-M16",
        "chips": "MS.G.1",
        "cash": "MS.G.1/2",
        "before-close": "MS.G.2",
        "after-close": "MS.G.3",
        "play-time": "MS.G.3",
        "two-seats": "MS.G.4",
        "option-manual": "MS.I.1",
        "option-hand": "MS.J.1",
        "option-automated": "MS.K.1",
        "hand-shuffler": "MS.J.2.a",
        "close-manual": "MS.I.2",
        "close-hand": "MS.J.2.c",
        "close-automated": "MS.K.1.b",
        "stub-manual": "MS.I.4",
        "stub-hand": "MS.J.4",
        "stub-automated": "MS.AMB-M8",
        "count-manual": "MS.I.5",
        "count-hand": "MS.J.5",
        "count-automated": "MS.AMB-M8",
        "count-right": "MS.I.5.a",
        "count-misdeal": "MS.I.5.b.i",
        "count-short": "MS.I.5.b.ii",
        "count-neither": "MS.AMB-G7",
        "machine-count": "MS.K.3",
        "machine-wrong": "MS.K.3/2",
        "one-wager": "MS.L.1",
        "play-size-third": "MS.L.2",
        "play-size-fourth": "MS.L.3",
        "play-size-fifth": "MS.L.4",
        "turn": "MS.AMB-M14",
        "fold": "MS.L.5",
        "community": "MS.AMB-M4",
        "all-folded": "MS.AMB-M11",
        "turn-up": "MS.L.5/3",
        "collect": "MS.L.5/4",
        "order": "MS.L.5/2",
        "pick-up": "MS.L.6",
        "cap": "MS.M.2",
        "face-up": "MS.N.1",
        "drawn": "MS.N.2",
        "drawn-automated": "MS.N.2",
        "number": "MS.N.3",
        "exposed": "MS.AMB-M12/2",
        "shuffler-failed": "MS.N.4",
        "shoe-failed": "MS.N.5",
        "void": "MS.AMB-G1",
    }

    def plan(self, seats: int, dealing: str) -> list[Step]:
        """Two cards to a seat in one turn (AMB-M5), then the community cards; a device gives those first."""
        own = [place for place in range(seats) for _ in range(2)]
        if dealing == AUTOMATED:
            return [Step([COMMUNITY] * 3, "MS.K.2.a"), Step(own, "MS.K.2.b")]
        letter = "I" if dealing == "manual" else "J"
        return [Step(own, f"MS.{letter}.3.a"), Step([COMMUNITY] * 3, f"MS.{letter}.3.b")]

    def check_opening(self, sign: Sign, ante: int, side: int) -> None:
        if side:
            raise IllegalError(
                "no optional wager is offered (oneida MS.H.1)", clause="oneida MS.H.1", legal="an Ante"
            )
        if not ante:
            clause = self.cite("one-wager")
            raise IllegalError(f"the Ante is compulsory ({clause})", clause=clause, legal="an Ante")

    def check_later(self, sign: Sign, ante: int, chips: int, street: str = "third") -> None:
        if not ante or chips not in (ante, 2 * ante, 3 * ante):
            clause = self.cite(f"play-size-{street}")
            raise IllegalError(
                f"a street wager of {chips} is not one, two or three times the Ante of {ante} ({clause})",
                clause=clause,
                legal=f"{ante}, {2 * ante} or {3 * ante}",
            )

    def show_seat(self, cards: list[int], community: list[int]) -> Shown:
        return Shown(0, five_card_class([*cards, *community]), qualifies=True)

    def settle(
        self, sign: Sign, stakes: dict[str, int], seat: Shown, cards: list[int], dealer: Shown | None
    ) -> list[Line]:
        """M.1 on every wager; winnings above the cap are cut from the last wagers first (AMB-M9)."""
        line = stud_line(seat.name)
        left = sign.max_payout
        lines: list[Line] = []
        for wager in (ANTE, *STREETS):
            stake = stakes.get(wager, 0)
            if not stake:
                continue
            gain = sign.gain(sign.main, line, stake)
            clause = "MS.M.1"
            if left and gain > 0 and sum(each.gain for each in lines) + gain > left:
                gain = left - sum(each.gain for each in lines)
                clause = "MS.M.2"
            lines.append(Line(wager, gain, clause))
        return lines
