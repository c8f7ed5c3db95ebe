"""Pending decisions around the shaker: a holder, the shakes, the cover lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hoyle.games.dice.game_state import DEALER
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.shaker_custody import offer_candidates
from hoyle.table.dice.pending.decisions import asked, cached_decisions, order
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable

MAX_SHAKES: Final = 10_000


def waits(table: DiceTable, game: MiniDice) -> list[PendingDecision]:
    """Decisions of the dealer, of the holder of the shaker, and of those who may have it."""
    play = table.state.play
    offered_to = play.offering[0] if play.offering else ""
    held = (play.shooter, offered_to, play.must_pass, play.shaken, bool(play.live))
    here = [(player, play.seats[player]) for player in play.players]
    if play.shooter in play.seats:
        here.append((play.shooter, play.seats[play.shooter]))
    now = (*held, bool(offer_candidates(play)), *here)
    return cached_decisions(table, now, lambda: _worked_out(table, game))


def _worked_out(table: DiceTable, game: MiniDice) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shaker
    found: list[PendingDecision] = []
    if play.offering:
        found.append(asked(table, cites.offer))
    elif play.shaken < 2 and (not play.shooter or (play.shooter == DEALER and offer_candidates(play))):
        clause = cites.offered_again if play.shooter else cites.offer
        choice = Choice(do="offer", clause=clause, label="offer the shaker")
        optional = bool(play.shooter) and play.shaken == 0
        found.append(
            PendingDecision(
                kind="shooter", person=DEALER, choices=(choice,), clause=clause, optional=optional
            )
        )
    if play.shooter == DEALER and play.shaken < 2:
        found += _may_ask(table, cites.offered_again)
    found += order(table, cites.ordered)
    if play.must_pass:
        return [_passing(table, cites.seven, optional=False), *found]
    if play.shaken == 0:
        least = cites.dealer
        choice = Choice(do="dealer-shakes", bounds=(_times(least.value),), clause=least.clause, label="shake")
        # Without a wager on the layout a shake decides nothing, so it is optional.
        idle = not play.live
        found.append(
            PendingDecision(
                kind="shake", person=DEALER, choices=(choice,), clause=least.clause, optional=idle
            )
        )
        if play.shooter and play.shooter != DEALER:
            found.append(_passing(table, cites.kept, optional=True))
        return found
    if play.shaken == 1:
        if play.shooter and not (play.shooter == DEALER and offer_candidates(play)):
            least = cites.dealer_for_players if play.shooter == DEALER else cites.player
            seat = play.seats.get(play.shooter, 0)
            choice = Choice(
                do="holder-shakes",
                fixed={"seat": seat},
                bounds=(_times(least.value),),
                clause=least.clause,
                label="shake",
            )
            found.append(
                PendingDecision(
                    kind="shake", seat=seat, person=play.shooter, choices=(choice,), clause=least.clause
                )
            )
    else:
        faces = (Bounds(field="one", min=1, max=6), Bounds(field="other", min=1, max=6))
        lift = Choice(do="uncover", bounds=faces, clause=game.book.rolled, label="uncover")
        choices = (lift, *_no_rolls(game))
        return [
            *found,
            PendingDecision(kind="uncover", person=DEALER, choices=choices, clause=game.book.rolled),
        ]
    fell = _no_rolls(game)
    return [
        *found,
        PendingDecision(kind="no-roll", person=DEALER, choices=fell, clause=fell[0].clause, optional=True),
    ]


def _no_rolls(game: MiniDice) -> tuple[Choice, ...]:
    return tuple(
        Choice(do="no-roll", fixed={"reason": reason}, clause=known.clause, label=f"no roll: {reason}")
        for reason, known in game.book.no_rolls.items()
        if game.state.shaken > 1 or not known.called
    )


def _times(least: int) -> Bounds:
    return Bounds(field="times", min=least, max=MAX_SHAKES)


def _passing(table: DiceTable, clause: str, *, optional: bool) -> PendingDecision:
    play = table.state.play
    seat = play.seats[play.shooter]
    choice = Choice(do="pass", fixed={"seat": seat}, clause=clause, label="pass the shaker")
    return PendingDecision(
        kind="pass", seat=seat, person=play.shooter, choices=(choice,), clause=clause, optional=optional
    )


def _may_ask(table: DiceTable, clause: str) -> list[PendingDecision]:
    play = table.state.play
    found = []
    for player in play.players:
        seat = play.seats[player]
        choice = Choice(do="ask", fixed={"seat": seat}, clause=clause, label="ask for the shaker")
        found.append(
            PendingDecision(
                kind="ask", seat=seat, person=player, choices=(choice,), clause=clause, optional=True
            )
        )
    return found
