"""Reports of irregularities to the floor: their rulings are previewed, or logged and carried out.

Every report is ruled on first, from what is visible to all and what the reporter says (`FloorFinding`);
`preview` stops there. Then the ruling is logged and carried out. Where no book covers it,
`HouseRulingRequired` is raised unless a house ruling comes with the report: nothing is guessed.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import InvalidError, illegal
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.games.poker.floor.ruling_types import DEAD_ROUND, FloorRuling
from hoyle.games.poker.round_state import FACE_DOWN, SHOW
from hoyle.table.dispute_handlers import bar_player, record_stop
from hoyle.table.disputes import STOPPED, STOPPED_CLAUSE, HouseRuled, ReturnWagers
from hoyle.table.poker import commands
from hoyle.table.poker.floor import card_rulings, hand_rulings, remedies
from hoyle.table.poker.floor.floor_finding import (
    FloorFinding,
    ReportProcedure,
    carry_out,
    live_player,
    log_ruling,
    rule_by_house,
    rule_on,
)
from hoyle.table.poker.rounds.round_end import retire_deck
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.ruling_preview import RulingPreview, no_report_error, preview_of_trial

_PROCEDURES: Final[dict[type, ReportProcedure]] = {**card_rulings.PROCEDURES, **hand_rulings.PROCEDURES}

_ALSO_PREVIEWED: Final = (commands.ReportCollusion, commands.HouseRuling, commands.CountStub, commands.ReportWager)
"""Other commands that are ruled on, from nothing but their own fields."""


def preview(table: PokerTableBase, command: Any, by: str) -> RulingPreview:
    """Return the ruling that a report would get; nothing changes and no hidden card is used.

    A ruling that could not be carried out is refused as the report would be: it is tried on a copy.
    """
    procedure = _PROCEDURES.get(type(command))
    if procedure is None and type(command) not in _ALSO_PREVIEWED:
        raise no_report_error(command)
    entries = table.fork().do(command, by)
    if procedure is not None:
        return preview_of_ruling(procedure.rule(table, command).ruling)
    return preview_of_trial(entries)


def preview_of_ruling(ruling: FloorRuling) -> RulingPreview:
    """Return a ruling of a poker book as the preview that all kinds of tables share."""
    return RulingPreview(
        ruling.result,
        list(ruling.clauses),
        ruling.reading,
        void=ruling.misdeal or ruling.dead_round,
        deck=ruling.deck,
        card=ruling.card,
        hand=ruling.hand,
    )


def report(table: PokerTableBase, command: Any, by: str) -> None:
    """Rule on the report of an irregularity, log the ruling and carry it out."""
    procedure = _PROCEDURES[type(command)]
    finding = procedure.rule(table, command)._replace(by=by)
    log_ruling(table, finding)
    procedure.carry_out(table, command, finding)
    if table.playing:
        table.collect_round_events()


def discard(table: PokerTableBase, command: commands.Discard, by: str) -> None:
    """Concede a hand thrown in at the showdown; rule on one thrown in before it."""
    round_ = table.playing_round()
    player = live_player(round_, command.seat)
    if round_.state.awaiting == SHOW and round_.state.hands[player] == FACE_DOWN:
        round_.throw_in(command.seat)
        table.collect_round_events()
    else:
        report(table, command, by)


def house_ruling(table: PokerTableBase, command: commands.HouseRuling, by: str) -> None:
    """Decide for the house where the book is silent, and carry the decision out."""
    book_ruling = rule_irregularity(table.book, table.sign.game, command.trigger, command.facts)
    if not book_ruling.needs_house:
        raise illegal(
            book_ruling.clause,
            f"{command.trigger} is covered by {table.book.id}; the house cannot overrule it",
            legal=book_ruling.result,
        )
    if not command.decision.strip():
        raise InvalidError("decision '': say what the house decides")
    ruling = rule_by_house(table, command.decision)
    if command.seat or ruling.hand:
        live_player(table.playing_round(), command.seat)
    table.emit(
        HouseRuled(
            what=command.trigger,
            decision=command.decision,
            by=command.ruled_by,
            why=command.why,
            reported={"seat": command.seat, **command.facts} if command.seat else dict(command.facts),
            clause=ruling.clause,
        )
    )
    if ruling.misdeal or ruling.dead_round or ruling.hand:
        carry_out(table, command.trigger, ruling, command.seat)
    if table.playing:
        table.collect_round_events()
    elif ruling.deck == "remove":
        retire_deck(table, command.trigger, ruling.clause)


def return_wagers(table: PokerTableBase, command: ReturnWagers, by: str) -> None:
    """Make the round dead and return all wagers, whatever the book says of rounds that can go on."""
    table.playing_round()
    record_stop(table, command, DEAD_ROUND, by)
    carry_out(table, STOPPED, remedies.house_decision(DEAD_ROUND, STOPPED_CLAUSE))
    table.collect_round_events()


def report_collusion(table: PokerTableBase, command: commands.ReportCollusion, by: str) -> None:
    """Rule on a suspicion of collusion, and bar the player where the book or the report says so."""
    player = table.state.player(command.seat)
    ruling = rule_on(table, "collusion", {}, command.house)
    log_ruling(table, FloorFinding("collusion", {"seat": command.seat, "why": command.why}, ruling, by))
    if ruling.player == "must leave" or command.refuse:
        bar_player(table, player.name, command.why, ruling.clause)
