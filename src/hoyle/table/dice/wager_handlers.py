"""Wager handlers of a dice table: bet, confirm, increase, reduce, take down, call on or off."""

from __future__ import annotations

import re
from typing import Final

from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.core.validation import abbreviate
from hoyle.games.dice import events
from hoyle.games.dice.game_state import RETURNED
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.rulebooks.book_types.dice import HOP, DiceBook
from hoyle.table.dice import seat_handlers
from hoyle.table.dice.commands import Bet, CallOff, CallOn, ConfirmBet, ConfirmOn, Increase, Reduce, TakeDown
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.dispute_handlers import record_stop
from hoyle.table.disputes import STOPPED, STOPPED_CLAUSE, ReturnWagers
from hoyle.table.roster import LEAVE, Player

_FACES: Final = re.compile(r"([1-6])-([1-6])")


def bet(table: DiceTableBase, command: Bet, by: str) -> None:
    player = _active_player(table, command.seat)
    game = table.game
    for field in ("faces", "on", "coupon"):
        if field not in game.WAGER_OPTIONS and (value := getattr(command, field)):
            raise InvalidError(f"{field} {value!r}: no wager of {table.game_id} has it")
    _check_fields(table.sign.rulebook, command)
    game.make_wager(
        player.name,
        command.kind,
        command.amount,
        number=command.number,
        on=command.on,
        combo=_two_faces(command.faces),
        coupon=command.coupon,
    )
    table.collect_round_events()


def confirm_bet(table: DiceTableBase, command: ConfirmBet, by: str) -> None:
    player = _active_player(table, command.seat)
    game = table.game_for(command)
    _check_fields(table.sign.rulebook, command)
    if command.cash and command.tender != "cash":
        raise InvalidError(f"cash {command.cash}: the wager is made in {abbreviate(command.tender)}")
    game.confirm(
        player.name,
        command.kind,
        command.amount,
        number=command.number,
        on=command.on,
        combo=_two_faces(command.faces),
        tender=command.tender,
        cash=command.cash,
        by=by,
    )
    table.collect_round_events()


def take_down(table: DiceTableBase, command: TakeDown, by: str) -> None:
    _check_owner(table, command.seat, command.wager)
    table.game.remove(command.wager)
    table.collect_round_events()


def reduce(table: DiceTableBase, command: Reduce, by: str) -> None:
    _check_owner(table, command.seat, command.wager)
    table.game.reduce(command.wager, command.to)
    table.collect_round_events()


def increase(table: DiceTableBase, command: Increase, by: str) -> None:
    _active_player(table, command.seat)
    _check_owner(table, command.seat, command.wager)
    table.game.increase(command.wager, command.to)
    table.collect_round_events()


def call_on(table: DiceTableBase, command: CallOn, by: str) -> None:
    _check_owner(table, command.seat, command.wager)
    table.game_for(command).call_on(command.wager)
    table.collect_round_events()


def confirm_on(table: DiceTableBase, command: ConfirmOn, by: str) -> None:
    table.game_for(command).confirm_on(command.wager, by=by)
    table.collect_round_events()


def call_off(table: DiceTableBase, command: CallOff, by: str) -> None:
    _check_owner(table, command.seat, command.wager)
    table.game_for(command).call_off(command.wager)
    table.collect_round_events()


def return_wagers(table: DiceTableBase, command: ReturnWagers, by: str) -> None:
    """Return every wager with what was charged on it; a throw under way does not count."""
    play = table.state.play
    if not play.live and not play.released:
        raise IllegalError("no wager lies on the layout")
    record_stop(table, command, "no roll, every wager returned", by)
    if play.released:
        table.emit(events.NoRoll(STOPPED, STOPPED_CLAUSE))
    for wager in list(play.live):
        table.emit(events.Decided(wager.id, wager.seat, RETURNED, wager.commission, 0, wager.amount, STOPPED_CLAUSE))
    if play.settle_only:
        table.emit(events.PlayResumed(STOPPED_CLAUSE))
    seat_handlers.carry_out_deferred(table)


def takes_part(table: DiceTableBase, player: Player) -> bool:
    """Whether a player may make wagers: they neither sit out nor are about to leave."""
    return not player.sitting_out and table.roster.find_deferred_request(player.name, LEAVE) is None


def _active_player(table: DiceTableBase, seat: int) -> Player:
    """Return the player in a seat; refuse one who sits out or is leaving."""
    player = table.roster.player(seat)
    if player.sitting_out:
        raise illegal("house seats", f"seat {seat} sits out and makes no wager", legal="sit in")
    if not takes_part(table, player):
        raise illegal("house seats", f"seat {seat} is leaving and makes no wager", legal="change mind")
    return player


def _check_owner(table: DiceTableBase, seat: int, id: str) -> None:
    player = table.roster.player(seat)
    wager = table.state.play.wagers.get(id)
    if wager is not None and wager.owner != player.name:
        raise IllegalError(f"{id} is {wager.owner}'s, not {player.name}'s")


def _check_fields(book: DiceBook, command: Bet | ConfirmBet) -> None:
    page = book.wagers.get(command.kind)
    if page is None:
        return
    if command.on and not page.supports:
        raise InvalidError(f"on {abbreviate(command.on)}: {wager_name(command.kind)} supports no other wager")
    if command.faces and page.family != HOP:
        raise InvalidError(f"faces {abbreviate(command.faces)}: {wager_name(command.kind)} is not made on two faces")
    if command.number and (page.supports or page.family == HOP):
        raise InvalidError(f"number {command.number}: no number is named for {wager_name(command.kind)}")


def _two_faces(text: str) -> tuple[int, int]:
    """Parse the two faces of a hop bet (``5-4``); zeros where none are named."""
    if not text:
        return (0, 0)
    match = _FACES.fullmatch(text)
    if match is None:
        raise InvalidError(f"faces {abbreviate(text)}: expected two faces, as '5-4'")
    return int(match[1]), int(match[2])
