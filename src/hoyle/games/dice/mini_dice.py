"""Mini-dice: five wagers decided by each uncovering of a covered shaker.

>>> table = MiniDice(MiniDiceSign(), {"ann": 100})
>>> _ = table.bet("ann", "place", 12, number=8)
>>> table.shake(4, 4)
>>> table.state.stacks["ann"]
114
"""

from __future__ import annotations

from typing import ClassVar

from hoyle.core.errors import InvalidError
from hoyle.games.dice import events, no_roll_reasons, shaker_custody
from hoyle.games.dice.base_game import DiceGame, check_limits, unpayable_error
from hoyle.games.dice.dice_custody import offering_order
from hoyle.games.dice.game_state import DEALER, LOSE, DiceState, DiceWager
from hoyle.games.dice.posted_sign import MiniDiceSign
from hoyle.games.dice.throw_rulings import check_faces
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.games.dice.wagers.wager_resolution import resolve
from hoyle.rulebooks.book_types.dice import ShakerCitations
from hoyle.rulebooks.book_types.poker import Answer


class MiniDice(DiceGame):
    """Mini-dice game: turns the actions of players and dealer into events."""

    NAME: ClassVar[str] = MiniDiceSign.GAME
    ROLL: ClassVar[str] = "uncover"
    ACTIONS: ClassVar[frozenset[str]] = frozenset(("ask-for-shaker", "dealer-shakes", "holder-shakes", "uncover"))

    def __init__(
        self,
        sign: MiniDiceSign,
        stacks: dict[str, int] | None = None,
        *,
        state: DiceState | None = None,
        keep_log: bool = True,
    ) -> None:
        """Create a mini-dice game. `stacks` lists the players clockwise from the dealer's left."""
        super().__init__(sign, state or DiceState(), keep_log=keep_log)
        self.sign = sign
        self.book = sign.rulebook
        self._custody: ShakerCitations = sign.rulebook.shaker
        if stacks is not None:
            if len(stacks) > sign.seats:
                raise illegal(self.book.seats.clause, f"{len(stacks)} players: the table takes {sign.seats}")
            self.open(stacks, self.book.opened)

    def with_state(self, state: DiceState) -> DiceGame:
        return MiniDice(self.sign, state=state, keep_log=False)

    def set_dice(self, first_die: int, second_die: int) -> None:
        self.state.shaken = 2
        self.uncover(first_die, second_die)

    def bet(self, owner: str, kind: str, amount: int, *, number: int = 0, id: str = "") -> str:
        """Make a mini-dice wager before the dealer shakes; returns its id."""
        if owner not in self.state.stacks:
            raise InvalidError(f"nobody called {owner!r} plays here")
        if self.state.released:
            raise illegal(self.book.closed, f"{wager_name(kind)} comes after the dealer began to shake")
        spot = self.layout.kinds.get(kind, {}).get(number)
        if spot is None:
            wager_text = f"{kind} {number}" if number else kind
            offered = ", ".join(spot.name for spot in self.layout.spots())
            raise illegal(self.book.no_other_wager, f"no wager {wager_text}: {offered}")
        if amount < 1 or amount % spot.step:
            raise unpayable_error(spot, amount, self.book.unpayable)
        check_limits(spot, amount, self.other_stakes_on_spot(owner, spot, number, ""))
        self.check_holds(owner, amount)
        id = self.new_id(id)
        self.emit(
            events.Bet(
                id=id, owner=owner, seat=self.seat_of(owner), kind=kind, amount=amount, number=number, clause=spot.made
            )
        )
        return id

    def make_wager(
        self, owner: str, kind: str, amount: int, *, number: int, on: str, combo: tuple[int, int], coupon: bool
    ) -> str:
        return self.bet(owner, kind, amount, number=number)

    def remove(self, id: str) -> None:
        """Take a wager back before the dealer shakes."""
        wager = self._changeable_wager(id)
        self._check_removable(id, "taken down")
        self.emit(events.Removed(id, wager.seat, wager.amount, self.book.removal))

    def change(self, id: str, amount: int) -> None:
        """Change the amount of a mini-dice wager before the dealer shakes."""
        wager = self._changeable_wager(id)
        if amount == wager.amount:
            raise InvalidError(f"{id} is {amount} already")
        if amount < wager.amount:
            self._check_removable(id, "cut")
        spot = self.spot_of(wager)
        if amount < 1 or amount % spot.step:
            raise unpayable_error(spot, amount, self.book.unpayable)
        other_stakes = (
            self.other_stakes_on_spot(wager.owner, spot, wager.number, "", except_id=id) if amount > wager.amount else 0
        )
        check_limits(spot, amount, other_stakes)
        self.check_holds(wager.owner, amount - wager.amount)
        self.emit(events.Changed(id, wager.seat, amount, amount - wager.amount, 0, self.book.raising))

    def reduce(self, id: str, amount: int) -> None:
        """Reduce a mini-dice wager before the dealer shakes."""
        current = self.live_wager(id).amount
        if amount >= current:
            raise InvalidError(f"{id} of {current} is not cut to {amount}")
        self.change(id, amount)

    def increase(self, id: str, amount: int) -> None:
        """Increase a mini-dice wager before the dealer shakes."""
        current = self.live_wager(id).amount
        if amount <= current:
            raise InvalidError(f"{id} of {current} is not raised to {amount}")
        self.change(id, amount)

    def dealer_shakes(self, times: int = 3) -> None:
        """Have the dealer shake the covered shaker, which closes betting."""
        self.emit(shaker_custody.dealer_shakes(self.state, self._custody, times))

    def holder_shakes(self, times: int = 3) -> None:
        """Have the holder shake the shaker after the dealer."""
        self.emit(shaker_custody.holder_shakes(self.state, self._custody, times))

    def uncover(self, first_die: int, second_die: int) -> None:
        """Lift the cover, call the total, collect the losers, then pay the winners."""
        check_faces(first_die, second_die)
        state = self.state
        if state.shaken < 2:
            raise illegal(self.book.rolled, "the shaker is uncovered after the holder has shaken it")
        self.emit(events.Rolled(first_die, second_die, self.book.rolled))
        decisions: list[events.Decided] = []
        for wager in state.live:
            event = resolve(wager, self.spot_of(wager), first_die, second_die, barred=0)
            if isinstance(event, events.Decided):
                decisions.append(event)
        for decision in decisions:
            if decision.result == LOSE:
                self.emit(decision)
        for decision in decisions:
            if decision.result != LOSE:
                self.emit(decision)
        if first_die + second_die == 7 and state.shooter != DEALER:
            self.emit(events.MustPass(self._custody.seven))

    def shake(self, first_die: int, second_die: int) -> None:
        """Play a whole shake: dealer, holder, cover off. The first player offered the shaker takes it."""
        self._finish_shake()
        self.uncover(first_die, second_die)

    def no_roll(self, reason: str, *, by: str = "", at_rest: bool = False) -> None:
        """Void the shake for a die that is not flat or fell out: it is repeated, wagers stand.

        `by` is ignored, since anyone may point it out; `at_rest` has no meaning for dice under a cover.
        """
        if at_rest:
            raise InvalidError(f"at_rest: a shake of {self.NAME} has no such thing")
        book_reason = reason if reason in self.book.no_rolls else no_roll_reasons.match_shake_reason(reason)
        if book_reason in self.book.harmless:
            clause, message = self.book.harmless[book_reason]
            raise illegal(clause, message, legal="uncover")
        rule = self.book.no_rolls.get(book_reason)
        if rule is None:
            raise InvalidError(f"unknown reason {reason!r:.60}: {', '.join(self.book.no_rolls)}")
        if not self.state.shaken or (rule.called and self.state.shaken < 2):
            raise illegal(rule.clause, f"no roll ({reason}) is found on uncovering: the cover is on")
        self.emit(events.NoRoll(reason, rule.clause))

    def offer(self) -> str:
        """Offer the shaker and return the player asked; empty when a player holds it or all have declined."""
        for event in shaker_custody.offer(self.state, self._custody, may_return=self.sign.player_may_return):
            self.emit(event)
        return self.state.offering[0] if self.state.offering else ""

    def answer(self, player: str, *, accept: bool) -> None:
        """Take or decline the shaker for the player asked; when all decline, the dealer takes it."""
        for event in shaker_custody.answer(self.state, self._custody, player, accepts=accept):
            self.emit(event)

    def join(self, player: str) -> None:
        offer_events = shaker_custody.join(self.state, self._custody, player, may_return=self.sign.player_may_return)
        for event in offer_events:
            self.emit(event)

    def end_offer(self) -> None:
        """Give the shaker to the dealer after every player has been asked."""
        if self.state.players:
            self.emit(shaker_custody.accept(self._custody, DEALER))

    def ask(self, player: str) -> None:
        """Give a player who asks for it the shaker that the dealer holds."""
        self.emit(shaker_custody.ask(self.state, self._custody, player))

    def pass_shaker(self, *, ordered: bool = False) -> None:
        """Pass the shaker on: freely, after a seven, or on the floorperson's order."""
        for event in shaker_custody.pass_on(
            self.state, self._custody, ordered=ordered, may_return=self.sign.player_may_return
        ):
            self.emit(event)

    def pass_on(self, *, ordered: bool = False) -> None:
        self.pass_shaker(ordered=ordered)

    def orderer(self) -> Answer[str]:
        return self._custody.ordered

    def _finish_shake(self) -> None:
        """Do the shakes still missing before the cover of the shaker is lifted."""
        state = self.state
        if state.must_pass:
            self.pass_shaker()
        if not state.shooter:
            candidates = list(state.offering) or offering_order(state, state.last_shooter)
            self.emit(shaker_custody.accept(self._custody, candidates[0] if candidates else DEALER))
        if not state.shaken:
            self.dealer_shakes()
        if state.shaken < 2:
            self.holder_shakes()

    def removable(self) -> bool:
        return self.sign.wagers_removable

    def _check_removable(self, id: str, action: str) -> None:
        if not self.removable():
            raise illegal(self.book.removal, f"{id} may not be {action}: here a wager stands until it is decided")

    def _changeable_wager(self, id: str) -> DiceWager:
        wager = self.live_wager(id)
        if self.state.released:
            raise illegal(self.book.removal, f"{id} cannot be moved: the dealer has begun to shake")
        return wager
