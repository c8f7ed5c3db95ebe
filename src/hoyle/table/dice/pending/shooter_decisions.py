"""Pending decisions around the shooter: a taker for the dice, a line bet, a throw, its call."""

from __future__ import annotations

from hoyle.games.dice.craps import Craps
from hoyle.games.dice.game_state import DiceWager
from hoyle.table.dice.pending.decisions import FACES, cached_decisions, offered_decision, pass_orders
from hoyle.table.dice.pending.wager_choices import line_bets
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.pending_decisions import Choice, PendingDecision, single_choice
from hoyle.table.roster import LEAVE


def build_decisions(table: DiceTableBase, game: Craps) -> list[PendingDecision]:
    """Build the decisions of the shooter, of whoever is offered the dice, and of the crew."""
    play = table.state.play
    if play.disputed:
        return cached_decisions(table, ("disputed",), lambda: [_ruling_decision(game, optional=False)])
    decisions = _dice_decisions(table, game)
    if play.before is not None and not play.released:
        decisions = [
            *decisions,
            *cached_decisions(table, ("settled",), lambda: [_ruling_decision(game, optional=True)]),
        ]
    wagers_called_on = [wager for wager in play.live if wager.on_requested]
    if wagers_called_on and not play.released:
        return [*decisions, _confirm_on_decision(game, wagers_called_on)]
    return decisions


def _confirm_on_decision(game: Craps, wagers: list[DiceWager]) -> PendingDecision:
    """Build the decision to mark wagers that their owners have called on, which makes them work."""
    marker = game.book.on_marker
    choices = tuple(
        Choice(
            do="confirm-on",
            fixed={"wager": wager.id},
            clause=game.spot_of(wager).page.called_on,
            label=f"{game.spot_of(wager).name} of {wager.owner} on",
        )
        for wager in wagers
    )
    return PendingDecision(kind="confirm", person=marker.value, choices=choices, clause=marker.clause, optional=True)


def _dice_decisions(table: DiceTableBase, game: Craps) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shooter
    if play.called:
        return cached_decisions(
            table, ("called",), lambda: [_settle_decision(game), _ruling_decision(game, optional=True)]
        )
    if play.released:
        return cached_decisions(table, ("thrown",), lambda: [_call_decision(game), *_boxperson_decision(game)])
    if play.offering:
        player = play.offering[0]
        state_key: tuple[object, ...] = ("asked", player, play.seats[player], game.may_take(player))
        return cached_decisions(table, state_key, lambda: [offered_decision(table, cites.offer)])
    if not play.shooter:
        return cached_decisions(table, ("lying", game.may_settle_only()), lambda: _free_dice(game))
    return _shooter_decisions(table, game)


def _free_dice(game: Craps) -> list[PendingDecision]:
    # If nobody bets the line, the old shooter throws on before the dice go round once more.
    old_shooter_throws = _old_shooter_decision(game, required=True)
    clause, optional = game.book.shooter.offer, bool(old_shooter_throws)
    return [*old_shooter_throws, single_choice("shooter", "offer", "offer the dice", clause, optional=optional)]


def _shooter_decisions(table: DiceTableBase, game: Craps) -> list[PendingDecision]:
    """List what the shooter may do: pass the dice, throw them, or first make a line bet."""
    play = table.state.play
    shooter = play.shooter
    seat = play.seats[shooter]
    if play.must_pass:
        return cached_decisions(table, ("must pass", shooter, seat), lambda: _must_pass_decisions(table, game))
    may_decline = game.may_decline_line()
    if game.may_throw():
        state_key: tuple[object, ...] = ("throw", shooter, seat, may_decline, play.before is None)
        return cached_decisions(table, state_key, lambda: _throw_decisions(table, game))
    state_key = ("no line bet", shooter, seat, may_decline, game.may_settle_only())
    decision, *others = cached_decisions(table, state_key, lambda: _line_bet_decisions(table, game))
    if table.roster.find_deferred_request(shooter, LEAVE) is None:
        line_choices = line_bets(table, seat, shooter)
        decision = PendingDecision(
            kind=decision.kind,
            seat=seat,
            person=shooter,
            choices=(*line_choices, *decision.choices),
            clause=decision.clause,
        )
    return [decision, *others]


def _must_pass_decisions(table: DiceTableBase, game: Craps) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    choice = Choice(do="pass-dice", fixed={"seat": seat}, clause=cites.kept, label="pass the dice")
    pass_decision = PendingDecision(kind="pass", seat=seat, person=play.shooter, choices=(choice,), clause=cites.seven)
    return [pass_decision, *pass_orders(table, cites.ordered)]


