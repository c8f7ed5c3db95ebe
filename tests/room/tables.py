"""Tables for tests of bots: who holds what as text; everybody seated, the cards dealt."""

from __future__ import annotations

import random

from tests.games.hands import Hand

from hoyle.cards import parse_cards
from hoyle.poker.rules import STRUCTURES
from hoyle.room.bots import Bot
from hoyle.room.turn import Turn
from hoyle.table import Sign, Table
from hoyle.table.command import Command, plain
from hoyle.table.poker.events import ButtonPlaced


class Watched:
    """A bot whose every choice is held against what it was offered."""

    def __init__(self, inner: Bot) -> None:
        self._inner = inner

    def act(self, turn: Turn, rng: random.Random) -> Command:
        chosen = self._inner.act(turn, rng)
        choice = turn.wait.choice(chosen.name)
        assert choice is not None, f"{chosen} of {turn.wait.choices}"
        given = plain(chosen)
        assert choice.given.items() <= given.items()
        for bounds in choice.bounds:
            assert bounds.holds(given[bounds.field])
        if choice.cards is not None:
            laid = parse_cards(given.get("cards", ""))
            assert choice.cards[0] <= len(laid) <= choice.cards[1]
            assert set(laid) <= set(turn.hand)
        return chosen


def dealt(
    book: str,
    game: str,
    cards: str = "",
    *,
    button: int = 0,
    structure: str = "fixed-limit",
    chips: int = 100,
) -> Table:
    """A round dealt to seats 1, 2 and 3 as the text has it; see `tests.games.hands`."""
    hand = Hand(book, game, cards, seats=[1, 2, 3], button=button, structure=STRUCTURES.index(structure))
    sign = Sign(
        book=book,
        game=game,
        structure=structure,
        limits=(2, 4) if structure == "fixed-limit" else (2,),
        blinds=(1, 2) if hand.variant.button else (),
        forced_bet=0 if hand.variant.button else 1,
    )
    table = Table.open(sign)
    for seat in hand.seats:
        table.sit(seat, chips, f"player {seat}")
    if hand.variant.button:
        placed = ButtonPlaced(seat=hand.button, draw=[], clause=table.page.button_moves)
        table = Table.resume(table.checkpoint(), [placed])
    table.deal(hand.deck)
    return table


def play(table: Table, script: str) -> Table:
    """``3: raise to 8``, line by line."""
    for line in script.strip().splitlines():
        seat, _, words = line.strip().partition(":")
        table.act(int(seat), words.strip())
    return table


def turn(table: Table) -> Turn:
    """What the player to act is offered, and all that was said since the table opened."""
    return Turn(table, table.waits()[0], list(table.log))
