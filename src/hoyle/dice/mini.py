"""The mini-dice table (nj-19-47 19:47-13): a covered shaker, five wagers, every shake on its own.

>>> table = MiniDice(MiniSign(), {"ann": 100})
>>> _ = table.bet("ann", "place", 12, number=8)
>>> table.shake(4, 4)
>>> table.state.stacks["ann"]
114
"""

from __future__ import annotations

from typing import Final

from hoyle.dice import events
from hoyle.dice.kinds import ANY_SEVEN, FIELD, LOSE, MINI_KINDS, OVER_7, PLACE, POINTS, UNDER_7, WIN
from hoyle.dice.rotation import offering_order
from hoyle.dice.sign import MiniSign
from hoyle.dice.state import DEALER, Wager
from hoyle.dice.table import DiceTable
from hoyle.errors import IllegalError, InvalidError

LEAST_SHAKES: Final = 3

_CLAUSES: Final[dict[int, str]] = {
    PLACE: "13:69F-13.2(a)1",
    FIELD: "13:69F-13.2(a)2",
    ANY_SEVEN: "13:69F-13.2(a)3",
    OVER_7: "13:69F-13.2(a)4",
    UNDER_7: "13:69F-13.2(a)5",
}

NO_ROLL_REASONS: Final[dict[str, str]] = {"not-flat": "19:47-13.8(a)1", "fell-out": "19:47-13.8(a)2"}


