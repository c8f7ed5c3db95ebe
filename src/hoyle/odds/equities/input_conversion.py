"""Conversion of arguments of the equity functions, hands, boards and numbers, to text and integers.

Text, lists of cards and ranges are accepted; other types are refused.

>>> to_hand_text(["As", "Kh"], "hand 1", "holdem"), to_card_text([51, 46], "board")
('As Kh', 'As Kh')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hoyle.core.cards import DECK, card_text
from hoyle.core.errors import InvalidError
from hoyle.odds.ranges.hand_range import Range

Cards = str | Iterable[str | int]
"""Cards as text, or as a sequence of texts or numbers 0 to 51."""
Hand = Cards | Range


def to_card_text(value: Any, label: str) -> str:
    """Convert playing cards given as text or as a sequence to text."""
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable) and not isinstance(value, (bytes, dict, Range)):
        return " ".join(_card(card, label) for card in value)
    raise InvalidError(f"{label} {value!r:.60}: expected cards as text or a list, 'Ah Kd' or ['Ah', 'Kd']")


def _card(value: Any, label: str) -> str:
    """Convert one playing card, given as text or as a number 0 to 51, to text."""
    if isinstance(value, str):
        return value
    number = _index(value)
    if number is None or number not in DECK:
        raise InvalidError(f"{label}: {value!r:.60} is no card: expected text like 'Ah' or a number 0 to 51")
    return card_text(number)


def to_hand_text(value: Any, label: str, game: str) -> str:
    """Convert one player's hand, cards or range, to text."""
    if not isinstance(value, Range):
        return to_card_text(value, label)
    if value.game != game:
        raise InvalidError(f"{label} is a range of {value.game}, not of {game}")
    return value.text


def to_hand_texts(value: Any, game: str) -> Sequence[str]:
    """Convert the list of all players' hands to texts; refuse a single text."""
    if isinstance(value, (str, bytes, dict, Range)) or not isinstance(value, Iterable):
        raise InvalidError(f"hands {value!r:.60}: expected a list with one entry for each player, ['AhKh', 'QsQd']")
    return [to_hand_text(hand, f"hand {number}", game) for number, hand in enumerate(value, 1)]


def to_int(value: Any, label: str) -> int:
    """Convert a whole number of any type to int; refuse 2.5 and True."""
    number = _index(value)
    if number is None:
        raise InvalidError(f"{label} {value!r:.60}: expected a whole number")
    return number


def _index(value: Any) -> int | None:
    """Return a whole number of any numeric type as int; None for anything else, booleans included."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return int(value.__index__())
    except (AttributeError, TypeError):
        return None
