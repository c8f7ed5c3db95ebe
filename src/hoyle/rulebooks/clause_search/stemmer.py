"""Stemmer of card-room words: the Porter stemmer of snowballstemmer, and irregular forms listed by hand.

>>> [stem(word) for word in ("exposes", "exposing", "declaration", "declared", "dealt", "betting")]
['expos', 'expos', 'declar', 'declar', 'deal', 'bet']
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

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


@cache
def _porter() -> Any:
    # Importing snowballstemmer loads the stemmers of all its languages, 80 ms that only a search needs.
    from snowballstemmer import stemmer

    return stemmer("porter")


@cache
def stem(word: str) -> str:
    """Return the stem of a word, in lower case."""
    word = re.sub(r"['’]s?$", "", word.lower())
    word = IRREGULAR.get(word, word)
    if word in NUMBERS:
        return NUMBERS[word]
    if len(word) <= 2 or word in UNSTEMMED or not word.isalpha() or not word.isascii():
        return word
    return str(_porter().stemWord(word))
