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

UNSTEMMED: Final = frozenset(("boxed",))
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
    """Return the stem of an English word, in lower case."""
    word = re.sub(r"['’]s?$", "", word.lower())
    word = IRREGULAR.get(word, word)
    if word in NUMBERS:
        return NUMBERS[word]
    if len(word) <= 2 or word in UNSTEMMED or not word.isalpha() or not word.isascii():
        return word
    word = _strip_plural(word)
    word = _strip_tense(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace_suffix(word, _STEP_2)
    word = _replace_suffix(word, _STEP_3)
    return _drop_suffix(word)


def _strip_plural(word: str) -> str:
    """Strip the plural ending of a word (Porter's step 1a)."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _strip_tense(word: str) -> str:
    """Strip ``-ed`` or ``-ing`` from a word and restore its base form (Porter's step 1b)."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        base = word.removesuffix(ending)
        if base != word and _has_vowel(base):
            if base.endswith(("at", "bl", "iz")):
                return base + "e"
            if len(base) > 1 and base[-1] == base[-2] and not _is_vowel(base, len(base) - 1):
                return base if base[-1] in "lsz" else base[:-1]
            return base + "e" if _measure(base) == 1 and _ends_short(base) else base
    return word


def _replace_suffix(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    """Replace the longest suffix of a word that is listed, if enough of the word is left."""
    for ending, replacement in sorted(endings, key=lambda pair: -len(pair[0])):
        if word.endswith(ending):
            base = word.removesuffix(ending)
            return base + replacement if _measure(base) else word
    return word


def _drop_suffix(word: str) -> str:
    """Drop the longest listed suffix of a word, then a final e or double l (Porter's steps 4 and 5)."""
    for ending in sorted(_STEP_4, key=len, reverse=True):
        if word.endswith(ending):
            base = word.removesuffix(ending)
            if _measure(base) > 1 and (ending != "ion" or base.endswith(("s", "t"))):
                word = base
            break
    if word.endswith("e"):
        base = word[:-1]
        if _measure(base) > 1 or (_measure(base) == 1 and not _ends_short(base)):
            word = base
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _is_vowel(word: str, index: int) -> bool:
    """Return whether a letter of a word is a vowel; y is one after a consonant."""
    letter = word[index]
    return letter in _VOWEL or (letter == "y" and index > 0 and not _is_vowel(word, index - 1))


def _has_vowel(word: str) -> bool:
    """Return whether a word has a vowel."""
    return any(_is_vowel(word, index) for index in range(len(word)))


def _measure(word: str) -> int:
    """Return Porter's measure of a word: its number of vowel-consonant sequences."""
    is_vowel = [_is_vowel(word, index) for index in range(len(word))]
    return sum(1 for first, second in pairwise(is_vowel) if first and not second)


def _ends_short(word: str) -> bool:
    """Return whether a word ends in consonant, vowel, consonant other than w, x or y, as ``hop`` does."""
    end = len(word) - 1
    return (
        end >= 2
        and not _is_vowel(word, end)
        and _is_vowel(word, end - 1)
        and not _is_vowel(word, end - 2)
        and word[end] not in "wxy"
    )
