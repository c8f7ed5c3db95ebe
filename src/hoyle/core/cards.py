"""Playing cards as integers 0 to 51, with parsing (`Ah Kd`) and formatting.

A card is ``rank * 4 + suit``: rank 0 to 12 for 2 to A, suit 0 to 3 for clubs, diamonds, hearts, spades.
Integers therefore sort by rank, ace high, and then by suit in the order the books give where suits count
(nj-19-47 19:47-14.11(f)2iv).

>>> cards_text(parse_cards("AhKd, 2c"))
'Ah Kd 2c'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import i64
from hoyle.core.validation import MAX_CARDS_TEXT_LENGTH, abbreviate, check_length

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
UNKNOWN: Final = -1
"""Face-down card that the viewer may not see."""
UNKNOWN_TEXT: Final = "??"
DECK: Final[tuple[int, ...]] = tuple(range(52))
_FIRST_BIT: Final = 1 << 51
"""Bit of the first card of the deck in a 52-bit set."""

_SYMBOLS: Final = "♣♦♥♠"


_TEXTS: Final[list[str]] = [rank + suit for rank in RANKS for suit in SUITS]
_TEN: Final = RANKS.index("T") * len(SUITS)
_SPELLED: Final[dict[str, int]] = {text: card for card, text in enumerate(_TEXTS)} | {
    f"10{suit}": _TEN + card for card, suit in enumerate(SUITS)
}
"""Cards by their usual spelling, with ``10h`` beside ``Th``."""
_ASCII: Final = 128
_RANK_OF_LETTER: Final = [
    RANKS.find(chr(code)) * len(SUITS) if chr(code) in RANKS else -_ASCII for code in range(_ASCII)
]
_SUIT_OF_LETTER: Final = [SUITS.find(chr(code)) if chr(code) in SUITS else -_ASCII for code in range(_ASCII)]
"""Summands of a card's number by ASCII code; negative for a character that is no rank or suit."""


def rank_of(card: int) -> int:
    """Return the rank of a card: 0 (two) to 12 (ace)."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return the suit of a card, 0 to 3: clubs, diamonds, hearts, spades."""
    return card & 3


def parse_card(text: str, *, unknown: bool = False) -> int:
    """Parse one card such as ``Ah``; ``??`` is accepted only if `unknown`."""
    canonical = _SPELLED.get(text, UNKNOWN)
    if canonical != UNKNOWN:
        return canonical
    if len(text) == 3 and text[:2] == "10":
        text = "T" + text[2]
    if len(text) == 2:
        if text == UNKNOWN_TEXT and unknown:
            return UNKNOWN
        rank = RANKS.find(text[0].upper())
        suit = max(SUITS.find(text[1].lower()), _SYMBOLS.find(text[1]))
        if rank >= 0 and suit >= 0:
            return rank * 4 + suit
    raise InvalidError(f"{abbreviate(text)} is not a card: {_accepted_spelling(unknown)}")


def parse_cards(text: str, *, unknown: bool = False) -> list[int]:
    """Parse cards written together or apart: ``AhKd``, ``Ah Kd``, ``Ah, Kd``, ``A♥K♦``.

    >>> parse_cards("2c As") == parse_cards("2♣A♠") == [0, 51]
    True
    """
    check_length(text, "a row of cards", most=MAX_CARDS_TEXT_LENGTH)
    canonical = _parse_canonical(text)
    if canonical:
        return canonical
    parts = text.replace(",", " ").split()
    try:
        return list(map(_SPELLED.__getitem__, parts))
    except KeyError:
        pass  # written together, in another spelling, or not cards at all
    cards: list[int] = []
    for part in parts:
        part = part.replace("10", "T")
        if len(part) % 2:
            raise InvalidError(
                f"{abbreviate(part)} in {abbreviate(text)} is not a row of cards: each card takes two letters"
            )
        for start in range(0, len(part), 2):
            try:
                cards.append(parse_card(part[start : start + 2], unknown=unknown))
            except InvalidError:
                raise InvalidError(
                    f"{part[start : start + 2]!r} in {abbreviate(text)} (card {len(cards) + 1}) is not a "
                    f"card: " + _accepted_spelling(unknown)
                ) from None
    return cards


