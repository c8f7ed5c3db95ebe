"""Parser for spoken bets: `raise twenty`, `all-in`, or an amount alone.

With any of it, or alone, comes that the bet is not finished: ``more to come``, ``raise, not finished``.
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
    **{word: at for at, word in enumerate(_SMALL)},
    **{word: 10 * at for at, word in enumerate(_TENS, 2)},
}
_TIMES: Final = {"hundred": 100, "thousand": 1000}


class SpokenBet(NamedTuple):
    """Words about a bet."""

    verb: str
    """One of `WORDS`; empty for an amount alone."""
    amount: int = 0
    """0 if none was named with the verb."""
    link: str = ""
    """``to`` or ``by``, where he said so."""
    unfinished: bool = False
    """More chips are to come."""


def read_spoken(said: str | int | None) -> SpokenBet | None:
    """What was said; None for nothing.

    >>> read_spoken("raise to one hundred and twenty")
    Spoken(verb='raise', amount=120, link='to', unfinished=False)
    >>> read_spoken("not finished, more to come")
    Spoken(verb='', amount=0, link='', unfinished=True)
    """
    if said is None:
        return None
    if isinstance(said, int):
        if said < 0:
            raise InvalidError(f"an announced amount cannot be {said}")
        return SpokenBet("", said)
    rest, unfinished = _cut_unfinished(said)
    if unfinished:
        found = read_spoken(rest) if rest else SpokenBet("")
        assert found is not None
        return found._replace(unfinished=True)
    words = _with_digits(said)
    if words.isascii() and words.isdigit() and len(words) < 16:
        return SpokenBet("", int(words))
    try:
        action = parse_action(words)
    except UnknownActionError:
        action = None
    if action is None or action.verb not in WORDS or action.size or (action.amount and action.verb in _BARE):
        raise InvalidError(
            f"said cannot be {said!r}; it is null, an amount, or one of {', '.join(WORDS)}, with an amount "
            "where it has one: raise to 20; more to come, alone or after it, says that it is not finished"
        )
    return SpokenBet(action.verb, action.amount, action.link)


_BARE: Final = (FOLD, CHECK, ALL_IN)
UNFINISHED: Final = ("more to come", "more coming", "not finished", "not done", "unfinished")
"""What a player says whose bet is not finished."""
_UNFINISHED: Final = re.compile(rf"\b(?:i am |i'm |and )*(?:{'|'.join(UNFINISHED)})\b")


def _cut_unfinished(said: str) -> tuple[str, bool]:
    """The words without those that say that more is to come, and whether there were any."""
    words = said.strip().lower()
    rest = _UNFINISHED.sub("", words)
    return rest.strip(" ,;.!-"), rest != words


def _with_digits(said: str) -> str:
    """The words with a number at their end in digits: ``raise twenty-five`` is ``raise 25``."""
    words = said.strip().lower().split()
    at = len(words)
    while at and all(
        each in _NUMBERS or each in _TIMES or each == "and" for each in words[at - 1].split("-")
    ):
        at -= 1
    named = [each for word in words[at:] for each in word.split("-") if each != "and"]
    if not named:
        return " ".join(words)
    whole = part = 0
    for each in named:
        if each in _NUMBERS:
            part += _NUMBERS[each]
        else:
            part = max(part, 1) * _TIMES[each]
            if each == "thousand":
                whole, part = whole + part, 0
    return " ".join([*words[:at], str(whole + part)])
