"""Pending decisions of a dice table: players, wagers, a shooter, a throw, a shake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table.dice.pending import wager_choices
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.pending_decisions import (
    OPEN_TABLE_DECISION,
    Bounds,
    Choice,
    PendingCache,
    PendingDecision,
    single_choice,
)
from hoyle.table.roster import LEAVE
from hoyle.table.seat_choices import more_players_decisions

MAX_CACHED_STATES: Final = 64
"""States whose decisions a table caches."""
FACES: Final = (Bounds(field="one", min=1, max=6), Bounds(field="other", min=1, max=6))


def build_pending(table: DiceTableBase, cache: dict[int, wager_choices.CachedSeatChoices]) -> PendingCache:
    """Compute the pending decisions, the ones that hold up the game first."""
    if not table.is_open:
        return PendingCache([OPEN_TABLE_DECISION], iter(()))
    return PendingCache(table.crew_and_shooter_decisions(), wager_choices.wager_decisions(table, cache))


def more_players(table: DiceTableBase) -> list[PendingDecision]:
    """Build the decisions of newcomers and players who sit out, while too few take part."""
    state = table.state
    seated = [
        (seat, player.name, player.sitting_out, state.find_deferred_request(player.name, LEAVE) is not None)
        for seat, player in state.players.items()
    ]
    state_key = ("players", *seated, *state.waiting, "passed", *state.passed_over, "barred", *state.barred)
    return cached_decisions(table, state_key, lambda: more_players_decisions(state, table.seat_rules()))


def cached_decisions(
    table: DiceTableBase, state_key: tuple[object, ...], compute: Callable[[], list[PendingDecision]]
) -> list[PendingDecision]:
    """Return the decisions of a state from the cache; `state_key` has everything that they depend on."""
    decisions = table.decision_cache.get(state_key)
    if decisions is None:
        if len(table.decision_cache) >= MAX_CACHED_STATES:
            table.decision_cache.clear()
        decisions = table.decision_cache[state_key] = compute()
    return decisions


# Dice or shaker, shared by both games


def pass_orders(table: DiceTableBase, orderer: Answer[str]) -> list[PendingDecision]:
    """Build the decisions to take dice or shaker from a player who holds up the game."""
    play = table.state.play
    if play.shooter not in play.seats or play.shaken > 1:
        return []
    label = f"take it from {play.shooter}"
    return [single_choice("order", "order-pass", label, orderer.clause, person=orderer.value, optional=True)]


def offered_decision(table: DiceTableBase, clause: str) -> PendingDecision:
    """Build the decision of the player who is offered dice or shaker."""
    play = table.state.play
    player = play.offering[0]
    seat = play.seats[player]
    answers = ("accept", "decline") if table.game.may_take(player) else ("decline",)
    choices = tuple(Choice(do=do, fixed={"seat": seat}, clause=clause, label=do) for do in answers)
    return PendingDecision(kind="shooter", seat=seat, person=player, choices=choices, clause=clause)
