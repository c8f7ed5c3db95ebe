"""Seats: commands, events and handlers for sitting down, adding chips, sitting out and leaving.

The rules in which books differ come from `Table.seat_rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.money import Transfer, seat_account
from hoyle.core.validation import MAX_CHIPS, pluralize
from hoyle.table.command_base import ANYONE, PLAYER, Command
from hoyle.table.field_types import Chips, Name, Seat
from hoyle.table.log.event_base import TableEntry
from hoyle.table.roster import DEFERRABLE_REQUESTS, LEAVE, SIT_OUT, TOP_UP, DeferredRequest, Roster

if TYPE_CHECKING:
    from hoyle.table.base import Table


MAX_WAITING_LIST: Final = 100


class SeatRules(NamedTuple):
    """Seat rules of a book and a sign: number of seats, buy-in and clauses."""

    most: int
    most_clause: str
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
    """Buy-in, at least `buy_in`; out of one's wallet."""
    player: Name = ""
    """One's own name, which may be left out."""
    currency: Chips = 0
    """Cash beside the chips; in a live room there is none."""


class TopUp(Command, frozen=True, kw_only=True, tag="top-up"):
    """Add to one's stack; during a round, deferred to its end."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    chips: Chips
    currency: Chips = 0
    """Cash beside the chips, as for `sit`."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the table with all chips; during a round, deferred to its end."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat


class SitOut(Command, frozen=True, kw_only=True, tag="sit-out"):
    """Sit a player out from the next round on."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat


class SitIn(Command, frozen=True, kw_only=True, tag="sit-in"):
    """Let a player who sat out take part again from the next round on."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat


class CancelRequest(Command, frozen=True, kw_only=True, tag="change-mind"):
    """Cancel a request to leave, top up or sit out, as long as the round goes on."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat
    what: Name
    """``leave``, ``top-up`` or ``sit-out``."""


class JoinList(Command, frozen=True, kw_only=True, tag="join-list"):
    """Put a name at the end of the waiting list."""

    ISSUER: ClassVar[str] = ANYONE
    player: Name
    """One's own name."""


class LeaveList(Command, frozen=True, kw_only=True, tag="leave-list"):
    """Take a name off the waiting list."""

    ISSUER: ClassVar[str] = ANYONE
    player: Name
    """One's own name."""


class CallName(Command, frozen=True, kw_only=True, tag="call-name"):
    """Call an open seat for the first name on the list that has not been passed over."""

    seat: Seat


class PassOver(Command, frozen=True, kw_only=True, tag="pass-over"):
    """Pass over a called name that did not come: the next one may have the seat. It stays on the list."""

    player: Name


COMMANDS: Final[tuple[type[Command], ...]] = (
    Sit,
    TopUp,
    Leave,
    SitOut,
    SitIn,
    CancelRequest,
    JoinList,
    LeaveList,
    CallName,
    PassOver,
)


# Events


class RosterEvent(TableEntry, frozen=True, kw_only=True):
    """Base of the events that change the roster."""

    def apply(self, state: Roster) -> None:
        """Change the state as this event says."""


class Seated(RosterEvent, frozen=True, kw_only=True):
    """Event: a player sat down and put chips on the table."""

    NAME: ClassVar[str] = "seated"
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
        state.arrived(player)

    def transfers(self) -> list[Transfer]:
        return [Transfer("cashier", seat_account(self.seat), self.chips + self.currency)]


class ToppedUp(RosterEvent, frozen=True, kw_only=True):
    """Event: a player added to their stack."""

    NAME: ClassVar[str] = "topped-up"
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

    NAME: ClassVar[str] = "player-left"
    seat: int
    player: str
    chips: int

    def apply(self, state: Roster) -> None:
        if state.player(self.seat).total_chips() != self.chips:
            raise InvalidError(
                f"seat {self.seat} has {state.player(self.seat).total_chips()}, not {self.chips}"
            )
        state.remove_player(self.seat)

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.seat), "cashier", self.chips)]


class SatOut(RosterEvent, frozen=True, kw_only=True):
    """Event: a player sat out, or came back."""

    NAME: ClassVar[str] = "sat-out"
    seat: int
    away: bool

    def apply(self, state: Roster) -> None:
        state.player(self.seat).sitting_out = self.away


