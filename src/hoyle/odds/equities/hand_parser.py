"""Parser for the players' hands of an equity request: cards, partly unknown cards, ranges, or random."""

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
_MAX_QUOTED: Final = 60
"""Maximum characters of a hand quoted in an error."""


@dataclass(frozen=True, slots=True)
class PlayerHoldings:
    """Possible holdings of one player, all of `known` cards; the other cards are dealt at random."""

    text: str
    known: int
    cards: bytes
    weights: tuple[int, ...] | None = None
    discards: tuple[int, ...] = ()


def parse_players(
    rules: ShowdownRules, texts: Sequence[str], board: Sequence[int], dead: Sequence[int]
) -> list[PlayerHoldings]:
    """Parse the hands of all players in an equity request; refuse a card that appears twice."""
    locations: dict[int, str] = {}
    for location, cards in (("the board", board), ("the dead cards", dead)):
        for card in cards:
            _record_location(locations, card, location)
    texts = [text.strip() for text in texts]
    seats: list[PlayerHoldings | None] = [None] * len(texts)
    for player, text in enumerate(texts):
        check_length(text, f"hand {player + 1}", most=MAX_RANGE_TEXT_LENGTH)
        if not text:
            raise InvalidError(f"hand {player + 1} is empty: give its cards, or 'random'")
        if is_range(rules, text):
            continue
        seat = seats[player] = _parse_cards_of_hand(rules, text, player + 1)
        for card in (*seat.cards, *seat.discards):
            _record_location(locations, card, f"hand {player + 1}")
    # Ranges last: they exclude every known card.
    for player, text in enumerate(texts):
        if seats[player] is None:
            hand_range = parse_range(rules, text, gone=locations)
            seats[player] = PlayerHoldings(text, hand_range.size, hand_range.cards, hand_range.weights)
    return [seat for seat in seats if seat is not None]


def is_range(rules: ShowdownRules, text: str) -> bool:
    """Return whether a player's hand is given as a range rather than as cards."""
    text = text.strip()
    return rules.flop and not ("/" in text or _CARDS.fullmatch(text) or text.lower() in _RANDOM)


def _parse_cards_of_hand(rules: ShowdownRules, text: str, number: int) -> PlayerHoldings:
    """Parse a player's hand given as cards, with discards after a slash, or as ``random``."""
    if text.lower() in _RANDOM:
        return PlayerHoldings("random", 0, b"")
    quoted = text if len(text) <= _MAX_QUOTED else text[:_MAX_QUOTED] + "..."
    kept, slash, discarded = text.partition("/")
    if slash and not rules.draws:
        raise InvalidError(f"hand {number}, {quoted!r}: only draw games have discards after a '/'")
    if "/" in discarded:
        raise InvalidError(f"hand {number}, {quoted!r}: one '/' parts the cards kept from the discards")
    try:
        cards, discards = parse_cards(kept, unknown=True), parse_cards(discarded)
    except InvalidError as error:
        hint = "" if rules.flop else f"; {rules.name} has no ranges"
        raise InvalidError(f"hand {number}: {error}{hint}") from None
    if len(cards) > rules.holes:
        raise InvalidError(
            f"hand {number}, {quoted!r}, has {pluralize(len(cards), 'card')}; {rules.name} hands have {rules.holes}"
        )
    if len(discards) > rules.holes * rules.draws or (rules.draws == 1 and len(cards) + len(discards) > rules.holes):
        raise InvalidError(
            f"hand {number}, {quoted!r}: {pluralize(len(cards), 'card')} kept and "
            f"{pluralize(len(discards), 'discard')} are more than {rules.name} deals"
        )
    known_cards = [card for card in cards if card != UNKNOWN]
    return PlayerHoldings(text, len(known_cards), bytes(known_cards), discards=tuple(discards))


def _record_location(locations: dict[int, str], card: int, location: str) -> None:
    """Record where a card is, such as ``hand 1``; refuse one that is somewhere already."""
    if card in locations:
        first = locations[card]
        text = f"twice in {location}" if first == location else f"in {first} and in {location}"
        raise InvalidError(f"card {card_text(card)} appears {text}")
    locations[card] = location
