"""Everything that can happen in a round of play. Each event carries its clause and knows how to apply itself.

A round is a fold over these: `apply` on a fresh `State`, event by event, rebuilds the round exactly. Events
speak of seat numbers; `seen_by` gives the event as one viewer may see it, unknown cards as ``??``.
"""

from __future__ import annotations

from typing import ClassVar, Final

from hoyle.cards import UNKNOWN
from hoyle.poker.pots import build_pots
from hoyle.poker.state import (
    ACTION,
    DRAW,
    FACE_DOWN,
    FORCED_BET,
    MUCKED,
    NOTHING,
    OVER,
    SHOW,
    SHUFFLE,
    TABLED,
    THROWN,
    State,
)

NOBODY: Final = 0
"""A viewer who sits nowhere: sees what lies face up, no more."""


class Event:
    """Base of all events."""

    SHAPE: ClassVar[tuple[str, ...]] = ("clause",)
    NAME: ClassVar[str] = "event"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: State) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)

    def seen_by(self, viewer: int) -> Event:
        """This event as a viewer may see it."""
        return self

    @property
    def name(self) -> str:
        return type(self).NAME

    def facts(self) -> dict[str, object]:
        """All fields by name; `rebuild` is the way back."""
        return {field: getattr(self, field) for field in type(self).SHAPE}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.name == other.name and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        inside = ", ".join(f"{field}={value!r}" for field, value in self.facts().items())
        return f"{type(self).__name__}({inside})"


def _hidden(cards: list[int]) -> list[int]:
    return [UNKNOWN] * len(cards)


class Opened(Event):
    """A round of play begins: who is dealt in, with what, and the deck as shuffled and cut."""

    SHAPE = ("seats", "stacks", "button", "deck", "clause")
    NAME = "opened"

    def __init__(
        self, seats: list[int], stacks: list[int], button: int, deck: list[int], clause: str
    ) -> None:
        self.seats = seats
        self.stacks = stacks
        self.button = button
        """Seat number of the button, 0 in games without one."""
        self.deck = deck
        self.clause = clause

    def apply(self, state: State) -> None:
        count = len(self.seats)
        state.seats = list(self.seats)
        state.where = {seat: at for at, seat in enumerate(self.seats)}
        state.button = state.where.get(self.button, -1)
        if self.button and state.button < 0:
            # A dead button stands before an empty seat: order starts with the next seat dealt in.
            below = [at for at, seat in enumerate(self.seats) if seat < self.button]
            state.button = below[-1] if below else count - 1
        state.deck = list(self.deck)
        state.stacks = list(self.stacks)
        state.start_chips = sum(self.stacks)
        state.bets = [0] * count
        state.put_in = [0] * count
        state.won = [0] * count
        state.returned = [0] * count
        state.cards = [[] for _ in range(count)]
        state.folded = [[] for _ in range(count)]
        state.ups = [[] for _ in range(count)]
        state.live = [True] * count
        state.ghosts = [False] * count
        state.third_down = [False] * count
        state.hands = [FACE_DOWN] * count
        state.acted = [False] * count
        state.checked = [False] * count
        state.voluntary = [False] * count

    def seen_by(self, viewer: int) -> Event:
        return Opened(self.seats, self.stacks, self.button, _hidden(self.deck), self.clause)


class Posted(Event):
    """An ante, blind, kill blind, straddle or newcomer's post before the cards."""

    SHAPE = ("seat", "what", "chips", "level", "clause")
    NAME = "posted"

    def __init__(self, seat: int, what: str, chips: int, level: int, clause: str) -> None:
        self.seat = seat
        self.what = what
        """``ante``, ``dead`` (an ante paid for the table), ``blind``, ``kill``, ``kill-blind`` (a kill in
        place of a due blind), ``straddle`` or ``post`` (a newcomer's)."""
        self.chips = chips
        """What was put in: less than owed when the stack ran out."""
        self.level = level
        """The bet the others must answer; 0 for an ante."""
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.stacks[player] -= self.chips
        state.pot += self.chips
        if self.what == "dead":
            state.dead += self.chips
            return
        state.put_in[player] += self.chips
        if self.what == "ante":
            return
        state.bets[player] += self.chips
        if self.level > state.current_bet:
            state.current_bet = self.level
        state.opened = True
        if self.what != "post" and self.what != "kill":
            state.last_blind = player


