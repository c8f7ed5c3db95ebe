"""Three Card Poker (oneida TCP): Ante and Play against a dealer who needs queen high, and Pair Plus."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hoyle.banked.game import ANTE, AUTOMATED, BONUS, DEALER, PLAY, Line, Shown, SideBetGame, Step
from hoyle.banked.hands import queen_high_or_better, three_card_class, three_card_value
from hoyle.errors import IllegalError

if TYPE_CHECKING:
    from hoyle.banked.sign import Sign

PAIR_PLUS: Final = "pair_plus"


class ThreeCardPoker(SideBetGame):
    """Three cards each, dealt by turns or in stacks; equal hands push."""

    id: ClassVar[str] = "three-card-poker"
    prefix: ClassVar[str] = "TCP"
    opening: ClassVar[tuple[str, ...]] = (ANTE, PAIR_PLUS)
    side: ClassVar[str] = PAIR_PLUS
    seat_cards: ClassVar[int] = 3
    dealer_cards: ClassVar[int] = 3
    cites: ClassVar[dict[str, str]] = {
        "position": "TCP.B.1",
        "spots": "TCP.B.2",
        "deck": "TCP.B.4",
        "two-decks": "TCP.B.5",
        "backs": "TCP.B.5.a",
        "alternate": "TCP.B.5.c",
        "in-shuffler": "TCP.B.5.b",
        "one-in-rack": "TCP.B.5.d",
        "cover-card": "TCP.B.4.a",
        "inspect": "TCP.D.1",
        "verify": "TCP.D.1/2",
        "unsuitable": "TCP.D.1.a",
        "spread": "TCP.D.2",
        "wash": "TCP.D.3",
        "electronic": "TCP.D.4",
        "change-manual": "TCP.D.5",
        "change-automated": "TCP.D.5",
        "change-hand": "TCP.D.5/2",
        "shuffle": "TCP.E.1",
        "no-cut": "TCP.E.2.a",
        "cut": "TCP.E.2.b",
        "cut-least": "TCP.E.3.a.ii",
        "cut-order": "TCP.E.3.a.iii",
        "recut": "TCP.E.4",
        "idle": "TCP.E.5",
        "arrival": "TCP.E.5/2",
        "wagers": "TCP.F.1",
        "ante-limits": "TCP.F.1.a",
        "side-limits": "TCP.F.1.b",
        "both": "TCP.F.1.c",
        "chips": "TCP.F.2",
        "cash": "TCP.F.2/2",
        "before-close": "TCP.F.3",
        "after-close": "TCP.F.3/2",
        "play-time": "TCP.F.3/3",
        "two-seats": "TCP.F.4",
        "version-a": "TCP.F.5.a",
        "version-b": "TCP.F.5.b",
        "version-c": "TCP.F.5.c",
        "versions": "TCP.F.5",
        "option-manual": "TCP.G.1",
        "option-hand": "TCP.H.1",
        "option-automated": "TCP.I.1",
        "hand-shuffler": "TCP.H.1.a",
        "close-manual": "TCP.G.2",
        "close-hand": "TCP.H.1.c",
        "close-automated": "TCP.I.1.b",
        "stub-manual": "TCP.G.4",
        "stub-hand": "TCP.H.3",
        "stub-automated": "TCP.I.3",
        "count-manual": "TCP.G.5",
        "count-hand": "TCP.H.4",
        "count-automated": "TCP.I.4",
        "count-right": "TCP.G.5.a",
        "count-misdeal": "TCP.G.5.b",
        "count-short": "TCP.G.5.b/2",
        "count-neither": "TCP.AMB-G7",
        "machine-count": "TCP.G.6",
        "machine-wrong": "TCP.G.6/2",
        "one-wager": "TCP.J.1",
        "play-size": "TCP.A.4",
        "play": "TCP.J.2.a",
        "stand": "TCP.J.2.b",
        "turn": "TCP.AMB-G8",
        "fold": "TCP.J.4",
        "hidden": "TCP.J.5",
        "turn-up-hidden": "TCP.J.5.a",
        "reveal": "TCP.J.6",
        "turn-up": "TCP.J.7",
        "collect": "TCP.J.8",
        "pick-up": "TCP.AMB-T8",
        "face-up": "TCP.L.1",
        "drawn": "TCP.L.2",
        "drawn-automated": "TCP.AMB-T11",
        "number": "TCP.L.3",
        "exposed": "TCP.L.4",
        "shuffler-failed": "TCP.L.5",
        "shoe-failed": "TCP.L.6",
        "void": "TCP.AMB-G1",
    }

    def plan(self, seats: int, dealing: str) -> list[Step]:
        """G.3 and H.2 deal one card at a time; the device gives stacks of three, the dealer's last (I.2)."""
        if dealing == AUTOMATED:
            stacks = [place for place in range(seats) for _ in range(3)]
            return [Step(stacks, "TCP.I.2"), Step([DEALER] * 3, "TCP.AMB-T5")]
        clause = "TCP.G.3" if dealing == "manual" else "TCP.H.2"
        return [Step([*range(seats), DEALER] * 3, clause)]

    def check_later(self, sign: Sign, ante: int, chips: int) -> None:
        if not ante or chips != ante:
            clause = self.cite("play-size")
            raise IllegalError(
                f"Play of {chips} is not the Ante of {ante}: it must equal it ({clause})",
                clause=clause,
                legal=f"play {ante}",
            )

    def show_seat(self, cards: list[int], community: list[int]) -> Shown:
        value = three_card_value(cards)
        return Shown(value, three_card_class(value), qualifies=True)

    def show_dealer(self, cards: list[int]) -> Shown:
        value = three_card_value(cards)
        return Shown(value, three_card_class(value), queen_high_or_better(value))

    def settle(
        self, sign: Sign, stakes: dict[str, int], seat: Shown, cards: list[int], dealer: Shown | None
    ) -> list[Line]:
        lines: list[Line] = []
        play = stakes.get(PLAY, 0)
        ante = stakes.get(ANTE, 0)
        if play:
            assert dealer is not None, "a Play wager turns the dealer's hand up (TCP.J.6)"
            if not dealer.qualifies:
                # Paid without comparison, so even a better or equal player hand gets no more (AMB-T2).
                lines += [Line(PLAY, 0, "TCP.K.1.a/2"), Line(ANTE, ante, "TCP.K.1.a/2")]
            elif seat.value == dealer.value:
                lines += [Line(PLAY, 0, "TCP.J.9"), Line(ANTE, 0, "TCP.J.9")]
            else:
                sign_of = 1 if seat.value > dealer.value else -1
                lines += [Line(PLAY, sign_of * play, "TCP.K.1.a"), Line(ANTE, sign_of * ante, "TCP.K.1.a")]
            if seat.name in sign.bonus.lines:
                lines.append(Line(BONUS, sign.gain(sign.bonus, seat.name, ante), "TCP.K.1.d"))
        if side := stakes.get(PAIR_PLUS, 0):
            table = sign.side
            lines.append(Line(PAIR_PLUS, sign.gain(table, seat.name, side), table.clause))
        return lines
