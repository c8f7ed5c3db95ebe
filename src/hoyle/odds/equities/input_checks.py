"""What people hand in for hands, boards and numbers: text, lists of cards, ranges; anything else is refused.

>>> hand_text(["As", "Kh"], "hand 1", "holdem"), cards_asked([51, 46], "board")
('As Kh', 'As Kh')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hoyle.core.cards import DECK, card_text
from hoyle.core.errors import InvalidError
from hoyle.odds.ranges.hand_range import Range

Cards = str | Iterable[str | int]
"""Cards as text, or one by one as texts or numbers 0 to 51."""
Hand = Cards | Range


def cards_asked(value: Any, what: str) -> str:
    """Cards as text, however they were handed in."""
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable) and not isinstance(value, (bytes, dict, Range)):
        return " ".join(_card(each, what) for each in value)
    raise InvalidError(f"{what} {value!r:.60}: cards as text or a list is wanted, 'Ah Kd' or ['Ah', 'Kd']")


def _card(value: Any, what: str) -> str:
    if isinstance(value, str):
        return value
    number = _index(value)
    if number is None or number not in DECK:
        raise InvalidError(
            f"{what}: {value!r:.60} is no card: text like 'Ah', or a number 0 to 51, is wanted"
        )
    return card_text(number)


def hand_text(value: Any, what: str, game: str) -> str:
    """One player's hand as text."""
    if not isinstance(value, Range):
        return cards_asked(value, what)
    if value.game != game:
        raise InvalidError(f"{what} is a range of {value.game}, not of {game}")
    return value.text


def hands_asked(value: Any, game: str) -> Sequence[str]:
    """Several hands; one text is no list of hands."""
    if isinstance(value, (str, bytes, dict, Range)) or not isinstance(value, Iterable):
        raise InvalidError(
            f"hands {value!r:.60}: a list with one entry for each player is wanted, ['AhKh', 'QsQd']"
        )
    return [hand_text(each, f"hand {number}", game) for number, each in enumerate(value, 1)]


def whole_asked(value: Any, what: str) -> int:
    """A whole number, of whatever type; 2.5 and True are none."""
    number = _index(value)
    if number is None:
        raise InvalidError(f"{what} {value!r:.60}: a whole number is wanted")
    return number


def _index(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return int(value.__index__())
    except (AttributeError, TypeError):
        return None
