"""What a table waits for where a shooter throws: somebody to take the dice, a line bet, a throw, its call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.dice.craps import Craps
from hoyle.dice.spot import LINE
from hoyle.dice.state import DEALER
from hoyle.table.dice.waits import asked, bets, order
from hoyle.table.waits import Bounds, Choice, Wait

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def waits(table: DiceTable, game: Craps) -> list[Wait]:
    """Of the shooter, of whoever is asked to be one, and of the crew."""
    play, cites = table.state.play, game.book.shooter
    if play.released:
        return [_crew(game), *_boxperson(game)]
    if play.offering:
        return [asked(table, cites.offer)]
    if not play.shooter:
        # Where nobody wants the line, the old shooter throws on before the dice go round once more.
        alone = _no_line(game, pressing=True)
        choice = Choice(do="offer", clause=cites.offer, words="offer the dice")
        offer = Wait(
            kind="shooter", person=DEALER, choices=(choice,), clause=cites.offer, optional=bool(alone)
        )
        return [*alone, offer]
    seat = play.seats[play.shooter]
    given = {"seat": seat}
    pass_on = Choice(do="pass", given=given, clause=cites.kept, words="pass the dice")
    if play.must_pass:
        choices: tuple[Choice, ...] = (pass_on,)
        must = Wait(kind="pass", seat=seat, person=play.shooter, choices=choices, clause=cites.seven)
        return [must, *order(table, cites.ordered)]
    if game.may_decline_line():
        decline = Choice(do="decline-line", given=given, clause=cites.declines_line, words="decline the line")
        pass_on_or_decline: tuple[Choice, ...] = (pass_on, decline)
    else:
        pass_on_or_decline = (pass_on,)
    if not game.may_throw():
        lines = tuple(choice for choice in bets(table, seat) if choice.given["kind"] in _line_kinds(game))
        choices = (*lines, *pass_on_or_decline)
        wait = Wait(kind="line-bet", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
        return [wait, *_no_line(game, pressing=False), *order(table, cites.ordered)]
    release = Choice(do="release", given=given, clause=game.book.closed, words="throw")
    choices = (release, *pass_on_or_decline)
    throw = Wait(kind="throw", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
    return [throw, _crew(game), *_boxperson(game), *order(table, cites.ordered)]


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


def _no_line(game: Craps, *, pressing: bool) -> list[Wait]:
    """The old shooter may throw for the Come bets alone."""
    if not game.may_settle_only():
        return []
    clause = game.book.shooter.settle_only
    choice = Choice(do="no-line-bet", clause=clause, words="throw for the Come bets alone")
    return [
        Wait(kind="no-line-bet", person=DEALER, choices=(choice,), clause=clause, optional=not pressing)
    ]
