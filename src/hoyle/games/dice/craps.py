"""Craps: wagers made, changed and decided, roll by roll.

>>> table = Craps(CrapsSign(), {"ann": 100}, shooter="ann")
>>> _ = table.bet("ann", "pass", 10)
>>> table.throw(4, 2)
>>> _ = table.bet("ann", "pass_odds", 10, on="w1")
>>> table.throw(5, 1)
>>> table.state.stacks["ann"], table.log[-3].clause
(122, 'oneida CR.O1/3')
"""

from __future__ import annotations

from typing import ClassVar

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice import dice_custody, events
from hoyle.games.dice.base_game import DiceGame, check_limits, unpayable_error
from hoyle.games.dice.game_state import REMOVED, UNSEEN, DiceState, DiceWager
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.throw_rulings import Die, check_faces, no_roll, read_dice, resolve_reason
from hoyle.games.dice.wagers import come_bets, hop_bets, line_bets, odds_bets
from hoyle.games.dice.wagers.betting_spot import COME, HOP, LINE, ODDS, BettingSpot
from hoyle.games.dice.wagers.decisions import decide, decide_off
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.rulebooks.book_types.dice import POINTS, DiceWagerPage, ShooterCitations, Split
from hoyle.rulebooks.book_types.poker import Answer


