"""Events of a poker table: blinds, button, rounds, rake and jackpot, kill, rulings.

Events of seats, waiting list and disputes are shared by all tables (`hoyle.table.seats`,
`hoyle.table.disputes`); `deck_events` has those of decks. `EVENTS` lists all by name, with those of a round.
"""

from __future__ import annotations

from typing import Any, Final, Self

from msgspec import convert, field

from hoyle.core.cards import card_text, parse_card
from hoyle.core.money import Transfer, seat_account
from hoyle.games.poker import events as poker
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimedOut
from hoyle.table.poker.decks import deck_events
from hoyle.table.poker.event_base import TableEvent
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.kill_pot import KillState
from hoyle.table.poker.table_state import JackpotDue, PokerTableState, UnfinishedBet

Entry = TableEvent | ActionTimedOut | seats.RosterEvent | disputes.NoteRecorded | disputes.HouseRuled | poker.PokerEvent
"""Any event of a poker table's log."""


class TableOpened(TableEvent, frozen=True, kw_only=True):
    """Event: the table opened under its sign."""

    sign: PostedSign
    rules: str
    """Version of the rules that the table is played by."""

    def apply(self, state: PokerTableState) -> None:
        state.posted_sign = self.sign
        state.rules = self.rules

    def to_dict(self) -> dict[str, Any]:
        return {"sign": self.sign.facts(), "rules": self.rules, "clause": self.clause}

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        return cls.read_with(facts, cls.__struct_fields__, sign=PostedSign.read_posted(facts["sign"]))


# Seats


class CurrencyChanged(TableEvent, frozen=True, kw_only=True):
    """Event: a player's cash was changed into chips."""

    seat: int
    chips: int

    def apply(self, state: PokerTableState) -> None:
        player = state.poker_player(self.seat)
        player.currency -= self.chips
        if not state.is_dealt_in(self.seat):
            player.chips += self.chips


class BlindMissed(TableEvent, frozen=True, kw_only=True):
    """Event: a blind passed a player who was away."""

    seat: int
    blind: int
    """Index of the blind in the sign's list, from 0."""

    def apply(self, state: PokerTableState) -> None:
        state.poker_player(self.seat).missed.append(self.blind)


class BlindsChosen(TableEvent, frozen=True, kw_only=True):
    """Event: a player who missed blinds chose to post them on return or to wait for their turn."""

    seat: int
    waits: bool

    def apply(self, state: PokerTableState) -> None:
        state.poker_player(self.seat).waits = self.waits


class NotDealtIn(TableEvent, frozen=True, kw_only=True):
    """Event: a seated player gets no cards this round; `why` has the reason."""

    seat: int
    why: str


class ButtonPlaced(TableEvent, frozen=True, kw_only=True):
    """Event: the button was placed for the first time, or moved on."""

    seat: int
    draw: list[tuple[int, int]]
    """Seat and card of every player who drew for it; empty if there was no draw."""

    def apply(self, state: PokerTableState) -> None:
        state.button = self.seat
        state.broken_up = False

    def to_dict(self) -> dict[str, Any]:
        draw = [[seat, card_text(card)] for seat, card in self.draw]
        return {"seat": self.seat, "draw": draw, "clause": self.clause}

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        cls.check_names(facts, cls.__struct_fields__)
        draw = [(seat, parse_card(card)) for seat, card in facts["draw"]]
        return convert({**facts, "draw": draw}, cls)


# Rounds and money


class RoundBegan(TableEvent, frozen=True, kw_only=True):
    """Event: a round began; its own events follow."""

    number: int
    deck: str
    seats: list[int]
    """Seats that are dealt in."""
    entitled: list[int]
    """Seats that are entitled to cards."""
    small: int
    big: int
    killer: int
    """Seat with the kill button; 0 if none."""
    paid: list[tuple[int, int]] = field(default_factory=list)
    """Seats passed over by mistake, with the antes and blinds that they put up all the same."""

    def apply(self, state: PokerTableState) -> None:
        state.begin_round(self.number, self.entitled, self.small, self.big, self.paid)


class RoundClosed(TableEvent, frozen=True, kw_only=True):
    """Event: a round ended; stacks are the players' own again, rake and fees wait in their areas."""

    number: int
    dead: bool
    refunded: bool = False
    """Whether a refund left one hand alone, and that hand has won."""
    returned: list[tuple[int, int, int]] = field(default_factory=list)
    """Returned blinds of seats passed over by mistake: the seat, its player's seat by now, and chips. Seat 0
    is a player who has left: the cashier gets them."""

    def apply(self, state: PokerTableState) -> None:
        state.close_round(dead=self.dead, refunded=self.refunded, returned=self.returned)

    def transfers(self) -> list[Transfer]:
        return [
            Transfer(seat_account(seat), seat_account(current_seat) if current_seat else "cashier", chips)
            for seat, current_seat, chips in self.returned
            if current_seat != seat
        ]


