"""Everything that can happen at a table outside a round of play. Each event carries its clause.

The log of a table holds these and the events of its rounds (`hoyle.poker.events`) in one row; `Table.replay`
rebuilds the table from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hoyle.errors import InvalidError
from hoyle.poker import events as poker
from hoyle.poker.state import State
from hoyle.table.poker.deck_events import (
    DeckCut,
    DeckRetired,
    DecksBrought,
    DeckShuffled,
    DecksRotated,
    DecksSwapped,
    OpeningStep,
    ShufflerFailed,
    StubCounted,
    TableIdle,
)
from hoyle.table.poker.entry import TableEvent
from hoyle.table.poker.kill_pot import KillState
from hoyle.table.poker.sign import Rake, Sign
from hoyle.table.poker.state import Player, TableState

Entry = TableEvent | poker.Event
"""What a table's log is made of."""


def apply(state: TableState, entry: TableEvent) -> None:
    """Apply an entry of the table's own; no chip appears or disappears. Rounds apply theirs themselves."""
    entry.apply(state)
    check(state, entry)


def check(state: TableState, entry: Entry) -> None:
    """The chips of a table add up to nothing: what is on it came from the cashier."""
    accounts = state.accounts()
    assert sum(accounts.values()) == 0, f"chips not conserved by {entry!r}: {accounts}"
    assert all(chips >= 0 for name, chips in accounts.items() if name != "cashier"), accounts


class TableOpened(TableEvent, frozen=True, kw_only=True):
    """A table opens under its sign."""

    NAME: ClassVar[str] = "table-opened"
    sign: Sign

    def apply(self, state: TableState) -> None:
        state.posted = self.sign

    def facts(self) -> dict[str, Any]:
        return {"clause": self.clause, "sign": self.sign.facts()}


class Recorded(TableEvent, frozen=True, kw_only=True):
    """A procedure was followed, or somebody said something worth keeping."""

    NAME: ClassVar[str] = "recorded"
    what: str
    detail: str = ""
    by: str = ""


class TimeTold(TableEvent, frozen=True, kw_only=True):
    """The time of day reaches the table."""

    NAME: ClassVar[str] = "time-told"
    minute: int

    def apply(self, state: TableState) -> None:
        if state.minute < 0:
            # Hours run from the first time told.
            state.rotated_at = state.counted_at = self.minute
        state.minute = self.minute


# Seats


class Seated(TableEvent, frozen=True, kw_only=True):
    """Somebody sits down and puts chips on the table."""

    NAME: ClassVar[str] = "seated"
    seat: int
    player: str
    chips: int
    currency: int = 0

    def apply(self, state: TableState) -> None:
        state.players[self.seat] = Player(self.seat, self.player, self.chips, self.currency)
        state.boxes.cashier -= self.chips + self.currency
        if self.player in state.waiting:
            state.waiting.remove(self.player)


class ToppedUp(TableEvent, frozen=True, kw_only=True):
    """A player adds to what lies before him."""

    NAME: ClassVar[str] = "topped-up"
    seat: int
    chips: int
    currency: int = 0

    def apply(self, state: TableState) -> None:
        player = state.player(self.seat)
        player.chips += self.chips
        player.currency += self.currency
        state.boxes.cashier -= self.chips + self.currency


class CurrencyChanged(TableEvent, frozen=True, kw_only=True):
    """The dealer turns a player's cash into chips."""

    NAME: ClassVar[str] = "currency-changed"
    seat: int
    chips: int

    def apply(self, state: TableState) -> None:
        player = state.player(self.seat)
        player.currency -= self.chips
        if not state.dealt_in(self.seat):
            player.chips += self.chips


class PlayerLeft(TableEvent, frozen=True, kw_only=True):
    """A player takes his chips and goes."""

    NAME: ClassVar[str] = "player-left"
    seat: int
    chips: int

    def apply(self, state: TableState) -> None:
        player = state.players.pop(self.seat)
        assert player.worth() == self.chips
        state.boxes.cashier += self.chips
        if self.seat in state.leaving:
            state.leaving.remove(self.seat)


