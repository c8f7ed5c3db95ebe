"""Which decision answers which command at a dice table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hoyle.errors import IllegalError
from hoyle.rulebooks import VERSION
from hoyle.table import base, desk, seats
from hoyle.table.clock import ActionTimeout
from hoyle.table.dice import commands, seating, throwing, wagering
from hoyle.table.dice.events import TableOpened
from hoyle.table.dice.sign import read_sign

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def open_table(table: DiceTable, command: commands.OpenTable, by: str) -> None:
    """The first thing that happens at a table."""
    if table.state.put_up is not None:
        raise IllegalError("the table is open already")
    sign = read_sign(command.game, command.sign)
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=sign.book.opened))


HANDLERS: Final[dict[type, base.Handler]] = {
    commands.OpenTable: open_table,
    **seats.HANDLERS,
    **desk.HANDLERS,
    seats.Sit: seating.sit,
    seats.Leave: seating.leave,
    seats.SitOut: seating.sit_out,
    seats.SitIn: seating.sit_in,
    seats.CancelRequest: seating.change_mind,
    desk.RefusePlay: seating.refuse_play,
    desk.ReturnWagers: wagering.return_wagers,
    commands.Bet: wagering.bet,
    commands.ConfirmBet: wagering.confirm_bet,
    commands.TakeDown: wagering.take_down,
    commands.Reduce: wagering.reduce,
    commands.Increase: wagering.increase,
    commands.CallOn: wagering.call_on,
    commands.ConfirmOn: wagering.confirm_on,
    commands.CallOff: wagering.call_off,
    commands.Offer: throwing.offer,
    commands.Accept: throwing.accept,
    commands.Decline: throwing.decline,
    commands.Ask: throwing.ask,
    commands.PassDice: throwing.pass_on,
    commands.OrderPass: throwing.order_pass,
    commands.DeclineLine: throwing.decline_line,
    commands.NoLineBet: throwing.no_line_bet,
    commands.Release: throwing.release,
    commands.Throw: throwing.throw,
    commands.CallThrow: throwing.call_throw,
    commands.DisputeThrow: throwing.dispute_throw,
    commands.SettleThrow: throwing.settle_throw,
    commands.RuleThrow: throwing.rule_throw,
    commands.ReportThrow: throwing.throw_seen,
    commands.NoRoll: throwing.no_roll,
    commands.DealerShakes: throwing.dealer_shakes,
    commands.HolderShakes: throwing.holder_shakes,
    commands.Uncover: throwing.uncover,
    ActionTimeout: throwing.time_out,
    commands.HouseRuling: throwing.house_ruling,
}
