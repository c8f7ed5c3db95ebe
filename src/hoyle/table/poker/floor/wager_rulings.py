"""Rulings on unclear wagers: what chips and spoken words amount to, and the action they make."""

from __future__ import annotations

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError, illegal
from hoyle.games.poker.floor import wager_ruling
from hoyle.games.poker.floor.betting_situation import situation_of
from hoyle.games.poker.floor.spoken_bet import parse_spoken_bet
from hoyle.games.poker.floor.wager_ruling import PlayerAct, WagerRuling, bet_is_made, rule_wager
from hoyle.games.poker.round import PokerRound
from hoyle.table.disputes import HouseRuled
from hoyle.table.poker import action_handlers, command_parser
from hoyle.table.poker.commands import ReportWager
from hoyle.table.poker.events import WagerRuled
from hoyle.table.poker.table_base import PokerTableBase


def report_wager(table: PokerTableBase, command: ReportWager, by: str) -> None:
    """Rule on a wager that the dealer reports, log the ruling, and carry the action out."""
    round_ = table.playing_round()
    seat = command.seat
    act = _reported_act(table, command)
    player = _live_player(table, round_, seat, act.put_in)
    if not act.put_in and act.said in (None, ""):
        raise InvalidError(f"chips {list(act.chips)}: say what seat {seat} put in, or what they said")
    motion_clause = _motion_clause(table, command) if command.motion else ""
    if motion_clause is None:
        return
    ruling = rule_wager(table.book, situation_of(round_, seat), act)
    chips = [*act.earlier, *act.chips]
    if ruling.kind == wager_ruling.REFUSED:
        raise illegal(
            ruling.clause,
            f"seat {seat} cannot add {act.put_in} chips to an action that is complete",
            legal="act when it is that seat's turn",
        )
    if ruling.kind == wager_ruling.HOUSE_RULING:
        _rule_by_house(table, command, act, ruling.clause, by)
        return
    _carry_out(round_, player, ruling)
    clauses = [*ruling.clauses, motion_clause] if motion_clause else list(ruling.clauses)
    table.emit(
        WagerRuled(
            seat=seat,
            chips=chips,
            then=list(act.then),
            said=act.said,
            result=ruling.result,
            clauses=clauses,
            change=ruling.change + ruling.refused,
            owed=ruling.owed,
            unfinished=ruling.kind == wager_ruling.UNFINISHED,
            clause=ruling.clause,
        )
    )
    table.collect_round_events()


def _rule_by_house(table: PokerTableBase, command: ReportWager, act: PlayerAct, clause: str, by: str) -> None:
    """Carry out the action that the house decides on, where the book does not say what the wager is."""
    chips = [*act.earlier, *act.chips]
    if not command.house:
        raise HouseRulingRequired(f"{table.book.id} does not say what chips {chips} are here: the house must rule")
    action = command_parser.parse_command(table, command.seat, command.house)
    description = f"seat {command.seat}: chips {chips}, said {act.said!r}"
    table.emit(HouseRuled(what=description, decision=command.house, by=by, clause=clause))
    action_handlers.perform(table, action, by)


def _reported_act(table: PokerTableBase, command: ReportWager) -> PlayerAct:
    """Return the reported act, joined with a bet that the player had not finished before."""
    act = PlayerAct(command.chips, command.then, command.said, command.hands_at_rest, command.unfinished)
    unfinished = table.state.unfinished_bet_of(command.seat)
    if unfinished is None:
        return act
    joined = act._replace(earlier=tuple(unfinished.chips))
    spoken = parse_spoken_bet(act.said or None)
    if spoken is not None and (spoken.verb or spoken.amount or not spoken.unfinished):
        # Words that come with more chips replace those that came with the first ones.
        return joined
    spoken_before = parse_spoken_bet(unfinished.said or None)
    return joined._replace(
        said=None if spoken_before is None or not spoken_before.verb else spoken_before.verb,
        unfinished=act.unfinished or spoken is not None,
    )


def _live_player(table: PokerTableBase, round_: PokerRound, seat: int, chips: int) -> int:
    """Return the position of a player with a hand; refuse more chips than they have."""
    table.check_seated(seat)
    player = round_.state.position_of_seat.get(seat, -1)
    if player < 0 or not round_.state.live[player]:
        raise IllegalError(f"seat {seat} has no hand in this round")
    if chips > round_.state.stacks[player]:
        raise InvalidError(f"chips {chips}: seat {seat} has {round_.state.stacks[player]}")
    return player


def _motion_clause(table: PokerTableBase, command: ReportWager) -> str | None:
    """Return the clause by which moving chips that way is a bet; None if it is none, which is logged."""
    is_made, clause = bet_is_made(table.book, command.motion)
    if is_made or command.house:
        return clause
    if command.motion in wager_ruling.MOTIONS or not clause:
        raise HouseRulingRequired(f"{table.book.id} does not say when a bet is made: the house must rule")
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


def _carry_out(round_: PokerRound, player: int, ruling: WagerRuling) -> None:
    kind = ruling.kind
    if kind == wager_ruling.FOLD:
        round_.fold()
    elif kind == wager_ruling.CHECK:
        round_.check()
    elif kind == wager_ruling.CALL:
        round_.call()
    elif kind in (wager_ruling.BET, wager_ruling.RAISE):
        if ruling.stands == round_.options().forced:
            round_.bring_in()
        else:
            round_.bet_to(round_.state.bets[player] + ruling.stands)
