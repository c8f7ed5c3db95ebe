"""Porter stemmer with irregular forms of card-room words.

M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980. Irregular forms are listed by hand.

>>> [stem(word) for word in ("exposes", "exposing", "declaration", "declared", "dealt", "betting")]
['expos', 'expos', 'declar', 'declar', 'deal', 'bet']
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Final

IRREGULAR: Final = {
    **dict.fromkeys(("dealt",), "deal"),
    **dict.fromkeys(("shown", "showed"), "show"),
    **dict.fromkeys(("threw", "thrown"), "throw"),
    **dict.fromkeys(("said", "says", "saying"), "say"),
    **dict.fromkeys(("fell", "fallen"), "fall"),
    **dict.fromkeys(("found",), "find"),
    **dict.fromkeys(("won", "winner", "winners"), "win"),
    **dict.fromkeys(("lost", "loser", "losers"), "lose"),
    **dict.fromkeys(("ties", "tied", "tying"), "tie"),
    **dict.fromkeys(("began", "begun", "begins"), "begin"),
    **dict.fromkeys(("ran",), "run"),
    **dict.fromkeys(("took", "taken"), "take"),
    **dict.fromkeys(("gave", "given"), "give"),
    **dict.fromkeys(("went", "gone", "goes"), "go"),
    **dict.fromkeys(("hid", "hidden", "hides", "hiding"), "hide"),
    **dict.fromkeys(("swept",), "sweep"),
    **dict.fromkeys(("drew", "drawn"), "draw"),
    **dict.fromkeys(("broke", "broken"), "break"),
    **dict.fromkeys(("forgot", "forgotten"), "forget"),
    **dict.fromkeys(("owed", "owes", "owing"), "owe"),
    **dict.fromkeys(("die",), "dice"),
    **dict.fromkeys(("percentage", "percentages"), "percent"),
}

NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=2
    )
}

WHOLE: Final = frozenset(("boxed",))
"""Words that are not stemmed, since the stem means something else: a boxed card is in no box."""

_VOWEL: Final = "aeiou"
_STEP_2: Final = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize")),
    *(("abli", "able"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous")),
    *(("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive")),
    *(("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")),
)
_STEP_3: Final = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic")),
    *(("ical", "ic"), ("ful", ""), ("ness", "")),
)
_STEP_4: Final = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism"),
    *("ate", "iti", "ous", "ive", "ize"),
)


@cache
def stem(word: str) -> str:
    """Return the stem of a word, in lower case."""
    word = re.sub(r"['’]s?$", "", word.lower())
    word = IRREGULAR.get(word, word)
    if word in NUMBERS:
        return NUMBERS[word]
    if len(word) <= 2 or word in WHOLE or not word.isalpha() or not word.isascii():
        return word
    word = _plural(word)
    word = _tense(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, _STEP_2)
    word = _replaced(word, _STEP_3)
    return _dropped(word)


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _tense(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        rest = word.removesuffix(ending)
        if rest != word and _has_vowel(rest):
            if rest.endswith(("at", "bl", "iz")):
                return rest + "e"
            if len(rest) > 1 and rest[-1] == rest[-2] and not _vowel(rest, len(rest) - 1):
                return rest if rest[-1] in "lsz" else rest[:-1]
            return rest + "e" if _measure(rest) == 1 and _short(rest) else rest
    return word


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in sorted(endings, key=lambda pair: -len(pair[0])):
        if word.endswith(ending):
            rest = word.removesuffix(ending)
            return rest + instead if _measure(rest) else word
    return word


def _dropped(word: str) -> str:
    for ending in sorted(_STEP_4, key=len, reverse=True):
        if word.endswith(ending):
            rest = word.removesuffix(ending)
            if _measure(rest) > 1 and (ending != "ion" or rest.endswith(("s", "t"))):
                word = rest
            break
    if word.endswith("e"):
        rest = word[:-1]
        if _measure(rest) > 1 or (_measure(rest) == 1 and not _short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _vowel(word: str, at: int) -> bool:
    letter = word[at]
    return letter in _VOWEL or (letter == "y" and at > 0 and not _vowel(word, at - 1))


def _has_vowel(word: str) -> bool:
    return any(_vowel(word, at) for at in range(len(word)))


def _measure(word: str) -> int:
    """Porter's measure: number of vowel-consonant sequences."""
    kinds = [_vowel(word, at) for at in range(len(word))]
    return sum(1 for before, after in pairwise(kinds) if before and not after)


def _short(word: str) -> bool:
    """Whether it ends in consonant, vowel, consonant other than w, x or y, as ``hop`` does."""
    end = len(word) - 1
    return (
        end >= 2
        and not _vowel(word, end)
        and _vowel(word, end - 1)
        and not _vowel(word, end - 2)
        and word[end] not in "wxy"
    )