class MiniDice(DiceTable):
    """Takes what players and dealer do, and answers with events."""

    def __init__(self, sign: MiniSign, stacks: dict[str, int], *, keep_log: bool = True) -> None:
        """`stacks` names the players clockwise from the dealer's left."""
        if len(stacks) > sign.seats:
            raise _refuse("MD.O7", f"{len(stacks)} players: the table takes {sign.seats}")
        super().__init__(stacks, "nj-19-47 13:69F-13.2(b)/2", keep_log=keep_log)
        self.sign = sign

    def join(self, player: str, chips: int) -> None:
        """Take a seat, if one is free."""
        if player not in self.state.stacks and len(self.state.stacks) >= self.sign.seats:
            raise _refuse("MD.O7", f"all {self.sign.seats} seats are taken")
        super().join(player, chips)

    def bet(self, owner: str, kind: str, amount: int, *, number: int = 0, id: str = "") -> str:
        """Make a wager before the dealer shakes; returns its id."""
        state = self.state
        if owner not in state.stacks:
            raise InvalidError(f"nobody called {owner!r} plays here")
        if state.released:
            raise _refuse("13:69F-13.2(b)/2", f"{kind} comes after the dealer began to shake")
        code = MINI_KINDS.get(kind, -1)
        if code < 0 or (number not in POINTS if code == PLACE else number != 0):
            shown = f"{kind} {number}" if number else kind
            raise _refuse("13:69F-13.2(b)", f"no wager {shown}: {', '.join(MINI_KINDS)} on 4, 5, 6, 8, 9, 10")
        self._check_amount(code, number, amount)
        if amount > state.stacks[owner]:
            raise InvalidError(f"{owner} holds {state.stacks[owner]} chips, {amount} are needed")
        id = self._new_id(id)
        clause = f"nj-19-47 {_CLAUSES[code]}"
        self.emit(events.Bet(id, owner, code, amount, number, 0, "", 0, "chips", clause))
        return id

    def remove(self, id: str) -> None:
        """Take a wager back before the dealer shakes (AMB-D2)."""
        self._movable(id)
        self.emit(events.Removed(id, "nj-19-47 MD.AMB-D2"))

    def change(self, id: str, to: int) -> None:
        """Raise or cut a wager before the dealer shakes."""
        wager = self._movable(id)
        if to == wager.amount:
            raise InvalidError(f"{id} is {to} already")
        self._check_amount(wager.kind, wager.number, to)
        if to - wager.amount > self.state.stacks[wager.owner]:
            raise InvalidError(f"{wager.owner} cannot add {to - wager.amount} chips")
        self.emit(events.Changed(id, to, 0, "nj-19-47 MD.AMB-D2"))

    def dealer_shakes(self, times: int = LEAST_SHAKES) -> None:
        """The dealer shakes the covered shaker; betting is closed."""
        if self.state.must_pass:
            raise _refuse("19:47-13.7(a)1.i", f"{self.state.shooter} shook a seven and must pass the shaker")
        if self.state.shaken:
            raise _refuse("19:47-13.5(d)", "the dealer has shaken already: the holder shakes next")
        self._check_times(times, "19:47-13.5(d)")
        self.emit(events.Shaken(DEALER, times, "nj-19-47 19:47-13.5(d)"))

    def holder_shakes(self, times: int = LEAST_SHAKES) -> None:
        """Whoever has accepted the shaker shakes it after the dealer."""
        state = self.state
        if state.shaken != 1:
            raise _refuse("19:47-13.5(d)", "the holder shakes once, after the dealer")
        if not state.shooter:
            raise _refuse("19:47-13.5(d)", "nobody has accepted the shaker yet")
        if state.shooter == DEALER:
            for player in self._unasked():
                if player != state.last_shooter:  # he has just passed it (AMB-D6)
                    raise _refuse("19:47-13.7(a)2", f"the shaker is offered to {player} first")
        clause = "19:47-13.5(d)2" if state.shooter == DEALER else "19:47-13.5(d)1"
        self._check_times(times, clause)
        self.emit(events.Shaken(state.shooter, times, f"nj-19-47 {clause}"))

    def uncover(self, one: int, other: int) -> None:
        """Lift the cover, call the total, collect the losers, then pay the winners (13.5(e), (f))."""
        if not (1 <= one <= 6 and 1 <= other <= 6):
            raise InvalidError(f"dice of {one} and {other}: faces are 1 to 6")
        state = self.state
        if state.shaken < 2:
            raise _refuse("19:47-13.5(e)", "the shaker is uncovered after the holder has shaken it")
        total = one + other
        self.emit(events.Rolled(one, other, "nj-19-47 19:47-13.5(e)"))
        decided = [found for wager in state.live if (found := self._decision(wager, total)) is not None]
        for event in decided:
            if event.result == LOSE:
                self.emit(event)
        for event in decided:
            if event.result == WIN:
                self.emit(event)
        if total == 7 and state.shooter != DEALER:
            self.emit(events.MustPass("nj-19-47 19:47-13.7(a)1.i"))

    def shake(self, one: int, other: int) -> None:
        """A whole shake in one: dealer, holder, cover off. The dealer shakes on if nobody holds it."""
        state = self.state
        if state.must_pass:
            self.pass_shaker()
        if not state.shooter:
            for player in list(state.offering) or offering_order(state.players, state.last_shooter):
                self._accept(player)
                break
            else:
                self._accept(DEALER)
        if not state.shaken:
            self.dealer_shakes()
        self.holder_shakes()
        self.uncover(one, other)

    def no_roll(self, reason: str) -> None:
        """A die not flat, or one that fell out: the shake is repeated, wagers stand (13.8)."""
        id = NO_ROLL_REASONS.get(reason)
        if id is None:
            raise InvalidError(f"unknown reason {reason!r}: {', '.join(NO_ROLL_REASONS)}")
        self.emit(events.NoRoll(reason, f"nj-19-47 {id}"))

    def offer(self) -> str:
        """Who is asked to take the shaker; empty when all declined and the dealer has it (13.7(b)/2)."""
        state = self.state
        if state.shooter and state.shooter != DEALER:
            return ""
        if state.shooter == DEALER:
            willing = self._unasked()
            if not willing:
                return ""
            self.emit(events.Passed(willing, "nj-19-47 19:47-13.7(a)2"))
        elif not state.offering:
            order = self._order(state.last_shooter)
            clause = "19:47-13.7(b)" if state.last_shooter else "19:47-13.5(d)"
            self.emit(events.Passed(order, f"nj-19-47 {clause}"))
        return state.offering[0] if state.offering else ""

    def answer(self, player: str, *, accept: bool) -> None:
        """The player asked takes the shaker or declines; when all decline, the dealer takes it."""
        state = self.state
        if not state.offering or state.offering[0] != player:
            asked = state.offering[0] if state.offering else "nobody"
            raise _refuse("19:47-13.7(b)", f"the shaker is offered to {asked}, not to {player}")
        if accept:
            self._accept(player)
            return
        self.emit(events.Declined(player, "nj-19-47 19:47-13.7(b)"))
        if not state.offering:
            self._accept(DEALER)

    def pass_shaker(self, *, ordered: str = "") -> None:
        """The holder gives up the shaker: freely, after a seven, or on the floorperson's order (13.7(a))."""
        state = self.state
        if not state.shooter or state.shooter == DEALER:
            raise InvalidError("no player holds the shaker")
        id = "19:47-13.7(a)"
        if ordered:
            id = "19:47-13.7(a)1.ii"
        elif state.must_pass:
            id = "19:47-13.7(a)1.i"
        self.emit(events.Passed(self._order(state.shooter), f"nj-19-47 {id}"))

    def _unasked(self) -> list[str]:
        """Players who have not refused the shaker that the dealer holds (AMB-D5)."""
        return [player for player in self.state.players if player not in self.state.refused]

    def _order(self, previous: str) -> list[str]:
        """Who is asked after a pass; the last holder himself only where the house says so (AMB-D6)."""
        order = offering_order(self.state.players, previous)
        if self.sign.player_may_return and previous in self.state.players:
            order.append(previous)
        return order

    def _accept(self, player: str) -> None:
        clause = "19:47-13.7(b)/2" if player == DEALER else "19:47-13.7(b)"
        self.emit(events.Accepted(player, f"nj-19-47 {clause}"))

    def _decision(self, wager: Wager, total: int) -> events.Decided | None:
        if wager.kind == PLACE:
            if total not in (7, wager.number):
                return None
            if total == 7:
                return events.Decided(wager.id, LOSE, 0, wager.amount, "nj-19-47 13:69F-13.2(a)1")
            paid = wager.amount * self.sign.place_odds(wager.number)
            assert paid.denominator == 1, wager.id
            return events.Decided(wager.id, WIN, paid.numerator, 0, "nj-19-47 19:47-13.6(b)")
        table = self.sign.tables[wager.kind]
        times = wager.amount // table.step
        if table.paid[total]:
            return events.Decided(wager.id, WIN, times * table.paid[total], 0, "nj-19-47 19:47-13.6(b)")
        clause = f"nj-19-47 {_CLAUSES[wager.kind]}"
        return events.Decided(wager.id, LOSE, 0, times * table.taken[total], clause)

    def _check_amount(self, code: int, number: int, amount: int) -> None:
        step = self.sign.step(code, number)
        if amount < 1 or amount % step:
            raise _refuse("19:47-13.6(c)", f"{amount} cannot be paid exactly: a multiple of {step}")
        least, most = self.sign.minimum, self.sign.maximum
        if amount < least or (most and amount > most):
            raise IllegalError(
                f"{amount} is outside the posted limits of {least} to {most} (house table-limits)",
                clause="house table-limits",
            )

    def _movable(self, id: str) -> Wager:
        wager = self._live(id)
        if self.state.released:
            raise _refuse("MD.AMB-D2", f"{id} cannot be moved: the dealer has begun to shake")
        return wager

    def _check_times(self, times: int, id: str) -> None:
        if times < LEAST_SHAKES:
            raise _refuse(id, f"{times} shakes: at least {LEAST_SHAKES}")


def _refuse(id: str, message: str) -> IllegalError:
    return IllegalError(f"{message} (nj-19-47 {id})", clause=f"nj-19-47 {id}")