def _throw_decisions(table: DiceTableBase, game: Craps) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    release = Choice(do="release-dice", fixed={"seat": seat}, clause=game.book.closed, label="throw")
    choices = (release, *_pass_choices(table, game))
    throw = PendingDecision(kind="throw", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
    # Where the last throw may still be ruled on, a ruling is about that one.
    ruling = _boxperson_decision(game) if play.before is None else []
    return [throw, _call_decision(game), *ruling, *pass_orders(table, cites.ordered)]


def _line_bet_decisions(table: DiceTableBase, game: Craps) -> list[PendingDecision]:
    play, cites = table.state.play, game.book.shooter
    seat = play.seats[play.shooter]
    choices = tuple(_pass_choices(table, game))
    decision = PendingDecision(kind="line-bet", seat=seat, person=play.shooter, choices=choices, clause=cites.line_bet)
    return [decision, *_old_shooter_decision(game, required=False), *pass_orders(table, cites.ordered)]


def _pass_choices(table: DiceTableBase, game: Craps) -> list[Choice]:
    play, cites = table.state.play, game.book.shooter
    fields = {"seat": play.seats[play.shooter]}
    choices = [Choice(do="pass-dice", fixed=fields, clause=cites.kept, label="pass the dice")]
    if game.may_decline_line():
        label = "decline the line"
        choices.append(Choice(do="decline-line", fixed=fields, clause=cites.declines_line, label=label))
    return choices


def _call_decision(game: Craps) -> PendingDecision:
    book = game.book
    choices = [
        Choice(do="throw", bounds=FACES, clause=book.rolled, label="call the roll and settle"),
        Choice(do="call-throw", bounds=FACES, clause=book.rolled, label="call the roll"),
    ]
    choices += _no_roll_choices(game)
    return PendingDecision(kind="roll", person=game.sign.no_roll_caller, choices=tuple(choices), clause=book.rolled)


def _no_roll_choices(game: Craps) -> list[Choice]:
    """Build the choices to call no roll; a dispute over the last throw is not one of them."""
    book, caller = game.book, game.sign.no_roll_caller
    settled = game.state.before is not None and not game.state.released
    return [
        Choice(do="no-roll", fixed={"reason": reason}, clause=rule.clause, label=f"no roll: {reason}")
        for reason, rule in book.no_rolls.items()
        if (not rule.called or rule.by in ("", caller)) and not (settled and reason == book.disputed)
    ]


def _settle_decision(game: Craps) -> PendingDecision:
    clause = game.book.settled
    settle = Choice(do="settle-throw", clause=clause, label="settle the wagers")
    choices = (settle, *_no_roll_choices(game))
    return PendingDecision(kind="settle", person=game.sign.no_roll_caller, choices=choices, clause=clause)


def _ruling_decision(game: Craps, *, optional: bool) -> PendingDecision:
    book = game.book
    rule = book.no_rolls[book.disputed]
    rule_faces = Choice(do="rule-throw", bounds=FACES, clause=rule.clause, label="rule which faces are up")
    void = Choice(do="no-roll", fixed={"reason": book.disputed}, clause=rule.clause, label="void the throw")
    dispute = Choice(do="dispute-throw", clause=rule.clause, label="the faces are disputed")
    choices = (rule_faces, void, dispute) if optional else (rule_faces, void)
    person = rule.by or game.sign.no_roll_caller
    return PendingDecision(kind="dispute", person=person, choices=choices, clause=rule.clause, optional=optional)


def _boxperson_decision(game: Craps) -> list[PendingDecision]:
    """Build the decision to rule on the upper faces or void the throw, for whoever the book names."""
    book = game.book
    disputed = book.no_rolls[book.disputed]
    choices = [Choice(do="rule-throw", bounds=FACES, clause=disputed.clause, label="rule which faces are up")]
    if disputed.by != game.sign.no_roll_caller:
        fields = {"reason": book.disputed}
        choices.append(Choice(do="no-roll", fixed=fields, clause=disputed.clause, label="void the throw"))
    person = disputed.by or game.sign.no_roll_caller
    return [
        PendingDecision(kind="dispute", person=person, choices=tuple(choices), clause=disputed.clause, optional=True)
    ]


def _old_shooter_decision(game: Craps, *, required: bool) -> list[PendingDecision]:
    if not game.may_settle_only():
        return []
    label, clause = "throw for the Come bets alone", game.book.shooter.settle_only
    return [single_choice("no-line-bet", "no-line-bet", label, clause, optional=not required)]
