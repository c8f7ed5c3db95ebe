"""Seats: rules, commands and events of sitting down, adding chips, sitting out and leaving."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.core.money import Transfer, seat_account
from hoyle.core.validation import Chips, Name, Seat, Signed, Words
from hoyle.table.command_base import ANYONE, Command, PlayerCommand
from hoyle.table.log.event_base import TableEntry
from hoyle.table.roster import DeferredRequest, Roster


class SeatRules(NamedTuple):
    """Seat rules of a book and a sign: number of seats, buy-in and clauses."""

    max_seats: int
    max_seats_clause: str
    seated_clause: str = "house seats"
    buy_in: int = 1
    """Least chips that a newcomer brings."""
    adding_clause: str = "house table-stakes"
    """Clause that forbids adding to a stack, or taking from it, during a round."""
    leaving_clause: str = "house seats"
    barred_clause: str = "house conduct"
    list_clause: str = "house waiting-list"


# Commands


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a seat with chips, and cash beside them where the book lets it play."""

    ISSUER: ClassVar[str] = ANYONE
    seat: Seat
    """Seat number, from 1."""
    chips: Chips
    """Buy-in, at least `buy_in`; out of your wallet."""
    player: Name = ""
    """Your own name; may be left out."""
    currency: Chips = 0
    """Cash beside the chips; in a live room there is none."""


class TopUp(PlayerCommand, frozen=True, kw_only=True, tag="top-up"):
    """Add to your stack; during a round, deferred to its end."""

    chips: Chips
    currency: Chips = 0
    """Cash beside the chips, as for `sit`."""


class Leave(PlayerCommand, frozen=True, kw_only=True, tag="leave"):
    """Leave the table with all chips; during a round, deferred to its end."""


class SitOut(PlayerCommand, frozen=True, kw_only=True, tag="sit-out"):
    """Take no part from the next round on."""


class SitIn(PlayerCommand, frozen=True, kw_only=True, tag="sit-in"):
    """Take part again from the next round on."""


class CancelDeferred(PlayerCommand, frozen=True, kw_only=True, tag="cancel-deferred"):
    """Cancel a request to leave, top up or sit out, as long as the round goes on."""

    what: Name
    """``leave``, ``top-up`` or ``sit-out``."""


class JoinWaitingList(Command, frozen=True, kw_only=True, tag="join-waiting-list"):
    """Put a name at the end of the waiting list."""

    ISSUER: ClassVar[str] = ANYONE
    player: Name
    """Your own name."""


class LeaveWaitingList(Command, frozen=True, kw_only=True, tag="leave-waiting-list"):
    """Take a name off the waiting list."""

    ISSUER: ClassVar[str] = ANYONE
    player: Name
    """Your own name."""


class CallFromWaitingList(Command, frozen=True, kw_only=True, tag="call-from-waiting-list"):
    """Call an open seat for the first name on the list that has not been passed over."""

    seat: Seat


class SkipOnWaitingList(Command, frozen=True, kw_only=True, tag="skip-on-waiting-list"):
    """Pass over a called name that did not come: the next one may have the seat. It stays on the list."""

    player: Name


class PayJackpot(Command, frozen=True, kw_only=True, tag="pay-jackpot"):
    """Pay a jackpot that a recorded hand has won, by one of the posted standards."""

    seat: Seat = 0
    chips: Chips
    standard: Words
    elsewhere: Signed = 0
    """Balance of the same fund at other tables; negative where they have paid more than they took."""
    player: Name = ""
    """Name of a player who is paid after leaving their seat."""


COMMANDS: Final[tuple[type[Command], ...]] = (
    Sit,
    TopUp,
    Leave,
    SitOut,
    SitIn,
    CancelDeferred,
    JoinWaitingList,
    LeaveWaitingList,
    CallFromWaitingList,
    SkipOnWaitingList,
)


# Events


class RosterEvent(TableEntry, frozen=True, kw_only=True):
    """Base of the events that change the roster."""

    def apply(self, state: Roster) -> None:
        """Change the state as this event says."""


