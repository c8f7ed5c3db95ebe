"""Poker tables for tests of bots: all players seated, and cards dealt as a text describes them."""

from __future__ import annotations

import random

from tests.games.variants.scripted_hands import Hand

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.poker_bots import Bot
from hoyle.core.cards import parse_cards
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.table import PokerTable, PostedSign
from hoyle.table.command_base import Command, to_dict
from hoyle.table.poker.events import ButtonPlaced


class Watched:
    """Bot wrapper that checks every command against the choices offered."""

    def __init__(self, inner: Bot) -> None:
        self._inner = inner

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        chosen = self._inner.act(turn, rng)
        choice = turn.decision.find_choice(chosen.name)
        assert choice is not None, f"{chosen} of {turn.decision.choices}"
        given = to_dict(chosen)
        assert choice.fixed.items() <= given.items()
        for bounds in choice.bounds:
            assert bounds.contains(given[bounds.field])
        if choice.cards is not None:
            laid = parse_cards(given.get("cards", ""))
            assert choice.cards[0] <= len(laid) <= choice.cards[1]
            assert set(laid) <= set(turn.hand)
        return chosen


def dealt(
    book: str, game: str, cards: str = "", *, button: int = 0, structure: str = "fixed-limit", chips: int = 100
) -> PokerTable:
    """Deal a round to seats 1, 2 and 3 from a text; see `tests.games.variants.scripted_hands`."""
    hand = Hand(book, game, cards, seats=[1, 2, 3], button=button, structure=STRUCTURES.index(structure))
    sign = PostedSign(
        book=book,
        game=game,
        structure=structure,
        limits=(2, 4) if structure == "fixed-limit" else (2,),
        blinds=(1, 2) if hand.variant.button else (),
        forced_bet=0 if hand.variant.button else 1,
    )
    table = PokerTable.open(sign)
    for seat in hand.seats:
        table.sit(seat, chips, f"player {seat}")
    if hand.variant.button:
        placed = ButtonPlaced(seat=hand.button, draw=[], clause=table.page.button_moves)
        table = PokerTable.resume(table.checkpoint(), [placed])
    table.deal(hand.deck)
    return table


def play(table: PokerTable, script: str) -> PokerTable:
    """Play a script of lines such as ``3: raise to 8``."""
    for line in script.strip().splitlines():
        seat, _, words = line.strip().partition(":")
        table.act(int(seat), words.strip())
    return table


def turn(table: PokerTable) -> BotTurn:
    """Return the turn of the player to act, with all events since the table opened."""
    return BotTurn(table, table.pending()[0], list(table.log))
