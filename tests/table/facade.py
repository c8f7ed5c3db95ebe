"""Short spellings of what floor, dealer and waiting list do at a poker table in tests.

``floor_of(table).fouled(3, protected=True)`` gives the command `ReportFouledHand` with its fields in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from hoyle.table import PokerTable, Rake, disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.command_base import Command
from hoyle.table.log.event_base import Entries
from hoyle.table.poker import commands
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.decks.dealer_procedures import DueProcedure


class Facade:
    """Commands as methods, with fields by position or by name; all are given by one person."""

    COMMANDS: ClassVar[dict[str, type[Command]]] = {}
    BY: ClassVar[str] = "dealer"

    def __init__(self, table: PokerTable) -> None:
        self._table = table

    def __getattr__(self, method: str) -> Callable[..., Entries]:
        if method not in self.COMMANDS:
            raise AttributeError(method)
        kind = self.COMMANDS[method]

        def give(*values: Any, **fields: Any) -> Entries:
            named = dict(zip(kind.__struct_fields__, values, strict=False))
            return self._table.do(kind(**named, **fields), by=self.BY)

        return give


class FloorFacade(Facade):
    """Reports to the floor and its rulings."""

    BY = "floor"
    COMMANDS: ClassVar[dict[str, type[Command]]] = {
        "no_cut": commands.NoCut,
        "wrong_start": commands.WrongStart,
        "missed_seat": commands.MissedSeat,
        "ineligible": commands.Ineligible,
        "off_table": commands.OffTable,
        "bad_deck": commands.ReportBadDeck,
        "fouled": commands.ReportFouledHand,
        "wrong_number": commands.WrongNumber,
        "left": commands.ReportLeftTable,
        "discard": commands.Discard,
        "upcards_down": commands.UpcardsDown,
        "disclose": commands.RequestDisclosure,
        "muck": commands.Muck,
        "retrieve": commands.Retrieve,
        "claim": commands.ClaimHandValue,
        "touched_pot": commands.TouchedPot,
        "out_of_view": commands.OutOfView,
        "late_rake": commands.LateRake,
        "pay_jackpot": seats.PayJackpot,
        "withdraw_jackpot": commands.WithdrawJackpot,
        "suspect": commands.ReportCollusion,
        "refuse_play": disputes.RefusePlay,
    }

    def boxed(self, *spots: Any, house: str = "") -> Entries:
        return self._table.do(commands.Boxed(spots=spots, house=house), by="floor")

    def exposed(self, *spots: Any, dealer_error: bool = True, house: str = "") -> Entries:
        return self._table.do(commands.Exposed(spots=spots, dealer_error=dealer_error, house=house), by="floor")

    def hole_cards_up(self, seat: int, *cards: int, house: str = "") -> Entries:
        return self._table.do(commands.HoleCardsUp(seat=seat, cards=cards, house=house), by="floor")

    def house_ruling(self, trigger: str, decision: str, *, by: str = "floor", **fields: Any) -> Entries:
        ruling = commands.HouseRuling(trigger=trigger, decision=decision, ruled_by=by, **fields)
        return self._table.do(ruling, by="floor")

    def reduce_rake(self, seat: int, rake: Rake) -> Entries:
        return self._table.do(commands.ReduceRake(seat=seat, rake=rake.facts()), by="floor")

    def complain(self, about: int, text: str, *, by: str = "floor") -> Entries:
        return self._table.do(disputes.LogComplaint(about=about, text=text), by=by)

    def dispute(self, about: str) -> int:
        self._table.do(disputes.OpenDispute(about=about), by="floor")
        return len(self._table.state.disputes)

    def settle(self, number: Any, ruling: str, *, by: str) -> Entries:
        return self._table.do(disputes.SettleDispute(number=number, ruling=ruling, ruled_by=by), by="floor")


class DealerFacade(Facade):
    """Procedures of the dealer, and actions that the dealer reports for a player."""

    COMMANDS: ClassVar[dict[str, type[Command]]] = {
        "idle": commands.Idle,
        "turn_spread_up": commands.TurnSpreadUp,
        "bring_deck": commands.BringDeck,
        "rotate_decks": commands.RotateDecks,
        "count_stub": commands.CountStub,
        "shuffler_failed": commands.ShufflerFailed,
        "announce": commands.Announce,
        "recut": commands.Recut,
        "remove": commands.RemoveChips,
        "change_currency": commands.ChangeCurrency,
        "chips_in": commands.ReportWager,
    }

    def set_time(self, minute: Any) -> list[DueProcedure]:
        self._table.do(disputes.SetTime(minute=minute))
        return self.prompts()

    def time_out(self, seat: int) -> Entries:
        return self._table.do(ActionTimeout(seat=seat), by="clock")

    def prompts(self) -> list[DueProcedure]:
        return dealer_procedures.due_procedures(self._table)

    def call(self) -> str:
        return dealer_procedures.dealer_announcement(self._table)

    def opening(self, step: str, *, by: str = "") -> Entries:
        done_by = by or dealer_procedures.opened_by(self._table, step)
        return self._table.do(commands.OpeningStep(step=step, done_by=done_by))


class WaitingListFacade(Facade):
    """Waiting list of a table."""

    COMMANDS: ClassVar[dict[str, type[Command]]] = {
        "add": seats.JoinWaitingList,
        "strike": seats.LeaveWaitingList,
        "announce": seats.CallFromWaitingList,
        "pass_over": seats.SkipOnWaitingList,
    }

    @property
    def names(self) -> list[str]:
        return list(self._table.state.waiting)


def floor_of(table: PokerTable) -> FloorFacade:
    """Reports and rulings at a table as methods."""
    return FloorFacade(table)


def dealer_of(table: PokerTable) -> DealerFacade:
    """Procedures at a table as methods."""
    return DealerFacade(table)


def waiting_list_of(table: PokerTable) -> WaitingListFacade:
    """The waiting list of a table."""
    return WaitingListFacade(table)