class FeeCollected(Event):
    """A flat collection from one player before the deal."""

    SHAPE = ("seat", "chips", "clause")
    NAME = "fee-collected"

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        state.stacks[state.where[self.seat]] -= self.chips
        state.fees += self.chips


class Dealt(Event):
    """Cards to the players, in the order they left the deck. A folded seat's card is dead."""

    SHAPE = ("seats", "cards", "ups", "street", "clause", "dead")
    NAME = "dealt"

    def __init__(
        self,
        seats: list[int],
        cards: list[int],
        ups: list[bool],
        street: int,
        clause: str,
        dead: list[int] | None = None,
    ) -> None:
        self.seats = seats
        self.cards = cards
        self.ups = ups
        self.street = street
        self.clause = clause
        self.dead: list[int] = dead or []
        """Folded seats among them; nobody looks at a dead card, not even the player who sits there."""

    def apply(self, state: State) -> None:
        for at in range(len(self.seats)):
            player = state.where[self.seats[at]]
            if state.live[player]:
                state.cards[player].append(self.cards[at])
                state.ups[player].append(self.ups[at])
            else:
                state.muck.append(self.cards[at])
        state.dealt += len(self.cards)
        _new_street(state, self.street)

    def seen_by(self, viewer: int) -> Event:
        seen = [
            card if up or (seat == viewer and seat not in self.dead) else UNKNOWN
            for seat, card, up in zip(self.seats, self.cards, self.ups, strict=True)
        ]
        return Dealt(self.seats, seen, self.ups, self.street, self.clause, self.dead)


def _new_street(state: State, street: int) -> None:
    if street == state.street:
        return
    state.street = street
    state.in_round = state.live_count()
    state.drawn = 0
    if street > 0:
        state.current_bet = 0
        state.last_raise = 0
        state.opened = False
        state.completing = False
    state.raises = 0
    state.last_bettor = -1
    state.first_to_act = -1
    for player in range(len(state.seats)):
        state.acted[player] = False
        state.checked[player] = False


class Burned(Event):
    """The top card, face down, out of play."""

    SHAPE = ("card", "to_muck", "clause")
    NAME = "burned"

    def __init__(self, card: int, to_muck: bool, clause: str) -> None:
        self.card = card
        self.to_muck = to_muck
        """The book puts burns on the discard pile."""
        self.clause = clause

    def apply(self, state: State) -> None:
        state.dealt += 1
        if self.to_muck:
            state.muck.append(self.card)
        else:
            state.burns.append(self.card)

    def seen_by(self, viewer: int) -> Event:
        return Burned(UNKNOWN, self.to_muck, self.clause)


class BoardDealt(Event):
    """Face-up cards for everybody; in stud the one common card."""

    SHAPE = ("cards", "street", "common", "clause")
    NAME = "board-dealt"

    def __init__(self, cards: list[int], street: int, common: bool, clause: str) -> None:
        self.cards = cards
        self.street = street
        self.common = common
        self.clause = clause

    def apply(self, state: State) -> None:
        state.board.extend(self.cards)
        state.dealt += len(self.cards)
        if self.common:
            state.common = True
        _new_street(state, self.street)


class Turn(Event):
    """A player is named to act: to open a betting round, to draw, to show, or to make the forced bet."""

    SHAPE = ("seat", "awaiting", "clause")
    NAME = "turn"

    def __init__(self, seat: int, awaiting: int, clause: str) -> None:
        self.seat = seat
        self.awaiting = awaiting
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.actor = player
        state.awaiting = self.awaiting
        if self.awaiting == ACTION or self.awaiting == FORCED_BET:
            state.first_to_act = player
        if self.awaiting == FORCED_BET:
            state.forced_bettor = player
        elif self.awaiting == SHOW:
            state.showdown = True


class DrawBegins(Event):
    """A street whose cards are exchanged rather than dealt."""

    SHAPE = ("street", "clause")
    NAME = "draw-begins"

    def __init__(self, street: int, clause: str) -> None:
        self.street = street
        self.clause = clause

    def apply(self, state: State) -> None:
        _new_street(state, self.street)


