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
    Limits,
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
    if not sum(chips) + sum(then) and said in (None, ""):
        raise InvalidError(f"chips {list(chips)}: say what seat {seat} put in, or what he said")
    made_by = _made_by(table, command) if command.motion else ""
    if made_by is None:
        return
    state = round_.state
    in_turn = round_.actor == seat and state.awaiting in (ACTION, FORCED_BET)
    ruling = rule_wager(
        table.book,
        to_call=max(state.current_bet - state.bets[player], 0),
        chips=chips,
        then=then,
        said=said,
        in_turn=in_turn,
        hands_at_rest=command.hands_at_rest,
        stack=state.stacks[player],
        already=state.bets[player],
        limits=_limits(round_) if in_turn else None,
    )
    if ruling.kind == HOUSE_RULING:
        if not command.house:
            raise HouseRulingNeeded(
                f"{table.book.id} does not say what chips {list(chips)} are here: the house must rule"
            )
        meant = words.command_of(table, seat, command.house)
        what = f"seat {seat}: chips {list(chips)}, said {said!r}"
        table.emit(HouseRuled(what=what, decision=command.house, by=by, clause=ruling.clause))
        playing.perform(table, meant, by)
        return
    _perform(round_, player, ruling)
    clauses = [*ruling.clauses, made_by] if made_by else list(ruling.clauses)
    table.emit(
        WagerRuled(
            seat=seat,
            chips=list(chips),
            then=list(then),
            said=said,
            result=ruling.result,
            clauses=clauses,
            change=ruling.change + ruling.refused,
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


def _limits(round_: Round) -> Limits:
    """What the player to act may bet, or add to the call."""
    offered, bet = round_.options(), round_.state.current_bet
    if not offered.min_to:
        return Limits(0, barred=True, forced=offered.forced)
    return Limits(offered.min_to - bet, offered.max_to - bet, forced=offered.forced)


def _perform(round_: Round, player: int, ruling: WagerRuling) -> None:
    kind = ruling.kind
    if kind == FOLD:
        round_.fold()
    elif kind == CHECK:
        round_.check()
    elif kind == CALL:
        round_.call()
    elif kind in (BET, RAISE):
        if ruling.stands == round_.options().forced:
            round_.bring_in()
        else:
            round_.bet_to(round_.state.bets[player] + ruling.stands)