class Craps(DiceGame):
    """Craps game: turns the actions of players and crew into events."""

    NAME: ClassVar[str] = CrapsSign.GAME
    ROLL: ClassVar[str] = "throw"
    ACTIONS: ClassVar[frozenset[str]] = frozenset(
        (
            *("confirm-bet", "call-on", "confirm-on", "call-off", "decline-line", "no-line-bet"),
            *("release", "throw", "call-throw", "dispute-throw", "settle-throw", "rule-throw", "throw-seen"),
        )
    )
    WAGER_OPTIONS: ClassVar[frozenset[str]] = frozenset(("faces", "on", "coupon"))

    def __init__(
        self,
        sign: CrapsSign,
        stacks: dict[str, int] | None = None,
        *,
        shooter: str = "",
        state: DiceState | None = None,
        keep_log: bool = True,
    ) -> None:
        """Create a game. `stacks` lists the players clockwise; `shooter` has the dice; `state` resumes."""
        super().__init__(sign, state or DiceState(), keep_log=keep_log)
        self.sign = sign
        self.book = sign.book
        self.state.keeps_before = keep_log
        self._custody: ShooterCitations = sign.book.shooter
        self._rolled: str = sign.book.rolled
        if stacks is not None:
            self.open(stacks, self.book.opened)
        if shooter:
            self.emit(events.Accepted(shooter, self._custody.first_accepted))

    def with_state(self, state: DiceState) -> DiceGame:
        return Craps(self.sign, state=state, keep_log=False)

    def set_dice(self, first_die: int, second_die: int) -> None:
        self.state.released = True
        self.throw(first_die, second_die)

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
        cash: int = 0,
        confirmed: bool = False,
        id: str = "",
    ) -> str:
        """Make a wager; returns its id. If several rules forbid it, the error cites the first.

        `cash` is the cash laid down with a spoken bet, all of which is changed into chips; 0 stands for
        exactly the cost.
        """
        state = self.state
        if owner not in state.stacks:
            raise InvalidError(f"nobody called {owner!r} plays here")
        if state.released or tender != "chips":
            self._check_time(amount, tender, confirmed=confirmed)
        if coupon and kind not in self.book.coupons.value:
            accepted = " and ".join(map(wager_name, self.book.coupons.value))
            raise illegal(
                self.book.coupons.clause, f"a coupon on {wager_name(kind)} is refused: {accepted} only"
            )
        spot = self.layout.plain.get(kind)
        if state.settle_only and (spot is None or spot.family != LINE):
            raise illegal(
                self._custody.settle_only, f"{wager_name(kind)} cannot be made now: only a line bet"
            )
        faces = ""
        flat: DiceWager | None = None
        if spot is None:
            spot, faces, flat = self._find_spot(owner, kind, number, on, combo)
        if spot is None:
            raise self._unknown_wager(kind, number, combo)
        put_number = 0
        if number and spot.number == 0 and not faces:
            put_number = self._put_number(spot, number)
        self._check_bet(owner, spot, amount, flat, put_number, faces)
        fee = spot.fee(amount, self.min_chip)
        fee_kept = min(fee, self.fee_paid(owner, spot))
        fee -= fee_kept
        cost = amount + fee
        if tender != "cash":
            self.check_holds(owner, cost)
        elif cash and cash < cost:
            reason = f"cash of {cash} does not cover a wager that costs {cost}"
            raise illegal(self.book.cash.clause, reason, legal=f"{cost} or more")
        id = self.new_id(id)
        if tender == "cash":
            self.emit(events.CashChanged(owner, self.seat_of(owner), cash or cost, self.book.cash.clause))
        if kind in self.sign.without_spot and spot.page.split is not None:
            self._book_as_parts(id, owner, spot.page.split, amount, spot.number)
            return id
        event = events.Bet(
            id=id,
            owner=owner,
            seat=self.seat_of(owner),
            kind=kind,
            amount=amount,
            number=0 if faces else spot.number,
            faces=faces,
            parent=on if flat is not None else "",
            commission=fee,
            tender="coupon" if coupon else tender,
            clause=self._wager_clause(spot, tender),
            fee_kept=fee_kept,
        )
        self.emit(event)
        state.wagers[id].spot = spot
        if state.settle_only:
            self.emit(events.PlayResumed(self._custody.resumed))
        if state.point and spot.family == LINE:
            put_number = state.point
        if put_number:
            self.emit(events.Moved(id, put_number, "house put-bets"))
        return id

    def _check_bet(
        self, owner: str, spot: BettingSpot, amount: int, flat: DiceWager | None, put_number: int, faces: str
    ) -> None:
        """Raise if the book or the sign forbids a bet of this amount on a spot now."""
        if spot.family == LINE:
            self._check_not_barred(owner, spot)
            line_bets.check_time(self.state, spot, put_bets=self.sign.put_bets)
        elif spot.family == COME:
            come_bets.check_time(self.state, spot)
            self._check_not_barred(owner, spot)
        if amount < 1 or amount % spot.step:
            raise unpayable_error(spot, amount, self.book.unpayable)
        if flat is not None:
            odds_bets.check_limit(self.sign, self.state, spot, flat, amount)
            return
        number = put_number or (self.state.point if spot.family == LINE else 0 if faces else spot.number)
        check_limits(spot, amount, self.other_stakes_on_spot(owner, spot, number, faces))

    def make_wager(
        self,
        owner: str,
        kind: str,
        amount: int,
        *,
        number: int,
        on: str,
        combo: tuple[int, int],
        coupon: bool,
    ) -> str:
        return self.bet(owner, kind, amount, number=number, on=on, combo=combo, coupon=coupon)

    def confirmers(self, tender: str) -> Answer[tuple[str, ...]]:
        """Return the roles that confirm: the boxperson for spoken cash, any staff for late bets (AMB-C17)."""
        cash = self.book.cash
        return Answer((cash.value,), cash.clause) if tender == "cash" else self.book.late

    def confirm(
        self,
        owner: str,
        kind: str,
        amount: int,
        *,
        number: int,
        on: str,
        combo: tuple[int, int],
        tender: str,
        cash: int,
        by: str,
    ) -> str:
        """Make a wager that the crew confirms; a cash wager needs the role that the book names."""
        return self.bet(
            owner,
            kind,
            amount,
            number=number,
            on=on,
            combo=combo,
            tender=tender,
            cash=cash,
            confirmed=tender != "cash" or by == self.book.cash.value,
        )

    def remove(self, id: str) -> None:
        """Take a wager down, and with a flat bet its odds."""
        wager = self.live_wager(id)
        spot = self.spot_of(wager)
        self._check_may_come_down(wager, spot, "taken down")
        odds = odds_bets.standing(self.state, wager)
        refund = wager.commission if self.sign.commission_refunded else 0
        clause = spot.page.removal or self.book.removal
        self.emit(events.Removed(id, wager.seat, wager.amount, clause, refund))
        self._bar_dont_bet(wager, spot)
        for bet in odds:
            self.emit(events.Removed(bet.id, bet.seat, bet.amount, self.book.odds_fall))
        if self.state.settle_only and not self._come_stands():
            # Without Come bets there is nothing left to throw for.
            self.emit(events.PlayResumed(self._custody.resumed))

    def reduce(self, id: str, amount: int) -> None:
        """Cut a wager, and with a flat bet its odds to the new limit."""
        wager = self.live_wager(id)
        spot = self.spot_of(wager)
        self._check_may_come_down(wager, spot, "cut")
        if not 0 < amount < wager.amount:
            raise InvalidError(
                f"{id} of {wager.amount} is not cut to {amount}: 1 to {wager.amount - 1}, or remove it"
            )
        if amount % spot.step:
            raise unpayable_error(spot, amount, self.book.unpayable)
        if spot.family != ODDS:
            check_limits(spot, amount)
        odds = odds_bets.cut_to_limit(self.sign, self.state, wager, amount)
        clause = spot.page.removal or self.book.removal
        refund = 0
        if self.sign.commission_refunded:
            overpaid = wager.commission + wager.fee_kept - spot.fee(amount, self.min_chip)
            refund = max(0, min(overpaid, wager.commission))
        self.emit(events.Changed(id, wager.seat, amount, amount - wager.amount, -refund, clause))
        self._bar_dont_bet(wager, spot)
        for event in odds:
            self.emit(event)

    def increase(self, id: str, amount: int) -> None:
        """Raise a wager."""
        state = self.state
        wager = state.wagers.get(id)
        if wager is None:
            raise InvalidError(f"no wager {id!r} stands on the layout")
        spot = self.spot_of(wager)
        page = spot.page
        self._check_open(f"{id} cannot be raised")
        if state.settle_only:
            raise illegal(
                self._custody.settle_only, f"{id} cannot be raised now: only a line bet may be made"
            )
        if self.may_not_be_raised(wager, spot):
            raise illegal(page.not_restored, f"{id} was taken down or cut and may not be raised")
        self.live_wager(id)
        if spot.flat and wager.number and not self.may_raise_with_point(spot):
            raise illegal(page.made, f"{id} has its point and may not be raised")
        if amount <= wager.amount:
            raise InvalidError(f"{id} of {wager.amount} is not raised to {amount}")
        if amount % spot.step:
            raise unpayable_error(spot, amount, self.book.unpayable)
        if spot.family == ODDS:
            odds_bets.check_limit(self.sign, state, spot, state.wagers[wager.parent], amount - wager.amount)
        else:
            check_limits(
                spot,
                amount,
                self.other_stakes_on_spot(wager.owner, spot, wager.number, wager.faces, except_id=id),
            )
        fee = max(0, spot.fee(amount, self.min_chip) - wager.commission - wager.fee_kept)
        self.check_holds(wager.owner, amount - wager.amount + fee)
        self.emit(events.Changed(id, wager.seat, amount, amount - wager.amount, fee, self.book.raising))

    def call_on(self, id: str) -> None:
        """Request that a wager that is off on the come-out be on; the crew confirms it.

        One that was turned off during a point is on again without confirmation.
        """
        wager = self.live_wager(id)
        page = self.spot_of(wager).page
        self._check_open(f"{id} cannot be called on")
        if not page.off:
            raise illegal(self.book.always_on, f"{id} is always on")
        if wager.called_off:
            self.emit(events.CalledOn(id, page.called_on))
            return
        if wager.called_on or wager.on_requested:
            raise InvalidError(f"{id} has been called on already")
        self.emit(events.OnRequested(id, page.called_on))

    def confirm_on(self, id: str, *, by: str) -> None:
        """Put the On marker on a wager that its owner has called on."""
        wager = self.live_wager(id)
        page = self.spot_of(wager).page
        marker = self.book.on_marker
        clause = page.called_on or marker.clause
        if by != marker.value:
            raise illegal(clause, f"the {by} may not confirm it: the {marker.value} may")
        self._check_open(f"{id} cannot be marked on")
        if not wager.on_requested:
            raise illegal(clause, f"{wager.owner} has not called {id} on")
        self.emit(events.CalledOn(id, page.called_on))

    def call_off(self, id: str) -> None:
        """Withdraw a call of "On", or turn a wager off during a point where the house allows it (AMB-C18)."""
        wager = self.live_wager(id)
        page = self.spot_of(wager).page
        self._check_open(f"{id} cannot be called off")
        clause = self.off_clause(page)
        if not clause:
            raise illegal(self.book.not_off, f"{id} cannot be turned off: remove it instead")
        self.emit(events.CalledOff(id, clause))

    def off_clause(self, page: DiceWagerPage) -> str:
        if not self.state.point or not page.off:
            return page.off
        return "house off-at-point" if self.sign.off_at_point else ""

    def is_off(self, wager: DiceWager) -> bool:
        spot = self.spot_of(wager)
        return wager.called_off or (not self.state.point and spot.can_be_off and not wager.called_on)

    def release(self) -> None:
        """Release the dice from the shooter's hand, which closes betting."""
        if self.state.released:
            raise InvalidError("the dice have left the hand already")
        self._check_undisputed()
        dice_custody.check_may_throw(self.state, self._custody)
        self.emit(events.Released(self.book.closed))

    def throw(self, first_die: int, second_die: int) -> None:
        """Call a valid throw and settle every wager it decides."""
        check_faces(first_die, second_die)
        self._check_uncalled()
        self._settle(first_die, second_die, self._rolled)

    def call(self, first_die: int, second_die: int) -> None:
        """Call a valid throw, to be settled later."""
        check_faces(first_die, second_die)
        self._check_uncalled()
        self.emit(events.Called(first_die, second_die, self._rolled))

    def dispute(self, player: str) -> None:
        """Dispute the faces of the last throw."""
        state = self.state
        clause = self.book.no_rolls[self.book.disputed].clause
        if state.disputed:
            raise InvalidError("the throw is disputed already")
        if not state.called and state.before is None:
            raise illegal(clause, "no throw has been called that could be disputed")
        self.emit(events.Disputed(player, clause))

    def settle(self) -> None:
        """Settle every wager that the called throw decides."""
        called = self.state.called
        if not called:
            raise illegal(self.book.settled, "no throw has been called that could be settled")
        self._check_undisputed()
        self._settle(called[0], called[1], self.state.called_by)

    def throw_ruled(self, first_die: int, second_die: int, *, by: str) -> None:
        """Rule on the faces of a throw.

        The ruling replaces the call of a throw not yet settled; a settled throw is first taken back, with
        everything done on the layout since.
        """
        check_faces(first_die, second_die)
        clause = no_roll(self.book, self.book.disputed, by, self.sign.no_roll_caller).clause
        state = self.state
        if state.called:
            self.emit(events.Called(first_die, second_die, clause))
            return
        if not state.released and state.before is not None:
            if (state.one, state.other) in ((first_die, second_die), (second_die, first_die)):
                self.emit(events.Upheld(clause))
                return
            self._take_back(clause)
        elif not state.released:
            dice_custody.check_may_throw(state, self._custody)
        self._settle(first_die, second_die, clause)

    def throw_raw(self, dice: list[Die]) -> bool:
        """Settle a throw with dice that may rest on something; returns False if it is void."""
        faces, clause = read_dice(dice, self.book)
        self._check_uncalled()
        if not faces:
            self.emit(events.NoRoll("a die rests on several faces", clause))
            return False
        self._settle(faces[0], faces[1], clause)
        return True

    def no_roll(self, reason: str, *, by: str = "", at_rest: bool = False) -> None:
        """Void a throw.

        `at_rest`: both dice lay still before the call, which is logged where it should have come sooner.
        A throw with disputed faces is void although it was called; if it was settled, it is taken back.
        """
        appointed = self.sign.no_roll_caller
        rule = no_roll(self.book, reason, by or appointed, appointed)
        state = self.state
        if not state.released:
            if state.before is not None and resolve_reason(self.book, reason) == self.book.disputed:
                self._take_back(rule.clause)
            else:
                self._check_undisputed()
                dice_custody.check_may_throw(state, self._custody)
        self.emit(events.NoRoll(reason, rule.clause))
        if at_rest and rule.early:
            self.emit(events.Noted("No Roll called after the dice came to rest", rule.early))

    def no_line_bet(self) -> None:
        """Let the old shooter throw only for the Come and Don't Come bets, since nobody bets the line."""
        self._check_undisputed()
        refusal = self._settle_only_refusal()
        if refusal:
            raise illegal(self._custody.declines_line, refusal)
        thrower = self.state.shooter or self.state.last_shooter
        self.emit(events.LineDeclined(thrower, self._custody.settle_only))
        self.emit(events.MarkerMoved("off", self._custody.marker))

    def may_settle_only(self) -> bool:
        """Whether the old shooter may throw for the Come and Don't Come bets alone."""
        return not self._settle_only_refusal()

    def _settle_only_refusal(self) -> str:
        """Return why no throw for the Come bets alone is due; empty if one is."""
        state = self.state
        if state.released:
            return "the dice have left the hand"
        if state.point or state.settle_only or self._line_stands():
            return "the line is declined after a point is made, when no line bet stands"
        if not self._come_stands():
            return "no Come or Don't Come bet is left to be decided"
        if state.must_pass:
            return f"{state.shooter} threw a losing seven and must pass the dice"
        next_asked = state.offering[0] if state.offering else ""
        if state.shooter and state.shooter != UNSEEN and not next_asked:
            next_asked = next(iter(dice_custody.offering_order(state, state.shooter)), "")
        if next_asked:
            return f"the dice are offered onward first: {next_asked} may want to bet the line"
        if state.shooter == UNSEEN:
            return ""
        if (state.shooter or state.last_shooter) not in state.players:
            return "no old shooter is here who could throw on"
        return ""

    def may_decline_line(self) -> bool:
        """Whether the shooter may decline the line: before a come-out, when Come bets stand."""
        state = self.state
        return not (state.point or state.settle_only or state.must_pass) and self._come_stands()

    def may_throw(self) -> bool:
        """Whether the shooter may throw now."""
        if self.state.disputed:
            return False
        try:
            dice_custody.check_may_throw(self.state, self._custody)
        except IllegalError:
            return False
        return True

    def _take_back(self, clause: str) -> None:
        """Undo the last throw and everything done on the layout since."""
        self.emit(events.throw_voided_event(self.state, clause))
        for wager in self.state.live:
            self.spot_of(wager)

    def _check_uncalled(self) -> None:
        """Raise if no throw may come now: another was called, or the last one is disputed."""
        state = self.state
        if state.called:
            raise illegal(
                self.book.settled, f"{state.called[0]}-{state.called[1]} was called and is settled first"
            )
        self._check_undisputed()
        if not state.released:
            dice_custody.check_may_throw(state, self._custody)

    def _check_undisputed(self) -> None:
        if self.state.disputed:
            rule = self.book.no_rolls[self.book.disputed]
            raise illegal(rule.clause, f"the throw is disputed: the {rule.by} rules on it first")

    def offer(self) -> str:
        """Offer the dice, from the left, when nobody holds them; returns the player asked."""
        self._check_undisputed()
        for event in dice_custody.offer(self.state, self._custody):
            self.emit(event)
        return self.state.offering[0] if self.state.offering else ""

    def answer(self, player: str, *, accept: bool) -> None:
        """Take or decline the dice for the player asked."""
        self._check_undisputed()
        event = dice_custody.answer(self.state, self._custody, player, accept=accept)
        if accept and not self.may_take(player):
            raise illegal(
                self._custody.line_bet,
                f"{player} has no line bet and cannot take the dice: the point is {self.state.point}",
                legal="decline",
            )
        self.emit(event)
        if accept and self.state.settle_only and player != self.state.last_shooter:
            # Only the old shooter throws without a line bet.
            self.emit(events.PlayResumed(self._custody.resumed))

    def may_take(self, player: str) -> bool:
        """Whether a player may take the dice: a house may require a line bet while a point is on (AMB-C6).

        If nobody has a line bet, anybody may: none can be made before the next come-out.
        """
        if not (self.sign.line_bet_at_point and self.state.point):
            return True
        owners = [wager.owner for wager in self.state.live if self.spot_of(wager).family == LINE]
        return player in owners or not self._line_stands()

    def fee_paid(self, owner: str, spot: BettingSpot) -> int:
        """Sum the commission already paid by a wager left up.

        It is a new wager (AMB-C31), charged again by default (AMB-C9).
        """
        if self.sign.commission_after_win or not spot.charged:
            return 0
        winners = events.winners_left_up(self.state, owner, spot.kind, spot.number)
        return sum(wager.commission + wager.fee_kept for wager in winners)

    def join(self, player: str) -> None:
        for event in dice_custody.join(self.state, self._custody, player):
            self.emit(event)

    def pass_dice(self, *, ordered: bool = False, declines_line: bool = False) -> None:
        """Pass the dice on: freely, on order, or because the shooter declines the line."""
        self._check_undisputed()
        come_bets = declines_line and self._come_stands()
        self.emit(
            dice_custody.pass_dice(
                self.state, self._custody, ordered=ordered, declines_line=declines_line, come_bets=come_bets
            )
        )

    def pass_on(self, *, ordered: bool = False) -> None:
        self.pass_dice(ordered=ordered)

    def decline_line(self) -> None:
        """Pass the dice because the shooter declines to bet the line."""
        if not self.may_decline_line():
            raise illegal(
                self._custody.declines_line, "the line is declined before a come-out, when Come bets stand"
            )
        self.pass_dice(declines_line=True)

    def orderer(self) -> Answer[str]:
        return self._custody.ordered

    def needs_players(self) -> bool:
        return not self.state.players and not self.state.shooter

    def accepts_wager_now(self, owner: str, spot: BettingSpot) -> bool:
        state = self.state
        if state.settle_only and spot.family != LINE:
            return False
        if spot.flat and spot.kind in state.barred.get(owner, []):
            return False
        if spot.family == LINE:
            return not state.point or (self.sign.put_bets and spot.right)
        if spot.family == COME:
            return bool(state.point)
        return self.sign.is_offered(spot.kind)

    def put_bet_numbers(self, spot: BettingSpot) -> tuple[int, ...]:
        takes_put_bets = self.sign.put_bets and spot.right and spot.family == COME
        return POINTS if takes_put_bets else ()

    def may_raise_with_point(self, spot: BettingSpot) -> bool:
        return self.sign.put_bets and spot.right

    def may_not_be_raised(self, wager: DiceWager, spot: BettingSpot) -> bool:
        if not spot.page.not_restored:
            return False
        if not wager.number:
            if self.sign.dont_barred_at_point:
                return False
            if wager.kind in self.state.barred.get(wager.owner, []):
                return True
        return wager.cut or wager.result == REMOVED

    def odds_limit(self, spot: BettingSpot, flat: int) -> int:
        return odds_bets.limit(self.sign, spot, flat)

    def _settle(self, first_die: int, second_die: int, clause: str) -> None:
        """Settle the wagers that this roll decides, then update point and phase."""
        state = self.state
        total = first_die + second_die
        come_out = not state.point
        come_bets_only = state.settle_only
        barred = self.sign.bar
        self.emit(events.Rolled(first_die, second_die, clause))
        live = state.live
        index = 0
        while index < len(live):
            wager = live[index]
            spot = wager.spot or self.spot_of(wager)
            event: events.DiceEvent | None
            if come_bets_only and not spot.settles_alone:
                event = None
            elif wager.called_off or (come_out and spot.can_be_off and not wager.called_on):
                event = decide_off(wager, spot, total)
            else:
                event = decide(wager, spot, first_die, second_die, barred=barred)
            if event is not None:
                self.emit(event)
            if index < len(live) and live[index] is wager:
                index += 1  # a decided wager has left the list
        if come_bets_only:
            if not self._come_stands():
                self.emit(events.PlayResumed(self._custody.resumed))
        elif come_out:
            if 4 <= total <= 10 and total != 7:
                self.emit(events.PointSet(total, self.book.point_set))
        elif total == state.point:
            self.emit(events.PointMade(self.book.point_made))
        elif total == 7:
            self.emit(events.SevenOut(self._custody.seven))
        if state.barred:
            self._lift_bars()

    def _lift_bars(self) -> None:
        """Lift bars after a roll: on Don't Come always, on the line before a come-out (AMB-C32)."""
        for kind, spots in self.layout.kinds.items():
            spot = spots.get(0)
            if spot is None or not spot.page.not_restored or (spot.family == LINE and self.state.point):
                continue
            if any(kind in kinds for kinds in self.state.barred.values()):
                self.emit(events.BarsLifted([kind], spot.page.not_restored))

    def _check_time(self, amount: int, tender: str, *, confirmed: bool) -> None:
        if tender == "cash" and not confirmed:
            cash = self.book.cash
            raise illegal(cash.clause, f"a spoken cash bet of {amount} needs the {cash.value}'s word")
        if self.state.called:
            raise illegal(self.book.closed, f"a wager of {amount} comes after the throw was called")
        if self.state.released and not confirmed:
            raise illegal(
                self.book.closed, f"a wager of {amount} comes after the dice left the hand, unconfirmed"
            )
        if tender not in ("chips", "cash"):
            raise illegal(self.book.opened, f"{tender!r} is no stake: chips on the layout, or confirmed cash")

    def _wager_clause(self, spot: BettingSpot, tender: str) -> str:
        """Return the clause that allows a wager: a late one, one in spoken cash, or any other."""
        if self.state.released:
            return self.book.late.clause
        return self.book.cash.clause if tender == "cash" else spot.made

    def _check_open(self, action: str) -> None:
        if self.state.released:
            raise illegal(self.book.closed, f"{action}: the dice have left the hand")

    def _find_spot(
        self, owner: str, kind: str, number: int, on: str, combo: tuple[int, int]
    ) -> tuple[BettingSpot | None, str, DiceWager | None]:
        """Find the spot of a wager on a number, two faces or a flat bet, with those faces or that bet."""
        spots = self.layout.kinds.get(kind)
        if spots is None:
            return None, "", None
        page = self.book.wagers[kind]
        if page.supports:
            flat = odds_bets.flat_of(self.state, kind, page.supports, page.made, owner, on)
            return spots[flat.number], "", flat
        any_spot = next(iter(spots.values()))
        if any_spot.family == HOP:
            faces = hop_bets.faces(combo[0], combo[1])
            return (spots.get(hop_bets.spot_number(combo[0], combo[1])) if faces else None), faces, None
        spot = spots.get(number)
        if spot is not None and not self.sign.is_offered(kind):
            raise illegal(page.made, f"{wager_name(kind)} is not offered here")
        return spot, "", None

    def _unknown_wager(self, kind: str, number: int, combo: tuple[int, int]) -> Exception:
        wager_text = wager_name(kind) if kind in self.layout.kinds else kind
        if combo != (0, 0):
            wager_text = f"{wager_text} {combo[0]}-{combo[1]}"
        elif number:
            wager_text = f"{wager_text} {number}"
        return illegal(self.book.no_other_wager, f"no wager {wager_text} without an approved procedure")

    def _put_number(self, spot: BettingSpot, number: int) -> int:
        """Check the number that a Come bet is put on, where the house takes put bets (AMB-C28)."""
        if spot.family != COME:
            raise self._unknown_wager(spot.kind, number, (0, 0))
        if number not in self.put_bet_numbers(spot):
            reason = "its own first roll gives it the number"
            raise illegal(spot.page.made, f"{wager_name(spot.kind)} cannot be put on {number}: {reason}")
        return number

    def _check_not_barred(self, owner: str, spot: BettingSpot) -> None:
        if spot.kind in self.state.barred.get(owner, []):
            raise illegal(
                spot.page.not_restored,
                f"{wager_name(spot.kind)} was taken down or cut and may not be put back",
            )

    def _check_may_come_down(self, wager: DiceWager, spot: BettingSpot, action: str) -> None:
        """Raise if a wager is locked, or if the dice are out and the book does not let it come down then."""
        page = spot.page
        if self.state.called:
            raise illegal(self.book.removal, f"{wager.id} may not be {action}: the throw has been called")
        if self.state.released and not page.removal:
            raise illegal(self.book.removal, f"{wager.id} may not be {action}: the dice have left the hand")
        if page.locked and wager.number:
            raise illegal(page.locked, f"{wager.id} has its point and may not be {action}")

    def _bar_dont_bet(self, wager: DiceWager, spot: BettingSpot) -> None:
        """Bar a Don't bet that came down from being put back: a line bet always, a Come bet without a point.

        Some houses do not bar a bet that has no point yet (AMB-C32).
        """
        clause = spot.page.not_restored
        if not clause or (spot.family != LINE and wager.number):
            return
        if self.sign.dont_barred_at_point and not wager.number:
            return
        if wager.kind not in self.state.barred.get(wager.owner, []):
            self.emit(events.Barred(wager.owner, wager.kind, clause))

    def _line_stands(self) -> bool:
        """Whether a player in the game has a line bet; those of players who sit out do not count."""
        state = self.state
        return any(self.spot_of(bet).family == LINE and bet.owner in state.players for bet in state.live)

    def _come_stands(self) -> bool:
        return any(self.spot_of(wager).family == COME for wager in self.state.live)

    def _book_as_parts(self, id: str, owner: str, split: Split, amount: int, number: int) -> None:
        """Book a wager without a spot as the wagers it is made of."""
        units = sum(part[1] for part in split.kinds)
        for kind, count in split.kinds:
            part_number = number if number in self.layout.kinds[kind] else 0
            self.emit(
                events.Bet(
                    id=id,
                    owner=owner,
                    seat=self.seat_of(owner),
                    kind=kind,
                    amount=amount // units * count,
                    number=part_number,
                    clause=split.clause,
                )
            )
            id = f"{id}+"