def _parse_canonical(text: str) -> list[int]:
    """Parse cards spelled exactly as `cards_text` spells them, ``Ah Kd``; empty for any other spelling.

    Fast path: a table parses a whole deck before every deal, here without a substring per card.
    """
    cards: list[int] = []
    length: i64 = len(text)
    if length % 3 != 2:
        return cards
    for start in range(0, length, 3):
        rank, suit = ord(text[start]), ord(text[start + 1])
        if rank >= _ASCII or suit >= _ASCII or (start + 2 < length and ord(text[start + 2]) != ord(" ")):
            return []
        card = _RANK_OF_LETTER[rank] + _SUIT_OF_LETTER[suit]
        if card < 0:
            return []
        cards.append(card)
    return cards


def card_text(card: int) -> str:
    """Format a card as text: ``Ah``, or ``??`` if it is unknown."""
    if card == UNKNOWN:
        return UNKNOWN_TEXT
    check_card(card)
    return _TEXTS[card]


def cards_text(cards: Iterable[int]) -> str:
    """Format cards as text, separated by spaces, as :func:`parse_cards` reads them.

    >>> cards_text([51, 0])
    'As 2c'
    """
    return " ".join([card_text(card) for card in cards])


def mask_cards(cards: list[int]) -> list[int]:
    """Replace every playing card by the unknown card."""
    return [UNKNOWN] * len(cards)


def mask_cards_text(cards: str) -> str:
    """Replace every card of a text by ``??``; never fails, so that malformed text reveals nothing either."""
    count = len(cards.replace(",", " ").split()) if " " in cards or "," in cards else len(cards) // 2
    return " ".join([UNKNOWN_TEXT] * count)


def card_symbol(card: int) -> str:
    """Format a card with its suit symbol: ``A♥``."""
    if card == UNKNOWN:
        return UNKNOWN_TEXT
    check_card(card)
    return RANKS[card >> 2] + _SYMBOLS[card & 3]


def check_card(card: int) -> None:
    """Raise unless this number is one of the 52 cards."""
    if card == UNKNOWN:
        raise InvalidError("?? is an unknown card where a known one is needed")
    if card < 0 or card >= 52:
        raise InvalidError(f"{card} is not a card: cards are the numbers 0 (2c) to 51 (As)")


def stacked_deck(top: str) -> list[int]:
    """Return a full deck with the named cards on top and the others below them in order.

    >>> cards_text(stacked_deck("As Kd")[:4])
    'As Kd 2c 2d'
    """
    top_cards = parse_cards(top)
    check_distinct(top_cards)
    return top_cards + [card for card in DECK if card not in top_cards]


def check_distinct(cards: Iterable[int]) -> None:
    """Raise if a card appears twice; unknown cards may repeat."""
    cards = cards if isinstance(cards, list) else list(cards)
    if all_known_and_distinct(cards):
        return
    position_of = [0] * len(DECK)
    position = 0
    for card in cards:
        position += 1
        if card == UNKNOWN:
            continue
        if card < 0 or card >= 52:
            check_card(card)
        first = position_of[card]
        if first:
            raise InvalidError(f"{card_text(card)} appears twice: as card {first} and as card {position}")
        position_of[card] = position


def all_known_and_distinct(cards: list[int]) -> bool:
    """Whether all cards are known and none appears twice; checked for the whole deck before every deal."""
    seen_bits: i64 = 0
    for card in cards:
        if card < 0 or card >= 52:
            return False
        place: i64 = card
        # From the highest bit down: a compiled 1 << place has only 32 bits.
        bit: i64 = _FIRST_BIT >> place
        if seen_bits & bit:
            return False
        seen_bits |= bit
    return True


def _accepted_spelling(unknown: bool) -> str:
    spelling = f"a rank of {RANKS} and a suit of {SUITS}, such as 'Ah'"
    return spelling + f", or {UNKNOWN_TEXT!r}" if unknown else spelling
