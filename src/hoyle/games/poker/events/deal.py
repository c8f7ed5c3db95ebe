"""Deal events: round opened, posts, cards dealt, burned, drawn and reshuffled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from hoyle.core.cards import UNKNOWN, mask_cards
from hoyle.core.events import CARDS, FLAGS, enum_of
from hoyle.core.money import Transfer, seat_account
from hoyle.core.mypyc_compat import i64, mypyc_attr
from hoyle.games.poker.events.base import PokerEvent
from hoyle.games.poker.events.state_changes import end_draw, hide_discarded_cards, new_street
from hoyle.games.poker.round_state import (
    ACTION,
    DRAW,
    FACE_DOWN,
    FORCED_BET,
    NOTHING,
    PENDING_KINDS,
    SHOW,
    SHUFFLE,
    STREET,
    RoundState,
)


@dataclass(init=False, eq=False, repr=False)
class Opened(PokerEvent):
    """Event: round opened; the players dealt in, their stacks, and the deck as shuffled and cut."""

    seats: list[int]
    people: list[str]
    """Player in each of those seats."""
    stacks: list[int]
    button: int
    """Seat number of the button, 0 in games without one."""
    deck: list[int] = field(metadata=CARDS)
    clause: str
    strays: list[int]
    """Seats that get cards by mistake and owe nothing."""
    passed: list[int]
    """Seats that owe an ante or a blind and get no cards by mistake."""

    def __init__(
        self,
        seats: list[int],
        people: list[str],
        stacks: list[int],
        button: int,
        deck: list[int],
        clause: str,
        strays: list[int] | None = None,
        passed: list[int] | None = None,
    ) -> None:
        self.seats = seats
        self.people = people
        self.stacks = stacks
        self.button = button
        self.deck = deck
        self.clause = clause
        self.strays = strays or []
        self.passed = passed or []

    def apply(self, state: RoundState) -> None:
        count = len(self.seats)
        # These four are never changed in place, so they need no copies.
        state.seats = self.seats
        state.people = self.people
        state.deck = self.deck
        state.start_stacks = self.stacks
        state.position_of_seat = {seat: position for position, seat in enumerate(self.seats)}
        state.button = state.position_of_seat.get(self.button, -1)
        if self.button and state.button < 0:
            # A dead button stands before an empty seat: order starts with the next seat dealt in.
            below = [position for position, seat in enumerate(self.seats) if seat < self.button]
            state.button = below[-1] if below else count - 1
        state.stacks = self.stacks.copy()
        state.start_chips = sum(self.stacks)
        zeros = [0] * count
        state.put_in = zeros.copy()
        state.required = zeros.copy()
        state.dead_in = zeros.copy()
        state.won = zeros.copy()
        state.returned = zeros.copy()
        state.hands = [FACE_DOWN] * count
        state.bets = zeros
        state.cards = [[] for _ in range(count)]
        # Nor are these: a dead hand replaces the entry.
        state.folded = [[]] * count
        state.ups = [[] for _ in range(count)]
        # Cards dealt to an empty seat, or to a player without chips, are dead.
        state.live = [chips > 0 for chips in self.stacks]
        state.ghosts = [chips == 0 for chips in self.stacks]
        state.strays = self.strays
        state.passed = self.passed
        for seat in self.passed:
            state.live[state.position_of_seat[seat]] = False
        unset = [False] * count
        state.disclosed = unset.copy()
        state.acted = unset.copy()
        state.checked = unset.copy()
        state.voluntary = unset

    def seen_by(self, person: str) -> PokerEvent:
        return Opened(
            self.seats,
            self.people,
            self.stacks,
            self.button,
            mask_cards(self.deck),
            self.clause,
            self.strays,
            self.passed,
        )


@dataclass(init=False, eq=False, repr=False)
class Posted(PokerEvent):
    """Event: ante, blind, kill blind, straddle or newcomer's post before the deal."""

    seat: int
    what: str
    """Kind: ``ante``, ``dead`` (an ante paid for the table), ``made-up`` (a missed blind, dead),
    ``blind``, ``straddle``, ``post`` (a newcomer's) or a kill: ``kill``, ``kill-blind`` (in place of a
    due blind), ``kill-last`` (it acts last)."""
    chips: int
    """Chips put in: less than owed when the stack ran out."""
    level: int
    """Bet that others must match; 0 for an ante."""
    clause: str

    def __init__(self, seat: int, what: str, chips: int, level: int, clause: str) -> None:
        self.seat = seat
        self.what = what
        self.chips = chips
        self.level = level
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.stacks[player] -= self.chips
        state.pot += self.chips
        if self.what == "dead" or self.what == "made-up":
            state.dead += self.chips
            state.dead_in[player] += self.chips
            return
        state.put_in[player] += self.chips
        if self.what == "ante":
            if state.strays:
                credit_strays_with_ante(state, self.chips)
            return
        state.bets[player] += self.chips
        state.required[player] = self.level
        if self.level > state.current_bet:
            state.current_bet = self.level
        state.opened = True
        if self.what == "kill-last":
            state.acts_last = player
        elif self.what != "post" and self.what != "kill":
            state.last_blind = player

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.seat), "pot", self.chips)]


