"""Wager events: bet made, changed, removed, moved, decided; players and their chips."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.core.errors import ChipConservationError
from hoyle.core.money import Transfer, seat_account
from hoyle.games.dice.events.base import BANK, CASHIER, LAYOUT, DiceEvent, transfer
from hoyle.games.dice.game_state import LIVE, LOSE, REMOVED, WIN, DiceState, DiceWager


@dataclass(init=False, eq=False, repr=False)
class Opened(DiceEvent):
    """Event: table opened with these players, clockwise, and their chips."""

    stacks: dict[str, int]
    clause: str

    def __init__(self, stacks: dict[str, int], clause: str) -> None:
        self.stacks = stacks
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.players = list(self.stacks)
        state.stacks = dict(self.stacks)
        state.held = state.start_chips = sum(self.stacks.values())


@dataclass(init=False, eq=False, repr=False)
class CashChanged(DiceEvent):
    """Event: cash of a spoken wager changed into chips, with which the wager is made."""

    owner: str
    seat: int
    chips: int
    clause: str

    def __init__(self, owner: str, seat: int, chips: int, clause: str) -> None:
        self.owner = owner
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.add_chips(self.owner, self.chips)
        state.cash += self.chips

    def transfers(self) -> list[Transfer]:
        return transfer(CASHIER, seat_account(self.seat), self.chips)


@dataclass(init=False, eq=False, repr=False, kw_only=True)
class Bet(DiceEvent):
    """Event: wager made; its commission goes to the bank at once."""

    id: str
    owner: str
    seat: int = 0
    """Seat the chips come from; 0 where seats are not numbered."""
    kind: str
    amount: int
    number: int = 0
    faces: str = ""
    parent: str = ""
    commission: int = 0
    tender: str = "chips"
    """``chips``, ``cash`` or ``coupon``."""
    clause: str
    fee_kept: int = 0
    """Commission that the same wager paid before it won and was left up."""

    def __init__(
        self,
        *,
        id: str,
        owner: str,
        seat: int = 0,
        kind: str,
        amount: int,
        number: int = 0,
        faces: str = "",
        parent: str = "",
        commission: int = 0,
        tender: str = "chips",
        clause: str,
        fee_kept: int = 0,
    ) -> None:
        self.id = id
        self.owner = owner
        self.seat = seat
        self.kind = kind
        self.amount = amount
        self.number = number
        self.faces = faces
        self.parent = parent
        self.commission = commission
        self.tender = tender
        self.clause = clause
        self.fee_kept = fee_kept

    def apply(self, state: DiceState) -> None:
        wager = DiceWager(self.id, self.owner, self.seat, self.kind, self.amount, self.number, self.faces, self.parent)
        state.made += 1
        state.wagers[self.id] = wager
        state.live.append(wager)
        _stake(state, wager, self.amount, self.commission)
        if self.fee_kept:
            _keep_fee(state, wager, self.fee_kept)

    def transfers(self) -> list[Transfer]:
        account = seat_account(self.seat)
        return transfer(account, LAYOUT, self.amount) + transfer(account, BANK, self.commission)


def _stake(state: DiceState, wager: DiceWager, chips: int, commission: int) -> None:
    """Move chips from the stack to the layout, or back if negative, and the commission to the bank."""
    state.stacks[wager.owner] -= chips + commission
    state.held -= chips + commission
    state.layout += chips
    if commission:
        wager.commission += commission
        state.bank += commission
        state.commissions += commission


def winners_left_up(state: DiceState, owner: str, kind: str, number: int) -> list[DiceWager]:
    """List a player's wagers on a spot that the last roll won and that may be left up."""
    return [
        wager
        for wager in state.done
        if wager.result == WIN and (wager.owner, wager.kind, wager.number) == (owner, kind, number)
    ]


def _keep_fee(state: DiceState, wager: DiceWager, chips: int) -> None:
    """Credit the commission that winning wagers left up have paid to this wager, once."""
    for winner in winners_left_up(state, wager.owner, wager.kind, wager.number):
        credit = min(chips - wager.fee_kept, winner.commission + winner.fee_kept)
        winner.fee_kept -= credit
        wager.fee_kept += credit
    if wager.fee_kept != chips:
        raise ChipConservationError(f"no wager left up as {wager.id} has paid a commission of {chips}")


@dataclass(init=False, eq=False, repr=False)
class Changed(DiceEvent):
    """Event: wager raised or cut to another amount."""

    id: str
    seat: int
    amount: int
    more: int
    """Chips added to it; negative if it was cut."""
    commission: int
    """Commission due for a raise beyond what is already paid; negative for a refund on a cut."""
    clause: str

    def __init__(self, id: str, seat: int, amount: int, more: int, commission: int, clause: str) -> None:
        self.id = id
        self.seat = seat
        self.amount = amount
        self.more = more
        self.commission = commission
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        wager = state.wagers[self.id]
        if wager.result != LIVE or wager.amount + self.more != self.amount:
            raise ChipConservationError(f"{self.id} of {wager.amount} is not changed by {self!r}")
        if self.more < 0:
            wager.cut = True
        _stake(state, wager, self.more, self.commission)
        wager.amount = self.amount

    def transfers(self) -> list[Transfer]:
        account = seat_account(self.seat)
        return transfer(account, LAYOUT, self.more) + transfer(account, BANK, self.commission)


