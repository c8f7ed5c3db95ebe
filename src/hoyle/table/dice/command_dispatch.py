"""Command dispatch of a dice table: the handler of each command."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import IllegalError
from hoyle.rulebooks import VERSION
from hoyle.table import base, disputes, seats
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.dice import commands, seat_handlers, throw_handlers, wager_handlers
from hoyle.table.dice.events import TableOpened
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.dispute_handlers import HANDLERS as DISPUTE_HANDLERS
from hoyle.table.seat_handlers import HANDLERS as SEAT_HANDLERS


def open_table(table: DiceTableBase, command: commands.OpenTable, by: str) -> None:
    """Open the table: the first command of its log."""
    if table.state.posted_sign is not None:
        raise IllegalError("the table is open already")
    sign = sign_class(command.game).read(command.sign)
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=sign.rulebook.opened))


HANDLERS: Final[dict[type, base.Handler]] = {
    commands.OpenTable: open_table,
    **SEAT_HANDLERS,
    **DISPUTE_HANDLERS,
    seats.Sit: seat_handlers.sit,
    seats.Leave: seat_handlers.leave,
    seats.SitOut: seat_handlers.sit_out,
    seats.SitIn: seat_handlers.sit_in,
    seats.CancelDeferred: seat_handlers.cancel_request,
    disputes.RefusePlay: seat_handlers.refuse_play,
    disputes.ReturnWagers: wager_handlers.return_wagers,
    commands.Bet: wager_handlers.bet,
    commands.ConfirmBet: wager_handlers.confirm_bet,
    commands.TakeDown: wager_handlers.take_down,
    commands.Reduce: wager_handlers.reduce,
    commands.Increase: wager_handlers.increase,
    commands.CallOn: wager_handlers.call_on,
    commands.ConfirmOn: wager_handlers.confirm_on,
    commands.CallOff: wager_handlers.call_off,
    commands.Offer: throw_handlers.offer,
    commands.Accept: throw_handlers.accept,
    commands.Decline: throw_handlers.decline,
    commands.AskForShaker: throw_handlers.ask,
    commands.PassDice: throw_handlers.pass_on,
    commands.OrderPass: throw_handlers.order_pass,
    commands.DeclineLine: throw_handlers.decline_line,
    commands.NoLineBet: throw_handlers.no_line_bet,
    commands.ReleaseDice: throw_handlers.release,
    commands.Throw: throw_handlers.throw,
    commands.CallThrow: throw_handlers.call_throw,
    commands.DisputeThrow: throw_handlers.dispute_throw,
    commands.SettleThrow: throw_handlers.settle_throw,
    commands.RuleThrow: throw_handlers.rule_throw,
    commands.ReportThrow: throw_handlers.throw_seen,
    commands.NoRoll: throw_handlers.no_roll,
    commands.DealerShakes: throw_handlers.dealer_shakes,
    commands.HolderShakes: throw_handlers.holder_shakes,
    commands.Uncover: throw_handlers.uncover,
    ActionTimeout: throw_handlers.time_out,
    commands.HouseRuling: throw_handlers.house_ruling,
}
