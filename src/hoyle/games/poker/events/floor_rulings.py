"""Floor-ruling events: hands killed, cards replaced, chips refunded, rounds voided."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.core.cards import UNKNOWN
from hoyle.core.events import CARDS, FLAGS
from hoyle.core.money import Transfer, seat_account
from hoyle.games.poker.events.base import PokerEvent
from hoyle.games.poker.events.state_changes import end_draw, kill_hand, next_turn, pass_turn, withdraw_wagers
from hoyle.games.poker.round_state import ACTION, DRAW, NOTHING, OVER, SHUFFLE, RoundState


def index_or_unknown(cards: list[int], card: int) -> int:
    """Return the index of a card, or of the first unknown card for a viewer who could not see it."""
    return cards.index(card) if card in cards else cards.index(UNKNOWN)


@dataclass(eq=False, repr=False)
class HandKilled(PokerEvent):
    """Event: hand killed as fouled, abandoned, collected, or mucked by the dealer."""

    seat: int
    why: str
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        kill_hand(state, player)
        if state.actor != player:
            if state.awaiting == ACTION and state.next_to_act(state.actor) < 0:
                state.actor = -1
                state.awaiting = NOTHING
        elif state.awaiting == ACTION:
            next_turn(state, player)
        else:
            if state.awaiting == DRAW or state.awaiting == SHUFFLE:
                state.muck.extend(state.laid)
                state.laid = []
                state.owed = 0
                end_draw(state, player)
            state.actor = -1
            state.awaiting = NOTHING


@dataclass(eq=False, repr=False)
class Disclosed(PokerEvent):
    """Event: discarded hand disclosed at the request of the house; it stays discarded."""

    seat: int
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.disclosed[player] = True
        if state.cards[player]:
            state.cards[player] = list(self.cards)
        else:
            state.folded[player] = list(self.cards)


@dataclass(eq=False, repr=False)
class CardExposed(PokerEvent):
    """Event: card of the stub taken out of play, found face up, or fallen off the table."""

    card: int = field(metadata=CARDS)
    source: str
    """Cause: ``boxed`` (found face up in the deck) or ``off table``."""
    clause: str

    def apply(self, state: RoundState) -> None:
        index = state.dealt + index_or_unknown(state.deck[state.dealt :], self.card)
        state.deck = state.deck[:index] + state.deck[index + 1 :]
        _take_out_of_play(state, self.card, self.source)

    def seen_by(self, person: str) -> PokerEvent:
        # Only the dealer examines a card that fell off the table.
        return self if self.source == "boxed" else CardExposed(UNKNOWN, self.source, self.clause)


def _take_out_of_play(state: RoundState, card: int, cause: str) -> None:
    state.out.append(card)
    if cause == "boxed":
        state.boxed.append(card)
    elif cause == "exposed":
        state.exposed.append(card)


@dataclass(eq=False, repr=False)
class BurnDiscarded(PokerEvent):
    """Event: burn card discarded, found face up, or fallen off the table."""

    place: int
    """Number of the burn, from 1."""
    card: int = field(metadata=CARDS)
    source: str
    """Cause: ``boxed`` or ``off table``."""
    clause: str

    def apply(self, state: RoundState) -> None:
        if state.burned:
            state.muck.remove(state.burned.pop(self.place - 1))
        else:
            burn = state.burns.pop(self.place - 1)
            if burn in state.known_burns:
                state.known_burns.remove(burn)
        _take_out_of_play(state, self.card, self.source)

    def seen_by(self, person: str) -> PokerEvent:
        return self if self.source == "boxed" else BurnDiscarded(self.place, UNKNOWN, self.source, self.clause)


@dataclass(eq=False, repr=False)
class CardSeen(PokerEvent):
    """Event: publicly seen card left in place, by a ruling of the house or until it rules."""

    seat: int
    """Seat that holds the card; 0 for one of the board, the stub or the burns."""
    place: int
    card: int = field(metadata=CARDS)
    how: str
    """Cause: ``boxed`` (found face up in the deck) or ``exposed`` (turned up in dealing)."""
    clause: str

    def apply(self, state: RoundState) -> None:
        if self.how == "boxed":
            state.boxed.append(self.card)
        else:
            state.exposed.append(self.card)
        if self.seat:
            state.cards[state.position_of_seat[self.seat]][self.place - 1] = self.card
            state.read.append(self.card)


@dataclass(eq=False, repr=False)
class DrawnCardDiscarded(PokerEvent):
    """Event: card just drawn taken out of play; the player is owed the next one."""

    seat: int
    holder: str
    place: int
    """Number of the card in the player's hand, from 1."""
    card: int = field(metadata=CARDS)
    becomes: str
    """Status of the card now: ``discard`` or ``boxed``."""
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        del state.cards[player][self.place - 1]
        del state.ups[player][self.place - 1]
        _take_out_of_play(state, self.card, self.becomes)
        state.owed += 1
        state.actor = player
        state.awaiting = DRAW

    def seen_by(self, person: str) -> PokerEvent:
        if person == self.holder or self.becomes != "discard":
            return self
        return DrawnCardDiscarded(self.seat, self.holder, self.place, UNKNOWN, self.becomes, self.clause)


def replace_last_dealt(state: RoundState, old: int, new: int) -> None:
    """Replace a card in the record of the street dealt last."""
    state.last_dealt = [new if card == old else card for card in state.last_dealt]


