"""What a dice table waits for: players, wagers, a shooter, a throw, a shake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.bounds import MOST_CHIPS
from hoyle.dice import offers
from hoyle.dice.craps import Craps
from hoyle.dice.mini_dice import MiniDice
from hoyle.dice.shaker import not_refused
from hoyle.dice.spot import LINE
from hoyle.dice.state import DEALER
from hoyle.rulebooks.book import Answer
from hoyle.table.company import Player
from hoyle.table.dice.wagering import takes_part
from hoyle.table.waits import Bounds, Choice, Wait

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable

MOST_SHAKES = 10_000


def waits(table: DiceTable) -> list[Wait]:
    """Everything that is awaited now, what holds up the game first."""
    game, play = table.game, table.state.play
    if not table.state.players or (isinstance(game, Craps) and not play.players and not play.shooter):
        return [_players(table), *_wagers(table)]
    found = _dice(table, game) if isinstance(game, Craps) else _shaker(table, game)
    return [*found, *_wagers(table)]


def _players(table: DiceTable) -> Wait:
    rules, state = table.seat_rules(), table.state
    free = next((seat for seat in range(1, rules.most + 1) if seat not in state.players), 0)
    choices: tuple[Choice, ...] = ()
    if free:
        bounds = (Bounds(field="chips", least=rules.buy_in, most=MOST_CHIPS),)
        choices = (Choice(do="sit", given={"seat": free}, bounds=bounds, words=f"take seat {free}"),)
    return Wait(kind="players", choices=choices, clause=rules.seated_clause)


# Wagers


def _wagers(table: DiceTable) -> list[Wait]:
    """Everybody with chips or wagers on the table, and all he may do with them."""
    found: list[Wait] = []
    for seat, player in sorted(table.state.players.items()):
        choices = (*_bets(table, seat, player), *_changes(table, seat, player))
        if choices:
            clause = table.sign.book.opened
            found.append(
                Wait(
                    kind="wagers",
                    seat=seat,
                    person=player.name,
                    choices=choices,
                    clause=clause,
                    optional=True,
                )
            )
    return found


def _bets(table: DiceTable, seat: int, player: Player) -> tuple[Choice, ...]:
    """Bets are offered anew only to those for whom something has changed."""
    if not takes_part(table, player):
        return ()
    play, name = table.state.play, player.name
    own = tuple((wager.id, wager.amount, wager.number) for wager in play.live if wager.owner == name)
    barred = tuple(play.barred.get(name, ()))
    now = (name, play.stacks[name], play.point, play.settle_only, play.released, barred, own)
    kept = table.offered.get(seat)
    if kept is None or kept[0] != now:
        choices = tuple(_bet(seat, offer) for offer in offers.bets(table.game, name))
        kept = table.offered[seat] = (now, choices)
    return kept[1]


def _bet(seat: int, offer: offers.Offer) -> Choice:
    given: dict[str, Any] = {"seat": seat, "kind": offer.kind}
    for field in ("number", "faces", "on"):
        if value := getattr(offer, field):
            given[field] = value
    where = " ".join(str(value) for field, value in given.items() if field != "seat")
    bounds = (_bounds("amount", offer.least, offer.most, offer.step),)
    words = f"{where}, {offer.least} to {offer.most}"
    return Choice(do="bet", given=given, bounds=bounds, clause=offer.clause, words=words)


def _bounds(field: str, least: int, most: int, step: int) -> Bounds:
    return Bounds(field=field, least=least, most=min(most, MOST_CHIPS // step * step), step=step)


def _changes(table: DiceTable, seat: int, player: Player) -> list[Choice]:
    game = table.game
    book = game.book
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
        if isinstance(game, Craps):
            page = game.spot_of(wager).page
            if offers.may_call_on(game, wager):
                found.append(Choice(do="call-on", given=given, clause=page.called_on, words=f"{named} on"))
            if offers.may_call_off(game, wager):
                found.append(Choice(do="call-off", given=given, clause=page.off, words=f"{named} off"))
    return found


# The dice


def _dice(table: DiceTable, game: Craps) -> list[Wait]:
    play, cites = table.state.play, game.book.shooter
    if play.released:
        return [_crew(game), *_boxperson(game)]
    if play.offering:
        return [_asked(table, cites.offer), *_no_line(game)]
    if not play.shooter:
        choice = Choice(do="offer", clause=cites.offer, words="offer the dice")
        return [Wait(kind="shooter", person=DEALER, choices=(choice,), clause=cites.offer), *_no_line(game)]
    seat = play.seats[play.shooter]
    given = {"seat": seat}
    pass_on = Choice(do="pass", given=given, clause=cites.kept, words="pass the dice")
    if play.must_pass:
        choices: tuple[Choice, ...] = (pass_on,)
        must = Wait(kind="pass", seat=seat, person=play.shooter, choices=choices, clause=cites.seven)
        return [must, *_order(table, cites.ordered)]
    if game.may_decline_line():
        decline = Choice(do="decline-line", given=given, clause=cites.declines_line, words="decline the line")
        pass_on_or_decline: tuple[Choice, ...] = (pass_on, decline)
    else:
        pass_on_or_decline = (pass_on,)
    if not game.may_throw():
        lines = tuple(
            choice
            for choice in _bets(table, seat, table.company.player(seat))
            if choice.given["kind"] in _line_kinds(game)
        )
        choices = (*lines, *pass_on_or_decline)
        wait = Wait(kind="line-bet", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
        return [wait, *_no_line(game), *_order(table, cites.ordered)]
    release = Choice(do="release", given=given, clause=game.book.closed, words="throw")
    choices = (release, *pass_on_or_decline)
    throw = Wait(kind="throw", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
    return [throw, _crew(game), *_boxperson(game), *_order(table, cites.ordered)]


def _line_kinds(game: Craps) -> list[str]:
    return [kind for kind, spot in game.layout.plain.items() if spot.family == LINE]


def _crew(game: Craps) -> Wait:
    """What the crew calls when the dice lie."""
    book = game.book
    faces = (Bounds(field="one", least=1, most=6), Bounds(field="other", least=1, most=6))
    found = [Choice(do="throw", bounds=faces, clause=book.rolled, words="call the roll")]
    found += [
        Choice(do="no-roll", given={"reason": reason}, clause=known.clause, words=f"no roll: {reason}")
        for reason, known in book.no_rolls.items()
        if not known.called or known.by in ("", game.sign.no_roll_caller)
    ]
    return Wait(kind="roll", person=game.sign.no_roll_caller, choices=tuple(found), clause=book.rolled)


def _boxperson(game: Craps) -> list[Wait]:
    """Who rules when the upper faces are disputed, where that is not the caller himself."""
    book = game.book
    disputed = book.no_rolls[book.disputed]
    faces = (Bounds(field="one", least=1, most=6), Bounds(field="other", least=1, most=6))
    choices = [Choice(do="rule-throw", bounds=faces, clause=disputed.clause, words="rule which faces are up")]
    if disputed.by != game.sign.no_roll_caller:
        given = {"reason": book.disputed}
        choices.append(Choice(do="no-roll", given=given, clause=disputed.clause, words="void the throw"))
    who = disputed.by or game.sign.no_roll_caller
    return [Wait(kind="dispute", person=who, choices=tuple(choices), clause=disputed.clause, optional=True)]


def _order(table: DiceTable, orderer: Answer[str]) -> list[Wait]:
    """Somebody may take dice or shaker from a player who holds up the game."""
    play = table.state.play
    if play.shooter not in play.seats or play.shaken > 1:
        return []
    choice = Choice(do="order-pass", clause=orderer.clause, words=f"take it from {play.shooter}")
    return [Wait(kind="order", person=orderer.value, choices=(choice,), clause=orderer.clause, optional=True)]


def _no_line(game: Craps) -> list[Wait]:
    """The old shooter may throw for the Come bets alone."""
    if not game.may_settle_only():
        return []
    clause = game.book.shooter.settle_only
    choice = Choice(do="no-line-bet", clause=clause, words="throw for the Come bets alone")
    return [Wait(kind="no-line-bet", person=DEALER, choices=(choice,), clause=clause, optional=True)]


def _asked(table: DiceTable, clause: str) -> Wait:
    play = table.state.play
    asked = play.offering[0]
    seat = play.seats[asked]
    choices = tuple(
        Choice(do=do, given={"seat": seat}, clause=clause, words=do) for do in ("accept", "decline")
    )
    return Wait(kind="shooter", seat=seat, person=asked, choices=choices, clause=clause)


# The shaker


def _shaker(table: DiceTable, game: MiniDice) -> list[Wait]:
    play, cites = table.state.play, game.book.shaker
    found: list[Wait] = []
    if play.offering:
        found.append(_asked(table, cites.offer))
    elif play.shaken < 2 and (not play.shooter or (play.shooter == DEALER and not_refused(play))):
        clause = cites.offered_again if play.shooter else cites.offer
        choice = Choice(do="offer", clause=clause, words="offer the shaker")
        optional = bool(play.shooter) and play.shaken == 0
        found.append(Wait(kind="shooter", person=DEALER, choices=(choice,), clause=clause, optional=optional))
    if play.shooter == DEALER and play.shaken < 2:
        found += _may_ask(table, cites.offered_again)
    found += _order(table, cites.ordered)
    if play.must_pass:
        return [_passing(table, cites.seven, optional=False), *found]
    if play.shaken == 0:
        least = cites.dealer
        choice = Choice(do="dealer-shakes", bounds=(_times(least.value),), clause=least.clause, words="shake")
        found.append(Wait(kind="shake", person=DEALER, choices=(choice,), clause=least.clause))
        if play.shooter and play.shooter != DEALER:
            found.append(_passing(table, cites.kept, optional=True))
        return found
    if play.shaken == 1:
        if play.shooter and not (play.shooter == DEALER and not_refused(play)):
            least = cites.dealer_for_players if play.shooter == DEALER else cites.player
            seat = play.seats.get(play.shooter, 0)
            choice = Choice(
                do="holder-shakes",
                given={"seat": seat},
                bounds=(_times(least.value),),
                clause=least.clause,
                words="shake",
            )
            found.append(
                Wait(kind="shake", seat=seat, person=play.shooter, choices=(choice,), clause=least.clause)
            )
    else:
        faces = (Bounds(field="one", least=1, most=6), Bounds(field="other", least=1, most=6))
        lift = Choice(do="uncover", bounds=faces, clause=game.book.rolled, words="uncover")
        choices = (lift, *_no_rolls(game))
        return [*found, Wait(kind="uncover", person=DEALER, choices=choices, clause=game.book.rolled)]
    fell = _no_rolls(game)
    return [*found, Wait(kind="no-roll", person=DEALER, choices=fell, clause=fell[0].clause, optional=True)]


def _no_rolls(game: MiniDice) -> tuple[Choice, ...]:
    return tuple(
        Choice(do="no-roll", given={"reason": reason}, clause=known.clause, words=f"no roll: {reason}")
        for reason, known in game.book.no_rolls.items()
        if game.state.shaken > 1 or not known.called
    )


def _times(least: int) -> Bounds:
    return Bounds(field="times", least=least, most=MOST_SHAKES)


def _passing(table: DiceTable, clause: str, *, optional: bool) -> Wait:
    play = table.state.play
    seat = play.seats[play.shooter]
    choice = Choice(do="pass", given={"seat": seat}, clause=clause, words="pass the shaker")
    return Wait(
        kind="pass", seat=seat, person=play.shooter, choices=(choice,), clause=clause, optional=optional
    )


def _may_ask(table: DiceTable, clause: str) -> list[Wait]:
    play = table.state.play
    found = []
    for player in play.players:
        seat = play.seats[player]
        choice = Choice(do="ask", given={"seat": seat}, clause=clause, words="ask for the shaker")
        found.append(
            Wait(kind="ask", seat=seat, person=player, choices=(choice,), clause=clause, optional=True)
        )
    return found