class Folded(Event):
    """A hand is given up in a betting round; its chips stay in the pot."""

    SHAPE = ("seat", "ghost", "clause")
    NAME = "folded"

    def __init__(self, seat: int, ghost: bool, clause: str) -> None:
        self.seat = seat
        self.ghost = ghost
        """The seat keeps receiving a card until the next bet."""
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        _kill_hand(state, player)
        state.ghosts[player] = self.ghost
        _next_turn(state, player)


def _kill_hand(state: State, player: int) -> None:
    state.live[player] = False
    state.hands[player] = MUCKED
    state.muck.extend(state.cards[player])
    state.folded[player] = state.cards[player]
    state.cards[player] = []
    state.ups[player] = []


def _next_turn(state: State, player: int) -> None:
    if state.awaiting != ACTION and state.awaiting != FORCED_BET:
        return
    state.actor = state.next_to_act(player)
    state.awaiting = ACTION if state.actor >= 0 else NOTHING


class Checked(Event):
    """Declines to open, keeping the right to act."""

    SHAPE = ("seat", "clause")
    NAME = "checked"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.acted[player] = True
        state.checked[player] = True
        _next_turn(state, player)


class Called(Event):
    """Matches the last bet, or goes all-in for less."""

    SHAPE = ("seat", "chips", "clause")
    NAME = "called"

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        _put_in(state, player, self.chips)
        state.acted[player] = True
        state.voluntary[player] = True
        _next_turn(state, player)


def _put_in(state: State, player: int, chips: int) -> None:
    state.stacks[player] -= chips
    state.bets[player] += chips
    state.put_in[player] += chips
    state.pot += chips


class Bet(Event):
    """Opens, raises or completes: the bet others must answer becomes `to`."""

    SHAPE = ("seat", "chips", "to", "full", "opening", "forced", "clause")
    NAME = "bet"

    def __init__(
        self, seat: int, chips: int, to: int, full: bool, opening: bool, forced: bool, clause: str
    ) -> None:
        self.seat = seat
        self.chips = chips
        """What this player adds now."""
        self.to = to
        """The bet the others must answer: his own afterwards, or the forced bet he could not pay in full."""
        self.full = full
        """A full bet or raise: reopens the betting and counts toward a cap."""
        self.opening = opening
        self.forced = forced
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        before = state.current_bet
        _put_in(state, player, self.chips)
        if self.to > before:
            state.current_bet = self.to
        state.last_bettor = player
        if self.forced:
            state.opened = True
            state.completing = True
            state.last_bettor = -1
            # Unlike a blind, a forced bet keeps no option once everybody has just called it.
            state.acted[player] = True
        else:
            state.voluntary[player] = True
            if self.full:
                state.last_raise = self.to - before if not state.completing else self.to
                if state.opened and not state.completing:
                    state.raises += 1
                state.completing = False
                for other in range(len(state.seats)):
                    state.acted[other] = False
            state.opened = True
            state.acted[player] = True
            for other in range(len(state.seats)):
                state.ghosts[other] = False
        _next_turn(state, player)


class Gathered(Event):
    """A betting round is over: the dealer moves the bets into the pot."""

    SHAPE = ("clause",)
    NAME = "gathered"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: State) -> None:
        for player in range(len(state.seats)):
            state.bets[player] = 0
        state.actor = -1
        state.awaiting = NOTHING


class Returned(Event):
    """The part of a bet nobody called goes back to the bettor."""

    SHAPE = ("seat", "chips", "clause")
    NAME = "returned"

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.stacks[player] += self.chips
        # In the first betting round part of it may have been an ante.
        state.bets[player] = state.bets[player] - self.chips if state.bets[player] > self.chips else 0
        state.put_in[player] -= self.chips
        state.returned[player] += self.chips
        state.pot -= self.chips