def credit_strays_with_ante(state: RoundState, ante: int) -> None:
    """Credit an ante to the seats dealt in by mistake, which did not owe it."""
    if not state.spared:
        state.spared = [0] * len(state.seats)
    for seat in state.strays:
        player = state.position_of_seat[seat]
        state.spared[player] = max(state.spared[player], ante)


@dataclass(eq=False, repr=False)
class FeeCollected(PokerEvent):
    """Event: flat fee collected from one player."""

    seat: int
    chips: int
    clause: str

    def apply(self, state: RoundState) -> None:
        state.stacks[state.position_of_seat[self.seat]] -= self.chips
        state.fees += self.chips

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.seat), "fees", self.chips)]


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Dealt(PokerEvent):
    """Event: cards dealt to the players, in the order they left the deck. A folded seat's card is dead."""

    seats: list[int]
    holders: list[str]
    """Person who holds each card, since the seat may change hands."""
    cards: list[int] = field(metadata=CARDS)
    ups: list[bool] = field(metadata=FLAGS)
    street: str
    """Name of the street."""
    clause: str
    dead: list[int]
    """Folded seats among them; nobody sees a dead card, not even the player who sits there."""

    def __init__(
        self,
        seats: list[int],
        holders: list[str],
        cards: list[int],
        ups: list[bool],
        street: str,
        clause: str,
        dead: list[int] | None = None,
    ) -> None:
        self.seats = seats
        self.holders = holders
        self.cards = cards
        self.ups = ups
        self.street = street
        self.clause = clause
        self.dead = dead or []

    def apply(self, state: RoundState) -> None:
        positions = cast("dict[object, int]", state.position_of_seat)
        hands = cast("list[list[object]]", state.cards)
        faces = cast("list[list[object]]", state.ups)
        live = state.live
        # Cast to object so that compiled code moves references instead of unboxing and boxing each integer.
        seats = cast("list[object]", self.seats)
        cards = cast("list[object]", self.cards)
        ups = cast("list[object]", self.ups)
        count: i64 = len(seats)
        for i in range(count):
            player: i64 = positions[seats[i]]
            if live[player]:
                hands[player].append(cards[i])
                faces[player].append(ups[i])
            else:
                state.muck.append(self.cards[i])
        state.dealt += len(cards)
        state.last_dealt = self.cards
        state.acted_on = False
        new_street(state, self.street)

    def seen_by(self, person: str) -> PokerEvent:
        visible: list[int] = []
        for i in range(len(self.cards)):
            is_own = self.holders[i] == person and self.seats[i] not in self.dead
            visible.append(self.cards[i] if is_own or self.ups[i] else UNKNOWN)
        return Dealt(self.seats, self.holders, visible, self.ups, self.street, self.clause, self.dead)


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Burned(PokerEvent):
    """Event: top card burned, face down."""

    card: int = field(metadata=CARDS)
    to_muck: bool = field(metadata=FLAGS)
    """Whether the book puts burns on the discard pile."""
    clause: str

    def __init__(self, card: int, *, to_muck: bool, clause: str) -> None:
        self.card = card
        self.to_muck = to_muck
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.dealt += 1
        if self.to_muck:
            state.muck.append(self.card)
            state.burned.append(self.card)
        else:
            state.burns.append(self.card)

    def seen_by(self, person: str) -> PokerEvent:
        return Burned(UNKNOWN, to_muck=self.to_muck, clause=self.clause)


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class BoardDealt(PokerEvent):
    """Event: community cards dealt; in stud the one common card."""

    cards: list[int] = field(metadata=CARDS)
    street: str
    common: bool = field(metadata=FLAGS)
    clause: str

    def __init__(self, cards: list[int], street: str, *, common: bool, clause: str) -> None:
        self.cards = cards
        self.street = street
        self.common = common
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.board.extend(self.cards)
        state.dealt += len(self.cards)
        state.last_dealt = self.cards
        state.acted_on = False
        if self.common:
            state.common = True
        new_street(state, self.street)


