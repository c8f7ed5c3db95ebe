"""What a table waits for where a shooter throws: somebody to take the dice, a line bet, a throw, its call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.dice.craps import Craps
from hoyle.dice.state import DEALER
from hoyle.table.company import LEAVE
from hoyle.table.dice.wager_waits import line_bets
from hoyle.table.dice.waits import asked, order, remembered
from hoyle.table.waits import Bounds, Choice, Wait

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def waits(table: DiceTable, game: Craps) -> list[Wait]:
    """Of the shooter, of whoever is asked to be one, and of the crew."""
    play, cites = table.state.play, game.book.shooter
    if play.released:
        return remembered(table, ("thrown",), lambda: [_crew(game), *_boxperson(game)])
    if play.offering:
        player = play.offering[0]
        now: tuple[object, ...] = ("asked", player, play.seats[player], game.may_take(player))
        return remembered(table, now, lambda: [asked(table, cites.offer)])
    if not play.shooter:
        return remembered(table, ("lying", game.may_settle_only()), lambda: _lying(game))
    return _of_shooter(table, game)


def _lying(game: Craps) -> list[Wait]:
    """Nobody holds the dice."""
    # Where nobody wants the line, the old shooter throws on before the dice go round once more.
    alone = _no_line(game, pressing=True)
    clause = game.book.shooter.offer
    choice = Choice(do="offer", clause=clause, words="offer the dice")
    offer = Wait(kind="shooter", person=DEALER, choices=(choice,), clause=clause, optional=bool(alone))
    return [*alone, offer]


def _of_shooter(table: DiceTable, game: Craps) -> list[Wait]:
    play = table.state.play
    shooter = play.shooter
    seat = play.seats[shooter]
    if play.must_pass:
        return remembered(table, ("must pass", shooter, seat), lambda: _must_pass(table, game))
    declines = game.may_decline_line()
    if game.may_throw():
        return remembered(table, ("throw", shooter, seat, declines), lambda: _throw(table, game))
    now = ("no line bet", shooter, seat, declines, game.may_settle_only())
    wait, *others = remembered(table, now, lambda: _no_line_bet(table, game))
    if table.company.promised(shooter, LEAVE) is None:
        lines = line_bets(table, seat, shooter)
        wait = Wait(
            kind=wait.kind, seat=seat, person=shooter, choices=(*lines, *wait.choices), clause=wait.clause
        )
    return [wait, *others]


def _must_pass(table: DiceTable, game: Craps) -> list[Wait]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    choice = Choice(do="pass", given={"seat": seat}, clause=cites.kept, words="pass the dice")
    must = Wait(kind="pass", seat=seat, person=play.shooter, choices=(choice,), clause=cites.seven)
    return [must, *order(table, cites.ordered)]


def _throw(table: DiceTable, game: Craps) -> list[Wait]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    release = Choice(do="release", given={"seat": seat}, clause=game.book.closed, words="throw")
    choices = (release, *_passing(table, game))
    throw = Wait(kind="throw", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
    return [throw, _crew(game), *_boxperson(game), *order(table, cites.ordered)]


def _no_line_bet(table: DiceTable, game: Craps) -> list[Wait]:
    """The shooter needs a bet on the line; here is what else he may do."""
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    choices = tuple(_passing(table, game))
    wait = Wait(kind="line-bet", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
    return [wait, *_no_line(game, pressing=False), *order(table, cites.ordered)]


def _passing(table: DiceTable, game: Craps) -> list[Choice]:
    """How the shooter may give up the dice."""
    play, cites = table.state.play, game.book.shooter
    given = {"seat": play.seats[play.shooter]}
    found = [Choice(do="pass", given=given, clause=cites.kept, words="pass the dice")]
    if game.may_decline_line():
        words = "decline the line"
        found.append(Choice(do="decline-line", given=given, clause=cites.declines_line, words=words))
    return found


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


def _no_line(game: Craps, *, pressing: bool) -> list[Wait]:
    """The old shooter may throw for the Come bets alone."""
    if not game.may_settle_only():
        return []
    clause = game.book.shooter.settle_only
    choice = Choice(do="no-line-bet", clause=clause, words="throw for the Come bets alone")
    return [Wait(kind="no-line-bet", person=DEALER, choices=(choice,), clause=clause, optional=not pressing)]
