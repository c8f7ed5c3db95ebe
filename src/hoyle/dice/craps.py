"""The craps table (oneida CR): wagers made, kept, changed and decided, roll by roll.

>>> table = Craps(CrapsSign(), {"ann": 100})
>>> _ = table.bet("ann", "pass", 10)
>>> table.throw(4, 2)
>>> _ = table.bet("ann", "pass_odds", 10, on="w1")
>>> table.throw(5, 1)
>>> table.state.stacks["ann"], table.log[-3].clause
(122, 'oneida CR.O1/3')
"""

from __future__ import annotations

from typing import Final

from hoyle.dice import events
from hoyle.dice.decisions import Decisions
from hoyle.dice.kinds import (
    ANY_SEVEN,
    BUY,
    COME,
    CRAPS_KINDS,
    DONT_COME,
    DONT_PASS,
    FAMILIES,
    HARD,
    HARD_NUMBERS,
    HOP,
    HORN,
    HORN_HIGH,
    HORN_NUMBERS,
    LAY,
    LIVE,
    NAMES,
    NUMBER,
    ODDS_CLAUSES,
    OFF_ON_COME_OUT,
    PARENTS,
    PASS,
    PLACE,
    PLACE_LOSE,
    POINTS,
    REMOVED,
    RIGHT,
    WORLD,
)
from hoyle.dice.rotation import offering_order
from hoyle.dice.sign import CrapsSign
from hoyle.dice.state import COME_OUT, PHASES, POINT, SETTLE_ONLY, Wager
from hoyle.dice.table import DiceTable
from hoyle.dice.throws import CALLED_EARLY, Die, no_roll_clause, read_dice
from hoyle.errors import IllegalError, InvalidError

_ON_NUMBER: Final = frozenset(POINTS)