@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False, repr=False)
class Turn(PokerEvent):
    """Event: turn of a player, to open a betting round, to draw, to show, or to make the forced bet."""

    seat: int
    awaiting: int = field(metadata=enum_of(PENDING_KINDS))
    clause: str

    def __init__(self, seat: int, awaiting: int, clause: str) -> None:
        self.seat = seat
        self.awaiting = awaiting
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.actor = player
        state.awaiting = self.awaiting
        state.turn_clause = self.clause
        if self.awaiting == ACTION or self.awaiting == FORCED_BET:
            state.first_to_act = player
            state.last_opener = player
            state.last_bettor = -1
        if self.awaiting == FORCED_BET:
            state.forced_bettor = player
        elif self.awaiting == SHOW:
            state.showdown = True
            state.acted_on = True


@dataclass(eq=False, repr=False)
class RunOut(PokerEvent):
    """Event: all-in runout; no player has a decision on this street, and the dealer continues when ready."""

    clause: str

    def apply(self, state: RoundState) -> None:
        state.actor = -1
        state.awaiting = STREET


@dataclass(eq=False, repr=False)
class DrawBegins(PokerEvent):
    """Event: draw begun; a street whose cards are exchanged rather than dealt."""

    street: str
    clause: str

    def apply(self, state: RoundState) -> None:
        state.last_dealt = []
        state.acted_on = False
        new_street(state, self.street)


@dataclass(init=False, eq=False, repr=False)
class Discarded(PokerEvent):
    """Event: cards discarded in a draw; none means the player stands pat."""

    seat: int
    holder: str
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def __init__(self, seat: int, holder: str, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.holder = holder
        self.cards = cards
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        hand = state.cards[player]
        ups = state.ups[player]
        if self.cards and state.read:
            hide_discarded_cards(state, hand, hidden=UNKNOWN in self.cards)
        for card in self.cards:
            index = hand.index(card)
            del hand[index]
            del ups[index]
        state.laid = list(self.cards)
        state.owed = len(self.cards)
        if state.owed == 0:
            end_draw(state, player)

    def seen_by(self, person: str) -> PokerEvent:
        if person == self.holder:
            return self
        return Discarded(self.seat, self.holder, mask_cards(self.cards), self.clause)


@dataclass(init=False, eq=False, repr=False)
class Drawn(PokerEvent):
    """Event: new cards dealt to the player who is drawing."""

    seat: int
    holder: str
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def __init__(self, seat: int, holder: str, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.holder = holder
        self.cards = cards
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        for card in self.cards:
            state.cards[player].append(card)
            state.ups[player].append(False)
        state.dealt += len(self.cards)
        state.last_dealt = state.last_dealt + self.cards
        state.owed -= len(self.cards)
        if state.owed == 0:
            state.muck.extend(state.laid)
            state.laid = []
            end_draw(state, player)

    def seen_by(self, person: str) -> PokerEvent:
        if person == self.holder:
            return self
        return Drawn(self.seat, self.holder, mask_cards(self.cards), self.clause)


@dataclass(eq=False, repr=False)
class ShuffleNeeded(PokerEvent):
    """Event: shuffle needed before play goes on; the engine has no randomness of its own."""

    what: str
    """Cards to shuffle: ``discards``, ``burns`` or ``stub and burns``."""
    clause: str

    def apply(self, state: RoundState) -> None:
        state.awaiting = SHUFFLE
        state.shuffle_of = self.what
        state.shuffle_clause = self.clause


@dataclass(eq=False, repr=False)
class Reshuffled(PokerEvent):
    """Event: discards, burns or stub shuffled into a new stub."""

    what: str
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def apply(self, state: RoundState) -> None:
        if self.what == "discards":
            state.muck = []
            state.burned = []
        elif self.what == "all discards":
            state.muck = []
            state.burned = []
            state.laid = []
        else:
            state.burns = []
        state.deck = list(self.cards)
        state.dealt = 0
        # These cards can no longer be distinguished: counted ones still count, but as unknown.
        state.read = [card for card in state.read if card not in self.cards]
        state.boxed = [UNKNOWN if card in self.cards else card for card in state.boxed]
        state.exposed = [UNKNOWN if card in self.cards else card for card in state.exposed]
        state.awaiting = NOTHING if state.owed == 0 else DRAW

    def seen_by(self, person: str) -> PokerEvent:
        return Reshuffled(self.what, mask_cards(self.cards), self.clause)