class RequestDeferred(RosterEvent, frozen=True, kw_only=True):
    """A player's request during a round was deferred to its end."""

    NAME: ClassVar[str] = "promised"
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
            state.promises.append(DeferredRequest(self.player, self.what, self.chips))


class DeferredRequestClosed(RosterEvent, frozen=True, kw_only=True):
    """A deferred request was carried out, which an event of its own does, or cancelled."""

    NAME: ClassVar[str] = "promise-gone"
    seat: int
    player: str
    what: str
    kept: bool

    def apply(self, state: Roster) -> None:
        state.promises = [
            request
            for request in state.promises
            if not (request.player == self.player and request.what == self.what)
        ]


class WaitingListChanged(RosterEvent, frozen=True, kw_only=True):
    """A name was put on the waiting list or taken off it."""

    NAME: ClassVar[str] = "listed"
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

    NAME: ClassVar[str] = "name-called"
    seat: int
    player: str

    def apply(self, state: Roster) -> None:
        state.called_name = self.player


class NamePassedOver(RosterEvent, frozen=True, kw_only=True):
    """Event: a called name did not come; the next one may sit down."""

    NAME: ClassVar[str] = "name-passed-over"
    player: str

    def apply(self, state: Roster) -> None:
        state.passed_over.append(self.player)
        state.called_name = ""


EVENTS: Final[tuple[Any, ...]] = (
    Seated, ToppedUp, PlayerLeft, SatOut, RequestDeferred, DeferredRequestClosed, WaitingListChanged,
    NameCalled, NamePassedOver
)  # fmt: skip


# Handlers


def sit(table: Table, command: Sit, by: str) -> None:
    """Seat a player, after checks of the seat, the name, the waiting list and the buy-in."""
    state, rules, seat = table.roster, table.seat_rules(), command.seat
    player = command.player or (by if table.is_person(by) else state.new_name(seat))
    if table.is_person(by) and player != by:
        raise IllegalError(f"{by} cannot sit down as {player!r}", clause=rules.seated_clause)
    if player in table.STAFF_NAMES:
        raise InvalidError(f"player {player!r}: that name is reserved for staff")
    if not 1 <= seat <= rules.most:
        raise IllegalError(
            f"seat {seat}: this table has seats 1 to {rules.most} ({rules.most_clause})",
            clause=rules.most_clause,
            legal=f"1 to {rules.most}",
        )
    if seat in state.players:
        raise IllegalError(f"seat {seat} is taken by {state.players[seat].name}")
    if state.seat_of(player):
        raise IllegalError(f"{player} sits at this table already")
    _check_not_barred(state, player, rules)
    _check_waiting_list(state, player, rules)
    table.check_tender(command.chips, command.currency)
    buy_in = command.chips + command.currency
    if buy_in < rules.buy_in:
        raise IllegalError(
            f"{pluralize(buy_in, 'chip')}: the buy-in is {rules.buy_in} or more", legal=f"{rules.buy_in}"
        )
    table.emit(
        Seated(
            seat=seat,
            player=player,
            chips=command.chips,
            currency=command.currency,
            clause=rules.seated_clause,
        )
    )


def _check_not_barred(state: Roster, name: str, rules: SeatRules) -> None:
    """Refuse a person who has been refused play."""
    if name in state.barred:
        raise IllegalError(
            f"{name} has been refused play ({rules.barred_clause})", clause=rules.barred_clause
        )


def first_in_line(state: Roster) -> str:
    """Return the first player on the waiting list who has not been passed over; empty if there is none."""
    return next((name for name in state.waiting if name not in state.passed_over), "")


def free_seat(table: Table) -> int:
    """Return the first free seat; 0 at a full table."""
    taken = table.roster.players
    return next((seat for seat in range(1, table.seat_rules().most + 1) if seat not in taken), 0)


def _check_waiting_list(state: Roster, name: str, rules: SeatRules) -> None:
    """Refuse a seat to anybody but the first on the list who has not been passed over."""
    first = first_in_line(state)
    if first and first != name and name not in state.passed_over:
        raise IllegalError(
            f"{name} cannot take a seat: {first} is first on the list ({rules.list_clause})",
            clause=rules.list_clause,
            legal=first,
        )


