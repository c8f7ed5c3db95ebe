"""Pending decisions of a dice table: players, wagers, a shooter, a throw, a shake."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table.dice.pending import wager_choices
from hoyle.table.pending_decisions import OPEN_TABLE_DECISION, Choice, PendingCache, PendingDecision
from hoyle.table.roster import LEAVE
from hoyle.table.seat_choices import decision_for_more_players

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable

MAX_KEPT: Final = 64
"""States whose decisions a table caches."""


def build_pending(table: DiceTable) -> PendingCache:
    """Compute the pending decisions, the ones that hold up the game first."""
    if not table.is_open:
        return PendingCache([OPEN_TABLE_DECISION], iter(()))
    return PendingCache(crew_and_shooter_decisions(table), wager_choices.waits(table))


def crew_and_shooter_decisions(table: DiceTable) -> list[PendingDecision]:
    """Decisions of crew, shooter and whoever is offered the dice, without betting."""
    game = table.game
    if not table.state.players or game.needs_players():
        return _players(table)
    return table.kind.waits(table, game)


def _players(table: DiceTable) -> list[PendingDecision]:
    state = table.state
    here = [
        (seat, player.name, player.sitting_out, state.find_deferred_request(player.name, LEAVE) is not None)
        for seat, player in state.players.items()
    ]
    now = ("players", *here, *state.waiting, "passed", *state.passed_over, "barred", *state.barred)
    return cached_decisions(table, now, lambda: decision_for_more_players(table))


def cached_decisions(
    table: DiceTable, now: tuple[object, ...], work_out: Callable[[], list[PendingDecision]]
) -> list[PendingDecision]:
    """Return the decisions of a state, cached; `now` has everything that they depend on."""
    found = table.pressing.get(now)
    if found is None:
        if len(table.pressing) >= MAX_KEPT:
            table.pressing.clear()
        found = table.pressing[now] = work_out()
    return found


# Dice or shaker, shared by both games


def order(table: DiceTable, orderer: Answer[str]) -> list[PendingDecision]:
    """Decision to take dice or shaker from a player who holds up the game."""
    play = table.state.play
    if play.shooter not in play.seats or play.shaken > 1:
        return []
    choice = Choice(do="order-pass", clause=orderer.clause, label=f"take it from {play.shooter}")
    return [
        PendingDecision(
            kind="order", person=orderer.value, choices=(choice,), clause=orderer.clause, optional=True
        )
    ]


def asked(table: DiceTable, clause: str) -> PendingDecision:
    play = table.state.play
    player = play.offering[0]
    seat = play.seats[player]
    answers = ("accept", "decline") if table.game.may_take(player) else ("decline",)
    choices = tuple(Choice(do=do, fixed={"seat": seat}, clause=clause, label=do) for do in answers)
    return PendingDecision(kind="shooter", seat=seat, person=player, choices=choices, clause=clause)
