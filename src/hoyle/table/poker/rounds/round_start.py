"""Round start at a poker table: records exclusions, button and limits, and begins the round."""

from __future__ import annotations

from hoyle.games.poker.pots.rake_limits import is_short
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker.events import (
    BlindMissed,
    ButtonPlaced,
    CurrencyChanged,
    NotDealtIn,
    RakeReduced,
    RoundBegan,
)
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.lineup import Lineup
from hoyle.table.poker.state import PokerTableState
from hoyle.table.poker.table_base import PokerTableBase


def begin_round(table: PokerTableBase, found: Lineup, entitled: list[int]) -> None:
    """Record how the lineup came about, and begin its round."""
    state, page, sign = table.state, table.page, table.sign
    for out in found.kept_out:
        if out.seat not in found.seats:
            table.emit(NotDealtIn(seat=out.seat, why=out.why, clause=out.clause))
    for seat, blind in found.missed:
        if seat not in entitled:
            table.emit(BlindMissed(seat=seat, blind=blind, clause="house missed-blinds"))
    if state.kill.holder is not None and page.kill is not None and sign.kill is not None:
        clause = page.kill.kill if sign.kill.kind == "kill" else page.kill.half_kill
        table.emit(NoteRecorded(what="limits", detail=f"{found.small}-{found.big}", clause=clause))
    if found.button and found.button != state.button:
        clause = page.button_moves if state.button else page.button_start.clause
        table.emit(ButtonPlaced(seat=found.button, draw=[], clause=clause))
    if state.rake is not None and rake_for(state, len(found.playing(state))) is None:
        table.emit(RakeReduced(seat=0, rake=None, clause=table.book.revenue.short_table.clause))
    for seat, chips in found.paid.items():
        short = chips - state.at(seat).chips
        if short > 0:
            table.emit(CurrencyChanged(seat=seat, chips=short, clause=table.book.wagers.currency))
    table.emit(
        RoundBegan(
            number=state.number + 1,
            deck=state.rack.decks[0],
            seats=found.dealt_in(),
            entitled=entitled,
            small=found.small,
            big=found.big,
            killer=found.killer or 0,
            paid=list(found.paid.items()),
            clause=table.book.procedures.duties or "house dealer",
        )
    )


def rake_for(state: PokerTableState, players: int) -> Rake | None:
    """Return the lowered rake while the table is short; None for that of the sign."""
    return state.rake if is_short(state.book, players) else None