class SatOut(TableEvent, frozen=True, kw_only=True):
    """A player sits out, or is back."""

    NAME: ClassVar[str] = "sat-out"
    seat: int
    away: bool

    def apply(self, state: TableState) -> None:
        state.player(self.seat).away = self.away


class BlindMissed(TableEvent, frozen=True, kw_only=True):
    """A blind passed a player who was away."""

    NAME: ClassVar[str] = "blind-missed"
    seat: int
    blind: int
    """Its place in the sign's list of blinds, from 0."""

    def apply(self, state: TableState) -> None:
        state.player(self.seat).missed.append(self.blind)


class NotDealtIn(TableEvent, frozen=True, kw_only=True):
    """A seated player gets no cards this round, and why."""

    NAME: ClassVar[str] = "not-dealt-in"
    seat: int
    why: str


class ButtonPlaced(TableEvent, frozen=True, kw_only=True):
    """The button gets its first place, or moves on."""

    NAME: ClassVar[str] = "button-placed"
    seat: int
    draw: list[tuple[int, int]]
    """Seat and card of everybody who drew for it; empty where nobody did."""

    def apply(self, state: TableState) -> None:
        state.button = self.seat


# Rounds and money


class RoundBegan(TableEvent, frozen=True, kw_only=True):
    """A round of play begins; its own events follow."""

    NAME: ClassVar[str] = "round-began"
    number: int
    deck: str
    seats: list[int]
    """Who is dealt in."""
    entitled: list[int]
    """Who should be."""
    small: int
    big: int
    killer: int
    """Seat with the kill button; 0 if none."""

    def apply(self, state: TableState) -> None:
        state.number = self.number
        state.entitled = list(self.entitled)
        state.small, state.big = self.small, self.big
        state.round_rake = state.rake
        state.round = State()
        state.last = None
        state.opened = True
        state.spread = ""
        state.rack.ready = []
        state.rack.cuts = 0
        for seat in self.seats:
            state.player(seat).missed = []


class RoundClosed(TableEvent, frozen=True, kw_only=True):
    """The round is over: the stacks are the players' own again, what was taken waits in its area."""

    NAME: ClassVar[str] = "round-closed"
    number: int
    dead: bool

    def apply(self, state: TableState) -> None:
        round_ = state.round
        assert round_ is not None
        assert round_.pot == 0, f"{round_.pot} chips left in the pot"
        for at, seat in enumerate(round_.seats):
            player = state.player(seat)
            player.chips = round_.stacks[at] - player.currency
        boxes = state.boxes
        boxes.rake_area += round_.rake
        boxes.jackpot_area += round_.jackpot
        boxes.fee_area += round_.fees
        state.round = None
        state.last = round_


class Dropped(TableEvent, frozen=True, kw_only=True):
    """The dealer drops what waited in its area."""

    NAME: ClassVar[str] = "dropped"
    what: str
    """``rake``, ``jackpot`` or ``fees``."""
    chips: int
    into: str

    def apply(self, state: TableState) -> None:
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


class JackpotPaid(TableEvent, frozen=True, kw_only=True):
    """Part of the jackpot fund goes to a player."""

    NAME: ClassVar[str] = "jackpot-paid"
    seat: int
    chips: int
    standard: str

    def apply(self, state: TableState) -> None:
        state.boxes.jackpot_fund -= self.chips
        state.player(self.seat).chips += self.chips


class KillMoved(TableEvent, frozen=True, kw_only=True):
    """The kill button goes to a player, or back to the dealer; or the row of pots changes."""

    NAME: ClassVar[str] = "kill-moved"
    holder: int | None
    last_winner: int | None

    def apply(self, state: TableState) -> None:
        state.kill = KillState(self.holder, self.last_winner)


