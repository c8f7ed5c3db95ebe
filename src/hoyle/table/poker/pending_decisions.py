"""Pending decisions of a poker table: actions, draws, showdowns, shuffles, the next deal."""

from __future__ import annotations

from typing import Any, Final, final

from hoyle.core.errors import IllegalError
from hoyle.core.validation import MAX_CHIPS, MAX_COUNTED
from hoyle.games.poker.legal_actions import LegalActions
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, DRAW, FACE_DOWN, FORCED_BET, MUCK, SHOW, SHUFFLE, STREET, THROWN
from hoyle.table.pending_decisions import OPEN_TABLE_DECISION, Bounds, Choice, PendingDecision, single_choice
from hoyle.table.poker import action_handlers
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.rounds.lineup import build_lineup
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.seat_choices import more_players_decisions

DEALER: Final = "dealer"

_THROWN_HAND_COMMANDS: Final = ("muck", "retrieve")
"""Commands for a hand that was thrown in at the showdown."""

_MAX_CACHED: Final = 512
"""Cached decisions."""
_SEATS: Final = 16
_AMOUNTS: Final = 64
"""Cache slots: seats on each street, and amounts for each seat."""


def build_pending(table: PokerTableBase, cache: dict[int, CachedChoices]) -> list[PendingDecision]:
    """Compute the pending decisions, the ones that hold up the game first."""
    if table.playing:
        round_ = table.playing_round()
        decisions = [_round_decision(round_, cache)]
        if round_.state.awaiting == SHOW:
            decisions += _tabling_decisions(round_)
    elif not table.is_open:
        return [OPEN_TABLE_DECISION]
    else:
        decisions = [_next_deal_decision(table), *_winner_show_decision(table), *_idle_cash_decisions(table)]
        if table.state.broken_up and _can_draw_button(table):
            decisions.insert(1, _button_draw_decision(table, optional=True))
    return decisions + _missed_blind_decisions(table) if table.sign.missed_blinds == "dead" else decisions


def _round_decision(round_: PokerRound, cache: dict[int, CachedChoices]) -> PendingDecision:
    """Return the decision that the round waits for: a shuffle, a muck, a street, or a player's turn."""
    state = round_.state
    awaiting = state.awaiting
    if awaiting == SHUFFLE:
        count = len(round_.cards_to_shuffle())
        return single_choice("shuffle", "shuffle", "shuffle", state.shuffle_clause, cards=(count, count))
    if awaiting == MUCK:
        return _muck_decision(round_)
    if awaiting == STREET:
        is_last = state.street + 1 == len(round_.rules.variant.streets)
        label = "open the hands" if is_last else "deal the next street"
        return single_choice("street", "deal-on", label, round_.rules.c_all_in)
    person = state.people[state.actor]
    if awaiting in (ACTION, FORCED_BET):
        return _cached_decision(cache, state.street, person, round_.options())
    seat = round_.actor
    fields = {"seat": seat}
    clause = state.turn_clause
    if awaiting == DRAW:
        hand_size = len(state.cards[state.actor])
        choices: tuple[Choice, ...] = (
            Choice(do="draw", fixed=fields, cards=(0, hand_size), clause=clause, label="pat, draw CARDS"),
        )
        return PendingDecision(kind="draw", seat=seat, person=person, choices=choices, clause=clause)
    assert awaiting == SHOW
    choices = (
        Choice(do="show", fixed=fields, clause=clause, label="show"),
        Choice(do="concede", fixed=fields, clause=round_.rules.c_concede, label="concede"),
    )
    return PendingDecision(kind="show", seat=seat, person=person, choices=choices, clause=clause)


def _tabling_decisions(round_: PokerRound) -> list[PendingDecision]:
    """Build the decisions of the players who may table a hand before their turn to show."""
    state, rules = round_.state, round_.rules
    clause = rules.book.showdown.tabling or rules.c_show
    decisions: list[PendingDecision] = []
    for position, seat in enumerate(state.seats):
        if state.live[position] and state.hands[position] == FACE_DOWN and position != state.actor:
            decisions.append(_optional_choice("show", "show", "show", clause, seat, state.people[position]))
    return decisions


