"""Which decision answers which command at a house card table."""

from __future__ import annotations

from typing import Final

from hoyle.table import base, desk, seats
from hoyle.table.banked import closing, commands, counting, decks, floor, opening, playing, wagering
from hoyle.table.clock import ActionTimeout

HANDLERS: Final[dict[type, base.Handler]] = {
    commands.OpenTable: opening.open_table,
    commands.ChangeCap: opening.change_cap,
    **seats.HANDLERS,
    seats.Sit: closing.sit,
    seats.Leave: closing.leave,
    **desk.HANDLERS,
    desk.RefusePlay: closing.refuse_play,
    desk.ReturnWagers: floor.return_wagers,
    commands.OpeningStep: decks.opening_step,
    commands.ChangeDeck: decks.change_deck,
    commands.Shuffle: decks.shuffle,
    commands.Cut: decks.cut,
    commands.Recut: decks.recut,
    commands.CountStub: counting.count_stub,
    commands.OpenWagers: wagering.open_wagers,
    commands.Wager: wagering.wager,
    commands.Withdraw: wagering.withdraw,
    commands.NoMoreBets: wagering.no_more_bets,
    commands.DealOn: wagering.deal_on,
    commands.HoldSettlement: playing.hold_settlement,
    commands.TurnUp: playing.turn_up,
    commands.SettleNext: playing.settle_next,
    commands.Play: playing.play,
    commands.Fold: playing.fold,
    commands.Stand: playing.stand,
    ActionTimeout: playing.time_out,
    **dict.fromkeys(commands.REPORTS, floor.report),
    commands.HouseRuling: floor.house_ruling,
}
