"""Events of a house card table: opened, round begun and closed, idle, floor rulings.

`EVENTS` lists them all by name, with those of seats, disputes and rounds.
"""

from __future__ import annotations

from typing import Any, Final, Self

from hoyle.core.errors import ChipConservationError
from hoyle.games.house_cards.events import KINDS
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round_state import OVER, HouseCardRoundState
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimedOut
from hoyle.table.house_cards.decks import deck_events
from hoyle.table.house_cards.event_base import HouseCardTableEvent
from hoyle.table.house_cards.table_state import HouseCardTableState


class TableOpened(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the table opened under its sign."""

    sign: HouseCardSign
    rules: str
    """Version of the rules that the table is played by."""

    def apply(self, state: HouseCardTableState) -> None:
        state.posted_sign = self.sign
        state.rules = self.rules

    def to_dict(self) -> dict[str, Any]:
        return {"sign": self.sign.facts(), "rules": self.rules, "clause": self.clause}

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        return cls.read_with(facts, cls.__struct_fields__, sign=HouseCardSign.read_posted(facts["sign"]))


class CapChanged(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: another maximum for one hand was posted."""

    sign: HouseCardSign
    """The new sign."""

    def apply(self, state: HouseCardTableState) -> None:
        state.posted_sign = self.sign

    def to_dict(self) -> dict[str, Any]:
        return {"sign": self.sign.facts(), "clause": self.clause}

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        return cls.read_with(facts, cls.__struct_fields__, sign=HouseCardSign.read_posted(facts["sign"]))


class RoundBegan(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a round began: wagers may be made. Its own events follow."""

    number: int

    def apply(self, state: HouseCardTableState) -> None:
        state.number = self.number
        state.round = HouseCardRoundState()
        state.last = None
        state.counted = False
        state.held = state.sign.hand_by_hand


class RoundClosed(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a round ended: chips are back in the stacks, cards in the discard rack; two decks swap."""

    number: int
    swapped: bool

    def apply(self, state: HouseCardTableState) -> None:
        round_ = state.round
        if round_ is None or round_.on_layout() or (round_.places and round_.phase < OVER):
            raise ChipConservationError(f"round {self.number} cannot be closed: wagers lie on the layout")
        for seat, chips in round_.stacks.items():
            if chips:
                state.player(seat).chips += chips
        state.bank += round_.bank
        if round_.dealt:
            state.uncounted = 0 if state.counted or state.machine_counts else state.uncounted + 1
            state.rack.clear()
        state.round = None
        state.last = round_
        if self.swapped:
            state.rack.decks.reverse()


class Idle(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the table went idle: the cards rest where the book has them rest."""

    where: str

    def apply(self, state: HouseCardTableState) -> None:
        state.idle = True
        state.rack.clear()


class Arrived(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a player came to an idle table: play begins again with the shuffle."""

    def apply(self, state: HouseCardTableState) -> None:
        state.idle = False


class SettlementHeld(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the settlement was held; hands are settled one by one, each on the dealer's command."""

    def apply(self, state: HouseCardTableState) -> None:
        state.held = True


class FloorRuled(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the floor ruled on a report; the consequences follow."""

    trigger: str
    ruling: str
    by: str


OWN: Final[dict[str, Any]] = {
    kind.NAME: kind
    for kind in (
        TableOpened, CapChanged, RoundBegan, RoundClosed, Idle, Arrived, SettlementHeld, ActionTimedOut,
        FloorRuled,
        *deck_events.EVENTS, *seats.EVENTS, *disputes.EVENTS,
    )
}  # fmt: skip
"""Events of the table itself, by name."""

EVENTS: Final[dict[str, Any]] = {**OWN, **KINDS}
