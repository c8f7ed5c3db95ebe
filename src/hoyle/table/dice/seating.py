"""Coming and going while wagers stand on the layout.

Chips may be brought at any time. Who leaves passes dice or shaker first and takes down what the book lets
him; what is locked stays, and leaving is then a promise, kept when it is decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.dice import offers
from hoyle.dice.state import LIVE
from hoyle.errors import IllegalError, InvalidError
from hoyle.table import desk, seats
from hoyle.table.company import LEAVE, SIT_OUT

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def top_up(table: DiceTable, command: seats.TopUp, by: str) -> None:
    table.company.player(command.seat)
    table.check_money(command.chips, command.currency)
    if command.chips < 1:
        raise InvalidError(f"chips {command.chips}: adding nothing adds nothing")
    clause = table.seat_rules().adding_clause
    table.emit(seats.ToppedUp(seat=command.seat, chips=command.chips, clause=clause))


def leave(table: DiceTable, command: seats.Leave, by: str) -> None:
    player = table.company.player(command.seat)
    clause = table.seat_rules().leaving_clause
    if table.company.promised(player.name, LEAVE) is not None:
        raise IllegalError(
            f"seat {command.seat} leaves already, when its wagers are decided ({clause})", clause=clause
        )
    if not depart(table, command.seat):
        table.emit(seats.Promised(seat=command.seat, player=player.name, what=LEAVE, clause=clause))


def sit_out(table: DiceTable, command: seats.SitOut, by: str) -> None:
    player = table.company.player(command.seat)
    if player.away or table.company.promised(player.name, SIT_OUT) is not None:
        raise IllegalError(f"seat {command.seat} sits out already")
    if hand_on(table, player.name):
        table.emit(seats.SatOut(seat=command.seat, away=True, clause="house seats"))
    else:
        table.emit(seats.Promised(seat=command.seat, player=player.name, what=SIT_OUT, clause="house seats"))


def refuse_play(table: DiceTable, command: desk.RefusePlay, by: str) -> None:
    """Who is refused play leaves as anybody does."""
    desk.refuse_play(table, command, by)
    keep_promises(table)


def depart(table: DiceTable, seat: int) -> bool:
    """Let somebody go, as far as he can; false if a throw is under way or a wager of his is locked."""
    name = table.company.player(seat).name
    if not hand_on(table, name):
        return False
    game, play = table.game, table.state.play
    for wager in list(play.live):
        if wager.owner == name and wager.result == LIVE and offers.may_come_down(game, wager):
            game.remove(wager.id)
            table.take_over()
    if any(wager.owner == name for wager in play.live):
        return False
    if table.company.promised(name, LEAVE) is not None:
        table.emit(seats.PromiseGone(seat=seat, player=name, what=LEAVE, kept=True, clause="house seats"))
    seats.let_go(table, seat)
    return True


def hand_on(table: DiceTable, name: str) -> bool:
    """Somebody gives up dice or shaker if he holds them; false in the middle of a throw or shake."""
    play = table.state.play
    if play.shooter != name:
        return True
    if play.released:
        return False
    table.game.pass_on()
    table.take_over()
    return True


def keep_promises(table: DiceTable) -> None:
    """After every roll and every change of hands: who wanted to leave or sit out does, if he can."""
    for promise in list(table.company.promises):
        seat = table.company.seat_of(promise.player)
        if promise.what == LEAVE:
            depart(table, seat)
        elif promise.what == SIT_OUT and hand_on(table, promise.player):
            table.emit(
                seats.PromiseGone(
                    seat=seat, player=promise.player, what=SIT_OUT, kept=True, clause="house seats"
                )
            )
            table.emit(seats.SatOut(seat=seat, away=True, clause="house seats"))
