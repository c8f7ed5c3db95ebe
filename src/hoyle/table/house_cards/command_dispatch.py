"""Command dispatch of a house card table: the handler of each command."""

from __future__ import annotations

from typing import Final

from hoyle.table import base, disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.dispute_handlers import HANDLERS as DISPUTE_HANDLERS
from hoyle.table.house_cards import action_handlers, commands, floor_rulings, round_end, table_opening, wager_handlers
from hoyle.table.house_cards.decks import deck_handlers, stub_count
from hoyle.table.seat_handlers import HANDLERS as SEAT_HANDLERS

HANDLERS: Final[dict[type, base.Handler]] = {
    commands.OpenTable: table_opening.open_table,
    commands.ChangeCap: table_opening.change_cap,
    **SEAT_HANDLERS,
    seats.Sit: round_end.sit,
    seats.Leave: round_end.leave,
    **DISPUTE_HANDLERS,
    disputes.RefusePlay: round_end.refuse_play,
    disputes.ReturnWagers: floor_rulings.return_wagers,
    commands.OpeningStep: deck_handlers.opening_step,
    commands.ChangeDeck: deck_handlers.change_deck,
    commands.Shuffle: deck_handlers.shuffle,
    commands.Cut: deck_handlers.cut,
    commands.Recut: deck_handlers.recut,
    commands.CountStub: stub_count.count_stub,
    commands.OpenWagers: wager_handlers.open_wagers,
    commands.Wager: wager_handlers.wager,
    commands.Withdraw: wager_handlers.withdraw,
    commands.NoMoreBets: wager_handlers.no_more_bets,
    commands.DealOn: wager_handlers.deal_on,
    commands.HoldSettlement: action_handlers.hold_settlement,
    commands.TurnUp: action_handlers.turn_up,
    commands.SettleNext: action_handlers.settle_next,
    commands.Play: action_handlers.play,
    commands.Fold: action_handlers.fold,
    commands.Stand: action_handlers.stand,
    ActionTimeout: action_handlers.time_out,
    **dict.fromkeys(commands.REPORTS, floor_rulings.report),
    commands.HouseRuling: floor_rulings.house_ruling,
}
