"""Time of fee collection: the street of a round that the wording of a sign names.

>>> streets = ["preflop", "flop", "turn", "river"]
>>> street_stated("when the flop is dealt", streets), street_stated("before the turn", streets)
(1, 1)
>>> street_stated("at the showdown", streets), street_stated("when the pot is awarded", streets)
(4, 0)
>>> street_stated("after the first betting round", streets), street_stated("after the flop betting", streets)
(1, 2)
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


def street_stated(stated: str, streets: Sequence[str]) -> int:
    """Return the street at whose dealing a fee falls due; the one after the last for the showdown.

    The end of a betting round is where the next street is dealt: a round of play that ends in it does not
    get there. 0 where no street is named: then it falls due with the deal, or when the pot is awarded.
    """
    words = stated.casefold().replace("show-down", SHOWDOWN).replace("show down", SHOWDOWN)
    over = _betting_over(words, streets)
    if over:
        return over
    found = [(match.start(), number) for number, match in _named(words, [*streets, SHOWDOWN])]
    if not found:
        return 0
    start, number = min(found)
    return number - 1 if _BEFORE.search(words[:start]) else number


def _betting_over(words: str, streets: Sequence[str]) -> int:
    """Return the street after the betting round at whose end a fee falls due; 0 where none is named."""
    match = _BETTING_OVER.search(words)
    which = "" if match is None else match[1] or match[2]
    if which in _LAST:
        return len(streets)
    for names in (streets, _ORDINALS[: len(streets)]):
        if which in names:
            return names.index(which) + 1
    return 0


def _named(words: str, streets: Sequence[str]) -> list[tuple[int, re.Match[str]]]:
    """Return the streets after the first that the text names, each where it is named first."""
    found = []
    for number, street in enumerate(streets):
        match = re.search(rf"\b{re.escape(street)}\b", words) if number else None
        if match is not None:
            found.append((number, match))
    return found
