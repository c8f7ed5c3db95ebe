"""Random sessions at a dice table: people come, go, bet, throw and blunder, from one seed."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.table import disputes, seats
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice import commands
from hoyle.table.dice.table import DiceTable
from hoyle.table.pending_decisions import Choice, PendingDecision

PEOPLE: Final = ("ann", "bob", "cyd", "dan", "eve")
STAFF: Final = ("dealer", "boxperson", "stickperson", "floor")
KINDS: Final = (
    *("pass", "dont_pass", "come", "dont_come", "pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"),
    *("place", "buy", "lay", "place_to_lose", "hard", "field", "any_seven", "horn", "horn_high", "hop", "world"),
    *("world", "any_7", "over_7", "under_7", "number", "ce", "fire", "twins"),
)
AMOUNTS: Final = (0, 1, 2, 4, 5, 6, 10, 12, 20, 24, 30, 40, 60, 120, 500, 10**6)


def craps_table(**options: Any) -> DiceTable:
    return DiceTable.open(CrapsSign(**{"odds_multiple": 2, "seats": 5, **options}))


def mini_table(**options: Any) -> DiceTable:
    return DiceTable.open(MiniDiceSign(**{"seats": 4, **options}))


def seated(table: DiceTable, *people: str, chips: int = 500) -> DiceTable:
    """Seat people in the first seats of a table and return it."""
    for seat, name in enumerate(people, 1):
        table.sit(seat, chips, name)
    return table


def some_command(table: DiceTable, choices: Random) -> tuple[Command, str]:
    """Make up a random command, legal or not, in or out of turn."""
    seat = choices.randint(0, 5)
    who = table.state.players[seat].name if seat in table.state.players else choices.choice(PEOPLE)
    by = who if choices.random() < 0.7 else choices.choice((*PEOPLE, *STAFF))
    live = [wager.id for wager in table.state.play.wagers.values()] or ["w0"]
    wager = choices.choice(live)
    dice = {"one": choices.randint(1, 6), "other": choices.randint(1, 6)}
    amount = choices.choice(AMOUNTS)
    bet: Any = {
        "seat": seat,
        "kind": choices.choice(KINDS),
        "amount": amount,
        "number": choices.choice((0, 0, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)),
        "on": choices.choice(("", wager)),
    }
    own = choices.choice((seats.Leave, seats.SitOut, seats.SitIn))
    return choices.choice([
        lambda: (commands.Bet(**bet), by),
        lambda: (commands.Bet(**{**bet, "faces": "5-4"}), by),
        lambda: (commands.ConfirmBet(**bet, tender=choices.choice(("chips", "cash", "watch"))), by),
        lambda: (
            commands.ConfirmBet(**bet, tender="cash", cash=choices.choice((0, amount, 100))),
            choices.choice((by, "boxperson")),
        ),
        lambda: (commands.TakeDown(seat=seat, wager=wager), by),
        lambda: (commands.Reduce(seat=seat, wager=wager, to=amount), by),
        lambda: (commands.Increase(seat=seat, wager=wager, to=amount), by),
        lambda: (commands.CallOn(seat=seat, wager=wager), by),
        lambda: (commands.ConfirmOn(wager=wager), choices.choice(("boxperson", *STAFF))),
        lambda: (commands.CallOff(seat=seat, wager=wager), by),
        lambda: (commands.Offer(), DEALER),
        lambda: (commands.Accept(seat=seat), by),
        lambda: (commands.Decline(seat=seat), by),
        lambda: (commands.AskForShaker(seat=seat), by),
        lambda: (commands.PassDice(seat=seat), by),
        lambda: (commands.OrderPass(why="delay"), choices.choice(STAFF)),
        lambda: (commands.DeclineLine(seat=seat), by),
        lambda: (commands.NoLineBet(), DEALER),
        lambda: (commands.ReleaseDice(seat=seat), by),
        lambda: (commands.Throw(**dice), choices.choice(STAFF)),
        lambda: (commands.CallThrow(**dice), choices.choice(STAFF)),
        lambda: (commands.DisputeThrow(seat=choices.choice((0, seat))), choices.choice(STAFF)),
        lambda: (commands.SettleThrow(), choices.choice(STAFF)),
        lambda: (commands.RuleThrow(**dice), choices.choice(("boxperson", *STAFF))),
        lambda: (commands.NoRoll(reason="disputed"), "boxperson"),
        lambda: (
            commands.ReportThrow(dice=(commands.DieSeen(top=3), commands.DieSeen(resting=(2, 3)))),
            choices.choice(STAFF),
        ),
        lambda: (
            commands.NoRoll(reason=choices.choice(("off-table", "missed-end", "not-flat", "fell-out"))),
            choices.choice(STAFF),
        ),
        lambda: (commands.DealerShakes(times=choices.randint(2, 4)), DEALER),
        lambda: (commands.HolderShakes(seat=seat, times=choices.randint(2, 4)), by),
        lambda: (commands.Uncover(**dice), DEALER),
        lambda: (seats.Sit(seat=seat, chips=choices.choice((0, 50, 500)), player=who), by),
        lambda: (seats.TopUp(seat=seat, chips=amount), by),
        lambda: (own(seat=seat), by),
        lambda: (seats.CancelDeferred(seat=seat, what=choices.choice(("leave", "sit out"))), by),
        lambda: (disputes.OpenDispute(about="a late bet"), by),
        lambda: (disputes.RefusePlay(player=who, why="abuse", house="out"), "floor"),
        lambda: (disputes.SetTime(minute=choices.randint(0, 100)), DEALER),
        lambda: (disputes.ReturnWagers(why="the shaker broke"), "floor"),
    ])()  # fmt: skip


def offered(table: DiceTable) -> list[tuple[PendingDecision, Choice]]:
    """List every choice offered now."""
    return [(wait, choice) for wait in table.pending() for choice in wait.choices]


def command_of(table: DiceTable, choice: Choice, **amounts: int) -> Command:
    """Build the command of a choice, with these amounts or the least ones."""
    data = {"do": choice.do, **choice.fixed}
    data.update({bound.field: amounts.get(bound.field, bound.min) for bound in choice.bounds})
    return command_from_dict(table.COMMANDS, data)


ONWARD: Final = (*("throw", "settle-throw", "uncover", "holder-shakes", "dealer-shakes", "accept", "offer"),)


def lawful_command(table: DiceTable, choices: Random) -> tuple[Command, str]:
    """Pick a command that is offered, so that a session makes progress."""
    found = offered(table)
    onward = [each for each in found if each[1].do in ONWARD]
    if onward and choices.random() < 0.4:
        found = onward
    if not found:
        return disputes.SetTime(minute=0), DEALER
    wait, choice = choices.choice(found)
    amounts = {bound.field: min(bound.min + bound.step * choices.randint(0, 5), bound.max) for bound in choice.bounds}
    if choice.do == "sit":
        name = choices.choice([name for name in PEOPLE if not table.state.seat_of(name)])
        return seats.Sit(seat=choice.fixed["seat"], chips=500, player=name), name
    return command_of(table, choice, **amounts), wait.person or DEALER
