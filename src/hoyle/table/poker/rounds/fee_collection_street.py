"""Time of fee collection: the street of a round that the wording of a sign names.

>>> streets = ["preflop", "flop", "turn", "river"]
>>> street_of_wording("when the flop is dealt", streets), street_of_wording("before the turn", streets)
(1, 1)
>>> street_of_wording("at the showdown", streets), street_of_wording("when the pot is awarded", streets)
(4, 0)
>>> street_of_wording("after the first betting round", streets)
1
>>> street_of_wording("after the flop betting", streets)
2
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_BEFORE: Final = re.compile(r"\b(?:before|prior to|ahead of|pre)[\s-]+(?:the\s+)?$")
_BETTING_OVER: Final = re.compile(
    r"\b(?:after|following|(?:end|close) of)\s+(?:the\s+)?"
    r"(?:([\w-]+)\s+(?:betting|round of betting)|"
    r"(?:round of )?betting(?: round)? (?:on|of) (?:the )?([\w-]+))\b"
)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
_LAST: Final = ("last", "final")
SHOWDOWN: Final = "showdown"


def street_of_wording(stated: str, streets: Sequence[str]) -> int:
    """Return the street at whose dealing a fee falls due; the one after the last for the showdown.

    The end of a betting round is where the next street is dealt: a round of play that ends in it does not
    get there. 0 where no street is named: then it falls due with the deal, or when the pot is awarded.
    """
    text = stated.casefold().replace("show-down", SHOWDOWN).replace("show down", SHOWDOWN)
    street_after_betting = _street_after_betting(text, streets)
    if street_after_betting:
        return street_after_betting
    mentions = _first_mentions(text, [*streets, SHOWDOWN])
    if not mentions:
        return 0
    start, number = min(mentions)
    return number - 1 if _BEFORE.search(text[:start]) else number


def _street_after_betting(text: str, streets: Sequence[str]) -> int:
    """Return the street after the betting round at whose end a fee falls due; 0 where none is named."""
    match = _BETTING_OVER.search(text)
    round_name = "" if match is None else match[1] or match[2]
    if round_name in _LAST:
        return len(streets)
    for names in (streets, _ORDINALS[: len(streets)]):
        if round_name in names:
            return names.index(round_name) + 1
    return 0


def _first_mentions(text: str, streets: Sequence[str]) -> list[tuple[int, int]]:
    """Find where the text first mentions each street but the first: place in the text and street number."""
    mentions: list[tuple[int, int]] = []
    for number, street in enumerate(streets[1:], start=1):
        match = re.search(rf"\b{re.escape(street)}\b", text)
        if match is not None:
            mentions.append((match.start(), number))
    return mentions