def _optional_choice(
    kind: str, do: str, label: str, clause: str, seat: int, person: str, **fields: Any
) -> PendingDecision:
    fixed = {"seat": seat, **fields}
    return single_choice(kind, do, label, clause, person=person, seat=seat, optional=True, fixed=fixed)


def _muck_decision(round_: PokerRound) -> PendingDecision:
    """Build the dealer's decision to muck hands that were thrown in, unless one is taken back first."""
    state = round_.state
    clause = state.turn_clause
    thrown = [state.seats[position] for position in range(len(state.seats)) if state.hands[position] == THROWN]
    choices = [
        Choice(do=do, fixed={"seat": seat}, clause=clause, label=f"{do} seat {seat}")
        for do in _THROWN_HAND_COMMANDS
        for seat in thrown
    ]
    return PendingDecision(kind="muck", person=DEALER, choices=tuple(choices), clause=clause)


@final
class CachedChoices:
    """Cache entry: a pending decision and the legal actions it was built from."""

    def __init__(self, person: str, options: LegalActions) -> None:
        self.person = person
        self.options = options
        self.decision = PendingDecision(
            kind="action", seat=options.seat, person=person, choices=_action_choices(options), clause=options.clause
        )

    def is_for(self, person: str, options: LegalActions) -> bool:
        """Whether these options of this person would give the same decision."""
        cached = self.options
        return (
            cached.seat == options.seat
            and cached.call == options.call
            and cached.min_raise_to == options.min_raise_to
            and cached.max_to == options.max_to
            and cached.fold == options.fold
            and cached.check == options.check
            and cached.opening == options.opening
            and cached.forced == options.forced
            and cached.clause == options.clause
            and cached.limits == options.limits
            and self.person == person
        )


def _cached_decision(cache: dict[int, CachedChoices], street: int, person: str, legal: LegalActions) -> PendingDecision:
    """Return the decision for these options, cached because the same ones come again hand after hand."""
    # A slot for each combination that comes often; two that collide only evict each other.
    slot = (street * _SEATS + legal.seat) * _AMOUNTS + (legal.call + legal.min_raise_to) % _AMOUNTS
    cached = cache.get(slot)
    if cached is None or not cached.is_for(person, legal):
        cached = CachedChoices(person, legal)
        if len(cache) >= _MAX_CACHED:
            cache.clear()
        cache[slot] = cached
    return cached.decision


def _action_choices(legal: LegalActions) -> tuple[Choice, ...]:
    fields = {"seat": legal.seat}
    clause = legal.clause
    choices: list[Choice] = []
    if legal.forced:
        label = f"bring in {legal.forced}"
        choices.append(Choice(do="bring-in", fixed=fields, cost=legal.forced, clause=clause, label=label))
    if legal.fold:
        choices.append(Choice(do="fold", fixed=fields, clause=clause, label="fold"))
    if legal.check:
        choices.append(Choice(do="check", fixed=fields, clause=clause, label="check"))
    if legal.call:
        label = f"call {legal.call}"
        choices.append(Choice(do="call", fixed=fields, cost=legal.call, clause=clause, label=label))
    # A stack may exceed `MAX_CHIPS` by winnings, but no command may name a larger amount.
    if 0 < legal.min_raise_to <= MAX_CHIPS:
        bounds = (Bounds(field="to", min=legal.min_raise_to, max=min(legal.max_to, MAX_CHIPS)),)
        label, verb = legal.wager_words(), legal.wager_verb()
        choices.append(Choice(do="bet", fixed=fields, bounds=bounds, clause=legal.limits, label=label, verb=verb))
    return tuple(choices)


