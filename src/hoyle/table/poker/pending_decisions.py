"""Pending decisions of a poker table: actions, draws, showdowns, shuffles, the next deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from hoyle.core.errors import IllegalError
from hoyle.core.validation import MAX_CHIPS
from hoyle.games.poker.legal_actions import LegalActions
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import (
    ACTION,
    DRAW,
    FACE_DOWN,
    FORCED_BET,
    MUCK,
    SHOW,
    SHUFFLE,
    STREET,
    THROWN,
)
from hoyle.table.field_types import MAX_COUNTED
from hoyle.table.pending_decisions import OPEN_TABLE_DECISION, Bounds, Choice, PendingDecision
from hoyle.table.poker import action_handlers
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.rounds.lineup import build_lineup
from hoyle.table.seat_choices import decision_for_more_players

if TYPE_CHECKING:
    from hoyle.table.poker.table import PokerTable

DEALER: Final = "dealer"

_DONE_BY: Final = {
    "turn": "turn-spread-up",
    "bring": "bring-deck",
    "rotate": "rotate-decks",
    "count": "count-stub",
}
"""Command that performs a due procedure, by the first word of its prompt."""
_THROWN: Final = ("muck", "retrieve")
"""Commands for a hand that was thrown in at the showdown."""

_MAX_KEPT: Final = 512
"""Cached decisions."""
_SEATS: Final = 16
_AMOUNTS: Final = 64
"""Cache slots: seats on each street, and amounts for each seat."""


def build_pending(table: PokerTable) -> list[PendingDecision]:
    """Compute the pending decisions, the ones that hold up the game first."""
    if table.playing:
        round_ = table.playing_round()
        found = [_in_round(table, round_)]
        if round_.state.awaiting == SHOW:
            found += _may_table(round_)
    elif not table.is_open:
        return [OPEN_TABLE_DECISION]
    else:
        found = [_between_rounds(table), *_new_draw(table), *_may_show(table), *_idle_cash(table)]
    return found + _missed_blinds(table) if table.sign.missed_blinds == "dead" else found


def _in_round(table: PokerTable, round_: PokerRound) -> PendingDecision:
    state = round_.state
    awaiting = state.awaiting
    if awaiting == SHUFFLE:
        count = len(round_.cards_to_shuffle())
        choice = Choice(do="shuffle", cards=(count, count), clause=state.shuffle_clause, label="shuffle")
        return PendingDecision(kind="shuffle", person=DEALER, choices=(choice,), clause=state.shuffle_clause)
    if awaiting == MUCK:
        return _muck(round_)
    if awaiting == STREET:
        last = state.street + 1 == len(round_.rules.variant.streets)
        words = "open the hands" if last else "deal the next street"
        choice = Choice(do="deal-on", clause=round_.rules.c_all_in, label=words)
        return PendingDecision(kind="street", person=DEALER, choices=(choice,), clause=round_.rules.c_all_in)
    person = state.people[state.actor]
    if awaiting in (ACTION, FORCED_BET):
        return _action(table.awaited, state.street, person, round_.options())
    seat = round_.actor
    given = {"seat": seat}
    clause = state.turn_clause
    if awaiting == DRAW:
        most = len(state.cards[state.actor])
        choices: tuple[Choice, ...] = (
            Choice(do="draw", fixed=given, cards=(0, most), clause=clause, label="pat, draw CARDS"),
        )
        return PendingDecision(kind="draw", seat=seat, person=person, choices=choices, clause=clause)
    assert awaiting == SHOW
    choices = (
        Choice(do="show", fixed=given, clause=clause, label="show"),
        Choice(do="concede", fixed=given, clause=round_.rules.c_concede, label="concede"),
    )
    return PendingDecision(kind="show", seat=seat, person=person, choices=choices, clause=clause)


def _may_table(round_: PokerRound) -> list[PendingDecision]:
    """Decisions of the players who may table a hand before their turn to show."""
    state, rules = round_.state, round_.rules
    clause = rules.book.showdown.tabling or rules.c_show
    found: list[PendingDecision] = []
    for at, seat in enumerate(state.seats):
        if state.live[at] and state.hands[at] == FACE_DOWN and at != state.actor:
            choice = Choice(do="show", fixed={"seat": seat}, clause=clause, label="show")
            found.append(
                PendingDecision(
                    kind="show",
                    seat=seat,
                    person=state.people[at],
                    choices=(choice,),
                    clause=clause,
                    optional=True,
                )
            )
    return found


def _muck(round_: PokerRound) -> PendingDecision:
    """Decision on hands that were thrown in: the dealer mucks them, unless one is taken back first."""
    state = round_.state
    clause = state.turn_clause
    thrown = [state.seats[at] for at in range(len(state.seats)) if state.hands[at] == THROWN]
    found = [
        Choice(do=do, fixed={"seat": seat}, clause=clause, label=f"{do} seat {seat}")
        for do in _THROWN
        for seat in thrown
    ]
    return PendingDecision(kind="muck", person=DEALER, choices=tuple(found), clause=clause)


@final
class CachedChoices:
    """A cached decision and the options it was built from."""

    def __init__(self, person: str, options: LegalActions) -> None:
        self.person = person
        self.options = options
        self.wait = PendingDecision(
            kind="action",
            seat=options.seat,
            person=person,
            choices=_actions(options),
            clause=options.clause,
        )

    def is_for(self, person: str, options: LegalActions) -> bool:
        """Whether these options of this person would give the same decision."""
        mine = self.options
        return (
            mine.seat == options.seat
            and mine.call == options.call
            and mine.min_raise_to == options.min_raise_to
            and mine.max_to == options.max_to
            and mine.fold == options.fold
            and mine.check == options.check
            and mine.opening == options.opening
            and mine.forced == options.forced
            and mine.clause == options.clause
            and mine.limits == options.limits
            and self.person == person
        )


def _action(
    kept: dict[int, CachedChoices], street: int, person: str, offered: LegalActions
) -> PendingDecision:
    """Return the decision for these options, cached because the same ones come again hand after hand."""
    # A slot for each combination that comes often; two that collide only evict each other.
    place = (street * _SEATS + offered.seat) * _AMOUNTS + (offered.call + offered.min_raise_to) % _AMOUNTS
    found = kept.get(place)
    if found is None or not found.is_for(person, offered):
        found = CachedChoices(person, offered)
        if len(kept) >= _MAX_KEPT:
            kept.clear()
        kept[place] = found
    return found.wait


def _actions(offered: LegalActions) -> tuple[Choice, ...]:
    given = {"seat": offered.seat}
    clause = offered.clause
    found: list[Choice] = []
    if offered.forced:
        words = f"bring in {offered.forced}"
        found.append(Choice(do="bring-in", fixed=given, cost=offered.forced, clause=clause, label=words))
    if offered.fold:
        found.append(Choice(do="fold", fixed=given, clause=clause, label="fold"))
    if offered.check:
        found.append(Choice(do="check", fixed=given, clause=clause, label="check"))
    if offered.call:
        words = f"call {offered.call}"
        found.append(Choice(do="call", fixed=given, cost=offered.call, clause=clause, label=words))
    # A stack may exceed `MAX_CHIPS` by winnings, but no command may name a larger amount.
    if 0 < offered.min_raise_to <= MAX_CHIPS:
        bounds = (Bounds(field="to", min=offered.min_raise_to, max=min(offered.max_to, MAX_CHIPS)),)
        words, verb = offered.wager_words(), offered.wager_verb()
        found.append(
            Choice(do="bet", fixed=given, bounds=bounds, clause=offered.limits, label=words, verb=verb)
        )
    return tuple(found)


def _between_rounds(table: PokerTable) -> PendingDecision:
    """The decision that the next deal waits for."""
    state, procedures = table.state, table.book.procedures
    if not state.button and _can_draw(table):
        return _draw(table, optional=False)
    try:
        build_lineup(state)
    except IllegalError as error:
        return decision_for_more_players(table, error.clause or "house seats")[0]
    if not state.rack.decks:
        given = {"deck": dealer_procedures.new_decks(table, 1)[0]}
        choice = Choice(do="bring-deck", fixed=given, clause=procedures.deck.clause, label="bring a deck")
        return PendingDecision(kind="deck", person=DEALER, choices=(choice,), clause=procedures.deck.clause)
    cut = state.rack.cuts > 0
    left = dealer_procedures.blocking_procedures(table, cut=True)
    if left:
        return PendingDecision(
            kind="procedure", person=DEALER, clause=left[0].clause, choices=_procedure(table, left[0])
        )
    if not state.rack.ready:
        count = procedures.deck.value
        choice = Choice(do="shuffle", cards=(count, count), clause=procedures.shuffle, label="shuffle")
        return PendingDecision(kind="shuffle", person=DEALER, choices=(choice,), clause=procedures.shuffle)
    found: list[Choice] = []
    if not cut:
        least = max(procedures.cut.value, 1)
        bounds = (Bounds(field="count", min=least, max=len(state.rack.ready) - 1),)
        found.append(Choice(do="cut", bounds=bounds, clause=procedures.cut.clause, label="cut"))
    if not dealer_procedures.blocking_procedures(table, cut=cut):
        found.append(Choice(do="deal", clause=procedures.duties or "house dealer", label="deal"))
    kind = "deal" if found[-1].do == "deal" else "cut"
    return PendingDecision(kind=kind, person=DEALER, choices=tuple(found), clause=found[-1].clause)


def _can_draw(table: PokerTable) -> bool:
    """Whether the button is drawn for, and enough players are there to draw."""
    seated = [player for player in table.state.players.values() if not player.sitting_out]
    drawn_for = table.page.button_start.value not in ("none", "dealers-right")
    return drawn_for and len(seated) >= table.book.procedures.players.value[0]


def _draw(table: PokerTable, *, optional: bool) -> PendingDecision:
    clause = table.page.button_start.clause
    choice = Choice(do="draw-button", clause=clause, label="draw one card each for the button")
    return PendingDecision(kind="button", person=DEALER, choices=(choice,), clause=clause, optional=optional)


def _new_draw(table: PokerTable) -> list[PendingDecision]:
    """Optional decision to draw for the button again after the table broke up."""
    return [_draw(table, optional=True)] if table.state.broken_up and _can_draw(table) else []


def _procedure(table: PokerTable, prompt: dealer_procedures.DueProcedure) -> tuple[Choice, ...]:
    """Choice that performs a procedure due before the deal."""
    words = prompt.text
    if words.startswith("opening: "):
        step = words.removeprefix("opening: ")
        given: dict[str, Any] = {"step": step, "done_by": dealer_procedures.opened_by(table, step)}
        return (Choice(do="opening-step", fixed=given, clause=prompt.clause, label=words),)
    do = _DONE_BY[words.split()[0]]
    given = {}
    bounds: tuple[Bounds, ...] = ()
    if do == "bring-deck":
        given["deck"] = dealer_procedures.new_decks(table, 1)[0]
    elif do == "rotate-decks":
        given["decks"] = dealer_procedures.new_decks(table, 2)
    elif do == "count-stub":
        bounds = (Bounds(field="counted", min=0, max=MAX_COUNTED),)
    return (Choice(do=do, fixed=given, bounds=bounds, clause=prompt.clause, label=words),)


def _missed_blinds(table: PokerTable) -> list[PendingDecision]:
    """Decisions of players with missed blinds on how to make them up."""
    clause = "house missed-blinds"
    found = []
    for seat in sorted(table.state.players):
        player = table.state.at(seat)
        if not player.missed:
            continue
        words = "post the missed blinds" if player.waits else "wait for the missed blinds"
        given = {"seat": seat, "wait": not player.waits}
        choice = Choice(do="choose-blinds", fixed=given, clause=clause, label=words)
        found.append(
            PendingDecision(
                kind="blinds",
                seat=seat,
                person=player.name,
                choices=(choice,),
                clause=clause,
                optional=True,
            )
        )
    return found


def _idle_cash(table: PokerTable) -> list[PendingDecision]:
    """Decisions to change cash that cannot be bet."""
    state = table.state
    found: list[PendingDecision] = []
    for seat, player in state.players.items():
        if player.total_chips() != player.chips and state.idle_cash(seat):
            clause = table.book.wagers.idle_currency
            choice = Choice(
                do="change-currency", fixed={"seat": seat}, clause=clause, label="change the cash"
            )
            found.append(
                PendingDecision(
                    kind="cash",
                    seat=seat,
                    person=player.name,
                    choices=(choice,),
                    clause=clause,
                    optional=True,
                )
            )
    return found


def _may_show(table: PokerTable) -> list[PendingDecision]:
    winner, last = action_handlers.may_show(table), table.state.last
    if last is None or winner < 0:
        return []
    person, clause = last.people[winner], "house winner-shows"
    seat = table.state.seat_of(person)
    choice = Choice(do="show", fixed={"seat": seat}, clause=clause, label="show")
    return [
        PendingDecision(
            kind="show", seat=seat, person=person, choices=(choice,), clause=clause, optional=True
        )
    ]
