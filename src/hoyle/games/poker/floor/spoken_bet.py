"""Parser for spoken bets: `raise twenty`, `all-in`, or an amount alone.

The words may add, or only say, that the bet is not finished: ``more to come``, ``raise, not finished``.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError, UnknownActionError
from hoyle.games.poker.action_parser import parse_action

FOLD: Final = "fold"
CHECK: Final = "check"
CALL: Final = "call"
BET: Final = "bet"
RAISE: Final = "raise"
ALL_IN: Final = "all-in"
BRING_IN: Final = "bring in"

WORDS: Final[list[str]] = [FOLD, CHECK, CALL, BET, RAISE, ALL_IN, BRING_IN]

_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS: Final = {
    **{word: number for number, word in enumerate(_SMALL)},
    **{word: 10 * tens for tens, word in enumerate(_TENS, 2)},
}
_TIMES: Final = {"hundred": 100, "thousand": 1000}


class SpokenBet(NamedTuple):
    """Parsed announcement of a bet: verb, amount, and whether more is to come."""

    verb: str
    """Verb, one of `WORDS`; empty for an amount alone."""
    amount: int = 0
    """Announced amount; 0 if none was named."""
    link: str = ""
    """``to`` or ``by``, where the player said so."""
    unfinished: bool = False
    """Whether the player said that more chips are to come."""


def parse_spoken_bet(spoken: str | int | None) -> SpokenBet | None:
    """Parse a spoken bet; None if nothing was said.

    >>> parse_spoken_bet("raise to one hundred and twenty")
    SpokenBet(verb='raise', amount=120, link='to', unfinished=False)
    >>> parse_spoken_bet("not finished, more to come")
    SpokenBet(verb='', amount=0, link='', unfinished=True)
    """
    if spoken is None:
        return None
    if isinstance(spoken, int):
        if spoken < 0:
            raise InvalidError(f"an announced amount cannot be {spoken}")
        return SpokenBet("", spoken)
    remainder, unfinished = _cut_unfinished(spoken)
    if unfinished:
        bet = parse_spoken_bet(remainder) if remainder else SpokenBet("")
        assert bet is not None
        return bet._replace(unfinished=True)
    text = _with_digits(spoken)
    if text.isascii() and text.isdigit() and len(text) < 16:
        return SpokenBet("", int(text))
    try:
        action = parse_action(text)
    except UnknownActionError:
        action = None
    if action is None or action.verb not in WORDS or action.size or (action.amount and action.verb in _BARE):
        raise InvalidError(
            f"said cannot be {spoken!r}; it is null, an amount, or one of {', '.join(WORDS)}, with an amount "
            "where it has one: raise to 20; more to come, alone or after it, says that it is not finished"
        )
    return SpokenBet(action.verb, action.amount, action.link)


_BARE: Final = (FOLD, CHECK, ALL_IN)
UNFINISHED: Final = ("more to come", "more coming", "not finished", "not done", "unfinished")
"""Phrases that say that a bet is not finished."""
_UNFINISHED: Final = re.compile(rf"\b(?:i am |i'm |and )*(?:{'|'.join(UNFINISHED)})\b")


def _cut_unfinished(spoken: str) -> tuple[str, bool]:
    """Remove the phrases that say that more is to come; also returns whether there were any."""
    text = spoken.strip().lower()
    remainder = _UNFINISHED.sub("", text)
    return remainder.strip(" ,;.!-"), remainder != text


def _with_digits(spoken: str) -> str:
    """Replace a number word at the end by digits: ``raise twenty-five`` becomes ``raise 25``."""
    words = spoken.strip().lower().split()
    start = len(words)
    while start and all(
        numeral in _NUMBERS or numeral in _TIMES or numeral == "and" for numeral in words[start - 1].split("-")
    ):
        start -= 1
    numerals = [numeral for word in words[start:] for numeral in word.split("-") if numeral != "and"]
    if not numerals:
        return " ".join(words)
    thousands = below_thousand = 0
    for numeral in numerals:
        if numeral in _NUMBERS:
            below_thousand += _NUMBERS[numeral]
        else:
            below_thousand = max(below_thousand, 1) * _TIMES[numeral]
            if numeral == "thousand":
                thousands, below_thousand = thousands + below_thousand, 0
    return " ".join([*words[:start], str(thousands + below_thousand)])