class Raked(Event):
    """The house's share of a pot, set aside as play goes on."""

    SHAPE = ("pot", "chips", "method", "clause")
    NAME = "raked"

    def __init__(self, pot: int, chips: int, method: str, clause: str) -> None:
        self.pot = pot
        self.chips = chips
        self.method = method
        """``percent``, ``increment``, ``flat`` or ``jackpot``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        while len(state.taken) <= self.pot:
            state.taken.append(0)
        state.taken[self.pot] += self.chips
        state.pot -= self.chips
        if self.method == "jackpot":
            state.jackpot += self.chips
        elif self.method == "flat":
            state.fees += self.chips
        else:
            state.rake += self.chips
            if self.method == "increment":
                state.raked_levels += self.chips


class Discarded(Event):
    """A player lays down cards to draw others; none means he stands pat."""

    SHAPE = ("seat", "cards", "clause")
    NAME = "discarded"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        hand = state.cards[player]
        ups = state.ups[player]
        for card in self.cards:
            at = hand.index(card)
            del hand[at]
            del ups[at]
        state.laid = list(self.cards)
        state.owed = len(self.cards)
        if state.owed == 0:
            _draw_done(state, player)

    def seen_by(self, viewer: int) -> Event:
        if viewer == self.seat:
            return self
        return Discarded(self.seat, _hidden(self.cards), self.clause)


def _draw_done(state: State, player: int) -> None:
    state.drawn = (player - state.button - 1) % len(state.seats) + 1
    state.actor = -1
    state.awaiting = NOTHING


class Drawn(Event):
    """New cards for the player who is drawing."""

    SHAPE = ("seat", "cards", "clause")
    NAME = "drawn"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        for card in self.cards:
            state.cards[player].append(card)
            state.ups[player].append(False)
        state.dealt += len(self.cards)
        state.owed -= len(self.cards)
        if state.owed == 0:
            state.muck.extend(state.laid)
            state.laid = []
            _draw_done(state, player)

    def seen_by(self, viewer: int) -> Event:
        if viewer == self.seat:
            return self
        return Drawn(self.seat, _hidden(self.cards), self.clause)


class ShuffleNeeded(Event):
    """Play waits until somebody shuffles the named cards; the engine has no randomness of its own."""

    SHAPE = ("what", "clause")
    NAME = "shuffle-needed"

    def __init__(self, what: str, clause: str) -> None:
        self.what = what
        """``discards``, ``burns`` or ``stub and burns``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        state.awaiting = SHUFFLE


class Reshuffled(Event):
    """Discards, burns or stub were shuffled and are the stub now."""

    SHAPE = ("what", "cards", "clause")
    NAME = "reshuffled"

    def __init__(self, what: str, cards: list[int], clause: str) -> None:
        self.what = what
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        if self.what == "discards":
            state.muck = []
        elif self.what == "all discards":
            state.muck = []
            state.laid = []
        else:
            state.burns = []
        state.deck = list(self.cards)
        state.dealt = 0
        state.awaiting = NOTHING if state.owed == 0 else DRAW

    def seen_by(self, viewer: int) -> Event:
        return Reshuffled(self.what, _hidden(self.cards), self.clause)


class Shown(Event):
    """A hand is tabled: all its cards face up."""

    SHAPE = ("seat", "cards", "clause")
    NAME = "shown"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.cards[player] = list(self.cards)
        state.ups[player] = [True] * len(self.cards)
        state.hands[player] = TABLED
        _leave_turn(state, player)


def _leave_turn(state: State, player: int) -> None:
    if state.awaiting == SHOW and state.actor == player:
        state.actor = -1
        state.awaiting = NOTHING


class Conceded(Event):
    """A hand is thrown in unseen at the showdown; not dead yet where the book lets it be retrieved."""

    SHAPE = ("seat", "clause")
    NAME = "conceded"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.hands[player] = THROWN
        _leave_turn(state, player)


class Retrieved(Event):
    """A hand thrown in at the showdown is taken back while it can still be told apart."""

    SHAPE = ("seat", "clause")
    NAME = "retrieved"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        state.hands[state.where[self.seat]] = FACE_DOWN


class HandKilled(Event):
    """A hand is dead: fouled, abandoned, collected, or mucked by the dealer."""

    SHAPE = ("seat", "why", "clause")
    NAME = "hand-killed"

    def __init__(self, seat: int, why: str, clause: str) -> None:
        self.seat = seat
        self.why = why
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        _kill_hand(state, player)
        _keep_taken(state)
        if state.actor != player:
            if state.awaiting == ACTION and state.next_to_act(state.actor) < 0:
                state.actor = -1
                state.awaiting = NOTHING
        elif state.awaiting == ACTION:
            _next_turn(state, player)
        else:
            if state.awaiting == DRAW:
                state.muck.extend(state.laid)
                state.laid = []
                state.owed = 0
                _draw_done(state, player)
            state.actor = -1
            state.awaiting = NOTHING


