"""Chips and words at the table: the dealer reports them, the book says what they are, and that is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.poker import actions
from hoyle.poker.round import Round
from hoyle.poker.state import ACTION, FORCED_BET
from hoyle.poker.wagers import (
    BET,
    CALL,
    CHECK,
    FOLD,
    HOUSE_RULING,
    MOTIONS,
    RAISE,
    WagerRuling,
    bet_is_made,
    rule_wager,
)
from hoyle.table.fields import whole, wholes, words
from hoyle.table.poker.events import HouseRuled, WagerRuled

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


class Wagering:
    """Wagers as they are made by hand and mouth."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def chips_in(
        self,
        seat: int,
        chips: Sequence[int],
        *,
        said: str | int | None,
        then: Sequence[int],
        hands_at_rest: bool,
        motion: str,
        house: str,
    ) -> None:
        table = self._table
        round_ = table.playing_round()
        chips, then = wholes(chips, "chips", least=0), wholes(then, "then", least=0)
        if said is not None and not isinstance(said, str):
            whole(said, "said")
        words(motion, "motion")
        player = self._live(round_, seat, sum(chips) + sum(then))
        made_by = self._made_by(seat, chips, motion, house) if motion else ""
        if made_by is None:
            return
        in_turn = round_.actor == seat and round_.state.awaiting in (ACTION, FORCED_BET)
        state = round_.state
        ruling = rule_wager(
            table.book,
            to_call=max(state.current_bet - state.bets[player], 0),
            chips=chips,
            then=then,
            said=said,
            in_turn=in_turn,
            hands_at_rest=hands_at_rest,
            stack=state.stacks[player],
        )
        change = ruling.change + ruling.refused
        if ruling.kind == HOUSE_RULING:
            if not house:
                raise HouseRulingNeeded(
                    f"{table.book.id} does not say what chips {list(chips)} are here: the house must rule"
                )
            actions.act(round_, seat, house)
            what = f"seat {seat}: chips {list(chips)}, said {said!r}"
            table.emit(HouseRuled(what=what, decision=house, by="floor", clause=ruling.clause))
        else:
            change += self._perform(round_, player, ruling, said)
            if made_by:
                ruling.clauses.append(made_by)
            self._log(seat, chips, then, said, ruling, change)
        table.sync()

    def _live(self, round_: Round, seat: int, chips: int) -> int:
        self._table.check_seated(seat)
        player = round_.state.where.get(seat, -1)
        if player < 0 or not round_.state.live[player]:
            raise IllegalError(f"seat {seat} has no hand in this round")
        if chips > round_.state.stacks[player]:
            raise InvalidError(f"seat {seat} has {round_.state.stacks[player]} chips, not {chips}")
        return player

    def _made_by(self, seat: int, chips: Sequence[int], motion: str, house: str) -> str | None:
        """The clause by which moving chips that way is a bet; None if it is none, which is logged."""
        book = self._table.book
        made, clause = bet_is_made(book, motion)
        if made or house:
            return clause
        if motion in MOTIONS or not clause:
            raise HouseRulingNeeded(f"{book.id} does not say when a bet is made: the house must rule")
        self._table.emit(
            WagerRuled(
                seat=seat,
                chips=list(chips),
                then=[],
                said=None,
                result=f"no bet: {motion}",
                clauses=[clause],
                change=sum(chips),
                clause=clause,
            )
        )
        return None

    def _perform(self, round_: Round, player: int, ruling: WagerRuling, said: str | int | None) -> int:
        """Do it; returns chips that the limits send back."""
        kind = ruling.kind
        if kind == FOLD:
            round_.fold()
        elif kind == CHECK:
            round_.check()
        elif kind == CALL:
            round_.call()
        elif kind in (BET, RAISE):
            return self._wager(round_, player, ruling, said)
        return 0

    def _wager(self, round_: Round, player: int, ruling: WagerRuling, said: str | int | None) -> int:
        offered = round_.options()
        if offered.forced and ruling.stands == offered.forced:
            round_.bring_in()
            return 0
        to = round_.state.bets[player] + ruling.stands
        wanted = to
        if not isinstance(said, int) and offered.min_to:
            # Posted limits hold for chips as well: what is too much comes back. A raise that was announced is
            # at least the smallest one allowed; a stated amount must fit by itself.
            if to < offered.min_to and said is None:
                raise HouseRulingNeeded(
                    f"{ruling.stands} chips are less than a wager of {offered.min_to}: the house must rule"
                )
            to = wanted = max(to, offered.min_to)
            to = min(to, offered.max_to)
        round_.bet_to(to)
        return wanted - to

    def _log(
        self,
        seat: int,
        chips: Sequence[int],
        then: Sequence[int],
        said: str | int | None,
        ruling: WagerRuling,
        change: int,
    ) -> None:
        self._table.emit(
            WagerRuled(
                seat=seat,
                chips=list(chips),
                then=list(then),
                said=said,
                result=ruling.result,
                clauses=list(ruling.clauses),
                change=change,
                owed=ruling.owed,
                clause=ruling.clause,
            )
        )
