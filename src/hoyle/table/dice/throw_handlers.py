"""Throw handlers of a dice table: offer, accept, pass, throw, shake and uncover the dice."""

from __future__ import annotations

from typing import Final

from hoyle.core import validation
from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.games.dice.game_state import DEALER
from hoyle.games.dice.throw_rulings import Die
from hoyle.table import base
from hoyle.table.action_timeout import CLAUSE as HOUSE_CLOCK
from hoyle.table.action_timeout import ActionTimedOut, ActionTimeout, no_decision_error
from hoyle.table.dice import commands, seat_handlers
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.disputes import HouseRuled
from hoyle.table.roster import LEAVE

MAX_DICE: Final = 2
_TIMEOUT_COMMANDS: Final = ("decline", "release-dice", "decline-line", "pass-dice", "holder-shakes")
"""Commands given for a player whose time is over, the cheapest for them first."""
_TIMEOUT_COMMANDS_OF_THROWER: Final = ("accept", *_TIMEOUT_COMMANDS)
"""The same for a player who is asked because nobody else is left to throw for their wagers."""


def offer(table: DiceTableBase, command: commands.Offer, by: str) -> None:
    play = table.state.play
    _check_not_empty(table)
    if play.offering:
        raise IllegalError(f"{play.offering[0]} is being asked")
    table.game.offer()
    if not table.collect_events():
        holder = f"{play.shooter} holds it" if play.shooter else "nobody is there"
        raise IllegalError(f"there is nothing to offer: {holder}")


def accept(table: DiceTableBase, command: commands.Accept, by: str) -> None:
    table.game.answer(table.roster.player(command.seat).name, accept=True)
    _after_custody_change(table)


def decline(table: DiceTableBase, command: commands.Decline, by: str) -> None:
    table.game.answer(table.roster.player(command.seat).name, accept=False)
    _after_custody_change(table)


def ask_for_shaker(table: DiceTableBase, command: commands.AskForShaker, by: str) -> None:
    player = table.roster.player(command.seat)
    if player.name not in table.state.play.players:
        raise illegal("house seats", f"seat {command.seat} takes no part now")
    table.game_for(command).ask(player.name)
    _after_custody_change(table)


def pass_dice(table: DiceTableBase, command: commands.PassDice, by: str) -> None:
    _check_holder(table, command.seat)
    table.game.pass_on()
    _after_custody_change(table)


def order_pass(table: DiceTableBase, command: commands.OrderPass, by: str) -> None:
    game = table.game
    game.pass_on(ordered=True)
    table.collect_round_events()
    if command.why:
        table.record("pass ordered", command.why, by, game.orderer().clause)
    seat_handlers.carry_out_deferred(table)


def decline_line(table: DiceTableBase, command: commands.DeclineLine, by: str) -> None:
    game = table.game_for(command)
    _check_holder(table, command.seat)
    game.decline_line()
    _after_custody_change(table)


def no_line_bet(table: DiceTableBase, command: commands.NoLineBet, by: str) -> None:
    table.game_for(command).no_line_bet()
    table.collect_round_events()


def release_dice(table: DiceTableBase, command: commands.ReleaseDice, by: str) -> None:
    game = table.game_for(command)
    _check_holder(table, command.seat)
    game.release()
    table.collect_round_events()


def throw(table: DiceTableBase, command: commands.Throw, by: str) -> None:
    table.game_for(command).throw(command.one, command.other)
    _after_roll(table)


def call_throw(table: DiceTableBase, command: commands.CallThrow, by: str) -> None:
    table.game_for(command).call(command.one, command.other)
    table.collect_round_events()


def dispute_throw(table: DiceTableBase, command: commands.DisputeThrow, by: str) -> None:
    """Dispute a throw, for a player in their own name or for one that the crew names."""
    game = table.game_for(command)
    player = table.roster.player(command.seat).name if command.seat else ""
    if table.is_person(by):
        if not table.roster.seat_of(by):
            raise illegal("house seats", f"{by} has no seat at this table", legal="sit")
        if player not in ("", by):
            raise IllegalError(f"{by} cannot dispute a throw for {player}")
        player = by
    game.dispute(player)
    table.collect_round_events()


