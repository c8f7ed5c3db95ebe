"""Pending decisions around the shooter: a taker for the dice, a line bet, a throw, its call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.games.dice.craps import Craps
from hoyle.games.dice.game_state import DEALER, DiceWager
from hoyle.table.dice.pending.decisions import asked, cached_decisions, order
from hoyle.table.dice.pending.wager_choices import line_bets
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.roster import LEAVE

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable


def waits(table: DiceTable, game: Craps) -> list[PendingDecision]:
    """Decisions of the shooter, of whoever is offered the dice, and of the crew."""
    play = table.state.play
    if play.disputed:
        return cached_decisions(table, ("disputed",), lambda: [_ruling(game, optional=False)])
    found = _around(table, game)
    if play.before is not None and not play.released:
        found = [*found, *cached_decisions(table, ("settled",), lambda: [_ruling(game, optional=True)])]
    called = [wager for wager in play.live if wager.on_requested]
    return [*found, _confirming(game, called)] if called and not play.released else found


def _confirming(game: Craps, called: list[DiceWager]) -> PendingDecision:
    """Decision to mark wagers that their owners have called on, which makes them work."""
    marker = game.book.on_marker
    choices = tuple(
        Choice(
            do="confirm-on",
            fixed={"wager": wager.id},
            clause=game.spot_of(wager).page.called_on,
            label=f"{game.spot_of(wager).name} of {wager.owner} on",
        )
        for wager in called
    )
    return PendingDecision(
        kind="confirm", person=marker.value, choices=choices, clause=marker.clause, optional=True
    )


def _around(table: DiceTable, game: Craps) -> list[PendingDecision]:
    """Decisions about the dice themselves."""
    play, cites = table.state.play, game.book.shooter
    if play.called:
        return cached_decisions(table, ("called",), lambda: [_settling(game), _ruling(game, optional=True)])
    if play.released:
        return cached_decisions(table, ("thrown",), lambda: [_crew(game), *_boxperson(game)])
    if play.offering:
        player = play.offering[0]
        now: tuple[object, ...] = ("asked", player, play.seats[player], game.may_take(player))
        return cached_decisions(table, now, lambda: [asked(table, cites.offer)])
    if not play.shooter:
        return cached_decisions(table, ("lying", game.may_settle_only()), lambda: _lying(game))
    return _of_shooter(table, game)


def _lying(game: Craps) -> list[PendingDecision]:
    """Decisions while nobody holds the dice."""
    # If nobody bets the line, the old shooter throws on before the dice go round once more.
    alone = _no_line(game, pressing=True)
    clause = game.book.shooter.offer
    choice = Choice(do="offer", clause=clause, label="offer the dice")
    offer = PendingDecision(
        kind="shooter", person=DEALER, choices=(choice,), clause=clause, optional=bool(alone)
    )
    return [*alone, offer]


def _of_shooter(table: DiceTable, game: Craps) -> list[PendingDecision]:
    play = table.state.play
    shooter = play.shooter
    seat = play.seats[shooter]
    if play.must_pass:
        return cached_decisions(table, ("must pass", shooter, seat), lambda: _must_pass(table, game))
    declines = game.may_decline_line()
    if game.may_throw():
        now: tuple[object, ...] = ("throw", shooter, seat, declines, play.before is None)
        return cached_decisions(table, now, lambda: _throw(table, game))
    now = ("no line bet", shooter, seat, declines, game.may_settle_only())
    wait, *others = cached_decisions(table, now, lambda: _no_line_bet(table, game))
    if table.roster.find_deferred_request(shooter, LEAVE) is None:
        lines = line_bets(table, seat, shooter)
        wait = PendingDecision(
            kind=wait.kind,
            seat=seat,
            person=shooter,
            choices=(*lines, *wait.choices),
            clause=wait.clause,
        )
    return [wait, *others]


def _must_pass(table: DiceTable, game: Craps) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    choice = Choice(do="pass", fixed={"seat": seat}, clause=cites.kept, label="pass the dice")
    must = PendingDecision(kind="pass", seat=seat, person=play.shooter, choices=(choice,), clause=cites.seven)
    return [must, *order(table, cites.ordered)]


def _throw(table: DiceTable, game: Craps) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    release = Choice(do="release", fixed={"seat": seat}, clause=game.book.closed, label="throw")
    choices = (release, *_passing(table, game))
    throw = PendingDecision(
        kind="throw", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet
    )
    # Where the last throw may still be ruled on, a ruling is about that one.
    ruling = _boxperson(game) if play.before is None else []
    return [throw, _crew(game), *ruling, *order(table, cites.ordered)]


def _no_line_bet(table: DiceTable, game: Craps) -> list[PendingDecision]:
    """Decisions of a shooter without a bet on the line, apart from making one."""
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    choices = tuple(_passing(table, game))
    wait = PendingDecision(
        kind="line-bet", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet
    )
    return [wait, *_no_line(game, pressing=False), *order(table, cites.ordered)]


def _passing(table: DiceTable, game: Craps) -> list[Choice]:
    """Choices of the shooter to give up the dice."""
    play, cites = table.state.play, game.book.shooter
    given = {"seat": play.seats[play.shooter]}
    found = [Choice(do="pass", fixed=given, clause=cites.kept, label="pass the dice")]
    if game.may_decline_line():
        words = "decline the line"
        found.append(Choice(do="decline-line", fixed=given, clause=cites.declines_line, label=words))
    return found


def _crew(game: Craps) -> PendingDecision:
    """Decision of the crew to call the dice that lie."""
    book = game.book
    faces = (Bounds(field="one", min=1, max=6), Bounds(field="other", min=1, max=6))
    found = [
        Choice(do="throw", bounds=faces, clause=book.rolled, label="call the roll and settle"),
        Choice(do="call-throw", bounds=faces, clause=book.rolled, label="call the roll"),
    ]
    found += _no_rolls(game)
    return PendingDecision(
        kind="roll", person=game.sign.no_roll_caller, choices=tuple(found), clause=book.rolled
    )


def _no_rolls(game: Craps) -> list[Choice]:
    """Choices of the appointed caller to call no roll; a dispute over the last throw is not one of them."""
    book, caller = game.book, game.sign.no_roll_caller
    settled = game.state.before is not None and not game.state.released
    return [
        Choice(do="no-roll", fixed={"reason": reason}, clause=known.clause, label=f"no roll: {reason}")
        for reason, known in book.no_rolls.items()
        if (not known.called or known.by in ("", caller)) and not (settled and reason == book.disputed)
    ]


def _settling(game: Craps) -> PendingDecision:
    """Decision to settle a called throw, unless it does not count."""
    clause = game.book.settled
    settle = Choice(do="settle-throw", clause=clause, label="settle the wagers")
    choices = (settle, *_no_rolls(game))
    return PendingDecision(kind="settle", person=game.sign.no_roll_caller, choices=choices, clause=clause)


def _ruling(game: Craps, *, optional: bool) -> PendingDecision:
    """Decision to rule on a called throw: its faces, or that it is void."""
    book = game.book
    ruled = book.no_rolls[book.disputed]
    faces = (Bounds(field="one", min=1, max=6), Bounds(field="other", min=1, max=6))
    rule = Choice(do="rule-throw", bounds=faces, clause=ruled.clause, label="rule which faces are up")
    void = Choice(do="no-roll", fixed={"reason": book.disputed}, clause=ruled.clause, label="void the throw")
    dispute = Choice(do="dispute-throw", clause=ruled.clause, label="the faces are disputed")
    choices = (rule, void, dispute) if optional else (rule, void)
    who = ruled.by or game.sign.no_roll_caller
    return PendingDecision(
        kind="dispute", person=who, choices=choices, clause=ruled.clause, optional=optional
    )


def _boxperson(game: Craps) -> list[PendingDecision]:
    """Decision to rule on the upper faces or void the throw, for whoever the book names."""
    book = game.book
    disputed = book.no_rolls[book.disputed]
    faces = (Bounds(field="one", min=1, max=6), Bounds(field="other", min=1, max=6))
    choices = [Choice(do="rule-throw", bounds=faces, clause=disputed.clause, label="rule which faces are up")]
    if disputed.by != game.sign.no_roll_caller:
        given = {"reason": book.disputed}
        choices.append(Choice(do="no-roll", fixed=given, clause=disputed.clause, label="void the throw"))
    who = disputed.by or game.sign.no_roll_caller
    return [
        PendingDecision(
            kind="dispute", person=who, choices=tuple(choices), clause=disputed.clause, optional=True
        )
    ]


def _no_line(game: Craps, *, pressing: bool) -> list[PendingDecision]:
    """Decision to let the old shooter throw for the Come bets alone."""
    if not game.may_settle_only():
        return []
    clause = game.book.shooter.settle_only
    choice = Choice(do="no-line-bet", clause=clause, label="throw for the Come bets alone")
    return [
        PendingDecision(
            kind="no-line-bet", person=DEALER, choices=(choice,), clause=clause, optional=not pressing
        )
    ]
