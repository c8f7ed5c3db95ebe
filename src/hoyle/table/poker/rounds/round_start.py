"""Round start at a poker table: records exclusions, button and limits, and begins the round."""

from __future__ import annotations

from hoyle.games.poker.pots.rake_limits import is_short
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker.events import BlindMissed, ButtonPlaced, CurrencyChanged, NotDealtIn, RakeReduced, RoundBegan
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.lineup import Lineup
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.poker.table_state import PokerTableState


def begin_round(table: PokerTableBase, lineup: Lineup, entitled: list[int]) -> None:
    """Record how the lineup came about, and begin its round."""
    state, page, sign = table.state, table.page, table.sign
    for excluded in lineup.kept_out:
        if excluded.seat not in lineup.seats:
            table.emit(NotDealtIn(seat=excluded.seat, why=excluded.why, clause=excluded.clause))
    for seat, blind in lineup.missed:
        if seat not in entitled:
            table.emit(BlindMissed(seat=seat, blind=blind, clause="house missed-blinds"))
    if state.kill.holder is not None and page.kill is not None and sign.kill is not None:
        clause = page.kill.kill if sign.kill.kind == "kill" else page.kill.half_kill
        table.emit(NoteRecorded(what="limits", detail=f"{lineup.small}-{lineup.big}", clause=clause))
    if lineup.button and lineup.button != state.button:
        clause = page.button_moves if state.button else page.button_start.clause
        table.emit(ButtonPlaced(seat=lineup.button, draw=[], clause=clause))
    if state.rake is not None and rake_for(state, len(lineup.playing(state))) is None:
        table.emit(RakeReduced(seat=0, rake=None, clause=table.book.revenue.short_table.clause))
    for seat, chips in lineup.paid.items():
        shortfall = chips - state.poker_player(seat).chips
        if shortfall > 0:
            table.emit(CurrencyChanged(seat=seat, chips=shortfall, clause=table.book.wagers.currency))
    table.emit(
        RoundBegan(
            number=state.number + 1,
            deck=state.rack.decks[0],
            seats=lineup.seats_dealt_in(),
            entitled=entitled,
            small=lineup.small,
            big=lineup.big,
            killer=lineup.killer or 0,
            paid=list(lineup.paid.items()),
            clause=table.book.procedures.duties or "house dealer",
        )
    )


def rake_for(state: PokerTableState, players: int) -> Rake | None:
    """Return the lowered rake while the table is short; None for that of the sign."""
    return state.rake if is_short(state.book, players) else None