def settle_throw(table: DiceTableBase, command: commands.SettleThrow, by: str) -> None:
    table.game_for(command).settle()
    _after_roll(table)


def rule_throw(table: DiceTableBase, command: commands.RuleThrow, by: str) -> None:
    table.game_for(command).throw_ruled(command.one, command.other, by=by)
    _after_roll(table)


def report_throw(table: DiceTableBase, command: commands.ReportThrow, by: str) -> None:
    """Call a throw from the dice as the crew sees them, which may lean on something."""
    dice: list[Die] = []
    for die in command.dice[: MAX_DICE + 1]:
        faces = validation.check_ints(die.resting, "resting", 1)
        dice.append(Die(top=validation.check_int(die.top, "top", 0, 6), resting=faces))
    table.game_for(command).throw_raw(dice)
    _after_roll(table)


def no_roll(table: DiceTableBase, command: commands.NoRoll, by: str) -> None:
    table.game.no_roll(command.reason, by="" if by == base.DEALER else by, at_rest=command.at_rest)
    _after_roll(table)


def dealer_shakes(table: DiceTableBase, command: commands.DealerShakes, by: str) -> None:
    game = table.game_for(command)
    _check_not_empty(table)
    game.dealer_shakes(command.times)
    table.collect_round_events()


def holder_shakes(table: DiceTableBase, command: commands.HolderShakes, by: str) -> None:
    game = table.game_for(command)
    if command.seat or game.state.shooter != DEALER:
        _check_holder(table, command.seat)
    game.holder_shakes(command.times)
    table.collect_round_events()


def uncover(table: DiceTableBase, command: commands.Uncover, by: str) -> None:
    table.game_for(command).uncover(command.one, command.other)
    _after_roll(table)


def action_timeout(table: DiceTableBase, command: ActionTimeout, by: str) -> None:
    """Act for the player who holds up the game: they take nothing that others may take, and bet nothing."""
    seat = command.seat
    player = table.roster.player(seat)
    decisions = [
        decision for decision in table.crew_and_shooter_decisions() if decision.seat == seat and not decision.optional
    ]
    if not decisions:
        raise no_decision_error(seat)
    preference = _TIMEOUT_COMMANDS_OF_THROWER if _must_throw(table, player.name) else _TIMEOUT_COMMANDS
    choices = {choice.do: choice for choice in decisions[0].choices}
    choice = next(choices[do] for do in preference if do in choices)
    table.emit(ActionTimedOut(seat=seat, player=player.name, clause=HOUSE_CLOCK))
    forced = table.command_of(choice)
    table.HANDLERS[type(forced)](table, forced, by)


def _must_throw(table: DiceTableBase, name: str) -> bool:
    """Whether a leaving player must throw for the last wagers: not before a come-out, for they cannot bet the
    line, where the old shooter may throw for them."""
    play = table.state.play
    if table.roster.find_deferred_request(name, LEAVE) is None:
        return False
    return bool(play.point) or play.settle_only or play.last_shooter not in play.players


def house_ruling(table: DiceTableBase, command: commands.HouseRuling, by: str) -> None:
    for field in ("about", "decision"):
        if not getattr(command, field).strip():
            raise InvalidError(f"{field} '': a ruling needs words")
    table.emit(HouseRuled(what=command.about, decision=command.decision, by=by, clause="house ruling"))


def _check_not_empty(table: DiceTableBase) -> None:
    if not table.roster.players:
        raise illegal("house seats", "nobody is at the table", legal="sit")


def _check_holder(table: DiceTableBase, seat: int) -> None:
    player = table.roster.player(seat)
    holder = table.state.play.shooter
    if holder != player.name:
        raise IllegalError(f"{player.name} does not hold it: {holder or 'nobody'} does")


def _after_custody_change(table: DiceTableBase) -> None:
    """Collect the events of a change of hands, and let players leave who waited for it."""
    table.collect_round_events()
    seat_handlers.carry_out_deferred(table)


def _after_roll(table: DiceTableBase) -> None:
    """Collect the events of a roll, and let players leave whose wagers it decided."""
    table.collect_round_events()
    if table.roster.deferred_requests:
        seat_handlers.carry_out_deferred(table)
