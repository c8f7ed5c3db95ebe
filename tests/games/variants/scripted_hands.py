"""Scripted poker hands: the cards of every seat, then the actions as lines of text.

    hand = Hand("oneida", "omaha-hilo8", '''
        seat 1: As 2s Kh Kc
        seat 2: Qd Qc 9h 8c
        board: 3h 4d 9s Kd Jc
    ''', button=2)
    hand.play('''
        1: call
        2: check
        flop 3h 4d 9s
        1: bet
        2: fold
    ''')

The cards are stacked in the order in which the game takes them off the deck. A seat that folds early simply
lists fewer cards; a burn or a draw nobody cares about may be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from tests.games.poker.one_line_tables import act

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import HoyleError, IllegalError
from hoyle.games.poker import FIXED, PokerRound, RakePlan, Rules, Stakes
from hoyle.games.poker.events import Awarded, BoardDealt, Burned, Dealt, Opened, PokerEvent, Posted, Turn
from hoyle.games.poker.round_state import THROWN
from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.rulebooks import PokerBook, poker_book
from hoyle.table.poker.rounds.blind_order import blind_posts

E = TypeVar("E", bound=PokerEvent)


def case(id: str, *values: Any, upholds: Sequence[str] = (), name: str = "") -> Any:
    """Parameter set of a test shared by books and games, marked with the clauses that it `upholds`."""
    marks = [pytest.mark.clauses(*[f"{id} {clause}" for clause in upholds])] if upholds else []
    return pytest.param(id, *values, marks=marks, id=name or "-".join([id, *map(str, values)]))


class Hand:
    """Round of play from a stacked deck, driven by lines of text."""

    def __init__(
        self,
        book_id: str | PokerBook,
        game: str,
        cards: str = "",
        *,
        seats: list[int] | None = None,
        button: int = 0,
        blinds: tuple[int, ...] = (1, 2),
        stacks: dict[int, int] | int = 100,
        limits: tuple[int, int] = (2, 4),
        structure: int = FIXED,
        ante: int = 0,
        forced: int = 1,
        rake: RakePlan | None = None,
        show_in_turn: bool = False,
        unit_cents: int = 100,
        deck: list[int] | None = None,
    ) -> None:
        self.book = poker_book(book_id) if isinstance(book_id, str) else book_id
        self.variant: Variant = VARIANTS[game]
        placed = _parse_deck_cards(cards)
        self.seats = seats or sorted(seat for seat in placed.seats) or [1, 2, 3]
        self.button = (button or self.seats[-1]) if self.variant.button else 0
        stakes = Stakes(
            structure,
            small=limits[0],
            big=limits[1],
            ante=ante,
            forced_bet=0 if self.variant.button else forced,
            rake=rake,
            unit_cents=unit_cents,
        )
        self.deck = deck or stack(self.variant, self.seats, self.button, placed)
        self.start = {seat: stacks if isinstance(stacks, int) else stacks.get(seat, 100) for seat in self.seats}
        self.round = PokerRound(
            Rules(self.book, game, stakes),
            self.seats,
            [self.start[seat] for seat in self.seats],
            deck=self.deck,
            button=self.button,
            posts=blind_posts(self.seats, self.button, blinds) if self.variant.button else [],
            table_all=not show_in_turn,
        )

    def clockwise(self) -> list[int]:
        """Seats in dealing order: from the button's left, or from the house dealer's left."""
        at = self.seats.index(self.button) + 1 if self.button else 0
        return self.seats[at:] + self.seats[:at]

    # Playing

    def play(self, script: str) -> Hand:
        """Play the lines of a script; see `_line` for their syntax."""
        for line in script.strip().splitlines():
            if line.strip():
                self._line(line.strip())
        return self

    def _line(self, line: str) -> None:
        """Run one line: ``3: raise to 8`` acts; ``3 to act`` and ``flop 7c 8d As`` assert the state; ``all
        check`` goes once round, ``to the showdown`` plays passively to the end; ``the dealer mucks`` what
        was thrown in, where the round waits for it."""
        head, colon, words = line.partition(":")
        if colon and head.isdigit():
            act(self.round, int(head), words.strip())
        elif line.endswith(" to act"):
            assert self.round.actor == int(line.split()[0]), f"{line}: it is {self.round.actor}'s turn"
        elif line in ("all check", "all call"):
            self._all(line.split()[1])
        elif line == "the dealer mucks":
            for seat in self.round.state.seats:
                if (
                    self.round.pending == "muck"
                    and self.round.state.hands[self.round.state.position_of_seat[seat]] == THROWN
                ):
                    self.round.muck(seat)
        elif line == "to the showdown":
            self.showdown()
        else:
            street, _, cards = line.partition(" ")
            assert self.round.street == street
            assert self.board.endswith(cards), f"{line}: the board is {self.board}"

    def _all(self, verb: str) -> None:
        street = self.round.street
        while self.round.pending == "action" and self.round.street == street:
            self.say(verb if verb == "check" or self.round.options().call else "check")

    def say(self, words: str) -> None:
        """Act for the player to act."""
        act(self.round, self.round.actor, words)

    def passive(self) -> None:
        """Do the least that keeps the player to act in."""
        if self.round.pending == "forced bet":
            self.say("bring in")
        elif self.round.pending == "draw":
            self.say("pat")
        elif self.round.pending == "show":
            self.say("show")
        elif self.round.options().call:
            self.say("call")
        else:
            self.say("check" if self.round.options().check else "bet")

    def through(self, street: str) -> Hand:
        """Play passively until the betting round of a street begins."""
        while not (self.round.street == street and self.round.pending in ("action", "forced bet")):
            assert not self.round.over, f"the round ended before {street}"
            self.passive()
        return self

    def showdown(self) -> Hand:
        """Play passively to the end."""
        while not self.round.over:
            self.passive()
        return self

    def refuses(self, line: str) -> HoyleError:
        """Assert that the rules refuse a line without changing anything."""
        before = self.round.state.snapshot(), len(self.round.log)
        with pytest.raises(IllegalError) as refused:
            self._line(line)
        assert (self.round.state.snapshot(), len(self.round.log)) == before
        return refused.value

    # Queries

    def all(self, kind: type[E]) -> list[E]:
        """Events of a kind so far."""
        return [event for event in self.round.log if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.all(kind)[-1]

    @property
    def offered(self) -> str:
        """Text of the legal actions of the player to act."""
        return self.round.options().label()

    @property
    def board(self) -> str:
        return cards_text(self.round.state.board)

    def holds(self, seat: int) -> str:
        return cards_text(self.round.state.cards[self.round.state.position_of_seat[seat]])

    def stack_of(self, seat: int) -> int:
        return self.round.state.stacks[self.round.state.position_of_seat[seat]]

    @property
    def won(self) -> dict[int, int]:
        """Chips each winner took from the pots; the round must be over and every chip accounted for."""
        assert self.round.over
        assert self.round.state.pot == 0
        won: dict[int, int] = {}
        for award in self.all(Awarded):
            won[award.seat] = won.get(award.seat, 0) + award.chips
        for seat, chips in won.items():
            assert chips == self.round.state.won[self.round.state.position_of_seat[seat]]
        return won

    @property
    def shares(self) -> dict[tuple[str, int], int]:
        """Chips by share and seat."""
        assert self.round.over
        lines: dict[tuple[str, int], int] = {}
        for award in self.all(Awarded):
            at = award.share, award.seat
            lines[at] = lines.get(at, 0) + award.chips
        return lines

    def award(self, share: str, seat: int) -> Awarded:
        """Return the one award of a share to a seat."""
        found = [event for event in self.all(Awarded) if (event.share, event.seat) == (share, seat)]
        assert len(found) == 1
        return found[0]

    def odd_chips(self) -> dict[tuple[str, int], tuple[int, str]]:
        """Odd chips by share and seat, each with the clause that gave them."""
        return {(award.share, award.seat): (award.odd, award.odd_clause) for award in self.all(Awarded) if award.odd}

    def opener(self, street: str) -> tuple[int, str]:
        """Seat that opens a street, and the clause that names it."""
        dealt = [
            at
            for at, event in enumerate(self.round.log)
            if isinstance(event, Dealt | BoardDealt) and event.street == street
        ]
        turns = [event for event in self.round.log[dealt[-1] :] if isinstance(event, Turn)]
        return turns[0].seat, turns[0].clause

    def before_the_first_card(self) -> list[PokerEvent]:
        """Events between the opening of the round and the first card."""
        log = self.round.log
        assert isinstance(log[0], Opened)
        first = next(at for at, event in enumerate(log) if isinstance(event, Dealt))
        return log[1:first]

    def posted(self, what: str) -> dict[int, int]:
        return {event.seat: event.chips for event in self.all(Posted) if event.what == what}

    def burns(self) -> list[Burned]:
        return self.all(Burned)


class _DeckCards:
    """Cards of a scripted deck, parsed from text."""

    def __init__(self) -> None:
        self.seats: dict[int, list[int]] = {}
        self.board: list[int] = []
        self.burns: list[int] = []
        self.draws: list[int] = []


def _parse_deck_cards(text: str) -> _DeckCards:
    placed = _DeckCards()
    for line in text.strip().splitlines():
        name, _, cards = line.strip().partition(":")
        row = parse_cards(cards)
        if name.startswith("seat "):
            placed.seats[int(name[5:])] = row
        else:
            assert name in ("board", "burns", "draws"), f"cannot read {line!r}"
            setattr(placed, name, row)
    return placed


def stack(variant: Variant, seats: list[int], button: int, placed: _DeckCards) -> list[int]:
    """Build a deck, top card first, that deals every card where the text puts it."""
    spoken = {card for row in (*placed.seats.values(), placed.board, placed.burns, placed.draws) for card in row}
    # Cards that the text does not mention fill the gaps, from the twos up.
    rest = [card for card in range(52) if card not in spoken]
    hands = {seat: list(placed.seats.get(seat, [])) for seat in seats}
    open_hands = [seat for seat in seats if seat not in placed.seats]
    board, burns = list(placed.board), list(placed.burns)
    at = seats.index(button) + 1 if button else 0
    deck: list[int] = []
    for street in variant.streets:
        if street.burn:
            deck.append(burns.pop(0) if burns else rest.pop(0))
        for _ in street.ups:
            for seat in seats[at:] + seats[:at]:
                if hands[seat]:
                    deck.append(hands[seat].pop(0))
                elif seat in open_hands:
                    deck.append(rest.pop(0))
        for _ in range(street.board):
            deck.append(board.pop(0) if board else rest.pop(0))
        if street.draw:
            deck += placed.draws
    assert not any(hands.values()), "a seat was given more cards than the game deals"
    assert not board, "more board cards than the game deals"
    deck += rest
    assert sorted(deck[:52]) == list(range(52)), "the deck does not hold 52 different cards"
    return deck
