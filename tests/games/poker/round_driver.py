"""Random poker rounds for tests: setups, legal commands, and replays of the same round.

A `Sitting` holds all that a round is opened with. Commands are pairs such as ``("bet_to", 20)``, so that a
round can be opened again and brought to the same point by `replayed`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hypothesis import strategies as st

from hoyle.core.cards import parse_cards
from hoyle.games.poker.events import PokerEvent
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.round_state import ACTION, DRAW, FORCED_BET, MUCK, OVER, SHOW, SHUFFLE, THROWN
from hoyle.rulebooks import BOOKS, PokerBook, poker_book

Command = tuple[str, Any]

PAIRS: Final = [(id, game) for id in BOOKS for game in poker_book(id).games]
"""Every game of every book, the house book included."""

MAX_CHOICES: Final = 60


class Sitting:
    """Setup of a round of play."""

    def __init__(
        self,
        rules: Rules,
        seats: list[int],
        stacks: list[int],
        *,
        deck: list[int],
        button: int = 0,
        posts: list[PostedBet] | None = None,
        table_all: bool = True,
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.stacks = stacks
        self.deck = deck
        self.button = button
        self.posts = posts or []
        self.table_all = table_all

    def open(self, deck: list[int] | None = None) -> PokerRound:
        return PokerRound(
            self.rules,
            list(self.seats),
            list(self.stacks),
            deck=list(self.deck if deck is None else deck),
            button=self.button,
            posts=self.posts,
            table_all=self.table_all,
        )

    def __repr__(self) -> str:
        rules, stakes = self.rules, self.rules.stakes
        return (
            f"{rules.book.id} {rules.game}, structure {stakes.structure}, {stakes.small}/{stakes.big}, "
            f"ante {stakes.ante}, forced bet {stakes.forced_bet}, seats {self.seats}, stacks {self.stacks}, "
            f"button {self.button}, {self.posts}, deck {self.deck}"
        )


def shuffled(seed: int, cards: Iterable[int] = range(52)) -> list[int]:
    order = list(cards)
    random.Random(seed).shuffle(order)
    return order


def facts(event: PokerEvent) -> dict[str, Any]:
    """All fields of an event."""
    return event.fields()


def blinds(seats: Sequence[int], button: int, amounts: Sequence[int]) -> list[PostedBet]:
    """Blinds from the seats after the button; heads-up the button posts the first one, as most rooms do."""
    at = list(seats).index(button)
    first = at if len(seats) == 2 and len(amounts) == 2 else at + 1
    return [PostedBet(seats[(first + step) % len(seats)], "blind", chips) for step, chips in enumerate(amounts)]


def deck_starting(text: str) -> list[int]:
    """A full deck whose first cards are named; the rest follow in order of rank."""
    first = parse_cards(text)
    return first + [card for card in range(52) if card not in first]


@st.composite
def rake_plans(draw: st.DrawFn, law: PokerBook) -> RakePlan:
    """Strategy for a rake that the book allows."""
    revenue = law.revenue
    methods = revenue.methods.value
    fees = bool(revenue.fee_rates.value)
    return RakePlan(
        percent=draw(st.sampled_from([0, 2.5, 10, 25])) if "percent" in methods else 0,
        levels=draw(st.sampled_from([[], [(10, 1)], [(8, 1), (30, 2), (60, 1)]])) if "increment" in methods else [],
        cap=draw(st.sampled_from([0, 0, 3])),
        jackpot=draw(st.sampled_from([0, 0, 1])) if revenue.jackpot else 0,
        fee_per_player=draw(st.sampled_from([0, 1])) if fees else 0,
        fee_per_hand=draw(st.sampled_from([0, 2])) if fees else 0,
    )


@st.composite
def sittings(draw: st.DrawFn, law: PokerBook, game: str) -> Sitting:
    """Strategy for setups: two players to a full table, any structure, deep and short stacks, any rake."""
    page = law.page(game)
    number = draw(st.integers(2, page.max_seats.value))
    offset = draw(st.integers(0, 3))
    seats = [seat + 1 + (offset if seat else 0) for seat in range(number)]
    small = draw(st.sampled_from([2, 4, 10]))
    structure = draw(st.sampled_from([FIXED, SPREAD, POT_LIMIT, NO_LIMIT]))
    stud = page.forced_bet.value != "none"
    ante = draw(st.sampled_from([0, 0, 1, 3])) if page.ante else 0
    forced = draw(st.integers(0 if ante else 1, small)) if stud else 0
    stakes = Stakes(
        structure,
        small=small,
        big=draw(st.sampled_from([small, 2 * small, 5 * small])),
        ante=ante,
        forced_bet=forced,
        raise_cap=draw(st.sampled_from([0, 0, 3])) if law.house_may_cap.value else 0,
        check_raise=draw(st.booleans()) if law.wagers.check_raise else True,
        rake=draw(rake_plans(law)),
    )
    deep = draw(st.booleans())
    chips = st.integers(stakes.rake.fee_per_player + 1, 400 if deep else 5 * small)
    stacks = draw(st.lists(chips, min_size=number, max_size=number))
    button = 0
    posts: list[PostedBet] = []
    if not stud:
        button = draw(st.sampled_from(seats))
        amounts = draw(st.sampled_from([[small // 2, small], [small], [small // 2, small, 2 * small]]))
        posts = blinds(seats, button, amounts[:number])
    return Sitting(
        Rules(law, game, stakes),
        seats,
        stacks,
        deck=shuffled(draw(st.integers(0, 2**32))),
        button=button,
        posts=posts,
        table_all=draw(st.booleans()),
    )


choices: Final = st.lists(st.integers(0, 2**16), max_size=MAX_CHOICES)
"""Choices of the players, turn by turn; once they run out, players check or call."""


def commands(round_: PokerRound) -> list[Command]:
    """List the legal commands, most passive first; amounts at both ends and in the middle."""
    state = round_.state
    found: list[Command] = []
    if state.awaiting == ACTION or state.awaiting == FORCED_BET:
        offered = round_.options()
        if offered.forced:
            found.append(("bring_in", None))
        if offered.check:
            found.append(("check", None))
        if offered.call:
            found.append(("call", None))
        if offered.min_raise_to:
            middle = (offered.min_raise_to + offered.max_to) // 2
            found += [("bet_to", to) for to in sorted({offered.min_raise_to, middle, offered.max_to})]
        if offered.fold:
            found.append(("fold", None))
    elif state.awaiting == DRAW:
        hand = state.cards[state.actor]
        found = [("draw", hand[:size]) for size in range(len(hand) + 1)]
    elif state.awaiting == SHUFFLE:
        found = [("shuffle", shuffled(seed, sorted(round_.cards_to_shuffle()))) for seed in range(3)]
    elif state.awaiting == SHOW:
        found = [("show", None), ("concede", None)]
    if state.awaiting in (SHOW, MUCK):
        thrown = [state.seats[at] for at, hand in enumerate(state.hands) if hand == THROWN]
        found += [("muck", seat) for seat in thrown]
        if round_.rules.book.showdown.retrieval:
            found += [("retrieve", seat) for seat in thrown]
    return found


def perform(round_: PokerRound, command: Command) -> None:
    name, argument = command
    method = getattr(round_, name)
    if argument is None:
        method()
    else:
        method(argument)


def replayed(sitting: Sitting, done: Sequence[Command], deck: list[int] | None = None) -> PokerRound:
    """Open the same round again and replay it to the same point."""
    round_ = sitting.open(deck)
    for command in done:
        perform(round_, command)
    return round_


def play(round_: PokerRound, wishes: Sequence[int], most: int = 1000) -> list[Command]:
    """Play a round to its end and return the commands."""
    done: list[Command] = []
    while round_.state.awaiting != OVER:
        assert len(done) < most, f"the round does not end: {done[-20:]}"
        offered = commands(round_)
        wish = wishes[len(done)] if len(done) < len(wishes) else 0
        command = offered[wish % len(offered)]
        perform(round_, command)
        done.append(command)
    return done


def swapped(done: Sequence[Command], exchange: dict[int, int]) -> list[Command]:
    """Translate commands for a deck whose cards have changed places."""
    return [
        (name, [exchange[card] for card in argument] if isinstance(argument, list) else argument)
        for name, argument in done
    ]