def top_up(table: Table, command: TopUp, by: str) -> None:
    """Add chips to a stack, now or at the end of the round."""
    player = table.roster.player(command.seat)
    table.check_tender(command.chips, command.currency)
    if command.chips + command.currency < 1:
        raise InvalidError(f"chips {command.chips}: expected 1 or more")
    clause = table.seat_rules().adding_clause
    earlier = table.roster.find_deferred_request(player.name, TOP_UP)
    stack = table.roster.stack(command.seat) + (0 if earlier is None else earlier.chips)
    if stack + command.chips + command.currency > MAX_CHIPS:
        raise IllegalError(
            f"chips {command.chips}: seat {command.seat} has {stack}, and {MAX_CHIPS} is the most one brings",
            clause="house table-stakes",
            legal=f"{max(MAX_CHIPS - stack, 0)} or less",
        )
    if table.is_top_up_deferred(command.seat):
        if command.currency:
            raise IllegalError(
                f"currency {command.currency}: only chips can be added at the end of the round",
                clause=clause,
                legal="chips",
            )
        table.emit(
            RequestDeferred(
                seat=command.seat, player=player.name, what=TOP_UP, chips=command.chips, clause=clause
            )
        )
        return
    table.emit(ToppedUp(seat=command.seat, chips=command.chips, currency=command.currency, clause=clause))


def leave(table: Table, command: Leave, by: str) -> None:
    player = table.roster.player(command.seat)
    rules = table.seat_rules()
    if not table.has_chips_in_play(command.seat):
        remove_player(table, command.seat)
        return
    if table.roster.find_deferred_request(player.name, LEAVE) is not None:
        raise IllegalError(f"seat {command.seat} leaves after this round already ({rules.adding_clause})")
    table.emit(RequestDeferred(seat=command.seat, player=player.name, what=LEAVE, clause=rules.adding_clause))


def remove_player(table: Table, seat: int) -> None:
    """Let a player leave with their chips."""
    player = table.roster.player(seat)
    clause = table.seat_rules().leaving_clause
    table.emit(PlayerLeft(seat=seat, player=player.name, chips=player.total_chips(), clause=clause))


def sit_out(table: Table, command: SitOut, by: str) -> None:
    player = table.roster.player(command.seat)
    if player.sitting_out or table.roster.find_deferred_request(player.name, SIT_OUT) is not None:
        raise IllegalError(f"seat {command.seat} sits out already")
    if table.has_chips_in_play(command.seat):
        table.emit(RequestDeferred(seat=command.seat, player=player.name, what=SIT_OUT, clause="house seats"))
    else:
        table.emit(SatOut(seat=command.seat, away=True, clause="house seats"))


def sit_in(table: Table, command: SitIn, by: str) -> None:
    player = table.roster.player(command.seat)
    if table.roster.find_deferred_request(player.name, SIT_OUT) is not None:
        table.emit(
            DeferredRequestClosed(
                seat=command.seat, player=player.name, what=SIT_OUT, kept=False, clause="house seats"
            )
        )
    elif player.sitting_out:
        table.emit(SatOut(seat=command.seat, away=False, clause="house seats"))
    else:
        raise IllegalError(f"seat {command.seat} is in already")


def cancel_request(table: Table, command: CancelRequest, by: str) -> None:
    """Withdraw a request that waits for the end of the round."""
    player = table.roster.player(command.seat)
    if command.what not in DEFERRABLE_REQUESTS:
        raise InvalidError(f"what {command.what!r}: expected one of {', '.join(DEFERRABLE_REQUESTS)}")
    if table.roster.find_deferred_request(player.name, command.what) is None:
        raise IllegalError(f"seat {command.seat} has not asked to {command.what}")
    if player.name in table.roster.barred and command.what == LEAVE:
        clause = table.seat_rules().barred_clause
        raise IllegalError(f"{player.name} has been refused play and must leave ({clause})", clause=clause)
    table.emit(
        DeferredRequestClosed(
            seat=command.seat, player=player.name, what=command.what, kept=False, clause="house seats"
        )
    )


