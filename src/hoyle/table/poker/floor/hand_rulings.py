"""Floor rulings on hands and players: fouled, miscounted, surrendered, mucked and disclosed hands."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError, illegal
from hoyle.games.poker.events import Disclosed, Folded, HandKilled
from hoyle.games.poker.floor.ruling_types import HAND_STANDS
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, FORCED_BET, MUCKED, TABLED, THROWN
from hoyle.table.poker import command_parser, commands
from hoyle.table.poker.floor import remedies
from hoyle.table.poker.floor.floor_finding import (
    FloorFinding,
    ReportProcedure,
    carry_out,
    carry_out_finding,
    is_best_tabled,
    live_player,
    log_ruling,
    make_finding,
    refuse_to_kill_winner,
    rule_on,
)
from hoyle.table.poker.table_base import PokerTableBase

# Fouled hands and wrong numbers of cards


def _rule_on_fouled(table: PokerTableBase, report: commands.ReportFouledHand) -> FloorFinding:
    facts = {"reconstructable": report.reconstructable, "contributed": report.contributed}
    if report.protected:
        return _rule_on_ruined_hand(table, "protected-fouled", facts, report)
    return _rule_on_ruined_hand(table, "unprotected-fouled", {**facts, "swept": report.swept}, report)


def _rule_on_wrong_number(table: PokerTableBase, report: commands.WrongNumber) -> FloorFinding:
    facts = {"protected": report.protected, "contributed": report.contributed}
    return _rule_on_ruined_hand(table, "wrong-count", facts, report)


def _rule_on_ruined_hand(
    table: PokerTableBase,
    trigger: str,
    facts: dict[str, bool],
    report: commands.ReportFouledHand | commands.WrongNumber,
) -> FloorFinding:
    """Rule on a hand in the round, or on the last one that won because a refund had left it alone.

    Where that one is dead too, nobody has won, which takes a ruling that refunds everything.
    """
    is_late = remedies.is_last_hand(table, report.seat)
    if not is_late:
        live_player(table.playing_round(), report.seat)
    finding = make_finding(table, trigger, facts, report.house, seat=report.seat)
    if is_late and finding.ruling.hand == "dead":
        if finding.ruling.refund != "all":
            raise HouseRulingRequired("no hand is left that could win the pot: the house must rule")
        finding.ruling.reading = "AMB-P2"
    return finding


def _carry_out_on_fouled(table: PokerTableBase, report: Any, finding: FloorFinding) -> None:
    """Carry out a ruling on a fouled hand, during the round or after the hand has won it unseen."""
    if table.playing:
        carry_out(table, finding.trigger, finding.ruling, report.seat)
    elif finding.ruling.hand == "dead":
        remedies.take_back(table, finding.ruling.clause)


# Players who leave, and hands given up before the showdown


def _rule_on_left_table(table: PokerTableBase, report: commands.ReportLeftTable) -> FloorFinding:
    live_player(table.playing_round(), report.seat)
    facts = {"protected": report.protected, "comment": report.comment}
    return make_finding(table, "left", facts, report.house, seat=report.seat)


def _rule_on_surrender(table: PokerTableBase, report: commands.Discard | commands.UpcardsDown) -> FloorFinding:
    """Rule on a hand given up, which depends on whether it is that player's turn."""
    round_ = table.playing_round()
    live_player(round_, report.seat)
    ruling = rule_on(table, report.name, {"must_act": _must_act(round_, report.seat)}, report.house)
    return FloorFinding(report.name, {"seat": report.seat}, ruling)


def _must_act(round_: PokerRound, seat: int) -> bool:
    return round_.actor == seat and round_.state.awaiting in (ACTION, FORCED_BET)


def _carry_out_on_surrender(
    table: PokerTableBase, report: commands.Discard | commands.UpcardsDown, finding: FloorFinding
) -> None:
    """Carry out a ruling on a hand given up: fold it, after any bet that the player still owes."""
    round_, seat, owing = table.playing_round(), report.seat, report.owing
    if not _must_act(round_, seat):
        carry_out(table, finding.trigger, finding.ruling, seat)
        return
    legal = round_.options()
    if round_.state.awaiting == FORCED_BET or not legal.fold:
        # The bet itself is forced: giving up the hand is no way out of it.
        owing = owing or ("bring in" if legal.forced else f"bet {legal.min_raise_to}")
    if not owing:
        round_.fold()
        return
    debt = rule_on(table, "fold-owing", {}, report.house)
    log_ruling(table, FloorFinding("fold-owing", {"seat": seat, "owing": owing}, debt, finding.by))
    # The payment does not change that the bet was forced: the seat stays in the deal.
    ghost = round_.rules.ghosts and round_.bet_was_forced()
    _put_in_owed_bet(table, round_, seat, owing)
    round_.emit(Folded(seat, ghost, round_.rules.c_ghost if ghost else debt.clause))
    round_.resume()


def _put_in_owed_bet(table: PokerTableBase, round_: PokerRound, seat: int, owing: str) -> None:
    """Put in the chips of an announced action; play goes on only when the hand is gone too."""
    action = command_parser.parse_command(table, seat, owing)
    if isinstance(action, commands.Call):
        round_.put_in_call()
    elif isinstance(action, commands.Bet):
        round_.put_in_bet(action.to)
    elif isinstance(action, commands.BringIn):
        round_.put_in_forced()
    else:
        raise InvalidError(f"owing {owing!r}: name a bet, a call or a raise")


