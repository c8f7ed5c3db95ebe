"""Wager choices at a dice table: every bet a player may make, change or take down now.

Choices are cached for each seat and computed again only where something they depend on has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hoyle.core.validation import MAX_CHIPS
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers import legal_wagers
from hoyle.table.dice.wager_handlers import takes_part
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import Player

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


class CachedSeatChoices:
    """Cached choices of a seat, and the state they were computed for."""

    def __init__(self) -> None:
        self.now: tuple[object, ...] = ()
        self.wait: PendingDecision | None = None
        """The decision; None if the player may do nothing."""
        self.open_to: tuple[object, ...] = ()
        self.bets: dict[legal_wagers.LegalWager, Choice] = {}
        """Wagers that the player may make, in the state `open_to`."""


def waits(table: DiceTable) -> Iterator[PendingDecision]:
    """Decisions of every player with chips or wagers on the table."""
    own: dict[str, list[DiceWager]] = {}
    for wager in table.state.play.live:
        own.setdefault(wager.owner, []).append(wager)
    for seat, player in sorted(table.state.players.items()):
        wait = _offered(table, seat, player, own.get(player.name, []))
        if wait is not None:
            yield wait


def line_bets(table: DiceTable, seat: int, name: str) -> list[Choice]:
    """Choices of a seat to bet the line."""
    return [_bet(seat, offer) for offer in legal_wagers.line_bets(table.game, name)]


def _offered(table: DiceTable, seat: int, player: Player, own: list[DiceWager]) -> PendingDecision | None:
    play, name = table.state.play, player.name
    taking_part = takes_part(table, player)
    charged = [(each.id, each.fee_kept) for each in play.done if each.commission and each.owner == name]
    phase = (name, play.stacks[name], play.point, play.settle_only, *play.barred.get(name, ()), *charged)
    standing = [
        (wager.id, wager.kind, wager.amount, wager.number, wager.commission, wager.fee_kept, wager.cut)
        for wager in own
    ]
    called = [(wager.called_on, wager.on_requested, wager.called_off) for wager in own]
    now = (taking_part, play.released, phase, *standing, *called)
    kept = table.offered.get(seat)
    if kept is None:
        kept = table.offered[seat] = CachedSeatChoices()
    if kept.now != now:
        kept.now = now
        bets = _bets(table, seat, name, kept, (phase, *standing)) if taking_part and not play.released else ()
        choices = (*bets, *_changes(table, seat, own, taking_part=taking_part))
        kept.wait = None
        if choices:
            clause = table.sign.book.opened
            kept.wait = PendingDecision(
                kind="wagers", seat=seat, person=name, choices=choices, clause=clause, optional=True
            )
    return kept.wait


def _bets(
    table: DiceTable, seat: int, name: str, kept: CachedSeatChoices, open_to: tuple[object, ...]
) -> tuple[Choice, ...]:
    """Choices of a seat to make a wager, from the cache where their chips and flat bets have not changed."""
    if kept.open_to != open_to:
        kept.open_to = open_to
        before = kept.bets
        kept.bets = {
            offer: before.get(offer) or _bet(seat, offer) for offer in legal_wagers.bets(table.game, name)
        }
    return tuple(kept.bets.values())


def _bet(seat: int, offer: legal_wagers.LegalWager) -> Choice:
    given: dict[str, Any] = {"seat": seat, "kind": offer.kind}
    where = offer.kind
    if offer.number:
        given["number"] = offer.number
        where += f" {offer.number}"
    if offer.faces:
        given["faces"] = offer.faces
        where += f" {offer.faces}"
    if offer.on:
        given["on"] = offer.on
        where += f" {offer.on}"
    bounds = (_bounds("amount", offer.least, offer.most, offer.step),)
    words = f"{where}, {offer.least} to {offer.most}"
    return Choice(do="bet", fixed=given, bounds=bounds, clause=offer.clause, label=words)


def _bounds(field: str, least: int, most: int, step: int) -> Bounds:
    return Bounds(field=field, min=least, max=min(most, MAX_CHIPS // step * step), step=step)


def _changes(table: DiceTable, seat: int, own: list[DiceWager], *, taking_part: bool) -> list[Choice]:
    game, book = table.game, table.sign.book
    found: list[Choice] = []
    for wager in own:
        spot = game.spot_of(wager)
        page, named = spot.page, spot.name
        given = {"seat": seat, "wager": wager.id}
        down = page.removal or book.removal
        if legal_wagers.may_come_down(game, wager):
            found.append(Choice(do="take-down", fixed=given, clause=down, label=f"take down {named}"))
        if cut := legal_wagers.cuts(game, wager):
            bounds = (_bounds("to", *cut),)
            found.append(Choice(do="reduce", fixed=given, bounds=bounds, clause=down, label=f"cut {named}"))
        if taking_part and (more := legal_wagers.raises(game, wager)):
            bounds = (_bounds("to", *more),)
            found.append(
                Choice(do="increase", fixed=given, bounds=bounds, clause=book.raising, label=f"raise {named}")
            )
        if legal_wagers.may_call_on(game, wager):
            found.append(Choice(do="call-on", fixed=given, clause=page.called_on, label=f"{named} on"))
        if legal_wagers.may_call_off(game, wager):
            clause = game.off_clause(page)
            found.append(Choice(do="call-off", fixed=given, clause=clause, label=f"{named} off"))
    return found
