"""Chips and words at the table: the dealer reports them, the book says what they are, and that is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
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
from hoyle.table.desk import HouseRuled
from hoyle.table.poker import playing, words
from hoyle.table.poker.commands import ChipsIn
from hoyle.table.poker.events import WagerRuled

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


def chips_in(table: Table, command: ChipsIn, by: str) -> None:
    round_ = table.playing_round()
    seat, chips, then, said = command.seat, command.chips, command.then, command.said
    player = _live(table, round_, seat, sum(chips) + sum(then))
    made_by = _made_by(table, command) if command.motion else ""
    if made_by is None:
        return
    state = round_.state
    ruling = rule_wager(
        table.book,
        to_call=max(state.current_bet - state.bets[player], 0),
        chips=chips,
        then=then,
        said=said,
        in_turn=round_.actor == seat and state.awaiting in (ACTION, FORCED_BET),
        hands_at_rest=command.hands_at_rest,
        stack=state.stacks[player],
    )
    change = ruling.change + ruling.refused
    if ruling.kind == HOUSE_RULING:
        if not command.house:
            raise HouseRulingNeeded(
                f"{table.book.id} does not say what chips {list(chips)} are here: the house must rule"
            )
        meant = words.command_of(table, seat, command.house)
        what = f"seat {seat}: chips {list(chips)}, said {said!r}"
        table.emit(HouseRuled(what=what, decision=command.house, by="floor", clause=ruling.clause))
        playing.perform(table, meant, by)
        return
    change += _perform(round_, player, ruling, said)
    clauses = [*ruling.clauses, made_by] if made_by else list(ruling.clauses)
    table.emit(
        WagerRuled(
            seat=seat,
            chips=list(chips),
            then=list(then),
            said=said,
            result=ruling.result,
            clauses=clauses,
            change=change,
            owed=ruling.owed,
            clause=ruling.clause,
        )
    )
    table.take_over()


def _live(table: Table, round_: Round, seat: int, chips: int) -> int:
    table.check_seated(seat)
    player = round_.state.where.get(seat, -1)
    if player < 0 or not round_.state.live[player]:
        raise IllegalError(f"seat {seat} has no hand in this round")
    if chips > round_.state.stacks[player]:
        raise InvalidError(f"chips {chips}: seat {seat} has {round_.state.stacks[player]}")
    return player


def _made_by(table: Table, command: ChipsIn) -> str | None:
    """The clause by which moving chips that way is a bet; None if it is none, which is logged."""
    made, clause = bet_is_made(table.book, command.motion)
    if made or command.house:
        return clause
    if command.motion in MOTIONS or not clause:
        raise HouseRulingNeeded(f"{table.book.id} does not say when a bet is made: the house must rule")
    table.emit(
        WagerRuled(
            seat=command.seat,
            chips=list(command.chips),
            then=[],
            said=None,
            result=f"no bet: {command.motion}",
            clauses=[clause],
            change=sum(command.chips),
            clause=clause,
        )
    )
    return None


def _perform(round_: Round, player: int, ruling: WagerRuling, said: str | int | None) -> int:
    """Do it; returns chips that the limits send back."""
    kind = ruling.kind
    if kind == FOLD:
        round_.fold()
    elif kind == CHECK:
        round_.check()
    elif kind == CALL:
        round_.call()
    elif kind in (BET, RAISE):
        return _wager(round_, player, ruling, said)
    return 0


def _wager(round_: Round, player: int, ruling: WagerRuling, said: str | int | None) -> int:
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
