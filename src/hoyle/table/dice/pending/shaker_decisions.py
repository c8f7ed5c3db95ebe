"""Pending decisions around the shaker: a holder, the shakes, the cover lifted."""

from __future__ import annotations

from typing import Final

from hoyle.games.dice.game_state import DEALER
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.shaker_custody import offer_candidates
from hoyle.rulebooks.book_types.dice import ShakerCitations
from hoyle.table.dice.pending.decisions import FACES, cached_decisions, offered_decision, pass_orders
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision, single_choice

MAX_SHAKES: Final = 10_000


def build_decisions(table: DiceTableBase, game: MiniDice) -> list[PendingDecision]:
    """Build the decisions of the dealer, of the holder of the shaker, and of those who may have it."""
    play = table.state.play
    offered_to = play.offering[0] if play.offering else ""
    custody = (play.shooter, offered_to, play.must_pass, play.shaken, bool(play.live))
    players = [(player, play.seats[player]) for player in play.players]
    if play.shooter in play.seats:
        players.append((play.shooter, play.seats[play.shooter]))
    state_key = (*custody, bool(offer_candidates(play)), *players)
    return cached_decisions(table, state_key, lambda: _compute_decisions(table, game))


def _compute_decisions(table: DiceTableBase, game: MiniDice) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shaker
    decisions = [*_offer_decisions(table, cites), *pass_orders(table, cites.ordered)]
    if play.must_pass:
        return [_pass_decision(table, cites.seven, optional=False), *decisions]
    if play.shaken == 0:
        decisions.append(_dealer_shake_decision(table, cites))
        if play.shooter and play.shooter != DEALER:
            decisions.append(_pass_decision(table, cites.kept, optional=True))
        return decisions
    no_rolls = _no_rolls(game)
    if play.shaken > 1:
        uncover = Choice(do="uncover", bounds=FACES, clause=game.book.rolled, label="uncover")
        choices = (uncover, *no_rolls)
        clause = game.book.rolled
        return [*decisions, PendingDecision(kind="uncover", person=DEALER, choices=choices, clause=clause)]
    if play.shooter and not (play.shooter == DEALER and offer_candidates(play)):
        decisions.append(_holder_shake_decision(table, cites))
    clause = no_rolls[0].clause
    return [*decisions, PendingDecision(kind="no-roll", person=DEALER, choices=no_rolls, clause=clause, optional=True)]


def _offer_decisions(table: DiceTableBase, cites: ShakerCitations) -> list[PendingDecision]:
    play = table.state.play
    decisions: list[PendingDecision] = []
    if play.offering:
        decisions.append(offered_decision(table, cites.offer))
    elif play.shaken < 2 and (not play.shooter or (play.shooter == DEALER and offer_candidates(play))):
        clause = cites.offered_again if play.shooter else cites.offer
        optional = bool(play.shooter) and play.shaken == 0
        decisions.append(single_choice("shooter", "offer", "offer the shaker", clause, optional=optional))
    if play.shooter == DEALER and play.shaken < 2:
        decisions += _ask_decisions(table, cites.offered_again)
    return decisions


def _dealer_shake_decision(table: DiceTableBase, cites: ShakerCitations) -> PendingDecision:
    clause, bounds = cites.dealer.clause, (_times_bounds(cites.dealer.value),)
    # Without a wager on the layout a shake decides nothing, so it is optional.
    optional = not table.state.play.live
    return single_choice("shake", "dealer-shakes", "shake", clause, optional=optional, bounds=bounds)


def _holder_shake_decision(table: DiceTableBase, cites: ShakerCitations) -> PendingDecision:
    play = table.state.play
    min_shakes = cites.dealer_for_players if play.shooter == DEALER else cites.player
    seat = play.seats.get(play.shooter, 0)
    fields, bounds = {"seat": seat}, (_times_bounds(min_shakes.value),)
    return single_choice(
        "shake",
        "holder-shakes",
        "shake",
        min_shakes.clause,
        person=play.shooter,
        seat=seat,
        fixed=fields,
        bounds=bounds,
    )


def _no_rolls(game: MiniDice) -> tuple[Choice, ...]:
    return tuple(
        Choice(do="no-roll", fixed={"reason": reason}, clause=rule.clause, label=f"no roll: {reason}")
        for reason, rule in game.book.no_rolls.items()
        if game.state.shaken > 1 or not rule.called
    )


def _times_bounds(minimum: int) -> Bounds:
    return Bounds(field="times", min=minimum, max=MAX_SHAKES)


def _pass_decision(table: DiceTableBase, clause: str, *, optional: bool) -> PendingDecision:
    play = table.state.play
    seat, label = play.seats[play.shooter], "pass the shaker"
    return single_choice(
        "pass", "pass-dice", label, clause, person=play.shooter, seat=seat, optional=optional, fixed={"seat": seat}
    )


def _ask_decisions(table: DiceTableBase, clause: str) -> list[PendingDecision]:
    play, label = table.state.play, "ask for the shaker"
    return [
        single_choice(
            "ask", "ask-for-shaker", label, clause, person=player, seat=seat, optional=True, fixed={"seat": seat}
        )
        for player in play.players
        for seat in [play.seats[player]]
    ]
