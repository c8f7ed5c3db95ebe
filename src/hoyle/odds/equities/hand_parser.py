"""Parser for players' hands: known cards, partly unknown cards, ranges, or random."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hoyle.core.cards import UNKNOWN, card_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_RANGE_TEXT_LENGTH, check_length, pluralize
from hoyle.odds.ranges.hand_range import parse_range
from hoyle.odds.showdown_rules import ShowdownRules

_CARD: Final = r"(?:(?:10|[2-9tjqka])[cdhs♣♦♥♠]|\?\?)"
_CARDS: Final = re.compile(rf"(?:{_CARD}\s*)+|{_CARD}(?:\s*,\s*{_CARD})+", re.IGNORECASE)
"""Cards with or without blanks; commas only between single cards, since those between hands make a range."""
_RANDOM: Final = ("random", "any", "*")
_SHOWN: Final = 60
"""Maximum characters of a hand quoted in an error."""


@dataclass(frozen=True, slots=True)
class PlayerHoldings:
    """Possible holdings of one player, all of `known` cards; the rest of the hand is dealt unseen."""

    text: str
    known: int
    cards: bytes
    weights: tuple[int, ...] | None = None
    discards: tuple[int, ...] = ()


def parse_players(
    of: ShowdownRules, texts: Sequence[str], board: Sequence[int], dead: Sequence[int]
) -> list[PlayerHoldings]:
    """Parse the hands of all players; a card claimed twice is refused by name."""
    claimed: dict[int, str] = {}
    for where, cards in (("the board", board), ("the dead cards", dead)):
        for card in cards:
            _claim(claimed, card, where)
    texts = [text.strip() for text in texts]
    seats: list[PlayerHoldings | None] = [None] * len(texts)
    for player, text in enumerate(texts):
        check_length(text, f"hand {player + 1}", most=MAX_RANGE_TEXT_LENGTH)
        if not text:
            raise InvalidError(f"hand {player + 1} is empty: give its cards, or 'random'")
        if is_range(of, text):
            continue
        seat = seats[player] = _read_cards(of, text, player + 1)
        for card in (*seat.cards, *seat.discards):
            _claim(claimed, card, f"hand {player + 1}")
    # Ranges last: they exclude every known card.
    for player, text in enumerate(texts):
        if seats[player] is None:
            found = parse_range(of, text, gone=claimed)
            seats[player] = PlayerHoldings(text, found.size, found.cards, found.weights)
    return [seat for seat in seats if seat is not None]


def is_range(of: ShowdownRules, text: str) -> bool:
    """Whether a hand is given as a range rather than as cards."""
    text = text.strip()
    return of.flop and not ("/" in text or _CARDS.fullmatch(text) or text.lower() in _RANDOM)


def _read_cards(of: ShowdownRules, text: str, number: int) -> PlayerHoldings:
    if text.lower() in _RANDOM:
        return PlayerHoldings("random", 0, b"")
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    kept, slash, thrown = text.partition("/")
    if slash and not of.draws:
        raise InvalidError(f"hand {number}, {shown!r}: only draw games have discards after a '/'")
    if "/" in thrown:
        raise InvalidError(f"hand {number}, {shown!r}: one '/' parts the cards kept from the discards")
    try:
        written, discards = parse_cards(kept, unknown=True), parse_cards(thrown)
    except InvalidError as error:
        hint = "" if of.flop else f"; {of.name} has no ranges"
        raise InvalidError(f"hand {number}: {error}{hint}") from None
    if len(written) > of.holes:
        raise InvalidError(
            f"hand {number}, {shown!r}, has {pluralize(len(written), 'card')}; {of.name} hands have "
            f"{of.holes}"
        )
    if len(discards) > of.holes * of.draws or (of.draws == 1 and len(written) + len(discards) > of.holes):
        raise InvalidError(
            f"hand {number}, {shown!r}: {pluralize(len(written), 'card')} kept and "
            f"{pluralize(len(discards), 'discard')} are more than {of.name} deals"
        )
    known = [card for card in written if card != UNKNOWN]
    return PlayerHoldings(text, len(known), bytes(known), discards=tuple(discards))


def _claim(claimed: dict[int, str], card: int, where: str) -> None:
    if card in claimed:
        other = claimed[card]
        places = f"twice in {where}" if other == where else f"in {other} and in {where}"
        raise InvalidError(f"card {card_text(card)} appears {places}")
    claimed[card] = where