class RoundTakenBack(TableEvent, frozen=True, kw_only=True):
    """Event: a round was undone; its last hand proved ruined too, nobody has won, and all chips go back."""

    number: int
    changes: list[tuple[int, int]]
    """Seat, and the chips that it gets back; negative for winnings."""
    rake: int
    jackpot: int
    fees: int

    def apply(self, state: PokerTableState) -> None:
        state.take_back_round(self.changes, self.rake, self.jackpot, self.fees)

    def transfers(self) -> list[Transfer]:
        winnings = [Transfer(seat_account(seat), "pot", -chips) for seat, chips in self.changes if chips < 0]
        fees = (("drop box", self.rake), ("jackpot fund", self.jackpot), ("fee box", self.fees))
        returns = [Transfer("pot", seat_account(seat), chips) for seat, chips in self.changes if chips > 0]
        return [*winnings, *(Transfer(account, "pot", chips) for account, chips in fees if chips), *returns]


_BOXES: Final = {"rake": "drop box", "jackpot": "jackpot fund", "fees": "fee box"}


class Dropped(TableEvent, frozen=True, kw_only=True):
    """Event: the dealer dropped the rake, jackpot fee or fees that waited in its area."""

    what: str
    """``rake``, ``jackpot`` or ``fees``."""
    chips: int
    into: str

    def apply(self, state: PokerTableState) -> None:
        boxes = state.boxes
        if self.what == "rake":
            boxes.rake_area -= self.chips
            boxes.drop_box += self.chips
        elif self.what == "jackpot":
            boxes.jackpot_area -= self.chips
            boxes.jackpot_fund += self.chips
        else:
            boxes.fee_area -= self.chips
            boxes.fee_box += self.chips

    def transfers(self) -> list[Transfer]:
        return [Transfer(self.what, _BOXES[self.what], self.chips)]


class JackpotWon(TableEvent, frozen=True, kw_only=True):
    """Event: a hand of the round met a standard on the sign; its player is owed a jackpot."""

    seat: int
    player: str
    standard: str
    round: int

    def apply(self, state: PokerTableState) -> None:
        state.jackpots = [*state.jackpots, JackpotDue(self.player, self.standard, self.round)]


class JackpotPaid(TableEvent, frozen=True, kw_only=True):
    """Event: a player was paid from the jackpot fund; by the cashier where they have left their seat."""

    seat: int
    chips: int
    standard: str
    player: str = ""

    def apply(self, state: PokerTableState) -> None:
        state.boxes.jackpot_fund -= self.chips
        if self.seat:
            state.player(self.seat).chips += self.chips
        else:
            state.cashier += self.chips
        state.remove_paid_jackpot(self.player, self.standard)

    def transfers(self) -> list[Transfer]:
        account = seat_account(self.seat) if self.seat else "cashier"
        return [Transfer("jackpot fund", account, self.chips)]


class KillMoved(TableEvent, frozen=True, kw_only=True):
    """Event: the kill button moved to a player or back to the dealer, or the run of pots won changed."""

    holder: str | None
    """Name of the holder: the kill belongs to the player, wherever they sit (clarification 37)."""
    last_winner: str | None

    def apply(self, state: PokerTableState) -> None:
        state.kill = KillState(self.holder, self.last_winner)


class RakeReduced(TableEvent, frozen=True, kw_only=True):
    """Event: the house lowered the rake at a player's request, or restored that of the sign."""

    seat: int
    rake: Rake | None

    def apply(self, state: PokerTableState) -> None:
        state.rake = self.rake

    def to_dict(self) -> dict[str, Any]:
        rake = None if self.rake is None else self.rake.facts()
        return {"seat": self.seat, "rake": rake, "clause": self.clause}

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        return cls.read_with(
            facts, cls.__struct_fields__, rake=None if facts["rake"] is None else Rake.read(facts["rake"])
        )


# The floor


class Ruled(TableEvent, frozen=True, kw_only=True):
    """Event: the floor ruled on a report; the consequences follow."""

    trigger: str
    reported: dict[str, Any]
    result: str
    clauses: list[str]
    reading: str = ""
    by: str = "dealer"


class WagerRuled(TableEvent, frozen=True, kw_only=True):
    """Event: the floor ruled what chips and words amounted to; the action that they make follows."""

    seat: int
    chips: list[int]
    then: list[int]
    said: str | int | None
    result: str
    clauses: list[str]
    change: int = 0
    """Chips that come back to the player."""
    owed: int = 0
    """Chips that the player still has to put in."""
    unfinished: bool = False
    """Whether the chips are no bet yet because the player has still to finish it."""

    def apply(self, state: PokerTableState) -> None:
        if self.unfinished and state.round is not None:
            spoken = self.said if isinstance(self.said, str) else ""
            state.unfinished = UnfinishedBet(
                self.seat, list(self.chips), spoken, state.round.street, state.round.current_bet
            )


OWN: Final[dict[str, Any]] = {
    kind.NAME: kind
    for kind in (
        TableOpened, CurrencyChanged, BlindMissed, BlindsChosen, NotDealtIn, ButtonPlaced, ActionTimedOut,
        RoundBegan, RoundClosed, RoundTakenBack, Dropped, JackpotWon, JackpotPaid, KillMoved, RakeReduced,
        Ruled, WagerRuled, *deck_events.EVENTS, *seats.EVENTS, *disputes.EVENTS,
    )
}  # fmt: skip
"""Events of the table itself, by name."""

EVENTS: Final[dict[str, Any]] = {**OWN, **poker.KINDS}
