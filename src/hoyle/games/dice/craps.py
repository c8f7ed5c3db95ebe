"""Craps: throws called, disputed, ruled on and settled, and the dice passed from shooter to shooter.

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
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.craps_wagers import CrapsWagers
from hoyle.games.dice.game_state import UNSEEN, DiceState
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.throw_rulings import Die, check_faces, no_roll, read_dice, resolve_reason
from hoyle.games.dice.wagers.betting_spot import LINE
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_resolution import resolve, resolve_off
from hoyle.rulebooks.book_types.poker import Answer


class Craps(CrapsWagers):
    """Craps game: turns the actions of players and crew into events."""

    NAME: ClassVar[str] = CrapsSign.GAME
    ROLL: ClassVar[str] = "throw"
    ACTIONS: ClassVar[frozenset[str]] = frozenset(
        (
            *("confirm-bet", "call-on", "confirm-on", "call-off", "decline-line", "no-line-bet"),
            *("release-dice", "throw", "call-throw", "dispute-throw", "settle-throw", "rule-throw", "report-throw"),
        )
    )

    def __init__(
        self,
        sign: CrapsSign,
        stacks: dict[str, int] | None = None,
        *,
        shooter: str = "",
        state: DiceState | None = None,
        keep_log: bool = True,
    ) -> None:
        """Create a craps game. `stacks` lists the players clockwise; `shooter` has the dice."""
        super().__init__(sign, state or DiceState(), keep_log=keep_log)
        self.state.keeps_before = keep_log
        self._rolled: str = sign.rulebook.rolled
        if stacks is not None:
            self.open(stacks, self.book.opened)
        if shooter:
            self.emit(events.Accepted(shooter, self._custody.first_accepted))

    def with_state(self, state: DiceState) -> DiceGame:
        return Craps(self.sign, state=state, keep_log=False)

    def set_dice(self, first_die: int, second_die: int) -> None:
        self.state.released = True
        self.throw(first_die, second_die)

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
        # Once the dice are out again the throw before can be disputed no more.
        if not state.called and (state.released or state.before is None):
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
        """Settle a throw of the dice by the faces that a supervisor rules.

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
        """Settle a throw whose dice may rest on chips or on an edge; returns False if it is void."""
        faces, clause = read_dice(dice, self.book)
        self._check_uncalled()
        if not faces:
            self.emit(events.NoRoll("a die rests on several faces", clause))
            return False
        self._settle(faces[0], faces[1], clause)
        return True

    def no_roll(self, reason: str, *, by: str = "", at_rest: bool = False) -> None:
        """Declare a throw of the dice void: no roll.

        `at_rest`: both dice lay still before the call; the log notes it where the book wants an earlier call.
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
        """Return why the dice may not be thrown for the Come bets alone; empty if they may."""
        state = self.state
        if state.released:
            return "the dice have left the hand"
        if state.point or state.settle_only or self._line_stands():
            return "the line is declined after a point is made, when no line bet stands"
        if not self._come_stands():
            return "no Come or Don't Come bet is left to be decided"
        if state.must_pass:
            return f"{state.shooter} threw a losing seven and must pass the dice"
        offering = state.offering
        if state.shooter and state.shooter != UNSEEN and not offering:
            offering = dice_custody.offering_order(state, state.shooter)
        if offering:
            return f"the dice are offered onward first: {offering[0]} may want to bet the line"
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
        """Whether the shooter may throw the dice now."""
        if self.state.disputed:
            return False
        try:
            dice_custody.check_may_throw(self.state, self._custody)
        except IllegalError:
            return False
        return True

    def _take_back(self, clause: str) -> None:
        """Undo the last throw of the dice and everything done on the layout since."""
        self.emit(events.throw_voided_event(self.state, clause))
        for wager in self.state.live:
            self.spot_of(wager)  # the restored wagers need their spots, which `_settle` reads

    def _check_uncalled(self) -> None:
        """Raise if no throw may come now: another was called, or the last one is disputed."""
        state = self.state
        if state.called:
            raise illegal(self.book.settled, f"{state.called[0]}-{state.called[1]} was called and is settled first")
        self._check_undisputed()
        if not state.released:
            dice_custody.check_may_throw(state, self._custody)

    def _check_undisputed(self) -> None:
        """Raise if the last throw is disputed and waits for a ruling."""
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
            raise illegal(self._custody.declines_line, "the line is declined before a come-out, when Come bets stand")
        self.pass_dice(declines_line=True)

    def orderer(self) -> Answer[str]:
        return self._custody.ordered

    def needs_players(self) -> bool:
        return not self.state.players and not self.state.shooter

    def _settle(self, first_die: int, second_die: int, clause: str) -> None:
        """Settle the wagers that a roll decides, then update the point and the phase."""
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
                event = resolve_off(wager, spot, total)
            else:
                event = resolve(wager, spot, first_die, second_die, barred=barred)
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
        """Lift bars on Don't bets after a roll: on Don't Come always, on the line at a come-out (AMB-C32)."""
        for kind, spots in self.layout.kinds.items():
            spot = spots.get(0)
            if spot is None or not spot.page.not_restored or (spot.family == LINE and self.state.point):
                continue
            if any(kind in kinds for kinds in self.state.barred.values()):
                self.emit(events.BarsLifted([kind], spot.page.not_restored))

    def _line_stands(self) -> bool:
        """Whether a player in the game has a line bet; those of players who sit out do not count."""
        state = self.state
        return any(self.spot_of(bet).family == LINE and bet.owner in state.players for bet in state.live)
