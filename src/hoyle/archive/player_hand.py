"""A player's hand in a past round: hole cards, board, and the name and value of the best hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from msgspec import Struct

from hoyle.core.cards import UNKNOWN, card_text
from hoyle.games.poker.events import PokerEvent, WinnerShows, apply
from hoyle.games.poker.round_state import RoundState
from hoyle.games.poker.variants import VARIANTS, variant
from hoyle.hands.evaluator import Evaluator
from hoyle.rulebooks import poker_book as rulebook

_MIN_CARDS: Final = 5
"""Least number of cards for which a hand has a name."""


class PlayerHand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's hand in a past round, with the board; for dice the last roll."""

    cards: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    words: str = ""
    """Name of the hand, ``kings full of nines``; for dice the roll."""
    worth: int = 0
    """Value among hands of the same ranking; larger is better."""
    ranking: str = ""


def read_player_hand(entries: Iterable[Any], game: str, book: str, person: str) -> PlayerHand:
    """Read a player's cards at the end of a poker round from its events; for dice the last roll."""
    entries = list(entries)
    if game not in VARIANTS:
        rolls = [entry.fields() for entry in entries if entry.name == "rolled"]
        return PlayerHand(words=f"{rolls[-1]['one']}-{rolls[-1]['other']}") if rolls else PlayerHand()
    state = RoundState()
    for entry in entries:
        if isinstance(entry, PokerEvent) and not isinstance(entry, WinnerShows):
            apply(state, entry)
    if person not in state.people:
        return PlayerHand()
    player = state.people.index(person)
    cards = [card for card in state.cards[player] or state.folded[player] if card != UNKNOWN]
    board = list(state.board)
    value, description, ranking = 0, "", ""
    evaluator = _evaluator(game, book)
    if cards and len(cards) + len(board) >= _MIN_CARDS:
        value = evaluator.value(cards, board)
        description = evaluator.ranking.describe(value) if value else ""
        ranking = evaluator.ranking.name
    return PlayerHand(
        cards=tuple(card_text(card) for card in cards),
        board=tuple(card_text(card) for card in board),
        words=description,
        worth=value,
        ranking=ranking,
    )


@cache
def _evaluator(game: str, book: str) -> Evaluator:
    """Return the evaluator of a poker game's high hands, or of its low hands if it has no high."""
    game_variant = variant(game)
    if game_variant.high is not None:
        return Evaluator(game_variant.high, game_variant.building)
    page = rulebook(book).page(game)
    low = (game_variant.strict_low if page.low_straights_flushes_count.value else None) or game_variant.low
    assert low is not None
    return Evaluator(low, game_variant.building, page.qualifier.value)
