"""Seat handlers of a dice table: opening it, sitting down and leaving while wagers stand on the layout.

Chips may be brought at any time. A player who leaves passes dice or shaker first and takes down what the book
lets them; a locked wager stays, and leaving is then deferred until it is decided. If nobody else could throw
for it, they keep the dice until then. A player who comes while the dice are offered round is asked too.
"""

from __future__ import annotations

from hoyle.core.errors import IllegalError, illegal
from hoyle.games.dice.game_state import LIVE
from hoyle.games.dice.wagers import legal_wagers
from hoyle.rulebooks import VERSION
from hoyle.table import dispute_handlers, disputes, seat_handlers, seats
from hoyle.table.dice import commands
from hoyle.table.dice.events import TableOpened
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.roster import LEAVE, SIT_OUT


def open_table(table: DiceTableBase, command: commands.OpenTable, by: str) -> None:
    """Open the table: the first command of its log."""
    if table.state.posted_sign is not None:
        raise IllegalError("the table is open already")
    sign = sign_class(command.game).read(command.sign)
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=sign.rulebook.opened))


def sit(table: DiceTableBase, command: seats.Sit, by: str) -> None:
    """Seat a player at a dice table; an offer under way includes them."""
    seat_handlers.sit(table, command, by)
    _join(table, command.seat)


def sit_in(table: DiceTableBase, command: seats.SitIn, by: str) -> None:
    """Let a player who sat out at a dice table take part again."""
    seat_handlers.sit_in(table, command, by)
    _join(table, command.seat)


def cancel_deferred(table: DiceTableBase, command: seats.CancelDeferred, by: str) -> None:
    """Cancel a request to leave or sit out at a dice table."""
    seat_handlers.cancel_deferred(table, command, by)
    _join(table, command.seat)


def _join(table: DiceTableBase, seat: int) -> None:
    """Let a player take part from now on, in an offer that is under way too."""
    name = table.roster.player(seat).name
    if name in table.state.play.players:
        table.game.join(name)
        table.collect_round_events()


def leave(table: DiceTableBase, command: seats.Leave, by: str) -> None:
    """Let a player leave a dice table, now or when their wagers are decided."""
    player = table.roster.player(command.seat)
    clause = table.seat_rules().leaving_clause
    if table.roster.find_deferred_request(player.name, LEAVE) is not None:
        raise illegal(clause, f"seat {command.seat} leaves already, when its wagers are decided")
    if not leave_if_possible(table, command.seat):
        seat_handlers.defer(table, command.seat, LEAVE, clause)


def sit_out(table: DiceTableBase, command: seats.SitOut, by: str) -> None:
    """Let a player sit out at a dice table, after giving up the dice."""
    player = table.roster.player(command.seat)
    if player.sitting_out or table.roster.find_deferred_request(player.name, SIT_OUT) is not None:
        raise IllegalError(f"seat {command.seat} sits out already")
    if give_up_dice(table, player.name):
        table.emit(seats.SatOut(seat=command.seat, sitting_out=True, clause="house seats"))
    else:
        seat_handlers.defer(table, command.seat, SIT_OUT, "house seats")


def refuse_play(table: DiceTableBase, command: disputes.RefusePlay, by: str) -> None:
    """Refuse a person play; they leave as any player does."""
    dispute_handlers.refuse_play(table, command, by)
    carry_out_deferred(table)


def leave_if_possible(table: DiceTableBase, seat: int) -> bool:
    """Let a player leave; false if a throw is under way or a wager of theirs is locked.

    While a throw is disputed no player leaves with its winnings.
    """
    name = table.roster.player(seat).name
    game, play = table.game, table.state.play
    if play.disputed:
        return False
    if _can_pass_on(table, name):
        if not give_up_dice(table, name):
            return False
    elif play.shooter == name and play.released:
        return False
    for wager in list(play.live):
        if wager.owner == name and wager.result == LIVE and legal_wagers.may_come_down(game, wager):
            game.remove(wager.id)
            table.collect_round_events()
    if any(wager.owner == name for wager in play.live):
        return False
    give_up_dice(table, name)
    if table.roster.find_deferred_request(name, LEAVE) is not None:
        seat_handlers.close_request(table, seat, LEAVE, kept=True)
    seat_handlers.remove_player(table, seat)
    return True


def _can_pass_on(table: DiceTableBase, name: str) -> bool:
    """Whether dice or shaker could go to another player, so that this one need not keep them."""
    roster = table.roster
    return table.sign.DEALER_HOLDS or any(
        player != name and roster.find_deferred_request(player, LEAVE) is None for player in table.state.play.players
    )


def give_up_dice(table: DiceTableBase, name: str) -> bool:
    """Pass on dice or shaker if this player holds them; false in the middle of a throw or shake."""
    play = table.state.play
    if play.shooter != name:
        return True
    if play.released or play.disputed:
        return False
    table.game.pass_on()
    table.collect_round_events()
    return True


def carry_out_deferred(table: DiceTableBase) -> None:
    """Carry out deferred requests to leave or sit out, after every roll and every change of hands."""
    for request in list(table.roster.deferred_requests):
        seat = table.roster.seat_of(request.player)
        if not seat:
            continue  # they have left by another request
        if request.what == LEAVE:
            leave_if_possible(table, seat)
        elif request.what == SIT_OUT and give_up_dice(table, request.player):
            seat_handlers.close_request(table, seat, SIT_OUT, kept=True)
            table.emit(seats.SatOut(seat=seat, sitting_out=True, clause="house seats"))
