"""Replay of a recorded hand, action by action, under its rulebook.

The replay is strict: an action out of turn, a bet the rules forbid or a card nobody can hold is an error that
names the action. It is lenient in five places, and counts each as a repair: a live player whose hand the
record neither shows nor mucks, a check by a player who has nothing left to decide, cards of one street that
are written in another order than they are dealt, a raise short of the limit that nobody could have answered
in full, and in stud a turn that passed clockwise from the best hand showing because that one was all-in.
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

PASSING_ON: Final = {"all_in_opener": "clockwise"}


@dataclass(slots=True)
class ReplayResult:
    """What came of a recorded hand. Amounts are in the record's own unit, infinity where it has none."""

    history: HandHistory
    stacks: list[Decimal] | None
    """Stacks after the last action; None if the hand could not be replayed, or its end is not on record."""
    recorded: list[Decimal] | None
    ok: bool
    """Replayed, and every result on record is the replayed one."""
    complete: bool
    """The record goes on to the end of the hand, and every pot could be awarded."""
    round: PokerRound | None
    error: str | None = None
    note: str = ""
    """Why a replay is not complete."""
    repairs: list[str] = field(default_factory=list)
    verdict: str = REFUSED
    """How the result compares with the recorded one: see `hoyle.history.replay.result_verdict`."""
    rake: Decimal = Decimal(0)
    """What the recorded result lacks, where winners alone have less than the replay gives them."""
    uncalled: Decimal = Decimal(0)
    """Uncalled bets that the recorded winnings include."""

    @property
    def winnings(self) -> list[Decimal] | None:
        """What each player collects from the pots; None if the hand has no known end."""
        if self.round is None or not self.complete:
            return None
        return [self.history.amount(chips) for chips in self.round.state.won]

    @property
    def recorded_winnings(self) -> list[Decimal] | None:
        """What each player collected by the record; None where it has nothing, or nothing but zeros."""
        recorded = self.history.winnings
        if recorded is None or not any(recorded):
            return None
        return [self.history.amount(chips) for chips in recorded]


def replay(history: HandHistory) -> ReplayResult:
    """Play the hand and compare its result with the record; what the rules refuse is in `error`."""
    recorded = None
    if history.finishing_stacks is not None:
        recorded = [history.amount(chips) for chips in history.finishing_stacks]
    driver = HandReplayer(history)
    try:
        driver.run()
    except HoyleError as refusal:
        passed = _passing_on(history, recorded, driver)
        if passed is not None:
            return passed
        return ReplayResult(
            history, None, recorded, False, False, driver.round, str(refusal), "", driver.repairs
        )
    return _compared(history, recorded, driver)


def _passing_on(
    history: HandHistory, recorded: list[Decimal] | None, refused: HandReplayer
) -> ReplayResult | None:
    """The same by the other reading of an all-in opener (AMB-P1), if the record was played by that one."""
    state = None if refused.round is None else refused.round.state
    if state is None or state.button >= 0 or 0 not in state.stacks:
        return None
    driver = HandReplayer(history, PASSING_ON)
    try:
        driver.run()
    except HoyleError:
        return None
    driver.repairs.append("the turn passed clockwise from the best hand showing, which was all-in")
    return _compared(history, recorded, driver)


def _compared(history: HandHistory, recorded: list[Decimal] | None, driver: HandReplayer) -> ReplayResult:
    """What came of a hand that could be played, against what is on record."""
    round_ = driver.round
    assert round_ is not None
    stacks = [
        history.amount(None if start is None else chips)
        for start, chips in zip(history.starting_stacks, round_.state.stacks, strict=True)
    ]
    found = compare(history, round_)
    return ReplayResult(
        history,
        stacks if round_.over or recorded is not None else None,
        recorded,
        ok=found.name not in (RAKED, DIFFERS),
        complete=round_.over,
        round=round_,
        error=f"{history.where()}: {found.text}" if found.text else None,
        note=driver.note,
        repairs=driver.repairs,
        verdict=found.name,
        rake=history.amount(found.rake),
        uncalled=history.amount(found.uncalled),
    )


class _Due:
    """Cards of one street that the round has dealt and the record has yet to mention."""

    def __init__(self, street: str) -> None:
        self.street = street
        self.cards: dict[int, list[int]] = {}
        """By player; the board is player 0."""


