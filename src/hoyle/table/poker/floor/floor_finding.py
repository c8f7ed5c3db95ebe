"""Floor findings: the ruling on one report by book or house, its log entry, and its effect on the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError, illegal
from hoyle.games.poker.events import HandKilled
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.games.poker.floor.ruling_types import FloorRuling
from hoyle.games.poker.pots.pot_division import ShowdownHands, best_of
from hoyle.games.poker.pots.side_pots import pots_of
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import MUCKED, TABLED
from hoyle.table.disputes import HouseRuled
from hoyle.table.poker.events import Ruled
from hoyle.table.poker.floor import remedies
from hoyle.table.poker.table_base import PokerTableBase


class FloorFinding(NamedTuple):
    """Result of a report to the floor: its trigger, the facts for the log, and the ruling."""

    trigger: str
    facts: dict[str, Any]
    """Facts reported and found, for the log."""
    ruling: FloorRuling
    by: str = "dealer"
    """Reporter, who also decided for the house where the book is silent."""


class ReportProcedure(NamedTuple):
    """Procedure for one kind of report: how the floor rules on it, and how the ruling is carried out."""

    rule: Callable[[Any, Any], FloorFinding]
    """Takes the table and the report; changes nothing."""
    carry_out: Callable[[Any, Any, FloorFinding], None]
    """Takes the table, the report and the finding."""


def make_finding(
    table: PokerTableBase, trigger: str, facts: Mapping[str, object], house: str, **logged: object
) -> FloorFinding:
    """Return the finding of the floor on a report: `facts` decide the ruling, `logged` is only recorded."""
    return FloorFinding(trigger, {**facts, **logged}, rule_on(table, trigger, facts, house))


def rule_on(table: PokerTableBase, trigger: str, facts: Mapping[str, object], house: str) -> FloorRuling:
    """Return the book's ruling on an irregularity, or the house's where the book has none."""
    ruling = rule_irregularity(table.book, table.sign.game, trigger, facts)
    if not ruling.needs_house:
        return ruling
    if not house:
        raise HouseRulingRequired(
            f"{table.book.id} has no rule for {trigger} {dict(facts)} in {table.sign.game}: the house must rule"
        )
    return rule_by_house(table, house)


def rule_by_house(table: PokerTableBase, decision: str) -> FloorRuling:
    """Return a decision of the house as a ruling, under the clause that leaves it to the house."""
    return remedies.house_decision(decision, _house_clause(table))


def _house_clause(table: PokerTableBase) -> str:
    """Return the clause by which the house rules where the book is silent."""
    return table.book.floor.supplement or "house ruling"


def log_ruling(table: PokerTableBase, finding: FloorFinding) -> None:
    """Log a ruling as the book's, or as the house's where the book leaves it to the house."""
    ruling = finding.ruling
    if ruling.clause == _house_clause(table):
        table.emit(
            HouseRuled(
                what=finding.trigger,
                decision=ruling.result,
                by=finding.by,
                reported=finding.facts,
                clause=ruling.clause,
            )
        )
        return
    table.emit(
        Ruled(
            trigger=finding.trigger,
            reported=finding.facts,
            result=ruling.result,
            clauses=list(ruling.clauses),
            reading=ruling.reading,
            by=finding.by,
            clause=ruling.clause,
        )
    )


def live_player(round_: PokerRound, seat: int) -> int:
    """Return the position in the round of a player who still has a hand; refuse any other seat."""
    state = round_.state
    player = state.position_of_seat.get(seat, -1)
    if player < 0 or not state.live[player] or state.hands[player] == MUCKED:
        raise IllegalError(f"seat {seat} has no hand in this round")
    return player


def carry_out(table: PokerTableBase, trigger: str, ruling: FloorRuling, seat: int = 0) -> None:
    """Carry out a ruling on the round: void it, or kill the hand of a seat; other rulings change nothing.

    Seat 0: the ruling concerns no hand in particular.
    """
    round_ = table.playing_round()
    if ruling.misdeal or ruling.dead_round:
        remedies.void(round_, trigger, ruling)
    elif ruling.hand in ("dead", "folded"):
        if not seat:
            raise InvalidError(f"{ruling.result!r}: say whose hand")
        _kill_hand(table, trigger, ruling, seat)


def carry_out_finding(table: PokerTableBase, report: Any, finding: FloorFinding) -> None:
    """Carry out the ruling on a report, on the hand of its seat where it names one."""
    carry_out(table, finding.trigger, finding.ruling, getattr(report, "seat", 0))


def _kill_hand(table: PokerTableBase, trigger: str, ruling: FloorRuling, seat: int) -> None:
    """Kill the hand of a seat with the refund that the ruling grants, and let the round go on."""
    round_ = table.playing_round()
    state = round_.state
    player = state.position_of_seat[seat]
    if state.hands[player] == TABLED and is_best_tabled(round_, player):
        refuse_to_kill_winner(table, seat)
    remedies.check_claims(round_, player)
    refund = state.put_in[player] if ruling.refund else 0
    if ruling.refund == "all":
        refund += state.dead_in[player]
    elif refund and state.voluntary[player]:
        # Only the ante goes back; a forced bet beside it is for another to make, and comes with it (AMB-54).
        refund -= state.bets[player]
    round_.emit(HandKilled(seat, trigger, ruling.clause))
    if refund:
        round_.refund(seat, refund, ruling.clause)
    round_.resume(player)


def refuse_to_kill_winner(table: PokerTableBase, seat: int) -> None:
    """Refuse to kill a tabled winning hand, where the book protects it."""
    clause = table.book.showdown.tabled_winner
    if clause:
        raise illegal(clause, f"the hand of seat {seat} is tabled and wins: it cannot be killed", legal="push the pot")


def is_best_tabled(round_: PokerRound, player: int) -> bool:
    """Whether a tabled hand is best in some share of some pot among the hands tabled so far (AMB-55)."""
    state, rules = round_.state, round_.rules
    tabled = [hand == TABLED for hand in state.hands]
    hands = [state.cards[position] if tabled[position] else [] for position in range(len(tabled))]
    showdown = ShowdownHands(hands, state.board, rules.high, rules.low)
    for pot in pots_of(state):
        eligible = [position for position in pot.eligible if tabled[position]]
        for values in (showdown.high_values, showdown.low_values):
            if values and player in best_of(values, eligible):
                return True
    return False