class Craps(DiceTable):
    """Takes what players and crew do, and answers with events."""

    def __init__(self, sign: CrapsSign, stacks: dict[str, int], *, keep_log: bool = True) -> None:
        """`stacks` names the players clockwise, the first at the boxperson's left (AMB-C24)."""
        super().__init__(stacks, "oneida CR.E.2", keep_log=keep_log)
        self.sign = sign
        self._decisions = Decisions(sign)

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    def bet(
        self,
        owner: str,
        kind: str,
        amount: int,
        *,
        number: int = 0,
        on: str = "",
        combo: tuple[int, int] = (0, 0),
        coupon: bool = False,
        tender: str = "chips",
        confirmed: bool = False,
        id: str = "",
    ) -> str:
        """Make a wager; returns its id. Refusals cite the first rule that applies (craps.md 4)."""
        state = self.state
        if owner not in state.stacks:
            raise InvalidError(f"nobody called {owner!r} plays here")
        self._check_time(amount, tender, confirmed=confirmed)
        if coupon and kind not in ("pass", "dont_pass"):
            raise _refuse("CR.E.2/2", f"a coupon on {kind} is refused: Pass and Don't Pass only")
        code = CRAPS_KINDS.get(kind, -1)
        if state.phase == SETTLE_ONLY and code not in (PASS, DONT_PASS):
            raise _refuse("CR.K.2.a", f"{kind} cannot be made now: only a line bet")
        faces = self._check_offered(code, kind, number, combo)
        flat: Wager | None = None
        if code <= DONT_COME:
            self._check_flat_time(code, owner)
        elif code in PARENTS:
            flat = self._flat_of(code, owner, on)
            number = flat.number
        rate = (1 if faces % 11 == 0 else 0) if code == HOP else number
        self._check_amount(code, rate, amount)
        if flat is not None:
            self._check_odds(code, flat, amount)
        else:
            self._check_limits(kind, amount)
        fee = self.sign.fee(code, number, amount)
        if amount + fee > state.stacks[owner]:
            raise InvalidError(f"{owner} holds {state.stacks[owner]} chips, {amount + fee} are needed")
        id = self._new_id(id)
        if (code == HORN_HIGH and not self.sign.horn_high_spot) or (
            code == WORLD and not self.sign.world_spot
        ):
            return self._split(id, owner, code, amount, number)
        clause = _MADE.get(code, "oneida CR.E.1")
        resumes = state.phase == SETTLE_ONLY
        self.emit(
            events.Bet(
                id, owner, code, amount, 0 if code <= DONT_COME else number, faces,
                on if flat is not None else "", fee,
                "coupon" if coupon else tender, "oneida CR.K.2.c" if resumes else clause,
            )
        )  # fmt: skip
        if self.sign.put_bets and state.point and code == PASS:
            self.emit(events.Moved(id, state.point, "house put-bets"))
        return id

    def remove(self, id: str) -> None:
        """Take a wager down."""
        wager = self._live(id)
        self._check_in_time(wager, "taken down")
        self._check_unlocked(wager, "taken down")
        dont = wager.kind == DONT_PASS or wager.kind == DONT_COME
        odds = self._odds_on(wager)
        self.emit(events.Removed(id, "oneida CR.E.4" if dont else "oneida CR.E.3"))
        for each in odds:
            self.emit(events.Removed(each.id, "oneida CR.AMB-C30"))

    def reduce(self, id: str, to: int) -> None:
        """Cut a wager."""
        wager = self._live(id)
        self._check_in_time(wager, "cut")
        self._check_unlocked(wager, "cut")
        if not 0 < to < wager.amount:
            raise InvalidError(
                f"{id} of {wager.amount} is not cut to {to}: 1 to {wager.amount - 1}, or remove it"
            )
        self._check_amount(wager.kind, self._rate_of(wager), to)
        if wager.kind not in PARENTS:
            self._check_limits(NAMES[wager.kind], to)
        dont = wager.kind == DONT_PASS or wager.kind == DONT_COME
        self.emit(events.Changed(id, to, 0, "oneida CR.E.4" if dont else "oneida CR.E.3"))
        if dont:
            self._cut_odds(wager)

    def increase(self, id: str, to: int) -> None:
        """Raise a wager."""
        state = self.state
        wager = state.wagers.get(id)
        if wager is None:
            raise InvalidError(f"no wager {id!r}")
        kind = wager.kind
        self._check_betting(f"{id} cannot be raised")
        if state.phase == SETTLE_ONLY:
            raise _refuse("CR.K.2.a", f"{id} cannot be raised now: only a line bet may be made")
        if kind in (DONT_PASS, DONT_COME):
            bit = 1 if kind == DONT_PASS else 2
            fresh = not wager.number
            if wager.cut or wager.result == REMOVED or (fresh and state.barred.get(wager.owner, 0) & bit):
                raise _refuse("CR.E.4/2", f"{id} was taken down or cut and may not be raised")
        self._live(id)
        if kind <= DONT_COME and wager.number and not (self.sign.put_bets and kind in (PASS, COME)):
            clause = ("CR.O1", "CR.O2", "CR.O3", "CR.O3")[kind]
            raise _refuse(clause, f"{id} has its point and may not be raised")
        if to <= wager.amount:
            raise InvalidError(f"{id} of {wager.amount} is not raised to {to}")
        self._check_amount(kind, self._rate_of(wager), to)
        if kind in PARENTS:
            self._check_odds(kind, state.wagers[wager.parent], to - wager.amount)
        else:
            self._check_limits(NAMES[kind], to)
        fee = max(0, self.sign.fee(kind, wager.number, to) - wager.commission)
        needed = to - wager.amount + fee
        if needed > state.stacks[wager.owner]:
            raise InvalidError(f"{wager.owner} holds {state.stacks[wager.owner]} chips, {needed} are needed")
        self.emit(events.Changed(id, to, fee, "oneida CR.AMB-C26"))

    def call_on(self, id: str) -> None:
        """Have a place, buy, hardway or Come odds bet work on the come-out."""
        wager = self._live(id)
        self._check_betting(f"{id} cannot be called on")
        if not OFF_ON_COME_OUT[wager.kind]:
            raise _refuse("CR.O5/2", f"{id} is always on")
        clause = "oneida CR.D.place.c" if wager.kind == PLACE else "oneida CR.E.5"
        self.emit(events.CalledOn(id, on=True, clause=clause))

    def call_off(self, id: str) -> None:
        """Take back a call of "On"; a wager cannot be turned off while a point is on."""
        wager = self._live(id)
        self._check_betting(f"{id} cannot be called off")
        if self.state.phase == POINT or not OFF_ON_COME_OUT[wager.kind]:
            raise _refuse("CR.AMB-C18", f"{id} cannot be turned off: remove it instead")
        self.emit(events.CalledOn(id, on=False, clause="oneida CR.E.5"))

    def release(self) -> None:
        """The dice leave the shooter's hand: betting is closed."""
        self._check_shooter()
        self.emit(events.Released("oneida CR.E.1"))

    def throw(self, one: int, other: int) -> None:
        """A valid throw: settle everything it decides."""
        if not (1 <= one <= 6 and 1 <= other <= 6):
            raise InvalidError(f"dice of {one} and {other}: faces are 1 to 6")
        if self.state.shooter:
            self._check_shooter()
        self._settle(one, other, "oneida CR.J.3.a")

    def throw_raw(self, dice: list[Die]) -> bool:
        """A throw with dice that may lie on something; false if it is void (CR.J.3.b)."""
        faces, clause = read_dice(dice)
        if self.state.shooter:
            self._check_shooter()
        if not faces:
            self.emit(events.NoRoll("a die rests on several faces", clause))
            return False
        self._settle(faces[0], faces[1], clause)
        return True

    def no_roll(self, reason: str, *, by: str = "", at_rest: bool = False) -> None:
        """An invalid throw, or a call of "No Roll" for one of the reasons of CR.J.2.

        `at_rest`: both dice lay still before the call, which is noted where it should have come sooner.
        """
        clause = no_roll_clause(reason, by or self.sign.no_roll_caller, self.sign.no_roll_caller)
        self.emit(events.NoRoll(reason, clause))
        if at_rest and clause in CALLED_EARLY:
            self.emit(events.Noted("No Roll called after the dice came to rest", "oneida CR.J.2.c"))

    def no_line_bet(self) -> None:
        """Nobody bets the line: the old shooter throws only for the Come and Don't Come bets (K.2.a)."""
        state = self.state
        if state.phase != COME_OUT or any(wager.kind <= DONT_PASS for wager in state.live):
            raise _refuse("CR.K.2", "the line is declined after a point is made, when no line bet stands")
        if not self._come_bets():
            raise _refuse("CR.K.2", "no Come or Don't Come bet is left to be decided")
        asked = state.offering[0] if state.offering else ""
        if state.shooter and not asked:
            asked = next(iter(offering_order(state.players, state.shooter)), "")
        if asked:
            raise _refuse("CR.K.2", f"the dice are offered onward first: {asked} may want to bet the line")
        self.emit(events.LineDeclined("oneida CR.K.2.a"))
        self.emit(events.MarkerMoved("off", "oneida CR.K.2.b"))

    def offer(self) -> str:
        """Who is asked to take the dice now; the dice go round from the left when nobody holds them."""
        state = self.state
        if state.shooter:
            return ""
        if not state.offering:
            order = offering_order(state.players, state.last_shooter)
            self.emit(events.Passed(order, "oneida CR.K.3" if state.last_shooter else "oneida CR.I.1"))
        return state.offering[0] if state.offering else ""

    def answer(self, player: str, *, accept: bool) -> None:
        """The player asked takes the dice or declines."""
        state = self.state
        if not state.offering or state.offering[0] != player:
            asked = state.offering[0] if state.offering else "nobody"
            raise _refuse("CR.K.3", f"the dice are offered to {asked}, not to {player}")
        if accept:
            clause = "oneida CR.K.4" if state.last_shooter else "oneida CR.I.2"
            self.emit(events.Accepted(player, clause))
        else:
            self.emit(events.Declined(player, "oneida CR.K.3" if state.last_shooter else "oneida CR.I.1"))

    def pass_dice(self, *, ordered: str = "", declines_line: bool = False) -> None:
        """The shooter gives up the dice: freely, on order, or because he declines the line (K.1, K.2)."""
        state = self.state
        if not state.shooter:
            raise InvalidError("nobody holds the dice")
        clause = "oneida CR.K.1.a" if state.must_pass else "oneida CR.K.1"
        if ordered:
            clause = "oneida CR.K.1.b"
        elif declines_line and state.phase == COME_OUT and self._come_bets():
            clause = "oneida CR.K.2"
        self.emit(events.Passed(offering_order(state.players, state.shooter), clause))

    def _settle(self, one: int, other: int, clause: str) -> None:
        """The roll algorithm (craps.md 10)."""
        state = self.state
        total = one + other
        phase = state.phase
        self.emit(events.Rolled(one, other, clause))
        for wager in list(state.live):
            event = self._decisions.of(wager, one, other, phase)
            if event is not None:
                self.emit(event)
                if not self.keep_log and wager.result != LIVE:
                    del state.wagers[wager.id]  # without a log nobody can ask for it later
        if phase == COME_OUT:
            if 4 <= total <= 10 and total != 7:
                self.emit(events.PointSet(total, "oneida CR.O1/2"))
        elif phase == POINT:
            if total == state.point:
                self.emit(events.PointMade("oneida CR.O1/3"))
            elif total == 7:
                self.emit(events.SevenOut("oneida CR.K.1.a"))
        elif not self._come_bets():
            self.emit(events.PlayResumed("oneida CR.K.2.c"))
        if state.barred:
            self.emit(events.BarsLifted(2 if state.phase == POINT else 3, "oneida CR.E.4/2"))

    def _check_time(self, amount: int, tender: str, *, confirmed: bool) -> None:
        if self.state.released and not confirmed:
            raise _refuse("CR.E.1", f"a wager of {amount} comes after the dice left the hand, unconfirmed")
        if tender == "cash" and not confirmed:
            raise _refuse("CR.E.2/3", f"a spoken cash bet of {amount} needs the boxperson's word")
        if tender not in ("chips", "cash"):
            raise _refuse("CR.E.2", f"{tender!r} is no stake: chips on the layout, or confirmed cash")

    def _check_betting(self, what: str) -> None:
        if self.state.released:
            raise _refuse("CR.E.1", f"{what}: the dice have left the hand")

    def _check_in_time(self, wager: Wager, how: str) -> None:
        """Before the roll that decides it; a Don't bet at any time (E.3, E.4)."""
        if self.state.released and wager.kind not in (DONT_PASS, DONT_COME):
            raise _refuse("CR.E.3", f"{wager.id} may not be {how}: the dice have left the hand")

    def _check_offered(self, code: int, kind: str, number: int, combo: tuple[int, int]) -> int:
        """Refuse what is not on the layout; gives the faces of a hop."""
        if 0 <= code <= DONT_COME and not number:
            return 0
        if code == HOP:
            one, other = max(combo), min(combo)
            if other >= 1 and one <= 6:
                return one * 10 + other
        elif code in (PLACE, LAY) or (code >= 0 and code in self.sign.offered):
            if number in _ON_NUMBER:
                if not self.sign.offered.get(code, True):
                    raise _refuse(_OFFERED[code], f"{kind} is not offered here")
                return 0
        elif code == HARD:
            if number in HARD_NUMBERS:
                return 0
        elif code in (NUMBER, HORN_HIGH):
            if number in HORN_NUMBERS:
                return 0
        elif (code >= 0 and not number) or (code >= 0 and code in PARENTS):
            return 0
        shown = f"{kind} {combo[0]}-{combo[1]}" if code == HOP else f"{kind} {number}" if number else kind
        raise _refuse("CR.D.optional", f"no wager {shown} without an approved procedure")

    def _check_flat_time(self, code: int, owner: str) -> None:
        state = self.state
        barred = state.barred.get(owner, 0)
        if code == DONT_PASS and barred & 1:
            raise _refuse("CR.E.4/2", "the Don't Pass was taken down or cut and may not be put back")
        if code <= DONT_PASS:
            if state.phase == POINT and not (self.sign.put_bets and code == PASS):
                clause = "CR.O1" if code == PASS else "CR.O2"
                raise _refuse(
                    clause, f"{NAMES[code]} is made before a come-out roll: the point is {state.point}"
                )
            return
        if state.phase != POINT:
            raise _refuse("CR.O3", f"{NAMES[code]} is made while a point is on, not on a come-out")
        if code == DONT_COME and barred & 2:
            raise _refuse("CR.E.4/2", "the Don't Come was taken down or cut and may not be put back")

    def _flat_of(self, code: int, owner: str, on: str) -> Wager:
        flat = self.state.wagers.get(on)
        if (
            flat is None
            or flat.result != LIVE
            or flat.kind != PARENTS[code]
            or flat.owner != owner
            or not flat.number
        ):
            needs = NAMES[PARENTS[code]]
            raise _refuse(ODDS_CLAUSES[code], f"{NAMES[code]} needs a {needs} bet that has its point")
        return flat

    def _check_amount(self, code: int, number: int, amount: int) -> None:
        step = self.sign.step(code, number)
        if amount < 1 or amount % step:
            raise _refuse("CR.F.5", f"{amount} on {NAMES[code]} cannot be paid: a multiple of {step}")

    def _check_limits(self, kind: str, amount: int) -> None:
        least, most = self.sign.minimum, self.sign.maximum
        if amount < least or (most and amount > most):
            posted = f"{least} to {most}" if most else f"{least} or more"
            raise IllegalError(
                f"{kind} of {amount} is outside the posted limits of {posted} (house table-limits)",
                clause="house table-limits",
                legal=posted,
            )

    def _check_odds(self, code: int, flat: Wager, more: int) -> None:
        total = sum(each.amount for each in self._odds_on(flat)) + more
        most = self.sign.odds_limit(code, flat.number, flat.amount)
        if total > most:
            clause = "CR.H.5" if FAMILIES[code] == RIGHT else "CR.H.5/2"
            raise _refuse(clause, f"odds of {total} behind {flat.amount} on {flat.number}: at most {most}")

    def _check_unlocked(self, wager: Wager, how: str) -> None:
        if wager.kind in (PASS, COME) and wager.number:
            raise _refuse("CR.E.3/2", f"{wager.id} has its point and may not be {how}")

    def _check_shooter(self) -> None:
        """The shooter has a line bet on the come-out (J.1), and has not to pass the dice (K.1.a)."""
        state = self.state
        if state.must_pass and state.shooter:
            raise _refuse("CR.K.1.a", f"{state.shooter} threw a losing seven and must pass the dice")
        if state.phase != COME_OUT or not state.shooter:
            return
        for wager in state.live:
            if wager.kind <= DONT_PASS and wager.owner == state.shooter:
                return
        raise _refuse("CR.J.1", f"{state.shooter} needs a Pass or Don't Pass bet before throwing")

    def _come_bets(self) -> bool:
        return any(wager.kind in (COME, DONT_COME) for wager in self.state.live)

    def _odds_on(self, flat: Wager) -> list[Wager]:
        return [wager for wager in self.state.live if wager.parent == flat.id]

    def _cut_odds(self, flat: Wager) -> None:
        """Lay odds above the new limit come back, the latest first (AMB-C30)."""
        for wager in reversed(self._odds_on(flat)):
            most = self.sign.odds_limit(wager.kind, flat.number, flat.amount)
            total = sum(each.amount for each in self._odds_on(flat))
            if total <= most:
                return
            if total - wager.amount >= most:
                self.emit(events.Removed(wager.id, "oneida CR.AMB-C30"))
            else:
                self.emit(events.Changed(wager.id, wager.amount - total + most, 0, "oneida CR.AMB-C30"))

    def _split(self, id: str, owner: str, code: int, amount: int, number: int) -> str:
        """Book a Horn High or World without a spot of its own as two wagers (CR.D.horn-high.b, world.b)."""
        unit = amount // 5
        clause = "oneida CR.D.horn-high.b" if code == HORN_HIGH else "oneida CR.D.world.b"
        extra = NUMBER if code == HORN_HIGH else ANY_SEVEN
        self.emit(events.Bet(id, owner, HORN, 4 * unit, 0, 0, "", 0, "chips", clause))
        self.emit(events.Bet(f"{id}+", owner, extra, unit, number, 0, "", 0, "chips", clause))
        return id

    def _rate_of(self, wager: Wager) -> int:
        if wager.kind == HOP:
            return 1 if wager.faces % 11 == 0 else 0
        return wager.number


_MADE: Final[dict[int, str]] = {
    PASS: "oneida CR.O1",
    DONT_PASS: "oneida CR.O2",
    COME: "oneida CR.O3",
    DONT_COME: "oneida CR.O3",
    **{kind: f"oneida {id}" for kind, id in ODDS_CLAUSES.items()},
    PLACE: "oneida CR.O4",
    BUY: "oneida CR.G.1",
    PLACE_LOSE: "oneida CR.O4/2",
    LAY: "oneida CR.G.2",
}

_OFFERED: Final[dict[int, str]] = {BUY: "CR.G.1", PLACE_LOSE: "CR.O4/2", LAY: "CR.G.2"}


def _refuse(id: str, message: str) -> IllegalError:
    return IllegalError(f"{message} (oneida {id})", clause=f"oneida {id}")