@dataclass(eq=False, repr=False)
class CardReplaced(PokerEvent):
    """Event: player's card that cannot be played replaced by the top card of the deck."""

    seat: int
    holder: str
    place: int
    """Number of the card in the player's hand, from 1."""
    old: int = field(metadata=CARDS)
    new: int = field(metadata=CARDS)
    becomes: str
    """Status of the old card: ``burn`` (known to all), ``discard``, or, discarded too, ``boxed`` (found
    face up) or ``exposed`` (turned up in dealing)."""
    up: bool = field(metadata=FLAGS)
    """Whether it is an up-card, as is then the new one."""
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        hand = state.cards[player]
        old_card = hand[self.place - 1]
        if old_card in state.read:
            state.read.remove(old_card)
        hand[self.place - 1] = self.new
        state.dealt += 1
        replace_last_dealt(state, self.old, self.new)
        if self.becomes == "burn":
            state.burns.append(self.old)
            state.known_burns.append(self.old)
            state.exposed.append(self.old)
        else:
            _take_out_of_play(state, self.old, self.becomes)

    def seen_by(self, person: str) -> PokerEvent:
        if self.up or person == self.holder:
            return self
        old = UNKNOWN if self.becomes == "discard" else self.old
        return CardReplaced(
            self.seat, self.holder, self.place, old, UNKNOWN, self.becomes, up=self.up, clause=self.clause
        )


@dataclass(eq=False, repr=False)
class BoardReplaced(PokerEvent):
    """Event: board card that cannot be played replaced by the top card of the deck."""

    old: int = field(metadata=CARDS)
    new: int = field(metadata=CARDS)
    becomes: str
    """Status of the old card: ``discard`` or ``boxed``."""
    clause: str

    def apply(self, state: RoundState) -> None:
        state.board[state.board.index(self.old)] = self.new
        state.dealt += 1
        replace_last_dealt(state, self.old, self.new)
        _take_out_of_play(state, self.old, self.becomes)


@dataclass(eq=False, repr=False)
class HoleCardUp(PokerEvent):
    """Event: hole card of stud dealt face up; it becomes the up-card, and the third card comes face down."""

    seat: int
    place: int
    """Number of the card in the player's hand, from 1."""
    card: int = field(metadata=CARDS)
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        hand = state.cards[player]
        ups = state.ups[player]
        exposed_index = self.place - 1
        hand[exposed_index] = self.card
        ups[exposed_index] = True
        # The third card counts as down; the exposed one stands in for it as the up-card.
        for index in range(len(hand)):
            if index != exposed_index:
                if ups[index]:
                    # It was dealt face up and is publicly seen.
                    state.read.append(hand[index])
                ups[index] = False


@dataclass(eq=False, repr=False)
class Refunded(PokerEvent):
    """Event: chips refunded from the pot to the player who put them in."""

    seat: int
    chips: int
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.stacks[player] += self.chips
        state.pot -= self.chips
        state.put_in[player] -= self.chips
        if state.put_in[player] < 0:
            state.dead += state.put_in[player]
            state.dead_in[player] += state.put_in[player]
            state.put_in[player] = 0
        for bets in state.gathered:
            bets[player] = min(bets[player], state.put_in[player])
        if state.bets[player] > state.put_in[player]:
            state.bets[player] = state.put_in[player]
            withdraw_wagers(state)
        if state.put_in[player] == 0:
            state.required[player] = 0

    def transfers(self) -> list[Transfer]:
        return [Transfer("pot", seat_account(self.seat), self.chips)]


@dataclass(eq=False, repr=False)
class BetWithdrawn(PokerEvent):
    """Event: refunded blind or forced bet withdrawn from the betting, since nobody matched it.

    The forced bet passes to the next player named by their up-card; a blind passes to nobody.
    """

    to: int
    """Bet that must still be matched; 0 if there is none."""
    clause: str

    def apply(self, state: RoundState) -> None:
        state.current_bet = self.to
        state.opened = self.to > 0
        if state.completing:
            state.opened = False
            state.completing = False
            state.actor = -1
            state.awaiting = NOTHING
        pass_turn(state)


@dataclass(eq=False, repr=False)
class RakeReturned(PokerEvent):
    """Event: rake and fees returned to the pot: the round is dead, or there is less to rake."""

    rake: int
    jackpot: int
    fees: int
    clause: str

    def apply(self, state: RoundState) -> None:
        state.rake -= self.rake
        state.jackpot -= self.jackpot
        state.fees -= self.fees
        state.pot += self.rake + self.jackpot + self.fees
        state.taken = []
        state.taken_at = []
        state.raked_levels = 0

    def transfers(self) -> list[Transfer]:
        refunds = (("rake", self.rake), ("jackpot", self.jackpot), ("fees", self.fees))
        return [Transfer(account, "pot", chips) for account, chips in refunds if chips]


@dataclass(eq=False, repr=False)
class RoundVoided(PokerEvent):
    """Event: round ended without a winner, as a misdeal or a dead round; all chips are back."""

    why: str
    misdeal: bool = field(metadata=FLAGS)
    """Whether the same round is dealt again."""
    deck: str
    """Treatment of the deck: ``stays``, ``remove`` or ``replace``."""
    clause: str

    def apply(self, state: RoundState) -> None:
        state.dead_round = True
        state.dead_why = self.why
        state.dead_deck = self.deck
        state.end_clause = self.clause
        state.actor = -1
        state.awaiting = OVER