def _keep_taken(state: State) -> None:
    """A dead all-in hand can merge two pots: what was taken out of them stays within those that are left."""
    if not state.taken:
        return
    pots = build_pots(state.put_in, state.live, state.dead)
    over = sum(state.taken)
    shares: list[int] = []
    for at in range(len(pots)):
        share = min(state.taken[at] if at < len(state.taken) else 0, pots[at].chips)
        shares.append(share)
        over -= share
    for at in range(len(pots)):
        more = min(over, pots[at].chips - shares[at])
        shares[at] += more
        over -= more
    state.taken = shares


class Disclosed(Event):
    """The house asks to see a discarded hand; it stays discarded."""

    SHAPE = ("seat", "cards", "clause")
    NAME = "disclosed"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        return


class CardExposed(Event):
    """A card is seen that should not have been, or is found face up, and leaves play."""

    SHAPE = ("card", "source", "clause")
    NAME = "card-exposed"

    def __init__(self, card: int, source: str, clause: str) -> None:
        self.card = card
        self.source = source
        """``boxed`` (found face up in the deck) or ``off table``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        at = state.deck.index(self.card, state.dealt)
        del state.deck[at]
        _discard_found(state, self.card, self.source)

    def seen_by(self, viewer: int) -> Event:
        # What falls off the table is examined by the dealer alone.
        return self if self.source == "boxed" else CardExposed(UNKNOWN, self.source, self.clause)


def _discard_found(state: State, card: int, why: str) -> None:
    state.muck.append(card)
    if why == "boxed":
        state.boxed += 1


class CardReplaced(Event):
    """A player's card that cannot be played is changed for the top card of the deck."""

    SHAPE = ("seat", "old", "new", "becomes", "up", "clause")
    NAME = "card-replaced"

    def __init__(self, seat: int, old: int, new: int, becomes: str, up: bool, clause: str) -> None:
        self.seat = seat
        self.old = old
        self.new = new
        self.becomes = becomes
        """The old card: ``burn`` (known to all), ``discard``, or ``boxed`` (discarded, found face up)."""
        self.up = up
        """It is an up-card, and so is the new one."""
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        hand = state.cards[player]
        hand[hand.index(self.old)] = self.new
        state.dealt += 1
        if self.becomes == "burn":
            state.burns.append(self.old)
            state.known_burns.append(self.old)
        else:
            _discard_found(state, self.old, self.becomes)

    def seen_by(self, viewer: int) -> Event:
        if self.up or viewer == self.seat:
            return self
        old = UNKNOWN if self.becomes == "discard" else self.old
        return CardReplaced(self.seat, old, UNKNOWN, self.becomes, self.up, self.clause)