# Hands at the showdown and after it


def _rule_on_disclosure(table: PokerTableBase, report: commands.RequestDisclosure) -> FloorFinding:
    state = table.state.round or table.state.last
    if state is None:
        raise IllegalError("no round has been played")
    player = state.position_of_seat.get(report.seat, -1)
    if player < 0 or state.hands[player] not in (THROWN, MUCKED):
        raise IllegalError(f"seat {report.seat} has discarded no hand")
    return make_finding(table, "disclosure", {}, report.house, seat=report.seat, player=state.people[player])


def _carry_out_on_disclosure(table: PokerTableBase, report: commands.RequestDisclosure, finding: FloorFinding) -> None:
    """Show a discarded hand to all, in the round or after it."""
    state = table.state.round or table.state.last
    assert state is not None
    player = state.position_of_seat[report.seat]
    event = Disclosed(report.seat, list(state.cards[player] or state.folded[player]), finding.ruling.clause)
    if table.playing:
        table.playing_round().emit(event)
    else:
        table.emit(event)


def _rule_on_muck(table: PokerTableBase, report: commands.Muck) -> FloorFinding:
    round_ = table.playing_round()
    player = live_player(round_, report.seat)
    hand = round_.state.hands[player]
    if hand == THROWN:
        facts = {"identifiable": False, "mucked": True}
        ruling = rule_on(table, "discard-at-showdown", facts, report.house)
        return FloorFinding("discard-at-showdown", {"seat": report.seat}, ruling)
    if hand != TABLED:
        raise IllegalError(f"the hand of seat {report.seat} is neither tabled nor thrown in")
    facts = {"tabled": True, "best": is_best_tabled(round_, player)}
    return make_finding(table, "tabled-winner-killed", facts, report.house, seat=report.seat)


def _carry_out_on_muck(table: PokerTableBase, report: commands.Muck, finding: FloorFinding) -> None:
    """Muck a hand that was thrown in, or kill a tabled one unless it is a protected winner."""
    round_, ruling = table.playing_round(), finding.ruling
    player = round_.state.position_of_seat[report.seat]
    if round_.state.hands[player] == THROWN:
        round_.muck(report.seat, ruling.clause)
        return
    if ruling.result == HAND_STANDS:
        refuse_to_kill_winner(table, report.seat)
    remedies.check_claims(round_, player)
    round_.emit(HandKilled(report.seat, "mucked by the dealer", ruling.clause))
    round_.resume()


def _rule_on_retrieval(table: PokerTableBase, report: commands.Retrieve) -> FloorFinding:
    round_ = table.playing_round()
    player = live_player(round_, report.seat)
    if round_.state.hands[player] != THROWN:
        raise IllegalError(f"seat {report.seat} has no discarded hand to take back")
    facts = {"identifiable": report.identifiable, "mucked": False}
    return make_finding(table, "discard-at-showdown", facts, report.house, seat=report.seat)


def _carry_out_on_retrieval(table: PokerTableBase, report: commands.Retrieve, finding: FloorFinding) -> None:
    """Give a thrown-in hand back to its player, or refuse where the ruling leaves it discarded."""
    ruling = finding.ruling
    if ruling.result != HAND_STANDS:
        raise illegal(
            ruling.clause,
            f"seat {report.seat} discarded at their own risk and cannot take the hand back",
            legal="make sure before discarding",
        )
    table.playing_round().retrieve(report.seat)


# Conduct that is only recorded


def _rule_on_claim(table: PokerTableBase, report: commands.ClaimHandValue) -> FloorFinding:
    live_player(table.playing_round(), report.seat)
    return make_finding(table, "wrong-claim", {}, report.house, seat=report.seat, said=report.text)


def _rule_on_conduct(table: PokerTableBase, report: commands.TouchedPot | commands.OutOfView) -> FloorFinding:
    table.state.player(report.seat)
    table.playing_round()
    return make_finding(table, report.name, {}, report.house, seat=report.seat)


def _change_nothing(table: PokerTableBase, report: Any, finding: FloorFinding) -> None:
    """Change nothing: the ruling on a player's conduct is on record, and play goes on."""


PROCEDURES: Final[dict[type, ReportProcedure]] = {
    commands.ReportFouledHand: ReportProcedure(_rule_on_fouled, _carry_out_on_fouled),
    commands.WrongNumber: ReportProcedure(_rule_on_wrong_number, _carry_out_on_fouled),
    commands.ReportLeftTable: ReportProcedure(_rule_on_left_table, carry_out_finding),
    commands.Discard: ReportProcedure(_rule_on_surrender, _carry_out_on_surrender),
    commands.UpcardsDown: ReportProcedure(_rule_on_surrender, _carry_out_on_surrender),
    commands.RequestDisclosure: ReportProcedure(_rule_on_disclosure, _carry_out_on_disclosure),
    commands.Muck: ReportProcedure(_rule_on_muck, _carry_out_on_muck),
    commands.Retrieve: ReportProcedure(_rule_on_retrieval, _carry_out_on_retrieval),
    commands.ClaimHandValue: ReportProcedure(_rule_on_claim, _change_nothing),
    commands.TouchedPot: ReportProcedure(_rule_on_conduct, _change_nothing),
    commands.OutOfView: ReportProcedure(_rule_on_conduct, _change_nothing),
}
"""Procedure for each report about a hand or a player."""
