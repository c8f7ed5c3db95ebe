"""Events of a dice table: its opening, and the registry of all events in its log."""

from __future__ import annotations

from typing import Any, Final, Self

from hoyle.games.dice.events import DiceEvent
from hoyle.games.dice.events.registry import EVENTS
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import disputes, seats
from hoyle.table.action_timeout import ActionTimedOut
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.dice.table_state import DiceTableState
from hoyle.table.log.event_base import TableEntry


class TableOpened(TableEntry, frozen=True, kw_only=True):
    """Event: the table opened for a game under its sign."""

    sign: DiceSign
    rules: str
    """Version of the rules that the table is played by."""

    def apply(self, state: DiceTableState) -> None:
        state.posted_sign = self.sign
        state.play.keeps_before = self.sign.RULED_ON
        state.rules = self.rules

    def to_dict(self) -> dict[str, Any]:
        return {"game": self.sign.GAME, "sign": self.sign.facts(), "rules": self.rules, "clause": self.clause}

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        sign = sign_class(facts["game"]).read_posted(facts["sign"])
        return cls.read_with(facts, ("game", *cls.__struct_fields__), sign=sign)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableOpened) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]


Entry = TableOpened | seats.RosterEvent | disputes.NoteRecorded | disputes.HouseRuled | ActionTimedOut | DiceEvent
"""Any event of a dice table's log."""


TABLE_EVENTS: Final[dict[str, Any]] = {
    **{kind.NAME: kind for kind in (TableOpened, ActionTimedOut, *seats.EVENTS, *disputes.EVENTS)},
    **EVENTS,
}