def _next_deal_decision(table: PokerTableBase) -> PendingDecision:
    state, procedures = table.state, table.book.procedures
    if not state.button and _can_draw_button(table):
        return _button_draw_decision(table, optional=False)
    try:
        build_lineup(state)
    except IllegalError as error:
        return more_players_decisions(state, table.seat_rules(), error.clause or "house seats")[0]
    if not state.rack.decks:
        fields = {"deck": dealer_procedures.new_decks(table, 1)[0]}
        return single_choice("deck", "bring-deck", "bring a deck", procedures.deck.clause, fixed=fields)
    cut = state.rack.cuts > 0
    blocking = dealer_procedures.blocking_procedures(table, cut=True)
    if blocking:
        return _procedure_decision(table, blocking[0])
    if not state.rack.ready:
        count = procedures.deck.value
        choice = Choice(do="shuffle", cards=(count, count), clause=procedures.shuffle, label="shuffle")
        return PendingDecision(kind="shuffle", person=DEALER, choices=(choice,), clause=procedures.shuffle)
    choices: list[Choice] = []
    if not cut:
        min_cut = max(procedures.cut.value, 1)
        bounds = (Bounds(field="count", min=min_cut, max=len(state.rack.ready) - 1),)
        choices.append(Choice(do="cut", bounds=bounds, clause=procedures.cut.clause, label="cut"))
    if not dealer_procedures.blocking_procedures(table, cut=cut):
        choices.append(Choice(do="deal", clause=procedures.duties or "house dealer", label="deal"))
    kind = "deal" if choices[-1].do == "deal" else "cut"
    return PendingDecision(kind=kind, person=DEALER, choices=tuple(choices), clause=choices[-1].clause)


def _can_draw_button(table: PokerTableBase) -> bool:
    """Whether the button is drawn for, and enough players are there to draw."""
    seated = [player for player in table.state.players.values() if not player.sitting_out]
    uses_draw = table.page.button_start.value not in ("none", "dealers-right")
    return uses_draw and len(seated) >= table.book.procedures.players.value[0]


def _button_draw_decision(table: PokerTableBase, *, optional: bool) -> PendingDecision:
    label, clause = "draw one card each for the button", table.page.button_start.clause
    return single_choice("button", "draw-button", label, clause, optional=optional)


def _procedure_decision(table: PokerTableBase, due: dealer_procedures.DueProcedure) -> PendingDecision:
    """Build the decision to perform a procedure that must be done before the deal."""
    fields: dict[str, Any] = {}
    if due.do == "opening-step":
        step = dealer_procedures.remaining_opening_steps(table)[0][0]
        fields = {"step": step, "done_by": dealer_procedures.opened_by(table, step)}
    elif due.do == "bring-deck":
        fields = {"deck": dealer_procedures.new_decks(table, 1)[0]}
    elif due.do == "rotate-decks":
        fields = {"decks": dealer_procedures.new_decks(table, 2)}
    bounds = (Bounds(field="counted", min=0, max=MAX_COUNTED),) if due.do == "count-stub" else ()
    return single_choice("procedure", due.do, due.text, due.clause, fixed=fields, bounds=bounds)


def _missed_blind_decisions(table: PokerTableBase) -> list[PendingDecision]:
    clause = "house missed-blinds"
    decisions = []
    for seat in sorted(table.state.players):
        player = table.state.poker_player(seat)
        if not player.missed:
            continue
        label = "post the missed blinds" if player.waits else "wait for the missed blinds"
        decisions.append(
            _optional_choice("blinds", "choose-blinds", label, clause, seat, player.name, wait=not player.waits)
        )
    return decisions


def _idle_cash_decisions(table: PokerTableBase) -> list[PendingDecision]:
    state = table.state
    decisions: list[PendingDecision] = []
    for seat, player in state.players.items():
        if player.total_chips() != player.chips and state.idle_cash(seat):
            clause = table.book.wagers.idle_currency
            decisions.append(_optional_choice("cash", "change-currency", "change the cash", clause, seat, player.name))
    return decisions


def _winner_show_decision(table: PokerTableBase) -> list[PendingDecision]:
    winner, last = action_handlers.uncalled_winner(table), table.state.last
    if last is None or winner < 0:
        return []
    person = last.people[winner]
    return [_optional_choice("show", "show", "show", "house winner-shows", table.state.seat_of(person), person)]