class BoardReplaced(Event):
    """A board card that cannot be played is changed for the top card of the deck."""

    SHAPE = ("old", "new", "becomes", "clause")
    NAME = "board-replaced"

    def __init__(self, old: int, new: int, becomes: str, clause: str) -> None:
        self.old = old
        self.new = new
        self.becomes = becomes
        """``discard`` or ``boxed``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        state.board[state.board.index(self.old)] = self.new
        state.dealt += 1
        _discard_found(state, self.old, self.becomes)


class HoleCardUp(Event):
    """Stud: a hole card was dealt face up; it is the up-card now and the third card comes down."""

    SHAPE = ("seat", "card", "clause")
    NAME = "hole-card-up"

    def __init__(self, seat: int, card: int, clause: str) -> None:
        self.seat = seat
        self.card = card
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        hand = state.cards[player]
        ups = state.ups[player]
        ups[hand.index(self.card)] = True
        # The third card counts as down; the exposed one stands in for it as the up-card.
        for at in range(len(hand)):
            if ups[at] and hand[at] != self.card:
                ups[at] = False


class Refunded(Event):
    """Chips go back from the pot to the player who put them in."""

    SHAPE = ("seat", "chips", "clause")
    NAME = "refunded"

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.stacks[player] += self.chips
        state.pot -= self.chips
        state.put_in[player] -= self.chips
        if state.put_in[player] < 0:
            state.dead += state.put_in[player]
            state.put_in[player] = 0
        if state.bets[player] > state.put_in[player]:
            state.bets[player] = state.put_in[player]
        _keep_taken(state)


class RakeGivenBack(Event):
    """A dead round has no pot to rake: what was set aside goes back to it."""

    SHAPE = ("rake", "jackpot", "fees", "clause")
    NAME = "rake-given-back"

    def __init__(self, rake: int, jackpot: int, fees: int, clause: str) -> None:
        self.rake = rake
        self.jackpot = jackpot
        self.fees = fees
        self.clause = clause

    def apply(self, state: State) -> None:
        state.rake -= self.rake
        state.jackpot -= self.jackpot
        state.fees -= self.fees
        state.pot += self.rake + self.jackpot + self.fees
        state.taken = []
        state.raked_levels = 0


class RoundDead(Event):
    """The round ends without a winner: a misdeal, or a dead round. Everybody's chips are back."""

    SHAPE = ("why", "misdeal", "deck", "clause")
    NAME = "round-dead"

    def __init__(self, why: str, misdeal: bool, deck: str, clause: str) -> None:
        self.why = why
        self.misdeal = misdeal
        """The cards go back and the same round is dealt again."""
        self.deck = deck
        """What becomes of the deck: ``stays``, ``remove`` or ``replace``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        state.dead_round = True
        state.actor = -1
        state.awaiting = OVER


class Collected(Event):
    """The dealer takes in the losing hands, before he pushes the pot and takes in the winning ones."""

    SHAPE = ("seats", "clause")
    NAME = "collected"

    def __init__(self, seats: list[int], clause: str) -> None:
        self.seats = seats
        self.clause = clause

    def apply(self, state: State) -> None:
        return


class Awarded(Event):
    """Chips of one share of one pot for one winner."""

    SHAPE = ("pot", "share", "seat", "chips", "odd", "value", "cards", "clause", "odd_clause")
    NAME = "awarded"

    def __init__(
        self,
        pot: int,
        share: int,
        seat: int,
        chips: int,
        odd: int,
        value: int,
        cards: list[int],
        clause: str,
        odd_clause: str,
    ) -> None:
        self.pot = pot
        self.share = share
        self.seat = seat
        self.chips = chips
        self.odd = odd
        """How many of `chips` could not be divided and came here by the odd-chip rule."""
        self.value = value
        """What the hand is worth; 0 if it was not shown."""
        self.cards = cards
        """Cards that make the winning hand, where they had to be told apart; else empty."""
        self.clause = clause
        self.odd_clause = odd_clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.stacks[player] += self.chips
        state.won[player] += self.chips
        state.pot -= self.chips


class Ended(Event):
    """The round of play is over."""

    SHAPE = ("clause",)
    NAME = "ended"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: State) -> None:
        state.actor = -1
        state.awaiting = OVER


KINDS: Final[dict[str, type[Event]]] = {
    kind.NAME: kind
    for kind in (
        Opened,
        Posted,
        FeeCollected,
        Dealt,
        Burned,
        BoardDealt,
        Turn,
        DrawBegins,
        Folded,
        Checked,
        Called,
        Bet,
        Gathered,
        Returned,
        Raked,
        Discarded,
        Drawn,
        ShuffleNeeded,
        Reshuffled,
        Shown,
        Conceded,
        Retrieved,
        HandKilled,
        Disclosed,
        CardExposed,
        CardReplaced,
        BoardReplaced,
        HoleCardUp,
        Refunded,
        RakeGivenBack,
        RoundDead,
        Collected,
        Awarded,
        Ended,
    )
}


def rebuild(name: str, facts: dict[str, object]) -> Event:
    """The event that `facts` describe."""
    return KINDS[name](**facts)  # type: ignore[arg-type]


def apply(state: State, event: Event) -> None:
    """Apply one event; no chip appears or disappears."""
    event.apply(state)
    assert state.total() == state.start_chips, f"chips not conserved by {event!r}"
