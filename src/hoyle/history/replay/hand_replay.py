"""Replay of a recorded hand, action by action, under its rulebook.

The replay is strict: an action out of turn, a bet the rules forbid or an impossible card is an error that
names the action. It is lenient in five cases, and records each as a repair: a live player whose hand the
record neither shows nor mucks, a check by a player who has nothing left to decide, cards of one street that
are written in another order than they are dealt, a raise below the limit when no other player could have
called a full one, and in stud a turn that passed clockwise from the best hand showing, which was all-in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from hoyle.core.cards import UNKNOWN, cards_text
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.games.poker.events import BoardDealt, Burned, Dealt, DrawBegins, Drawn
from hoyle.games.poker.legal_actions import LegalActions, deepest_rival
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, DRAW, FORCED_BET, NOTHING, SHOW, SHUFFLE
from hoyle.history.phh import action_notation
from hoyle.history.phh.action_notation import Action
from hoyle.history.phh.reader import HandHistory
from hoyle.history.replay.deck_reconstruction import ReconstructedDeck, StreetCards
from hoyle.history.replay.recorded_showdown import settle_recorded_showdown
from hoyle.history.replay.result_verdict import DIFFERS, RAKED, REFUSED, compare

_CLOCKWISE_OPENER: Final = {"all_in_opener": "clockwise"}


@dataclass(slots=True)
class ReplayResult:
    """Result of replaying a recorded hand; amounts are in the record's own unit, infinity if unknown."""

    history: HandHistory
    stacks: list[Decimal] | None
    """Stacks after the last action; None if the hand could not be replayed or its end is not recorded."""
    recorded: list[Decimal] | None
    ok: bool
    """Whether the hand could be replayed and its recorded results match."""
    complete: bool
    """Whether the record goes to the end of the hand and every pot could be awarded."""
    round: PokerRound | None
    error: str | None = None
    note: str = ""
    """Reason why the replay is not complete."""
    repairs: list[str] = field(default_factory=list)
    verdict: str = REFUSED
    """Verdict on the result: see `hoyle.history.replay.result_verdict`."""
    rake: Decimal = Decimal(0)
    """Chips missing from the recorded result, if only winners have less than in the replay."""
    uncalled: Decimal = Decimal(0)
    """Uncalled bets that the recorded winnings include."""

    @property
    def winnings(self) -> list[Decimal] | None:
        """Chips that each player wins in the replay; None if it is not complete."""
        if self.round is None or not self.complete:
            return None
        return [self.history.amount(chips) for chips in self.round.state.won]

    @property
    def recorded_winnings(self) -> list[Decimal] | None:
        """Recorded winnings of each player; None if there are none, or only zeros."""
        winnings = self.history.winnings
        if winnings is None or not any(winnings):
            return None
        return [self.history.amount(chips) for chips in winnings]


def replay(history: HandHistory) -> ReplayResult:
    """Replay a recorded hand and compare its result with the record; a refusal goes into `error`."""
    recorded_stacks = None
    if history.finishing_stacks is not None:
        recorded_stacks = [history.amount(chips) for chips in history.finishing_stacks]
    replayer = HandReplayer(history)
    try:
        replayer.run()
    except HoyleError as refusal:
        alternative = _replay_clockwise(history, recorded_stacks, replayer)
        if alternative is not None:
            return alternative
        return ReplayResult(
            history, None, recorded_stacks, False, False, replayer.round, str(refusal), "", replayer.repairs
        )
    return _compare_with_record(history, recorded_stacks, replayer)


def _replay_clockwise(
    history: HandHistory, recorded_stacks: list[Decimal] | None, refused: HandReplayer
) -> ReplayResult | None:
    """Replay a refused hand by the other interpretation of an all-in opener (AMB-P1); None if that fails too."""
    state = None if refused.round is None else refused.round.state
    if state is None or state.button >= 0 or 0 not in state.stacks:
        return None
    replayer = HandReplayer(history, _CLOCKWISE_OPENER)
    try:
        replayer.run()
    except HoyleError:
        return None
    replayer.repairs.append("the turn passed clockwise from the best hand showing, which was all-in")
    return _compare_with_record(history, recorded_stacks, replayer)


