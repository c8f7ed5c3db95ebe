"""Wager choices at a dice table: every bet a player may make, change or take down now.

Choices are cached for each seat and computed again only where something they depend on has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.core.validation import MAX_CHIPS
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers import legal_wagers
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.dice.wager_handlers import takes_part
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import Player


class CachedSeatChoices:
    """Cache entry of a seat: its wager choices, and the state they were computed for."""

    def __init__(self) -> None:
        self.state_key: tuple[object, ...] = ()
        self.decision: PendingDecision | None = None
        """The decision; None if the player may do nothing."""
        self.bets_key: tuple[object, ...] = ()
        self.bets: dict[legal_wagers.LegalWager, Choice] = {}
        """Wagers that the player may make, in the state `bets_key`."""


def wager_decisions(table: DiceTableBase, cache: dict[int, CachedSeatChoices]) -> Iterator[PendingDecision]:
    """Build the decisions of every player with chips or wagers on the table."""
    wagers_by_owner: dict[str, list[DiceWager]] = {}
    for wager in table.state.play.live:
        wagers_by_owner.setdefault(wager.owner, []).append(wager)
    for seat, player in sorted(table.state.players.items()):
        decision = _seat_decision(table, cache, seat, player, wagers_by_owner.get(player.name, []))
        if decision is not None:
            yield decision


def line_bets(table: DiceTableBase, seat: int, name: str) -> list[Choice]:
    """Build the choices of a seat to bet the line."""
    return [_bet_choice(seat, legal) for legal in legal_wagers.line_bets(table.game, name)]


def _seat_decision(
    table: DiceTableBase, cache: dict[int, CachedSeatChoices], seat: int, player: Player, wagers: list[DiceWager]
) -> PendingDecision | None:
    """Return the wagers that a seat may make or change now, cached until the state they depend on changes."""
    play, name = table.state.play, player.name
    taking_part = takes_part(table, player)
    commissions = [(done.id, done.fee_kept) for done in play.done if done.commission and done.owner == name]
    phase = (name, play.stacks[name], play.point, play.settle_only, *play.barred.get(name, ()), *commissions)
    wager_keys = [
        (wager.id, wager.kind, wager.amount, wager.number, wager.commission, wager.fee_kept, wager.cut)
        for wager in wagers
    ]
    call_keys = [(wager.called_on, wager.on_requested, wager.called_off) for wager in wagers]
    state_key = (taking_part, play.released, phase, *wager_keys, *call_keys)
    cached = cache.get(seat)
    if cached is None:
        cached = cache[seat] = CachedSeatChoices()
    if cached.state_key != state_key:
        cached.state_key = state_key
        bets = (
            _bet_choices(table, seat, name, cached, (phase, *wager_keys)) if taking_part and not play.released else ()
        )
        choices = (*bets, *_change_choices(table, seat, wagers, taking_part=taking_part))
        cached.decision = None
        if choices:
            clause = table.sign.rulebook.opened
            cached.decision = PendingDecision(
                kind="wagers", seat=seat, person=name, choices=choices, clause=clause, optional=True
            )
    return cached.decision


def _bet_choices(
    table: DiceTableBase, seat: int, name: str, cached: CachedSeatChoices, bets_key: tuple[object, ...]
) -> tuple[Choice, ...]:
    """Return the choices of a seat to make a wager, cached while its chips and flat bets have not changed."""
    if cached.bets_key != bets_key:
        cached.bets_key = bets_key
        previous = cached.bets
        cached.bets = {
            offer: previous.get(offer) or _bet_choice(seat, offer) for offer in legal_wagers.bets(table.game, name)
        }
    return tuple(cached.bets.values())


def _bet_choice(seat: int, legal: legal_wagers.LegalWager) -> Choice:
    fields: dict[str, Any] = {"seat": seat, "kind": legal.kind}
    target = legal.kind
    if legal.number:
        fields["number"] = legal.number
        target += f" {legal.number}"
    if legal.faces:
        fields["faces"] = legal.faces
        target += f" {legal.faces}"
    if legal.on:
        fields["on"] = legal.on
        target += f" {legal.on}"
    bounds = (_bounds("amount", legal.least, legal.most, legal.step),)
    label = f"{target}, {legal.least} to {legal.most}"
    return Choice(do="bet", fixed=fields, bounds=bounds, clause=legal.clause, label=label)


def _bounds(field: str, minimum: int, maximum: int, step: int) -> Bounds:
    return Bounds(field=field, min=minimum, max=min(maximum, MAX_CHIPS // step * step), step=step)


def _change_choices(table: DiceTableBase, seat: int, wagers: list[DiceWager], *, taking_part: bool) -> list[Choice]:
    """List what a player may do with the wagers they have: take down, cut, raise, call on or off."""
    game, book = table.game, table.sign.rulebook
    choices: list[Choice] = []
    for wager in wagers:
        spot = game.spot_of(wager)
        page, name = spot.page, spot.name
        fields = {"seat": seat, "wager": wager.id}
        removal_clause = page.removal or book.removal
        if legal_wagers.may_come_down(game, wager):
            choices.append(Choice(do="take-down", fixed=fields, clause=removal_clause, label=f"take down {name}"))
        if cut := legal_wagers.cuts(game, wager):
            bounds = (_bounds("to", *cut),)
            choices.append(Choice(do="reduce", fixed=fields, bounds=bounds, clause=removal_clause, label=f"cut {name}"))
        if taking_part and (raised := legal_wagers.raises(game, wager)):
            bounds = (_bounds("to", *raised),)
            choices.append(
                Choice(do="increase", fixed=fields, bounds=bounds, clause=book.raising, label=f"raise {name}")
            )
        if legal_wagers.may_call_on(game, wager):
            choices.append(Choice(do="call-on", fixed=fields, clause=page.called_on, label=f"{name} on"))
        if legal_wagers.may_call_off(game, wager):
            clause = game.off_clause(page)
            choices.append(Choice(do="call-off", fixed=fields, clause=clause, label=f"{name} off"))
    return choices
