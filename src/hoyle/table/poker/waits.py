"""What a poker table waits for: an action, a draw, a hand, a shuffle, players, the button, a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hoyle.errors import IllegalError
from hoyle.poker.betting import Options
from hoyle.poker.round import Round
from hoyle.poker.state import ACTION, DRAW, FORCED_BET, SHOW, SHUFFLE
from hoyle.table.poker import playing, records
from hoyle.table.poker.lineup import line_up
from hoyle.table.waits import Bounds, Choice, Wait

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table

DEALER: Final = "dealer"

_DONE_BY: Final = {
    "turn": "turn-spread-up",
    "bring": "bring-deck",
    "rotate": "rotate-decks",
    "count": "count-stub",
}
"""The command that does what a prompt asks for, by the prompt's first word."""


def waits(table: Table) -> list[Wait]:
    """Everything that is awaited now, what holds up the game first."""
    if table.playing:
        return [_in_round(table.playing_round())]
    return [_between_rounds(table), *_may_show(table)]


def _in_round(round_: Round) -> Wait:
    state = round_.state
    awaiting = state.awaiting
    if awaiting == SHUFFLE:
        count = len(round_.cards_to_shuffle())
        choice = Choice(do="shuffle", cards=(count, count), clause=state.shuffle_clause, words="shuffle")
        return Wait(kind="shuffle", person=DEALER, choices=(choice,), clause=state.shuffle_clause)
    seat, person = round_.actor, state.people[state.actor]
    if awaiting in (ACTION, FORCED_BET):
        offered = round_.options()
        return Wait(kind="action", seat=seat, person=person, choices=_actions(offered), clause=offered.clause)
    given = {"seat": seat}
    clause = state.turn_clause
    if awaiting == DRAW:
        most = len(state.cards[state.actor])
        choices: tuple[Choice, ...] = (
            Choice(do="draw", given=given, cards=(0, most), clause=clause, words="pat, draw CARDS"),
        )
        return Wait(kind="draw", seat=seat, person=person, choices=choices, clause=clause)
    assert awaiting == SHOW
    choices = (
        Choice(do="show", given=given, clause=clause, words="show"),
        Choice(do="concede", given=given, clause=round_.rules.c_concede, words="concede"),
    )
    return Wait(kind="show", seat=seat, person=person, choices=choices, clause=clause)


def _actions(offered: Options) -> tuple[Choice, ...]:
    given = {"seat": offered.seat}
    clause = offered.clause
    found: list[Choice] = []
    if offered.forced:
        words = f"bring in {offered.forced}"
        found.append(Choice(do="bring-in", given=given, chips=offered.forced, clause=clause, words=words))
    if offered.fold:
        found.append(Choice(do="fold", given=given, clause=clause, words="fold"))
    if offered.check:
        found.append(Choice(do="check", given=given, clause=clause, words="check"))
    if offered.call:
        words = f"call {offered.call}"
        found.append(Choice(do="call", given=given, chips=offered.call, clause=clause, words=words))
    if offered.min_to:
        bounds = (Bounds(field="to", least=offered.min_to, most=offered.max_to),)
        words, verb = offered.wager_words(), offered.wager_verb()
        found.append(
            Choice(do="bet", given=given, bounds=bounds, clause=offered.limits, words=words, verb=verb)
        )
    return tuple(found)


def _between_rounds(table: Table) -> Wait:
    """What stands between the table and its next deal."""
    state, procedures = table.state, table.book.procedures
    seated = [seat for seat, player in state.players.items() if not player.away]
    variant_has_button = table.page.button_start.value != "none"
    drawn_for = variant_has_button and table.page.button_start.value != "dealers-right"
    if drawn_for and not state.button and len(seated) >= procedures.players.value[0]:
        clause = table.page.button_start.clause
        choice = Choice(do="draw-button", clause=clause, words="draw one card each for the button")
        return Wait(kind="button", person=DEALER, choices=(choice,), clause=clause)
    try:
        line_up(state)
    except IllegalError as error:
        free = next((n for n in range(1, table.sign.most_seats() + 1) if n not in state.players), 0)
        choices: tuple[Choice, ...] = ()
        if free:
            least = table.seat_rules().buy_in
            bounds = (Bounds(field="chips", least=least, most=table.MOST_CHIPS),)
            given: dict[str, int | str] = {"seat": free}
            first = next((name for name in state.waiting if name not in state.passed), "")
            if first:
                given["player"] = first
            choices = (Choice(do="sit", given=given, bounds=bounds, words=f"take seat {free}"),)
        return Wait(kind="players", choices=choices, clause=error.clause or "house seats")
    if not state.rack.decks:
        choice = Choice(do="bring-deck", words="bring a deck")
        return Wait(kind="deck", person=DEALER, choices=(choice,), clause=procedures.deck.clause)
    cut = state.rack.cuts > 0
    left = records.missing(table, cut=True)
    if left:
        return Wait(
            kind="procedure", person=DEALER, clause=left[0].clause, choices=_procedure(table, left[0])
        )
    if not state.rack.ready:
        count = procedures.deck.value
        choice = Choice(do="shuffle", cards=(count, count), clause=procedures.shuffle, words="shuffle")
        return Wait(kind="shuffle", person=DEALER, choices=(choice,), clause=procedures.shuffle)
    found: list[Choice] = []
    if not cut:
        least = max(procedures.cut.value, 1)
        bounds = (Bounds(field="count", least=least, most=len(state.rack.ready) - 1),)
        found.append(Choice(do="cut", bounds=bounds, clause=procedures.cut.clause, words="cut"))
    if not records.missing(table, cut=cut):
        found.append(Choice(do="deal", clause=procedures.duties or "house dealer", words="deal"))
    kind = "deal" if found[-1].do == "deal" else "cut"
    return Wait(kind=kind, person=DEALER, choices=tuple(found), clause=found[-1].clause)


def _procedure(table: Table, prompt: records.Prompt) -> tuple[Choice, ...]:
    """The command that does what is due before the deal."""
    words = prompt.text
    if words.startswith("opening: "):
        step = words.removeprefix("opening: ")
        given: dict[str, int | str] = {"step": step, "done_by": records.opened_by(table, step)}
        return (Choice(do="opening-step", given=given, clause=prompt.clause, words=words),)
    return (Choice(do=_DONE_BY[words.split()[0]], clause=prompt.clause, words=words),)


def _may_show(table: Table) -> list[Wait]:
    last = table.state.last
    if last is None:
        return []
    found = []
    for at, seat in enumerate(last.seats):
        if last.live[at] and playing.may_show(table, seat):
            clause = "house winner-shows"
            choice = Choice(do="show", given={"seat": seat}, clause=clause, words="show")
            person = last.people[at]
            found.append(
                Wait(kind="show", seat=seat, person=person, choices=(choice,), clause=clause, optional=True)
            )
    return found
