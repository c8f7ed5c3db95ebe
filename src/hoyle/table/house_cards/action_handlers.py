"""Handlers of player actions at a house card table: play, fold, stand, timeout, settlement."""

from __future__ import annotations

from hoyle.core.errors import InvalidError, illegal
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import DECIDING, SETTLING
from hoyle.table.action_timeout import CLAUSE as HOUSE_CLOCK
from hoyle.table.action_timeout import ActionTimedOut, ActionTimeout, no_decision_error
from hoyle.table.house_cards import wager_handlers
from hoyle.table.house_cards.commands import Fold, HoldSettlement, Play, SettleNext, Stand, TurnUp
from hoyle.table.house_cards.decks import stub_count
from hoyle.table.house_cards.events import SettlementHeld
from hoyle.table.house_cards.table_base import HouseCardTableBase


def play(table: HouseCardTableBase, command: Play, by: str) -> None:
    round_, spot = _round_and_spot(table, command.seat, command.spot)
    if not command.chips:
        raise InvalidError("chips 0: a wager has one chip or more")
    stack = table.state.stack(command.seat)
    if command.chips > stack:
        raise InvalidError(f"not enough chips for {command.chips}: you have {stack}")
    round_.play(spot, command.chips)
    table.collect_round_events()


def fold(table: HouseCardTableBase, command: Fold, by: str) -> None:
    round_, spot = _round_and_spot(table, command.seat, command.spot)
    round_.fold(spot)
    table.collect_round_events()


def stand(table: HouseCardTableBase, command: Stand, by: str) -> None:
    round_, spot = _round_and_spot(table, command.seat, command.spot)
    round_.stand(spot)
    table.collect_round_events()


def action_timeout(table: HouseCardTableBase, command: ActionTimeout, by: str) -> None:
    """Act for a player whose time is over: stand with a side wager alone, else fold (clarification 46).

    Before the deal, wagers that may not stand together and hold up the close go back.
    """
    invalid = wager_handlers.first_invalid_position(table.playing_round())
    if invalid is not None:
        if invalid.paying_seat != command.seat:
            raise no_decision_error(command.seat)
        table.emit(ActionTimedOut(seat=command.seat, player=invalid.owner, clause=HOUSE_CLOCK))
        wager_handlers.withdraw_invalid_wagers(table, invalid)
        wager_handlers.finish_withdrawal(table)
        return
    round_, spot = _round_and_spot(table, command.seat, 0)
    if round_.turn != spot:
        raise no_decision_error(command.seat)
    position = round_.state.places[spot]
    table.emit(ActionTimedOut(seat=command.seat, player=position.owner, clause=HOUSE_CLOCK))
    if ANTE in position.wagers:
        round_.fold(spot)
    else:
        round_.stand(spot)
    table.collect_round_events()


def hold_settlement(table: HouseCardTableBase, command: HoldSettlement, by: str) -> None:
    table.playing_round()
    if table.state.held:
        raise illegal("house floor-called", "settlement is held already")
    table.emit(SettlementHeld(clause="house floor-called"))


def turn_up(table: HouseCardTableBase, command: TurnUp, by: str) -> None:
    round_ = _settling_round(table, "no hand is to be turned up")
    if seat := round_.state.turned_up():
        clause = table.page.play.turn_up
        raise illegal(clause, f"the hand of seat {seat} lies face up: settle it first", legal="settle-next")
    round_.turn_up()
    table.collect_round_events()


def settle_next(table: HouseCardTableBase, command: SettleNext, by: str) -> None:
    round_ = _settling_round(table, "nothing is to be settled")
    round_.settle_next()
    table.collect_round_events()


def _settling_round(table: HouseCardTableBase, refusal: str) -> HouseCardRound:
    """Return the round if its hands are being settled one by one."""
    round_ = table.playing_round()
    if round_.state.phase != SETTLING:
        raise illegal("house floor-called", f"{refusal}: the round is {round_.phase}")
    return round_


def _round_and_spot(table: HouseCardTableBase, seat: int, spot: int) -> tuple[HouseCardRound, int]:
    """Return the round and the position a player means: with two positions, the one whose turn it is."""
    round_ = table.playing_round()
    table.state.player(seat)
    turn = round_.turn
    if not spot:
        spot = turn if turn and wager_handlers.position_held_by(round_, seat, turn) is not None else seat
    if round_.state.phase != DECIDING:
        clause = table.page.wagers.later_time
        raise illegal(clause, f"seat {seat} cannot decide: the round is {round_.phase}")
    if wager_handlers.position_held_by(round_, seat, spot) is None:
        clause = table.page.wagers.one_wager
        raise illegal(clause, f"seat {seat} has no wager at place {spot} in this round")
    if stub_count.is_waiting_for_count(table):
        clause = table.deal_page.count.clause
        raise illegal(clause, "count the stub first", legal="count-stub")
    return round_, spot