@dataclass(init=False, eq=False, repr=False)
class Removed(DiceEvent):
    """Event: wager taken down undecided."""

    id: str
    seat: int
    chips: int
    clause: str
    refund: int = 0
    """Commission refunded with it."""

    def __init__(self, id: str, seat: int, chips: int, clause: str, refund: int = 0) -> None:
        self.id = id
        self.seat = seat
        self.chips = chips
        self.clause = clause
        self.refund = refund

    def apply(self, state: DiceState) -> None:
        wager = state.wagers[self.id]
        if wager.result != LIVE or wager.amount != self.chips:
            raise ChipConservationError(f"{self.id} of {wager.amount} is not taken down by {self!r}")
        _stake(state, wager, -wager.amount, -self.refund)
        wager.result = REMOVED
        state.live.remove(wager)
        state.done.append(wager)

    def transfers(self) -> list[Transfer]:
        account = seat_account(self.seat)
        return transfer(LAYOUT, account, self.chips) + transfer(BANK, account, self.refund)


@dataclass(init=False, eq=False, repr=False)
class Barred(DiceEvent):
    """Event: player barred for now from putting back a bet that was taken down or cut."""

    player: str
    kind: str
    clause: str

    def __init__(self, player: str, kind: str, clause: str) -> None:
        self.player = player
        self.kind = kind
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.barred[self.player] = [*state.barred.get(self.player, []), self.kind]


@dataclass(init=False, eq=False, repr=False)
class OnRequested(DiceEvent):
    """Event: wager called on by its owner; it works once the crew has confirmed it with a marker."""

    id: str
    clause: str

    def __init__(self, id: str, clause: str) -> None:
        self.id = id
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.wagers[self.id].on_requested = True


@dataclass(init=False, eq=False, repr=False)
class CalledOn(DiceEvent):
    """Event: wager on; it works on the come-out, or works again after it was turned off."""

    id: str
    clause: str

    def __init__(self, id: str, clause: str) -> None:
        self.id = id
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        wager = state.wagers[self.id]
        wager.on_requested = False
        if wager.called_off:
            wager.called_off = False
        else:
            wager.called_on = True


@dataclass(init=False, eq=False, repr=False)
class CalledOff(DiceEvent):
    """Event: wager off; a call of "On" is withdrawn, or the wager is off as long as the point is on."""

    id: str
    clause: str

    def __init__(self, id: str, clause: str) -> None:
        self.id = id
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        wager = state.wagers[self.id]
        wager.on_requested = False
        wager.called_on = False
        wager.called_off = bool(state.point)


@dataclass(init=False, eq=False, repr=False)
class Moved(DiceEvent):
    """Event: flat bet moved to its number."""

    id: str
    number: int
    clause: str

    def __init__(self, id: str, number: int, clause: str) -> None:
        self.id = id
        self.number = number
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.wagers[self.id].number = self.number


@dataclass(init=False, eq=False, repr=False)
class Decided(DiceEvent):
    """Event: wager won, lost, pushed or returned by a roll."""

    id: str
    seat: int
    result: str
    """``win``, ``lose``, ``push`` or ``returned``."""
    paid: int
    taken: int
    back: int
    """Part of the stake that comes back."""
    clause: str

    def __init__(self, id: str, seat: int, result: str, paid: int, taken: int, back: int, clause: str) -> None:
        self.id = id
        self.seat = seat
        self.result = result
        self.paid = paid
        self.taken = taken
        self.back = back
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        wager = state.wagers[self.id]
        if wager.result != LIVE or wager.amount != self.taken + self.back:
            raise ChipConservationError(f"{self.id} of {wager.amount} is not decided by {self!r}")
        chips_back = self.back + self.paid
        state.stacks[wager.owner] += chips_back
        state.held += chips_back
        state.layout -= wager.amount
        state.bank += self.taken - self.paid
        wager.result = self.result
        wager.paid = self.paid
        wager.taken = self.taken
        wager.roll = state.rolls
        state.live.remove(wager)
        state.done.append(wager)

    def transfers(self) -> list[Transfer]:
        account = seat_account(self.seat)
        losses = transfer(LAYOUT, BANK, self.taken)
        return losses + transfer(LAYOUT, account, self.back) + transfer(BANK, account, self.paid)


def win_decision(wager: DiceWager, paid: int, taken: int, clause: str) -> Decided:
    """Build the decision of a wager that wins; `taken` is the part of it that loses."""
    return Decided(wager.id, wager.seat, WIN, paid, taken, wager.amount - taken, clause)


def loss_decision(wager: DiceWager, clause: str) -> Decided:
    """Build the decision of a wager that loses its whole stake."""
    return Decided(wager.id, wager.seat, LOSE, 0, wager.amount, 0, clause)


def return_decision(wager: DiceWager, result: str, clause: str) -> Decided:
    """Build the decision of a wager that gets its stake back."""
    return Decided(wager.id, wager.seat, result, 0, 0, wager.amount, clause)