def _compare_with_record(
    history: HandHistory, recorded_stacks: list[Decimal] | None, replayer: HandReplayer
) -> ReplayResult:
    round_ = replayer.round
    assert round_ is not None
    stacks = [
        history.amount(None if start is None else chips)
        for start, chips in zip(history.starting_stacks, round_.state.stacks, strict=True)
    ]
    verdict = compare(history, round_)
    return ReplayResult(
        history,
        stacks if round_.over or recorded_stacks is not None else None,
        recorded_stacks,
        ok=verdict.name not in (RAKED, DIFFERS),
        complete=round_.over,
        round=round_,
        error=f"{history.where()}: {verdict.text}" if verdict.text else None,
        note=replayer.note,
        repairs=replayer.repairs,
        verdict=verdict.name,
        rake=history.amount(verdict.rake),
        uncalled=history.amount(verdict.uncalled),
    )


class _DueCards:
    """Cards of one street that the round has dealt and the record has not mentioned yet."""

    def __init__(self, street: str) -> None:
        self.street = street
        self.cards: dict[int, list[int]] = {}
        """Cards by player; the board is player 0."""


class HandReplayer:
    """Replayer of a hand history: feeds its actions to a round of poker."""

    def __init__(self, history: HandHistory, switches: Mapping[str, object] | None = None) -> None:
        self.history = history
        self.switches = switches
        self.round: PokerRound | None = None
        self.repairs: list[str] = []
        self.note = ""
        self.shown: dict[int, Action] = {}
        """Last `sm` action of each player, in order of showing."""
        self._due_cards: list[_DueCards] = []
        self._drawing = ""
        """Street of the current or last draw."""
        self._checked_batch: StreetCards | None = None
        self._events_read = 0
        self._cards_dealt = 0

    def run(self) -> None:
        """Replay the whole recorded hand."""
        history = self.history
        try:
            rules = history.rules(self.switches)
            self._deal = ReconstructedDeck(history, rules)
            self.round = PokerRound(
                rules,
                list(range(1, history.players + 1)),
                # An unknown stack is as large as possible.
                [MAX_CHIPS if chips is None else chips for chips in history.starting_stacks],
                deck=self._deal.deck(),
                button=history.players,
                posts=history.forced_bets(),
                table_all=False,
            )
        except (InvalidError, IllegalError) as error:
            raise self._with_location(error) from None
        self._collect_events()
        actions = [action for action in history.actions if action.verb != action_notation.NO_OP]
        for index, action in enumerate(actions):
            try:
                self._play(action)
            except (InvalidError, IllegalError) as error:
                if self._ends_before_up_cards(actions[index + 1 :]):
                    break
                raise self._with_location(error, action.number) from None
        self._settle_showdown()

    def _ends_before_up_cards(self, coming: list[Action]) -> bool:
        """Return whether the record ends before up-cards that the round has dealt; refuse other actions."""
        self._collect_events()
        if self._round.state.awaiting != NOTHING or not self._due_cards:
            return False
        if coming and coming[0].verb in (action_notation.DEAL_HOLE, action_notation.DEAL_BOARD):
            self._deal_out(coming[0])
        elif coming:
            raise self._refuse(coming[0], f"out of turn: {self._expected_text()}")
        return not coming

    def _with_location(self, error: HoyleError, number: int = 0) -> InvalidError:
        """Return an error with the location of its action in the record, unless it has one."""
        text = str(error)
        has_location = text.startswith(self.history.where())
        return InvalidError(text if has_location else f"{self.history.where(number)}: {text}")

    @property
    def _round(self) -> PokerRound:
        """Round of poker that is being replayed."""
        assert self.round is not None
        return self.round

    def _collect_events(self) -> None:
        """Note the cards that the round has dealt since the last call, and shuffle whenever it must."""
        round_ = self._round
        state = round_.state
        while True:
            for event in round_.log[self._events_read :]:
                if isinstance(event, Dealt):
                    due = self._due_cards_on(event.street)
                    for seat, card in zip(event.seats, event.cards, strict=True):
                        if seat not in event.dead:
                            due.cards.setdefault(seat, []).append(card)
                    self._cards_dealt += len(event.cards)
                elif isinstance(event, BoardDealt):
                    self._due_cards_on(event.street).cards[0] = event.cards
                    self._cards_dealt += len(event.cards)
                elif isinstance(event, DrawBegins):
                    self._drawing = event.street
                elif isinstance(event, Drawn):
                    self._due_cards_on(self._drawing).cards.setdefault(event.seat, []).extend(event.cards)
                    self._cards_dealt += len(event.cards)
                elif isinstance(event, Burned):
                    self._cards_dealt += 1
            self._events_read = len(round_.log)
            if state.awaiting != SHUFFLE:
                return
            round_.shuffle(self._deal.after(self._cards_dealt, len(round_.cards_to_shuffle())))

    def _due_cards_on(self, street: str) -> _DueCards:
        """Return the cards of a street that the record must mention; a new street gets a new entry."""
        if not self._due_cards or self._due_cards[-1].street != street:
            self._due_cards.append(_DueCards(street))
        return self._due_cards[-1]

    def _next_due(self) -> _DueCards | None:
        """Return the cards that the record must deal next; those of a draw wait for all players to draw."""
        state = self._round.state
        if not self._due_cards or (state.awaiting == DRAW and self._due_cards[0].street == state.street_name):
            return None
        return self._due_cards[0]

    def _refuse(self, action: Action, why: str) -> InvalidError:
        """Build the error about an action of the record, with its location."""
        return InvalidError(f"{self.history.where(action.number)}: {why}")

    def _play(self, action: Action) -> None:
        verb = action.verb
        if verb in (action_notation.DEAL_HOLE, action_notation.DEAL_BOARD):
            self._deal_out(action)
        elif verb == action_notation.SHOW:
            self._show(action)
        elif verb == action_notation.DRAW:
            self._draw(action)
        else:
            self._bet(action)
        self._collect_events()

    # Dealing

    def _deal_out(self, action: Action) -> None:
        """Check a dealing action of the record against the cards that the round has dealt."""
        due = self._next_due()
        if due is None:
            raise self._refuse(action, f"no card is due; {self._expected_text()}")
        batch = self._deal.batches[action.number]
        if batch is not self._checked_batch:
            self._check_batch(action, batch, due)
            self._checked_batch = batch
        owed = due.cards.pop(action.player)
        if list(action.cards or ()) != owed:
            raise self._refuse(action, f"the deck has {cards_text(owed)} there: the draws are out of order")
        if not due.cards:
            self._due_cards.pop(0)

    def _check_batch(self, action: Action, batch: StreetCards, due: _DueCards) -> None:
        """Refuse a street whose record deals cards to the wrong players or in the wrong number."""
        if any(player not in batch.dealt for player in due.cards):
            raise self._refuse(action, self._expected_text())
        if list(batch.dealt) != batch.players():
            self.repairs.append(f"action {action.number} {action.text!r}: cards are dealt in order of players")
        for player, deal in batch.dealt.items():
            if player not in due.cards:
                raise self._refuse(deal, self._expected_text())
            if len(deal.cards or ()) != len(due.cards[player]):
                dealt, owed = len(deal.cards or ()), len(due.cards[player])
                raise self._refuse(deal, f"{dealt} card{'' if dealt == 1 else 's'} instead of {owed}")

    def _expected_text(self) -> str:
        """Describe what must come next in the recorded hand, for an error message."""
        round_ = self._round
        state = round_.state
        due = self._next_due()
        if due is not None:
            players = [f"p{player}" if player else "the board" for player in sorted(due.cards)]
            return f"the dealer owes cards to {', '.join(players)}"
        if state.awaiting in (ACTION, FORCED_BET):
            return f"p{round_.actor} is to act ({self._legal_text(round_.options())})"
        if state.awaiting == DRAW:
            return f"p{round_.actor} is to draw"
        if state.awaiting == SHOW:
            return "the betting is over and hands are to be shown"
        return "the hand is over"

    def _legal_text(self, options: LegalActions) -> str:
        """Describe the legal actions of a player, with amounts as the record writes them."""
        amount = self.history.amount
        parts: list[str] = []
        if options.forced:
            parts.append(f"bring in {amount(options.forced)}")
        if options.fold:
            parts.append("fold")
        if options.check:
            parts.append("check")
        if options.call:
            parts.append(f"call {amount(options.call)}")
        if options.min_raise_to:
            span = f"{amount(options.min_raise_to)}"
            if self.history.starting_stacks[options.seat - 1] is None and options.max_to > options.min_raise_to:
                span += " or more"
            elif options.max_to > options.min_raise_to:
                span += f" to {amount(options.max_to)}"
            parts.append(f"{'bet' if options.opening else 'raise to'} {span}")
        return ", ".join(parts)

    # Betting and drawing

    def _bet(self, action: Action) -> None:
        """Replay a betting action; repair one that nobody could answer, refuse one out of turn or illegal."""
        round_ = self._round
        state = round_.state
        if self._nothing_to_decide(action):
            self.repairs.append(f"action {action.number} {action.text!r}: nobody could answer a bet")
            return
        if self._due_cards or state.awaiting not in (ACTION, FORCED_BET) or round_.actor != action.actor:
            raise self._refuse(action, f"out of turn: {self._expected_text()}")
        options = round_.options()
        if action.verb == action_notation.BRING_IN:
            if not options.forced:
                raise self._refuse(action, f"no bring-in is due; legal: {self._legal_text(options)}")
            round_.bring_in()
        elif action.verb == action_notation.FOLD and options.fold:
            round_.fold()
        elif action.verb == action_notation.CHECK_CALL and (options.check or options.call):
            round_.check() if options.check else round_.call()
        elif action.verb == action_notation.BET and options.min_raise_to <= action.amount <= options.max_to > 0:
            round_.bet_to(action.amount)
        elif action.verb == action_notation.BET and self._no_rival_covers(action.amount, options):
            self.repairs.append(f"action {action.number} {action.text!r}: nobody could answer a full raise")
            round_.bet_to(options.min_raise_to)
        else:
            barred = action.verb == action_notation.BET and options.raise_blocked_reason
            why = f"not allowed: {options.raise_blocked_reason}" if barred else "not allowed"
            clause = (options.bar_clause if barred else "") or options.clause
            raise self._refuse(action, f"{why} ({clause}); legal: {self._legal_text(options)}")

    def _no_rival_covers(self, amount: int, options: LegalActions) -> bool:
        """Return whether a bet was recorded only up to the deepest other stack; more would be returned."""
        state = self._round.state
        rival = deepest_rival(state, state.actor)
        return state.current_bet < rival <= amount < options.min_raise_to

    def _nothing_to_decide(self, action: Action) -> bool:
        """Return whether an action is a check of the only player who could still bet."""
        state = self._round.state
        if action.verb != action_notation.CHECK_CALL or state.awaiting not in (SHOW, DRAW):
            return False
        player = state.position_of_seat[action.actor]
        can_bet = [position for position, stack in enumerate(state.stacks) if stack > 0 and state.live[position]]
        return can_bet == [player]

    def _draw(self, action: Action) -> None:
        """Replay a recorded draw; refuse one out of turn or with cards that the player does not hold."""
        round_ = self._round
        state = round_.state
        if self._next_due() or state.awaiting != DRAW or round_.actor != action.actor:
            raise self._refuse(action, f"out of turn: {self._expected_text()}")
        hand = list(state.cards[state.actor])
        discards: list[int] = []
        for card in action.cards or ():
            # A card of a hand that is not recorded is one of its unknown cards.
            discard = card if card in hand else UNKNOWN
            if discard not in hand:
                raise self._refuse(action, f"p{action.actor} holds {cards_text(state.cards[state.actor])}")
            hand.remove(discard)
            discards.append(discard)
        round_.draw(discards)

    # Showdown

    def _show(self, action: Action) -> None:
        """Note a hand that the record shows or mucks, until the showdown is settled."""
        round_ = self._round
        state = round_.state
        alive = state.live[state.position_of_seat[action.actor]]
        if state.awaiting != SHOW and not (round_.over and alive):
            raise self._refuse(action, f"out of turn: {self._expected_text()}")
        if not alive:
            raise self._refuse(action, f"p{action.actor} has folded")
        self.shown.pop(action.actor, None)
        self.shown[action.actor] = action

    def _settle_showdown(self) -> None:
        """Settle the showdown of the recorded hand, or note that the record ends before it."""
        round_ = self._round
        state = round_.state
        if round_.over:
            return
        if state.awaiting != SHOW or self._due_cards:
            self.note = f"the record ends before the hand is over: {self._expected_text()}"
            return
        self.note = settle_recorded_showdown(round_, self.history, self.shown, self.repairs)
