"""Which decision answers which command at a poker table."""

from __future__ import annotations

from typing import Final

from hoyle.table import base, desk, seats
from hoyle.table.poker import (
    commands,
    dealing,
    floor,
    house_money,
    opening,
    playing,
    records,
    wagering,
)

HANDLERS: Final[dict[type, base.Handler]] = {
    commands.OpenTable: opening.open_table,
    **seats.HANDLERS,
    **desk.HANDLERS,
    commands.DrawButton: dealing.draw_button,
    commands.Shuffle: dealing.shuffle,
    commands.Cut: dealing.cut,
    commands.Recut: dealing.recut,
    commands.Deal: dealing.deal,
    commands.DealOn: dealing.deal_on,
    commands.Fold: playing.fold,
    commands.Check: playing.check,
    commands.Call: playing.call,
    commands.Bet: playing.bet,
    commands.BringIn: playing.bring_in,
    commands.Draw: playing.draw,
    commands.Show: playing.show,
    commands.Concede: playing.concede,
    commands.ActionTimeout: playing.time_out,
    commands.ChangeCurrency: playing.change_currency,
    commands.TakeOff: playing.take_off,
    commands.ChooseBlinds: playing.choose_blinds,
    commands.ReportWager: wagering.chips_in,
    **dict.fromkeys(commands.REPORTS, floor.report),
    commands.Discard: floor.discard,
    commands.HouseRuling: floor.house_ruling,
    commands.Suspect: floor.suspect,
    desk.ReturnWagers: floor.return_wagers,
    commands.LateRake: house_money.late_rake,
    commands.ReduceRake: house_money.reduce_rake,
    commands.PayJackpot: house_money.pay_jackpot,
    commands.WithdrawJackpot: house_money.withdraw_jackpot,
    commands.OpeningStep: records.opening_step,
    commands.Idle: records.idle,
    commands.TurnSpreadUp: records.turn_spread_up,
    commands.BringDeck: records.bring_deck,
    commands.RotateDecks: records.rotate_decks,
    commands.CountStub: records.count_stub,
    commands.ShufflerFailed: records.shuffler_failed,
    commands.Announce: records.announce,
}
