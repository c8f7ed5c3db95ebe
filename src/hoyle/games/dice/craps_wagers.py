"""Craps wagers: bets made, confirmed, raised, cut, taken down and called on or off."""

from __future__ import annotations

from typing import ClassVar

from hoyle.core.errors import InvalidError
from hoyle.games.dice import events
from hoyle.games.dice.base_game import DiceGame, check_limits, unpayable_error
from hoyle.games.dice.game_state import REMOVED, DiceState, DiceWager
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.wagers import hop_bets, odds_bets
from hoyle.games.dice.wagers.betting_spot import COME, HOP, LINE, ODDS, BettingSpot
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.rulebooks.book_types.dice import POINTS, DiceWagerPage, ShooterCitations, Split
from hoyle.rulebooks.book_types.poker import Answer


class CrapsWagers(DiceGame):
    """Wagers of a craps game: the part that `Craps` completes with the dice and the settlement."""

    WAGER_OPTIONS: ClassVar[frozenset[str]] = frozenset(("faces", "on", "coupon"))

    def __init__(self, sign: CrapsSign, state: DiceState, *, keep_log: bool) -> None:
        super().__init__(sign, state, keep_log=keep_log)
        self.sign = sign
        self.book = sign.rulebook
        self._custody: ShooterCitations = sign.rulebook.shooter

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
        """Make a wager at craps; returns its id. If several rules forbid it, the error cites the first.

        `cash` is the cash laid down with a spoken bet, all of which is changed into chips; 0 stands for
        exactly the cost.
        """
        state = self.state
        if owner not in state.stacks:
            raise InvalidError(f"nobody called {owner!r} plays here")
        if state.released or tender != "chips":
            self._check_time(amount, tender, confirmed=confirmed)
        if coupon:
            self._check_coupon(kind)
        spot = self.layout.plain.get(kind)
        if state.settle_only and (spot is None or spot.family != LINE):
            raise illegal(self._custody.settle_only, f"{wager_name(kind)} cannot be made now: only a line bet")
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

    def make_wager(
        self, owner: str, kind: str, amount: int, *, number: int, on: str, combo: tuple[int, int], coupon: bool
    ) -> str:
        return self.bet(owner, kind, amount, number=number, on=on, combo=combo, coupon=coupon)

    def confirmers(self, tender: str) -> Answer[tuple[str, ...]]:
        """Return who confirms a wager: the boxperson for spoken cash, any staff for late bets (AMB-C17)."""
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
        """Make a craps wager that the crew confirms; a cash wager needs the role that the book names."""
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
        """Take a craps wager down, and with a flat bet its odds."""
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
        """Reduce a craps wager to an amount, and with a flat bet its odds to the new limit."""
        wager = self.live_wager(id)
        spot = self.spot_of(wager)
        self._check_may_come_down(wager, spot, "cut")
        if not 0 < amount < wager.amount:
            raise InvalidError(f"{id} of {wager.amount} is not cut to {amount}: 1 to {wager.amount - 1}, or remove it")
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
        """Increase a craps wager to an amount, within the limits."""
        state = self.state
        wager = state.wagers.get(id)
        if wager is None:
            raise InvalidError(f"no wager {id!r} stands on the layout")
        spot = self.spot_of(wager)
        page = spot.page
        self._check_open(f"{id} cannot be raised")
        if state.settle_only:
            raise illegal(self._custody.settle_only, f"{id} cannot be raised now: only a line bet may be made")
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
                spot, amount, self.other_stakes_on_spot(wager.owner, spot, wager.number, wager.faces, except_id=id)
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

    def fee_paid(self, owner: str, spot: BettingSpot) -> int:
        """Sum the commission that the player's winning wagers left up on a spot have already paid.

        A wager left up is a new wager (AMB-C31), charged again by default (AMB-C9).
        """
        if self.sign.commission_after_win or not spot.charged:
            return 0
        winners = events.winners_left_up(self.state, owner, spot.kind, spot.number)
        return sum(wager.commission + wager.fee_kept for wager in winners)

    def accepts_wager_now(self, owner: str, spot: BettingSpot) -> bool:
        """Whether a player may bet on a spot now: line bets before a point, Come bets after it."""
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
        """Whether a Don't bet was taken down or cut and so may not be raised (AMB-C32)."""
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

    def _check_bet(
        self, owner: str, spot: BettingSpot, amount: int, flat: DiceWager | None, put_number: int, faces: str
    ) -> None:
        """Raise if the book or the sign forbids a bet of this amount on a spot now."""
        if spot.family == LINE:
            self._check_not_barred(owner, spot)
            self._check_line_time(spot)
        elif spot.family == COME:
            self._check_come_time(spot)
            self._check_not_barred(owner, spot)
        if amount < 1 or amount % spot.step:
            raise unpayable_error(spot, amount, self.book.unpayable)
        if flat is not None:
            odds_bets.check_limit(self.sign, self.state, spot, flat, amount)
            return
        number = put_number or (self.state.point if spot.family == LINE else 0 if faces else spot.number)
        check_limits(spot, amount, self.other_stakes_on_spot(owner, spot, number, faces))

    def _check_line_time(self, spot: BettingSpot) -> None:
        """Raise while a point is on, unless the house takes put bets on the right side (AMB-C28)."""
        if self.state.point and not (self.sign.put_bets and spot.right):
            rule = f"{wager_name(spot.kind)} is made before a come-out"
            raise illegal(spot.page.made, f"{rule}: the point is {self.state.point}")

    def _check_come_time(self, spot: BettingSpot) -> None:
        """Raise on a come-out: Come bets need a point."""
        if not self.state.point:
            raise illegal(spot.page.made, f"{wager_name(spot.kind)} is made while a point is on, not on a come-out")

    def _check_coupon(self, kind: str) -> None:
        """Raise unless the book accepts a coupon as the stake of this kind of wager."""
        coupons = self.book.coupons
        if kind not in coupons.value:
            accepted = " and ".join(map(wager_name, coupons.value))
            raise illegal(coupons.clause, f"a coupon on {wager_name(kind)} is refused: {accepted} only")

    def _check_time(self, amount: int, tender: str, *, confirmed: bool) -> None:
        """Raise if a wager comes too late, or in a tender that the crew has not confirmed."""
        if tender == "cash" and not confirmed:
            cash = self.book.cash
            raise illegal(cash.clause, f"a spoken cash bet of {amount} needs the {cash.value}'s word")
        if self.state.called:
            raise illegal(self.book.closed, f"a wager of {amount} comes after the throw was called")
        if self.state.released and not confirmed:
            raise illegal(self.book.closed, f"a wager of {amount} comes after the dice left the hand, unconfirmed")
        if tender not in ("chips", "cash"):
            raise illegal(self.book.opened, f"{tender!r} is no stake: chips on the layout, or confirmed cash")

    def _wager_clause(self, spot: BettingSpot, tender: str) -> str:
        """Return the clause that allows a wager: a late one, one in spoken cash, or any other."""
        if self.state.released:
            return self.book.late.clause
        return self.book.cash.clause if tender == "cash" else spot.made

    def _check_open(self, action: str) -> None:
        """Raise if the dice have left the hand, which closes betting; `action` begins the message."""
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
        """Build the error for a wager that the layout does not have."""
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
        """Raise if a player took down or cut a Don't bet of this kind and may not put it back yet."""
        if spot.kind in self.state.barred.get(owner, []):
            raise illegal(
                spot.page.not_restored, f"{wager_name(spot.kind)} was taken down or cut and may not be put back"
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

    def _come_stands(self) -> bool:
        """Whether a Come or Don't Come bet stands on the layout."""
        return any(self.spot_of(wager).family == COME for wager in self.state.live)

    def _book_as_parts(self, id: str, owner: str, split: Split, amount: int, number: int) -> None:
        """Book a wager that has no spot on this layout as the wagers it is made of."""
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