class RakeReduced(TableEvent, frozen=True, kw_only=True):
    """The house cuts the rake at a player's request; without an amount, the posted rake is back."""

    NAME: ClassVar[str] = "rake-reduced"
    seat: int
    rake: Rake | None

    def apply(self, state: TableState) -> None:
        state.rake = self.rake

    def facts(self) -> dict[str, Any]:
        rake = self.rake
        plain = None
        if rake is not None:
            levels = [list(level) for level in rake.levels]
            plain = {"percent": rake.percent, "levels": levels, "cap": rake.cap}
        return {"clause": self.clause, "seat": self.seat, "rake": plain}


# List and floor


class Listed(TableEvent, frozen=True, kw_only=True):
    """A name goes on the waiting list, or off it."""

    NAME: ClassVar[str] = "listed"
    player: str
    on: bool

    def apply(self, state: TableState) -> None:
        if self.on:
            state.waiting.append(self.player)
        else:
            state.waiting.remove(self.player)


class Ruled(TableEvent, frozen=True, kw_only=True):
    """The floor rules on what was reported; the consequences follow."""

    NAME: ClassVar[str] = "ruled"
    trigger: str
    reported: dict[str, Any]
    result: str
    clauses: list[str]
    by: str = "dealer"


class HouseRuled(TableEvent, frozen=True, kw_only=True):
    """No clause covers it: the house has decided, and this is its decision."""

    NAME: ClassVar[str] = "house-ruled"
    what: str
    decision: str
    by: str


class WagerRuled(TableEvent, frozen=True, kw_only=True):
    """What chips and words amounted to; the action it makes follows."""

    NAME: ClassVar[str] = "wager-ruled"
    seat: int
    chips: list[int]
    then: list[int]
    said: str | int | None
    result: str
    clauses: list[str]
    change: int = 0
    """Chips that come back to the player."""
    owed: int = 0
    """Chips that he still has to put in."""


class PlayRefused(TableEvent, frozen=True, kw_only=True):
    """The house wants somebody out of the game."""

    NAME: ClassVar[str] = "play-refused"
    player: str
    seat: int
    why: str

    def apply(self, state: TableState) -> None:
        state.barred.append(self.player)
        if self.seat:
            state.leaving.append(self.seat)


class DisputeBrought(TableEvent, frozen=True, kw_only=True):
    """A dispute goes to the supervisor."""

    NAME: ClassVar[str] = "dispute-brought"
    number: int
    about: str

    def apply(self, state: TableState) -> None:
        state.disputes.append("")


class DisputeClosed(TableEvent, frozen=True, kw_only=True):
    """The supervisor's word ends it."""

    NAME: ClassVar[str] = "dispute-closed"
    number: int
    ruling: str
    by: str

    def apply(self, state: TableState) -> None:
        state.disputes[self.number - 1] = self.ruling


KINDS: Final[dict[str, type[TableEvent]]] = {
    kind.NAME: kind
    for kind in (
        TableOpened, Recorded, TimeTold, DecksBrought, DeckShuffled, DeckCut, ShufflerFailed, DecksSwapped,
        DeckRetired, DecksRotated, StubCounted, OpeningStep, TableIdle, Seated, ToppedUp, CurrencyChanged,
        PlayerLeft, SatOut, BlindMissed, NotDealtIn, ButtonPlaced, RoundBegan, RoundClosed, Dropped,
        JackpotPaid, KillMoved, RakeReduced, Listed, Ruled, HouseRuled, WagerRuled, PlayRefused,
        DisputeBrought, DisputeClosed,
    )
}  # fmt: skip


def rebuild(name: str, facts: Mapping[str, Any]) -> Entry:
    """The entry that plain data describe, of the table or of a round."""
    kind = KINDS.get(name)
    if kind is None:
        if name not in poker.KINDS:
            raise InvalidError(f"unknown event {name!r}")
        return poker.rebuild(name, dict(facts))
    found = dict(facts)
    if kind is TableOpened:
        found["sign"] = Sign.read(found["sign"])
    elif kind is RakeReduced and found["rake"] is not None:
        levels = tuple((size, fee) for size, fee in found["rake"]["levels"])
        found["rake"] = Rake(**{**found["rake"], "levels": levels})
    elif kind is ButtonPlaced:
        found["draw"] = [(seat, card) for seat, card in found["draw"]]
    return kind(**found)
