"""What a dice table waits for: players, wagers, a shooter, a throw, a shake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hoyle.bounds import MOST_CHIPS
from hoyle.dice import offers
from hoyle.rulebooks.book import Answer
from hoyle.table.company import Player
from hoyle.table.dice.wagering import takes_part
from hoyle.table.seat_offers import players_wanted
from hoyle.table.waits import Bounds, Choice, Wait

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def waits(table: DiceTable) -> list[Wait]:
    """Everything that is awaited now, what holds up the game first."""
    if not table.is_open:
        return [Wait(kind="open", person="floor", choices=(Choice(do="open", words="put up a sign"),))]
    return [*around_the_dice(table), *_wagers(table)]


def around_the_dice(table: DiceTable) -> list[Wait]:
    """What is awaited of crew, shooter and whoever is asked to be one, all betting left out."""
    game = table.game
    if not table.state.players or game.needs_players():
        return players_wanted(table)
    return table.kind.waits(table, game)


# Wagers


class Offered(NamedTuple):
    """What was offered to a seat, and for which state of things."""

    now: tuple[object, ...]
    bets: dict[offers.Offer, Choice]
    wait: Wait | None
    """None if he may do nothing."""


def _wagers(table: DiceTable) -> list[Wait]:
    """Everybody with chips or wagers on the table, and all he may do with them."""
    found: list[Wait] = []
    for seat, player in sorted(table.state.players.items()):
        wait = _offered(table, seat, player).wait
        if wait is not None:
            found.append(wait)
    return found


def bets(table: DiceTable, seat: int) -> list[Choice]:
    """The wagers that a seat may make."""
    return list(_offered(table, seat, table.company.player(seat)).bets.values())


def _offered(table: DiceTable, seat: int, player: Player) -> Offered:
    """Only those for whom something has changed are offered anything anew, and of that only what changed."""
    play, name = table.state.play, player.name
    own = tuple(
        [
            (wager.id, wager.kind, wager.amount, wager.number, wager.commission, wager.cut)
            for wager in play.live
            if wager.owner == name
        ]
    )
    taking_part = takes_part(table, player)
    barred = tuple(play.barred.get(name, ()))
    stack = play.stacks[name]
    now = (name, taking_part, stack, play.point, play.settle_only, play.released, barred, own)
    kept = table.offered.get(seat)
    if kept is None or kept.now != now:
        before = {} if kept is None else kept.bets
        open_to_him = offers.bets(table.game, name) if taking_part else []
        found = {offer: before.get(offer) or _bet(seat, offer) for offer in open_to_him}
        choices = (*found.values(), *_changes(table, seat, player))
        wait = None
        if choices:
            clause = table.sign.book.opened
            wait = Wait(kind="wagers", seat=seat, person=name, choices=choices, clause=clause, optional=True)
        kept = table.offered[seat] = Offered(now, found, wait)
    return kept


def _bet(seat: int, offer: offers.Offer) -> Choice:
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
    return Choice(do="bet", given=given, bounds=bounds, clause=offer.clause, words=words)


def _bounds(field: str, least: int, most: int, step: int) -> Bounds:
    return Bounds(field=field, least=least, most=min(most, MOST_CHIPS // step * step), step=step)


def _changes(table: DiceTable, seat: int, player: Player) -> list[Choice]:
    game, book = table.game, table.sign.book
    found: list[Choice] = []
    for wager in table.state.play.live:
        if wager.owner != player.name:
            continue
        given = {"seat": seat, "wager": wager.id}
        named = game.spot_of(wager).name
        down = game.spot_of(wager).page.removal or book.removal
        if offers.may_come_down(game, wager):
            found.append(Choice(do="take-down", given=given, clause=down, words=f"take down {named}"))
        if cut := offers.cuts(game, wager):
            bounds = (_bounds("to", *cut),)
            found.append(Choice(do="reduce", given=given, bounds=bounds, clause=down, words=f"cut {named}"))
        if takes_part(table, player) and (more := offers.raises(game, wager)):
            bounds = (_bounds("to", *more),)
            found.append(
                Choice(do="increase", given=given, bounds=bounds, clause=book.raising, words=f"raise {named}")
            )
        page = game.spot_of(wager).page
        if offers.may_call_on(game, wager):
            found.append(Choice(do="call-on", given=given, clause=page.called_on, words=f"{named} on"))
        if offers.may_call_off(game, wager):
            found.append(Choice(do="call-off", given=given, clause=page.off, words=f"{named} off"))
    return found


# Dice or shaker, as every game needs it


def order(table: DiceTable, orderer: Answer[str]) -> list[Wait]:
    """Somebody may take dice or shaker from a player who holds up the game."""
    play = table.state.play
    if play.shooter not in play.seats or play.shaken > 1:
        return []
    choice = Choice(do="order-pass", clause=orderer.clause, words=f"take it from {play.shooter}")
    return [Wait(kind="order", person=orderer.value, choices=(choice,), clause=orderer.clause, optional=True)]


def asked(table: DiceTable, clause: str) -> Wait:
    play = table.state.play
    player = play.offering[0]
    seat = play.seats[player]
    choices = tuple(
        Choice(do=do, given={"seat": seat}, clause=clause, words=do) for do in ("accept", "decline")
    )
    return Wait(kind="shooter", seat=seat, person=player, choices=choices, clause=clause)