def carry_out_deferred_requests(table: Table) -> None:
    """Carry out deferred requests at the end of a round: top-ups, sitting out, leaving."""
    if not table.roster.promises:
        return
    for what in (TOP_UP, SIT_OUT, LEAVE):
        for request in list(table.roster.promises):
            seat = table.roster.seat_of(request.player)
            if request.what != what or not seat or table.has_chips_in_play(seat):
                continue
            table.emit(
                DeferredRequestClosed(
                    seat=seat, player=request.player, what=what, kept=True, clause="house seats"
                )
            )
            if what == LEAVE:
                remove_player(table, seat)
            elif what == TOP_UP:
                clause = table.seat_rules().adding_clause
                table.emit(ToppedUp(seat=seat, chips=request.chips, clause=clause))
            elif not table.roster.player(seat).sitting_out:
                table.emit(SatOut(seat=seat, away=True, clause="house seats"))


def join_list(table: Table, command: JoinList, by: str) -> None:
    """Put a name on the waiting list."""
    state, rules = table.roster, table.seat_rules()
    clause = rules.list_clause
    if not command.player:
        raise InvalidError("player '': a name is needed for the waiting list")
    _check_own_name(table, command.player, by)
    _check_not_barred(state, command.player, rules)
    if command.player in table.STAFF_NAMES:
        raise InvalidError(f"player {command.player!r}: that name is reserved for staff")
    if command.player in state.waiting:
        raise IllegalError(f"{command.player} is on the list already ({clause})", clause=clause)
    if len(state.waiting) >= MAX_WAITING_LIST:
        raise IllegalError(f"{MAX_WAITING_LIST} names are on the list: it is full ({clause})", clause=clause)
    if state.seat_of(command.player):
        raise IllegalError(f"{command.player} sits at this table already")
    table.emit(WaitingListChanged(player=command.player, on=True, clause=clause))


def leave_list(table: Table, command: LeaveList, by: str) -> None:
    state, clause = table.roster, table.seat_rules().list_clause
    _check_own_name(table, command.player, by)
    if command.player not in state.waiting:
        raise IllegalError(
            f"{command.player} is not on the list: {', '.join(state.waiting) or 'nobody is'}", clause=clause
        )
    table.emit(WaitingListChanged(player=command.player, on=False, clause=clause))


def _check_own_name(table: Table, name: str, by: str) -> None:
    if table.is_person(by) and by != name:
        raise IllegalError(f"{by} cannot speak for {name}")


def call_name(table: Table, command: CallName, by: str) -> None:
    """Offer a free seat to the first person on the waiting list."""
    state, rules = table.roster, table.seat_rules()
    if command.seat in state.players:
        raise IllegalError(f"seat {command.seat} is taken by {state.players[command.seat].name}")
    if not 1 <= command.seat <= rules.most:
        raise IllegalError(f"seat {command.seat}: this table has seats 1 to {rules.most}")
    first = first_in_line(state)
    if not first:
        raise IllegalError(
            f"seat {command.seat} may not be announced: nobody is waiting for it ({rules.list_clause})",
            clause=rules.list_clause,
            legal="only vacancies somebody waits for",
        )
    table.emit(NameCalled(seat=command.seat, player=first, clause=rules.list_clause))


def pass_over(table: Table, command: PassOver, by: str) -> None:
    state, clause = table.roster, table.seat_rules().list_clause
    if not state.called_name or state.called_name != command.player:
        raise IllegalError(
            f"{command.player} cannot be passed over: {state.called_name or 'nobody'} was called ({clause})",
            clause=clause,
            legal="call the name first",
        )
    table.emit(NamePassedOver(player=command.player, clause=clause))


HANDLERS: Final[dict[type, Callable[[Any, Any, str], None]]] = {
    Sit: sit,
    TopUp: top_up,
    Leave: leave,
    SitOut: sit_out,
    SitIn: sit_in,
    CancelRequest: cancel_request,
    JoinList: join_list,
    LeaveList: leave_list,
    CallName: call_name,
    PassOver: pass_over,
}
