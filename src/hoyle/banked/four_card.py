"""Four Card Poker (oneida FCP): best four of five against best four of six, Play of one to three Antes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hoyle.banked.game import (
    ANTE,
    AUTOMATED,
    BONUS,
    DEALER,
    DEALER_UP,
    DISCARD,
    PLAY,
    Line,
    Shown,
    SideBetGame,
    Step,
)
from hoyle.banked.hands import aces_up_line, best_four, best_four_cards, four_card_class
from hoyle.errors import IllegalError

if TYPE_CHECKING:
    from hoyle.banked.sign import Sign

ACES_UP: Final = "aces_up"


class FourCardPoker(SideBetGame):
    """The dealer has six cards, the sixth face up, and needs no qualifying hand; the player wins ties."""

    id: ClassVar[str] = "four-card-poker"
    prefix: ClassVar[str] = "FCP"
    opening: ClassVar[tuple[str, ...]] = (ANTE, ACES_UP)
    side: ClassVar[str] = ACES_UP
    seat_cards: ClassVar[int] = 5
    dealer_cards: ClassVar[int] = 6
    cites: ClassVar[dict[str, str]] = {
        "position": "FCP.B.1",
        "spots": "FCP.B.2",
        "deck": "FCP.B.4",
        "two-decks": "FCP.B.5",
        "backs": "FCP.B.5.b",
        "alternate": "FCP.B.5.d",
        "in-shuffler": "FCP.B.5.c",
        "one-in-rack": "FCP.B.5.e",
        "cover-card": "FCP.B.5.f",
        "inspect": "FCP.D.1",
        "verify": "FCP.D.1/2",
        "unsuitable": "FCP.D.1.a",
        "spread": "FCP.D.2",
        "wash": "FCP.D.3",
        "electronic": "FCP.D.4",
        "change-manual": "FCP.D.5",
        "change-automated": "FCP.D.5",
        "change-hand": "FCP.D.5/2",
        "shuffle": "FCP.E.1",
        "no-cut": "FCP.E.2.a",
        "cut": "FCP.E.2.b",
        "cut-least": "FCP.E.3.a.ii",
        "cut-order": "FCP.E.3.a.iii",
        "recut": "FCP.E.4",
        "idle": "FCP.E.6",
        "arrival": "FCP.E.6/2",
        "wagers": "FCP.F.1",
        "ante-limits": "FCP.F.1.a",
        "side-limits": "FCP.F.1.b",
        "both": "FCP.F.1.c",
        "chips": "FCP.F.2",
        "cash": "FCP.F.2/2",
        "before-close": "FCP.F.3",
        "after-close": "FCP.F.3.a",
        "play-time": "FCP.F.3.b",
        "two-seats": "FCP.F.4",
        "version-a": "FCP.F.5.a",
        "version-b": "FCP.F.5.b",
        "version-c": "FCP.F.5.c",
        "versions": "FCP.F.5",
        "option-manual": "FCP.G.1",
        "option-hand": "FCP.H.1",
        "option-automated": "FCP.I.1",
        "hand-shuffler": "FCP.H.1.a",
        "close-manual": "FCP.G.2",
        "close-hand": "FCP.H.1.c",
        "close-automated": "FCP.I.2.b",
        "stub-manual": "FCP.G.4",
        "stub-hand": "FCP.H.3",
        "stub-automated": "FCP.I.4",
        "count-manual": "FCP.G.5",
        "count-hand": "FCP.H.4",
        "count-automated": "FCP.I.5",
        "count-right": "FCP.G.6.a",
        "count-misdeal": "FCP.G.6.b.i",
        "count-short": "FCP.G.6.b.ii",
        "count-neither": "FCP.AMB-G7",
        "machine-count": "FCP.G.7",
        "machine-wrong": "FCP.G.7/2",
        "one-wager": "FCP.J.1",
        "play-size": "FCP.A.5",
        "play": "FCP.J.3.a",
        "stand": "FCP.J.3.b",
        "turn": "FCP.AMB-G8",
        "fold": "FCP.J.5",
        "hidden": "FCP.J.6",
        "turn-up-hidden": "FCP.J.6.a",
        "reveal": "FCP.J.7",
        "turn-up": "FCP.J.8",
        "collect": "FCP.J.9",
        "pick-up": "FCP.J.11",
        "face-up": "FCP.L.1",
        "drawn": "FCP.L.2",
        "drawn-automated": "FCP.L.2",
        "number": "FCP.L.3",
        "exposed": "FCP.L.4",
        "shuffler-failed": "FCP.L.5",
        "shoe-failed": "FCP.L.6",
        "void": "FCP.AMB-G1",
    }

    def plan(self, seats: int, dealing: str) -> list[Step]:
        """Five passes and a sixth card up (G.3, H.2); or stacks of five, the last for its top card (I.3)."""
        if dealing == AUTOMATED:
            return [
                Step([place for place in range(seats) for _ in range(5)], "FCP.I.3"),
                Step([DEALER] * 5, "FCP.I.3.a"),
                Step([DEALER_UP], "FCP.I.3.b"),
                Step([DISCARD] * 4, "FCP.I.3.c"),
            ]
        clause = "FCP.G.3" if dealing == "manual" else "FCP.H.2"
        return [Step([*range(seats), DEALER] * 5, clause), Step([DEALER_UP], f"{clause}/2")]

    def check_later(self, sign: Sign, ante: int, chips: int) -> None:
        whole = not sign.whole_multiples or (ante > 0 and chips % ante == 0)
        if not ante or not ante <= chips <= 3 * ante or not whole:
            clause = self.cite("play-size")
            raise IllegalError(
                f"Play of {chips} is not between one and three times the Ante of {ante} ({clause})",
                clause=clause,
                legal=f"play {ante} to {3 * ante}",
            )

    def show_seat(self, cards: list[int], community: list[int]) -> Shown:
        value = best_four(cards)
        return Shown(value, four_card_class(value), qualifies=True)

    def show_dealer(self, cards: list[int]) -> Shown:
        value = best_four(cards)
        return Shown(value, four_card_class(value), qualifies=True)

    def arrange(self, cards: list[int]) -> list[int]:
        best = best_four_cards(cards)
        return best + sorted([card for card in cards if card not in best], reverse=True)

    def settle(
        self, sign: Sign, stakes: dict[str, int], seat: Shown, cards: list[int], dealer: Shown | None
    ) -> list[Line]:
        lines: list[Line] = []
        play = stakes.get(PLAY, 0)
        ante = stakes.get(ANTE, 0)
        if play:
            assert dealer is not None, "a Play wager turns the dealer's hand up (FCP.J.7)"
            clause = "FCP.J.10" if seat.value == dealer.value else "FCP.K.1.a"
            sign_of = 1 if seat.value >= dealer.value else -1
            lines += [Line(PLAY, sign_of * play, clause), Line(ANTE, sign_of * ante, clause)]
            if seat.name in sign.bonus.lines:
                lines.append(Line(BONUS, sign.gain(sign.bonus, seat.name, ante), "FCP.K.1.c"))
        if side := stakes.get(ACES_UP, 0):
            gain = sign.gain(sign.side, aces_up_line(seat.value), side)
            lines.append(Line(ACES_UP, gain, "FCP.K.1.b"))
        return lines
