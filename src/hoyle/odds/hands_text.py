"""Players' hands as people write them: cards, cards with some unknown, ranges, or nothing known at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hoyle.cards import UNKNOWN, card_text, parse_cards
from hoyle.errors import InvalidError
from hoyle.odds.games import Game
from hoyle.odds.ranges import parse_range

_CARDS: Final = re.compile(r"\s*(?:(?:[2-9tjqka][cdhs]|\?\?)\s*)+", re.IGNORECASE)
_RANDOM: Final = ("random", "any", "*", "")


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: holdings of the same number of known cards; the rest of the hand is dealt unseen."""

    text: str
    known: int
    cards: bytes
    weights: tuple[int, ...] | None = None
    discards: tuple[int, ...] = ()

    @property
    def is_one_holding(self) -> bool:
        return self.known == 0 or len(self.cards) == self.known


def read_seats(of: Game, texts: Sequence[str], board: Sequence[int], dead: Sequence[int]) -> list[Seat]:
    """All players; a card that two places claim is refused by name."""
    claimed: dict[int, str] = {}
    for where, cards in (("the board", board), ("the dead cards", dead)):
        for card in cards:
            _claim(claimed, card, where)
    texts = [text.strip() for text in texts]
    seats: list[Seat | None] = [None] * len(texts)
    for player, text in enumerate(texts):
        if _CARDS.fullmatch(text.replace("/", "")) or text.lower() in _RANDOM:
            seat = seats[player] = _read_cards(of, text, player + 1)
            for card in (*seat.cards, *seat.discards):
                _claim(claimed, card, f"hand {player + 1}")
    # Ranges last: they give way to every card that is known.
    for player, text in enumerate(texts):
        if seats[player] is None:
            found = parse_range(of, text, gone=claimed)
            seats[player] = Seat(text, found.size, found.cards, found.weights)
    return [seat for seat in seats if seat is not None]


def _read_cards(of: Game, text: str, number: int) -> Seat:
    if text.lower() in _RANDOM:
        return Seat("random", 0, b"")
    kept, slash, thrown = text.partition("/")
    if slash and not of.draws:
        raise InvalidError(f"hand {number}, {text!r}: only draw games have discards after a '/'")
    known = [card for card in parse_cards(kept, unknown=True) if card != UNKNOWN]
    written = len(parse_cards(kept, unknown=True))
    if written > of.holes:
        raise InvalidError(f"hand {number}, {text!r}, has {written} cards; {of.name} hands have {of.holes}")
    discards = parse_cards(thrown)
    if len(discards) > of.holes:
        raise InvalidError(f"hand {number}, {text!r}: {len(discards)} discards are more than a hand holds")
    return Seat(text.strip(), len(known), bytes(known), discards=tuple(discards))


def _claim(claimed: dict[int, str], card: int, where: str) -> None:
    if card in claimed:
        other = claimed[card]
        places = f"twice in {where}" if other == where else f"in {other} and in {where}"
        raise InvalidError(f"card {card_text(card)} appears {places}")
    claimed[card] = where
