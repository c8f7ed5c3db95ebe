"""Command dispatch of a poker table: the handler of each command."""

from __future__ import annotations

from typing import Final

from hoyle.table import base, disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.dispute_handlers import HANDLERS as DISPUTE_HANDLERS
from hoyle.table.poker import action_handlers, commands
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.floor import irregularity_reports, table_opening, wager_rulings
from hoyle.table.poker.rounds import deal_handlers, rake_and_jackpot_handlers
from hoyle.table.seat_handlers import HANDLERS as SEAT_HANDLERS

HANDLERS: Final[dict[type, base.Handler]] = {
    commands.OpenTable: table_opening.open_table,
    **SEAT_HANDLERS,
    **DISPUTE_HANDLERS,
    commands.DrawButton: deal_handlers.draw_button,
    commands.Shuffle: deal_handlers.shuffle,
    commands.Cut: deal_handlers.cut,
    commands.Recut: deal_handlers.recut,
    commands.Deal: deal_handlers.deal,
    commands.DealOn: deal_handlers.deal_on,
    commands.Fold: action_handlers.fold,
    commands.Check: action_handlers.check,
    commands.Call: action_handlers.call,
    commands.Bet: action_handlers.bet,
    commands.BringIn: action_handlers.bring_in,
    commands.Draw: action_handlers.draw,
    commands.Show: action_handlers.show,
    commands.Concede: action_handlers.concede,
    ActionTimeout: action_handlers.time_out,
    commands.ChangeCurrency: action_handlers.change_currency,
    commands.RemoveChips: action_handlers.take_off,
    commands.ChooseBlinds: action_handlers.choose_blinds,
    commands.ReportWager: wager_rulings.chips_in,
    **dict.fromkeys(commands.REPORTS, irregularity_reports.report),
    commands.Discard: irregularity_reports.discard,
    commands.HouseRuling: irregularity_reports.house_ruling,
    commands.ReportCollusion: irregularity_reports.report_collusion,
    disputes.ReturnWagers: irregularity_reports.return_wagers,
    commands.LateRake: rake_and_jackpot_handlers.late_rake,
    commands.ReduceRake: rake_and_jackpot_handlers.reduce_rake,
    seats.PayJackpot: rake_and_jackpot_handlers.pay_jackpot,
    commands.WithdrawJackpot: rake_and_jackpot_handlers.withdraw_jackpot,
    commands.OpeningStep: dealer_procedures.opening_step,
    commands.Idle: dealer_procedures.idle,
    commands.TurnSpreadUp: dealer_procedures.turn_spread_up,
    commands.BringDeck: dealer_procedures.bring_deck,
    commands.RotateDecks: dealer_procedures.rotate_decks,
    commands.CountStub: dealer_procedures.count_stub,
    commands.ShufflerFailed: dealer_procedures.shuffler_failed,
    commands.Announce: dealer_procedures.announce,
}