class Seated(RosterEvent, frozen=True, kw_only=True):
    """Event: a player sat down and put chips on the table."""

    seat: int
    player: str
    chips: int
    currency: int = 0

    def apply(self, state: Roster) -> None:
        player = state.new_player(self.seat, self.player, self.chips)
        if self.currency:
            player.currency = self.currency  # type: ignore[attr-defined]
        state.players[self.seat] = player
        state.cashier -= self.chips + self.currency
        state.note_arrival(player)

    def transfers(self) -> list[Transfer]:
        return [Transfer("cashier", seat_account(self.seat), self.chips + self.currency)]


class ToppedUp(RosterEvent, frozen=True, kw_only=True):
    """Event: a player added to their stack."""

    seat: int
    chips: int
    currency: int = 0

    def apply(self, state: Roster) -> None:
        state.add_chips(self.seat, self.chips)
        if self.currency:
            state.player(self.seat).currency += self.currency  # type: ignore[attr-defined]
            state.cashier -= self.currency

    def transfers(self) -> list[Transfer]:
        return [Transfer("cashier", seat_account(self.seat), self.chips + self.currency)]


class PlayerLeft(RosterEvent, frozen=True, kw_only=True):
    """Event: a player left with their chips."""

    seat: int
    player: str
    chips: int

    def apply(self, state: Roster) -> None:
        if state.player(self.seat).total_chips() != self.chips:
            raise InvalidError(f"seat {self.seat} has {state.player(self.seat).total_chips()}, not {self.chips}")
        state.remove_player(self.seat)

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.seat), "cashier", self.chips)]


class SatOut(RosterEvent, frozen=True, kw_only=True):
    """Event: a player sat out, or came back."""

    seat: int
    sitting_out: bool

    def apply(self, state: Roster) -> None:
        state.player(self.seat).sitting_out = self.sitting_out


class RequestDeferred(RosterEvent, frozen=True, kw_only=True):
    """Event: a player's request during a round was deferred to its end."""

    seat: int
    player: str
    what: str
    """``leave``, ``top up`` or ``sit out``."""
    chips: int = 0

    def apply(self, state: Roster) -> None:
        earlier = state.find_deferred_request(self.player, self.what)
        if earlier is not None:
            earlier.chips += self.chips
        else:
            state.deferred_requests.append(DeferredRequest(self.player, self.what, self.chips))


class DeferredRequestClosed(RosterEvent, frozen=True, kw_only=True):
    """Event: a deferred request was carried out, which an event of its own does, or cancelled."""

    seat: int
    player: str
    what: str
    kept: bool

    def apply(self, state: Roster) -> None:
        state.deferred_requests = [
            request
            for request in state.deferred_requests
            if not (request.player == self.player and request.what == self.what)
        ]


class WaitingListChanged(RosterEvent, frozen=True, kw_only=True):
    """Event: a name was put on the waiting list or taken off it."""

    player: str
    on: bool

    def apply(self, state: Roster) -> None:
        if self.on:
            state.waiting.append(self.player)
            return
        state.waiting.remove(self.player)
        if self.player in state.passed_over:
            state.passed_over.remove(self.player)
        if self.player == state.called_name:
            state.called_name = ""


class NameCalled(RosterEvent, frozen=True, kw_only=True):
    """Event: an open seat was called for a name on the list."""

    seat: int
    player: str

    def apply(self, state: Roster) -> None:
        state.called_name = self.player


class NamePassedOver(RosterEvent, frozen=True, kw_only=True):
    """Event: a called name did not come; the next one may sit down."""

    player: str

    def apply(self, state: Roster) -> None:
        state.passed_over.append(self.player)
        state.called_name = ""


EVENTS: Final[tuple[Any, ...]] = (
    Seated, ToppedUp, PlayerLeft, SatOut, RequestDeferred, DeferredRequestClosed, WaitingListChanged,
    NameCalled, NamePassedOver
)  # fmt: skip


def first_in_line(state: Roster) -> str:
    """Return the first player on the waiting list who has not been passed over; empty if there is none."""
    return next((name for name in state.waiting if name not in state.passed_over), "")