class HandReplayer:
    """Feeds the actions of a history to a round of play."""

    def __init__(self, history: HandHistory, switches: Mapping[str, object] | None = None) -> None:
        self.history = history
        self.switches = switches
        self.round: PokerRound | None = None
        self.repairs: list[str] = []
        self.note = ""
        self.shown: dict[int, Action] = {}
        """Last `sm` of each player, in order of showing."""
        self._dues: list[_Due] = []
        self._drawing = ""
        """Street of the draw that is going on or was the last."""
        self._checked: StreetCards | None = None
        self._read = 0
        self._gone = 0

    def run(self) -> None:
        """Play the whole record."""
        history = self.history
        try:
            rules = history.rules(self.switches)
            self._deal = ReconstructedDeck(history, rules)
            self.round = PokerRound(
                rules,
                list(range(1, history.players + 1)),
                # A stack that the record does not know is as large as can be.
                [MAX_CHIPS if chips is None else chips for chips in history.starting_stacks],
                deck=self._deal.deck(),
                button=history.players,
                posts=history.forced_bets(),
                table_all=False,
            )
        except (InvalidError, IllegalError) as error:
            raise self._placed(error) from None
        self._listen()
        actions = [action for action in history.actions if action.verb != action_notation.NO_OP]
        for at, action in enumerate(actions):
            try:
                self._play(action)
            except (InvalidError, IllegalError) as error:
                if self._starved(actions[at + 1 :]):
                    break
                raise self._placed(error, action.number) from None
        self._finish()

    def _starved(self, coming: list[Action]) -> bool:
        """The round dealt up-cards that the record does not have: it ends here, or the next deal is wrong."""
        self._listen()
        if self._round.state.awaiting != NOTHING or not self._dues:
            return False
        if coming and coming[0].verb in (action_notation.DEAL_HOLE, action_notation.DEAL_BOARD):
            self._deal_out(coming[0])
        elif coming:
            raise self._refuse(coming[0], f"out of turn: {self._expected()}")
        return not coming

    def _placed(self, error: HoyleError, number: int = 0) -> InvalidError:
        """The error with the place in front, unless it is there already."""
        text = str(error)
        known = text.startswith(self.history.where())
        return InvalidError(text if known else f"{self.history.where(number)}: {text}")

    @property
    def _round(self) -> PokerRound:
        assert self.round is not None
        return self.round

    def _listen(self) -> None:
        """Note what the round has dealt since; shuffle when it asks to."""
        round_ = self._round
        state = round_.state
        while True:
            for event in round_.log[self._read :]:
                if isinstance(event, Dealt):
                    due = self._owe(event.street)
                    for seat, card in zip(event.seats, event.cards, strict=True):
                        if seat not in event.dead:
                            due.cards.setdefault(seat, []).append(card)
                    self._gone += len(event.cards)
                elif isinstance(event, BoardDealt):
                    self._owe(event.street).cards[0] = event.cards
                    self._gone += len(event.cards)
                elif isinstance(event, DrawBegins):
                    self._drawing = event.street
                elif isinstance(event, Drawn):
                    self._owe(self._drawing).cards.setdefault(event.seat, []).extend(event.cards)
                    self._gone += len(event.cards)
                elif isinstance(event, Burned):
                    self._gone += 1
            self._read = len(round_.log)
            if state.awaiting != SHUFFLE:
                return
            round_.shuffle(self._deal.after(self._gone, len(round_.cards_to_shuffle())))

    def _owe(self, street: str) -> _Due:
        if not self._dues or self._dues[-1].street != street:
            self._dues.append(_Due(street))
        return self._dues[-1]

    def _owed(self) -> _Due | None:
        """What the dealer must deal next; a draw is served when everybody has drawn."""
        state = self._round.state
        if not self._dues or (state.awaiting == DRAW and self._dues[0].street == state.street_name):
            return None
        return self._dues[0]

    def _refuse(self, action: Action, why: str) -> InvalidError:
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
        self._listen()

    # Dealing

    def _deal_out(self, action: Action) -> None:
        due = self._owed()
        if due is None:
            raise self._refuse(action, f"no card is due; {self._expected()}")
        batch = self._deal.batches[action.number]
        if batch is not self._checked:
            self._check_batch(action, batch, due)
            self._checked = batch
        owed = due.cards.pop(action.player)
        if list(action.cards or ()) != owed:
            raise self._refuse(action, f"the deck has {cards_text(owed)} there: the draws are out of order")
        if not due.cards:
            self._dues.pop(0)

    def _check_batch(self, action: Action, batch: StreetCards, due: _Due) -> None:
        """The record deals the right number of cards to the right players."""
        if any(player not in batch.dealt for player in due.cards):
            raise self._refuse(action, self._expected())
        if list(batch.dealt) != batch.players():
            self.repairs.append(
                f"action {action.number} {action.text!r}: cards are dealt in order of players"
            )
        for player, deal in batch.dealt.items():
            if player not in due.cards:
                raise self._refuse(deal, self._expected())
            if len(deal.cards or ()) != len(due.cards[player]):
                dealt, owed = len(deal.cards or ()), len(due.cards[player])
                raise self._refuse(deal, f"{dealt} card{'' if dealt == 1 else 's'} instead of {owed}")

    def _expected(self) -> str:
        """What should come next, in words."""
        round_ = self._round
        state = round_.state
        due = self._owed()
        if due is not None:
            players = [f"p{player}" if player else "the board" for player in sorted(due.cards)]
            return f"the dealer owes cards to {', '.join(players)}"
        if state.awaiting in (ACTION, FORCED_BET):
            return f"p{round_.actor} is to act ({self._offered(round_.options())})"
        if state.awaiting == DRAW:
            return f"p{round_.actor} is to draw"
        if state.awaiting == SHOW:
            return "the betting is over and hands are to be shown"
        return "the hand is over"

    def _offered(self, options: LegalActions) -> str:
        """The legal actions with amounts as the record writes them."""
        amount = self.history.amount
        found: list[str] = []
        if options.forced:
            found.append(f"bring in {amount(options.forced)}")
        if options.fold:
            found.append("fold")
        if options.check:
            found.append("check")
        if options.call:
            found.append(f"call {amount(options.call)}")
        if options.min_raise_to:
            span = f"{amount(options.min_raise_to)}"
            if (
                self.history.starting_stacks[options.seat - 1] is None
                and options.max_to > options.min_raise_to
            ):
                span += " or more"
            elif options.max_to > options.min_raise_to:
                span += f" to {amount(options.max_to)}"
            found.append(f"{'bet' if options.opening else 'raise to'} {span}")
        return ", ".join(found)

    # Betting and drawing

    def _bet(self, action: Action) -> None:
        round_ = self._round
        state = round_.state
        if self._nothing_to_decide(action):
            self.repairs.append(f"action {action.number} {action.text!r}: nobody could answer a bet")
            return
        if self._dues or state.awaiting not in (ACTION, FORCED_BET) or round_.actor != action.actor:
            raise self._refuse(action, f"out of turn: {self._expected()}")
        options = round_.options()
        if action.verb == action_notation.BRING_IN:
            if not options.forced:
                raise self._refuse(action, f"no bring-in is due; legal: {self._offered(options)}")
            round_.bring_in()
        elif action.verb == action_notation.FOLD and options.fold:
            round_.fold()
        elif action.verb == action_notation.CHECK_CALL and (options.check or options.call):
            round_.check() if options.check else round_.call()
        elif (
            action.verb == action_notation.BET and options.min_raise_to <= action.amount <= options.max_to > 0
        ):
            round_.bet_to(action.amount)
        elif action.verb == action_notation.BET and self._nobody_could_answer_more(action.amount, options):
            self.repairs.append(f"action {action.number} {action.text!r}: nobody could answer a full raise")
            round_.bet_to(options.min_raise_to)
        else:
            barred = action.verb == action_notation.BET and options.raise_blocked_reason
            why = f"not allowed: {options.raise_blocked_reason}" if barred else "not allowed"
            clause = (options.bar_clause if barred else "") or options.clause
            raise self._refuse(action, f"{why} ({clause}); legal: {self._offered(options)}")

    def _nobody_could_answer_more(self, amount: int, options: LegalActions) -> bool:
        """A bet recorded only up to what the others had; the rest of a full one would come back."""
        state = self._round.state
        rival = deepest_rival(state, state.actor)
        return state.current_bet < rival <= amount < options.min_raise_to

    def _nothing_to_decide(self, action: Action) -> bool:
        """A check after the round has seen that no bet could be answered."""
        state = self._round.state
        if action.verb != action_notation.CHECK_CALL or state.awaiting not in (SHOW, DRAW):
            return False
        player = state.position_of_seat[action.actor]
        able = [at for at, stack in enumerate(state.stacks) if stack > 0 and state.live[at]]
        return able == [player]

    def _draw(self, action: Action) -> None:
        round_ = self._round
        state = round_.state
        if self._owed() or state.awaiting != DRAW or round_.actor != action.actor:
            raise self._refuse(action, f"out of turn: {self._expected()}")
        hand = list(state.cards[state.actor])
        discards: list[int] = []
        for card in action.cards or ():
            # A card of a hand the record does not know is one of its unknown cards.
            laid = card if card in hand else UNKNOWN
            if laid not in hand:
                raise self._refuse(action, f"p{action.actor} holds {cards_text(state.cards[state.actor])}")
            hand.remove(laid)
            discards.append(laid)
        round_.draw(discards)

    # Showdown

    def _show(self, action: Action) -> None:
        round_ = self._round
        state = round_.state
        alive = state.live[state.position_of_seat[action.actor]]
        if state.awaiting != SHOW and not (round_.over and alive):
            raise self._refuse(action, f"out of turn: {self._expected()}")
        if not alive:
            raise self._refuse(action, f"p{action.actor} has folded")
        self.shown.pop(action.actor, None)
        self.shown[action.actor] = action

    def _finish(self) -> None:
        round_ = self._round
        state = round_.state
        if round_.over:
            return
        if state.awaiting != SHOW or self._dues:
            self.note = f"the record ends before the hand is over: {self._expected()}"
            return
        self.note = settle_recorded_showdown(round_, self.history, self.shown, self.repairs)
